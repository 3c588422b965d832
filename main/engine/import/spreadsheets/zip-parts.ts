/** Reads the parts of a zip archive one by one, each within bounds that its own words can't lift. */
import { crc32 } from "node:zlib";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { ImportRefusal } from "../file-rows.ts";

const MAX_PARTS = 10_000;
/** Of a part's name, and of what else the directory says of it; a spreadsheet needs a fraction. */
const MAX_WORDS_BYTES = 4_096;
/** A part that unpacks to more than this many times its size is refused, unless it is small anyway. */
const MAX_RATIO = 250;
const SMALL_BYTES = 16 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

const broken = (error: unknown): ImportRefusal =>
  new ImportRefusal(
    "broken_archive",
    `the spreadsheet's archive is broken (${error instanceof Error ? error.message : String(error)})`,
  );

export interface ZipParts {
  has(name: string): boolean;
  /** Of all parts: their names, and the bytes each says that it unpacks to. */
  list(): { name: string; bytes: number }[];
  /** The part's bytes, checked against its size and checksum. Throws ImportRefusal where it isn't as it says. */
  read(name: string, maxBytes: number): AsyncGenerator<Buffer, void>;
}

function assertBounded(entry: Entry, maxBytes: number): void {
  const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry;
  if (entry.isEncrypted())
    throw new ImportRefusal(
      "encrypted",
      "the spreadsheet is protected by a password; save it without one and import that",
    );
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw broken(new Error(`${fileName} is packed in a way that spreadsheets don't use`));
  if (uncompressedSize > maxBytes)
    throw new ImportRefusal(
      "too_large_inside",
      `its part ${fileName} unpacks to ${uncompressedSize} bytes, more than the ${maxBytes} that are taken`,
    );
  if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO)
    throw new ImportRefusal(
      "too_large_inside",
      `its part ${fileName} unpacks to more than ${MAX_RATIO} times its size, as no real sheet does`,
    );
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_PARTS) throw broken(new Error(`it has ${zip.entryCount} parts`));
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > MAX_WORDS_BYTES)
      throw broken(new Error("its directory says more of a part than there is to say"));
    const name = entry.fileName.toLowerCase();
    // Which of the two is meant depends on the reader: a hostile file shows one and imports the other.
    if (entries.has(name)) throw broken(new Error(`${entry.fileName} is in it twice`));
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
    throw error instanceof ImportRefusal ? error : broken(error);
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
      if (entry === undefined) throw broken(new Error(`${name} is missing`));
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
        throw error instanceof ImportRefusal ? error : broken(error);
      }
      if (checksum !== entry.crc32) throw broken(new Error(`${name} is damaged: its checksum is another`));
    },
  };
}
