/** The scans of one connection, with the rules that its owner keeps. */
import type { ScanRules } from "../../../../contract/channels/scan.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import type { Clock } from "../../ports.ts";
import type { AuditAction } from "../../store/audit/audit.ts";
import type { MetaStore } from "../../store/file/meta.ts";
import type { Db } from "../../store/file/open-database.ts";
import { createScans, type FoundProduct, keptRules } from "./scan.ts";

interface ScanServiceDeps {
  db: Db;
  meta: MetaStore;
  record: (action: AuditAction, subject: string, details: Record<string, unknown>) => void;
  clock: Clock;
  productsOf: (barcodes: readonly string[]) => FoundProduct[];
}

export function createScanService({ db, meta, record, clock, productsOf }: ScanServiceDeps) {
  const rules = (): ScanRules => keptRules(meta.get("scanRules"));
  const scans = createScans({ productsOf, rules, today: () => clock.dayOf(clock.now()) });
  return {
    scan: scans.scan,
    rules,
    /** What is left out stays as it is. */
    setRules(changes: ParsedInput<"scanRules.set">): ScanRules {
      db.transaction(() => {
        meta.set("scanRules", JSON.stringify({ ...rules(), ...changes }));
        record("scanRules.changed", "", changes);
      }).immediate();
      return rules();
    },
  };
}
