/**
 * Says what an import would do, exactly, without doing it. What earlier rows of the file would have made is
 * remembered in a temporary table: nothing of the connection's file is written, and none of its locks is held.
 */
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import type { Db } from "./open-database.ts";
import { PLAIN_TABLES } from "./reference-data-plain.ts";
import type { Cell, ReferenceRow, RowLook, RowOutcome } from "./reference-data-values.ts";

const PRODUCT_KEYS = ["id", "measureUnitId", "barcode"];
const PRODUCT_FIELDS = ["name", "price", "costPrice", "deleted"];
const VOUCHER_FIELDS = [
  ...["currencyId", "amount", "note", "status", "creatorUserId", "creatorDeviceId", "updatedAt"],
];

function columnsOf(kind: ReferenceKind): { keys: string[]; fields: string[] } {
  if (kind === "product") return { keys: PRODUCT_KEYS, fields: PRODUCT_FIELDS };
  if (kind === "taxVoucher") return { keys: ["serialNo"], fields: VOUCHER_FIELDS };
  const { keys, fields } = PLAIN_TABLES[kind];
  return { keys: Object.values(keys), fields: [...Object.values(fields), "deleted"] };
}

/** A value with its type, so that no two are taken for one. */
const marked = (cell: Cell | undefined): string =>
  typeof cell === "string" ? `"${cell}` : typeof cell === "bigint" ? String(cell) : "";

const joined = (row: ReferenceRow, names: readonly string[]): string =>
  names.map((name) => marked(row[name])).join("\u0000");

type Look = (row: ReferenceRow) => RowLook;

/** One dry run; `close` it. Only one at a time. */
export function openTrial(db: Db, kind: ReferenceKind, look: Look) {
  db.exec(`DROP TABLE IF EXISTS temp.trial_row;
    CREATE TEMP TABLE trial_row (key TEXT PRIMARY KEY, state TEXT) STRICT, WITHOUT ROWID`);
  const find = db.prepare<[string], { state: string | null }>(
    "SELECT state FROM temp.trial_row WHERE key = ?",
  );
  const add = db.prepare<[string, string | null]>("INSERT INTO temp.trial_row (key, state) VALUES (?, ?)");
  const { keys, fields } = columnsOf(kind);
  // A voucher's serial number is one in either case (migration 10).
  const keyOf = (row: ReferenceRow): string =>
    kind === "taxVoucher" ? joined(row, keys).toLowerCase() : joined(row, keys);

  const judge = (row: ReferenceRow): RowOutcome => {
    const key = keyOf(row);
    const state = joined(row, fields);
    const met = find.get(key);
    if (met !== undefined) {
      const isSame = met.state === null ? look(row) === "same" : met.state === state;
      return isSame ? "unchanged" : "contradicts";
    }
    const found = look(row);
    // What is newer than the file's row stays as the database has it.
    add.run(key, found === "outdated" ? null : state);
    switch (found) {
      case "absent":
        return "added";
      case "different":
        return "updated";
      case "same":
      case "outdated":
        return "unchanged";
    }
  };
  const judgeAll = db.transaction((rows: readonly ReferenceRow[]) => rows.map(judge));
  return {
    judgeBatch: (rows: readonly ReferenceRow[]): RowOutcome[] => judgeAll.deferred(rows),
    close: (): void => void db.exec("DROP TABLE IF EXISTS temp.trial_row"),
  };
}
