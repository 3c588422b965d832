/** Reads the letters of a CSV file, however they are written. */

import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { TextEncoding } from "../../../../contract/channels/file-reading.ts";
import type { Decode } from "./rows.ts";

/** UTF-16 by the mark at its beginning. Zero bytes after it make it the mark of UTF-32, which nothing here reads. */
export function byMark(head: Uint8Array): "utf16le" | "utf16be" | null {
  if (head[0] === 0xff && head[1] === 0xfe) return head[2] === 0 && head[3] === 0 ? null : "utf16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf16be" : null;
}

/** A letter's upper byte, in the scripts that lists here are written in; few other texts have such bytes at all. */
const UPPER_BELOW = 0x20;

/**
 * UTF-16 without a mark: signs, digits and blanks have a zero byte, always on the same side, and letters a small one.
 * A text of single bytes may hold a stray zero byte too: the other bytes on its side are letters.
 */
export function byZeros(head: Uint8Array): "utf16le" | "utf16be" | null {
  const zeros = [0, 0];
  const small = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    if (byte < UPPER_BELOW) small[at % 2] = (small[at % 2] ?? 0) + 1;
  });
  const isUpper = (side: 0 | 1): boolean =>
    (zeros[side] ?? 0) > head.length / 20 &&
    zeros[1 - side] === 0 &&
    (small[side] ?? 0) > (head.length / 2) * 0.75;
  if (isUpper(1)) return "utf16le";
  return isUpper(0) ? "utf16be" : null;
}

/** Reads UTF-16 with the halves of characters that are alone, so that a cell with one is refused by its column. */
function decoderOfPairs(encoding: "utf16le" | "utf16be"): Decode {
  let odd: Uint8Array = new Uint8Array();
  let isBeginning = true;
  return {
    some: (bytes) => {
      const all = Buffer.concat([odd, bytes]);
      const even = all.subarray(0, all.length - (all.length % 2));
      odd = all.subarray(even.length);
      const text = (encoding === "utf16be" ? even.swap16() : even).toString("utf16le");
      if (!isBeginning || text === "") return text;
      isBeginning = false;
      return text.replace(/^\uFEFF/, "");
    },
    rest: () => (odd.length === 0 ? "" : "\uFFFD"),
  };
}

/** Reads a file's bytes, front to back; a mark at their beginning is no letter. */
export async function decoderOf(encoding: TextEncoding): Promise<Decode> {
  if (encoding === "utf16le" || encoding === "utf16be") return decoderOfPairs(encoding);
  if (encoding === "utf8") {
    const decoder = new TextDecoder();
    return { some: (bytes) => decoder.decode(bytes, { stream: true }), rest: () => decoder.decode() };
  }
  // The tables of old systems: few imports need them, and a system's own TextDecoder has no cp720, cp850 or cp437.
  const { default: tables } = await import("iconv-lite");
  const decoder = tables.getDecoder(encoding);
  return { some: (bytes) => decoder.write(Buffer.from(bytes)), rest: () => decoder.end() ?? "" };
}

/** The text of a file's beginning. */
export async function headText(head: Uint8Array, encoding: TextEncoding): Promise<string> {
  const decode = await decoderOf(encoding);
  return decode.some(head) + decode.rest();
}

// Finds how the letters of a CSV file are written: by its marks and bytes, else by what a detector makes of its words.

export interface FoundEncoding {
  encoding: TextEncoding;
  /** False where a person has to look at the words. */
  isCertain: boolean;
  /** Where it is no Unicode: what it may be, the likeliest first, each with words of the file as it reads them. */
  choices: { encoding: TextEncoding; words: string[] }[];
}

/** So far into the file letters beyond ASCII are looked for. */
const LOOKED_AT_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 65_536;
/** What the detector is given: lines with such letters. It takes 10 ms for so many. */
const SAMPLE_BYTES = 6_000;
const LINE_BYTES = 1_000;
const CHOICES = 3;
const COMMON: readonly TextEncoding[] = ["windows1256", "windows1252"];
const WORDS = 4;
/**
 * What the detector says counts as certain from so many lines on, with so much confidence, and so many times that of
 * the next: of 800 made lists of eight languages none was read wrongly so. Western letters never come so far.
 */
const CERTAIN = { lines: 3, confidence: 0.08, margin: 4 };

/** The detector's names. What differs in a sign that no list has is one. */
const NAMES: Readonly<Record<string, TextEncoding>> = {
  "windows-1256": "windows1256",
  "iso-8859-6": "iso88596",
  cp720: "cp720",
  "windows-1252": "windows1252",
  "iso-8859-1": "windows1252",
  "iso8859-15": "windows1252",
  "iso-8859-15": "windows1252",
};

