/**
 * What is done with whole files and folders that may be slow or never answer: another drive, a network folder, many
 * attached files. Each is a generator that yields after every piece: a sign of life. On a thread it is run to its end
 * (`place-thread.ts`); without one it is run here.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { type KeptFile, keptFile, storedName } from "../../../contract/kept-file.ts";
import { CountersideError } from "../../../contract/reply.ts";
import {
  type BackupFile,
  counterFolder,
  filesFolder,
  namesIn,
  ownBackups,
  readBackup,
} from "../store/backup-files.ts";
import { namedFiles } from "../store/carried-files.ts";
import { flushAtOnce, flushFolderAtOnce } from "../store/file-moves.ts";
import { damageFound, storageError } from "../store/open-database.ts";
import { expendable } from "./backup-keeping.ts";
import { assertBackup, settleTarget } from "./backup-target.ts";

const PIECE_BYTES = 1_000_000;
/** A slow stick writes so much well within the time after which it counts as dead. */
const FLUSH_EVERY_PIECES = 4;
const PART = ".part";

const owner = z.object({ serviceUrl: z.string(), tenantId: z.string(), deviceId: z.string() });
/** One folder of backups, as one counter and connection sees it. */
const place = z.object({
  root: z.string(),
  databasePath: z.string(),
  owner,
  sqliteBinding: z.string().nullable(),
});
export type BackupPlace = z.infer<typeof place>;

const files = z.array(keptFile);
export const placeWish = z.discriminatedUnion("do", [
  /** Which backups of this counter lie there. */
  z.object({ do: z.literal("look"), place }),
  /** Removes what need not be kept, then the attached files that no kept backup names. */
  z.object({ do: z.literal("prune"), place }),
  /** Copies a proven backup there, its attached files first, and prunes. */
  z.object({ do: z.literal("add"), place, path: z.string(), files, filesFrom: z.string() }),
  /** Settles where a backup may be written, and tries the folder. */
  z.object({ do: z.literal("settle"), path: z.string(), fileName: z.string(), liveFolder: z.string() }),
  /** Copies a proven backup to where a person chose. */
  z.object({
    ...{ do: z.literal("export"), from: z.string() },
    ...{ path: z.string(), fileName: z.string(), liveFolder: z.string() },
  }),
  /** Brings a backup here. */
  z.object({ do: z.literal("take"), from: z.string(), to: z.string() }),
  /** Copies attached files that `to` lacks out of the first of `from` that has them whole. */
  z.object({
    ...{ do: z.literal("files"), files, from: z.array(z.string()), to: z.string() },
    /** How they are named in `to`: as the counter's own, or by their hash alone as beside backups. */
    named: z.enum(["stored", "hash"]),
  }),
]);
export type PlaceWish = z.infer<typeof placeWish>;

/** What was found or done there. */
export const placeFound = z.object({
  backups: z.array(
    z.object({
      ...{ path: z.string(), at: z.number(), bytes: z.number() },
      made: z.enum(["by_hand", "by_itself", "before_migration"]),
      reach: z.object({ recoveries: z.number(), entry: z.number(), attempt: z.number(), audit: z.number() }),
    }),
  ),
  /** Where it was written; null where nothing was. */
  path: z.string().nullable(),
  /** Attached files that could not be had. */
  missing: files,
});
export type PlaceFound = z.infer<typeof placeFound>;

const found = (fields: Partial<PlaceFound>): PlaceFound => ({
  backups: [],
  path: null,
  missing: [],
  ...fields,
});

/** The disk that is read from fails, and not the one that is written to. */
class Unreadable extends Error {}

