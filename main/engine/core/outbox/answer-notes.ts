/**
 * Which entries' large answers are being read, kept beside the connection's file: an answer that ends the program would
 * be asked for again after each start. It is forced to the disk, and written only for large answers, so it costs the
 * others nothing. An entry that is named at the start is left to a person. A note that can't be read names every one.
 */

import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../../lib/error-code.ts";
import type { Log } from "../../../lib/log.ts";
import { flushFolderAtOnce, removeAtOnce, whileHeldAtOnce } from "../../../lib/whole-file.ts";
import { ANSWERS_BESIDE } from "../../file/database/file-moves.ts";

/** One try of one entry. Its number is null where the file has lost it. */
export interface ReadAttempt {
  entryId: string;
  attemptId: number | null;
  /** When it was claimed, in milliseconds since 1970. */
  at: number;
}

export interface AnswerNotes {
  /**
   * Whether the program ended while it read or wrote the answer to this attempt, which is known by its entry and its
   * number or its time: a recovered file may number it anew.
   */
  wasLeft(attempt: ReadAttempt): boolean;
  /** Before a large answer is read any further. Never throws: what can't be noted is resent as before. */
  begin(attempt: ReadAttempt): void;
  /** Its result is on the disk. */
  end(attempt: ReadAttempt): void;
  /** What was left has been settled. */
  settled(): void;
  close(): void;
}

/** Beside a connection's file. */
export const answerNotesPath = (path: string): string => `${path}${ANSWERS_BESIDE}`;

/** Thousands of notes; a longer file is none of this program's, and would be read for minutes at each start. */
const MOST_BYTES = 1_000_000;
const NOTED = /^([0-9a-f-]{36}) (\d{1,16}) (\d{1,16})$/;

/** A line that was cut off names nothing: the answer it was for was not read on. Null where none can be read. */
function leftIn(file: string, log: Log): readonly ReadAttempt[] | null {
  try {
    if (statSync(file).size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
    return whileHeldAtOnce(() => readFileSync(file, "latin1"))
      .split("\n")
      .flatMap((line) => {
        const [, entryId, attemptId, at] = NOTED.exec(line) ?? [];
        return entryId === undefined ? [] : [{ entryId, attemptId: Number(attemptId), at: Number(at) }];
      });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    log.warn("which answers were being read can't be known: all that were under way count as such", {
      error: String(error),
    });
    return null;
  }
}

/** Opens the notes of one connection's file, by its path. */
export function openAnswerNotes(path: string, log: Log): AnswerNotes {
  const file = answerNotesPath(path);
  const left = leftIn(file, log);
  const reading = new Set<number | null>();
  let handle: number | null = null;
  /** Added and never written anew: a kill at any moment leaves the earlier ones. */
  const write = ({ entryId, attemptId, at }: ReadAttempt): void => {
    const isNew = handle === null;
    handle ??= openSync(file, "a", 0o600);
    writeSync(handle, `\n${entryId} ${attemptId} ${at}\n`, null, "latin1");
    fsyncSync(handle);
    if (isNew) flushFolderAtOnce(dirname(file));
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
    removeAtOnce(file);
  };
  return {
    wasLeft: ({ entryId, attemptId, at }) =>
      left === null ||
      left.some((one) => one.entryId === entryId && (one.attemptId === attemptId || one.at === at)),
    begin(attempt) {
      reading.add(attempt.attemptId);
      tryTo(() => write(attempt));
    },
    end({ attemptId }) {
      if (reading.delete(attemptId) && reading.size === 0) tryTo(drop);
    },
    settled() {
      if (left === null || left.length > 0) tryTo(drop);
    },
    close() {
      // What is not settled is left to the next start.
      const open = handle;
      handle = null;
      if (open !== null) tryTo(() => closeSync(open));
    },
  };
}
