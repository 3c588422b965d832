/** One file on its way into the folder: written beside, hashed while it comes, and named only when it is whole. */
import { createHash, randomUUID } from "node:crypto";
import { chmod, type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type KeptFile, LARGEST_FILE, storedName } from "../../../contract/kept-file.ts";
import { makeFolderAtOnce, nameWhole } from "../../lib/whole-file.ts";
import { plainName } from "./kept-names.ts";

/** Leftovers of a crash are known by it. */
export const PART_MARK = ".part-";

export class TooLarge extends Error {}

export interface Incoming {
  /** How many bytes came so far. */
  bytes(): number;
  /** Throws TooLarge, or the system's error. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes it durable under its hash; the same content is kept once. */
  finish(name: string): Promise<KeptFile>;
  abort(): Promise<void>;
}

/** Begins a file. */
export async function openIncoming(folder: string): Promise<Incoming> {
  makeFolderAtOnce(folder);
  const part = join(folder, `${PART_MARK}${randomUUID()}`);
  const handle: FileHandle = await open(part, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  const abort = async () => {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
  };
  return {
    bytes: () => bytes,
    abort,
    async write(chunk) {
      bytes += chunk.byteLength;
      if (bytes > LARGEST_FILE) throw new TooLarge();
      hash.update(chunk);
      for (let from = 0; from < chunk.byteLength; ) {
        const { bytesWritten } = await handle.write(chunk, from);
        from += bytesWritten;
      }
    },
    async finish(name) {
      const file = { sha256: hash.digest("hex"), name: plainName(name), bytes };
      await handle.close();
      const target = join(folder, storedName(file));
      await nameWhole(part, target);
      // Opened by another program, it must not be changed by it.
      await chmod(target, 0o400);
      return file;
    },
  };
}
