/** Makes a backup that can be trusted: copied while in use, checked, on the disk, and only then named. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { Clock } from "../ports.ts";
import { contentsOf, copyDatabase, verifyCopy } from "../store/backup.ts";
import { type Db, storageError } from "../store/open-database.ts";
import { settleTarget } from "./backup-target.ts";
import type { RecordAct } from "./reference-data.ts";

type BackupOutput = ChannelOutput<"backup.create">;

interface Surroundings {
  db: Db;
  clock: Clock;
  /** The profile folder; backups without a path go to `backups/` in it. */
  profile: string;
  sqliteBinding: string | null;
  /** Left out where acts are not recorded. */
  record?: RecordAct;
}

const breathe = (): Promise<void> => new Promise((done) => setImmediate(done));

/** "shop-20260131T093000.000Z.sqlite": sorts by time, and every system takes it as a name. */
export function backupName(databasePath: string, at: number): string {
  const time = new Date(at).toISOString().replace(/[-:]/g, "");
  return `${basename(databasePath, ".sqlite")}-${time}.sqlite`;
}

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

export function createBackupService({ db, clock, profile, sqliteBinding, record }: Surroundings) {
  const liveFolder = dirname(db.name);
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const assertOpen = (): void => {
    if (isClosed)
      throw new CountersideError("cancelled", "The backup was stopped: the connection was closed.");
  };

  const copyTo = async (target: string): Promise<number> => {
    const unfinished = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
    try {
      const expected = contentsOf(db);
      await copyDatabase(db, unfinished);
      for (const _ of verifyCopy(unfinished, sqliteBinding, expected)) await breathe();
      await flushFile(unfinished);
      const { size } = await stat(unfinished);
      await rename(unfinished, target);
      await flushFolder(dirname(target));
      return size;
    } catch (error) {
      for (const rest of ["", "-journal", "-wal", "-shm"]) await rm(unfinished + rest, { force: true });
      throw inWords(error, target);
    }
  };

  const createNow = async (path: string | undefined): Promise<BackupOutput> => {
    assertOpen();
    const folder = join(profile, "backups");
    const name = backupName(db.name, clock.now());
    try {
      if (path === undefined) await mkdir(folder, { recursive: true });
    } catch (error) {
      throw inWords(error, folder);
    }
    const target = await settleTarget(path ?? join(folder, name), name, liveFolder);
    const bytes = await copyTo(target);
    record?.("backup.created", basename(target), { bytes });
    return { path: target, bytes, verified: true };
  };

  return {
    /** Throws `file_invalid` (an unfit path), `storage_full`, `storage_read_only`, `storage_damaged`. */
    create({ path }: ParsedInput<"backup.create">): Promise<BackupOutput> {
      const mine = last.then(() => createNow(path));
      last = mine.catch(() => undefined);
      return mine;
    },
    /** Lets the one under way finish, refuses the ones that wait. */
    async close(): Promise<void> {
      isClosed = true;
      await last;
    },
  };
}
