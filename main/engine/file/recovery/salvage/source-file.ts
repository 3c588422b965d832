/** Makes a readable copy of a damaged file: its log written into it, its first page repaired. The file itself stays. */
import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { whileHeldAtOnce } from "../../../../lib/whole-file.ts";
import { foreignParts } from "../../check.ts";
import { bindingOption } from "../../database/open-database.ts";

// Reads a write-ahead log by its own format (sqlite.org/fileformat2.html, section 4), to notice what SQLite passes
// over in silence: behind a damaged frame it takes the log as ended, and whole committed transactions are gone.

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

/** A log is looked at piece by piece: one of gigabytes fits into no buffer. */
interface LogBytes {
  size: number;
  /** The bytes from `offset` on, which hold until the next call. */
  at(offset: number, length: number): Buffer;
}

/** A frame that is whole by its own checksum. */
interface Frame {
  page: number;
  /** Where the page's bytes begin in the log. */
  offset: number;
  /** The database's size in pages after this transaction; 0 inside of one. */
  commitSize: number;
}

export interface WalReading {
  /** `whole` also where only a last, never committed transaction is cut off. */
  verdict: "none" | "whole" | "damaged";
  pageSize: number;
  /** Every frame that can still be used, in the order of writing; of a sound log only what was committed. */
  frames: Frame[];
}

type Sum = readonly [number, number];

function summed(content: Buffer, from: number, to: number, start: Sum, little: boolean): Sum {
  const bytes = new DataView(content.buffer, content.byteOffset, content.byteLength);
  let [a, b] = start;
  for (let at = from; at < to; at += 8) {
    a = (a + bytes.getUint32(at, little) + b) >>> 0;
    b = (b + bytes.getUint32(at + 4, little) + a) >>> 0;
  }
  return [a, b];
}

const saltsAt = (bytes: Buffer, from: number): string =>
  `${bytes.readUInt32BE(from)} ${bytes.readUInt32BE(from + 4)}`;

