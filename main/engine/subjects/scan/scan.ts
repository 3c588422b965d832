/** What a scan means here: which product it names, how much of it, and what the line is filled with. */
import Big from "big.js";
import {
  IN_STORE_DIGITS,
  type InStoreRule,
  MOST_READ,
  type ScannedGoods,
  type ScanRules,
  valueDigitsOf,
} from "../../../../contract/channels/scan.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { barcodesOfGtin, withCheckDigit } from "./gtin.ts";
import { type Measure, readScan, type ScanFacts } from "./read-scan.ts";

// Codes that a shop's own scale prints (EAN-13 from 20 to 29, and 02): the item and its weight, price or number. Pure.

const BEFORE_CHECK = IN_STORE_DIGITS - 1;

interface InStoreCode {
  rule: InStoreRule;
  /** The barcodes that the item may have here, the likeliest first: any of a group is as good as another. */
  barcodes: readonly (readonly string[])[];
  /** Exact. */
  value: string;
}

/** What a product number says by the owner's rules; null where no rule is for it. The longest prefix holds. */
export function inStoreCode(gtin: string, rules: readonly InStoreRule[]): InStoreCode | null {
  const code = gtin.slice(1);
  const rule = rules
    .filter(({ prefix }) => gtin.startsWith("0") && code.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
  if (rule === undefined) return null;
  const from = rule.prefix.length;
  const item = code.slice(from, from + rule.itemDigits);
  const digits = valueDigitsOf(rule);
  const value = code.slice(BEFORE_CHECK - digits, BEFORE_CHECK);
  const bare = withCheckDigit((rule.prefix + item).padEnd(BEFORE_CHECK, "0"));
  const short = item.replace(/^0+(?=\d)/, "");
  return {
    rule,
    barcodes: [barcodesOfGtin(bare.padStart(14, "0")), [rule.prefix + item], [item], [short]],
    value: new Big(value).div(new Big(10).pow(rule.decimals)).toFixed(),
  };
}

// How much of the goods a code means, in the unit that the product is kept in. Pure and exact.

type ScannedQuantity =
  /** The code says nothing of it: one more. */
  | { kind: "one" }
  | { kind: "known"; quantity: string }
  /** It says how much, but not in a way that gives this product's quantity: a person enters it. */
  | { kind: "asked" };

const UNIT_NAMES = {
  kg: /^(?:kgs?|kilos?|kilograms?|kilogrammes?|كغم?|كجم|كيلو(?: ?[غج]رام)?)\.?$/iu,
  g: /^(?:gr?|gms?|grams?|grammes?|غم?|جم|[غج]رام)\.?$/iu,
  lb: /^(?:lbs?|pounds?)\.?$/iu,
} as const;

/** Units of things that are counted, "Carton of 48" too: a weight says nothing of how many. */
const COUNTED =
  /^(?:pcs?|pieces?|ea(?:ch)?|units?|items?|box(?:es)?|cartons?|cases?|packs?|packets?|bottles?|cans?|bags?|dozens?|حب[ةه]|قطع[ةه]|وحد[ةه]|علب[ةه]|صندوق|كرتون[ةه]?|باكيت|عبو[ةه]|زجاج[ةه]|كيس|درزن|دزينة)(?![\p{L}\p{M}])/iu;

const KG_OF_A_POUND = "0.45359237";

const known = (quantity: Big): ScannedQuantity => ({ kind: "known", quantity: quantity.toFixed() });

function quantityOfMeasure({ value, unit }: Measure, unitName: string): ScannedQuantity {
  const amount = new Big(value);
  const isIn = (name: keyof typeof UNIT_NAMES) => UNIT_NAMES[name].test(unitName.trim());
  if (COUNTED.test(unitName.trim())) return { kind: "asked" };
  if (unit === "m" || unit === "l") return known(amount);
  if (isIn(unit)) return known(amount);
  // A unit by another name than these is taken to be the kilogram that the code is in; a pound needs a known one.
  const kg = unit === "kg" ? amount : amount.times(KG_OF_A_POUND);
  if (isIn("g")) return known(kg.times(1000));
  return isIn("lb") || (unit === "lb" && !isIn("kg")) ? { kind: "asked" } : known(kg);
}

/** By a GS1 code: a count, else what the goods weigh or measure. Of none of it, a person enters how much. */
function quantityOfFacts(
  { count, measure }: Pick<ScanFacts, "count" | "measure">,
  unitName: string,
): ScannedQuantity {
  const said = count ?? measure?.value;
  if (said !== undefined && new Big(said).eq(0)) return { kind: "asked" };
  if (count !== null) return known(new Big(count));
  return measure === null ? { kind: "one" } : quantityOfMeasure(measure, unitName);
}

/** By a code of the shop's own. A price gives the quantity only where it divides by the sales price to the gram. */
function quantityOfInStore(
  { rule, value }: Pick<InStoreCode, "rule" | "value">,
  unitName: string,
  price: string | null,
): ScannedQuantity {
  const amount = new Big(value);
  if (amount.eq(0)) return { kind: "asked" };
  if (rule.holds === "count") return known(amount);
  if (rule.holds === "weight") return quantityOfMeasure({ value, unit: "kg" }, unitName);
  if (price === null || new Big(price).eq(0)) return { kind: "asked" };
  const quantity = amount.div(price).round(3);
  return quantity.gt(0) && quantity.times(price).eq(amount) ? known(quantity) : { kind: "asked" };
}

type FoundProduct = ScannedGoods["product"];
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
    const direct = firstOf([barcodesOfGtin(facts.gtin)]).map((product) => ({
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
      const shared = { barcode: reading.code, batchInDescription: rules.batchInDescription };
      const answer = (goods: readonly ScannedGoods[], barcode = reading.code): Scan => {
        const [first, ...more] = goods;
        if (first === undefined) return { found: "unknown", why: "noProduct", ...shared, barcode };
        if (more.length > 0) return { found: "several", choices: [...goods], ...shared, barcode };
        return { found: "product", ...first, ...shared, barcode };
      };
      switch (reading.kind) {
        case "unreadable":
          return { found: "unknown", why: reading.why, ...shared };
        case "plain": {
          const own =
            reading.code === "" ? [] : firstOf([[reading.code], reading.gtins.flatMap(barcodesOfGtin)]);
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
