/** Brings every other table of a damaged file into the base: rows that it lacks, and newer ones. */
import { AUDIT_START, type AuditRow, auditHash } from "../../../core/audit.ts";
import type { Db } from "../../database/open-database.ts";
import { fitting, RULED_TABLES } from "../../database/row-rules.ts";
import { RESET_TRIGRAMS } from "../../schema/documents.ts";
import { TABLES } from "../../schema/index.ts";
import { overRanges, rethrowUnlessDamage, upToDamage, whereReadable } from "./ranges.ts";

const APART: ReadonlySet<string> = new Set(
  TABLES.filter(({ salvaged }) => !salvaged).map(({ name }) => name),
);
const NEWER_BY = [
  "changed_at",
  "updated_at",
  "answered_at",
  "mirrored_at",
  "requested_at",
  "decided_at",
  "imported_at",
  "linked_at",
  "writes",
];
const MOST_ROWS = 5_000_000;

export interface TableTaken {
  name: string;
  taken: number;
  /** Rows, or places of rows, that could not be read. */
  unreadable: number;
}

interface Column {
  name: string;
  pk: number;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Ordinary tables of the base in the order they were made, so that what is referred to comes first. */
const ordinaryTables = (db: Db): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT IN
           (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow') ORDER BY rowid`,
    )
    .pluck()
    .all()
    .filter((name) => !APART.has(name));

const columnsOf = (db: Db, schema: "main" | "damaged", table: string): Column[] =>
  whereReadable(
    () =>
      db.prepare<[string, string], Column>("SELECT name, pk FROM pragma_table_info(?, ?)").all(table, schema),
    [],
  );

const hasUnique = (db: Db, table: string): boolean =>
  db
    .prepare<[string], number>(
      `SELECT EXISTS (SELECT 1 FROM pragma_index_list(?, 'main') WHERE "unique" = 1)`,
    )
    .pluck()
    .get(table) === 1;

/** What is in both is replaced only by what says of itself that it is newer, by the first of these times that differs. */
function conflictRule(columns: readonly Column[]): string {
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => quoted(name));
  const times = NEWER_BY.filter((time) => columns.some(({ name }) => name === time));
  const others = columns.filter(({ pk }) => pk === 0).map(({ name }) => quoted(name));
  if (keys.length === 0 || times.length === 0 || others.length === 0) return "ON CONFLICT DO NOTHING";
  const set = others.map((name) => `${name} = excluded.${name}`).join(", ");
  const timesOf = (row: string) =>
    `(${times.map((time) => `coalesce(${row}.${quoted(time)}, 0)`).join(", ")})`;
  return `ON CONFLICT (${keys.join(", ")}) DO UPDATE SET ${set}
    WHERE ${timesOf("excluded")} > ${timesOf("main")}`;
}

function takeTable(db: Db, name: string): TableTaken {
  const inDamaged = new Set(columnsOf(db, "damaged", name).map((column) => column.name));
  const columns = columnsOf(db, "main", name).filter((column) => inDamaged.has(column.name));
  if (columns.length === 0) return { name, taken: 0, unreadable: 0 };
  const list = columns.map((column) => quoted(column.name)).join(", ");
  const table = quoted(name);
  const fits = fitting(db, name, "damaged");
  // What is unique without being the key keeps a row from being taken twice just as well.
  const hasKey = columns.some(({ pk }) => pk > 0) || hasUnique(db, name);
  const max = (schema: string): number => {
    const found: unknown = whereReadable(
      // One number that can't be hides none of the rows before it.
      () => db.prepare(`SELECT max(rowid) FROM ${schema}.${table} WHERE rowid <= ${MOST_ROWS}`).pluck().get(),
      null,
    );
    return typeof found === "number" && found > 0 ? found : 0;
  };
  const isWithoutRowid = whereReadable(
    () => db.prepare(`SELECT rowid FROM main.${table} LIMIT 0`) === null,
    true,
  );
  if (isWithoutRowid) {
    let taken = 0;
    const whole = () =>
      db
        .prepare(
          `INSERT INTO main.${table} AS main (${list}) SELECT ${list} FROM damaged.${table} WHERE ${fits} ${conflictRule(columns)}`,
        )
        .run().changes;
    taken = whereReadable(whole, -1);
    return { name, taken: Math.max(0, taken), unreadable: taken < 0 ? 1 : 0 };
  }
  // Rows without a key of their own differ only by their place: those after the base's last are new.
  const inBase = max("main");
  const first = hasKey ? 1 : inBase + 1;
  const insert = db.prepare<[number, number]>(
    `INSERT INTO main.${table} AS main (${list}) SELECT ${list} FROM damaged.${table} NOT INDEXED
     WHERE rowid BETWEEN ? AND ? AND ${fits} ${conflictRule(columns)}`,
  );
  let taken = 0;
  const failed = overRanges(first, Math.max(max("damaged"), inBase), (from, to) => {
    taken += insert.run(from, to).changes;
  });
  return { name, taken, unreadable: failed.length };
}

