import { describe, expect, it } from "vitest";
import { copiesIn } from "../../../../renderer/screens/purchase-return/draft/copies-address.ts";

const SERIAL = "0b6f2a9e-1c5d-4f37-9f0e-2f6f4b7a1c11";

describe("the past return that is to be copied", () => {
  it("is named before or behind the hash", () => {
    expect(copiesIn(`?copies=${SERIAL}`, "/purchase-return")).toBe(SERIAL);
    expect(copiesIn("", `/purchase-return?copies=${SERIAL}`)).toBe(SERIAL);
  });

  it("is none where nothing, or no serial number, is named", () => {
    expect(copiesIn("", "/purchase-return")).toBeNull();
    expect(copiesIn("?copies=7", "/purchase-return")).toBeNull();
  });
});
