import { describe, expect, it } from "vitest";
import { type MonthMeans, readTypedDate } from "../../../contract/typed-date.ts";

const value = (typed: string, means: MonthMeans = "lastDay") => {
  const parsed = readTypedDate(typed, means, "2026-11-25");
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
    ["271231", "2027-12-31"],
    ["٢٧١٢٣١", "2027-12-31"],
    ["260105", "2026-01-05"],
    ["050126", "2026-01-05"],
    ["31 12 2026", "2026-12-31"],
    ["٣١/١٢/٢٠٢٦", "2026-12-31"],
    ["29/02/2028", "2028-02-29"],
  ])("reads %s", (typed, expected) => expect(value(typed)).toBe(expected));

  it("of six digits says which other date they may be", () => {
    const read = (typed: string) => readTypedDate(typed, "lastDay", "2026-11-25");
    expect(read("271231")).toEqual({ kind: "date", value: "2027-12-31", other: "2031-12-27" });
    expect(read("311226")).toEqual({ kind: "date", value: "2026-12-31", other: "2031-12-26" });
    expect(read("261126")).toEqual({ kind: "date", value: "2026-11-26" });
    expect(read("310427")).toEqual({ kind: "date", value: "2031-04-27" });
    expect(read("31122027")).toEqual({ kind: "date", value: "2027-12-31" });
    expect(read("991399")).toEqual({ kind: "wrong" });
  });

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
