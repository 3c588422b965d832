/**
 * Is a file's schema one that this program made? A database from elsewhere can hold triggers that change what is
 * written, and views or columns that compute without end: it is compared before anything of it is read.
 */
import Database from "better-sqlite3";
import { bindingOption, type Db } from "../database/open-database.ts";
import { CARRIED_TABLE } from "../schema/index.ts";
import { MIGRATIONS, migrate } from "../schema/migrations.ts";

/**
 * What SQLite adds by itself, word for word: it refuses its own names to others, but takes them from a file that was
 * written past it, and a trigger of such a name acts.
 */
const SQLITES_OWN = new Set([
  "table sqlite_sequence: sqlite_sequence CREATE TABLE sqlite_sequence(name,seq)",
  "table sqlite_stat1: sqlite_stat1 CREATE TABLE sqlite_stat1(tbl,idx,stat)",
  "table sqlite_stat4: sqlite_stat4 CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
]);

/** Every part but SQLite's own; the index behind a UNIQUE has no text and can do nothing. */
const partsOf = (db: Db): string[] =>
  db
    .prepare<[], string>(
      `SELECT type || ' ' || name || ': ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema
         WHERE NOT (type = 'index' AND sql IS NULL)`,
    )
    .pluck()
    .all()
    .filter((part) => !SQLITES_OWN.has(part));

interface OwnParts {
  ever: ReadonlySet<string>;
  newest: readonly string[];
}

/** Every part that any version of the program has made, and those of a file of the newest one. */
function makeOwnParts(sqliteBinding: string | null): OwnParts {
  const ever = new Set<string>();
  const db = new Database(":memory:", bindingOption(sqliteBinding));
  try {
    for (const [at] of MIGRATIONS.entries()) {
      migrate(db, MIGRATIONS.slice(0, at + 1));
      for (const part of partsOf(db)) ever.add(part);
    }
    const newest = partsOf(db);
    db.exec(CARRIED_TABLE);
    for (const part of partsOf(db)) ever.add(part);
    return { ever, newest };
  } finally {
    db.close();
  }
}

let known: OwnParts | null = null;

/** Made once: the versions stay what they are while the program runs, and to make them all takes longer than many a check. */
const ownParts = (sqliteBinding: string | null): OwnParts => {
  known ??= makeOwnParts(sqliteBinding);
  return known;
};

const nameOf = (part: string): string => part.slice(0, part.indexOf(":"));

/** The names of the parts that no version of the program made; empty for a file of ours. */
export function foreignParts(db: Db, sqliteBinding: string | null): string[] {
  const { ever } = ownParts(sqliteBinding);
  return partsOf(db)
    .filter((part) => !ever.has(part))
    .map(nameOf);
}

/** The names of the parts that a migrated file lacks, such as a trigger that guards it; empty for a whole one. */
export function missingParts(db: Db, sqliteBinding: string | null): string[] {
  const there = new Set(partsOf(db));
  return ownParts(sqliteBinding)
    .newest.filter((part) => !there.has(part))
    .map(nameOf);
}

/**
 * The first part that no version made, in a few words: damage that SQLite calls an error in a statement, or nothing at
 * all. Null for a file of ours, and for one of a newer version.
 */
export function strangePart(db: Db, sqliteBinding: string | null): string | null {
  if (Number(db.pragma("user_version", { simple: true })) > (MIGRATIONS.at(-1)?.version ?? 0)) return null;
  const [strange] = foreignParts(db, sqliteBinding);
  return strange === undefined ? null : `${strange} is not as this program made it`;
}
