/** Makes a backup that can be trusted: copied while in use, checked, on the disk, and only then named. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { Clock } from "../ports.ts";
import { contentsOf, copyDatabase } from "../store/backup.ts";
import { type BackupMade, backupName } from "../store/backup-files.ts";
import { type Db, storageError } from "../store/open-database.ts";
import { settleTarget } from "./backup-target.ts";
import type { RecordAct } from "./reference-data.ts";
import type { Verify } from "./verify.ts";

type BackupOutput = ChannelOutput<"backup.create">;

interface Surroundings {
  db: Db;
  clock: Clock;
  /** The profile folder; backups without a path go to `backups/` in it. */
  profile: string;
  sqliteBinding: string | null;
  verify: Verify;
  /** Left out where acts are not recorded. */
  record?: RecordAct;
}

/** Where a profile's backups go that nobody named a place for. */
export const backupFolder = (profile: string): string => join(profile, "backups");

async function flushFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name itself durable. Windows has no such thing as opening a folder, and needs none. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** In words: a disk that is full or can't be written to; anything else as it is. */
function inWords(error: unknown, target: string): unknown {
  if (error instanceof CountersideError) return error;
  return storageError(error, target) ?? error;
}

/** Writes by `fill` under a name that nobody takes for a finished file, flushes it, and only then names it. */
export async function writeWhole(
  target: string,
  fill: (unfinished: string) => Promise<void>,
): Promise<number> {
  const unfinished = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
  try {
    await fill(unfinished);
    await flushFile(unfinished);
    const { size } = await stat(unfinished);
    await rename(unfinished, target);
    await flushFolder(dirname(target));
    return size;
  } catch (error) {
    for (const rest of ["", "-journal", "-wal", "-shm"]) await rm(unfinished + rest, { force: true });
    throw inWords(error, target);
  }
}

export type BackupService = ReturnType<typeof createBackupService>;

export function createBackupService({ db, clock, profile, sqliteBinding, verify, record }: Surroundings) {
  const liveFolder = dirname(db.name);
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const assertOpen = (): void => {
    if (isClosed)
      throw new CountersideError("cancelled", "The backup was stopped: the connection was closed.");
  };

  const copyTo = (target: string): Promise<number> =>
    writeWhole(target, async (unfinished) => {
      const expected = contentsOf(db);
      await copyDatabase(db, unfinished);
      await verify({ path: unfinished, sqliteBinding, expected });
    });

  const createNow = async (path: string | undefined, made: BackupMade): Promise<BackupOutput> => {
    assertOpen();
    const folder = backupFolder(profile);
    const name = backupName(db.name, clock.now(), made);
    try {
      if (path === undefined) await mkdir(folder, { recursive: true });
    } catch (error) {
      throw inWords(error, folder);
    }
    const target = await settleTarget(path ?? join(folder, name), name, liveFolder);
    const bytes = await copyTo(target);
    if (made === "by_hand") record?.("backup.created", basename(target), { bytes });
    return { path: target, bytes, verified: true };
  };
  const inTurn = (task: () => Promise<BackupOutput>): Promise<BackupOutput> => {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    /** Throws `file_invalid` (an unfit path), `storage_full`, `storage_read_only`, `storage_damaged`. */
    create: ({ path }: ParsedInput<"backup.create">): Promise<BackupOutput> =>
      inTurn(() => createNow(path, "by_hand")),
    /** One that the program makes of itself, in the profile's own folder; it is not an act of anybody. */
    createByItself: (): Promise<BackupOutput> => inTurn(() => createNow(undefined, "by_itself")),
    /** Lets the one under way finish, refuses the ones that wait. */
    async close(): Promise<void> {
      isClosed = true;
      await last;
    },
  };
}
