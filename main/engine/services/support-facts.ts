/** The facts about this counter that help a stranger understand it: no names, no amounts, no notes, no token. */
import { SUPPORT_ROWS, type SupportFacts } from "../../../contract/channels/support.ts";
import type { Db } from "../store/open-database.ts";
import { createSupportReads } from "../store/support-reads.ts";
import { filesIn, freeBytesOf } from "./disk.ts";

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** The program's own files: names and sizes, enough for every file that it makes. */
const OWN_FILES = 200;
const ownFilesOf = (profile: string) =>
  filesIn(profile)
    .filter(({ name }) => /\.(?:sqlite|json|backup)/.test(name))
    .slice(0, OWN_FILES);

export interface SupportSource {
  db: Db | null;
  profile: string;
  version: string;
  sqliteVersion: string;
  now: number;
  connection: SupportFacts["connection"];
  file: SupportFacts["file"];
  status: SupportFacts["status"];
  busy: SupportFacts["busy"];
  resendUnknown: boolean;
}

/** Gathers the facts; `db` is null where no connection's file is open. */
export function supportFactsOf(source: SupportSource): SupportFacts {
  const reads = source.db === null ? null : createSupportReads(source.db);
  return {
    madeAt: iso(source.now),
    engine: { version: source.version, node: process.versions.node, sqlite: source.sqliteVersion },
    connection: source.connection,
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
    entriesByState: reads?.entriesByState() ?? {},
    auditEntries: reads?.auditEntries() ?? 0,
    entries: (reads?.entries(SUPPORT_ROWS) ?? []).map((row) => ({
      sequence: row.sequence,
      kind: row.kind,
      state: row.state,
      attempts: row.attempts,
      createdAt: iso(row.created_at),
      nextAttemptAt: row.state === "retry_wait" ? iso(row.next_attempt_at) : null,
      lastOutcome: row.last_outcome,
      bodyBytes: row.body_bytes,
      bodyHash: row.request_hash.slice(0, 16),
    })),
    attempts: (reads?.attempts(SUPPORT_ROWS) ?? []).map((row) => ({
      sequence: row.sequence,
      startedAt: iso(row.started_at),
      endedAt: isoOrNull(row.ended_at),
      outcome: row.outcome,
      httpStatus: row.http_status,
      answerBytes: row.answer_bytes,
    })),
  };
}
