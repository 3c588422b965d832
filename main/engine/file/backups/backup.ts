/** Makes a backup that can be trusted: copied while in use, checked, on the disk, and only then named. */

import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Call } from "../../../../contract/call.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { type KeptFile, storedName } from "../../../../contract/kept-file.ts";
import { breathe } from "../../../lib/breathe.ts";
import { createSerialQueue } from "../../../lib/serial-queue.ts";
import { beside, makeFolderAtOnce, removeFile, writeWhole } from "../../../lib/whole-file.ts";
import type { OpenFile } from "../../core/context.ts";
import { folderError, openScratch, storageError } from "../database/open-database.ts";
import type { Places } from "../place/place.ts";
import { contentsOf, copyDatabase } from "./backup-copy.ts";
import { type BackupMade, backupName, counterFolder, filesFolder } from "./backup-files.ts";
import { carryFiles, namedFiles, namesFiles } from "./carried-files.ts";
import type { Verify } from "./verify.ts";

/** What came of it: the file, and the attached files that it names and that could not be had. */
export interface BackupDone {
  path: string;
  bytes: number;
  missing: KeptFile[];
}

/** Where a profile's backups go that nobody named a place for; each counter has a folder in it. */
export const backupFolder = (profile: string): string => join(profile, "backups");

/** Where a profile keeps the files behind references. */
export const attachmentsFolder = (profile: string): string => join(profile, "attachments");

/** In words: a disk that is full or can't be written to; anything else as it is. */
function inWords(error: unknown, target: string): unknown {
  if (error instanceof CountersideError) return error;
  return storageError(error, target) ?? error;
}

/** Puts the files that a finished copy names into it; returns those that could not be had. */
async function carryInto(
  copy: string,
  sqliteBinding: string | null,
  pathOf: (file: KeptFile) => string,
  giveUp: AbortSignal,
): Promise<KeptFile[]> {
  const db = openScratch(copy, sqliteBinding);
  try {
    const run = carryFiles(db, namedFiles(db), pathOf);
    for (;;) {
      const step = run.next();
      if (step.done === true) return step.value;
      await breathe();
      giveUp.throwIfAborted();
    }
  } finally {
    db.close();
  }
}

export type BackupService = ReturnType<typeof createBackupService>;

/** Backups without a path go to `backups/` in the profile folder. `giveUp`, which ends the places' work too, ends each. */
export function createBackupService(
  file: Pick<OpenFile, "db" | "owner" | "clock" | "profile" | "sqliteBinding" | "record">,
  { own, outside }: Places,
  verify: Verify,
  giveUp: AbortSignal,
) {
  const { db, owner, clock, profile, sqliteBinding, record } = file;
  const folder = counterFolder(backupFolder(profile), owner.deviceId);
  const attachments = attachmentsFolder(profile);
  const liveFolder = dirname(db.name);
  const queue = createSerialQueue();
  const { runExclusive } = queue;
  let isClosed = false;
  const refused = () => new CountersideError("cancelled", { reason: "backup" });

  /** Copies, checks, and has `complete` see to the attached files before the copy gets its name. */
  const copyTo = (
    target: string,
    complete: (unfinished: string) => Promise<KeptFile[]>,
  ): Promise<BackupDone> =>
    writeWhole(target, async (unfinished) => {
      const expected = contentsOf(db);
      await copyDatabase(db, unfinished, giveUp);
      const missing = await complete(unfinished);
      await verify({ path: unfinished, sqliteBinding, expected }, giveUp);
      return { path: target, bytes: (await stat(unfinished)).size, missing };
    }).catch((error: unknown) => {
      throw inWords(error, target);
    });

  const keepFiles = async (namedBy: string): Promise<KeptFile[]> => {
    if (!namesFiles(db)) return [];
    const wish = { namedBy, sqliteBinding, from: [attachments], to: filesFolder(folder) };
    return (await own.ask({ do: "files", named: "hash", ...wish })).missing;
  };

  /** Of one that is gone from the profile the backups may still have it. */
  const pathOf = (file: KeptFile): string => {
    const path = join(attachments, storedName(file));
    const isWhole = statSync(path, { throwIfNoEntry: false })?.size === file.bytes;
    return isWhole ? path : join(filesFolder(folder), file.sha256);
  };

  const createHere = (made: BackupMade): Promise<BackupDone> =>
    copyTo(join(folder, backupName(db.name, clock.now(), made)), keepFiles);

  /** Made and proven on the own disk, and only then copied to a place that may be slow or dead. */
  const createElsewhere = async (path: string): Promise<BackupDone> => {
    const fileName = backupName(db.name, clock.now());
    await outside.ask({ do: "settle", path, fileName, liveFolder });
    const from = beside(join(folder, fileName));
    try {
      const { bytes, missing } = await copyTo(from, (unfinished) =>
        carryInto(unfinished, sqliteBinding, pathOf, giveUp),
      );
      const there = await outside.ask({ do: "export", from, path, fileName, liveFolder });
      return { path: there.path ?? path, bytes, missing };
    } finally {
      await removeFile(from);
    }
  };

  /** `call`: who wants it; null where the program makes it of itself. */
  const create = (call: Call | null, path: string | undefined): Promise<BackupDone> =>
    runExclusive(async () => {
      if (isClosed) throw refused();
      giveUp.throwIfAborted();
      try {
        makeFolderAtOnce(folder);
      } catch (error) {
        throw folderError(error, folder);
      }
      const made = call === null ? "by_itself" : "by_hand";
      const done = await (path === undefined ? createHere(made) : createElsewhere(path));
      const { bytes, missing } = done;
      if (call !== null)
        record(call, "backup.created", basename(done.path), { bytes, filesMissing: missing.length });
      return done;
    });

  return {
    folder,
    /** Throws `file_invalid` (an unfit path), `storage_full`, `storage_read_only`, `storage_damaged`, `cancelled`. */
    create: (call: Call, { path }: ParsedInput<"backup.create">): Promise<BackupDone> =>
      create(call, path).catch((error: unknown) => {
        throw error === giveUp.reason ? refused() : error;
      }),
    /**
     * One that the program makes of itself, in the profile's own folder; it is not an act of anybody. Throws the reason of
     * `giveUp` too.
     */
    createByItself: (): Promise<BackupDone> => create(null, undefined),
    /** Nothing is made meanwhile: what a backup that is being made names must not go. */
    runExclusive,
    /** Lets the one under way finish, refuses the ones that wait. */
    async close(): Promise<void> {
      isClosed = true;
      await queue.ended();
    },
  };
}
