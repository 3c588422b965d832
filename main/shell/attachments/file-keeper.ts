/** Keeps files under their SHA-256 in the profile, and finds them again. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Attached, FileRefusal } from "../../../contract/channels/attachments.ts";
import { type KeptFile, LARGEST_FILE, storedName } from "../../../contract/kept-file.ts";
import { type Incoming, openIncoming, PART_MARK, TooLarge } from "./incoming.ts";
import { plainName } from "./kept-names.ts";

type Named = Pick<KeptFile, "sha256" | "name">;
export type Found = { is: "there"; path: string } | { is: "missing" } | { is: "changed" };
type Refused = Extract<Attached, { outcome: "refused" }>;

export type FileKeeper = ReturnType<typeof createFileKeeper>;

const refused = (name: string, reason: FileRefusal, detail: string | null = null): Refused => ({
  outcome: "refused",
  name: plainName(name),
  reason,
  detail,
});
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What stands against a file before it is read; null where nothing does. */
async function objectionTo(path: string): Promise<Refused | null> {
  const name = basename(path);
  try {
    const found = await stat(path);
    if (found.isDirectory()) return refused(name, "folder");
    // A pipe or a device would be waited for for ever.
    if (!found.isFile()) return refused(name, "unreadable");
    if (found.size === 0) return refused(name, "empty");
    return found.size > LARGEST_FILE ? refused(name, "too_large") : null;
  } catch (error) {
    return refused(name, "unreadable", wordsOf(error));
  }
}

/** A failure of reading is told from one of writing by which side threw. */
class NotWritten extends Error {}

/** Makes the keeper of one folder, which is made when it is first needed. */
export function createFileKeeper(folder: string) {
  /** Finishes what came, or says why not; the part beside is gone either way. */
  const finish = async (incoming: Incoming, name: string): Promise<Attached> => {
    try {
      if (incoming.bytes() === 0) {
        await incoming.abort();
        return refused(name, "empty");
      }
      return { outcome: "kept", file: await incoming.finish(name) };
    } catch (error) {
      await incoming.abort();
      return refused(name, "not_written", wordsOf(error));
    }
  };
  const begin = async (name: string): Promise<Incoming | Refused> => {
    try {
      return await openIncoming(folder);
    } catch (error) {
      return refused(name, "not_written", wordsOf(error));
    }
  };

  return {
    begin,
    finish,
    refused,
    /** Copies the file that a person chose. Never rejects: what went wrong is its answer. */
    async keep(path: string): Promise<Attached> {
      const name = basename(path);
      const objection = await objectionTo(path);
      if (objection !== null) return objection;
      const incoming = await begin(name);
      if ("outcome" in incoming) return incoming;
      try {
        await pipeline(createReadStream(path), async (chunks: AsyncIterable<Uint8Array>) => {
          for await (const chunk of chunks)
            await incoming.write(chunk).catch((error: unknown) => {
              throw error instanceof TooLarge ? error : new NotWritten(wordsOf(error));
            });
        });
      } catch (error) {
        await incoming.abort();
        if (error instanceof TooLarge) return refused(name, "too_large");
        return refused(name, error instanceof NotWritten ? "not_written" : "unreadable", wordsOf(error));
      }
      return finish(incoming, name);
    },
    /** Whether it lies here, by its name only. */
    async isPresent(file: Named): Promise<boolean> {
      const found = await stat(join(folder, storedName(file))).catch(() => null);
      return found?.isFile() ?? false;
    },
    /** The kept copy, once its content was seen to be what was kept. */
    async find(file: Named): Promise<Found> {
      const path = join(folder, storedName(file));
      const hash = createHash("sha256");
      try {
        // A pipe under its name would be waited for.
        if (!(await stat(path)).isFile()) return { is: "missing" };
        await pipeline(createReadStream(path), hash);
      } catch {
        return { is: "missing" };
      }
      return hash.digest("hex") === file.sha256 ? { is: "there", path } : { is: "changed" };
    },
    /** Copies a kept file elsewhere; throws the system's error. */
    async copyTo(path: string, target: string): Promise<void> {
      // By its bytes, so that the copy is no read-only file.
      await pipeline(createReadStream(path), createWriteStream(target));
    },
    /** Removes what a crash left half-way. */
    async sweep(): Promise<void> {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) if (name.startsWith(PART_MARK)) await rm(join(folder, name), { force: true });
    },
  };
}
