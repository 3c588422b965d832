/**
 * Brings the entries of a damaged file (attached as `damaged`) into a sound base. A row counts only where it proves
 * itself: it holds what a row may hold, its body has its hash, and it never goes back behind the base.
 */
import { hash } from "node:crypto";
import { type EntryState, OPEN_STATES } from "../../../../../contract/entry-states.ts";
import type { HeldReason } from "../../../../../contract/reasons/entry-problem.ts";
import type { Db } from "../../database/open-database.ts";
import { fitting } from "../../database/row-rules.ts";
import { createRecoveryStore } from "../recovery-report.ts";
import { overRanges, upToDamage, whereReadable } from "./ranges.ts";

/** Never taken over what the base has; every other column of the schema is. */
const FIXED = {
  entry: [
    ...["sequence", "entry_id", "kind", "ordering_key", "tenant_id", "serial_no", "request_body"],
    ...["request_hash", "subject", "currency_id", "local_amount", "created_at", "corrects_entry_id"],
    ...["user_id", "person", "approver"],
  ],
  attempt: ["attempt_id", "sequence", "started_at"],
} as const;
/** How far beyond everything else that is known the file's own count is believed. */
const FARTHEST = 100_000;
/** So many entries that are not there are named. */
const MOST_LOST = FARTHEST;

/** An entry of which only the name is left. */
interface LostEntry {
  sequence: number | null;
  entryId: string | null;
  serialNo: string | null;
}

export interface EntriesTaken {
  /** Sequences whose state the damaged file tells. */
  vouched: Set<number>;
  /** Of those, the ones that the base didn't have. */
  added: Set<number>;
  lost: LostEntry[];
  /** False where there may have been entries after the last one that is known of. */
  isEndKnown: boolean;
}

interface Named {
  sequence: number;
  entry_id: string | null;
  serial_no: string | null;
}

/** Indexes are pages of their own: they may still name what the table has lost. */
function namesInIndexes(db: Db): Map<number, Named> {
  const names = new Map<number, Named>();
  const read = (column: "entry_id" | "serial_no", index: string): void => {
    for (const direction of ["ASC", "DESC"]) {
      const statement = whereReadable(
        () =>
          db.prepare<[], { sequence: number; name: unknown }>(
            `SELECT sequence, ${column} AS name FROM damaged.entry INDEXED BY ${index}
             ${column === "serial_no" ? "WHERE serial_no IS NOT NULL" : ""} ORDER BY ${column} ${direction}`,
          ),
        null,
      );
      if (statement === null) return;
      for (const { sequence, name } of upToDamage(() => statement.iterate())) {
        if (typeof name !== "string" || !Number.isSafeInteger(sequence)) continue;
        const known = names.get(sequence) ?? { sequence, entry_id: null, serial_no: null };
        names.set(sequence, { ...known, [column]: name });
      }
    }
  };
  read("entry_id", "sqlite_autoindex_entry_1");
  read("serial_no", "entry_by_serial");
  return names;
}

const one = (db: Db, sql: string): number => {
  const value: unknown = whereReadable(() => db.prepare(sql).pluck().get(), null);
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
};

/** What may change in a row, by the base's schema; a file that was damaged before its update lacks later columns. */
const changingColumns = (db: Db, table: "entry" | "attempt"): string[] =>
  db
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')")
    .pluck()
    .all(table)
    .filter((column) => !FIXED[table].some((fixed) => fixed === column))
    .filter((column) =>
      whereReadable(() => db.prepare(`SELECT ${column} FROM damaged.${table} LIMIT 0`).reader, false),
    );

/** Takes what proves itself. `highWaterMark` is the last entry there was, if known. */
export function takeEntries(db: Db, highWaterMark: number | null): EntriesTaken {
  db.function("sha256", { deterministic: true }, (text) =>
    typeof text === "string" ? hash("sha256", text) : null,
  );
  const inBase = one(db, "SELECT max(sequence) FROM main.entry");
  // A high-water mark can be torn or made up too.
  const marked = highWaterMark !== null && highWaterMark <= inBase + 10 * FARTHEST ? highWaterMark : null;
  const counted = one(db, "SELECT seq FROM damaged.sqlite_sequence WHERE name = 'entry'");
  const names = namesInIndexes(db);
  const seen = Math.max(
    inBase,
    marked ?? 0,
    one(db, "SELECT max(sequence) FROM damaged.entry"),
    ...[...names.keys()].filter((sequence) => sequence < inBase + FARTHEST),
  );
  const isCountSound = counted >= inBase && counted <= seen + FARTHEST;
  // A damaged number must not make the program look through millions of rows that never were.
  const last = Math.min(Math.max(seen, isCountSound ? counted : 0), Math.max(inBase, marked ?? 0) + FARTHEST);

  const changing = changingColumns(db, "entry");
  const all = [...FIXED.entry, ...changing].join(", ");
  const fits = whereReadable(() => fitting(db, "entry", "damaged"), "0");
  const vouched = new Set<number>();
  const added = new Set<number>();
  const update = db
    .prepare<[number, number], number>(
      `UPDATE main.entry AS e SET ${changing.map((column) => `${column} = s.${column}`).join(", ")}
       FROM (SELECT sequence, entry_id, request_hash, ${changing.join(", ")} FROM damaged.entry NOT INDEXED
             WHERE sequence BETWEEN ? AND ? AND ${fits}) AS s
       WHERE e.sequence = s.sequence AND e.entry_id = s.entry_id AND e.request_hash = s.request_hash
         AND s.changed_at >= e.changed_at
         AND (e.state NOT IN ('confirmed','discarded') OR s.state = e.state)
       RETURNING sequence`,
    )
    .pluck();
  const insert = db
    .prepare<[number, number], number>(
      `INSERT INTO main.entry (${all}) SELECT ${all} FROM damaged.entry AS s NOT INDEXED
       WHERE sequence BETWEEN ? AND ? AND ${fits}
         AND sha256(request_body) = request_hash AND length(entry_id) = 36
         AND (serial_no IS NULL OR instr(lower(request_body), lower(serial_no)) > 0)
         AND NOT EXISTS (SELECT 1 FROM main.entry AS b WHERE b.sequence = s.sequence OR b.entry_id = s.entry_id)
       RETURNING sequence`,
    )
    .pluck();
  overRanges(1, inBase, (from, to) => {
    for (const sequence of update.all(from, to)) vouched.add(sequence);
  });
  overRanges(inBase + 1, last, (from, to) => {
    for (const sequence of insert.all(from, to)) {
      added.add(sequence);
      vouched.add(sequence);
    }
  });

  const has = db.prepare<[number], number>("SELECT 1 FROM main.entry WHERE sequence = ?").pluck();
  const lost: LostEntry[] = [];
  for (let sequence = 1; sequence <= last && lost.length < MOST_LOST; sequence += 1) {
    if (has.get(sequence) === 1) continue;
    const name = names.get(sequence);
    lost.push({ sequence, entryId: name?.entry_id ?? null, serialNo: name?.serial_no ?? null });
  }
  return { vouched, added, lost, isEndKnown: marked !== null || (isCountSound && counted > 0) };
}

