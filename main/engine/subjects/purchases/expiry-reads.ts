/** Reads stock by its expiry, and how long before it each supplier takes goods back. */
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { StoredStock } from "../../mirror/mirror-reads.ts";

type BoundId = bigint | string;

/** A stock row with what is looked up of its batch. */
export interface ExpiringStock extends StoredStock {
  /** Who the product was last bought from, first with that expiry; null where no purchase is known. */
  supplier_account_id: ExactInteger | null;
  /** 1 where a return has a line with that product and expiry. */
  is_returned: number;
}

/** The newest lines of a product that are looked at for its supplier. */
const NEWEST_LINES = 100;
const KEYS = ["expiry_at", "product_id", "store_id", "measure_unit_id", "production_at"];
const BATCH = KEYS.join();
const NEWEST = "FROM purchase_line WHERE product_id = live.product_id ORDER BY date DESC, purchase_key DESC";

export function createExpiryStore(db: Db) {
  // One statement: asked row by row, most of the time goes into the calls.
  const until = db.prepare<[{ last: string; store: BoundId | null; limit: number }], ExpiringStock>(
    `WITH live AS MATERIALIZED (
       SELECT ${BATCH}, substr(expiry_at, 1, 10) AS day FROM stock INDEXED BY stock_by_expiry
       WHERE expiry_at <> '' AND coalesce(quantity, '1') > '0' AND expiry_at <= @last
         AND (@store IS NULL OR store_id = @store)
       GROUP BY ${BATCH} ORDER BY ${BATCH} LIMIT @limit)
     SELECT stock.*,
       (SELECT supplier_account_id FROM purchase WHERE purchase_key = coalesce(
          (SELECT purchase_key FROM (SELECT purchase_key, expiry_at ${NEWEST} LIMIT ${NEWEST_LINES})
           WHERE expiry_at = day LIMIT 1),
          (SELECT purchase_key ${NEWEST} LIMIT 1))) AS supplier_account_id,
       EXISTS (SELECT 1 FROM return_line
               WHERE product_id = live.product_id AND expiry_at = day AND expiry_at <> '') AS is_returned
     FROM live CROSS JOIN stock USING (${BATCH})
     ORDER BY ${KEYS.map((key) => `live.${key}`).join()}`,
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
     * All rows of the batches that are in stock by one of them and whose expiry is not after that text, the soonest
     * first, those of a batch in a row; at most `limit` batches.
     */
    until: (last: string, store: BoundId | null, limit: number): ExpiringStock[] =>
      until.all({ last, store, limit }),
    accountName: (id: BoundId): string | null => accountName.get(id) ?? null,
    /** The account "" is every other supplier. */
    windows: (): { account_id: ExactInteger | ""; days: number }[] => windows.all(),
    setWindow(account: BoundId, days: number | null, now: number): void {
      if (days === null) removeWindow.run(account);
      else setWindow.run(account, BigInt(days), BigInt(now));
    },
  };
}
