/** Reads stock by its expiry, and how long before it each supplier takes goods back. */
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../file/open-database.ts";
import type { StoredStock } from "../mirror/mirror-reads.ts";

type BoundId = bigint | string;
const ORDER = "ORDER BY expiry_at, product_id, store_id, measure_unit_id, production_at, source LIMIT ?";

export function createExpiryStore(db: Db) {
  const until = db.prepare<[string, number], StoredStock>(
    `SELECT * FROM stock INDEXED BY stock_by_expiry WHERE expiry_at <> '' AND expiry_at <= ? ${ORDER}`,
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
    /** Stock rows whose expiry is not after that text, the soonest first, those of a batch in a row. */
    until: (day: string, limit: number): StoredStock[] => until.all(day, limit),
    accountName: (id: BoundId): string | null => accountName.get(id) ?? null,
    /** The account "" is every other supplier. */
    windows: (): { account_id: ExactInteger | ""; days: number }[] => windows.all(),
    setWindow(account: BoundId, days: number | null, now: number): void {
      if (days === null) removeWindow.run(account);
      else setWindow.run(account, BigInt(days), BigInt(now));
    },
  };
}
