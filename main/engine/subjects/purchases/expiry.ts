/** What expires soon, by the newest facts of the stock, less what went back since and what waits. */

import Big from "big.js";
import type { Call } from "../../../../contract/call.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import { grouped } from "../../../lib/grouped.ts";
import { createReturnLineStore, type StoredReturnLine } from "../../core/outbox/return-lines.ts";
import type { Db } from "../../file/database/open-database.ts";
import { BATCH_COLUMNS, isInStock, isUsedUp } from "../../file/schema/reference-data.ts";
import { boundId } from "../../file/schema/table.ts";
import type { StoredStock } from "../../mirror/mirror-reads.ts";
import { orNull } from "../../mirror/mirror-rows.ts";
import { batchesIn, newerOfBatch, stockTime } from "../../mirror/newest-stock.ts";
import { createUnitReads } from "../../mirror/unit-conversion.ts";
import type { Shop } from "../shop.ts";
import { type Converter, createConverter } from "./converter.ts";

// Reads stock by its expiry, and how long before it each supplier takes goods back.

type BoundId = bigint | string;
type Batch = Record<"product_id" | "store_id" | "measure_unit_id", BoundId> &
  Record<"production_at" | "expiry_at", string>;

const batchOf = (row: StoredStock): Batch => ({
  product_id: boundId(row.product_id),
  store_id: boundId(row.store_id),
  measure_unit_id: boundId(row.measure_unit_id),
  production_at: row.production_at,
  expiry_at: row.expiry_at,
});
/** The columns of a batch, of a table in a query. */
const batchColumns = (table: string): string => BATCH_COLUMNS.map((column) => `${table}.${column}`).join();

/** A stock row with what is looked up of its batch. */
interface ExpiringStock extends StoredStock {
  /** Who the product was last bought from, first with that expiry; null where no purchase is known. */
  supplier_account_id: ExactInteger | null;
  /** 1 where a return has a line with that product and expiry. */
  is_returned: number;
  /** 1 where the batch has rows with nothing or less. */
  has_used_up: number;
}

const DAY = "substr(live.expiry_at, 1, 10)";
/** The newest purchase with a product, or with one expiry of it. */
const newest = (index: string, which = ""): string =>
  `(SELECT purchase_key FROM purchase_line INDEXED BY ${index} WHERE product_id = live.product_id${which}
    ORDER BY date DESC, purchase_key DESC LIMIT 1)`;

function createExpiryStore(db: Db) {
  // What is looked up for each row is looked up within the statement: most of the time would go into the calls.
  const until = db.prepare<[{ last: string; store: BoundId | null; limit: number }], ExpiringStock>(
    `SELECT live.*,
       (SELECT supplier_account_id FROM purchase WHERE purchase_key = coalesce(
          ${newest("purchase_line_by_expiry", ` AND expiry_at = ${DAY}`)},
          ${newest("purchase_line_by_product")})) AS supplier_account_id,
       EXISTS (SELECT 1 FROM return_line
               WHERE product_id = live.product_id AND expiry_at = ${DAY} AND expiry_at <> '') AS is_returned,
       EXISTS (SELECT 1 FROM stock AS used_up INDEXED BY stock_used_up_by_expiry
               WHERE (${batchColumns("used_up")}) = (${batchColumns("live")}) AND ${isUsedUp("used_up.")}) AS has_used_up
     FROM stock AS live INDEXED BY stock_by_expiry
     WHERE ${isInStock("live.")} AND live.expiry_at <= @last AND (@store IS NULL OR live.store_id = @store)
     ORDER BY ${batchColumns("live")}, live.rowid LIMIT +@limit`,
  );
  // Without the signs a batch takes four times as long: most likely SQLite compiles the statement anew for its values.
  const ofBatch = db.prepare<[Batch], StoredStock>(
    `SELECT * FROM stock WHERE product_id = +@product_id AND store_id = +@store_id
       AND measure_unit_id = +@measure_unit_id AND production_at = +@production_at AND expiry_at = +@expiry_at
     ORDER BY rowid`,
  );
  const windows = db.prepare<[], { account_id: ExactInteger | ""; days: number }>(
    "SELECT account_id, days FROM return_window ORDER BY account_id",
  );
  const setWindow = db.prepare<[BoundId, bigint, bigint]>(
    `INSERT INTO return_window (account_id, days, updated_at) VALUES (?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET days = excluded.days, updated_at = excluded.updated_at`,
  );
  const accountName = db.prepare<[BoundId], string>("SELECT name FROM account WHERE id = ?").pluck();
  const removeWindow = db.prepare<[BoundId]>("DELETE FROM return_window WHERE account_id = ?");
  return {
    /**
     * Reads at most `limit` rows in stock whose expiry is not after that text, the soonest first, and returns their
     * batches whole. `more`: the limit was reached.
     */
    until(last: string, store: BoundId | null, limit: number): { batches: ExpiringStock[][]; more: boolean } {
      const rows = until.all({ last, store, limit });
      const more = rows.length === limit;
      const batches = batchesIn(rows);
      const cut = more ? batches.at(-1) : undefined;
      return {
        batches: batches.map((batch) => {
          const [first] = batch;
          if (first === undefined || (first.has_used_up === 0 && batch !== cut)) return batch;
          return ofBatch.all(batchOf(first)).map((row) => ({ ...first, ...row }));
        }),
        more,
      };
    },
    accountName: (id: BoundId): string | null => accountName.get(id) ?? null,
    /** The account "" is every other supplier. */
    windows: (): { account_id: ExactInteger | ""; days: number }[] => windows.all(),
    setWindow(account: BoundId, days: number | null, now: number): void {
      if (days === null) removeWindow.run(account);
      else setWindow.run(account, BigInt(days), BigInt(now));
    },
  };
}

