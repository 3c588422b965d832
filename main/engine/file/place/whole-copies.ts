/** Copies whole files, a piece at a time: hashed, flushed, read back, and only then named. */
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CountersideError } from "../../../../contract/error.ts";
import { type KeptFile, storedName } from "../../../../contract/kept-file.ts";
import { errorCode, saidBy } from "../../../lib/error-code.ts";
import { makeFolderAtOnce, PART, removeAtOnce, renameAtOnce } from "../../../lib/whole-file.ts";
import { damageFound } from "../database/open-database.ts";

const PIECE_BYTES = 1_000_000;
/** A slow stick writes so much well within the time after which it counts as dead. */
const FLUSH_EVERY_PIECES = 4;

interface FilesWish {
  files: readonly KeptFile[];
  from: readonly string[];
  to: string;
  /** How they are named in `to`: as the counter's own, or by their hash alone as beside backups. */
  named: "stored" | "hash";
}

/** Throws `file_unreadable`: the disk that is read from fails, and not the one that is written to. */
function reading<T>(path: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw new CountersideError("file_unreadable", { reason: "system", path, ...saidBy(error) });
  }
}

function openToWrite(path: string): number {
  try {
    return openSync(path, "w+", 0o600);
  } catch (error) {
    // Some folders of the system say so where nothing can be made in them.
    if (!(error instanceof Error && errorCode(error) === "ENOENT" && existsSync(dirname(path)))) throw error;
    throw new CountersideError("storage_read_only", {
      reason: "folder",
      path: dirname(path),
      ...saidBy(error),
    });
  }
}

/** Copies to a new name beside `to`, flushes it, reads it back and only then names it. False where `isWanted` says no. */
export function* copyWhole(
  from: string,
  to: string,
  isWanted: (sha256: string) => boolean,
): Generator<void, boolean> {
  const unfinished = join(dirname(to), `.${basename(to)}${PART}`);
  const hash = createHash("sha256");
  const source = reading(from, () => openSync(from, "r"));
  try {
    const target = openToWrite(unfinished);
    try {
      const piece = Buffer.alloc(PIECE_BYTES);
      for (let n = 1; ; n += 1) {
        const read = reading(from, () => readSync(source, piece, 0, PIECE_BYTES, null));
        if (read === 0) break;
        hash.update(piece.subarray(0, read));
        writeFileSync(target, piece.subarray(0, read));
        if (n % FLUSH_EVERY_PIECES === 0) fsyncSync(target);
        yield;
      }
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
    const sha256 = hash.digest("hex");
    if (!isWanted(sha256)) return false;
    if ((yield* hashOf(unfinished)) !== sha256)
      throw damageFound(to, "what was written is not what is read back");
    renameAtOnce(unfinished, to);
    return true;
  } finally {
    closeSync(source);
    removeAtOnce(unfinished);
  }
}

function* hashOf(path: string): Generator<void, string> {
  const hash = createHash("sha256");
  const handle = openSync(path, "r");
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    for (let read = 1; read > 0; ) {
      read = readSync(handle, piece, 0, PIECE_BYTES, null);
      hash.update(piece.subarray(0, read));
      yield;
    }
  } finally {
    closeSync(handle);
  }
  return hash.digest("hex");
}

/** A plain file of this size; a pipe in its place would be waited for for ever. */
const isThere = (path: string, bytes: number): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === bytes;
};

/** False where the source can't be read or is no longer what was kept. */
function* copyReadable(from: string, to: string, sha256: string): Generator<void, boolean> {
  try {
    return yield* copyWhole(from, to, (read) => read === sha256);
  } catch (error) {
    if (error instanceof CountersideError && error.code === "file_unreadable") return false;
    throw error;
  }
}

/** Copies attached files that `to` lacks out of the first folder that has them whole. Returns those that none has. */
export function* copyFiles(wish: FilesWish): Generator<void, KeptFile[]> {
  const missing: KeptFile[] = [];
  for (const file of wish.files) {
    yield;
    const target = join(wish.to, wish.named === "stored" ? storedName(file) : file.sha256);
    if (isThere(target, file.bytes)) continue;
    const sources = wish.from
      .flatMap((folder) => [join(folder, storedName(file)), join(folder, file.sha256)])
      .filter((path) => isThere(path, file.bytes));
    let isCopied = false;
    for (const source of sources) {
      makeFolderAtOnce(wish.to);
      isCopied = yield* copyReadable(source, target, file.sha256);
      if (!isCopied) continue;
      // Opened by another program, it must not be changed by it.
      chmodSync(target, 0o400);
      break;
    }
    if (!isCopied) missing.push(file);
  }
  return missing;
}
