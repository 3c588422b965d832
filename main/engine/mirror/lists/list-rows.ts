/** The rows of a list as the file has them, by their keys: what a version of the list changes, and what it no longer has. */
import {
  columnsOf,
  hasDeleted,
  inSql,
  keyColumnsOf,
  type List,
  listOf,
  tableOf,
} from "../../../../contract/lists.ts";
import type { Db } from "../../file/database/open-database.ts";
import { searchable } from "../search/search-text.ts";
import type { Cell, ReferenceRow } from "./values.ts";

export interface KnownRow {
  key: number;
  row: ReferenceRow;
}

/** How a list's rows are found one by one; purchases and vouchers are documents and have no such key. */
interface Source {
  from: string;
  key: string;
  /** By the name of each column. */
  columns: readonly (readonly [sql: string, name: string])[];
  isKey: string;
  /** What a version of the list may remove: what the service said after it was published stays. */
  mayGo: string;
}

/** What was bought, and a voucher, was so also where a later file no longer lists it. */
export const keepsRows = (list: List): boolean => list === "purchase" || list === "taxVoucher";

function sourceOf(list: List): Source | null {
  if (keepsRows(list)) return null;
  const names = columnsOf(list).map(({ name }) => name);
  if (list === "product")
    return {
      from: "product_unit JOIN product USING (product_key)",
      key: "product_unit.unit_key",
      columns: names.map((name) => [name === "id" ? "product.id" : `product_unit.${inSql(name)}`, name]),
      isKey:
        "product.id = @id AND product_unit.measure_unit_id = coalesce(@measureUnitId, '') AND product_unit.barcode = coalesce(@barcode, '')",
      mayGo: "product_unit.deleted = 0",
    };
  const table = tableOf(list);
  const isStock = list === "stock";
  const spelled = (name: string): string =>
    isStock && name === "updatedAt" ? "service_updated_at" : inSql(name);
  const isKey = keyColumnsOf(list).map((name) => `${inSql(name)} = @${name}`);
  const live = hasDeleted(list) ? "deleted = 0 AND " : "";
  return {
    from: table,
    key: `${table}.rowid`,
    columns: names.map((name) => [spelled(name), name]),
    isKey: [...isKey, ...(isStock ? ["source = 'file'"] : [])].join(" AND "),
    mayGo: isStock
      ? "source = 'file'"
      : `${live}(source = 'file' OR ${hasDeleted(list) ? "updated_at <= @publishedAt" : "0"})`,
  };
}

export type ListRows = ReturnType<typeof createListRows>;

export function createListRows(db: Db, list: List) {
  const source = sourceOf(list);
  if (source === null) return null;
  const { from, key, columns, isKey, mayGo } = source;
  const { searched = ["name"] } = listOf(list);
  const values = columns.map(([sql, name]) => `${sql} AS "${name}"`).join(", ");
  const find = db.prepare<[ReferenceRow], number>(`SELECT ${key} FROM ${from} WHERE ${isKey}`).pluck();
  const read = db
    .prepare<[bigint], Record<string, Cell>>(`SELECT ${values} FROM ${from} WHERE ${key} = ?`)
    .safeIntegers();
  const page = db
    .prepare<
      [{ after: bigint; limit: bigint; publishedAt: bigint }],
      Record<string, Cell> & { rowKey: bigint; mayGo: bigint }
    >(
      `SELECT ${key} AS rowKey, (${mayGo}) AS mayGo, ${values} FROM ${from} WHERE ${key} > @after ORDER BY ${key} LIMIT @limit`,
    )
    .safeIntegers();
  const remove = db.prepare<[bigint]>(`DELETE FROM ${tableOf(list)} WHERE rowid = ? AND source = 'file'`);
  const removeSome = db.transaction((keys: readonly number[], isLate: () => boolean): number => {
    let done = 0;
    for (const rowKey of keys) {
      remove.run(BigInt(rowKey));
      done += 1;
      if (isLate()) break;
    }
    return done;
  });
  /** As a file's row would be. */
  const asRow = (found: Record<string, Cell>): ReferenceRow => {
    const row = { ...found };
    delete row.rowKey;
    delete row.mayGo;
    if (list === "product") for (const name of ["measureUnitId", "barcode"]) row[name] = row[name] || null;
    row.deleted ??= 0n;
    row.searchName = searchable(searched.map((name) => String(row[name])).join(" "));
    return row;
  };
  return {
    /** The row that a file's row is about; null where there is none. */
    find: (row: ReferenceRow): number | null => find.get(row) ?? null,
    read(rowKey: number): ReferenceRow | null {
      const found = read.get(BigInt(rowKey));
      return found === undefined ? null : asRow(found);
    },
    /** Rows in the order of their keys that a version published then may remove; `last` is null at the end. */
    page(after: number, limit: number, publishedAt: number): { rows: KnownRow[]; last: number | null } {
      const found = page.all({
        after: BigInt(after),
        limit: BigInt(limit),
        publishedAt: BigInt(publishedAt),
      });
      const last = found.length < limit ? null : Number(found.at(-1)?.rowKey ?? 0);
      const rows = found
        .filter((one) => one.mayGo === 1n)
        .map((one) => ({ key: Number(one.rowKey), row: asRow(one) }));
      return { rows, last };
    },
    /** Removes the first rows of those, of a list that knows no mark of deletion, until it is late; returns how many. */
    remove: (keys: readonly number[], isLate: () => boolean): number => removeSome.immediate(keys, isLate),
  };
}
