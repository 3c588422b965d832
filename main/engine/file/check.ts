/**
 * Proves that a file says what was written into it: SQLite's own structure, what rows may hold, each body by its hash,
 * the audit's chain.
 */

import { hash } from "node:crypto";
import Database from "better-sqlite3";
import { AUDIT_START, type AuditRow, auditHash } from "../core/audit.ts";
import { bindingOption, type Db } from "./database/open-database.ts";
import { RULED_TABLES, wrongRows } from "./database/row-rules.ts";
import { CARRIED_TABLE, isImported } from "./schema/index.ts";
import { MIGRATIONS, migrate } from "./schema/migrations.ts";

// Is a file's schema one that this program made? A database from elsewhere can hold triggers that change what is
// written, and views or columns that compute without end: it is compared before anything of it is read.

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

/** What only repeats other tables' rows can be made again: it need not be sound in every detail. */
const TABLES = `SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'`;
const BODIES_A_STEP = 200;
const AUDIT_A_STEP = 1_000;

const NEEDED = ["entry", "attempt", "audit", "document", "meta", "product_count"];

export interface Found {
  version: number;
  entries: number;
  /** The last row of the audit's chain. */
  auditHead: { sequence: number; hash: string };
}

/** Each count walks the smallest index that has it: that of the ids, and that of the deleted ones. */
const productsAreCounted = (db: Db): boolean =>
  db
    .prepare<[], number>(
      `SELECT (SELECT sum(n) FROM product_count) IS (SELECT count(*) FROM product)
         AND (SELECT n FROM product_count WHERE deleted = 1) IS (SELECT count(*) FROM product WHERE deleted = 1)`,
    )
    .pluck()
    .get() === 1;

/**
 * Checks the file piece by piece, yielding after each. Returns what it holds, or the first thing that is wrong in a
 * few words; throws what SQLite throws where it can't read on.
 */
export function* checkContents(db: Db): Generator<void, Found | { wrong: string }> {
  const names = db.prepare<[], string>(TABLES).pluck().all();
  const lacking = NEEDED.find((name) => !names.includes(name));
  if (lacking !== undefined) return { wrong: `the table ${lacking} is missing` };
  for (const name of names) {
    // Of what could be imported again pages and rows are checked, the indexes' contents aren't.
    const check = isImported(name) ? "quick_check" : "integrity_check";
    const found: unknown = db.pragma(`${check}('${name.replaceAll("'", "''")}')`, { simple: true });
    if (found !== "ok") return { wrong: `${name}: ${String(found)}` };
    yield;
  }
  const version = Number(db.pragma("user_version", { simple: true }));
  if (!productsAreCounted(db)) return { wrong: "there are not as many products as were counted" };
  yield;
  const wrongRow = yield* wrongRows(
    db,
    RULED_TABLES.filter((name) => names.includes(name)),
  );
  if (wrongRow !== null) return { wrong: wrongRow };
  const bodies = db.prepare<
    [number, number],
    { sequence: number; request_body: string; request_hash: string }
  >("SELECT sequence, request_body, request_hash FROM entry WHERE sequence > ? ORDER BY sequence LIMIT ?");
  let entries = 0;
  // Row by row, for one body may be as large as an answer.
  for (let after = 0, before = -1; before < after; ) {
    before = after;
    for (const row of bodies.iterate(after, BODIES_A_STEP)) {
      if (hash("sha256", row.request_body) !== row.request_hash)
        return { wrong: `the body of entry ${row.sequence} is not the one that was written` };
      entries += 1;
      after = row.sequence;
    }
    yield;
  }
  const links = db.prepare<[number, number], AuditRow>(
    "SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?",
  );
  let auditHead = { sequence: 0, hash: AUDIT_START };
  for (let before = -1; before < auditHead.sequence; ) {
    before = auditHead.sequence;
    for (const row of links.iterate(before, AUDIT_A_STEP)) {
      if (
        row.sequence !== auditHead.sequence + 1 ||
        row.previous_hash !== auditHead.hash ||
        row.hash !== auditHash(row)
      )
        return { wrong: `the audit's chain breaks at ${row.sequence}` };
      auditHead = { sequence: row.sequence, hash: row.hash };
    }
    yield;
  }
  return { version, entries, auditHead };
}

/** The whole check at once. */
export function checkAtOnce(db: Db): Found | { wrong: string } {
  const run = checkContents(db);
  for (;;) {
    const step = run.next();
    if (step.done === true) return step.value;
  }
}
