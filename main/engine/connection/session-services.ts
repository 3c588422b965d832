/** What a session answers from its file, by itself: reference data, purchases, documents, sheets. */
import type { ExactInteger } from "../../../contract/values.ts";
import { once } from "../../lib/once.ts";
import type { Actor, AuditStore, RecordAct } from "../core/activity/audit.ts";
import type { EntryStore } from "../core/outbox/entries.ts";
import type { MetaStore } from "../file/database/meta.ts";
import type { Db } from "../file/database/open-database.ts";
import { fillDocumentIndex } from "../mirror/documents/document-index.ts";
import { createDocumentSearchService } from "../mirror/documents/document-search.ts";
import { createMirrorService } from "../mirror/mirror.ts";
import { createProductDetailService } from "../mirror/product-detail.ts";
import type { Clock, Emit } from "../ports.ts";
import { createScanService } from "../subjects/scan/scan-service.ts";

interface ServicesDeps {
  db: Db;
  meta: MetaStore;
  entries: EntryStore;
  audit: AuditStore;
  actor: Actor;
  tenantId: ExactInteger;
  clock: Clock;
  record: RecordAct;
  emit: Emit;
  /** For what changes the mirror. */
  emitImport: Emit;
}

/** Those behind `once` are loaded when they are first asked for: no start waits for them. */
export function openServices(deps: ServicesDeps) {
  const { db, meta, entries, audit, actor, tenantId, clock, record, emit, emitImport } = deps;
  const mirror = createMirrorService({ db });
  return {
    mirror,
    scans: createScanService({
      db,
      meta,
      record,
      clock,
      productsOf: mirror.productsOfBarcodes,
      linkedProducts: mirror.linkedProducts,
    }),
    productDetail: createProductDetailService({ db }),
    documents: createDocumentSearchService({ db, behind: fillDocumentIndex({ db, clock }) }),
    linkedBarcodes: once(async () => {
      const { createLinkedBarcodeService } = await import("../subjects/scan/linked-barcodes.ts");
      return createLinkedBarcodeService({ db, clock, record, emit: emitImport });
    }),
    purchases: once(async () => {
      const { createPurchaseService } = await import("../subjects/purchases/purchases.ts");
      return createPurchaseService({ db, search: mirror.search });
    }),
    expiry: once(async () => {
      const { createExpiryService } = await import("../subjects/purchases/expiry.ts");
      return createExpiryService({ db, clock, record });
    }),
    statements: once(async () => {
      const { createStatementService } = await import("../subjects/statements/statements.ts");
      return createStatementService({ db, dayOf: clock.dayOf });
    }),
    daySheets: once(async () => {
      const { createDaySheetService } = await import("../subjects/days/day-sheets.ts");
      const made = (number: number) => emit({ event: "daySheet.made", payload: { number } });
      return createDaySheetService({ db, entries, audit, actor, tenantId, clock, made });
    }),
  };
}
