/** Works through the rows of a damaged table: what a range can't give is tried again in halves, down to one row. */
import { errorCode } from "../../../../lib/error-code.ts";

/** Rows asked for at a time. */
const STEP = 512;
/** About the disk and the machine, not about one row: nothing is gained by asking in halves. */
const NOT_THE_ROWS = /^SQLITE_(FULL|READONLY|NOMEM|BUSY|LOCKED|INTERRUPT|IOERR_(WRITE|FSYNC))/;

/** Throws what isn't the damaged rows' fault. */
export function rethrowUnlessDamage(error: unknown): void {
  const code = errorCode(error);
  if (!code.startsWith("SQLITE_") || NOT_THE_ROWS.test(code)) throw error;
}

/** Runs `take` over `first`..`last`; returns the single numbers for which it failed. */
export function overRanges(first: number, last: number, take: (from: number, to: number) => void): number[] {
  const failed: number[] = [];
  const attempt = (from: number, to: number): void => {
    try {
      take(from, to);
    } catch (error) {
      rethrowUnlessDamage(error);
      if (from === to) {
        failed.push(from);
        return;
      }
      const middle = from + Math.floor((to - from) / 2);
      attempt(from, middle);
      attempt(middle + 1, to);
    }
  };
  for (let from = first; from <= last; from += STEP) attempt(from, Math.min(last, from + STEP - 1));
  return failed;
}

/** The value, or `otherwise` where the damage keeps it. */
export function whereReadable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    rethrowUnlessDamage(error);
    return otherwise;
  }
}

/** As many rows as can be read from one end. */
export function upToDamage<T>(rows: () => Iterable<T>): T[] {
  const read: T[] = [];
  try {
    for (const row of rows()) read.push(row);
  } catch (error) {
    rethrowUnlessDamage(error);
  }
  return read;
}
