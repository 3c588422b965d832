/** Opens a file that a person named: says why it can't be read, or why it is no table. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { CountersideError } from "../../../contract/error.ts";
import { saidBy } from "../../lib/error-code.ts";
import { byMark, byZeros } from "./csv/text-encoding.ts";
import { recognise } from "./recognise.ts";

export const MAX_FILE_BYTES = 2 * 1024 ** 3;
const SNIFFED_BYTES = 65_536;

/** The `file_unreadable` of what the system said of a file. */
const unreadable = (path: string, error: unknown): CountersideError =>
  new CountersideError("file_unreadable", { reason: "system", path, ...saidBy(error) });

/** What is thrown where a file can't be read to its end: a refusal and a bug as they are, else the system's word. */
export const thrownReading = (path: string, error: unknown): unknown =>
  error instanceof CountersideError || !(error instanceof Error && "syscall" in error)
    ? error
    : unreadable(path, error);

const starts = (head: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** Zero bytes in most lines, or more than every fourth byte: that is no text. A few of them cost their rows. */
function isBinary(head: Buffer): boolean {
  if (!head.includes(0)) return false;
  const lines = head
    .toString("latin1")
    .split(/[\r\n]+/)
    .filter((line) => line !== "");
  const zeros = head.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0);
  return zeros * 4 > head.length || lines.filter((line) => line.includes("\0")).length * 2 > lines.length;
}

/** A compound document: an old spreadsheet, or a new one inside an encrypted envelope. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ENVELOPE = Buffer.from("EncryptedPackage", "utf16le");
const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

/** True where the compound document's first directory sector names an encrypted package. */
async function isEncrypted(file: FileHandle, head: Buffer): Promise<boolean> {
  if (head.length < 512) return false;
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return false;
  const sector = 2 ** shift;
  const at = (head.readUInt32LE(48) + 1) * sector;
  const { bytesRead, buffer } = await file.read(Buffer.alloc(sector), 0, sector, at);
  return buffer.subarray(0, bytesRead).includes(ENVELOPE);
}

/** Where an old workbook begins without an envelope: versions 2, 3 and 4 of its program. */
const OLD_WORKBOOK = [
  [0x09, 0x00, 0x04, 0x00],
  [0x09, 0x02, 0x06, 0x00],
  [0x09, 0x04, 0x06, 0x00],
];

/** By what the file holds; its name may end as it likes. Throws `file_invalid`. */
async function holds(path: string, file: FileHandle, head: Buffer): Promise<DataFile["holds"]> {
  if (ZIP.some((bytes) => starts(head, ...bytes))) return "archive";
  if (OLD_WORKBOOK.some((bytes) => starts(head, ...bytes))) return "workbook";
  if (!starts(head, ...COMPOUND)) return "text";
  if (await isEncrypted(file, head))
    throw new CountersideError("file_invalid", { reason: "encrypted", path });
  return "workbook";
}

export interface DataFile {
  file: FileHandle;
  holds: "text" | "archive" | "workbook";
  bytes: number;
  /** Its first bytes. */
  head: Buffer;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/**
 * Opens a regular file of bounded size whose beginning is text or a spreadsheet's; `isWide`: the text may have two
 * bytes a letter. Throws `file_unreadable` or `file_invalid`.
 */
export async function openDataFile(path: string, isWide: boolean): Promise<DataFile> {
  let file: FileHandle;
  try {
    // Not blocking: a pipe without a writer would otherwise hold the import forever.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw unreadable(path, error);
  }
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw new CountersideError("file_unreadable", { reason: "folder", path });
    if (!stat.isFile()) throw new CountersideError("file_unreadable", { reason: "not_a_file", path });
    if (stat.size > MAX_FILE_BYTES)
      throw new CountersideError("file_unreadable", { reason: "too_large", path });
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const kind = await holds(path, file, head);
    const known = kind === "text" ? recognise(head) : null;
    if (known !== null) throw new CountersideError("file_invalid", { ...known, path });
    if (kind === "text" && !isWide && byMark(head) !== null)
      throw new CountersideError("file_invalid", { reason: "utf16", path });
    const isText = isWide && (byMark(head) ?? byZeros(head)) !== null;
    if (kind === "text" && !isText && isBinary(head))
      throw new CountersideError("file_invalid", { reason: "not_text", path });
    return { file, holds: kind, bytes: stat.size, head, changedAt: stat.mtimeMs };
  } catch (error) {
    await file.close();
    throw error instanceof CountersideError ? error : unreadable(path, error);
  }
}
