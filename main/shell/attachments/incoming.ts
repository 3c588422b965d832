/** One file on its way into the folder: written beside, hashed while it comes, and named only when it is whole. */
import { createHash, randomUUID } from "node:crypto";
import { chmod, type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type KeptFile, LARGEST_FILE, storedName } from "../../../contract/kept-file.ts";
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

/** A directory's own entry is durable only once it is flushed too; not every system lets it be opened. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Begins a file. */
export async function openIncoming(folder: string): Promise<Incoming> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
      await handle.sync();
      await handle.close();
      const target = join(folder, storedName(file));
      // A copy that lies there already is read-only, and some systems don't replace one.
      await rm(target, { force: true });
      await rename(part, target);
      // Opened by another program, it must not be changed by it.
      await chmod(target, 0o400);
      await flushFolder(folder);
      return file;
    },
  };
}
