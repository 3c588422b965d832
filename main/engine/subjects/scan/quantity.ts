/** How much of the goods a code stands for, in the unit that the product is kept in. Pure and exact. */
import Big from "big.js";
import type { InStoreCode } from "./in-store.ts";
import type { Measure, ScanFacts } from "./read-scan.ts";

export type ScannedQuantity =
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
export function quantityOfFacts(
  { count, measure }: Pick<ScanFacts, "count" | "measure">,
  unitName: string,
): ScannedQuantity {
  const said = count ?? measure?.value;
  if (said !== undefined && new Big(said).eq(0)) return { kind: "asked" };
  if (count !== null) return known(new Big(count));
  return measure === null ? { kind: "one" } : quantityOfMeasure(measure, unitName);
}

/** By a code of the shop's own. A price gives the quantity only where it divides by the sales price to the gram. */
export function quantityOfInStore(
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
