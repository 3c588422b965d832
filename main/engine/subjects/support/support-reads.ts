/** What support asks of the database: shapes, states and times; never what an entry is about. */

import { SUPPORT_PRAGMAS } from "../../../../contract/channels/support.ts";
import type { EntryState } from "../../../../contract/entry-states.ts";
import type { OperationKind } from "../../../../contract/operations.ts";
import type { Db } from "../../file/database/open-database.ts";

interface EntryFactRow {
  sequence: number;
  kind: OperationKind;
  state: EntryState;
  attempts: number;
  created_at: number;
  next_attempt_at: number;
  last_outcome: string | null;
  body_bytes: number;
  request_hash: string;
}

interface AttemptFactRow {
  sequence: number;
  started_at: number;
  ended_at: number | null;
  outcome: string | null;
  http_status: number | null;
  answer_bytes: number;
}

/** The newest `limit` entries and attempts, the counts, and what the file is set to. */
export function createSupportReads(db: Db) {
  const entries = db.prepare<[number], EntryFactRow>(
    `SELECT sequence, kind, state, attempts, created_at, next_attempt_at, last_outcome,
       octet_length(request_body) AS body_bytes, request_hash FROM entry ORDER BY sequence DESC LIMIT ?`,
  );
  const attempts = db.prepare<[number], AttemptFactRow>(
    `SELECT sequence, started_at, ended_at, outcome, http_status,
       coalesce(octet_length(response_body), 0) AS answer_bytes FROM attempt ORDER BY attempt_id DESC LIMIT ?`,
  );
  const counts = db.prepare<[], { state: string; n: number }>("SELECT state, n FROM entry_count");
  const auditEnd = db.prepare<[], number>("SELECT coalesce(max(sequence), 0) FROM audit").pluck();
  const pragma = (name: string): string | number => {
    const value: unknown = db.pragma(name, { simple: true });
    return typeof value === "number" ? value : String(value);
  };
  return {
    entries: (limit: number) => entries.all(limit),
    attempts: (limit: number) => attempts.all(limit),
    entriesByState: () => Object.fromEntries(counts.all().map(({ state, n }) => [state, n])),
    auditEntries: () => auditEnd.get() ?? 0,
    schemaVersion: () => Number(pragma("user_version")),
    pragmas: () => Object.fromEntries(SUPPORT_PRAGMAS.map((name) => [name, pragma(name)])),
  };
}
