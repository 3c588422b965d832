/**
 * Remembers how far a connection's file had come, its last entry and its last attempt: beside the file, and once more in
 * the profile's folder, for the one beside it is as old as the file where a whole folder is put back.
 *
 * A file that has come less far lost its end, or is an older copy that someone put there. Nothing of it may then be
 * sent by itself, for it may have been sent already. The high-water mark is written after each commit and not forced to the
 * disk: it outlives the program but not always the power: after a loss of power the line may be an earlier one.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { removeAtOnce, whileHeldAtOnce } from "../../../lib/whole-file.ts";
import type { AuditLink } from "../../core/audit.ts";
import type { FileContext } from "../../core/context.ts";
import { lastAudit } from "../backups/backup-copy.ts";
import { createMetaStore } from "../database/meta.ts";
import type { Db } from "../database/open-database.ts";

export interface HighWaterMark {
  entry: number;
  attempt: number;
}

/** The one in the profile's folder names the file too: each that takes another's place is of the next generation. */
interface SeenMark extends HighWaterMark {
  generation: number;
}

const padded = (n: number): string => String(n).padStart(15, "0");
/** Numbers, and their sum, by which a line that was cut off is known. */
const lineOf = (...numbers: number[]): string =>
  `${[...numbers, numbers.reduce((sum, n) => sum + n)].map(padded).join(" ")}\n`;

/** The first one, beside the file. */
export const highWaterMarkPath = (path: string): string => `${path}-mark`;

/** The second one, where an older copy of the folder of connections doesn't reach. */
export const seenPath = (profile: string, path: string): string => join(profile, `${basename(path)}-seen`);

/** What the high-water mark of the file says; null where there is none, or it was cut off. */
export function readHighWaterMark(path: string): HighWaterMark | null {
  const line = readLine(highWaterMarkPath(path), 2);
  if (line === null) return null;
  const [entry = 0, attempt = 0] = line;
  return { entry, attempt };
}

/** What the one in the profile's folder says. */
export function readSeen(profile: string, path: string): SeenMark | null {
  const line = readLine(seenPath(profile, path), 3);
  if (line === null) return null;
  const [generation = 0, entry = 0, attempt = 0] = line;
  return { generation, entry, attempt };
}

/** So many numbers of a line with their sum behind them. */
function readLine(place: string, count: number): number[] | null {
  // Whatever else lies under its name may have no end.
  const there = lstatSync(place, { throwIfNoEntry: false });
  const zeros = Array<number>(count).fill(0);
  if (there?.isFile() !== true || there.size !== lineOf(...zeros).length) return null;
  const line = whileHeldAtOnce(() => readFileSync(place, "latin1"));
  const numbers = line.split(" ").slice(0, count).map(Number);
  return numbers.every(Number.isSafeInteger) && lineOf(...numbers) === line ? numbers : null;
}

/** How far a file has come. The rows of both tables are never removed. */
export function reachedBy(db: Db): HighWaterMark {
  const last = (sql: string): number => db.prepare<[], number | null>(sql).pluck().get() ?? 0;
  return {
    entry: last("SELECT max(sequence) FROM entry"),
    attempt: last("SELECT max(attempt_id) FROM attempt"),
  };
}

export const isBehind = (now: HighWaterMark, marked: HighWaterMark | null): boolean =>
  marked !== null && (now.entry < marked.entry || now.attempt < marked.attempt);

/** What the profile has seen of a connection's file. */
export interface Seen {
  reached: SeenMark | null;
  /** The last row of its activity that the profile knows. */
  audit: AuditLink | null;
}

export const seenOf = ({
  profile,
  row,
  auditMemory,
}: Pick<FileContext, "profile" | "row" | "auditMemory">): Seen => ({
  reached: readSeen(profile, row.file),
  audit: auditMemory.read(),
});

export const NOTHING_SEEN: Seen = { reached: null, audit: null };