function reading<T>(path: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw new Unreadable(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function openToWrite(path: string): number {
  try {
    return openSync(path, "w+", 0o600);
  } catch (error) {
    // Some folders of the system say so where nothing can be made in them.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT" && existsSync(dirname(path))))
      throw error;
    throw new CountersideError("storage_read_only", `The folder can't be written to: ${dirname(path)}`, {
      path: dirname(path),
      reason: error.message,
    });
  }
}

/** Copies to a new name beside `to`, flushes it and only then names it. Returns the SHA-256 of what was read. */
function* copyWhole(
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
    // Windows replaces no read-only file.
    if (process.platform === "win32") rmSync(to, { force: true });
    renameSync(unfinished, to);
    return true;
  } finally {
    closeSync(source);
    rmSync(unfinished, { force: true });
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
  return stat !== undefined && stat.isFile() && stat.size === bytes;
};

/** False where the source can't be read or is no longer what was kept. */
function* copyReadable(from: string, to: string, sha256: string): Generator<void, boolean> {
  try {
    return yield* copyWhole(from, to, (read) => read === sha256);
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

function* copyFiles(wish: Extract<PlaceWish, { do: "files" }>): Generator<void, KeptFile[]> {
  const missing: KeptFile[] = [];
  let isChanged = false;
  for (const file of wish.files) {
    yield;
    const target = join(wish.to, wish.named === "stored" ? storedName(file) : file.sha256);
    if (isThere(target, file.bytes)) continue;
    const sources = wish.from
      .flatMap((folder) => [join(folder, storedName(file)), join(folder, file.sha256)])
      .filter((path) => isThere(path, file.bytes));
    let isCopied = false;
    for (const source of sources) {
      mkdirSync(wish.to, { recursive: true, mode: 0o700 });
      isCopied = yield* copyReadable(source, target, file.sha256);
      if (!isCopied) continue;
      // Opened by another program, it must not be changed by it.
      chmodSync(target, 0o400);
      isChanged = true;
      break;
    }
    if (!isCopied) missing.push(file);
  }
  if (isChanged) flushFolderAtOnce(wish.to);
  return missing;
}

/** The attached files that backups in this folder name, of every connection; null where one can't be read. */
function* filesNamedIn(counter: string, sqliteBinding: string | null): Generator<void, Set<string> | null> {
  const named = new Set<string>();
  for (const name of namesIn(counter).filter((each) => each.endsWith(".sqlite"))) {
    yield;
    const inOne = readBackup(join(counter, name), sqliteBinding, namedFiles);
    if (inOne === null) return null;
    for (const { sha256 } of inOne) named.add(sha256);
  }
  return named;
}

/**
 * Backups first, then the files that none of those that stay names: a death in between leaves a file too many, never
 * one too few. Nothing goes while one backup can't be read, for it may name any of them.
 */
function* prune({
  root,
  databasePath,
  owner: whose,
  sqliteBinding,
}: BackupPlace): Generator<void, BackupFile[]> {
  const counter = counterFolder(root, whose.deviceId);
  const backups = ownBackups(root, databasePath, whose, sqliteBinding);
  const gone = new Set(expendable(backups));
  for (const { path } of gone) {
    rmSync(path, { force: true });
    yield;
  }
  for (const name of namesIn(counter))
    if (name.startsWith(".") && name.includes(PART)) rmSync(join(counter, name), { force: true });
  const kept = filesFolder(counter);
  const there = namesIn(kept);
  const named = there.length === 0 ? null : yield* filesNamedIn(counter, sqliteBinding);
  for (const name of named === null ? [] : there) {
    const isOurs = /^[0-9a-f]{64}$/.test(name) || (name.startsWith(".") && name.endsWith(PART));
    if (isOurs && named?.has(name) === false) rmSync(join(kept, name), { force: true });
  }
  return backups.filter((file) => !gone.has(file));
}

function* add(wish: Extract<PlaceWish, { do: "add" }>): Generator<void, PlaceFound> {
  const { path, place: where, filesFrom } = wish;
  const counter = counterFolder(where.root, where.owner.deviceId);
  // Not the folder above it: where a drive was pulled out, its place must not be made.
  settleTarget(where.root, "check.sqlite", dirname(where.databasePath));
  if (!existsSync(counter)) mkdirSync(counter);
  const missing = yield* copyFiles({
    ...{ do: "files", files: wish.files, from: [filesFrom], to: filesFolder(counter), named: "hash" },
  });
  const target = join(counter, basename(path));
  yield* copyWhole(path, target, () => true);
  flushFolderAtOnce(counter);
  return found({ path: target, missing, backups: yield* prune(where) });
}

function* exportBackup(wish: Extract<PlaceWish, { do: "export" }>): Generator<void, PlaceFound> {
  const target = settleTarget(wish.path, wish.fileName, wish.liveFolder);
  yield* copyWhole(wish.from, target, () => true);
  flushFolderAtOnce(dirname(target));
  return found({ path: target });
}

function* take({ from, to }: Extract<PlaceWish, { do: "take" }>): Generator<void, PlaceFound> {
  assertBackup(from);
  mkdirSync(dirname(to), { recursive: true });
  yield* copyWhole(from, to, () => true);
  flushAtOnce(to);
  return found({ path: to });
}

/** Runs it in pieces. Throws CountersideError: a storage code, `file_invalid` or `file_unreadable`. */
export function* doPlaceWork(wish: PlaceWish): Generator<void, PlaceFound> {
  try {
    switch (wish.do) {
      case "look": {
        const { root, databasePath, owner: whose, sqliteBinding } = wish.place;
        statSync(root);
        return found({ backups: ownBackups(root, databasePath, whose, sqliteBinding) });
      }
      case "prune":
        return found({ backups: yield* prune(wish.place) });
      case "add":
        return yield* add(wish);
      case "settle":
        return found({ path: settleTarget(wish.path, wish.fileName, wish.liveFolder) });
      case "export":
        return yield* exportBackup(wish);
      case "take":
        return yield* take(wish);
      case "files":
        return found({ missing: yield* copyFiles(wish) });
    }
  } catch (error) {
    if (error instanceof CountersideError) throw error;
    if (error instanceof Unreadable)
      throw new CountersideError("file_unreadable", `The file can't be read: ${error.message}`, {
        reason: error.message,
      });
    const path = placeOf(wish);
    throw storageError(error, path) ?? outOfReach(error, path) ?? error;
  }
}

const GONE = ["ENOENT", "EIO", "ENODEV", "ENXIO", "ESTALE", "ENOTCONN", "EHOSTDOWN", "ETIMEDOUT"];

/** A drive that is pulled out fails in any of the steps, each in its own words. */
function outOfReach(error: unknown, path: string): CountersideError | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return GONE.includes(code)
    ? new CountersideError("file_invalid", `The folder is out of reach: ${path} (${code})`, {
        path,
        reason: code,
      })
    : null;
}

function placeOf(wish: PlaceWish): string {
  switch (wish.do) {
    case "look":
    case "prune":
    case "add":
      return wish.place.root;
    case "settle":
    case "export":
      return wish.path;
    case "take":
      return wish.from;
    case "files":
      return wish.to;
  }
}
