import { describe, expect, it } from "vitest";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";

const value = (typed: string) => {
  const parsed = parseTypedDecimal(typed);
  return parsed.kind === "decimal" ? parsed.value : parsed.kind === "wrong" ? parsed.reason : parsed.kind;
};

describe("a typed decimal", () => {
  it.each([
    ["81.235", "81.235"],
    ["81,23", "81.23"],
    ["1,2345", "1.2345"],
    ["0,125", "0.125"],
    ["007", "7"],
    [".5", "0.5"],
    ["5.", "5"],
    ["1,234.5", "1234.5"],
    ["1.234,5", "1234.5"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1 234.5", "1234.5"],
    ["-3.50", "-3.5"],
    ["0.00", "0"],
    ["12345678901234567890.123456789", "12345678901234567890.123456789"],
  ])("reads %s as %s", (typed, expected) => expect(value(typed)).toBe(expected));

  it.each([
    ["٨١٫٢٣٥", "81.235"],
    ["١٬٢٣٤٫٥", "1234.5"],
    ["۱۲٫۵", "12.5"],
    ["١٢،٥", "12.5"],
    ["−٣", "-3"],
  ])("reads %s from an Arabic or Persian keyboard", (typed, expected) => expect(value(typed)).toBe(expected));

  it("refuses what may mean two amounts", () => {
    expect(value("1,234")).toBe("ambiguous");
    expect(value("-12,500")).toBe("ambiguous");
  });

  it.each(["abc", "1.2,3.4", "1,23,456.7", "--5", ".", ",", "12x", "1e5"])("refuses %s", (typed) =>
    expect(value(typed)).toBe("not_a_decimal"),
  );

  it("knows nothing typed from something wrong", () => expect(value("  ")).toBe("empty"));
});
