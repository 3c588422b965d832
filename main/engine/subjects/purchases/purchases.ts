/** Purchases from files: found by number, supplier or product, and what of one may still go back. */

import Big from "big.js";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError, invalidField } from "../../../../contract/error.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import { grouped } from "../../../lib/grouped.ts";
import { createReturnLineStore, type StoredReturnLine } from "../../core/outbox/return-lines.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { purchaseLineTable, purchaseTable } from "../../file/schema/reference-data.ts";
import { boundId, type Row } from "../../file/schema/table.ts";
import { searchWords } from "../../mirror/search/search-text.ts";
import { createUnitReads } from "../../mirror/unit-conversion.ts";
import type { Shop } from "../shop.ts";
import { type Converter, createConverter } from "./converter.ts";

// Reads purchases: pages of them by what they are found by, and one with its lines.

type BoundId = bigint | string;

interface PurchasePlace {
  date: string;
  purchase_key: number;
}
interface StoredPurchase extends Row<typeof purchaseTable> {
  supplier_name: string | null;
  lines: number;
}
type StoredPurchaseLine = Omit<
  Row<typeof purchaseLineTable>,
  "line_key" | "purchase_key" | "date" | "imported_at"
>;

/** What a page is asked for: words of the number, a supplier, a product, and the place that the page before ended at. */
interface PurchaseQuery {
  words: readonly string[];
  supplier: BoundId | null;
  product: BoundId | null;
  after: PurchasePlace | null;
  limit: number;
}

/** Before every purchase, newest first. */
const BEGINNING: PurchasePlace = { date: "\u{10ffff}", purchase_key: 0 };

const PURCHASE = `SELECT purchase.*, account.name AS supplier_name,
    (SELECT count(*) FROM purchase_line WHERE purchase_line.purchase_key = purchase.purchase_key) AS lines
  FROM purchase LEFT JOIN account ON account.id = supplier_account_id`;
/** The first word by itself: most texts have one, and this runs in a walk through all numbers. */
const WORDS = `instr(search_no, @first) > 0
  AND (@more = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(@more) WHERE instr(search_no, value) = 0))`;
const IN_ORDER = "ORDER BY date DESC, purchase_key DESC LIMIT @limit";

function createPurchaseReads(db: Db) {
  type Bound = {
    first: string;
    more: string;
    supplier: BoundId | null;
    product: BoundId | null;
    limit: number;
  } & PurchasePlace;
  const page = (from: string, where: string) =>
    db.prepare<[Bound], PurchasePlace>(
      `SELECT DISTINCT date, purchase_key FROM ${from} WHERE (date, purchase_key) < (@date, @purchase_key)
         AND ${where} ${IN_ORDER}`,
    );
  const withNumber = `purchase_key IN (SELECT purchase_key FROM purchase AS own
    WHERE own.purchase_key = purchase_line.purchase_key AND ${WORDS}`;
  const all = page("purchase", WORDS);
  const ofSupplier = page("purchase", `supplier_account_id = @supplier AND ${WORDS}`);
  const ofProduct = page("purchase_line", `product_id = @product AND ${withNumber})`);
  const ofBoth = page(
    "purchase_line",
    `product_id = @product AND ${withNumber} AND supplier_account_id = @supplier)`,
  );
  const heads = db.prepare<[string], StoredPurchase>(
    `${PURCHASE} WHERE purchase_key IN (SELECT value FROM json_each(?)) ORDER BY date DESC, purchase_key DESC`,
  );
  const head = db.prepare<[BoundId, string], StoredPurchase>(
    `${PURCHASE} WHERE supplier_account_id = ? AND document_no = ?`,
  );
  const lines = db.prepare<[number], StoredPurchaseLine>(
    `SELECT row, product_id, measure_unit_id, production_at, expiry_at, batch, quantity, free_quantity, price
     FROM purchase_line WHERE purchase_key = ? ORDER BY row`,
  );
  return {
    /** Places of purchases, the newest first. */
    places({ words, supplier, product, after, limit }: PurchaseQuery): PurchasePlace[] {
      const { date, purchase_key } = after ?? BEGINNING;
      const [first = "", ...more] = words;
      const bound = { first, more: JSON.stringify(more), supplier, product, limit, date, purchase_key };
      if (product === null) return supplier === null ? all.all(bound) : ofSupplier.all(bound);
      return supplier === null ? ofProduct.all(bound) : ofBoth.all(bound);
    },
    /** The purchases of those keys, the newest first. */
    heads: (keys: readonly number[]): StoredPurchase[] => heads.all(JSON.stringify(keys)),
    head: (supplier: BoundId, documentNo: string): StoredPurchase | undefined =>
      head.get(supplier, documentNo),
    lines: (purchaseKey: number): StoredPurchaseLine[] => lines.all(purchaseKey),
  };
}

