/** What a scan means here: which product it names, how much of it, and what the line is filled with. */
import { MOST_READ, type ScannedGoods, type ScanRules } from "../../../../contract/channels/scan.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { spellingsOf } from "./gtin.ts";
import { inStoreCode } from "./in-store.ts";
import { quantityOfFacts, quantityOfInStore, type ScannedQuantity } from "./quantity.ts";
import { readScan, type ScanFacts } from "./read-scan.ts";

export type FoundProduct = ScannedGoods["product"];
type Scan = ChannelOutput<"mirror.scan">;

const unitOf = (product: FoundProduct) =>
  product.units.find(({ barcode }) => barcode === product.barcode) ?? product.units[0];

const quantityFields = (quantity: ScannedQuantity) => {
  switch (quantity.kind) {
    case "one":
      return {};
    case "known":
      return { quantity: quantity.quantity };
    case "asked":
      return { asksQuantity: true as const };
  }
};

const present = (facts: ScanFacts) => ({
  ...(facts.productionAt === null ? {} : { productionAt: facts.productionAt }),
  ...(facts.expiryAt === null ? {} : { expiryAt: facts.expiryAt }),
  ...(facts.batch === null ? {} : { batch: facts.batch }),
  ...(facts.serial === null ? {} : { serial: facts.serial }),
});

function goodsOf(product: FoundProduct): ScannedGoods {
  const measureUnitId = product.units.find(({ barcode }) => barcode === product.barcode)?.measureUnitId;
  return measureUnitId == null ? { product } : { product, measureUnitId };
}

/**
 * `productsOf` gives the products that have one of these barcodes, live ones only where there are any; `today` the day on
 * the counter's wall, YYYY-MM-DD.
 */
export function createScans(
  productsOf: (barcodes: readonly string[]) => FoundProduct[],
  kept: () => ScanRules,
  today: () => string,
) {
  /** The products of the first group that has any: a code as it was sent comes before its other spellings. */
  const firstOf = (groups: readonly (readonly string[])[]): FoundProduct[] => {
    for (const group of groups) {
      const found = group.length === 0 ? [] : productsOf(group);
      if (found.length > 0) return found;
    }
    return [];
  };

  const byInStore = (gtin: string, rules: ScanRules): ScannedGoods[] => {
    const code = inStoreCode(gtin, rules.inStore);
    if (code === null) return [];
    return firstOf(code.barcodes).map((product) => {
      const unit = unitOf(product);
      const quantity = quantityOfInStore(code, unit?.measureUnitName ?? "", unit?.price ?? null);
      const amount = code.rule.holds === "price" ? { amount: code.value } : {};
      return { ...goodsOf(product), ...quantityFields(quantity), ...amount };
    });
  };

  const byFacts = (facts: ScanFacts, rules: ScanRules): ScannedGoods[] => {
    const direct = firstOf([spellingsOf(facts.gtin)]).map((product) => ({
      ...goodsOf(product),
      ...quantityFields(quantityOfFacts(facts, unitOf(product)?.measureUnitName ?? "")),
    }));
    const found = direct.length > 0 ? direct : byInStore(facts.gtin, rules);
    return found.map((goods) => ({ ...goods, ...present(facts) }));
  };

  return {
    /** Finds a code whole, in any of its spellings, or not at all. */
    scan({ code: sent, rules: tried }: ParsedInput<"mirror.scan">): Scan {
      const rules = tried ?? kept();
      if (sent.length > MOST_READ)
        return {
          found: "unknown",
          why: "tooLong",
          barcode: sent,
          batchInDescription: rules.batchInDescription,
        };
      const reading = readScan(sent, today());
      const told = { barcode: reading.code, batchInDescription: rules.batchInDescription };
      const answer = (goods: readonly ScannedGoods[], barcode = reading.code): Scan => {
        const [first, ...more] = goods;
        if (first === undefined) return { found: "unknown", why: "noProduct", ...told, barcode };
        if (more.length > 0) return { found: "several", choices: [...goods], ...told, barcode };
        return { found: "product", ...first, ...told, barcode };
      };
      switch (reading.kind) {
        case "unreadable":
          return { found: "unknown", why: reading.why, ...told };
        case "plain": {
          const own =
            reading.code === "" ? [] : firstOf([[reading.code], reading.gtins.flatMap(spellingsOf)]);
          if (own.length > 0) return answer(own.map(goodsOf));
          return answer(reading.gtins.flatMap((gtin) => byInStore(gtin, rules)));
        }
        case "goods": {
          // The whole of it may be a barcode of the shop's own, which is certain.
          const own = reading.code === "" ? [] : productsOf([reading.code]);
          if (own.length > 0) return answer(own.map(goodsOf));
          return answer(
            reading.facts.flatMap((facts) => byFacts(facts, rules)),
            reading.facts[0].gtin.replace(/^0(?=\d{13})/, ""),
          );
        }
      }
    },
  };
}
