/**
 * Which entries' large answers are being read, kept beside the connection's file: an answer that ends the program would
 * be asked for again after each start. It is forced to the disk, and written only for large answers, so it costs the
 * others nothing. An entry that is named at the start is left to a person.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import type { Log } from "../ports.ts";

export interface AnswerNotes {
  /** Whether the program ended while it read or wrote the answer to this attempt. */
  wasLeft(attemptId: number): boolean;
  /** Before a large answer is read any further. Never throws: what can't be noted is resent as before. */
  begin(attemptId: number): void;
  /** Its result is on the disk. */
  end(attemptId: number): void;
  /** What was left has been settled. */
  settled(): void;
  close(): void;
}

/** Beside a connection's file. */
export const answerNotesPath = (path: string): string => `${path}-answers`;

function leftIn(file: string): ReadonlySet<number> {
  try {
    const lines = readFileSync(file, "latin1").split("\n");
    return new Set(lines.filter((line) => /^\d{1,15}$/.test(line)).map(Number));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Set();
    throw error;
  }
}

/** Opens the notes of one connection's file, by its path. */
export function openAnswerNotes(path: string, log: Log): AnswerNotes {
  const file = answerNotesPath(path);
  const left = leftIn(file);
  const reading = new Set<number>();
  let handle: number | null = null;
  const write = (): void => {
    handle ??= openSync(file, "w", 0o600);
    ftruncateSync(handle, 0);
    writeSync(handle, [...reading].map((attemptId) => `${attemptId}\n`).join(""), 0, "latin1");
    fsyncSync(handle);
  };
  const tryTo = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      log.warn("which answers are being read could not be written down", { error: String(error) });
    }
  };
  const drop = (): void => {
    if (handle !== null) closeSync(handle);
    handle = null;
    rmSync(file, { force: true });
  };
  return {
    wasLeft: (attemptId) => left.has(attemptId),
    begin(attemptId) {
      reading.add(attemptId);
      tryTo(write);
    },
    end(attemptId) {
      if (reading.delete(attemptId)) tryTo(reading.size === 0 ? drop : write);
    },
    settled() {
      if (left.size > 0) tryTo(drop);
    },
    close() {
      // What is not settled is left to the next start.
      const open = handle;
      handle = null;
      if (open !== null) tryTo(() => closeSync(open));
    },
  };
}
