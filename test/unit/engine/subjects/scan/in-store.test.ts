/** A price's own check digit: it is skipped, of a price of four digits (UPC-A) and of five (EAN-13). */
import { describe, expect, it } from "vitest";
import { type InStoreRule, valueDigitsOf } from "../../../../../contract/channels/scan.ts";
import { gtinsOf, withCheckDigit } from "../../../../../main/engine/subjects/scan/gtin.ts";
import { inStoreCode } from "../../../../../main/engine/subjects/scan/scan.ts";

const FOUR: InStoreRule = { prefix: "02", itemDigits: 5, holds: "price", decimals: 2, ownCheckDigit: true };
const FIVE: InStoreRule = { prefix: "21", itemDigits: 4, holds: "price", decimals: 2, ownCheckDigit: true };

/** What a code that is scanned says by the rule. */
function read(code: string, rule: InStoreRule) {
  const [gtin = ""] = gtinsOf(code);
  const said = inStoreCode(gtin, [rule]);
  return said === null ? null : { value: said.value, items: said.barcodes.flat() };
}

describe("a check digit of the price's own", () => {
  it("leaves the price four digits behind five of the item, and five behind four", () => {
    expect([valueDigitsOf(FOUR), valueDigitsOf(FIVE)]).toEqual([4, 5]);
  });

  it.each(["0", "4", "9"])("is no part of the item or the price, whatever it is: %s", (own) => {
    const four = read(withCheckDigit(`212345${own}2875`), FOUR);
    expect(four?.value).toBe("28.75");
    expect(four?.items).toContain(withCheckDigit("021234500000"));
    expect(four?.items).toContain("12345");
    const five = read(withCheckDigit(`211234${own}12875`), FIVE);
    expect(five?.value).toBe("128.75");
    expect(five?.items).toContain(withCheckDigit("211234000000"));
    expect(five?.items).toContain("1234");
  });

  it("belongs to the price where the rule has none", () => {
    expect(read(withCheckDigit("21234542875"), { ...FOUR, ownCheckDigit: false })?.value).toBe("428.75");
    expect(read(withCheckDigit("211234412875"), { ...FIVE, ownCheckDigit: false })?.value).toBe("4128.75");
  });

  it("is read the same from the code in 12, 13 and 14 digits", () => {
    const upcA = withCheckDigit("21234542875");
    for (const code of [upcA, `0${upcA}`, `00${upcA}`]) expect(read(code, FOUR)?.value).toBe("28.75");
  });
});
