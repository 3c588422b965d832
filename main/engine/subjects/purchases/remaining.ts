/** What is there of the batches of one product, store and day of expiry, each return taken out of them once. Pure. */
import Big from "big.js";
import { timestampOf } from "../../../../contract/values.ts";
import type { StoredReturnLine } from "../../core/outbox/return-lines.ts";
import type { StoredStock } from "../../mirror/mirror-reads.ts";
import { batchesIn, stockTime } from "../../mirror/stock/newest-stock.ts";
import type { Converter } from "./converter.ts";

export interface Remaining<Row> {
  row: Row;
  /** Null where the stock doesn't say how much there is. */
  quantity: Big | null;
}

/** The service may answer a date with a time. */
export const dayIn = (text: string): string => text.slice(0, 10);

/**
 * Whether the stock row can't know of the return yet. The service dates its rows before their answer arrives, so theirs
 * is the time of the answer: the one that confirms the return counts it.
 */
const isUntold = (line: StoredReturnLine, row: StoredStock): boolean =>
  line.state !== "confirmed" ||
  (row.source === "service"
    ? line.changed_at > row.answered_at
    : timestampOf(line.changed_at) > stockTime(row));

/** How well a batch fits what the line says of it, the least first; null: it is another batch. */
function fitOf(line: StoredReturnLine, row: StoredStock, { baseIdOf }: Converter): number | null {
  if (baseIdOf(line.measure_unit_id) !== baseIdOf(row.measure_unit_id)) return null;
  const production = dayIn(row.production_at);
  if (line.production_at !== "" && production !== "" && line.production_at !== production) return null;
  return (line.measure_unit_id === row.measure_unit_id ? 0 : 2) + (line.production_at === production ? 0 : 1);
}

interface Held<Row> extends Remaining<Row> {
  /** In base units, less what went. */
  amount: Big | null;
  isGone: boolean;
}

/** Takes an amount of base units out of the rows of a batch, the first before the next; what they don't have stays over. */
function takeFrom(batch: readonly Held<StoredStock>[], wanted: Big): Big {
  let rest = wanted;
  for (const held of batch) {
    if (rest.lte(0)) return rest;
    if (held.amount === null) {
      // Nobody knows how much there was: it is taken to be what went.
      held.isGone = true;
      return new Big(0);
    }
    if (held.amount.lte(0)) continue;
    const taken = held.amount.gt(rest) ? rest : held.amount;
    held.amount = held.amount.minus(taken);
    rest = rest.minus(taken);
  }
  return rest;
}

/**
 * `rows`: the newest facts, those of a batch in a row. A line goes to the batch that fits it best, what that one doesn't
 * have to the next; it is in the number already where the best one was told after it.
 */
export function remainingOf<Row extends StoredStock>(
  rows: readonly Row[],
  lines: readonly StoredReturnLine[],
  converter: Converter,
): Remaining<Row>[] {
  const { toBase, fromBase } = converter;
  const held = (row: Row): Held<Row> => ({
    row,
    quantity: null,
    amount: row.quantity === null ? null : toBase(new Big(row.quantity), row.measure_unit_id),
    isGone: false,
  });
  const batches = batchesIn(rows).map((batch) => batch.map(held));
  // A row below zero is owed by the others of its batch.
  for (const batch of batches)
    for (const { amount } of batch) if (amount?.lt(0)) takeFrom(batch, amount.abs());
  for (const line of lines) {
    const fitting = batches
      .flatMap((batch) => {
        const [first] = batch;
        const fit = first === undefined ? null : fitOf(line, first.row, converter);
        return first === undefined || fit === null
          ? []
          : [{ batch, fit, isUntold: isUntold(line, first.row) }];
      })
      .sort((a, b) => a.fit - b.fit);
    const best = fitting.filter(({ fit }) => fit === fitting[0]?.fit);
    if (best.some((candidate) => !candidate.isUntold)) continue;
    let rest = toBase(new Big(line.quantity).plus(line.free_quantity), line.measure_unit_id);
    for (const candidate of fitting) if (candidate.isUntold) rest = takeFrom(candidate.batch, rest);
  }
  return batches.flat().flatMap(({ row, amount, isGone }): Remaining<Row>[] => {
    if (amount === null) return isGone ? [] : [{ row, quantity: null }];
    return amount.gt(0) ? [{ row, quantity: fromBase(amount, row.measure_unit_id).value }] : [];
  });
}
