import { describe, expect, it } from "vitest";
import { compareAmounts } from "../../../../renderer/screens/documents/document-list.tsx";

const compare = (local: string | null, service: string | null, currencies = ["USD", "USD"]) =>
  compareAmounts({
    local,
    service,
    localCurrency: currencies[0] ?? null,
    serviceCurrency: currencies[1] ?? null,
  });

describe("this counter's amount beside the service's", () => {
  it("differs exactly, beyond what binary floating point holds", () => {
    expect(compare("0.1", "0.3")).toEqual({ kind: "differs", by: "0.2" });
    expect(compare("9007199254740993.000000000000000001", "9007199254740993")).toEqual({
      kind: "differs",
      by: "-0.000000000000000001",
    });
  });

  it("is the same whatever the spelling", () => {
    expect(compare("81.20", "81.2")).toEqual({ kind: "same" });
  });

  it("is never compared across currencies, nor where one side is not known", () => {
    expect(compare("1", "1", ["USD", "SAR"])).toEqual({ kind: "otherCurrency" });
    expect(compare("1", null)).toEqual({ kind: "oneSided" });
    expect(compare(null, "1")).toEqual({ kind: "oneSided" });
    expect(compare("odd", "1")).toEqual({ kind: "oneSided" });
  });
});
