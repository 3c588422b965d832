import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatsOf } from "../../../../renderer/i18n/format.ts";

const english = formatsOf("en", "auto");
const arabic = formatsOf("ar", "arabic");
const latinArabic = formatsOf("ar", "latin");

describe("exact decimals", () => {
  it("keep every digit, far beyond what a float holds", () => {
    expect(english.decimal("9007199254740993.123456789012345678")).toBe(
      "9,007,199,254,740,993.123456789012345678",
    );
    expect(english.decimal("0.1")).toBe("0.1");
    expect(english.decimal("-81.235", 2)).toBe("-81.235");
  });

  it("add zeros to the currency's digits and never round", () => {
    expect(english.decimal("81.2", 3)).toBe("81.200");
    expect(english.decimal("81.23456", 2)).toBe("81.23456");
  });

  it("are written with the digits that were chosen", () => {
    expect(arabic.decimal("1234.5", 2)).toBe("١٬٢٣٤٫٥٠");
    expect(latinArabic.decimal("1234.5", 2)).toBe("1,234.50");
    expect(latinArabic.count(1200)).toBe("1,200");
  });

  it("come out of their parts as they went in", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.stringMatching(/^\d{1,30}$/),
        (integer, fraction) => {
          const text = `${integer}.${fraction}`;
          const parts = english.decimalParts(text);
          const back = `${parts.sign}${parts.integer.replaceAll(",", "")}${parts.separator}${parts.fraction}`;
          expect(back).toBe(text);
        },
      ),
    );
  });

  it("are shown as spelled where they are no plain number", () => {
    expect(english.decimal("not a number")).toBe("not a number");
  });
});

describe("dates and times", () => {
  it("write a calendar date without moving it to another day", () => {
    expect(english.date("2026-03-01")).toBe("Mar 1, 2026");
    expect(arabic.date("2026-03-01")).toContain("٢٠٢٦");
  });

  it("tell an age by its largest unit", () => {
    const now = Date.parse("2026-03-01T12:00:00.000Z");
    expect(english.relative("2026-03-01T11:57:00.000Z", now)).toBe("3 minutes ago");
    expect(english.relative("2026-03-01T14:00:00.000Z", now)).toBe("in 2 hours");
    expect(english.duration(3 * 86_400_000 + 5)).toBe("3 days");
    expect(english.duration(420)).toBe("420 milliseconds");
  });

  it.each(["2026-03-01T11:59:56.000Z", "2026-03-01T12:00:04.000Z"])(
    "write the Arabic seconds of %s with both vowel marks, behind and ahead",
    (at) => {
      expect(arabic.relative(at, Date.parse("2026-03-01T12:00:00.000Z"))).toMatch(/ ثوانٍ$/);
    },
  );

  it("show what is no date as it is spelled", () => {
    expect(english.date("soon")).toBe("soon");
    expect(english.relative("soon", 0)).toBe("soon");
  });
});