/** The attempts of the entries that there are. */
export function takeAttempts(db: Db): void {
  const last = Math.min(
    Math.max(
      one(db, "SELECT max(attempt_id) FROM damaged.attempt"),
      one(db, "SELECT max(attempt_id) FROM main.attempt"),
    ),
    one(db, "SELECT max(attempt_id) FROM main.attempt") + 10 * FARTHEST,
  );
  const answered = changingColumns(db, "attempt");
  const columns = [...FIXED.attempt, ...answered].join(", ");
  const take = db.prepare<[number, number]>(
    `INSERT INTO main.attempt (${columns}) SELECT ${columns} FROM damaged.attempt NOT INDEXED
     WHERE attempt_id BETWEEN ? AND ? AND ${whereReadable(() => fitting(db, "attempt", "damaged"), "0")}
       AND sequence IN (SELECT sequence FROM main.entry)
     ON CONFLICT (attempt_id) DO UPDATE SET ${answered.map((name) => `${name} = excluded.${name}`).join(", ")}
     WHERE attempt.ended_at IS NULL AND excluded.ended_at IS NOT NULL AND attempt.sequence = excluded.sequence`,
  );
  overRanges(1, last, (from, to) => void take.run(from, to));
}

// What becomes of each entry when its file was recovered or taken over.

const OPEN: readonly EntryState[] = OPEN_STATES;

/** Why an unsettled entry becomes a person's decision; null where it goes on as it was. */
export function holdReason(state: EntryState, isVouched: boolean): HeldReason | null {
  switch (state) {
    case "in_flight":
      return "was_in_flight";
    case "outcome_unknown":
      return "was_unknown";
    case "pending":
    case "retry_wait":
    case "dead_letter":
      return isVouched ? null : "may_have_been_sent";
    case "confirmed":
    case "discarded":
      return null;
  }
}

interface StateRow {
  sequence: number;
  state: EntryState;
}

/** Decides what becomes of each entry and writes it down. Returns how many became a person's decision. */
export function settleEntries(
  db: Db,
  recoveryId: number,
  before: ReadonlyMap<number, EntryState>,
  taken: Pick<EntriesTaken, "vouched" | "added">,
  { isStale, origin, now }: { isStale: boolean; origin: "backup" | "file"; now: number },
): number {
  const store = createRecoveryStore(db);
  let held = 0;
  for (const { sequence, state } of db.prepare<[], StateRow>("SELECT sequence, state FROM entry").all()) {
    const was = before.get(sequence) ?? null;
    const reason = holdReason(state, taken.vouched.has(sequence) && !isStale);
    const isAdded = taken.added.has(sequence);
    if (reason !== null) {
      held += 1;
      store.makeUnknown(sequence, reason, now);
    } else if (!isAdded && was === state && !OPEN.includes(state)) continue;
    store.put(recoveryId, sequence, {
      origin: isAdded ? "file" : taken.vouched.has(sequence) ? "both" : origin,
      state_before: was ?? (isAdded ? state : null),
      state_after: reason === null ? state : "outcome_unknown",
      reason,
      held: reason !== null,
    });
  }
  return held;
}

export const statesOf = (db: Db): Map<number, EntryState> =>
  new Map(
    db
      .prepare<[], StateRow>("SELECT sequence, state FROM entry")
      .all()
      .map(({ sequence, state }) => [sequence, state]),
  );

/** Numbers are given one after the other: one that is missing was an entry. */
export function missingFrom(known: ReadonlyMap<number, unknown>, last: number): EntriesTaken["lost"] {
  const lost: EntriesTaken["lost"] = [];
  for (let sequence = 1; sequence <= last && lost.length < MOST_LOST; sequence += 1)
    if (!known.has(sequence)) lost.push({ sequence, entryId: null, serialNo: null });
  return lost;
}
