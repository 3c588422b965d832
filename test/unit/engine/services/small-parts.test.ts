/** Small functions of the services whose answers a person reads. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { freeBytesOf, leastSpare } from "../../../../main/engine/services/disk.ts";
import { productOfStock } from "../../../../main/engine/services/mirror-rows.ts";
import { lastCosts } from "../../../../main/engine/services/product-detail.ts";
import type { StoredStock } from "../../../../main/engine/store/mirror-reads.ts";
import { newFolder } from "../../../helpers/engine.ts";

it("the room that is left is told by the disks that answer, and is unknown only where none does", () => {
  const folder = newFolder();
  const gone = join(folder, "gone", "further");
  expect(freeBytesOf(gone)).toBeNull();
  expect(leastSpare([gone])).toBeNull();
  expect(leastSpare([gone, folder])).toBeLessThan(freeBytesOf(folder) ?? 0);
});

const stock = (cost_price: string, service_updated_at: string | null, measure_unit_id = 1): StoredStock => ({
  product_id: 1,
  measure_unit_id,
  store_id: 1,
  barcode: null,
  currency_id: "YER",
  production_at: "",
  expiry_at: "",
  cost_price,
  quantity: "1",
  service_updated_at,
  answered_at: 0,
});

it("the newest cost of a unit is shown, and of two of one time the one that comes first", () => {
  const product = { ...productOfStock(stock("", null)), units: [] };
  const early = "2026-01-01T00:00:00.000Z";
  const late = "2026-02-01T00:00:00.000Z";
  const costs = (rows: StoredStock[]) => lastCosts(rows, product).map(({ costPrice, at }) => [costPrice, at]);
  expect(costs([stock("1", early), stock("2", late), stock("3", late)])).toEqual([["2", late]]);
  expect(costs([stock("", late), stock("4", early)])).toEqual([["4", early]]);
});
