/**
 * A folder: of a disk, a share or a synced folder. Its calls are those that wait: it works on a thread which may hang,
 * and not on the pool of threads that the whole process shares.
 */

import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { PlaceTrouble } from "../../../../../contract/channels/shop-folder.ts";
import { breathe } from "../../../../lib/breathe.ts";
import { errorCode } from "../../../../lib/error-code.ts";
import { realPathAtOnce } from "../../../../lib/real-path.ts";
import { beside, flushFolderAtOnce, PART, removeAtOnce, renameAtOnce } from "../../../../lib/whole-file.ts";
import { piecesIn, writeAll } from "./pieces.ts";
import {
  assertListed,
  byName,
  type Content,
  isName,
  type Listed,
  nameChecked,
  placeFailed,
  type ShopPlace,
} from "./shop-place.ts";
import { keepsNamesApart } from "./synced.ts";

const TROUBLE: Readonly<Record<string, PlaceTrouble>> = {
  ENOENT: "not_found",
  ENOTDIR: "not_found",
  EACCES: "refused",
  EPERM: "refused",
  EROFS: "read_only",
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EIO: "unreachable",
  ESTALE: "unreachable",
  EHOSTDOWN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENOTCONN: "unreachable",
  ENODEV: "unreachable",
  ENXIO: "unreachable",
  ETIMEDOUT: "no_answer",
};

function failed(error: unknown): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  const code = errorCode(error);
  return placeFailed(TROUBLE[code] ?? "other", `${code}, ${String(error.syscall)}`);
}
function trying<T>(task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw failed(error);
  }
}

/** What a disk without hard links (FAT, some shares) says of one. */
const NO_LINKS: ReadonlySet<string> = new Set([
  ...["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK", "EISDIR", "EIO"],
]);

async function fill(handle: number, content: Content): Promise<void> {
  for await (const part of content.read()) {
    trying(() => writeAll(handle, part));
    await breathe();
  }
  trying(() => fsyncSync(handle));
}

/** The folder must be there: a drive that is not mounted is not made up. `link`: a test's, of a disk that has none. */
export function openFolder(path: string, link: typeof linkSync = linkSync): ShopPlace {
  const root = (): string =>
    trying(() => {
      const real = realPathAtOnce(path);
      if (!statSync(real).isDirectory()) throw placeFailed("not_found", "it is no folder");
      return real;
    });
  /** What is put there is open to whom the shop folder is: this process makes everything else for its user alone. */
  const open = (target: string, of: "file" | "folder"): void => {
    const { mode } = statSync(root());
    try {
      chmodSync(target, of === "file" ? mode & 0o666 : mode & 0o7777);
    } catch (error) {
      // Some shares have no modes to set.
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "EACCES", "EINVAL", "ENOSYS"].includes(errorCode(error)))
        throw error;
    }
  };
  const pathOf = (name: string): string => join(root(), ...nameChecked(name).split("/"));
  const makeFolders = (name: string): void => {
    let inside = root();
    for (const part of name.split("/").slice(0, -1)) {
      const folder = join(inside, part);
      try {
        mkdirSync(folder);
        open(folder, "folder");
        flushFolderAtOnce(inside);
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
      }
      inside = folder;
    }
  };
  /** Writes a file that was not there; nothing is left of it where that fails. False where something is there. */
  const make = async (target: string, content: Content): Promise<boolean> => {
    let handle: number;
    try {
      handle = openSync(target, "wx", 0o666);
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw failed(error);
    }
    try {
      try {
        await fill(handle, content);
        trying(() => open(target, "file"));
      } finally {
        // A share may say only now that it is full.
        trying(() => closeSync(handle));
      }
    } catch (error) {
      removeAtOnce(target);
      throw error;
    }
    return true;
  };
  const beforeName = async (name: string, content: Content) => {
    const target = pathOf(name);
    trying(() => makeFolders(name));
    const unfinished = beside(target);
    await make(unfinished, content);
    return { target, unfinished };
  };
  return {
    kind: "folder",
    renames: () => true,
    keepsApart: () => trying(() => keepsNamesApart(root())),
    async get(name) {
      const path = pathOf(name);
      let handle: number;
      try {
        // A pipe that lies there is not waited for. Windows doesn't know the flag.
        handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      } catch (error) {
        if (errorCode(error) === "ENOENT") return null;
        throw failed(error);
      }
      if (!trying(() => fstatSync(handle)).isFile()) {
        closeSync(handle);
        return null;
      }
      return piecesIn(handle, trying);
    },
    async put(name, content) {
      const { target, unfinished } = await beforeName(name, content);
      try {
        renameAtOnce(unfinished, target);
      } catch (error) {
        removeAtOnce(unfinished);
        throw failed(error);
      }
    },
    async putIfAbsent(name, content) {
      const { target, unfinished } = await beforeName(name, content);
      try {
        // A link fails where the name is taken, which a rename does not.
        link(unfinished, target);
        flushFolderAtOnce(dirname(target));
        return true;
      } catch (error) {
        if (errorCode(error) === "EEXIST") return false;
        if (!NO_LINKS.has(errorCode(error))) throw failed(error);
      } finally {
        removeAtOnce(unfinished);
      }
      // The name is there before its content is: who reads it must expect half a file.
      return make(target, content);
    },
    async list(prefix) {
      const found: Listed[] = [];
      const base = root();
      const folder = prefix.includes("/") ? prefix.slice(0, prefix.lastIndexOf("/")) : "";
      if (folder !== "") nameChecked(folder);
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
          const name = inside === "" ? each : `${inside}/${each}`;
          if (each.endsWith(PART) || !isName(name)) continue;
          const there = trying(() => statSync(join(base, ...name.split("/")), { throwIfNoEntry: false }));
          const below = `${name}/`;
          if (there?.isDirectory() && (below.startsWith(prefix) || prefix.startsWith(below)))
            await walk(name);
          else if (there?.isFile() && name.startsWith(prefix))
            found.push({ name, bytes: there.size, at: there.mtimeMs });
          assertListed(found.length);
        }
      };
      await walk(folder);
      return byName(found);
    },
    async remove(name) {
      trying(() => removeAtOnce(pathOf(name)));
    },
    close: () => undefined,
  };
}
