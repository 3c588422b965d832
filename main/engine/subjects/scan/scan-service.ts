/** The scans of one connection, with the rules that its owner keeps. */
import { type ScanRules, scanRules } from "../../../../contract/channels/scan.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { once } from "../../../lib/once.ts";
import type { AuditAction } from "../../core/activity/audit.ts";
import type { MetaStore } from "../../file/database/meta.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { Clock } from "../../ports.ts";
import type { FoundProduct } from "./scan.ts";

const NO_RULES: ScanRules = { inStore: [], batchInDescription: false };

/** The rules as they are kept; without them where what is kept can't be read. */
export function keptRules(text: string | null): ScanRules {
  if (text === null) return NO_RULES;
  try {
    const read = scanRules.safeParse(JSON.parse(text));
    return read.success ? read.data : NO_RULES;
  } catch (error) {
    if (error instanceof SyntaxError) return NO_RULES;
    throw error;
  }
}

interface ScanServiceDeps {
  db: Db;
  meta: MetaStore;
  record: (action: AuditAction, subject: string, details: Record<string, unknown>) => void;
  clock: Clock;
  productsOf: (barcodes: readonly string[]) => FoundProduct[];
  /** Of the barcodes that a person linked. */
  linkedProducts: (barcodes: readonly string[]) => FoundProduct[];
}

export function createScanService({ db, meta, record, clock, productsOf, linkedProducts }: ScanServiceDeps) {
  const rules = (): ScanRules => keptRules(meta.get("scanRules"));
  // What reads a code is loaded with the first scan: no start waits for it.
  const load = once(async () => {
    const { createScans } = await import("./scan.ts");
    const today = () => clock.dayOf(clock.now());
    return {
      ofCatalogue: createScans({ productsOf, rules, today }),
      linked: createScans({ productsOf: linkedProducts, rules, today }),
    };
  });
  return {
    async scan(input: ParsedInput<"mirror.scan">): Promise<ChannelOutput<"mirror.scan">> {
      const { ofCatalogue, linked } = await load();
      const answer = ofCatalogue.scan(input);
      // The catalogue comes first, in every spelling: a link stands for what it doesn't have.
      if (answer.why !== "noProduct") return answer;
      const byLink = linked.scan(input);
      return byLink.found === "unknown" ? answer : byLink;
    },
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
