import { expect, it } from "vitest";
import { latinNumber } from "../../../../renderer/lib/text.ts";

it("digits of every keyboard become the ones that are sent, each the same digit", () => {
  expect(latinNumber("٠١٢٣٤٥٦٧٨٩")).toBe("0123456789");
  expect(latinNumber("۰۱۲۳۴۵۶۷۸۹")).toBe("0123456789");
  expect(latinNumber("0123456789")).toBe("0123456789");
});

it("the Arabic decimal separator becomes a point; thousands and spaces go, and a comma stays to be judged", () => {
  expect(latinNumber("١٬٢٣٤٫٥٠")).toBe("1234.50");
  expect(latinNumber(" 1 234\u00a0567 ")).toBe("1234567");
  expect(latinNumber("1,234.5")).toBe("1,234.5");
  expect(latinNumber("-x")).toBe("-x");
});
