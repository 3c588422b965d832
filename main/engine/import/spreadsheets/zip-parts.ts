/** Reads the parts of a zip archive one by one, each within bounds that its own words can't lift. */
import { crc32 } from "node:zlib";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import type { BrokenArchive } from "../../../../contract/english.ts";
import { messageOf } from "../../../lib/error-code.ts";
import { ImportRefusal } from "../file-rows.ts";

const MAX_PARTS = 10_000;
/** Of a part's name, and of what else the directory says of it; a spreadsheet needs a fraction. */
const MAX_WORDS_BYTES = 4_096;
/** A part that unpacks to more than this many times its size is refused, unless it is small anyway. */
const MAX_RATIO = 250;
const SMALL_BYTES = 16 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

const broken = (how: BrokenArchive): ImportRefusal => new ImportRefusal({ reason: "broken_archive", ...how });

const refusalOf = (error: unknown): ImportRefusal =>
  error instanceof ImportRefusal ? error : broken({ what: "read", said: messageOf(error) });

export interface ZipParts {
  has(name: string): boolean;
  /** Of all parts: their names, and the bytes each says that it unpacks to. */
  list(): { name: string; bytes: number }[];
  /** The part's bytes, checked against its size and checksum. Throws ImportRefusal where it isn't as it says. */
  read(name: string, maxBytes: number): AsyncGenerator<Buffer, void>;
}

function assertBounded(entry: Entry, maxBytes: number): void {
  const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry;
  if (entry.isEncrypted()) throw new ImportRefusal({ reason: "encrypted" });
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw broken({ what: "packing", part: fileName });
  if (uncompressedSize > maxBytes)
    throw new ImportRefusal({
      reason: "too_large_inside",
      what: "part",
      part: fileName,
      bytes: uncompressedSize,
      most: maxBytes,
    });
  if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO)
    throw new ImportRefusal({ reason: "too_large_inside", what: "ratio", part: fileName, most: MAX_RATIO });
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_PARTS) throw broken({ what: "parts", count: zip.entryCount });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > MAX_WORDS_BYTES)
      throw broken({ what: "directory" });
    const name = entry.fileName.toLowerCase();
    // Which of the two is meant depends on the reader: a hostile file shows one and imports the other.
    if (entries.has(name)) throw broken({ what: "twice", part: entry.fileName });
    entries.set(name, entry);
  }
  return entries;
}

/** Reads the archive's directory; the file stays the caller's to close. Throws ImportRefusal. */
export async function openZip(fd: number): Promise<ZipParts> {
  const options = { autoClose: false, lazyEntries: true, validateEntrySizes: true };
  let zip: ZipFile;
  let entries: Map<string, Entry>;
  try {
    zip = await fromFdPromise(fd, options);
    entries = await entriesOf(zip);
  } catch (error) {
    throw refusalOf(error);
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    list: () =>
      [...entries.values()].map(({ fileName, uncompressedSize }) => ({
        name: fileName,
        bytes: uncompressedSize,
      })),
    async *read(name, maxBytes) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw broken({ what: "missing", part: name });
      assertBounded(entry, maxBytes);
      let checksum = 0;
      try {
        // The stream itself fails where there are more or fewer bytes than the directory says.
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          const bytes: Buffer = chunk;
          checksum = crc32(bytes, checksum);
          yield bytes;
        }
      } catch (error) {
        throw refusalOf(error);
      }
      if (checksum !== entry.crc32) throw broken({ what: "checksum", part: name });
    },
  };
}
