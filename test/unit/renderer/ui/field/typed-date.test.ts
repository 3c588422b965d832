import { describe, expect, it } from "vitest";
import { type MonthMeans, parseTypedDate } from "../../../../../renderer/ui/field/typed-date.ts";

const value = (typed: string, means: MonthMeans = "lastDay") => {
  const parsed = parseTypedDate(typed, means);
  return parsed.kind === "date" ? parsed.value : parsed.kind;
};

describe("a typed date", () => {
  it.each([
    ["2026-12-31", "2026-12-31"],
    ["31/12/2026", "2026-12-31"],
    ["31.12.26", "2026-12-31"],
    ["1-2-2026", "2026-02-01"],
    ["31122026", "2026-12-31"],
    ["311226", "2026-12-31"],
    ["31 12 2026", "2026-12-31"],
    ["٣١/١٢/٢٠٢٦", "2026-12-31"],
    ["29/02/2028", "2028-02-29"],
  ])("reads %s", (typed, expected) => expect(value(typed)).toBe(expected));

  it("takes a month by what it means", () => {
    expect(value("02/2027", "lastDay")).toBe("2027-02-28");
    expect(value("2027-02", "firstDay")).toBe("2027-02-01");
    expect(value("12/26", "lastDay")).toBe("2026-12-31");
  });

  it.each(["31/02/2026", "13/2026", "2026-13-01", "yesterday", "1", "31/12", "0001-01-01", "12345"])(
    "refuses %s",
    (typed) => expect(value(typed)).toBe("wrong"),
  );

  it("knows nothing typed from something wrong", () => expect(value(" ")).toBe("empty"));
});
