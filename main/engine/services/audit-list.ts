/** Shows who did what, and whether the record's chain of hashes holds. */
import { z } from "zod";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { timestampOf } from "../../../contract/values.ts";
import { AUDIT_START, type AuditRow, auditHash } from "../store/audit.ts";
import { createAuditReads } from "../store/audit-reads.ts";
import type { Db } from "../store/open-database.ts";

type ListOutput = ChannelOutput<"audit.list">;

const DEFAULT_LIMIT = 100;
/** Rows verified before others have their turn: some milliseconds. */
const CHUNK_ROWS = 2_000;

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

/** The row as far as the chain is concerned. */
type Link = Pick<AuditRow, "sequence" | "hash">;

/** True where `row` says what its hash says, and follows `before`. */
export const isNextLink = (before: Link, row: AuditRow): boolean =>
  row.sequence === before.sequence + 1 && row.previous_hash === before.hash && row.hash === auditHash(row);

export function createAuditListService({ db }: { db: Db }) {
  const reads = createAuditReads(db);
  /** The chain is sound up to here; later calls verify only what is newer. */
  let sound: Link = { sequence: 0, hash: AUDIT_START };
  let isBroken = false;
  let verifying: Promise<void> = Promise.resolve();

  const verifyChunk = (): boolean => {
    const rows = reads.after(sound.sequence, CHUNK_ROWS);
    for (const row of rows) {
      if (!isNextLink(sound, row)) isBroken = true;
      if (isBroken) return false;
      sound = { sequence: row.sequence, hash: row.hash };
    }
    return rows.length === CHUNK_ROWS;
  };
  const verifyNew = async (): Promise<void> => {
    if (reads.lastSequence() < sound.sequence) isBroken = true;
    while (!isBroken && verifyChunk()) await new Promise((done) => setImmediate(done));
  };
  /** One run at a time: two would step over each other's place. */
  const verify = (): Promise<void> => {
    verifying = verifying.then(verifyNew);
    return verifying;
  };

  /** What is shown is looked at again, however long ago it was verified. */
  const holdsAmong = (rows: readonly AuditRow[]): boolean =>
    rows.every((row, index) => {
      const before = rows[index + 1];
      return before === undefined ? row.hash === auditHash(row) : isNextLink(before, row);
    });

  return {
    async list({ limit, beforeSequence }: ParsedInput<"audit.list">): Promise<ListOutput> {
      await verify();
      const rows = reads.page(beforeSequence ?? null, limit ?? DEFAULT_LIMIT);
      if (!holdsAmong(rows)) isBroken = true;
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
      return { entries, chainIntact: !isBroken };
    },
  };
}
