/** The scans of one connection, with the rules that its owner keeps. */
import { type ScanRules, scanRules } from "../../../../contract/channels/scan.ts";
import { once } from "../../../lib/once.ts";
import type { Handlers } from "../../core/context.ts";
import type { Shop } from "../shop.ts";

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

type ScanChannel =
  | "mirror.scan"
  | "scanRules.get"
  | "scanRules.set"
  | "linkedBarcodes.list"
  | "linkedBarcodes.add"
  | "linkedBarcodes.remove";

export function scanHandlers(shop: Shop): Handlers<ScanChannel> {
  const { db, meta, clock, record, mirror } = shop;
  const rules = (): ScanRules => keptRules(meta.get("scanRules"));
  // What reads a code is loaded with the first scan: no start waits for it.
  const load = once(async () => {
    const { createScans } = await import("./scan.ts");
    const today = () => clock.dayOf(clock.now());
    return {
      ofReferenceData: createScans(mirror.productsOfBarcodes, rules, today),
      linked: createScans(mirror.linkedProducts, rules, today),
    };
  });
  const links = once(async () => (await import("./linked-barcodes.ts")).createLinkedBarcodeService(shop));
  return {
    "mirror.scan": async (_, input) => {
      const { ofReferenceData, linked } = await load();
      const answer = ofReferenceData.scan(input);
      // The reference data comes first, in every spelling: a link gives what it doesn't have.
      if (answer.why !== "noProduct") return answer;
      const byLink = linked.scan(input);
      return byLink.found === "unknown" ? answer : byLink;
    },
    "scanRules.get": rules,
    /** What is left out stays as it is. */
    "scanRules.set": (call, changes) => {
      db.transaction(() => {
        meta.set("scanRules", JSON.stringify({ ...rules(), ...changes }));
        record(call, "scanRules.changed", "", changes);
      }).immediate();
      return rules();
    },
    "linkedBarcodes.list": async (_, input) => (await links()).list(input),
    "linkedBarcodes.add": async (call, input) => (await links()).add(call, input),
    "linkedBarcodes.remove": async (call, input) => (await links()).remove(call, input),
  };
}
