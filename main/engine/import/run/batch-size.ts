/** How many rows go into one transaction of an import: whoever posts meanwhile waits for one of them at most. */

export const MOST_BATCH_ROWS = 250;
const LEAST_BATCH_ROWS = 60;
/** Well below the 50 ms that a posting may wait: reading on and the commit of the posting itself come on top. */
const LONG_MS = 12;
const SHORT_MS = 6;

/** The next batch's rows, after one of `rows` that took `ms`. A slow disk makes them fewer, a fast one more again. */
export function nextBatchRows(rows: number, ms: number): number {
  if (ms > LONG_MS) return Math.max(LEAST_BATCH_ROWS, Math.floor(rows / 2));
  return ms < SHORT_MS ? Math.min(MOST_BATCH_ROWS, rows * 2) : rows;
}

/** Where so much time has passed a transaction ends, whatever is left of its batch: a row may cost more than others. */
export const MOST_BATCH_MS = 25;