// What of a purchase's line went back, what waits, and what is left. Pure.

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

const DEFAULT_LIMIT = 50;
/** Suppliers and products that a text may mean. */
const MOST_MEANT = 20;

const cursorOf = ({ date, purchase_key }: PurchasePlace): string => `${date}.${purchase_key}`;

function placeOf(cursor: string): PurchasePlace {
  const [, date, key] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (date === undefined || key === undefined)
    throw invalidField("cursor", "invalid", { expected: "cursor" });
  return { date, purchase_key: Number(key) };
}

const headOf = (row: StoredPurchase) => ({
  documentNo: row.document_no,
  date: row.date,
  supplierAccountId: row.supplier_account_id,
  supplierName: row.supplier_name,
  currencyId: row.currency_id,
  importedAt: timestampOf(row.imported_at),
});

const newestFirst = (a: PurchasePlace, b: PurchasePlace): number =>
  a.date === b.date ? b.purchase_key - a.purchase_key : a.date < b.date ? 1 : -1;

export function createPurchaseService({ db, mirror }: Pick<Shop, "db" | "mirror">) {
  const reads = createPurchaseReads(db);
  const returns = createReturnLineStore(db);
  const units = createUnitReads(db);

  const idsOf = (kind: "account" | "product", text: string): ExactInteger[] =>
    mirror
      .search({ kind, text, limit: MOST_MEANT })
      .rows.flatMap((row) => (row.kind === "account" || row.kind === "product" ? [row.id] : []));

  return {
    /** Throws `invalid_input` for a cursor that it did not give. */
    search({
      text = "",
      supplierAccountId,
      productId,
      limit = DEFAULT_LIMIT,
      cursor,
    }: ParsedInput<"purchases.search">): ChannelOutput<"purchases.search"> {
      const supplier = supplierAccountId === undefined ? null : boundId(supplierAccountId);
      const product = productId === undefined ? null : boundId(productId);
      const words = searchWords(text);
      const asked = {
        words,
        supplier,
        product,
        after: cursor === undefined ? null : placeOf(cursor),
        limit: limit + 1,
      };
      const found = [reads.places(asked)];
      if (words.length > 0 && supplier === null)
        for (const id of idsOf("account", text))
          found.push(reads.places({ ...asked, words: [], supplier: boundId(id) }));
      if (words.length > 0 && product === null)
        for (const id of idsOf("product", text))
          found.push(reads.places({ ...asked, words: [], product: boundId(id) }));
      const places = new Map(found.flat().map((place) => [place.purchase_key, place]));
      const page = [...places.values()].sort(newestFirst);
      const last = page.length > limit ? page[limit - 1] : undefined;
      const heads = reads.heads(page.slice(0, limit).map(({ purchase_key }) => purchase_key));
      return {
        purchases: heads.map((row) => ({ ...headOf(row), lines: row.lines })),
        cursor: last === undefined ? null : cursorOf(last),
      };
    },
    /** Throws `not_found`. */
    get({
      documentNo,
      supplierAccountId,
      without,
    }: ParsedInput<"purchases.get">): ChannelOutput<"purchases.get"> {
      const supplier = boundId(supplierAccountId);
      const head = reads.head(supplier, documentNo);
      if (head === undefined)
        throw new CountersideError("not_found", { reason: "purchase", field: "documentNo", documentNo });
      const standing = grouped(returns.ofPurchase(supplier, documentNo, without ?? null), ({ row }) => row);
      const convert = createConverter((id) => units.unit(boundId(id)));
      return {
        ...headOf(head),
        lines: reads
          .lines(head.purchase_key)
          .map((line) => lineWithReturns(line, standing.get(line.row) ?? [], convert)),
      };
    },
  };
}
