/** Copies the database while it is in use, and proves that a copy is whole. */
import Database from "better-sqlite3";
import { CountersideError } from "../../../contract/reply.ts";
import { type Db, withStorageWords } from "./open-database.ts";

/** Pages copied before others have their turn. */
const PAGES_A_STEP = 200;

const entryCount = (db: Db): number =>
  db.prepare<[], number>("SELECT count(*) FROM entry").pluck().get() ?? 0;
const versionOf = (db: Db): number => Number(db.pragma("user_version", { simple: true }));

/** What a copy must hold at least. */
export interface Contents {
  version: number;
  entries: number;
}

export const contentsOf = (db: Db): Contents => ({ version: versionOf(db), entries: entryCount(db) });

/** Copies the whole database to a new file, a few pages at a time; what is written meanwhile is in it. */
export async function copyDatabase(db: Db, path: string): Promise<void> {
  await db.backup(path, { progress: () => PAGES_A_STEP });
}

/** What only repeats other tables' rows can be made again: it need not be sound in every detail. */
const TABLES = `SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'`;
/** Large, and could be imported again: their pages and rows are checked, their indexes' contents aren't. */
const IMPORTED = /^product/;

const damaged = (path: string, reason: string): CountersideError =>
  new CountersideError("storage_damaged", `The backup came out damaged and was thrown away: ${reason}`, {
    path,
    reason,
  });

/**
 * Makes the copy one self-contained file and checks it table by table, yielding after each so that the
 * caller can let others have their turn. Throws `storage_damaged` where it is not whole.
 */
export function* verifyCopy(
  path: string,
  sqliteBinding: string | null,
  expected: Contents,
): Generator<void, void> {
  const open = () =>
    new Database(path, {
      fileMustExist: true,
      ...(sqliteBinding === null ? {} : { nativeBinding: sqliteBinding }),
    });
  const copy = withStorageWords(path, open);
  try {
    withStorageWords(path, () => copy.pragma("journal_mode = DELETE"));
    const names = withStorageWords(path, () => copy.prepare<[], string>(TABLES).pluck().all());
    for (const name of names) {
      const check = IMPORTED.test(name) ? "quick_check" : "integrity_check";
      const found: unknown = withStorageWords(path, () =>
        copy.pragma(`${check}('${name.replaceAll("'", "''")}')`, { simple: true }),
      );
      if (found !== "ok") throw damaged(path, `${name}: ${String(found)}`);
      yield;
    }
    const { version, entries } = contentsOf(copy);
    if (version !== expected.version)
      throw damaged(path, `its schema is ${version} where ${expected.version} was expected`);
    if (entries < expected.entries)
      throw damaged(path, `it holds ${entries} entries where there were ${expected.entries}`);
  } finally {
    copy.close();
  }
}