// What is there of the batches of one product, store and day of expiry, each return taken out of them once. Pure.

interface Remaining<Row> {
  row: Row;
  /** A decimal; null where the stock doesn't say how much there is. */
  quantity: string | null;
}

/** The service may answer a date with a time. */
const dayIn = (text: string): string => text.slice(0, 10);

/**
 * Whether the stock row can't know of the return yet. The service dates its rows before their answer arrives, so theirs
 * is the time of the answer: the one that confirms the return counts it.
 */
const isUncounted = (line: StoredReturnLine, row: StoredStock): boolean =>
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

interface Held<Row> {
  row: Row;
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
 * have to the next; it is in the number already where the best one was answered after it.
 */
function remainingOf<Row extends StoredStock>(
  rows: readonly Row[],
  lines: readonly StoredReturnLine[],
  converter: Converter,
): Remaining<Row>[] {
  // Nothing went and nothing is owed, as of most: what there is stays as it is written.
  if (lines.length === 0 && !rows.some(({ quantity }) => quantity?.startsWith("-"))) {
    const some = rows.some(({ quantity }) => quantity === "0")
      ? rows.filter(({ quantity }) => quantity !== "0")
      : rows;
    return some.map((row) => ({ row, quantity: row.quantity }));
  }
  const { toBase, fromBase } = converter;
  const held = (row: Row): Held<Row> => ({
    row,
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
          : [{ batch, fit, isUncounted: isUncounted(line, first.row) }];
      })
      .sort((a, b) => a.fit - b.fit);
    const best = fitting.filter(({ fit }) => fit === fitting[0]?.fit);
    if (best.some((candidate) => !candidate.isUncounted)) continue;
    let rest = toBase(new Big(line.quantity).plus(line.free_quantity), line.measure_unit_id);
    for (const candidate of fitting) if (candidate.isUncounted) rest = takeFrom(candidate.batch, rest);
  }
  return batches.flat().flatMap(({ row, amount, isGone }): Remaining<Row>[] => {
    if (amount === null) return isGone ? [] : [{ row, quantity: null }];
    return amount.gt(0) ? [{ row, quantity: fromBase(amount, row.measure_unit_id).value.toFixed() }] : [];
  });
}

type Windows = ChannelOutput<"returnWindows.get">;
type Row = ChannelOutput<"expiry.list">["rows"][number];

const DEFAULT_DAYS = 90;
/** Rows in stock that one look reads. */
const MOST_ROWS = 2_000;
/** Where only one supplier's are asked for: most of what is read may be others'. */
const MOST_OF_SUPPLIER = 10_000;
const DAY_MS = 86_400_000;

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Remembers what one look read or reckoned: few suppliers, stores and days have thousands of rows. */
function once<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: read(key) };
    known.set(key, found);
    return found.value;
  };
}

