/** An answer's body as it may be kept: whole, byte for byte, and without the token. */
import { isUtf8 } from "node:buffer";

export interface AnswerBody {
  /** Read as UTF-8, a byte order mark included. */
  body: string;
  /** What came, where `body` isn't exactly that; null where it is. */
  bodyBytes: Uint8Array | null;
}

/** Shorter ones are left: taking every "1" out of an answer would spoil it, and such a token is a test's. */
const LEAST_TOKEN = 8;
const REMOVED = "[token removed]";

function isJson(text: string): boolean {
  try {
    JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    return true;
  } catch {
    // Whatever it is, it is not JSON that could be spoilt.
    return false;
  }
}

/** Changes each string of a JSON text and nothing else of it. A loop: a regular expression runs out of stack on a long one. */
function inStrings(json: string, change: (literal: string) => string): string {
  let changed = "";
  let at = 0;
  for (let open = json.indexOf('"'); open !== -1; open = json.indexOf('"', at)) {
    let close = open + 1;
    while (json[close] !== '"') close += json[close] === "\\" ? 2 : 1;
    changed += json.slice(at, open) + change(json.slice(open, close + 1));
    at = close + 1;
  }
  return changed + json.slice(at);
}

/**
 * A service that repeats the token in its answer, as debug pages do, must not bring it into the books: an answer is
 * kept, shown, printed and handed to support. JSON stays JSON with the same numbers: in it only strings are searched,
 * because a number that equals the token is an id or an amount and no secret that was repeated.
 */
export function withoutToken(text: string, token: string): string {
  if (token.length < LEAST_TOKEN) return text;
  const quoted = JSON.stringify(token).slice(1, -1);
  const spellings = [
    ...[token, quoted, quoted.replaceAll("/", "\\/"), encodeURIComponent(token)],
    Buffer.from(token).toString("base64"),
  ];
  // Only a string with an escape can say what the text doesn't hold.
  if (!text.includes("\\u") && !spellings.some((spelling) => text.includes(spelling))) return text;
  const scrub = (part: string): string =>
    spellings.reduce((left, spelling) => left.replaceAll(spelling, REMOVED), part);
  const scrubString = (literal: string): string => {
    const left = scrub(literal);
    if (!left.includes("\\u")) return left;
    const said = String(JSON.parse(left));
    const clean = scrub(said);
    return clean === said ? left : JSON.stringify(clean);
  };
  return isJson(text) ? inStrings(text, scrubString) : scrub(text);
}

/** Reads the body of an answer to a request that carried `token`. */
export function answerBodyOf(raw: Buffer, token: string): AnswerBody {
  if (isUtf8(raw)) return { body: withoutToken(raw.toString("utf8"), token), bodyBytes: null };
  // Each byte as one character and back: a token is ASCII, and nothing else of the bytes changes.
  const bodyBytes = Buffer.from(withoutToken(raw.toString("latin1"), token), "latin1");
  return { body: bodyBytes.toString("utf8"), bodyBytes };
}
