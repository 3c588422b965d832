import { describe, expect, it } from "vitest";
import type { MirrorRow, ProductRow } from "../../../../contract/channels/mirror.ts";
import { longestFraction } from "../../../../renderer/features/amount.tsx";
import { isOneImport, mirrorLines } from "../../../../renderer/screens/reference-data/lists/mirror-table.tsx";
import {
  canBeDeleted,
  deletedFilter,
  tabOf,
} from "../../../../renderer/screens/reference-data/reference-data-state.ts";

const origin = { deleted: false, source: "file", updatedAt: "" } as const;
const unit = (barcode: string | null): ProductRow["units"][number] => ({
  barcode,
  measureUnitId: 1,
  measureUnitName: "Piece",
  price: "1",
  costPrice: null,
});

describe("the mirror's lines", () => {
  it("are one for each unit and barcode of a product, and one for a product without any", () => {
    const rows: MirrorRow[] = [
      { kind: "product", id: 1, name: "A", units: [unit("1"), unit("2")], ...origin },
      { kind: "product", id: "9007199254740993", name: "B", units: [], ...origin },
    ];
    const lines = mirrorLines(rows);
    expect(lines.map(({ key, repeats, unit: of }) => [key, repeats, of?.barcode ?? null])).toEqual([
      ["1/0", false, "1"],
      ["1/1", true, "2"],
      ["9007199254740993", false, null],
    ]);
  });

  it("have a key of both currencies for a rate", () => {
    const row: MirrorRow = {
      kind: "exchangeRate",
      fromCurrencyId: "USD",
      toCurrencyId: "SAR",
      rate: "3.75",
      ...origin,
    };
    expect(mirrorLines([row])[0]?.key).toBe("USD-SAR");
  });

  it("leave room for the longest fraction", () => {
    expect(longestFraction(["1.25", null, "3.0625", "4"])).toBe(4);
    expect(longestFraction([], 3)).toBe(3);
  });
});

describe("the tabs", () => {
  it("are found by name, products where there is none", () => {
    expect([tabOf("stock"), tabOf("nothing"), tabOf(undefined)]).toEqual(["stock", "product", "product"]);
  });

  it("filter deleted records only where records can be deleted", () => {
    expect([canBeDeleted("product"), canBeDeleted("store"), canBeDeleted("stock")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([deletedFilter("all"), deletedFilter("live"), deletedFilter("deleted")]).toEqual([
      {},
      { deleted: false },
      { deleted: true },
    ]);
  });
});

describe("the source of the mirror's lines", () => {
  const one = (source: "file" | "service", updatedAt: string): MirrorRow => ({
    kind: "store",
    id: 1,
    name: "A",
    deleted: false,
    source,
    updatedAt,
  });
  const file = one("file", "2026-03-01T08:00:10.000Z");

  it("is said above them where all are of one import, and in each row where they are not", () => {
    expect(isOneImport(mirrorLines([file, one("file", "2026-03-01T08:00:40.000Z")]))).toBe(true);
    expect(isOneImport(mirrorLines([file, one("file", "2026-03-02T08:00:10.000Z")]))).toBe(false);
    expect(isOneImport(mirrorLines([file, one("service", "2026-03-01T08:00:10.000Z")]))).toBe(false);
    expect(isOneImport(mirrorLines([one("service", "2026-03-01T08:00:10.000Z")]))).toBe(false);
  });
});
