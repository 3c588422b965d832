/**
 * The engine's folder as a disk: what is on it at any instant, and what is left of it after a kill or a power cut.
 *
 * A kill keeps every byte that was written; a power cut keeps what was synced. Both may fall in the middle of a
 * transaction: the write-ahead log is then cut at a random byte of the frames that the step wrote. What is known
 * of the log comes from SQLite's own index of it (the -shm file): how many frames are committed, and their salt.
 */
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import {
  type Db,
  type OpenDatabase,
  openDatabase,
} from "../../../main/engine/file/database/open-database.ts";
import { highWaterMarkPath, seenPath } from "../../../main/engine/file/recovery/high-water-mark.ts";
import type { Chance } from "./chance.ts";

/** How far the write-ahead log had come. */
export interface Mark {
  /** Changes when the log is begun anew. */
  salt: string;
  /** Committed frames. */
  frames: number;
  /** Frames that were copied into the database file. */
  copied: number;
}

export type Crash = "kill" | "power_cut";

const NO_LOG: Mark = { salt: "", frames: 0, copied: 0 };
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** Plenty for any database of a run. */
const UNLIMITED_PAGES = 1_073_741_823;

export class Disk {
  folder: string;
  readonly #root: string;
  readonly #open: OpenDatabase;
  #life = 0;
  #path: string | null = null;
  #db: Db | null = null;
  #reader: Db | null = null;
  #locker: Db | null = null;
  #shm: number | null = null;
  readonly #index = Buffer.alloc(100);
  #synced: Mark = NO_LOG;
  #full = false;
  #marks: (Buffer | null)[] = [];

  /** `open` is the engine's own way to open a file, or a planted one. */
  constructor(root: string, open: OpenDatabase = openDatabase) {
    this.#root = root;
    this.#open = open;
    this.folder = join(root, "life-0");
    mkdirSync(this.folder, { recursive: true });
  }

