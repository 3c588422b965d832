/**
 * Says what an import would do, exactly, without doing it. What earlier rows of the file would have made is
 * remembered in a temporary table: nothing of the connection's file is written, and none of its locks is held.
 */
import { columnsOf, keyColumnsOf, type List, listOf } from "../../../../contract/lists.ts";
import type { Db } from "../../file/database/open-database.ts";
import { searchable } from "../search/search-text.ts";
import { crowdKey, type ProductCrowd } from "./product-crowd.ts";
import { MOST_PURCHASE_LINES, TOO_MANY_LINES } from "./purchase-rows.ts";
import {
  type Cell,
  CONTRADICTS,
  type ReferenceRow,
  type RowOutcome,
  type RowWriter,
  SeenRows,
} from "./values.ts";

/** What tells a record from others, and what may change of it; of a list whose rows are parts of a record, that record's. */
function columnsIn(list: List): { keys: readonly string[]; fields: readonly string[] } {
  const keys = keyColumnsOf(list);
  const all =
    list === "purchase" ? (listOf(list).continued?.record ?? []) : columnsOf(list).map(({ name }) => name);
  return { keys, fields: all.filter((name) => !keys.includes(name)) };
}

/** A value with its type, so that no two count as one. */
const marked = (cell: Cell | undefined): string =>
  typeof cell === "string" ? `"${cell}` : typeof cell === "bigint" ? String(cell) : "";

const joined = (row: ReferenceRow, names: readonly string[]): string =>
  names.map((name) => marked(row[name])).join("\u0000");

/** What `marked` made of a text. */
const unmarked = (text: string): string => text.replace(/^"/, "");

/** One dry run; `close` it. Only one at a time. */
export function openTrial(
  db: Db,
  kind: List,
  { look, crowdOf, linesOf }: Pick<RowWriter, "look" | "crowdOf" | "linesOf">,
) {
  const seen = new SeenRows();
  db.exec(`DROP TABLE IF EXISTS temp.trial_row;
    CREATE TEMP TABLE trial_row (key TEXT PRIMARY KEY, state TEXT, added INTEGER) STRICT, WITHOUT ROWID`);
  const find = db.prepare<[string], { state: string | null }>(
    "SELECT state FROM temp.trial_row WHERE key = ?",
  );
  const add = db.prepare<[string, string | null]>("INSERT INTO temp.trial_row (key, state) VALUES (?, ?)");
  const { keys, fields } = columnsIn(kind);
  // A voucher's serial number is one in either case.
  const keyOf = (row: ReferenceRow): string =>
    kind === "taxVoucher" ? joined(row, keys).toLowerCase() : joined(row, keys);

  const ofProduct = db.prepare<[string, string], { key: string; state: string | null }>(
    "SELECT key, state FROM temp.trial_row WHERE key >= ? AND key < ?",
  );
  /** Products as they would be by now; forgotten after each batch, for a file may hold a million. */
  const crowds = new Map<string, ProductCrowd>();
  const crowdBy = (row: ReferenceRow): ProductCrowd | null => {
    if (crowdOf === undefined) return null;
    const id = marked(row.id);
    const known = crowds.get(id);
    if (known !== undefined) return known;
    const crowd = crowdOf(row);
    for (const { key, state } of ofProduct.all(`${id}\u0000`, `${id}\u0001`)) {
      const [, unit = "", barcode = ""] = key.split("\u0000");
      const [name = ""] = (state ?? "").split("\u0000");
      crowd.set(crowdKey(unmarked(unit), unmarked(barcode)), searchable(unmarked(name)));
    }
    crowds.set(id, crowd);
    return crowd;
  };

  const findPurchase = db.prepare<[string], { state: string; added: number }>(
    "SELECT state, added FROM temp.trial_row WHERE key = ?",
  );
  const putPurchase = db.prepare<[string, string, bigint]>(
    "INSERT OR REPLACE INTO temp.trial_row (key, state, added) VALUES (?, ?, ?)",
  );
  const judgeLine = (row: ReferenceRow, lines: (row: ReferenceRow) => number): RowOutcome => {
    const key = keyOf(row);
    const head = joined(row, fields);
    const met = findPurchase.get(key);
    if (met !== undefined && met.state !== head) return CONTRADICTS;
    const added = met?.added ?? 0;
    const found = look(row, seen, met === undefined);
    const isFull = found === "absent" && lines(row) + added >= MOST_PURCHASE_LINES;
    putPurchase.run(key, head, BigInt(found === "absent" && !isFull ? added + 1 : added));
    return isFull
      ? TOO_MANY_LINES
      : found === "absent"
        ? "added"
        : found === "different"
          ? "updated"
          : "unchanged";
  };

  const judge = (row: ReferenceRow): RowOutcome => {
    if (linesOf !== undefined) return judgeLine(row, linesOf);
    const key = keyOf(row);
    const state = joined(row, fields);
    const met = find.get(key);
    if (met !== undefined) {
      const isSame = met.state === null ? look(row, seen, false) === "same" : met.state === state;
      return isSame ? "unchanged" : CONTRADICTS;
    }
    const found = look(row, seen, true);
    if (found === "absent" || found === "different") {
      const crowd = crowdBy(row);
      const inCrowd = crowdKey(row.measureUnitId, row.barcode);
      const refusal = crowd?.refusal(inCrowd, String(row.searchName)) ?? null;
      if (refusal !== null) return refusal;
      crowd?.set(inCrowd, String(row.searchName));
    }
    // What is newer than the file's row stays as the database has it; of stock, a later row is looked at anew.
    if (found !== "outdated") add.run(key, state);
    else if (kind !== "stock") add.run(key, null);
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
  const judgeAll = db.transaction((rows: readonly ReferenceRow[], isLate: () => boolean): RowOutcome[] => {
    crowds.clear();
    const outcomes: RowOutcome[] = [];
    for (const row of rows) {
      outcomes.push(judge(row));
      if (isLate()) break;
    }
    return outcomes;
  });
  return {
    /** As `putBatch`: at least the first row, and fewer than all where it is late. */
    judgeBatch: (rows: readonly ReferenceRow[], isLate: () => boolean): RowOutcome[] =>
      judgeAll.deferred(rows, isLate),
    close: (): void => void db.exec("DROP TABLE IF EXISTS temp.trial_row"),
  };
}
