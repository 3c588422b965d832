/** Codes that a shop's own scale prints (EAN-13 from 20 to 29, and 02): the item and its weight, price or number. Pure. */
import Big from "big.js";
import { IN_STORE_DIGITS, type InStoreRule, valueDigitsOf } from "../../../../contract/channels/scan.ts";
import { spellingsOf, withCheckDigit } from "./gtin.ts";

const BEFORE_CHECK = IN_STORE_DIGITS - 1;

export interface InStoreCode {
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
    barcodes: [spellingsOf(bare.padStart(14, "0")), [rule.prefix + item], [item], [short]],
    value: new Big(value).div(new Big(10).pow(rule.decimals)).toFixed(),
  };
}
