/**
 * Remembers how far a connection's file had come, its last entry and its last attempt: beside the file, and once more in
 * the profile's folder, for the one beside it is as old as the file where a whole folder is put back.
 *
 * A file that has come less far lost its end, or is an older copy that someone put there. Nothing of it may then be
 * sent by itself, for it may have been sent already. The high-water mark is written after each commit and not forced to the
 * disk: it outlives the program but not always the power, and after a loss of power it says too little, never too much.
 */
import { closeSync, constants, lstatSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import type { AuditLink } from "../audit/audit.ts";
import { lastAudit } from "../backup/backup.ts";
import { createMetaStore } from "../file/meta.ts";
import type { Db } from "../file/open-database.ts";

export interface HighWaterMark {
  entry: number;
  attempt: number;
}

const WIDTH = 15;
const LENGTH = 3 * (WIDTH + 1);
const SHAPE = /^(\d{15}) (\d{15}) (\d{15})\n$/;

const padded = (n: number): string => String(n).padStart(WIDTH, "0");
const lineOf = ({ entry, attempt }: HighWaterMark): string =>
  `${padded(entry)} ${padded(attempt)} ${padded(entry + attempt)}\n`;

export const highWaterMarkPath = (path: string): string => `${path}-witness`;

/** The second one, where an older copy of the folder of connections doesn't reach. */
export const seenPath = (profile: string, path: string): string => join(profile, `${basename(path)}-seen`);

/** What the high-water mark of the file says; null where there is none, or it was cut off. */
export const readHighWaterMark = (path: string): HighWaterMark | null => readLine(highWaterMarkPath(path));

/** What the one in the profile's folder says. */
export const readSeen = (profile: string, path: string): HighWaterMark | null =>
  readLine(seenPath(profile, path));

function readLine(place: string): HighWaterMark | null {
  // Whatever else lies under its name may have no end.
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isFile() !== true || there.size !== LENGTH) return null;
  const [, entry, attempt, sum] = SHAPE.exec(readFileSync(place, "latin1")) ?? [];
  const reached = { entry: Number(entry), attempt: Number(attempt) };
  return Number(sum) === reached.entry + reached.attempt ? reached : null;
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
  reached: HighWaterMark | null;
  /** The last row of its activity that the profile knows. */
  audit: AuditLink | null;
}

export const NOTHING_SEEN: Seen = { reached: null, audit: null };

/**
 * Notes in a file that is about to take another's place what the profile has seen of that one: it may lack some of it,
 * and is no older copy. Durable with the file itself, so no kill between its taking the place and the profile's hearing
 * of it makes it look like one.
 */
export const noteTakesOver = (db: Db, { reached, audit }: Seen): void =>
  createMetaStore(db).hold({
    takesOverReached: reached === null ? "" : lineOf(reached),
    takesOverAudit: audit?.hash ?? "",
  });

/** Whether what the profile knows of the activity's end is of the file whose place this one took. */
export const tookOverAudit = (db: Db, { audit }: Seen): boolean =>
  audit !== null && createMetaStore(db).get("takesOverAudit") === audit.hash;

/** Whether the file has come less far than the profile has seen it, and didn't take the place of what was seen. */
export function isBehindSeen(db: Db, seen: Seen): boolean {
  const { reached, audit } = seen;
  const lacksEntries =
    reached !== null &&
    isBehind(reachedBy(db), reached) &&
    createMetaStore(db).get("takesOverReached") !== lineOf(reached);
  return lacksEntries || (lastAudit(db) < (audit?.sequence ?? 0) && !tookOverAudit(db, seen));
}

/** What is known of how far both have come. */
export const furthest = (a: HighWaterMark | null, b: HighWaterMark | null): HighWaterMark | null =>
  a === null || b === null
    ? (a ?? b)
    : { entry: Math.max(a.entry, b.entry), attempt: Math.max(a.attempt, b.attempt) };

export function dropHighWaterMark(path: string): void {
  rmSync(highWaterMarkPath(path), { force: true });
}

/** Not waited for and not followed: whatever else lies under its name is none of ours. */
const TO_WRITE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK | constants.O_NOFOLLOW;

function openLine(place: string) {
  let handle: number | null = null;
  let last = "";
  return {
    write(line: string): void {
      if (line === last) return;
      try {
        handle ??= openSync(place, TO_WRITE, 0o600);
        // One write of one line in place: it stands there whole or not at all.
        writeSync(handle, line, 0, "latin1");
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
 * before there were any. `trouble` is called where the file itself could not be read for it.
 */
export function openHighWaterMark(db: Db, profile: string, trouble: (error: unknown) => void) {
  const read = db.prepare<[], HighWaterMark>(
    "SELECT (SELECT max(sequence) FROM entry) AS entry, (SELECT max(attempt_id) FROM attempt) AS attempt",
  );
  const places = [openLine(highWaterMarkPath(db.name)), openLine(seenPath(profile, db.name))];
  let reached: HighWaterMark = { entry: 0, attempt: 0 };
  const write = (): void => {
    for (const place of places) place.write(lineOf(reached));
  };
  const note = (): void => {
    try {
      const now = read.get();
      reached = { entry: now?.entry ?? 0, attempt: now?.attempt ?? 0 };
    } catch (error) {
      trouble(error);
      return;
    }
    write();
  };
  note();
  return {
    /** Call it after a commit that made an entry or an attempt, and before anybody hears of it. */
    note,
    /** The same, for a commit that made this entry and no attempt: nothing is read for it. */
    noteEntry(sequence: number): void {
      reached = { entry: sequence, attempt: reached.attempt };
      write();
    },
    close(): void {
      for (const place of places) place.close();
    },
  };
}
