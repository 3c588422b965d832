/** The activity of an open file: its list, its export, and what the profile remembers of its end. */

import { type FileHandle, open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { z } from "zod";
import type { Call } from "../../../contract/call.ts";
import type { ChainProblem } from "../../../contract/channels/audit.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../../contract/csv.ts";
import { CountersideError } from "../../../contract/error.ts";
import { timestampOf } from "../../../contract/values.ts";
import { breathe } from "../../lib/breathe.ts";
import { createSerialQueue } from "../../lib/serial-queue.ts";
import { writeWhole } from "../../lib/whole-file.ts";
import { beginningOf, exportTarget, unwritable } from "../file/database/export-target.ts";
import { type Db, storageError } from "../file/database/open-database.ts";
import { AUDIT_START, type AuditLink, type AuditRow, auditHash, auditText } from "./audit.ts";
import type { Handlers, OpenFile } from "./context.ts";

// Reads the audit: pages newest first, and runs of rows in the order they were chained.

/** "12 9f…" as a link; nothing, or what was changed by hand into nonsense, is the beginning. */
const linkOf = (text: string | null): AuditLink => {
  const [sequence = "", hash = ""] = (text ?? "").split(" ");
  return /^\d+$/.test(sequence) ? { sequence: Number(sequence), hash } : { sequence: 0, hash: AUDIT_START };
};

function createAuditReads(db: Db) {
  // `LIMIT ?` would be compiled again at each run; by `+?` it isn't.
  const page = db.prepare<[number, number], AuditRow>(
    "SELECT * FROM audit WHERE sequence < ? ORDER BY sequence DESC LIMIT +?",
  );
  const after = db.prepare<[number, number], AuditRow>(
    "SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT +?",
  );
  const last = db.prepare<[], number | null>("SELECT max(sequence) FROM audit").pluck();
  const hashAt = db.prepare<[number], string>("SELECT hash FROM audit WHERE sequence = ?").pluck();
  const anchor = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'auditAnchor'").pluck();
  return {
    /** Up to `limit` rows before `before` (null: from the newest), newest first. */
    page: (before: number | null, limit: number): AuditRow[] =>
      page.all(before ?? Number.MAX_SAFE_INTEGER, limit),
    /** Up to `limit` rows after `sequence`, oldest first. */
    after: (sequence: number, limit: number): AuditRow[] => after.all(sequence, limit),
    lastSequence: (): number => last.get() ?? 0,
    /** The hash of one row; null where there is no such row. */
    hashAt: (sequence: number): string | null =>
      sequence === 0 ? AUDIT_START : (hashAt.get(sequence) ?? null),
    /** The last row as it was when it was written, kept apart from the rows. */
    anchor: (): AuditLink => linkOf(anchor.get() ?? null),
  };
}

// Shows who did what, and whether the record's chain of hashes holds.

type ListOutput = ChannelOutput<"audit.list">;

const DEFAULT_LIMIT = 100;
/** Rows verified before others have their turn: some milliseconds. */
const CHUNK_ROWS = 2_000;
/** What is looked at while something else waits: at the end of a session, and, where a window waits, at its start. */
const CHUNKS_AT_ONCE = { end: 5, start: 1 };

const record = z.record(z.string(), z.unknown());

/** The details as an object; text that is none (a row changed by hand) is shown as it is. */
function detailsOf(text: string): Record<string, unknown> {
  try {
    return record.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return { unreadable: text };
    throw error;
  }
}

/** True where `row` says what its hash says, and follows `before`. */
const isNextLink = (before: AuditLink, row: AuditRow): boolean =>
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
      await breathe();
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

// The audit as text that others can verify: every line carries the very text that was hashed. Pure.

const COLUMNS = [
  ...["sequence", "time", "userId", "deviceId", "action", "subject", "details"],
  ...["hashed", "previousHash", "hash"],
];

const csvRow = (row: AuditRow): string =>
  csvLine([
    String(row.sequence),
    timestampOf(row.at),
    String(row.user_id),
    row.device_id,
    row.action,
    row.subject,
    row.details,
    // Guarded like any other cell: who verifies it takes the apostrophes off first.
    auditText(row),
    row.previous_hash,
    row.hash,
  ]);

/** Says in the file itself how it is verified. */
const HEAD = {
  format: "counterside-audit",
  version: 1,
  verify:
    "hash is the SHA-256, in hex, of previousHash, a line feed (LF) and hashed, in UTF-8. previousHash is the hash of the line before; of the first line, 64 zeros. hashed is [sequence, time in ms since 1970, userId, deviceId, action, subject, details] as JSON.",
};

const jsonRow = (row: AuditRow): string =>
  `${JSON.stringify({
    sequence: row.sequence,
    time: timestampOf(row.at),
    userId: row.user_id,
    deviceId: row.device_id,
    action: row.action,
    subject: row.subject,
    details: row.details,
    hashed: auditText(row),
    previousHash: row.previous_hash,
    hash: row.hash,
  })}\n`;

interface AuditFormat {
  /** How every file of this format begins; an earlier export is known by it. */
  mark: string;
  head: string;
  row: (row: AuditRow) => string;
}

/** Not before it is asked for: the first line of a CSV looks at every letter there is, and the engine's start would wait. */
const csvHead = () => BYTE_ORDER_MARK + csvLine(COLUMNS);

export const AUDIT_FORMATS = {
  csv: {
    get mark() {
      return csvHead();
    },
    get head() {
      return csvHead();
    },
    row: csvRow,
  },
  jsonl: { mark: '{"format":"counterside-audit"', head: `${JSON.stringify(HEAD)}\n`, row: jsonRow },
} as const satisfies Record<string, AuditFormat>;

// Writes the record of who did what into a file, page by page, with everything that is needed to verify it.

/** Rows read and written before others have their turn. */
const PAGE_ROWS = 1_000;

/** Throws `file_invalid` for the folder of the files in use, and for anything there that is no earlier export. */
const settleTarget = (path: string, mark: string, liveFolder: string): Promise<string> =>
  exportTarget({
    path,
    liveFolder,
    writes: "activity",
    checkExisting: async (target, isFile) => {
      if (isFile && (await beginningOf(target, Buffer.byteLength(mark))) === mark) return;
      throw new CountersideError("file_invalid", { reason: "not_an_export", path: target });
    },
  });

/** `problem` says what is wrong with the chain, looked at now. */
export function createAuditExportService(
  { db, emit, record }: Pick<OpenFile, "db" | "emit" | "record">,
  problem: () => Promise<ChainProblem | null>,
) {
  const reads = createAuditReads(db);
  let isClosed = false;
  const queue = createSerialQueue();

  /** Looks at the chain once more on the way: what was verified long ago may have been changed since. */
  const writeRows = async (file: FileHandle, format: AuditFormat, total: number) => {
    let end: AuditLink = { sequence: 0, hash: AUDIT_START };
    let holds = true;
    await file.writeFile(format.head);
    while (end.sequence < total) {
      if (isClosed) throw new CountersideError("cancelled", { reason: "export" });
      const rows = reads.after(end.sequence, Math.min(PAGE_ROWS, total - end.sequence));
      if (rows.length === 0) break;
      for (const row of rows) {
        holds &&= isNextLink(end, row);
        end = { sequence: row.sequence, hash: row.hash };
      }
      await file.writeFile(rows.map(format.row).join(""));
      emit({ event: "audit.exportProgressed", payload: { entries: end.sequence, total } });
    }
    return { lastHash: end.hash, holds };
  };

  const exportNow = async (
    call: Call,
    { path, format }: ParsedInput<"audit.export">,
  ): Promise<ChannelOutput<"audit.export">> => {
    const shape = AUDIT_FORMATS[format];
    const target = await settleTarget(path, shape.mark, dirname(db.name));
    const known = await problem();
    // What comes while it is written is for the next export.
    const total = reads.lastSequence();
    try {
      const written = await writeWhole(target, async (part) => {
        const file = await open(part, "wx", 0o600);
        try {
          const { lastHash, holds } = await writeRows(file, shape, total);
          const chainProblem = known ?? (holds ? null : ("changed" as const));
          return { lastHash, bytes: (await file.stat()).size, chainProblem };
        } finally {
          await file.close();
        }
      });
      record(call, "audit.exported", basename(target), { entries: total, lastHash: written.lastHash });
      return { path: target, entries: total, ...written };
    } catch (error) {
      const isOfSystem = error instanceof Error && "syscall" in error;
      throw storageError(error, target) ?? (isOfSystem ? unwritable(target, error, "activity") : error);
    }
  };

  return {
    /** Throws `file_invalid` for an unfit path, or a storage code; then no file is left behind. */
    export(call: Call, input: ParsedInput<"audit.export">): Promise<ChannelOutput<"audit.export">> {
      return queue.runExclusive(() => exportNow(call, input));
    },
    async close(): Promise<void> {
      isClosed = true;
      await queue.ended();
    },
  };
}

export function openActivity(file: OpenFile) {
  const list = createAuditListService(file);
  list.remember("start");
  const exports = createAuditExportService(file, list.problem);
  file.whenClosing(exports.close);
  const handlers: Handlers<"audit.list" | "audit.export"> = {
    "audit.list": (_, input) => list.list(input),
    "audit.export": exports.export,
  };
  return { handlers, remember: list.remember };
}
