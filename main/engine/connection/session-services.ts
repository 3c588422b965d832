/** What a session answers from its file, by itself: reference data, purchases, documents, sheets. */
import type { ExactInteger } from "../../../contract/values.ts";
import { once } from "../../lib/once.ts";
import type { Clock, Emit } from "../ports.ts";
import { fillDocumentIndex } from "../services/mirror/document-index.ts";
import { createDocumentSearchService } from "../services/mirror/document-search.ts";
import { createMirrorService } from "../services/mirror/mirror.ts";
import { createProductDetailService } from "../services/mirror/product-detail.ts";
import type { RecordAct } from "../services/reference-data.ts";
import { createScanService } from "../services/scan/scan-service.ts";
import type { Actor, AuditStore } from "../store/audit/audit.ts";
import type { MetaStore } from "../store/file/meta.ts";
import type { Db } from "../store/file/open-database.ts";
import type { EntryStore } from "../store/outbox/entries.ts";

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
      const { createLinkedBarcodeService } = await import("../services/scan/linked-barcodes.ts");
      return createLinkedBarcodeService({ db, clock, record, emit: emitImport });
    }),
    purchases: once(async () => {
      const { createPurchaseService } = await import("../services/purchases/purchases.ts");
      return createPurchaseService({ db, search: mirror.search });
    }),
    expiry: once(async () => {
      const { createExpiryService } = await import("../services/purchases/expiry.ts");
      return createExpiryService({ db, clock, record });
    }),
    statements: once(async () => {
      const { createStatementService } = await import("../services/statements/statements.ts");
      return createStatementService({ db, dayOf: clock.dayOf });
    }),
    daySheets: once(async () => {
      const { createDaySheetService } = await import("../services/days/day-sheets.ts");
      const made = (number: number) => emit({ event: "daySheet.made", payload: { number } });
      return createDaySheetService({ db, entries, audit, actor, tenantId, clock, made });
    }),
  };
}