const BEYOND_ASCII = /[\x80-\xff]/;
/** The lines of the file's beginning that hold letters beyond ASCII. */
async function linesOf(file: FileHandle): Promise<Buffer[]> {
  const lines: Buffer[] = [];
  let bytes = 0;
  let rest = "";
  for (let place = 0; place < LOOKED_AT_BYTES && bytes < SAMPLE_BYTES; place += CHUNK_BYTES) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, place);
    const isLast = bytesRead < CHUNK_BYTES;
    const parts = `${rest}${buffer.toString("latin1", 0, bytesRead)}`.split(/[\r\n]/);
    rest = isLast ? "" : (parts.pop() ?? "").slice(-CHUNK_BYTES);
    for (const line of parts) {
      if (bytes >= SAMPLE_BYTES || !BEYOND_ASCII.test(line)) continue;
      lines.push(Buffer.from(line, "latin1"));
      bytes += Math.min(line.length, LINE_BYTES);
    }
    if (isLast) break;
  }
  return lines;
}

const LETTERS = /[\p{L}\p{M}]+/gu;
const isBeyondAscii = (word: string): boolean => /[^\p{ASCII}]/u.test(word);

/** A few words of the text that show how it was read: the longer ones first. */
function wordsOf(text: string): string[] {
  const words = [...new Set(text.match(LETTERS)?.filter(isBeyondAscii))].map((word) => word.slice(0, 20));
  const long = words.filter((word) => word.length > 2);
  return [...long, ...words.filter((word) => word.length <= 2)].slice(0, WORDS);
}

/** What no encoding makes of the letters of a list: no letter at all, or a control sign of the upper half. */
const NO_TEXT = /[\uFFFD\x80-\x9f]/;

interface Reading {
  encoding: TextEncoding;
  confidence: number;
  text: string;
}

/** What the sample may be, each reading once, the likeliest first; the two commonest are always among them. */
async function readingsOf(sample: Uint8Array): Promise<Reading[]> {
  const { detectAll } = await import("jschardet");
  const found = detectAll(sample).map(({ encoding, confidence }) => ({
    encoding: NAMES[encoding?.toLowerCase() ?? ""],
    confidence,
  }));
  const common = COMMON.map((encoding) => ({ encoding, confidence: 0 }));
  const readings: Reading[] = [];
  for (const { encoding, confidence } of [...found, ...common]) {
    if (encoding === undefined || readings.some((other) => other.encoding === encoding)) continue;
    const text = await headText(sample, encoding);
    if (!NO_TEXT.test(text) && !readings.some((other) => other.text === text))
      readings.push({ encoding, confidence, text });
  }
  return readings;
}

/** How many of the lines are UTF-8 all the same: a few wrong bytes cost their rows, not the file. */
const utf8Lines = (lines: readonly Buffer[]): number => lines.filter((line) => isUtf8(line)).length;

const sampleOf = (lines: readonly Buffer[]): Buffer =>
  Buffer.concat(lines.flatMap((line) => [line.subarray(0, LINE_BYTES), Buffer.from("\n")]));

/** Looks at the beginning of the file, and further where that has no letter beyond ASCII. */
export async function findEncoding(file: FileHandle, head: Uint8Array): Promise<FoundEncoding> {
  const sure = (encoding: TextEncoding): FoundEncoding => ({ encoding, isCertain: true, choices: [] });
  const wide = byMark(head) ?? byZeros(head);
  if (wide !== null) return sure(wide);
  const lines = await linesOf(file);
  if (utf8Lines(lines) * 2 >= lines.length) return sure("utf8");
  const readings = await readingsOf(sampleOf(lines));
  const [best, second] = readings;
  if (best === undefined) return sure("utf8");
  const isCertain =
    lines.length >= CERTAIN.lines &&
    best.confidence >= CERTAIN.confidence &&
    best.confidence >= CERTAIN.margin * (second?.confidence ?? 0);
  const choices = readings
    .filter(({ encoding }, index) => index < CHOICES || COMMON.includes(encoding))
    .map(({ encoding, text }) => ({ encoding, words: wordsOf(text) }));
  return { encoding: best.encoding, isCertain, choices };
}

/** True where the file holds words that UTF-8 has no letters for: it is another encoding, and not a few wrong bytes. */
export const isOtherText = ({ choices }: FoundEncoding): boolean =>
  choices.some(({ words }) => words.some((word) => word.length > 2));