/** Rows of the record that still follow on from the base's last are appended; of others the first thousand are handed back. */
export function takeAudit(db: Db): { appended: number; apart: AuditRow[]; allApart: number } {
  const head = db
    .prepare<[], { sequence: number; hash: string }>(
      "SELECT sequence, hash FROM main.audit ORDER BY sequence DESC LIMIT 1",
    )
    .get();
  let before = head ?? { sequence: 0, hash: AUDIT_START };
  const append = db.prepare<[number]>(
    "INSERT INTO main.audit SELECT * FROM damaged.audit WHERE sequence = ?",
  );
  const apart: AuditRow[] = [];
  let appended = 0;
  let allApart = 0;
  const read = whereReadable(
    () =>
      db.prepare<[number, number], AuditRow>(
        "SELECT * FROM damaged.audit NOT INDEXED WHERE sequence BETWEEN ? AND ? ORDER BY sequence",
      ),
    null,
  );
  if (read === null) return { appended, apart, allApart };
  const last: unknown = whereReadable(
    () => db.prepare("SELECT max(sequence) FROM damaged.audit").pluck().get(),
    null,
  );
  const end =
    typeof last === "number" && last < before.sequence + MOST_ROWS ? last : before.sequence + 100_000;
  overRanges(before.sequence + 1, end, (from, to) => {
    for (const row of read.all(from, to)) {
      const isSound = whereReadable(() => row.hash === auditHash(row), false);
      if (isSound && row.sequence === before.sequence + 1 && row.previous_hash === before.hash) {
        append.run(row.sequence);
        before = { sequence: row.sequence, hash: row.hash };
        appended += 1;
      } else if (isSound) {
        allApart += 1;
        if (apart.length < MOST_APART) apart.push(row);
      }
    }
  });
  return { appended, apart, allApart };
}

/** The connection's own small facts; whose it is, the base says already. */
function takeMeta(db: Db): void {
  const rows = whereReadable(
    () =>
      db.prepare<[], { key: unknown; value: unknown }>(
        `SELECT key, value FROM damaged.meta WHERE ${fitting(db, "meta", "damaged")}`,
      ),
    null,
  );
  if (rows === null) return;
  const put = db.prepare("INSERT OR REPLACE INTO main.meta (key, value) VALUES (?, ?)");
  const lacks = db.prepare("INSERT OR IGNORE INTO main.meta (key, value) VALUES (?, ?)");
  for (const { key, value } of upToDamage(() => rows.iterate())) {
    if (typeof key !== "string" || typeof value !== "string") continue;
    if (key === "paused" || key === "resendUnknown" || key === "confirmAnySuccess")
      put.run(key, value === "1" ? "1" : "0");
    else if (/^(peopleRules|recoveryCode|wrongCodes|wrongPins|shared|takenOver|takeover)$/.test(key))
      put.run(key, value);
    else if (/^(serviceUrl|tenantId|userId|deviceId|practice)$/.test(key)) lacks.run(key, value);
  }
}

