/** Finds how the letters of a CSV file are written, and reads them. */
import type { TextEncoding } from "../../../contract/channels/mirror.ts";

const LABELS: Readonly<Record<TextEncoding, string>> = {
  utf8: "utf-8",
  utf16le: "utf-16le",
  utf16be: "utf-16be",
  windows1256: "windows-1256",
};

/** UTF-16 by the mark at its beginning. */
export function byMark(head: Uint8Array): "utf16le" | "utf16be" | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf16be" : null;
}

/** UTF-16 without a mark: signs, digits and blanks have a zero byte, always on the same side. */
function byZeros(head: Uint8Array): "utf16le" | "utf16be" | null {
  const places = Array.from(head.keys()).filter((at) => head[at] === 0);
  const odd = places.filter((at) => at % 2 === 1).length;
  const even = places.length - odd;
  const many = head.length / 20;
  if (odd > many && even === 0) return "utf16le";
  return even > many && odd === 0 ? "utf16be" : null;
}

/** True where the beginning of a file is UTF-8; a letter may be cut at its end. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * What the beginning of a file shows. Bytes that are no UTF-8 are taken for Windows' Arabic: which of the
 * one-byte encodings it is can't be known, so what was found is shown and can be changed.
 */
export function encodingOf(head: Uint8Array): TextEncoding {
  const wide = byMark(head) ?? byZeros(head);
  if (wide !== null) return wide;
  return head.includes(0) || isUtf8(head) ? "utf8" : "windows1256";
}

/** The text of a file's beginning. */
export const headText = (head: Uint8Array, encoding: TextEncoding): string =>
  textDecoder(encoding).decode(head);

/** Reads a file's bytes, front to back; a mark at their beginning is no letter. */
export const textDecoder = (encoding: TextEncoding): TextDecoder => new TextDecoder(LABELS[encoding]);
