/**
 * A folder: of a disk, a share or a synced folder. Its calls are those that wait: it works on a thread which may hang,
 * and not on the pool of threads that the whole process shares.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, messageOf } from "../../../../lib/error-code.ts";
import {
  beside,
  flushFolderAtOnce,
  makeFolderAtOnce,
  PART,
  renameAtOnce,
} from "../../../../lib/whole-file.ts";
import { assertName, type Content, type Listed, placeFailed, type ShopPlace } from "./shop-place.ts";

const PIECE_BYTES = 256 * 1024;

const TROUBLE = {
  ENOENT: "not_found",
  ENOTDIR: "not_found",
  EACCES: "refused",
  EPERM: "refused",
  EROFS: "read_only",
  ENOSPC: "full",
  EDQUOT: "full",
  EIO: "unreachable",
  ESTALE: "unreachable",
  EHOSTDOWN: "unreachable",
  ENOTCONN: "unreachable",
  ETIMEDOUT: "no_answer",
} as const;
const isKnown = (code: string): code is keyof typeof TROUBLE => Object.hasOwn(TROUBLE, code);

function failed(error: unknown): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  const code = errorCode(error);
  return placeFailed(isKnown(code) ? TROUBLE[code] : "other", messageOf(error));
}
function trying<T>(task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw failed(error);
  }
}
const breathe = (): Promise<void> => new Promise((done) => setImmediate(done));

/** The folder must be there: a drive that is not mounted is not made up. */
export function openFolder(path: string): ShopPlace {
  const root = (): string =>
    trying(() => {
      const real = realpathSync(path);
      if (!statSync(real).isDirectory()) throw placeFailed("not_found", "it is no folder");
      return real;
    });
  const pathOf = (name: string): string => {
    assertName(name);
    return join(root(), ...name.split("/"));
  };
  const write = async (target: string, content: Content): Promise<string> => {
    trying(() => makeFolderAtOnce(dirname(target)));
    const unfinished = beside(target);
    const handle = trying(() => openSync(unfinished, "wx", 0o666));
    try {
      for await (const part of content.read()) {
        trying(() => {
          for (let done = 0; done < part.length; ) done += writeSync(handle, part, done);
        });
        await breathe();
      }
      trying(() => fsyncSync(handle));
    } catch (error) {
      closeSync(handle);
      rmSync(unfinished, { force: true });
      throw error;
    }
    trying(() => closeSync(handle));
    return unfinished;
  };
  return {
    kind: "folder",
    async get(name) {
      const path = pathOf(name);
      let handle: number;
      try {
        handle = openSync(path, "r");
      } catch (error) {
        if (errorCode(error) === "ENOENT") return null;
        throw failed(error);
      }
      if (!trying(() => fstatSync(handle)).isFile()) {
        closeSync(handle);
        return null;
      }
      return (async function* () {
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
      })();
    },
    async put(name, content) {
      const target = pathOf(name);
      const unfinished = await write(target, content);
      trying(() => renameAtOnce(unfinished, target));
    },
    async putIfAbsent(name, content) {
      const target = pathOf(name);
      const unfinished = await write(target, content);
      try {
        // A link fails where the name is taken, which a rename does not.
        linkSync(unfinished, target);
        flushFolderAtOnce(dirname(target));
        return true;
      } catch (error) {
        if (errorCode(error) === "EEXIST") return false;
        throw failed(error);
      } finally {
        rmSync(unfinished, { force: true });
      }
    },
    async list(prefix) {
      const found: Listed[] = [];
      const base = root();
      const folder = prefix.includes("/") ? prefix.slice(0, prefix.lastIndexOf("/")) : "";
      if (folder !== "") assertName(folder);
      const walk = async (inside: string): Promise<void> => {
        let names: string[];
        try {
          names = readdirSync(join(base, ...inside.split("/")));
        } catch (error) {
          if (errorCode(error) === "ENOENT") return;
          throw failed(error);
        }
        await breathe();
        for (const each of names) {
          if (each.endsWith(PART)) continue;
          const name = inside === "" ? each : `${inside}/${each}`;
          const there = trying(() => statSync(join(base, ...name.split("/")), { throwIfNoEntry: false }));
          if (there?.isDirectory()) await walk(name);
          else if (there?.isFile() && name.startsWith(prefix))
            found.push({ name, bytes: there.size, at: there.mtimeMs });
        }
      };
      await walk(folder);
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async remove(name) {
      trying(() => rmSync(pathOf(name), { force: true }));
    },
    close: () => undefined,
  };
}