function totalsOf(rows: readonly Row[]): Omit<ChannelOutput<"expiry.totals">, "more"> {
  const values = new Map<string | null, Big>();
  for (const { value, currencyId } of rows)
    if (value !== null) values.set(currencyId, (values.get(currencyId) ?? new Big(0)).plus(value));
  return {
    batches: rows.length,
    expired: rows.filter(({ daysLeft }) => daysLeft < 0).length,
    values: [...values].map(([currencyId, value]) => ({ currencyId, value: value.toFixed() })),
    unvalued: rows.filter(({ value }) => value === null).length,
  };
}

const placeOf = (row: ExpiringStock): string => `${row.product_id} ${row.store_id} ${dayIn(row.expiry_at)}`;

export function createExpiryService({ db, clock, record }: Shop) {
  const store = createExpiryStore(db);
  const returns = createReturnLineStore(db);
  const units = createUnitReads(db);

  const windows = (): Windows => {
    const rows = store.windows();
    return {
      everyone: rows.find(({ account_id }) => account_id === "")?.days ?? DEFAULT_DAYS,
      suppliers: rows.flatMap(({ account_id, days }) =>
        account_id === "" ? [] : [{ accountId: account_id, days }],
      ),
    };
  };

  /** Of one product, store and day of expiry. */
  const remaining = (rows: readonly ExpiringStock[], converter: Converter): Remaining<ExpiringStock>[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const lines =
      first.is_returned === 0 ? [] : returns.ofBatch(boundId(first.product_id), dayIn(first.expiry_at));
    return remainingOf(
      rows,
      lines.filter(({ store_id }) => store_id === first.store_id),
      converter,
    );
  };

  const look = ({
    withinDays,
    storeId,
    supplierAccountId,
  }: ParsedInput<"expiry.list">): ChannelOutput<"expiry.list"> => {
    const { everyone, suppliers } = windows();
    const own = new Map<ExactInteger, number>(suppliers.map(({ accountId, days }) => [accountId, days]));
    const windowOf = (supplier: ExactInteger | null): number =>
      withinDays ?? (supplier === null ? everyone : (own.get(supplier) ?? everyone));
    const today = clock.dayOf(clock.now());
    const widest = withinDays ?? Math.max(everyone, ...own.values());
    const asked = storeId === undefined ? null : boundId(storeId);
    const most = supplierAccountId === undefined ? MOST_ROWS : MOST_OF_SUPPLIER;
    const { batches, more } = store.until(`${dayAfter(today, widest)}~`, asked, most);
    const converter = createConverter((id) => units.unit(boundId(id)));
    const accountName = once((id: ExactInteger) => store.accountName(boundId(id)));
    const storeName = once((id: ExactInteger) => units.storeName(boundId(id)));
    const daysLeftOf = once((day: string) => daysBetween(today, day));
    const numberOf = once((text: string) => new Big(text));
    const rows: Row[] = [];
    for (const place of grouped(batches.flatMap(newerOfBatch), placeOf).values())
      for (const { row, quantity } of remaining(place, converter)) {
        const supplier = row.supplier_account_id;
        if (supplierAccountId !== undefined && supplier !== supplierAccountId) continue;
        const expiryAt = dayIn(row.expiry_at);
        const daysLeft = daysLeftOf(expiryAt);
        if (daysLeft > windowOf(supplier)) continue;
        const costPrice = orNull(row.cost_price);
        rows.push({
          productId: row.product_id,
          measureUnitId: row.measure_unit_id,
          storeId: row.store_id,
          productionAt: orNull(row.production_at),
          expiryAt,
          daysLeft,
          quantity,
          costPrice,
          currencyId: orNull(row.currency_id),
          value:
            quantity === null || costPrice === null
              ? null
              : numberOf(quantity).times(numberOf(costPrice)).toFixed(),
          supplierAccountId: supplier,
          supplierName: supplier === null ? null : accountName(supplier),
          storeName: storeName(row.store_id),
          source: row.source,
          updatedAt: stockTime(row),
        });
      }
    return { rows, more };
  };
  /** In one transaction: outside of one each statement locks the file. */
  const list = db.transaction(look);

  return {
    list,
    totals(): ChannelOutput<"expiry.totals"> {
      const { rows, more } = list({});
      return { ...totalsOf(rows), more };
    },
    windows,
    setWindow(call: Call, { accountId, days }: ParsedInput<"returnWindows.set">): Windows {
      db.transaction(() => {
        store.setWindow(accountId === null ? "" : boundId(accountId), days, call.at);
        record(call, "returnWindow.changed", accountId === null ? "" : String(accountId), { days });
      }).immediate();
      return windows();
    },
  };
}
