/**
 * Reads a write-ahead log by its own format (sqlite.org/fileformat2.html, section 4), to notice what SQLite passes
 * over in silence: behind a damaged frame it takes the log as ended, and whole committed transactions are gone.
 */

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

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

function summed(bytes: DataView, from: number, to: number, start: Sum, little: boolean): Sum {
  let [a, b] = start;
  for (let at = from; at < to; at += 8) {
    a = (a + bytes.getUint32(at, little) + b) >>> 0;
    b = (b + bytes.getUint32(at + 4, little) + a) >>> 0;
  }
  return [a, b];
}

/** Without the header the generation is the one that most frames are of. */
function commonest(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

const isPageSize = (size: number): boolean => size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;

/** Reads the whole log. `pageSize` is the database's own, for a log whose header is damaged. */
export function readWal(content: Buffer, pageSize: number): WalReading {
  const bytes = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (content.length <= HEADER) return { verdict: "none", pageSize, frames: [] };
  const magic = bytes.getUint32(0);
  const little = magic !== MAGIC_BIG;
  const saidSize = bytes.getUint32(8) === 1 ? 65_536 : bytes.getUint32(8);
  const headerSum = summed(bytes, 0, 24, [0, 0], little);
  const isHeaderWhole =
    (magic === MAGIC_LITTLE || magic === MAGIC_BIG) &&
    isPageSize(saidSize) &&
    headerSum[0] === bytes.getUint32(24) &&
    headerSum[1] === bytes.getUint32(28);
  const size = isHeaderWhole ? saidSize : pageSize;
  const count = Math.floor((content.length - HEADER) / (FRAME_HEADER + size));
  const at = (index: number): number => HEADER + index * (FRAME_HEADER + size);
  if (count === 0) return { verdict: isHeaderWhole ? "whole" : "none", pageSize: size, frames: [] };
  const saltsAt = (offset: number): string => `${bytes.getUint32(offset)} ${bytes.getUint32(offset + 4)}`;
  const salts = isHeaderWhole
    ? saltsAt(16)
    : commonest(Array.from({ length: count }, (_, index) => saltsAt(at(index) + 8)));

  const frames: Frame[] = [];
  /** What the frame before left as its sum, as it stands there: so each frame is judged by itself. */
  let before: Sum = [bytes.getUint32(24), bytes.getUint32(28)];
  let sight: Sight = isHeaderWhole ? "sound" : "damaged";
  for (let index = 0; index < count; index += 1) {
    const from = at(index);
    const commitSize = bytes.getUint32(from + 4);
    const isOfGeneration = saltsAt(from + 8) === salts;
    const data = from + FRAME_HEADER;
    const sum = summed(bytes, data, data + size, summed(bytes, from, from + 8, before, little), little);
    const isWhole = sum[0] === bytes.getUint32(from + 16) && sum[1] === bytes.getUint32(from + 20);
    before = [bytes.getUint32(from + 16), bytes.getUint32(from + 20)];
    const isUsable = isOfGeneration && isWhole;
    if (isUsable) frames.push({ page: bytes.getUint32(from), offset: data, commitSize });
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
 * witness to say.
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
