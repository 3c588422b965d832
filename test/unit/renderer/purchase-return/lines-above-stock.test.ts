import { expect, test } from "vitest";
import type { StockRow } from "../../../../contract/channels/mirror.ts";
import { emptyLine, type ReturnLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import { linesAboveStock } from "../../../../renderer/screens/purchase-return/draft/stock.ts";

const line = (lineId: string, productId: string, quantity: string, measureUnitId = "1"): ReturnLine => ({
  ...emptyLine(lineId),
  productId,
  measureUnitId,
  quantity,
});
const stock = (productId: number, quantity: string | null, storeId = 1): StockRow => ({
  productId,
  measureUnitId: 1,
  storeId,
  barcode: null,
  currencyId: null,
  productionAt: null,
  expiryAt: null,
  costPrice: null,
  quantity,
  updatedAt: "2026-03-01T08:00:00.000Z",
  source: "service",
  other: null,
});
const bases = new Map([
  ["1", { baseId: "1", factor: "1" }],
  ["2", { baseId: "1", factor: "12" }],
]);
const above = (lines: readonly ReturnLine[], rows: readonly StockRow[]) =>
  linesAboveStock(lines, rows, { storeId: "1", bases });

test("lines of the same goods are counted together, in any of their units", () => {
  const lines = [line("a", "7", "3"), line("b", "8", "3"), line("c", "7", "1", "2")];
  expect(above(lines, [stock(7, "14"), stock(8, "3")])).toEqual([0, 2]);
  expect(above(lines, [stock(7, "15"), stock(8, "3")])).toEqual([]);
});

test("goods of which no stock is known, and lines without goods, are not above it", () => {
  const lines = [line("a", "7", "3"), line("b", "", "3"), line("c", "8", "")];
  expect(above(lines, [stock(7, null), stock(7, "1", 2), stock(8, "0")])).toEqual([]);
});
