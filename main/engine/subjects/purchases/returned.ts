/** What of a purchase's line went back, what waits, and what is left. Pure. */
import Big from "big.js";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import type { StoredReturnLine } from "../../core/outbox/return-lines.ts";
import type { Converter } from "./converter.ts";
import type { StoredPurchaseLine } from "./purchase-reads.ts";

type DetailLine = ChannelOutput<"purchases.get">["lines"][number];
type Column = "quantity" | "free_quantity";

const UNKNOWN = { returned: null, waiting: null, left: null, leftInBase: null };

/** `returns`: the lines of returns that name this one and stand. */
export function lineWithReturns(
  line: StoredPurchaseLine,
  returns: readonly StoredReturnLine[],
  { baseIdOf, toBase, fromBase }: Converter,
): DetailLine {
  const unit = line.measure_unit_id;
  const own = returns.filter((other) => other.product_id === line.product_id);
  let problem: DetailLine["problem"] = null;
  /** In base units; null where a unit can't be converted. */
  const sum = (rows: readonly StoredReturnLine[], column: Column): Big | null => {
    const given = rows.filter((row) => row[column] !== "0");
    if (given.some((row) => baseIdOf(row.measure_unit_id) !== baseIdOf(unit))) return null;
    return given.reduce(
      (total, row) => total.plus(toBase(new Big(row[column]), row.measure_unit_id)),
      new Big(0),
    );
  };
  const inUnit = (amount: Big): string => {
    const { value, isExact } = fromBase(amount, unit);
    if (!isExact) problem ??= "inexact";
    return value.toFixed();
  };
  const amounts = (column: Column) => {
    const bought = line[column];
    const isConfirmed = ({ state }: StoredReturnLine) => state === "confirmed";
    const returned = sum(own.filter(isConfirmed), column);
    const waiting = sum(
      own.filter((row) => !isConfirmed(row)),
      column,
    );
    if (returned === null || waiting === null) {
      problem = "noConversion";
      return { bought, ...UNKNOWN };
    }
    const left = toBase(new Big(bought), unit).minus(returned).minus(waiting);
    return {
      bought,
      returned: inUnit(returned),
      waiting: inUnit(waiting),
      left: inUnit(left),
      leftInBase: left.toFixed(),
    };
  };
  const paid = amounts("quantity");
  const free = amounts("free_quantity");
  return {
    row: line.row,
    productId: line.product_id,
    measureUnitId: unit,
    ...paid,
    free,
    problem,
    price: line.price,
    productionAt: line.production_at || null,
    expiryAt: line.expiry_at || null,
    batch: line.batch || null,
  };
}
