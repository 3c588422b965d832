/** All that a line of a purchase return needs to know of a product, in one answer; and units of each other. */
import Big from "big.js";
import type { Conversion, ProductRow } from "../../../contract/channels/mirror.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { type ExactInteger, timestampOf } from "../../../contract/values.ts";
import { grouped } from "../../lib/grouped.ts";
import type { Db } from "../file/database/open-database.ts";
import { boundId } from "../file/schema/table.ts";
import { createBalanceHistory } from "./balances.ts";
import { createReferenceReads } from "./lists/reads.ts";
import { createMirrorReads, type StoredStock } from "./mirror-reads.ts";
import { orNull, productOfStock, productRowOf, stockRowOf } from "./mirror-rows.ts";
import { newestStock } from "./newest-stock.ts";
import { conversionOf, createUnitReads } from "./unit-conversion.ts";

// Sums a product's stock rows in base units, store by store; null where a sum would claim too much.

type StockTotal = ChannelOutput<"mirror.unitConversion">["stock"][number];
type UnitKey = ExactInteger | "";

interface Known {
  /** "": a row of no unit. */
  conversion(unit: UnitKey): Conversion | null;
  storeName(store: UnitKey): string | null;
}

const unitsOf = (rows: readonly StoredStock[]): (ExactInteger | null)[] => [
  ...new Set(rows.map((row) => orNull(row.measure_unit_id))),
];

/** What is the matter with the rows of one store, and the base unit where they have one in common. */
function judge(
  rows: readonly StoredStock[],
  conversion: Known["conversion"],
): Pick<StockTotal, "problem" | "measureUnitIds"> & { base: Conversion | null } {
  const unconverted = rows.filter((row) => (conversion(row.measure_unit_id)?.factor ?? null) === null);
  if (unconverted.length > 0)
    return { problem: "no_conversion", measureUnitIds: unitsOf(unconverted), base: null };
  const base = conversion(rows[0]?.measure_unit_id ?? "");
  if (rows.some((row) => conversion(row.measure_unit_id)?.baseUnitId !== base?.baseUnitId))
    return { problem: "several_bases", measureUnitIds: unitsOf(rows), base: null };
  const silent = rows.filter((row) => row.quantity === null);
  if (silent.length > 0) return { problem: "no_quantity", measureUnitIds: unitsOf(silent), base };
  return { problem: null, measureUnitIds: [], base };
}

/** One total for each store that the rows tell of. */
function stockTotals(rows: readonly StoredStock[], known: Known): StockTotal[] {
  return [...grouped(rows, (row): UnitKey => row.store_id)].map(([store, ofStore]) => {
    const { base, problem, measureUnitIds } = judge(ofStore, known.conversion);
    const sum = ofStore.reduce(
      (total, row) =>
        total.plus(new Big(row.quantity ?? 0).times(known.conversion(row.measure_unit_id)?.factor ?? 0)),
      new Big(0),
    );
    return {
      storeId: orNull(store),
      storeName: known.storeName(store),
      baseUnitId: base?.baseUnitId ?? null,
      baseUnitName: base?.baseUnitName ?? null,
      quantity: problem === null ? sum.toFixed() : null,
      problem,
      measureUnitIds,
      answeredAt: timestampOf(
        ofStore.reduce((oldest, row) => Math.min(oldest, row.answered_at), Number.MAX_SAFE_INTEGER),
      ),
    };
  });
}

type HistoryInput = ParsedInput<"mirror.balanceHistory">;

const DEFAULT_POINTS = 200;

export function createProductDetailService({ db }: { db: Db }) {
  const mirror = createMirrorReads(db);
  const reads = createReferenceReads(db);
  const units = createUnitReads(db);
  const history = createBalanceHistory(db);

  /** Each unit is followed once for a whole answer. */
  const converter = (): ((id: ExactInteger) => Conversion) => {
    const known = new Map<ExactInteger, Conversion>();
    return (id) => {
      const found = known.get(id) ?? conversionOf(id, (one) => units.unit(boundId(one)));
      known.set(id, found);
      return found;
    };
  };

  const storeNames = (): ((store: ExactInteger | "") => string | null) => {
    const known = new Map<ExactInteger, string | null>();
    return (store) => {
      if (store === "") return null;
      const name = known.has(store) ? (known.get(store) ?? null) : units.storeName(boundId(store));
      known.set(store, name);
      return name;
    };
  };

  const totalsOf = (
    stock: readonly StoredStock[],
    convert: (id: ExactInteger) => Conversion,
    storeName: (store: ExactInteger | "") => string | null,
  ) => stockTotals(stock, { conversion: (unit) => (unit === "" ? null : convert(unit)), storeName });

  /** The product as a file or, without one, a stock row tells of it; deleted rows only where all are. */
  const productOf = (id: ExactInteger, stock: readonly StoredStock[]): ProductRow | null => {
    const key = mirror.productOfId(boundId(id));
    const product = key === null ? undefined : reads.products([key])[0];
    if (product === undefined) return stock[0] === undefined ? null : productOfStock(stock[0]);
    const live = product.units.filter((unit) => unit.deleted === 0);
    return productRowOf(product, product.deleted === 1 ? product.units : live);
  };

  const unitIds = (product: ProductRow | null, stock: readonly StoredStock[]): ExactInteger[] => {
    const ids = [
      ...(product?.units ?? []).map(({ measureUnitId }) => measureUnitId),
      ...stock.map((row) => orNull(row.measure_unit_id)),
    ];
    return [...new Set(ids)].filter((id) => id !== null);
  };

  return {
    detail({
      productId,
      storeId,
    }: ParsedInput<"mirror.productDetail">): ChannelOutput<"mirror.productDetail"> {
      const everywhere = newestStock(mirror.stock(boundId(productId), null));
      const stock = storeId === undefined ? everywhere : everywhere.filter((row) => row.store_id === storeId);
      const product = productOf(productId, everywhere);
      if (product === null) return null;
      const storeName = storeNames();
      return {
        product,
        stock: stock.map((row) => ({
          ...stockRowOf(row),
          storeName: storeName(row.store_id),
          answeredAt: timestampOf(row.answered_at),
        })),
        totals: totalsOf(stock, converter(), storeName),
      };
    },
    conversion({
      measureUnitId,
      productId,
      storeId,
    }: ParsedInput<"mirror.unitConversion">): ChannelOutput<"mirror.unitConversion"> {
      const convert = converter();
      const asked = convert(measureUnitId);
      if (productId === undefined) return { ...asked, units: [], stock: [] };
      const store = storeId === undefined ? null : boundId(storeId);
      const stock = newestStock(mirror.stock(boundId(productId), store));
      const others = unitIds(productOf(productId, stock), stock).filter((id) => id !== measureUnitId);
      return { ...asked, units: others.map(convert), stock: totalsOf(stock, convert, storeNames()) };
    },
    balanceHistory({
      accountId,
      currencyId,
      limit = DEFAULT_POINTS,
    }: HistoryInput): ChannelOutput<"mirror.balanceHistory"> {
      const account = boundId(accountId);
      const currencies = currencyId === undefined ? history.currencies(account) : [currencyId];
      const series = currencies.map((currency) => history.newest(account, currency, limit + 1));
      return {
        more: series.some((points) => points.length > limit),
        points: series.flatMap((points) =>
          points
            .slice(0, limit)
            .reverse()
            .map((point) => ({
              currencyId: point.currency_id,
              answeredAt: timestampOf(point.answered_at),
              amount: point.amount,
              serialNo: point.serial_no,
            })),
        ),
      };
    },
  };
}
