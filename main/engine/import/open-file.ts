/** Opens a file that a person named: says in words why it can't be read, or why it is no table. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { CountersideError } from "../../../contract/reply.ts";
import { errorCode } from "../../lib/error-code.ts";
import { byMark, byZeros } from "./csv/text-encoding.ts";
import { recognise } from "./recognise.ts";

export const MAX_FILE_BYTES = 2 * 1024 ** 3;
const SNIFFED_BYTES = 65_536;

const WORDS: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this program may not read it",
  EPERM: "this program may not read it",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  EMFILE: "too many files are open",
  EIO: "the disk gave an error",
};

/** The `file_unreadable` error of a file, with the system's own word for it in `details.reason`. */
export function unreadable(path: string, error: unknown): CountersideError {
  const code = errorCode(error);
  const words = WORDS[code] ?? (error instanceof Error ? error.message : String(error));
  return new CountersideError("file_unreadable", `The file can't be read, ${words}: ${path}`, {
    path,
    reason: code,
  });
}

const refuse = (path: string, reason: string, words: string): CountersideError =>
  new CountersideError("file_unreadable", `The file can't be read, ${words}: ${path}`, { path, reason });

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

const invalid = (path: string, reason: string, words: string): CountersideError =>
  new CountersideError("file_invalid", `The file can't be imported, ${words}: ${path}`, { path, reason });

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
    throw invalid(
      path,
      "encrypted",
      "the spreadsheet is protected by a password; save it without one and import that",
    );
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
    if (stat.isDirectory()) throw refuse(path, "EISDIR", "it is a folder");
    if (!stat.isFile()) throw refuse(path, "not_a_file", "it is a device or a pipe, not a file");
    if (stat.size > MAX_FILE_BYTES) throw refuse(path, "too_large", "it is larger than 2 GB");
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const kind = await holds(path, file, head);
    const known = kind === "text" ? recognise(head) : null;
    if (known !== null) throw invalid(path, known.reason, known.words);
    if (kind === "text" && !isWide && byMark(head) !== null)
      throw invalid(
        path,
        "utf16",
        "it is text in UTF-16; save it as CSV in UTF-8 and import that, or name it in `encoding`",
      );
    const isText = isWide && (byMark(head) ?? byZeros(head)) !== null;
    if (kind === "text" && !isText && isBinary(head))
      throw invalid(
        path,
        "not_text",
        "it is not text: it holds zero bytes; save it as CSV in UTF-8 and import that",
      );
    return { file, holds: kind, bytes: stat.size, head, changedAt: stat.mtimeMs };
  } catch (error) {
    await file.close();
    throw error instanceof CountersideError ? error : unreadable(path, error);
  }
}