  /** What the engine is handed: the real way to open, and a handle kept here. */
  readonly openDatabase: OpenDatabase = (path, binding) => {
    const db = this.#open(path, binding);
    // The five seconds that SQLite itself waits for a lock are the one wait that isn't simulated.
    db.pragma("busy_timeout = 0");
    this.#letGo();
    this.#db = db;
    this.#path = path;
    if (this.#full) this.#limit(db);
    this.#synced = this.mark();
    return db;
  };

  /** Reads the engine's rows on a separate connection. */
  reader(): Db {
    if (this.#path === null) throw new Error("no connection's file was opened yet");
    if (this.#reader === null) {
      this.#reader = new Database(this.#path);
      this.#reader.pragma("query_only = ON");
      this.#reader.pragma("busy_timeout = 0");
    }
    return this.#reader;
  }

  mark(): Mark {
    if (this.#path === null) return NO_LOG;
    const path = `${this.#path}-shm`;
    if (this.#shm === null) {
      if (!existsSync(path)) return NO_LOG;
      this.#shm = openSync(path, "r");
    }
    const index = this.#index;
    if (readSync(this.#shm, index, 0, 100, 0) < 100) return NO_LOG;
    return {
      salt: index.toString("hex", 32, 40),
      frames: index.readUInt32LE(16),
      copied: index.readUInt32LE(96),
    };
  }

  /** To be called before a step that a crash may cut off: the high-water mark is no part of the log that is cut. */
  expectCrash(): void {
    this.#marks = this.#path === null ? [] : this.#markPaths(this.#path).map(readOrNull);
  }

  #markPaths(path: string): string[] {
    return [highWaterMarkPath(path), seenPath(this.folder, path)];
  }

  /** To be called after each step, with whether it wrote: with `synchronous=FULL` every commit is on the disk by then. */
  stepDone(wrote: boolean): void {
    if (wrote && this.#db?.open && Number(this.#db.pragma("synchronous", { simple: true })) >= 2)
      this.#synced = this.mark();
  }

  /** Another program holds the file for writing. */
  lock(): boolean {
    if (this.#locker !== null || this.#path === null) return false;
    this.#locker = new Database(this.#path);
    this.#locker.pragma("busy_timeout = 0");
    this.#locker.exec("BEGIN EXCLUSIVE");
    return true;
  }

  unlock(): void {
    this.#locker?.close();
    this.#locker = null;
  }

  /** A full disk gives the file no further page. */
  setFull(full: boolean): void {
    this.#full = full;
    if (this.#db?.open) this.#limit(this.#db);
  }

  get isFailing(): boolean {
    return this.#full || this.#locker !== null;
  }

  #limit(db: Db): void {
    const pages = this.#full ? Number(db.pragma("page_count", { simple: true })) : UNLIMITED_PAGES;
    db.pragma(`max_page_count = ${pages}`);
  }

  /**
   * Leaves in a new folder what a crash in the step that began at `before` leaves, and says up to which mark
   * things had happened when it fell: what was reported later was not reported.
   */
  crash(kind: Crash, before: Mark, chance: Chance): Mark {
    this.unlock();
    const after = this.mark();
    if (this.#db?.open) this.#db.pragma(`max_page_count = ${UNLIMITED_PAGES}`);
    const inOneLog = before.salt === after.salt && before.copied === after.copied;
    const fellAt = inOneLog ? { ...after, frames: chance.between(before.frames, after.frames) } : after;
    const kept = kind === "kill" ? fellAt.frames : this.#keptByPowerCut(fellAt, chance);
    const from = this.folder;
    this.#life += 1;
    this.folder = join(this.#root, `life-${this.#life}`);
    cpSync(from, this.folder, { recursive: true, filter: (path) => !path.endsWith("-shm") });
    if (this.#path !== null) {
      const path = join(this.folder, basename(dirname(this.#path)), basename(this.#path));
      // It is written behind a commit: where that was cut off, it says what it said before the step.
      if (fellAt.frames < after.frames) {
        for (const [index, place] of this.#markPaths(path).entries()) {
          const before = this.#marks[index] ?? null;
          if (before === null) rmSync(place, { force: true });
          else writeFileSync(place, before);
        }
      }
      cutLog(`${path}-wal`, kept, kept === after.frames, chance);
      this.#closeOwn();
      this.#path = path;
    }
    return fellAt;
  }

  #keptByPowerCut(fellAt: Mark, chance: Chance): number {
    const isFull = this.#db !== null && Number(this.#db.pragma("synchronous", { simple: true })) >= 2;
    if (isFull) return fellAt.frames;
    const safe = this.#synced.salt === fellAt.salt ? this.#synced.frames : 0;
    return chance.between(Math.min(safe, fellAt.frames), fellAt.frames);
  }

  /** Which entries the crash left in flight. Read in a copy: opening the file itself would repair it. */
  inFlightAfterCrash(): (entryId: string) => boolean {
    if (this.#path === null) return () => false;
    const copy = join(this.#root, "look");
    cpSync(dirname(this.#path), copy, { recursive: true });
    const db = new Database(join(copy, basename(this.#path)));
    const read = db.prepare<[], string>("SELECT entry_id FROM entry WHERE state = 'in_flight'").pluck();
    const found = new Set(read.all());
    db.close();
    rmSync(copy, { recursive: true });
    return (entryId) => found.has(entryId);
  }

  /** After the engine of the life before is gone. */
  forget(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
  }

  /** Closes what is open on the present file, the engine's handle included. */
  closeAll(): void {
    this.unlock();
    this.#letGo();
  }

  /** What looks on; the engine's own handle stays. */
  #closeOwn(): void {
    this.#reader?.close();
    this.#reader = null;
    if (this.#shm !== null) closeSync(this.#shm);
    this.#shm = null;
  }

  #letGo(): void {
    this.#closeOwn();
    if (this.#db?.open) this.#db.close();
    this.#db = null;
  }
}

const readOrNull = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);

/** Cuts the log behind its first `frames` frames, or somewhere in the frame that follows. */
function cutLog(path: string, frames: number, whole: boolean, chance: Chance): void {
  if (whole || !existsSync(path)) return;
  const log = readFileSync(path);
  const frame = log.readUInt32BE(8) + FRAME_HEADER;
  const torn = chance.happens(0.5) ? chance.between(1, frame - 1) : 0;
  writeFileSync(path, log.subarray(0, LOG_HEADER + frames * frame + torn));
}
