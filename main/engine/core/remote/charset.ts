/** Reads the letters of an answer that is not UTF-8, as its charset says. */
import { isUtf8 } from "node:buffer";

/** Reads bytes as text; what its table doesn't have becomes U+FFFD. `endsInHalf`: the last letter isn't whole, and left out. */
export type ReadLetters = (bytes: Buffer) => { text: string; endsInHalf: boolean };

/** Names that are no tables of letters, and those of what is read as UTF-8 anyway. */
const NOT_READ =
  /^(?:utf-?8|unicode-1-1-utf-8|(?:us-?)?ascii|hex|base64|binary|internal|utf-?7(?:-?imap)?)$/i;
/** What servers write where nobody has set a charset, whatever the letters are. */
const BY_DEFAULT = /^(?:iso[-_]?8859-?1|latin-?1|(?:windows-?|cp)1252)$/i;
const WIDE = /^(?:utf[-_]?(?:16|32)|ucs[-_]?[24])/i;

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const UTF32_MARK = Buffer.from([0xff, 0xfe, 0, 0]);

/** The charset that an answer's bytes are read by; null where that is UTF-8. A byte order mark says more than a header. */
export function charsetOf(contentType: string | null, bytes: Buffer): string | null {
  const begins = (mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
  if (begins(UTF8_MARK)) return null;
  if (begins(UTF32_MARK)) return "utf-32";
  if (UTF16_MARKS.some(begins)) return "utf-16";
  const named = /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
  if (NOT_READ.test(named)) return null;
  // Letters of two bytes have zero bytes at brackets and quotes: what holds none is misnamed.
  if (WIDE.test(named) && !bytes.includes(0)) return null;
  return BY_DEFAULT.test(named) && isUtf8(bytes) ? null : named;
}

/** How many bytes the smallest letter has. */
const leastBytes = (charset: string): number => (WIDE.test(charset) ? (/32|4/.test(charset) ? 4 : 2) : 1);

/**
 * Loads what reads a charset; null where there is no table for it. Loaded by the answer that needs it: the tables would
 * make each start longer. Never rejects.
 */
export async function readerOf(charset: string): Promise<ReadLetters | null> {
  try {
    const { default: tables } = await import("iconv-lite");
    if (!tables.encodingExists(charset)) return null;
    return (bytes) => {
      const over = bytes.length % leastBytes(charset);
      return {
        text: tables.decode(bytes.subarray(0, bytes.length - over), charset),
        endsInHalf: over > 0,
      };
    };
  } catch {
    // A file of the program can't be read: the answer is read as UTF-8, and what that can't read is kept as it came.
    return null;
  }
}
