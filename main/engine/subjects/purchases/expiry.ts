/** What expires soon, by the newest facts of the stock, less what went back since and what waits. */
import Big from "big.js";
import type { Call } from "../../../../contract/call.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import { grouped } from "../../../lib/grouped.ts";
import { createReturnLineStore } from "../../core/outbox/return-lines.ts";
import { boundId } from "../../file/schema/table.ts";
import { orNull } from "../../mirror/mirror-rows.ts";
import { batchesIn, newerOfBatch, stockTime } from "../../mirror/stock/newest-stock.ts";
import { createUnitReads } from "../../mirror/unit-reads.ts";
import type { Shop } from "../shop.ts";
import { type Converter, createConverter } from "./converter.ts";
import { createExpiryStore, type ExpiringStock } from "./expiry-reads.ts";
import { dayIn, type Remaining, remainingOf } from "./remaining.ts";

type Windows = ChannelOutput<"returnWindows.get">;
type Row = ChannelOutput<"expiry.list">["rows"][number];

const DEFAULT_DAYS = 90;
/** Batches that one look reads. */
const MOST_BATCHES = 2_000;
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

const placeOf = (row: ExpiringStock): string =>
  [row.product_id, row.store_id, dayIn(row.expiry_at)].join(" ");

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

  const list = ({
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
    const most = supplierAccountId === undefined ? MOST_BATCHES : MOST_OF_SUPPLIER;
    const read = store.until(`${dayAfter(today, widest)}~`, asked, most);
    const converter = createConverter((id) => units.unit(boundId(id)));
    const accountName = once((id: ExactInteger) => store.accountName(boundId(id)));
    const storeName = once((id: ExactInteger) => units.storeName(boundId(id)));
    const daysLeftOf = once((day: string) => daysBetween(today, day));
    const batches = batchesIn(read);
    const rows = [...grouped(batches.flatMap(newerOfBatch), placeOf).values()].flatMap((place): Row[] =>
      remaining(place, converter).flatMap(({ row, quantity }) => {
        const supplier = row.supplier_account_id;
        if (supplierAccountId !== undefined && supplier !== supplierAccountId) return [];
        const expiryAt = dayIn(row.expiry_at);
        const daysLeft = daysLeftOf(expiryAt);
        if (daysLeft > windowOf(supplier)) return [];
        const costPrice = orNull(row.cost_price);
        return [
          {
            productId: row.product_id,
            measureUnitId: row.measure_unit_id,
            storeId: row.store_id,
            productionAt: orNull(row.production_at),
            expiryAt,
            daysLeft,
            quantity: quantity?.toFixed() ?? null,
            costPrice,
            currencyId: orNull(row.currency_id),
            value: quantity === null || costPrice === null ? null : quantity.times(costPrice).toFixed(),
            supplierAccountId: supplier,
            supplierName: supplier === null ? null : accountName(supplier),
            storeName: storeName(row.store_id),
            source: row.source,
            updatedAt: stockTime(row),
          },
        ];
      }),
    );
    return { rows, more: batches.length === most };
  };

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
