/** Files piece by piece, by calls that wait: for a thread that nothing else rests on. */
import { closeSync, readSync, writeSync } from "node:fs";
import { breathe } from "../../../../lib/breathe.ts";

const PIECE_BYTES = 256 * 1024;

/** What is left of an open file, which is closed then. `trying` may reword what the system says. */
export async function* piecesIn(
  handle: number,
  trying: <T>(task: () => T) => T = (task) => task(),
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const piece = Buffer.alloc(PIECE_BYTES);
      const read = trying(() => readSync(handle, piece, 0, PIECE_BYTES, null));
      if (read === 0) return;
      yield piece.subarray(0, read);
      await breathe();
    }
  } finally {
    closeSync(handle);
  }
}

export function writeAll(handle: number, piece: Uint8Array): void {
  for (let done = 0; done < piece.length; ) done += writeSync(handle, piece, done);
}
