/**
 * A connection's file with very many confirmed entries, made fast: a few real postings and answers, and copies of
 * their rows under ids of their own, with the real schema, its triggers and a sound audit chain. Only the bulk of
 * texts is left out: a copy's answer is one short transaction, so that a million entries fit on a disk.
 */
import { type AuditRow, auditHash } from "../../../main/engine/core/audit.ts";
import { type Db, openDatabase } from "../../../main/engine/file/database/open-database.ts";

type Row = Record<string, string | number | null>;

/** A shop enters so many a day; the newest of them is from now. */
export const ENTRIES_A_DAY = 50;
const EVERY_MS = 86_400_000 / ENTRIES_A_DAY;
const IN_ONE_TRANSACTION = 20_000;

/** Inserts a row of the table, whatever columns it has. */
function inserter(db: Db, table: string): (row: Row) => void {
  // Computed columns are the file's own.
  const names = db.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
  const statement = db.prepare<[Row]>(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((name) => `@${name}`).join(", ")})`,
  );
  return (row) => void statement.run(row);
}

/** The newest row of each table that a confirmed return left. */
function newestRow(db: Db, table: string): Row {
  const row = db.prepare<[], Row>(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT 1`).get();
  if (row === undefined) throw new Error(`${table} has no row to copy`);
  return row;
}

/** Ids that count up, so that the indexes over them are written from their beginning to their end. */
const idOf = (n: number, which: number): string =>
  `${n.toString(16).padStart(8, "0")}-0000-4000-8000-${String(which).padStart(12, "0")}`;

const shortAnswer = (serialNo: string): string => `[{"serialNo":"${serialNo}","amount":35400.75,"status":1}]`;

/**
 * Grows a file that nobody has open, and that holds at least one confirmed return, to `entries` of them. The newest is
 * dated `now`, the others evenly before it.
 */
export function growFile(path: string, entries: number, now: number): void {
  const db = openDatabase(path, null);
  try {
    // Nothing rests on the file until it is whole.
    db.pragma("synchronous = OFF");
    db.pragma("cache_size = -262144");
    db.pragma("wal_autocheckpoint = 16384");
    const has = db.prepare<[], number>("SELECT count(*) FROM entry").pluck().get() ?? 0;
    const from = {
      entry: newestRow(db, "entry"),
      document: newestRow(db, "document"),
      audit: newestRow(db, "audit"),
      attempt: newestRow(db, "attempt"),
      history: newestRow(db, "balance_history"),
    };
    if (from.entry.state !== "confirmed") throw new Error("the newest entry is not confirmed");
    const put = {
      entry: inserter(db, "entry"),
      document: inserter(db, "document"),
      audit: inserter(db, "audit"),
      attempt: inserter(db, "attempt"),
      history: inserter(db, "balance_history"),
    };
    let link = db.prepare<[], AuditRow>("SELECT * FROM audit ORDER BY sequence DESC LIMIT 1").get();
    const copy = (n: number): void => {
      const at = Math.round(now - (entries - n) * EVERY_MS);
      const [sequence, entryId, serialNo] = [
        Number(from.entry.sequence) + n - has + 1,
        idOf(n, 1),
        idOf(n, 2),
      ];
      put.entry({
        ...from.entry,
        sequence,
        entry_id: entryId,
        serial_no: serialNo,
        ordering_key: serialNo,
        created_at: at,
        changed_at: at + 90,
      });
      put.document({
        ...from.document,
        serial_no: serialNo,
        created_at: at,
        changed_at: at,
        answered_at: at + 90,
        last_sequence: sequence,
      });
      const attemptId = Number(from.attempt.attempt_id) + n - has + 1;
      put.attempt({
        ...from.attempt,
        attempt_id: attemptId,
        sequence,
        started_at: at + 40,
        ended_at: at + 90,
        response_body: shortAnswer(serialNo),
      });
      put.history({ ...from.history, serial_no: serialNo, answered_at: at + 90 });
      if (link === undefined) throw new Error("there is no audit to go on from");
      const next = { ...link, sequence: link.sequence + 1, at, subject: serialNo, previous_hash: link.hash };
      link = { ...next, hash: auditHash(next) };
      put.audit({ ...link });
    };
    const some = db.transaction((first: number, end: number): void => {
      for (let n = first; n < end; n += 1) copy(n);
    });
    for (let n = has; n < entries; n += IN_ONE_TRANSACTION)
      some(n, Math.min(entries, n + IN_ONE_TRANSACTION));
    db.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}
