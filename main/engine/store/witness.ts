/**
 * Remembers beside a connection's file how far it had come: its last entry and its last attempt.
 *
 * A file that has come less far lost its end, or is an older copy that someone put there. Nothing of it may then be
 * sent by itself, for it may have been sent already. The witness is written after each commit and not forced to the
 * disk: it outlives the program but not always the power, and after a loss of power it says too little, never too much.
 */
import { closeSync, lstatSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import type { Db } from "./open-database.ts";

export interface Reached {
  entry: number;
  attempt: number;
}

const WIDTH = 15;
const LENGTH = 3 * (WIDTH + 1);
const SHAPE = /^(\d{15}) (\d{15}) (\d{15})\n$/;

const padded = (n: number): string => String(n).padStart(WIDTH, "0");
const lineOf = ({ entry, attempt }: Reached): string =>
  `${padded(entry)} ${padded(attempt)} ${padded(entry + attempt)}\n`;

export const witnessPath = (path: string): string => `${path}-witness`;

/** What the witness says; null where there is none, or it was cut off. */
export function readWitness(path: string): Reached | null {
  // Whatever else lies under its name may have no end.
  const there = lstatSync(witnessPath(path), { throwIfNoEntry: false });
  if (there?.isFile() !== true || there.size !== LENGTH) return null;
  const [, entry, attempt, sum] = SHAPE.exec(readFileSync(witnessPath(path), "latin1")) ?? [];
  const reached = { entry: Number(entry), attempt: Number(attempt) };
  return Number(sum) === reached.entry + reached.attempt ? reached : null;
}

/** How far a file has come. The rows of both tables are never removed. */
export function reachedBy(db: Db): Reached {
  const last = (sql: string): number => db.prepare<[], number | null>(sql).pluck().get() ?? 0;
  return {
    entry: last("SELECT max(sequence) FROM entry"),
    attempt: last("SELECT max(attempt_id) FROM attempt"),
  };
}

export const isBehind = (now: Reached, witnessed: Reached | null): boolean =>
  witnessed !== null && (now.entry < witnessed.entry || now.attempt < witnessed.attempt);

export function dropWitness(path: string): void {
  rmSync(witnessPath(path), { force: true });
}

/**
 * Keeps the witness of an open file. It never throws: without it the file is as good as it was before there was one.
 * `trouble` is called where the file itself could not be read for it.
 */
export function openWitness(db: Db, trouble: (error: unknown) => void) {
  const read = db.prepare<[], Reached>(
    "SELECT (SELECT max(sequence) FROM entry) AS entry, (SELECT max(attempt_id) FROM attempt) AS attempt",
  );
  let handle: number | null = null;
  let last = "";
  let reached: Reached = { entry: 0, attempt: 0 };
  const write = (): void => {
    const line = lineOf(reached);
    if (line === last) return;
    try {
      handle ??= openSync(witnessPath(db.name), "w");
      // One write of one line in place: it stands there whole or not at all.
      writeSync(handle, line, 0, "latin1");
      last = line;
    } catch {
      // A full disk or a folder that became read-only: the postings themselves say so.
      last = "";
    }
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
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}
