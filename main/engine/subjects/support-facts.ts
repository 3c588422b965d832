/**
 * The facts about this counter that help a stranger understand it: no names, no amounts, no notes, no token. A damaged
 * file is when support asks, so nothing in it is believed to be of its kind.
 */

import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Connection } from "../../../contract/channels/connection.ts";
import {
  idOut,
  kindWord,
  outcomeWord,
  type PROFILE_FILE_KINDS,
  SUPPORT_PRAGMAS,
  SUPPORT_ROWS,
  type SupportFacts,
  stateWord,
} from "../../../contract/channels/support.ts";
import type { EntryState } from "../../../contract/entry-states.ts";
import type { OperationKind } from "../../../contract/operations.ts";
import { deviceId } from "../../../contract/values.ts";
import type { Db } from "../file/database/open-database.ts";
import { filesIn, freeBytesOf } from "../file/disk.ts";

// What support asks of the database: shapes, states and times; never what an entry is about.

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
function createSupportReads(db: Db) {
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

const iso = (ms: number | null): string | null => {
  const date = new Date(ms ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
/** The value where it is of its kind. */
const known = <Kind extends z.ZodType>(kind: Kind, value: unknown): z.output<Kind> | null =>
  kind.safeParse(value).data ?? null;

/** Enough for every file that the program makes. */
const OWN_FILES = 200;
function kindOfFile(name: string): (typeof PROFILE_FILE_KINDS)[number] {
  if (/-(?:wal|shm)$/.test(name)) return "write_ahead";
  if (name === "profile.sqlite") return "profile";
  if (name.startsWith("backups/")) return "backup";
  if (/^connections\/[^/]+\.sqlite$/.test(name)) return "connection";
  return /^[^/]+\.json$/.test(name) ? "settings" : "other";
}
const ownFilesOf = (profile: string): SupportFacts["storage"]["files"] =>
  filesIn(profile)
    .filter(({ name }) => /\.(?:sqlite|json|backup)/.test(name))
    .slice(0, OWN_FILES)
    .map(({ name, bytes }) => ({ kind: kindOfFile(name), bytes }));

/** Who speaks to which service, without the address and with nothing that a person typed as words. */
function connectionFact(connection: Connection | null): SupportFacts["connection"] {
  if (connection === null) return null;
  const { serviceUrl, hasToken, practice } = connection;
  return {
    serviceHash: createHash("sha256").update(serviceUrl).digest("hex").slice(0, 16),
    isHttps: serviceUrl.startsWith("https:"),
    tenantId: known(idOut, connection.tenantId),
    userId: known(idOut, connection.userId),
    deviceId: known(deviceId, connection.deviceId),
    hasToken,
    practice,
  };
}

/** Counts by state; of states that the program doesn't know, their sum. */
function byState(counts: Record<string, number>): SupportFacts["entriesByState"] {
  const sums: SupportFacts["entriesByState"] = {};
  for (const [state, n] of Object.entries(counts)) {
    const word = known(stateWord, state) ?? "other";
    sums[word] = (sums[word] ?? 0) + n;
  }
  return sums;
}

interface SupportSource {
  db: Db | null;
  profile: string;
  version: string;
  sqliteVersion: string;
  now: number;
  connection: Connection | null;
  file: SupportFacts["file"];
  status: SupportFacts["status"];
  busy: SupportFacts["busy"];
  resendUnknown: boolean;
}

/** Gathers the facts; `db` is null where no connection's file is open. */
export function supportFactsOf(source: SupportSource): SupportFacts {
  const reads = source.db === null ? null : createSupportReads(source.db);
  return {
    madeAt: new Date(source.now).toISOString(),
    engine: { version: source.version, node: process.versions.node, sqlite: source.sqliteVersion },
    connection: connectionFact(source.connection),
    file: source.file,
    status: source.status,
    busy: source.busy,
    resendUnknown: source.resendUnknown,
    storage: {
      files: ownFilesOf(source.profile),
      freeBytes: freeBytesOf(source.profile),
      schemaVersion: reads?.schemaVersion() ?? null,
      pragmas: reads?.pragmas() ?? {},
    },
    entriesByState: byState(reads?.entriesByState() ?? {}),
    auditEntries: reads?.auditEntries() ?? 0,
    entries: (reads?.entries(SUPPORT_ROWS) ?? []).map((row) => ({
      sequence: row.sequence,
      kind: known(kindWord, row.kind) ?? "other",
      state: known(stateWord, row.state) ?? "other",
      attempts: row.attempts,
      createdAt: iso(row.created_at),
      nextAttemptAt: row.state === "retry_wait" ? iso(row.next_attempt_at) : null,
      lastOutcome: row.last_outcome === null ? null : (known(outcomeWord, row.last_outcome) ?? "other"),
      bodyBytes: row.body_bytes,
      bodyHash: /^[0-9a-f]{16}/.exec(row.request_hash)?.[0] ?? "",
    })),
    attempts: (reads?.attempts(SUPPORT_ROWS) ?? []).map((row) => ({
      sequence: row.sequence,
      startedAt: iso(row.started_at),
      endedAt: iso(row.ended_at),
      outcome: row.outcome === null ? null : (known(outcomeWord, row.outcome) ?? "other"),
      httpStatus: row.http_status,
      answerBytes: row.answer_bytes,
    })),
  };
}
