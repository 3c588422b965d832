/** Opens a file that a person named: says in words why it can't be read, or why it is no CSV at all. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { CountersideError } from "../../../contract/reply.ts";

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
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const words = WORDS[code] ?? (error instanceof Error ? error.message : String(error));
  return new CountersideError("file_unreadable", `The file can't be read, ${words}: ${path}`, {
    path,
    reason: code,
  });
}

const refuse = (path: string, reason: string, words: string): CountersideError =>
  new CountersideError("file_unreadable", `The file can't be read, ${words}: ${path}`, { path, reason });

/** Says what a file that is no UTF-8 text is; null where its beginning could be CSV. */
export function notText(head: Uint8Array): string | null {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff))
    return "it is text in UTF-16; save it as CSV in UTF-8 and import that";
  if (starts(0x50, 0x4b, 0x03, 0x04))
    return "it is a spreadsheet or an archive; save the sheet as CSV in UTF-8 and import that";
  if (head.includes(0)) return "it is not text: it holds zero bytes; save it as CSV in UTF-8 and import that";
  return null;
}

/**
 * Opens a regular file of bounded size whose beginning looks like text.
 * Throws `file_unreadable` or `file_invalid`.
 */
export async function openTextFile(path: string): Promise<FileHandle> {
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
    const head = new Uint8Array(SNIFFED_BYTES);
    const { bytesRead } = await file.read(head, 0, SNIFFED_BYTES, 0);
    const problem = notText(head.subarray(0, bytesRead));
    if (problem !== null)
      throw new CountersideError("file_invalid", `The file can't be imported, ${problem}: ${path}`, {
        path,
        reason: "not_utf8_text",
      });
    return file;
  } catch (error) {
    await file.close();
    throw error instanceof CountersideError ? error : unreadable(path, error);
  }
}