/** Takes every table but the outbox, the audit and reference data. Call it with foreign keys off. */
export function takeTables(db: Db): TableTaken[] {
  takeMeta(db);
  const tables = ordinaryTables(db).map((name) => {
    try {
      return takeTable(db, name);
    } catch (error) {
      rethrowUnlessDamage(error);
      return { name, taken: 0, unreadable: 1 };
    }
  });
  // Filled anew behind: the base's own may be what was damaged.
  db.exec(RESET_TRIGRAMS);
  return tables.filter(({ taken, unreadable }) => taken + unreadable > 0);
}

/** A row that is kept, and is in its table no more. */
export interface RowApart {
  source: string;
  row: unknown;
}

/** Of each table, and letters of all of them; every row is in the file that is kept aside. */
const MOST_APART = 1_000;
const MOST_LETTERS_APART = 16_000_000;
const LONGEST_APART = 100_000;

const asKept = (value: unknown): unknown => {
  if (typeof value === "bigint") return String(value);
  if (Buffer.isBuffer(value)) return { hex: value.toString("hex", 0, LONGEST_APART) };
  // A copy: a part of a long text would keep all of it in memory.
  if (typeof value === "string" && value.length > LONGEST_APART)
    return Buffer.from(value.slice(0, LONGEST_APART)).toString();
  return value;
};

const rowAsKept = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, asKept(value)]));

/** Cuts each row before the next is read: a thousand whole rows can be gigabytes. All that it gives has one bound. */
function cutRows() {
  let letters = 0;
  return function* cut(source: string, rows: Iterable<Record<string, unknown>>): Generator<RowApart> {
    for (const row of rows) {
      if (letters > MOST_LETTERS_APART) return;
      const kept = rowAsKept(row);
      letters += JSON.stringify(kept).length;
      yield { source, row: kept };
    }
  };
}

/**
 * Rows of the damaged file that can be read and hold what the program never wrote, and entries that could not be taken.
 * Call it after everything else was taken.
 */
export function readWrong(db: Db): RowApart[] {
  const condition = (table: string): string => {
    const wrong = `NOT (${fitting(db, table, "damaged")})`;
    return table === "entry" ? `${wrong} OR entry_id NOT IN (SELECT entry_id FROM main.entry)` : wrong;
  };
  const cut = cutRows();
  return RULED_TABLES.flatMap((source) => {
    const rows = whereReadable(
      () =>
        db
          .prepare<[number], Record<string, unknown>>(
            `SELECT * FROM damaged.${source} WHERE ${condition(source)} LIMIT ?`,
          )
          .safeIntegers(),
      null,
    );
    if (rows === null) return [];
    return upToDamage(() => cut(source, rows.iterate(MOST_APART)));
  });
}

/** Rows that refer to what is not there any more leave their tables; of each table the first thousand are handed back. */
export function takeOrphansOut(db: Db): RowApart[] {
  db.exec(
    "UPDATE main.document SET last_sequence = NULL WHERE last_sequence NOT IN (SELECT sequence FROM main.entry)",
  );
  const references = db.prepare<[string], { table: string; from: string; to: string }>(
    'SELECT "table", "from", "to" FROM pragma_foreign_key_list(?, \'main\')',
  );
  const cut = cutRows();
  return ordinaryTables(db).flatMap((source) =>
    references.all(source).flatMap(({ table, from, to }) => {
      const orphans = `FROM main.${quoted(source)}
        WHERE ${quoted(from)} NOT IN (SELECT ${quoted(to)} FROM main.${quoted(table)})`;
      const kept = [
        ...cut(
          source,
          db.prepare<[number], Record<string, unknown>>(`SELECT * ${orphans} LIMIT ?`).iterate(MOST_APART),
        ),
      ];
      db.exec(`DELETE ${orphans}`);
      return kept;
    }),
  );
}
