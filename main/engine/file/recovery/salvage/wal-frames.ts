/**
 * Reads a write-ahead log by its own format (sqlite.org/fileformat2.html, section 4), to notice what SQLite passes
 * over in silence: behind a damaged frame it takes the log as ended, and whole committed transactions are gone.
 */

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

/** A log is looked at piece by piece: one of gigabytes fits into no buffer. */
export interface LogBytes {
  size: number;
  /** The bytes from `offset` on, which hold until the next call. */
  at(offset: number, length: number): Buffer;
}

/** A frame that is whole by its own checksum. */
export interface Frame {
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
  /** What the frame before left as its sum, as it stands there: so each frame is judged by itself. */
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
 * nobody was told of. A usable frame of a later one proves damage. Whether the last one was told of is for the
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
