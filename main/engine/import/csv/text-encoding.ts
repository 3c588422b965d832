/** Reads the letters of a CSV file, however they are written. */
import type { TextEncoding } from "../../../../contract/channels/file-reading.ts";
import type { Decode } from "./rows.ts";

type Unicode = "utf8" | "utf16le" | "utf16be";

const LABELS: Readonly<Record<Unicode, string>> = {
  utf8: "utf-8",
  utf16le: "utf-16le",
  utf16be: "utf-16be",
};

const isUnicode = (encoding: TextEncoding): encoding is Unicode => Object.hasOwn(LABELS, encoding);

/** UTF-16 by the mark at its beginning. Zero bytes after it make it the mark of UTF-32, which nothing here reads. */
export function byMark(head: Uint8Array): "utf16le" | "utf16be" | null {
  if (head[0] === 0xff && head[1] === 0xfe) return head[2] === 0 && head[3] === 0 ? null : "utf16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf16be" : null;
}

/** A letter's upper byte, in the scripts that lists here are written in; few other texts have such bytes at all. */
const UPPER_BELOW = 0x20;

/**
 * UTF-16 without a mark: signs, digits and blanks have a zero byte, always on the same side, and letters a small one.
 * A text of single bytes may hold a stray zero byte too: what stands on its side is letters.
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

/** Reads a file's bytes, front to back; a mark at their beginning is no letter. */
export async function decoderOf(encoding: TextEncoding): Promise<Decode> {
  if (isUnicode(encoding)) {
    const decoder = new TextDecoder(LABELS[encoding]);
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
