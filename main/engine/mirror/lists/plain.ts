/** Writes the lists whose records are one table's rows: measure units, accounts and others. */
import { columnsOf, inSql, keyOf, type PlainList, tableOf } from "../../../../contract/lists.ts";
import type { Db } from "../../file/database/open-database.ts";
import {
  lookOf,
  outcomeOf,
  type ReferenceRow,
  type RowOutcome,
  type RowWriter,
  type SeenRows,
} from "./values.ts";

/** The columns of a list's table to the fields of its rows. */
const fieldsOf = (list: PlainList): [column: string, field: string][] =>
  columnsOf(list).map(({ name }) => [inSql(name), name]);

/** The writer of a plain list. */
export function createPlainWriter(db: Db, list: PlainList): RowWriter {
  const table = tableOf(list);
  const keys = keyOf(list).map((name): [string, string] => [inSql(name), name]);
  const isOfKey = ([, field]: [string, string]): boolean => keys.some(([, key]) => key === field);
  const fields = fieldsOf(list).filter((one) => !isOfKey(one) && one[1] !== "deleted");
  const values = [...fields, ["search_name", "searchName"], ["deleted", "deleted"]] as const;
  const isKey = keys.map(([column, field]) => `${column} = @${field}`).join(" AND ");
  const isSame = values.map(([column, field]) => `${column} IS @${field}`).join(" AND ");
  const all = [...keys, ...values, ["updated_at", "at"]] as const;
  const find = db.prepare<[ReferenceRow], { rowid: number; same: number }>(
    `SELECT rowid, (${isSame}) AS same FROM ${table} WHERE ${isKey}`,
  );
  const insert = db.prepare<[ReferenceRow]>(
    `INSERT INTO ${table} (${all.map(([column]) => column).join(", ")}, source)
     VALUES (${all.map(([, field]) => `@${field}`).join(", ")}, 'file')`,
  );
  const update = db.prepare<[ReferenceRow]>(
    `UPDATE ${table} SET ${values.map(([column, field]) => `${column} = @${field}`).join(", ")},
       updated_at = @at, source = 'file' WHERE ${isKey}`,
  );
  const put = (row: ReferenceRow, seen: SeenRows, at: number): RowOutcome => {
    const bound = { ...row, at: BigInt(at) };
    const found = find.get(bound);
    if (found === undefined) {
      seen.add(Number(insert.run(bound).lastInsertRowid));
      return "added";
    }
    const outcome = outcomeOf(found, seen.add(found.rowid));
    if (outcome === "updated") update.run(bound);
    return outcome;
  };
  return { put, look: (row) => lookOf(find.get(row)) };
}
