/** Stock of a store or of all, page by page, however much there is. */
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { invalidInput } from "../../../../contract/reply.ts";
import { exactIntegerOf } from "../../../../contract/values.ts";
import { boundId } from "../../file/schema/table.ts";
import type { StockPlace, StoredStock } from "../mirror-reads.ts";
import { stockRow } from "../mirror-rows.ts";
import { isSameBatch, newestStock } from "./newest-stock.ts";

/** Rows of one page where nobody says how many. */
export const MOST_STOCK = 10_000;

const cursorOf = (row: StoredStock): string =>
  [row.product_id, row.store_id, row.measure_unit_id, row.production_at, row.expiry_at].join("/");

/** Reads a cursor that `mirror.stock` gave. */
function placeOf(cursor: string): StockPlace {
  const [product, store, unit, production, expiry, ...more] = cursor.split("/");
  const [productId, storeId, unitId] = [product, store, unit].map((part = "") => exactIntegerOf(part));
  if (productId == null || storeId == null || unitId == null || production === undefined || more.length > 0)
    throw invalidInput([
      { field: "cursor", reason: "invalid", message: "is not a cursor of mirror.stock", params: {} },
    ]);
  return {
    product: boundId(productId),
    store: boundId(storeId),
    unit: boundId(unitId),
    production,
    expiry: expiry ?? "",
  };
}

/** One page. `read` gives at most one row more than `limit`: the batch that it cuts goes to the next page. */
export function stockPage(
  read: (after: StockPlace | null) => StoredStock[],
  limit: number,
  cursor: string | undefined,
): ChannelOutput<"mirror.stock"> {
  const rows = read(cursor === undefined ? null : placeOf(cursor));
  const next = rows.length > limit ? rows.at(-1) : undefined;
  if (next === undefined) return { rows: newestStock(rows).map(stockRow), cursor: null };
  const whole = rows.filter((row) => !isSameBatch(row, next));
  const page = whole.length > 0 ? whole : rows;
  const last = page.at(-1);
  return { rows: newestStock(page).map(stockRow), cursor: last === undefined ? null : cursorOf(last) };
}
