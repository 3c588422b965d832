/**
 * Rewrites those cells of an OpenDocument sheet whose values the library leaves out or takes for something else: a
 * value without a text beside it, and an error in the words of another language.
 */

const NAME = "table-cell";
const QUOTES = ['"', "'"].map((quote) => quote.charCodeAt(0));
const END = ">".charCodeAt(0);
const SLASH = "/".charCodeAt(0);
/** Of a cell's tag; a formula may be long. */
const TAG_BYTES = 65_536;
const CLOSING = /^\s*<\/[\w:]*table-cell\s*>/;
const CLOSING_BYTES = 200;

/** The place behind the tag's end; -1 where it has none nearby. An attribute may hold the very sign. */
function tagEnd(content: Buffer, from: number): number {
  let quote = 0;
  for (let at = from; at < Math.min(content.length, from + TAG_BYTES); at += 1) {
    const byte = content[at] ?? 0;
    if (quote !== 0) quote = byte === quote ? 0 : quote;
    else if (QUOTES.includes(byte)) quote = byte;
    else if (byte === END) return at + 1;
  }
  return -1;
}

/** What stands in place of the tag, and how many bytes behind it are left out. */
function rewritten(tag: string, content: Buffer, end: number): { tag: string; skipped: number } {
  if (/:value-type="error/.test(tag)) {
    const open = tag.replace(/\s[\w:]*string-value="[^"]*"/, "").replace(/\/?>$/, "");
    const close = tag.endsWith("/>") ? `></${NAME}>` : ">";
    return { tag: `${open} string-value="#VALUE!"${close}`, skipped: 0 };
  }
  const isText = /\bvalue-type="string/.test(tag);
  if (tag.endsWith("/>")) {
    const isValue = tag.includes("value-type=") && !isText;
    return { tag: isValue ? `${tag.slice(0, -2)}></${NAME}>` : tag, skipped: 0 };
  }
  if (!isText || !tag.includes("string-value=")) return { tag, skipped: 0 };
  const closing = CLOSING.exec(content.toString("latin1", end, end + CLOSING_BYTES));
  return closing === null
    ? { tag, skipped: 0 }
    : { tag: `${tag.slice(0, -1)}/>`, skipped: closing[0].length };
}

/** The library knows double quotes alone, and takes the sign in an attribute for the tag's end. */
const plainTag = (tag: string): string =>
  `${tag
    .slice(0, -1)
    .replace(/"[^"]*"|'([^']*)'/g, (quoted, single?: string) =>
      single === undefined ? quoted : `"${single.replaceAll('"', "&quot;")}"`,
    )
    .replaceAll(">", "&gt;")}>`;

/** `content`: the sheets' XML. It stays as it is where nothing has to be rewritten. */
export function withValues(content: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let kept = 0;
  for (let at = content.indexOf(NAME); at >= 0; at = content.indexOf(NAME, at + NAME.length)) {
    const begin = content.lastIndexOf("<", at);
    if (begin < kept || content[begin + 1] === SLASH) continue;
    const end = tagEnd(content, at);
    if (end < 0) continue;
    const tag = content.toString("latin1", begin, end);
    const found = rewritten(plainTag(tag), content, end);
    if (found.tag === tag) continue;
    pieces.push(content.subarray(kept, begin), Buffer.from(found.tag, "latin1"));
    kept = end + found.skipped;
  }
  return pieces.length === 0 ? content : Buffer.concat([...pieces, content.subarray(kept)]);
}
