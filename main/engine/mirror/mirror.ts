/** What this counter knows of products, stock, balances, vouchers and the other reference data. */

import type { ProductRow } from "../../../contract/channels/mirror.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { invalidField } from "../../../contract/error.ts";
import { hasCodes } from "../../../contract/lists.ts";
import { type ExactInteger, exactIntegerOf, timestampOf } from "../../../contract/values.ts";
import type { Db } from "../file/database/open-database.ts";
import { foldedWords } from "../file/schema/folded-text.ts";
import { boundId } from "../file/schema/table.ts";
import { createLinkedBarcodeStore } from "./lists/linked-barcodes.ts";
import { createReferenceReads } from "./lists/reads.ts";
import { createMirrorReads, type StockPlace, type StoredStock } from "./mirror-reads.ts";
import { productOfStock, productRowOf, stockRowOf } from "./mirror-rows.ts";
import { isSameBatch, newestStock } from "./newest-stock.ts";
import { createProductSearch, type ProductPlace } from "./search/search.ts";
import { searchable, searchWords, westernDigits } from "./search/search-text.ts";

// Stock of a store or of all, page by page, however much there is.

/** Rows of one page where nobody says how many. */
const MOST_STOCK = 10_000;

const stockCursorOf = (row: StoredStock): string =>
  [row.product_id, row.store_id, row.measure_unit_id, row.production_at, row.expiry_at].join("/");

/** Reads a cursor that `mirror.stock` gave. */
function stockPlaceOf(cursor: string): StockPlace {
  const [product, store, unit, production, expiry, ...more] = cursor.split("/");
  const [productId, storeId, unitId] = [product, store, unit].map((part = "") => exactIntegerOf(part));
  if (productId == null || storeId == null || unitId == null || production === undefined || more.length > 0)
    throw invalidField("cursor", "invalid", { expected: "cursor" });
  return {
    product: boundId(productId),
    store: boundId(storeId),
    unit: boundId(unitId),
    production,
    expiry: expiry ?? "",
  };
}

/** One page. `read` gives at most one row more than `limit`: the batch that it cuts goes to the next page. */
function stockPage(
  read: (after: StockPlace | null) => StoredStock[],
  limit: number,
  cursor: string | undefined,
): ChannelOutput<"mirror.stock"> {
  const rows = read(cursor === undefined ? null : stockPlaceOf(cursor));
  const next = rows.length > limit ? rows.at(-1) : undefined;
  if (next === undefined) return { rows: newestStock(rows).map(stockRowOf), cursor: null };
  const whole = rows.filter((row) => !isSameBatch(row, next));
  const page = whole.length > 0 ? whole : rows;
  const last = page.at(-1);
  return { rows: newestStock(page).map(stockRowOf), cursor: last === undefined ? null : stockCursorOf(last) };
}

type SearchInput = ParsedInput<"mirror.search">;

const DEFAULT_LIMIT = 50;

/** The code as scanned, then its other spelling: a UPC-A of 12 digits is an EAN-13 with a zero before it. */
function barcodeSpellings(scanned: string): string[] {
  const code = westernDigits(scanned.trim());
  if (/^\d{12}$/.test(code)) return [code, `0${code}`];
  if (/^0\d{12}$/.test(code)) return [code, code.slice(1)];
  return [code];
}

const bound = (id: ExactInteger | undefined): bigint | string | null =>
  id === undefined ? null : boundId(id);

const cursorOf = ({ search_name, deleted, product_key }: ProductPlace): string =>
  `${product_key}.${deleted}.${search_name}`;

/** Reads a cursor that `mirror.browse` gave. */
function placeOf(cursor: string): ProductPlace {
  const [, key, deleted, name] = /^(\d{1,15})\.([01])\.(.*)$/su.exec(cursor) ?? [];
  if (key === undefined || name === undefined)
    throw invalidField("cursor", "invalid", { expected: "cursor" });
  return { product_key: Number(key), deleted: Number(deleted), search_name: name };
}

/** What `mirror.search` finds. */
export type MirrorService = ReturnType<typeof createMirrorService>;

