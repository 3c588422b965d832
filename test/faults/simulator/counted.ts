/** What the file holds, counted the plain way and not as the engine counts it. */
import type { Db } from "../../../main/engine/store/open-database.ts";
import type { Facts } from "./status-truth.ts";

export type Counted = Pick<Facts, "counts" | "oldestUnsentAt" | "needsAttention" | "lastConfirmedAt">;

const prepared = new WeakMap<Db, () => Counted>();

/** Counts at every step of a run, so the statements are kept with their connection. */
export function countedIn(db: Db): Counted {
  const known = prepared.get(db) ?? prepare(db);
  prepared.set(db, known);
  return known();
}

function prepare(db: Db): () => Counted {
  const states = db.prepare<[], { state: string; n: number; often: number }>(
    "SELECT state, count(*) AS n, sum(attempts >= 10) AS often FROM entry GROUP BY state",
  );
  const oldest = db
    .prepare<[], number>(
      "SELECT created_at FROM entry WHERE state NOT IN ('confirmed', 'discarded') ORDER BY sequence LIMIT 1",
    )
    .pluck();
  const lastConfirmed = db
    .prepare<[], number | null>("SELECT max(ended_at) FROM attempt WHERE outcome LIKE 'accepted%'")
    .pluck();
  return () => {
    const rows = states.all();
    const of = (state: string): number => rows.find((row) => row.state === state)?.n ?? 0;
    const often = rows.find(({ state }) => state === "retry_wait")?.often ?? 0;
    return {
      counts: {
        pending: of("pending"),
        in_flight: of("in_flight"),
        retry_wait: of("retry_wait"),
        outcome_unknown: of("outcome_unknown"),
        dead_letter: of("dead_letter"),
      },
      oldestUnsentAt: oldest.get() ?? null,
      needsAttention: of("dead_letter") + of("outcome_unknown") + often,
      lastConfirmedAt: lastConfirmed.get() ?? null,
    };
  };
}
