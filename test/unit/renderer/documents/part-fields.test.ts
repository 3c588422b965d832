import { describe, expect, it } from "vitest";
import { TRANSACTION_PARTS, transactionResult } from "../../../../contract/service/results.ts";
import {
  currencyOf,
  extraFields,
  PART_FIELDS,
  PARTS,
  partOfWire,
  TRANSACTION_FIELDS,
  valueText,
  WIRE_NAMES,
} from "../../../../renderer/screens/documents/part-fields.ts";

describe("the fields of an answer", () => {
  it("are those of the interface, each once, for every part", () => {
    for (const part of PARTS)
      expect([...PART_FIELDS[part]].sort(), part).toEqual(
        Object.keys(TRANSACTION_PARTS[WIRE_NAMES[part]].shape).sort(),
      );
    expect(Object.keys(TRANSACTION_PARTS).map(partOfWire).sort()).toEqual([...PARTS].sort());
  });

  it("are those of the interface for the header", () => {
    const header = Object.keys(transactionResult.shape).filter((name) => partOfWire(name) === null);
    expect([...TRANSACTION_FIELDS].sort()).toEqual(header.sort());
  });

  it("that the interface doesn't name come after, in the order they first came", () => {
    const rows = [
      { id: 1, zeta: 1 },
      { id: 2, alpha: null, zeta: 2 },
    ];
    expect(extraFields(rows, ["id"])).toEqual(["zeta", "alpha"]);
    expect(extraFields([], ["id"])).toEqual([]);
  });

  it("keep every digit and show what is no plain value as JSON", () => {
    expect(valueText("123456789012345678901234.5")).toBe("123456789012345678901234.5");
    expect(valueText(0)).toBe("0");
    expect(valueText(false)).toBe("false");
    expect(valueText({ a: ["1.50"] })).toBe('{"a":["1.50"]}');
    expect(valueText(null)).toBeNull();
    expect(valueText(undefined)).toBeNull();
  });

  it("carry their own currency", () => {
    const row = { currencyId: "USD", toCurrencyId: "SAR" };
    expect(currencyOf("amount", row)).toBe("USD");
    expect(currencyOf("toAmount", row)).toBe("SAR");
    expect(currencyOf("price", {})).toBeNull();
  });
});