export function createMirrorService({ db }: { db: Db }) {
  const reads = createReferenceReads(db);
  const mirror = createMirrorReads(db);
  const products = createProductSearch(db);
  const links = createLinkedBarcodeStore(db);

  /** Products with their live rows; all of them where none is live. `barcode`'s own row is always among them. */
  const productsOf = (keys: readonly number[], barcode: string | null = null): ProductRow[] =>
    reads.products(keys).map((product) => {
      const shown = product.units.filter((unit) => unit.deleted === 0 || unit.barcode === barcode);
      return productRowOf(product, product.deleted === 1 ? product.units : shown);
    });

  /** Best first: that id, that barcode, names that begin so, names with the words by themselves, names with words that begin so, names with the words in them. */
  const productKeys = ({ text, deleted, limit = DEFAULT_LIMIT }: SearchInput): number[] => {
    const folded = searchable(text);
    if (folded === "") return products.first(deleted, limit);
    const found = new Set<number>();
    const code = westernDigits(text);
    const id = exactIntegerOf(code);
    const ways: (() => number[])[] = [
      () => (id === null ? [] : products.byId(boundId(id), deleted)),
      () => products.byBarcode(code, deleted, limit),
      () => products.byBeginning(folded, deleted, limit),
      () => products.byParts(searchWords(text), deleted, limit),
    ];
    for (const way of ways) {
      if (found.size >= limit) break;
      for (const key of way()) found.add(key);
    }
    return [...found].slice(0, limit);
  };

  const productOfBarcode = (barcode: string): ProductRow | null => {
    const key = mirror.productOfBarcode(barcode);
    if (key !== null) return productsOf([key], barcode)[0] ?? null;
    const stock = mirror.stockOfBarcode(barcode);
    if (stock === undefined) return null;
    const known = mirror.productOfId(boundId(stock.product_id));
    return (known === null ? undefined : productsOf([known])[0]) ?? productOfStock(stock);
  };

  const withStock = (product: ProductRow, barcode: string) => ({
    ...product,
    barcode,
    stock: newestStock(mirror.stock(boundId(product.id), null)).map(stockRowOf),
  });

  /** The live product that one of these barcodes was linked to here, under that barcode and its unit. */
  const linkedProducts = (barcodes: readonly string[]) => {
    const link = links.ofCodes(barcodes);
    const key = link === undefined ? null : mirror.productOfId(boundId(link.product_id));
    const [product] = key === null ? [] : productsOf([key]);
    if (link === undefined || product === undefined || product.deleted) return [];
    const { barcode, measure_unit_id: measureUnitId } = link;
    const unit = product.units.find((one) => one.measureUnitId === measureUnitId) ?? product.units[0];
    const units = unit === undefined ? [] : [{ ...unit, barcode }, ...product.units];
    return [withStock({ ...product, units }, barcode)];
  };

  return {
    linkedProducts,
    /** The products that have one of these barcodes, with the stock known of them: live ones, else deleted ones. */
    productsOfBarcodes(barcodes: readonly string[]) {
      const rows = mirror.productsOfBarcodes(barcodes);
      const found = rows.flatMap(({ product_key, barcode }) =>
        productsOf([product_key], barcode).map((product) => withStock(product, barcode)),
      );
      if (found.length > 0) return found;
      // What only the service's stock rows tell of.
      for (const barcode of barcodes) {
        const product = productOfBarcode(barcode);
        if (product !== null) return [withStock(product, barcode)];
      }
      return [];
    },
    search(input: SearchInput): ChannelOutput<"mirror.search"> {
      const { kind, text, deleted, limit = DEFAULT_LIMIT } = input;
      if (kind === "product") return { rows: productsOf(productKeys(input)) };
      const id = hasCodes(kind) ? text : exactIntegerOf(westernDigits(text));
      const exact = typeof id === "number" ? boundId(id) : id;
      const rows = reads.plain(kind, searchWords(text), exact, deleted, limit);
      return {
        rows: rows.map(({ deleted: mark, updatedAt, ...row }) => ({
          ...row,
          deleted: mark === 1,
          updatedAt: timestampOf(updatedAt),
        })),
      };
    },
    /** Throws `invalid_input` for a cursor that it did not give. */
    browse({
      deleted,
      cursor,
      limit = DEFAULT_LIMIT,
    }: ParsedInput<"mirror.browse">): ChannelOutput<"mirror.browse"> {
      const places = products.page(deleted, cursor === undefined ? null : placeOf(cursor), limit);
      const last = places.length < limit ? undefined : places.at(-1);
      return {
        rows: productsOf(places.map(({ product_key }) => product_key)),
        cursor: last === undefined ? null : cursorOf(last),
      };
    },
    lookupBarcode({ barcode }: ParsedInput<"mirror.lookupBarcode">): ChannelOutput<"mirror.lookupBarcode"> {
      for (const spelling of barcodeSpellings(barcode)) {
        const product = spelling === "" ? null : productOfBarcode(spelling);
        if (product !== null) return withStock(product, spelling);
      }
      return linkedProducts(barcodeSpellings(barcode))[0] ?? null;
    },
    balances({ accountId }: ParsedInput<"mirror.balances">): ChannelOutput<"mirror.balances"> {
      const rows = mirror.balances(bound(accountId)).map((row) => ({
        accountId: row.account_id,
        accountName: row.account_name,
        currencyId: row.currency_id,
        amount: row.amount,
        ceilAmount: row.ceil_amount,
        updatedAt: row.service_updated_at ?? timestampOf(row.answered_at),
      }));
      return { rows };
    },
    /** Throws `invalid_input` for a cursor that it did not give. */
    stock({
      productId,
      productIds,
      storeId,
      limit = MOST_STOCK,
      cursor,
    }: ParsedInput<"mirror.stock">): ChannelOutput<"mirror.stock"> {
      const asked = productIds ?? (productId === undefined ? null : [productId]);
      if (asked === null)
        return stockPage((after) => mirror.stockPage(bound(storeId), after, limit + 1), limit, cursor);
      const found = asked.flatMap((id) => newestStock(mirror.stock(boundId(id), bound(storeId))));
      return { rows: found.map(stockRowOf), cursor: null };
    },
    counts(): ChannelOutput<"mirror.counts"> {
      const kinds = reads.counts().map(({ kind, total, deleted, imported_at }) => ({
        kind,
        live: total - deleted,
        deleted,
        importedAt: imported_at === null ? null : timestampOf(imported_at),
      }));
      return { kinds };
    },
    findVouchers({
      text,
      limit = DEFAULT_LIMIT,
    }: ParsedInput<"taxVoucher.find">): ChannelOutput<"taxVoucher.find"> {
      const vouchers = mirror.vouchers(foldedWords(text), limit).map((row) => ({
        serialNo: row.serial_no,
        currencyId: row.currency_id,
        amount: row.amount,
        note: row.note,
        status: row.status,
        creatorUserId: row.creator_user_id,
        creatorDeviceId: row.creator_device_id,
        updatedAt: row.updated_at,
        source: row.source,
        mirroredAt: timestampOf(row.mirrored_at),
      }));
      return { vouchers };
    },
  };
}