const generationOf = (db: Db): number => Number(createMetaStore(db).get("generation") ?? 0);

/**
 * Notes in a file that is about to take another's place that it does: it may lack some of what the profile has seen, and
 * is no older copy. Durable with the file itself, so no kill between its taking the place and the profile's hearing of
 * it, and no loss of power that brings an earlier mark back, makes it look like one.
 */
export const noteTakesOver = (db: Db, { reached, audit }: Seen): void =>
  createMetaStore(db).hold({
    generation: String(Math.max(generationOf(db), reached?.generation ?? 0) + 1),
    takesOverAudit: audit?.hash ?? "",
  });

/** Whether what the profile knows of the activity's end is of the file whose place this one took. */
export const tookOverAudit = (db: Db, { audit }: Seen): boolean =>
  audit !== null && createMetaStore(db).get("takesOverAudit") === audit.hash;

/** Whether the file has come less far than the profile has seen it, or is older than what took its place. */
export function isBehindSeen(db: Db, seen: Seen): boolean {
  const { reached, audit } = seen;
  const generation = generationOf(db);
  const lacksEntries =
    reached !== null &&
    (generation < reached.generation ||
      (generation === reached.generation && isBehind(reachedBy(db), reached)));
  return lacksEntries || (lastAudit(db) < (audit?.sequence ?? 0) && !tookOverAudit(db, seen));
}

/** What is known of how far both have come. */
export const furthest = (a: HighWaterMark | null, b: HighWaterMark | null): HighWaterMark | null =>
  a === null || b === null
    ? (a ?? b)
    : { entry: Math.max(a.entry, b.entry), attempt: Math.max(a.attempt, b.attempt) };

export function dropHighWaterMark(path: string): void {
  removeAtOnce(highWaterMarkPath(path));
}

/** Not waited for and not followed: whatever else lies under its name is none of ours. Never emptied: a full disk would. */
const TO_WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOFOLLOW;

function openLine(place: string) {
  let handle: number | null = null;
  let last = "";
  return {
    write(line: string): void {
      if (line === last) return;
      try {
        handle ??= openSync(place, TO_WRITE, 0o600);
        // One write of one line in place: it is there whole or not at all.
        writeSync(handle, line, 0, "latin1");
        if (last === "" && fstatSync(handle).size !== line.length) ftruncateSync(handle, line.length);
        last = line;
      } catch {
        // A full disk or a folder that became read-only: the postings themselves say so.
        last = "";
      }
    },
    close(): void {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

/**
 * Keeps both marks of an open file of the profile. It never throws: without them the file is as good as it was
 * before there were any. `readFailed` is called where the file itself could not be read for it.
 */
export function openHighWaterMark(db: Db, profile: string, readFailed: (error: unknown) => void) {
  const read = db.prepare<[], HighWaterMark>(
    "SELECT (SELECT max(sequence) FROM entry) AS entry, (SELECT max(attempt_id) FROM attempt) AS attempt",
  );
  const mark = openLine(highWaterMarkPath(db.name));
  const seen = openLine(seenPath(profile, db.name));
  const generation = generationOf(db);
  let reached: HighWaterMark = { entry: 0, attempt: 0 };
  const write = (): void => {
    const { entry, attempt } = reached;
    mark.write(lineOf(entry, attempt));
    seen.write(lineOf(generation, entry, attempt));
  };
  const note = (): void => {
    try {
      const now = read.get();
      reached = { entry: now?.entry ?? 0, attempt: now?.attempt ?? 0 };
    } catch (error) {
      readFailed(error);
      return;
    }
    write();
  };
  note();
  return {
    /** Call it after a commit that made an entry or an attempt, and before anybody learns of it. */
    note,
    /** The same, for a commit that made this entry and no attempt: nothing is read for it. */
    noteEntry(sequence: number): void {
      reached = { entry: sequence, attempt: reached.attempt };
      write();
    },
    close(): void {
      mark.close();
      seen.close();
    },
  };
}
