/** Of each batch the newer of what a file and the service say of it. */
import { expect, it } from "vitest";
import type { StoredStock } from "../../../../main/engine/mirror/mirror-reads.ts";
import { newestStock } from "../../../../main/engine/mirror/newest-stock.ts";

const row = (fields: Partial<StoredStock>): StoredStock => ({
  product_id: 1001,
  measure_unit_id: 1,
  store_id: 1,
  barcode: null,
  currency_id: "YER",
  production_at: "",
  expiry_at: "2026-03-20",
  cost_price: "10",
  quantity: "5",
  service_updated_at: "2026-03-01T08:00:00.000Z",
  answered_at: Date.parse("2026-03-01T08:00:00.000Z"),
  source: "service",
  ...fields,
});
const file = (fields: Partial<StoredStock> = {}) => row({ source: "file", ...fields });
const newestOf = (...rows: StoredStock[]) =>
  newestStock(rows).map(({ source, quantity, cost_price, other }) => [source, quantity, cost_price, other]);

const LATER = "2026-03-02T08:00:00.000Z";
const OLDER = { source: "service", quantity: "5", costPrice: "10", updatedAt: "2026-03-01T08:00:00.000Z" };

it("the newer one is taken, with the older one where they differ in quantity or cost", () => {
  const later = { service_updated_at: LATER };
  expect(newestOf(file({ ...later, quantity: "7" }), row({}))).toEqual([["file", "7", "10", OLDER]]);
  expect(newestOf(file({ ...later, cost_price: "11" }), row({}))).toEqual([["file", "5", "11", OLDER]]);
  expect(newestOf(file(later), row({}))).toEqual([["file", "5", "10", null]]);
  expect(newestOf(file({ quantity: "7" }), row(later))[0]?.slice(0, 2)).toEqual(["service", "5"]);
});

it("of two that are equally old the service's is taken, and what says no time is as old as its receipt", () => {
  expect(newestOf(file({ quantity: "7" }), row({}))[0]?.[0]).toBe("service");
  const untimed = { service_updated_at: null, answered_at: Date.parse(LATER) };
  expect(newestOf(file({ ...untimed, quantity: "7" }), row({}))[0]?.[0]).toBe("file");
});

it("several costs of one batch are summed to be compared, and one unknown quantity makes the sum unknown", () => {
  const costs = [
    file({ cost_price: "10", quantity: "2" }),
    file({ cost_price: "11", quantity: "3.5" }),
    row({ service_updated_at: LATER }),
  ];
  expect(newestOf(...costs)[0]?.[3]).toMatchObject({ source: "file", quantity: "5.5", costPrice: null });
  const [first, second, third] = costs;
  if (first === undefined || second === undefined || third === undefined) throw new Error("there are three");
  expect(newestOf({ ...first, quantity: null }, second, third)[0]?.[3]).toMatchObject({ quantity: null });
});

it("a batch of another unit, store or date is not compared", () => {
  for (const fields of [{ measure_unit_id: 2 }, { store_id: 2 }, { production_at: "2026-01-01" }])
    expect(newestOf(file({ quantity: "7" }), row(fields)).map(([source]) => source)).toEqual([
      "file",
      "service",
    ]);
});
