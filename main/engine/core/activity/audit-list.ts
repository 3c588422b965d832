/** Shows who did what, and whether the record's chain of hashes holds. */
import { z } from "zod";
import type { ChainProblem } from "../../../../contract/channels/audit.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { timestampOf } from "../../../../contract/values.ts";
import type { OpenFile } from "../context.ts";
import { AUDIT_START, type AuditLink, type AuditRow, auditHash } from "./audit.ts";
import { createAuditReads } from "./audit-reads.ts";

type ListOutput = ChannelOutput<"audit.list">;

const DEFAULT_LIMIT = 100;
/** Rows verified before others have their turn: some milliseconds. */
const CHUNK_ROWS = 2_000;
/** What is looked at while something else waits: at the end of a session, and, where a window waits, at its start. */
const CHUNKS_AT_ONCE = { end: 5, start: 1 };

const record = z.record(z.string(), z.unknown());

/** The details as an object; text that is none (a row changed by hand) is shown as it stands. */
function detailsOf(text: string): Record<string, unknown> {
  try {
    return record.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return { unreadable: text };
    throw error;
  }
}

/** True where `row` says what its hash says, and follows `before`. */
export const isNextLink = (before: AuditLink, row: AuditRow): boolean =>
  row.sequence === before.sequence + 1 && row.previous_hash === before.hash && row.hash === auditHash(row);

export function createAuditListService({ db, auditMemory: memory }: Pick<OpenFile, "db" | "auditMemory">) {
  const reads = createAuditReads(db);
  /** The chain is sound up to here; later calls verify only what is newer. */
  let sound: AuditLink = { sequence: 0, hash: AUDIT_START };
  let problem: ChainProblem | null = null;
  let verifying: Promise<void> = Promise.resolve();

  /** Follows the chain from `from` through one chunk. */
  const follow = (from: AuditLink): { to: AuditLink; more: boolean; broken: boolean } => {
    let to = from;
    const rows = reads.after(from.sequence, CHUNK_ROWS);
    for (const row of rows) {
      if (!isNextLink(to, row)) return { to, more: false, broken: true };
      to = { sequence: row.sequence, hash: row.hash };
    }
    return { to, more: rows.length === CHUNK_ROWS, broken: false };
  };

  /** The end against what the file, and then the profile, remembers of it. */
  const problemOfEnd = (): ChainProblem | null => {
    const anchor = reads.anchor();
    if (anchor.sequence > reads.lastSequence()) return "cut_short";
    if (anchor.sequence !== reads.lastSequence() || reads.hashAt(anchor.sequence) !== anchor.hash)
      return "changed";
    const seen = memory.read();
    return seen === null || reads.hashAt(seen.sequence) === seen.hash ? null : "other_than_remembered";
  };

  const verifyNew = async (fromStart: boolean): Promise<void> => {
    if (fromStart) {
      sound = { sequence: 0, hash: AUDIT_START };
      problem = null;
    }
    if (reads.lastSequence() < sound.sequence) problem = "cut_short";
    while (problem === null) {
      const { to, more, broken } = follow(sound);
      sound = to;
      if (broken) problem = "changed";
      else if (!more) break;
      await new Promise((done) => setImmediate(done));
    }
    problem ??= problemOfEnd();
    if (problem === null && sound.sequence > (memory.read()?.sequence ?? 0)) memory.write(sound);
  };
  /** One run at a time: two would step over each other's place. */
  const verify = (fromStart: boolean): Promise<void> => {
    // A run that the file refused says nothing of the next one.
    verifying = verifying.catch(() => undefined).then(() => verifyNew(fromStart));
    return verifying;
  };

  /** What is shown is looked at again, however long ago it was verified. */
  const holdsAmong = (rows: readonly AuditRow[]): boolean =>
    rows.every((row, index) => {
      const before = rows[index + 1];
      return before === undefined ? row.hash === auditHash(row) : isNextLink(before, row);
    });

  return {
    async list({ limit, beforeSequence, fromStart }: ParsedInput<"audit.list">): Promise<ListOutput> {
      await verify(fromStart ?? false);
      const rows = reads.page(beforeSequence ?? null, limit ?? DEFAULT_LIMIT);
      if (!holdsAmong(rows)) problem = "changed";
      const entries = rows.map((row) => ({
        sequence: row.sequence,
        at: timestampOf(row.at),
        userId: row.user_id,
        deviceId: row.device_id,
        action: row.action,
        subject: row.subject,
        details: detailsOf(row.details),
        hash: row.hash,
      }));
      return { entries, chainIntact: problem === null, chainProblem: problem };
    },
    /** Verifies what is new, and says what is wrong; null where the chain is whole. */
    async problem(): Promise<ChainProblem | null> {
      await verify(false);
      return problem;
    },
    /**
     * Moves what the profile remembers as far as the chain follows from it. Done at a session's ends, so that
     * rows are remembered although nobody looked at them. What doesn't follow is left for `list` to tell.
     */
    remember(at: keyof typeof CHUNKS_AT_ONCE): void {
      let seen = memory.read() ?? { sequence: 0, hash: AUDIT_START };
      if (reads.hashAt(seen.sequence) !== seen.hash) return;
      for (let chunk = 0; chunk < CHUNKS_AT_ONCE[at]; chunk += 1) {
        const { to, more } = follow(seen);
        if (to.sequence > seen.sequence) memory.write(to);
        seen = to;
        if (!more) return;
      }
    },
  };
}
