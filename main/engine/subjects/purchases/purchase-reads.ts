/** Reads purchases: pages of them by what they are found by, and one with its lines. */

import type { Db } from "../../file/database/open-database.ts";
import type { purchase, purchaseLine } from "../../file/schema/reference-data.ts";
import type { Row } from "../../file/schema/table.ts";

type BoundId = bigint | string;

export interface PurchasePlace {
  date: string;
  purchase_key: number;
}
export interface StoredPurchase extends Row<typeof purchase> {
  supplier_name: string | null;
  lines: number;
}
export type StoredPurchaseLine = Omit<
  Row<typeof purchaseLine>,
  "line_key" | "purchase_key" | "date" | "imported_at"
>;

/** What a page is asked for: words of the number, a supplier, a product, and the place that the page before ended at. */
export interface PurchaseQuery {
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
/** The first word by itself: most texts have one, and this stands in a walk through all numbers. */
const WORDS = `instr(search_no, @first) > 0
  AND (@more = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(@more) WHERE instr(search_no, value) = 0))`;
const IN_ORDER = "ORDER BY date DESC, purchase_key DESC LIMIT @limit";

export function createPurchaseReads(db: Db) {
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
