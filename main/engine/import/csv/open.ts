/** Opens a CSV file as a stream of rows: its encoding and its separator are as named, or as its first bytes show. */

import type { FileHandle } from "node:fs/promises";
import type { Delimiter } from "../../../../contract/channels/file-reading.ts";
import { type HowToRead, ImportRefusal, type OpenRows } from "../file-rows.ts";
import { mayNeedStyle } from "../mapping/table.ts";
import type { DataFile } from "../open-file.ts";
import { readCsvRows } from "./rows.ts";
import { decoderOf, type FoundEncoding, findEncoding, headText, isOtherText } from "./text-encoding.ts";

// Finds what separates the columns of a CSV file, by its first rows.

export const SIGNS: Readonly<Record<Delimiter, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  arabicSemicolon: "؛",
  arabicComma: "،",
};

/** The surest first. Arabic texts hold the last two: they count where no other sign separates anything. */
const USUAL = ["comma", "semicolon", "tab", "pipe"] as const;
const ARABIC = ["arabicSemicolon", "arabicComma"] as const;
const LINES = 30;
const LINE_LETTERS = 10_000;

interface Separates {
  name: Delimiter;
  /** Lines that it separates into the same number of cells. */
  lines: number;
  /** Cells of the first line. */
  first: number;
}

/** `lines`: without what is in quotes. */
function separates(name: Delimiter, lines: readonly string[]): Separates {
  const counts = lines.map((line) => line.split(SIGNS[name]).length);
  const alike = counts
    .filter((cells) => cells > 1)
    .map((cells) => counts.filter((other) => other === cells).length);
  return { name, lines: Math.max(0, ...alike), first: counts[0] ?? 1 };
}

const better = (best: Separates, one: Separates): Separates =>
  one.lines > best.lines || (one.lines === best.lines && one.first > best.first) ? one : best;

/** What Excel's own first line names as the separator; null where there is no such line, or it names none of ours. */
function namedDelimiter(head: string): Delimiter | null {
  const sign = /^\uFEFF?"?sep=(.)"?[\r\n]/i.exec(head)?.[1];
  return [...USUAL, ...ARABIC].find((name) => SIGNS[name] === sign) ?? null;
}

/** A file of rejected rows as the program wrote it: tabs in its cells of several lines separate nothing. */
const isOwn = (head: string): boolean => /^\uFEFF?"rejectedLine","rejectedReason"/.test(head);

/** The one that separates most of the first lines into equally many cells; a comma where none does. */
export function delimiterOf(head: string): Delimiter {
  const named = namedDelimiter(head);
  if (named !== null) return named;
  if (isOwn(head)) return "comma";
  const lines = head
    .replace(/^\uFEFF/, "")
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .slice(0, LINES)
    .map((line) => line.slice(0, LINE_LETTERS).replace(/"[^"]*"?/g, ""));
  const none: Separates = { name: "comma", lines: 0, first: 1 };
  const usual = USUAL.map((name) => separates(name, lines)).reduce(better, none);
  if (usual.lines * 2 > lines.length) return usual.name;
  return ARABIC.map((name) => separates(name, lines)).reduce(better, usual).name;
}

const LOOK_BYTES = 65_536;
/** A number may be cut between two looks. */
const OVERLAP = 64;

async function encodingOf({ file, head }: DataFile, wanted: HowToRead["encoding"]): Promise<FoundEncoding> {
  if (wanted !== "found" && wanted !== "contract")
    return { encoding: wanted, isCertain: true, choices: (await findEncoding(file, head)).choices };
  const found = await findEncoding(file, head);
  if (wanted === "found") return found;
  if (found.encoding !== "utf8" && isOtherText(found))
    throw new ImportRefusal({
      reason: "other_encoding",
      field: "encoding",
      choices: found.choices.map(({ encoding }) => encoding),
    });
  return { encoding: "utf8", isCertain: true, choices: [] };
}

/** Looks at all bytes of the file, a piece at a time. */
async function someBytes(
  file: FileHandle,
  signal: AbortSignal,
  isFound: (bytes: string) => boolean,
): Promise<boolean> {
  const buffer = Buffer.alloc(LOOK_BYTES);
  let before = "";
  for (let place = 0; ; place += LOOK_BYTES) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, LOOK_BYTES, place);
    const bytes = before + buffer.toString("latin1", 0, bytesRead);
    if (isFound(bytes)) return true;
    if (bytesRead < LOOK_BYTES) return false;
    before = bytes.slice(-OVERLAP);
  }
}

/** Throws an ImportRefusal for an encoding that isn't the contract's, where that was asked for. */
export async function openCsv(data: DataFile, how: HowToRead, signal: AbortSignal): Promise<OpenRows> {
  const { file, head, bytes, changedAt } = data;
  const { encoding, isCertain, choices } = await encodingOf(data, how.encoding);
  const begin = await headText(head, encoding);
  const delimiter =
    how.delimiter === "found"
      ? delimiterOf(begin)
      : how.delimiter === "contract"
        ? (namedDelimiter(begin) ?? "comma")
        : how.delimiter;
  const isWide = encoding === "utf16le" || encoding === "utf16be";
  const sign = SIGNS[delimiter];
  return {
    fileType: "csv",
    bytes,
    version: `${bytes} ${changedAt}`,
    delimiter,
    encoding,
    encodings: choices,
    isEncodingCertain: isCertain,
    sheets: [],
    sheet: null,
    rows: () => readCsvRows(file, signal, sign, decoderOf(encoding)),
    mayNeedStyle: async () => isWide || (await someBytes(file, signal, (text) => mayNeedStyle(text, sign))),
  };
}
