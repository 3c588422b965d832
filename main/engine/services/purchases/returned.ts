/** What of a purchase's line went back, what waits, and what is left. Pure. */
import Big from "big.js";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { StoredPurchaseLine } from "../../store/purchases/purchases.ts";
import type { StoredReturnLine } from "../../store/purchases/return-lines.ts";
import type { Converted } from "./converter.ts";

type DetailLine = ChannelOutput<"purchases.get">["lines"][number];
type Convert = (quantity: Big, from: ExactInteger, to: ExactInteger) => Converted | null;
type Column = "quantity" | "free_quantity";

const UNKNOWN = { returned: null, waiting: null, left: null };

/** `returns`: the lines of returns that name this one and stand. */
export function lineWithReturns(
  line: StoredPurchaseLine,
  returns: readonly StoredReturnLine[],
  convert: Convert,
): DetailLine {
  const own = returns.filter((other) => other.product_id === line.product_id);
  let problem: DetailLine["problem"] = null;
  const sum = (rows: readonly StoredReturnLine[], column: Column): Big | null => {
    let total = new Big(0);
    for (const row of rows) {
      const converted = convert(new Big(row[column]), row.measure_unit_id, line.measure_unit_id);
      if (converted === null) {
        problem = "noConversion";
        return null;
      }
      if (!converted.isExact) problem ??= "inexact";
      total = total.plus(converted.value);
    }
    return total;
  };
  const amounts = (column: Column) => {
    const bought = line[column];
    const returned = sum(
      own.filter(({ state }) => state === "confirmed"),
      column,
    );
    const waiting = sum(
      own.filter(({ state }) => state !== "confirmed"),
      column,
    );
    if (returned === null || waiting === null) return { bought, ...UNKNOWN };
    const left = new Big(bought).minus(returned).minus(waiting);
    return { bought, returned: returned.toFixed(), waiting: waiting.toFixed(), left: left.toFixed() };
  };
  const paid = amounts("quantity");
  const free = amounts("free_quantity");
  return {
    row: line.row,
    productId: line.product_id,
    measureUnitId: line.measure_unit_id,
    ...paid,
    free,
    problem,
    price: line.price,
    productionAt: line.production_at || null,
    expiryAt: line.expiry_at || null,
    batch: line.batch || null,
  };
}
