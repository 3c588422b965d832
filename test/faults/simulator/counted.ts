/** What the file holds, counted the plain way and not as the engine counts it. */
import type { Db } from "../../../main/engine/file/database/open-database.ts";
import type { Facts } from "./status-truth.ts";

export type Counted = Pick<Facts, "counts" | "oldestUnsentAt" | "needsAttention" | "lastConfirmedAt">;

const prepared = new WeakMap<Db, () => Counted>();

/** Counts at every step of a run, so the statements are kept with their connection. */
export function countedIn(db: Db): Counted {
  const known = prepared.get(db) ?? prepare(db);
  prepared.set(db, known);
  return known();
}

/** Reads no row's request or answer: on a connection that was just opened it reads every attempt, later the new ones. */
function prepare(db: Db): () => Counted {
  const states = db.prepare<[], { state: string; n: number; first: number }>(
    "SELECT state, count(*) AS n, min(sequence) AS first FROM entry GROUP BY state",
  );
  // The plus keeps SQLite from the index that the engine counts these by.
  const often = db
    .prepare<[], number>("SELECT count(*) FROM entry WHERE state = 'retry_wait' AND +attempts >= 10")
    .pluck();
  const createdAt = db.prepare<[number], number>("SELECT created_at FROM entry WHERE sequence = ?").pluck();
  const lastConfirmed = lastConfirmedIn(db);
  return () => {
    const rows = states.all();
    const of = (state: string): number => rows.find((row) => row.state === state)?.n ?? 0;
    const open = rows.filter(({ state }) => state !== "confirmed" && state !== "discarded");
    return {
      counts: {
        pending: of("pending"),
        in_flight: of("in_flight"),
        retry_wait: of("retry_wait"),
        outcome_unknown: of("outcome_unknown"),
        dead_letter: of("dead_letter"),
      },
      oldestUnsentAt: createdAt.get(Math.min(...open.map(({ first }) => first))) ?? null,
      needsAttention: of("dead_letter") + of("outcome_unknown") + (often.get() ?? 0),
      lastConfirmedAt: lastConfirmed(),
    };
  };
}

/** The end of an attempt is written once: what had ended is not read again over the same connection. */
function lastConfirmedIn(db: Db): () => number | null {
  const after = db.prepare<[number], { attempt_id: number; ended_at: number | null; outcome: string | null }>(
    "SELECT attempt_id, ended_at, outcome FROM attempt WHERE attempt_id > ? ORDER BY attempt_id",
  );
  let ended = 0;
  let last: number | null = null;
  return () => {
    let isWhole = true;
    let newest = last;
    for (const { attempt_id, ended_at, outcome } of after.all(ended)) {
      if (ended_at === null) isWhole = false;
      else if (outcome?.startsWith("accepted")) newest = Math.max(newest ?? ended_at, ended_at);
      if (!isWhole) continue;
      ended = attempt_id;
      last = newest;
    }
    return newest;
  };
}