/** Without the header the generation is the one that most frames are of. */
function commonestSalts(log: LogBytes, count: number, at: (index: number) => number): string {
  const counts = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const salts = saltsAt(log.at(at(index) + 8, 8), 0);
    counts.set(salts, (counts.get(salts) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

const isPageSize = (size: number): boolean => size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;

/** Reads the whole log. `pageSize` is the database's own, for a log whose header is damaged. */
export function readWal(log: LogBytes, pageSize: number): WalReading {
  if (log.size <= HEADER) return { verdict: "none", pageSize, frames: [] };
  const header = Buffer.from(log.at(0, HEADER));
  const magic = header.readUInt32BE(0);
  const little = magic !== MAGIC_BIG;
  const saidSize = header.readUInt32BE(8) === 1 ? 65_536 : header.readUInt32BE(8);
  const headerSum = summed(header, 0, 24, [0, 0], little);
  const isHeaderWhole =
    (magic === MAGIC_LITTLE || magic === MAGIC_BIG) &&
    isPageSize(saidSize) &&
    headerSum[0] === header.readUInt32BE(24) &&
    headerSum[1] === header.readUInt32BE(28);
  const size = isHeaderWhole ? saidSize : pageSize;
  const count = Math.floor((log.size - HEADER) / (FRAME_HEADER + size));
  const at = (index: number): number => HEADER + index * (FRAME_HEADER + size);
  if (count === 0) return { verdict: isHeaderWhole ? "whole" : "none", pageSize: size, frames: [] };
  const salts = isHeaderWhole ? saltsAt(header, 16) : commonestSalts(log, count, at);

  const frames: Frame[] = [];
  /** What the frame before left as its sum, as it is written there: so each frame is judged by itself. */
  let before: Sum = [header.readUInt32BE(24), header.readUInt32BE(28)];
  let sight: Sight = isHeaderWhole ? "sound" : "damaged";
  for (let index = 0; index < count; index += 1) {
    const frame = log.at(at(index), FRAME_HEADER + size);
    const commitSize = frame.readUInt32BE(4);
    const isOfGeneration = saltsAt(frame, 8) === salts;
    const sum = summed(frame, FRAME_HEADER, frame.length, summed(frame, 0, 8, before, little), little);
    before = [frame.readUInt32BE(16), frame.readUInt32BE(20)];
    const isUsable = isOfGeneration && sum[0] === before[0] && sum[1] === before[1];
    if (isUsable) frames.push({ page: frame.readUInt32BE(0), offset: at(index) + FRAME_HEADER, commitSize });
    sight = afterFrame(sight, isUsable, commitSize > 0);
  }
  // What a transaction wrote that was rolled back stays in the log; SQLite passes it over too.
  if (sight === "sound") frames.length = frames.findLastIndex(({ commitSize }) => commitSize > 0) + 1;
  return { verdict: sight === "damaged" ? "damaged" : "whole", pageSize: size, frames };
}

/** `broken`: inside the transaction of the first broken frame; `closed`: that transaction has ended. */
type Sight = "sound" | "broken" | "closed" | "damaged";

/**
 * Every commit waits until its frames are on the disk, so a loss of power can only break the last transaction, which
 * was reported to nobody. A usable frame of a later one proves damage. Whether the last one was reported is for the
 * high-water mark to say.
 */
function afterFrame(sight: Sight, isUsable: boolean, isCommit: boolean): Sight {
  switch (sight) {
    case "sound":
      return isUsable ? "sound" : isCommit ? "closed" : "broken";
    case "broken":
      return isUsable && isCommit ? "closed" : "broken";
    case "closed":
      return isUsable ? "damaged" : "closed";
    case "damaged":
      return "damaged";
  }
}

const MAGIC = "SQLite format 3\0";
const USUAL_PAGE = 4_096;
/** Offsets in the first page: https://www.sqlite.org/fileformat.html#the_database_header */
const AT = {
  pageSize: 16,
  writeVersion: 18,
  changes: 24,
  pages: 28,
  schemaFormat: 44,
  textEncoding: 56,
  validFor: 92,
} as const;
/** From the write version on: no log, nothing reserved on a page, and three fractions that are always these. */
const ALWAYS = Buffer.from([1, 1, 0, 64, 32, 32]);
const SCHEMA_FORMAT = 4;
const UTF_8 = 1;

const pageSizeIn = (header: Buffer): number | null => {
  if (header.length < 100 || header.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
  const said = header.readUInt16BE(AT.pageSize);
  const size = said === 1 ? 65_536 : said;
  return size >= 512 && (size & (size - 1)) === 0 ? size : null;
};

interface LookedAt {
  exists: boolean;
  bytes: number;
  isHeaderSound: boolean;
  wal: WalReading;
}

/** Lends the log beside the file to `task`; one that isn't there is an empty one. */
function withLog<T>(path: string, task: (log: LogBytes) => T): T {
  if (!existsSync(`${path}-wal`)) return task({ size: 0, at: () => Buffer.alloc(0) });
  const handle = whileHeldAtOnce(() => openSync(`${path}-wal`, "r"));
  let room = Buffer.alloc(0);
  try {
    return task({
      size: fstatSync(handle).size,
      at(offset, length) {
        if (room.length < length) room = Buffer.alloc(length);
        return room.subarray(0, readSync(handle, room, 0, length, offset));
      },
    });
  } finally {
    closeSync(handle);
  }
}

/** Looks at the file and its log without opening them as a database, which could change both. */
export function lookAt(path: string): LookedAt {
  const walOf = (pageSize: number | null): WalReading =>
    withLog(path, (log) => readWal(log, pageSize ?? USUAL_PAGE));
  if (!existsSync(path)) return { exists: false, bytes: 0, isHeaderSound: false, wal: walOf(null) };
  const handle = whileHeldAtOnce(() => openSync(path, "r"));
  try {
    const header = Buffer.alloc(100);
    const read = readSync(handle, header, 0, header.length, 0);
    const pageSize = pageSizeIn(header.subarray(0, read));
    const bytes = fstatSync(handle).size;
    return { exists: true, bytes, isHeaderSound: pageSize !== null, wal: walOf(pageSize) };
  } finally {
    closeSync(handle);
  }
}

function writeFrames(copy: string, log: LogBytes, reading: WalReading): void {
  const handle = openSync(copy, "r+");
  try {
    const { pageSize, frames } = reading;
    // A page number is taken only where the file could have grown so far.
    const most = Math.ceil(fstatSync(handle).size / pageSize) + frames.length;
    for (const { page, offset } of frames)
      if (page >= 1 && page <= most)
        writeSync(handle, log.at(offset, pageSize), 0, pageSize, (page - 1) * pageSize);
  } finally {
    closeSync(handle);
  }
}

/** What is the same in every file of this program, and as long as the copy is: SQLite asks for nothing that isn't there. */
function settleHeader(copy: string, pageSize: number): void {
  const handle = openSync(copy, "r+");
  try {
    const header = Buffer.alloc(100);
    if (readSync(handle, header, 0, 100, 0) < 100) return;
    header.write(MAGIC, 0, "latin1");
    header.writeUInt16BE(pageSize === 65_536 ? 1 : pageSize, AT.pageSize);
    ALWAYS.copy(header, AT.writeVersion);
    header.writeUInt32BE(SCHEMA_FORMAT, AT.schemaFormat);
    header.writeUInt32BE(UTF_8, AT.textEncoding);
    header.writeUInt32BE(Math.ceil(fstatSync(handle).size / pageSize), AT.pages);
    header.copy(header, AT.validFor, AT.changes, AT.changes + 4);
    writeSync(handle, header, 0, 100, 0);
  } finally {
    closeSync(handle);
  }
}

/** The pages on which a file keeps its schema. A backup has them in the same places: it is a copy page by page. */
function schemaPages(path: string, sqliteBinding: string | null): { pages: number[]; pageSize: number } {
  const db = new Database(path, { readonly: true, ...bindingOption(sqliteBinding) });
  try {
    const pages = db
      .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' ORDER BY pageno")
      .pluck()
      .all();
    return { pages, pageSize: Number(db.pragma("page_size", { simple: true })) };
  } finally {
    db.close();
  }
}

function repairSchema(copy: string, like: string, sqliteBinding: string | null): void {
  const { pages, pageSize } = schemaPages(like, sqliteBinding);
  const sound = openSync(like, "r");
  const handle = openSync(copy, "r+");
  try {
    const page = Buffer.alloc(pageSize);
    for (const number of pages) {
      readSync(sound, page, 0, pageSize, (number - 1) * pageSize);
      writeSync(handle, page, 0, pageSize, (number - 1) * pageSize);
    }
  } finally {
    closeSync(sound);
    closeSync(handle);
  }
  settleHeader(copy, pageSize);
}

/**
 * Gives each part the text that the sound file has for it, under the name and at the page that the copy says: a column
 * or a function of another name keeps SQLite from reading anything. What an older version lacks at a row's end reads as
 * its default.
 */
function repairTexts(copy: string, like: string, sqliteBinding: string | null): void {
  const db = new Database(copy, bindingOption(sqliteBinding));
  try {
    // Also so that what can be made sense of is read past what can't.
    db.unsafeMode();
    db.pragma("writable_schema = ON");
    if (foreignParts(db, sqliteBinding).length === 0) return;
    db.prepare("ATTACH ? AS sound").run(like);
    db.exec(`UPDATE main.sqlite_schema AS part SET sql = own.sql FROM sound.sqlite_schema AS own
             WHERE part.type = own.type AND part.name = own.name`);
  } finally {
    db.close();
  }
}

/** Whether a table begins on a page that is one. */
function begins(db: Database.Database, table: string): boolean {
  try {
    db.prepare(`SELECT 1 FROM "${table.replaceAll('"', '""')}" LIMIT 1`).get();
    return true;
  } catch {
    // As below.
    return false;
  }
}

/** A schema that was lent says nothing of what lies behind it: one of the tables must be there. */
function isReadable(copy: string, sqliteBinding: string | null): boolean {
  try {
    const db = new Database(copy, { readonly: true, ...bindingOption(sqliteBinding) });
    try {
      const tables = db
        .prepare<[], string>(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
        )
        .pluck()
        .all();
      return tables.includes("entry") && tables.some((table) => begins(db, table));
    } finally {
      db.close();
    }
  } catch {
    // Whatever it is that SQLite can't make sense of, it is the damage that this is about.
    return false;
  }
}

/**
 * Puts a copy of `damaged` at `copy` whose tables can be opened. `like`, a sound file of the same connection, lends its
 * schema where the damaged one can't be read. False where nothing can be read.
 */
export function makeSource(
  damaged: string,
  copy: string,
  like: string,
  sqliteBinding: string | null,
): boolean {
  const { exists, wal } = lookAt(damaged);
  if (!exists) return false;
  copyFileSync(damaged, copy);
  withLog(damaged, (log) => writeFrames(copy, log, wal));
  settleHeader(copy, wal.pageSize);
  for (const repair of [repairTexts, repairSchema]) {
    try {
      repair(copy, like, sqliteBinding);
    } catch {
      // What can't be repaired may still be readable.
    }
    if (isReadable(copy, sqliteBinding)) return true;
  }
  return false;
}
