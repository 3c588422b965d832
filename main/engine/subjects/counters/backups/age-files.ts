/** Files in age's format, piece by piece: what is encrypted or decrypted is never whole in memory. */

import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readSync } from "node:fs";
import { invalidField } from "../../../../../contract/error.ts";
import { removeAtOnce } from "../../../../lib/whole-file.ts";
import { piecesIn, writeAll } from "../place/pieces.ts";
import { type Content, placeFailed } from "../place/shop-place.ts";

const FIRST_LINE = "age-encryption.org/v1\n";

/** What was written. */
export interface Written {
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** A file of the own disk. */
export async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* piecesIn(openSync(path, "r"));
}

export const contentOfFile = (path: string, bytes: number): Content => ({
  bytes,
  read: () => piecesOf(path),
});

const streamOf = (pieces: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });

async function* piecesOfStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Writes a new file, whole and on the disk, or none. `most`: throws `place_failed` (`broken`) where more comes. */
export async function writePieces(
  pieces: AsyncIterable<Uint8Array>,
  target: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  const handle = openSync(target, "wx", 0o600);
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > most) throw placeFailed("broken", `more than ${most} bytes`);
      hash.update(piece);
      writeAll(handle, piece);
    }
    fsyncSync(handle);
  } catch (error) {
    closeSync(handle);
    removeAtOnce(target);
    throw error;
  }
  closeSync(handle);
  return { bytes, sha256: hash.digest("hex") };
}

/** Only who has the recipient's key reads it again. */
export async function encryptFile(from: string, target: string, recipient: string): Promise<Written> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const stream = await encrypter.encrypt(streamOf(piecesOf(from)));
  return writePieces(piecesOfStream(stream), target);
}

/** Whether a file begins as one in age's format does, as far as it goes. */
export function isEncrypted(path: string): boolean {
  const handle = openSync(path, "r");
  try {
    const beginning = Buffer.alloc(FIRST_LINE.length);
    const bytes = readSync(handle, beginning, 0, FIRST_LINE.length, 0);
    return bytes > 0 && FIRST_LINE.startsWith(beginning.toString("latin1", 0, bytes));
  } finally {
    closeSync(handle);
  }
}

/** Throws `invalid_input` where the key doesn't open it, `place_failed` (`broken`) where it is not whole, or none at all. */
export async function decryptFile(from: string, target: string, key: string): Promise<Written> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  // Asked only where the header could be read, and the key before it opens nothing of it.
  let isOfAnotherKey = false;
  decrypter.addIdentity({
    unwrapFileKey: () => {
      isOfAnotherKey = true;
      return null;
    },
  });
  try {
    const stream = await decrypter.decrypt(streamOf(piecesOf(from)));
    return await writePieces(piecesOfStream(stream), target);
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw error;
    if (isOfAnotherKey) throw invalidField("key", "invalid", { expected: "matching_key" });
    throw placeFailed("broken", "what was encrypted is not whole");
  }
}
