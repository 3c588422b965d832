import { describe, expect, it } from "vitest";
import { correctsIn } from "../../../../renderer/lib/corrects.ts";

const ENTRY = "0b6f2a9e-1c5d-4f37-9f0e-2f6f4b7a1c11";

describe("the entry to correct", () => {
  it("is found before and behind the hash", () => {
    expect(correctsIn(`corrects=${ENTRY}`, "/purchase-return")).toBe(ENTRY);
    expect(correctsIn("", `/purchase-return?corrects=${ENTRY}`)).toBe(ENTRY);
  });

  it("is none where it is missing or no entry's id", () => {
    expect(correctsIn("", "/purchase-return")).toBeNull();
    expect(correctsIn("corrects=../../x", "/purchase-return")).toBeNull();
  });
});
