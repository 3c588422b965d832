import { expect, it } from "vitest";
import { digitsTooMany, knownDigits, writtenDigits } from "../../../../renderer/i18n/currency-digits.ts";

it("a currency's digits are the imported ones, else ISO 4217's, not those of cash; else none are known", () => {
  expect(knownDigits("YER", 0)).toBe(0);
  expect(knownDigits("USD", 4)).toBe(4);
  const iso = { YER: 2, LBP: 2, SYP: 2, IQD: 3, JOD: 3, KWD: 3, BHD: 3, OMR: 3, TND: 3, LYD: 3 };
  const others = { JPY: 0, KRW: 0, VND: 0, CLP: 0, XAF: 0, CLF: 4, UYW: 4, USD: 2, SAR: 2, EUR: 2 };
  for (const [code, digits] of Object.entries({ ...iso, ...others }))
    expect([code, knownDigits(code, null)]).toEqual([code, digits]);
  for (const unknown of ["XAU", "house-points", "yer", ""]) {
    expect(knownDigits(unknown, null)).toBeNull();
    expect(writtenDigits(unknown, null)).toBe(0);
  }
});

it("the runtime's digits of cash are fewer than ISO 4217's for some currencies, and for none more", () => {
  const fewer: string[] = [];
  for (const currency of Intl.supportedValuesOf("currency")) {
    const digits = knownDigits(currency, null);
    if (digits === null) continue;
    const { maximumFractionDigits: cash = 0 } = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
    }).resolvedOptions();
    expect([currency, cash <= digits]).toEqual([currency, true]);
    if (cash < digits) fewer.push(currency);
  }
  expect(fewer).toEqual(expect.arrayContaining(["IQD", "LBP", "SYP", "YER"]));
});

it("an amount has too many digits only by what is not a zero at its end", () => {
  expect(digitsTooMany("0.125", 2)).toBe(3);
  expect(digitsTooMany("-12.5", 0)).toBe(1);
  expect(digitsTooMany("12.500", 2)).toBeNull();
  expect(digitsTooMany("100", 0)).toBeNull();
  expect(digitsTooMany("0.123456", null)).toBeNull();
});
