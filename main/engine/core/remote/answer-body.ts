/** An answer's body as it may be kept: as it came, unpacked, and without the token. */
import { isUtf8 } from "node:buffer";
import { parseAnswerJson } from "../../../../contract/exact-json.ts";
import { MOST_VALUES } from "../../../../contract/service/evidence.ts";
import type { ReadLetters } from "./charset.ts";
import { createSecretSearch, type Range, type SecretSearch } from "./hidden-token.ts";

export interface AnswerBody {
  /** Read by its charset, or as UTF-8, a byte order mark included. */
  body: string;
  /** What came, where `body` doesn't have all of its letters; null where it does. */
  bodyBytes: Uint8Array | null;
  /** Nothing of it is kept: something like the token is left in it. */
  isWithheld: boolean;
}

/** Shorter ones are left: taking every "1" out of an answer would spoil it, and such a token is a test's. */
const LEAST_TOKEN = 8;
const REMOVED = "[token removed]";
/** So much is kept of an answer that is no evidence. */
export const KEPT_BYTES = 65_536;
/** And so much after many tries of one entry: a service that refuses for months fills no disk. */
export const KEPT_LATER_BYTES = 2_048;

/** The texts of a JSON text, each with its quotes; null where it is none, or too large to say. */
function textsOf(json: string): Range[] | null {
  try {
    parseAnswerJson(json, { values: MOST_VALUES });
  } catch {
    // Whatever it is, it is not JSON that could be spoilt.
    return null;
  }
  const texts: Range[] = [];
  for (let open = json.indexOf('"'); open !== -1; open = json.indexOf('"', texts.at(-1)?.to)) {
    let close = open + 1;
    while (json[close] !== '"') close += json[close] === "\\" ? 2 : 1;
    texts.push({ from: open, to: close + 1, isPlain: true });
  }
  return texts;
}

/** Whether a range lies within one of these, quotes excepted. Both stand in order. */
function* within(ranges: readonly Range[], texts: readonly Range[]): Generator<[Range, boolean]> {
  let at = 0;
  for (const range of ranges) {
    while ((texts[at]?.to ?? Number.POSITIVE_INFINITY) <= range.from) at += 1;
    const text = texts[at];
    yield [range, text !== undefined && range.from > text.from && range.to < text.to];
  }
}

/** The places to be removed; null where removing them would leave something else than what it was. */
function removable(text: string, search: SecretSearch, isCutOff: boolean): Range[] | null {
  const found = search.places(text, isCutOff);
  const texts = found.length === 0 ? null : textsOf(text);
  if (texts === null) return found;
  const taken: Range[] = [];
  for (const [range, isInText] of within(found, texts)) {
    if (isInText) taken.push(range);
    // A number that equals the token is an id or an amount and no secret that was repeated.
    else if (!range.isPlain) return null;
  }
  return taken;
}

/**
 * A service that repeats the token in its answer, as debug pages do, must not bring it into the books: an answer is
 * kept, shown, printed and handed to support. JSON stays JSON with the same numbers. Null where it can't be taken out
 * for certain: then nothing of the answer is kept. `isCutOff`: not all of the text came, or not all was read.
 */
export function withoutToken(text: string, token: string, isCutOff = false): string | null {
  if (token.length < LEAST_TOKEN) return text;
  const search = createSecretSearch(token);
  const places = removable(text, search, isCutOff);
  if (places === null) return null;
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to } of places) {
    pieces.push(text.slice(done, from));
    done = to;
  }
  pieces.push(text.slice(done));
  // Joined without a mark: what was on both sides of a place may make up another one.
  return search.isLeft(pieces.join(""), isCutOff) ? null : pieces.join(REMOVED);
}

/** Without the beginning of a letter at its end, whose other bytes didn't come. */
function withoutHalfLetter(raw: Buffer): Buffer {
  const start = raw.findLastIndex((byte, at) => byte >= 0xc0 && at >= raw.length - 3);
  return start === -1 || isUtf8(raw.subarray(start)) ? raw : raw.subarray(0, start);
}

const NO_LETTER = "\uFFFD";

/**
 * Reads the body of an answer to a request that carried `token`; `isCutOff` as for `withoutToken`, `read` where its
 * charset is not UTF-8.
 */
export function answerBodyOf(
  came: Buffer,
  token: string,
  isCutOff = false,
  read: ReadLetters | null = null,
): AnswerBody {
  const raw = isCutOff && read === null ? withoutHalfLetter(came) : came;
  const clean = (text: string): string | null => withoutToken(text, token, isCutOff);
  const kept = (body: string | null, hasBytes: boolean): AnswerBody => {
    // Each byte as one character and back: a token is ASCII, and nothing else of the bytes changes.
    const bytes = hasBytes ? clean(raw.toString("latin1")) : "";
    if (body === null || bytes === null) return { body: "", bodyBytes: null, isWithheld: true };
    return { body, bodyBytes: hasBytes ? Buffer.from(bytes, "latin1") : null, isWithheld: false };
  };
  if (read !== null) {
    const text = isCutOff ? read(raw).replace(/\uFFFD$/, "") : read(raw);
    return kept(clean(text), text.includes(NO_LETTER));
  }
  if (isUtf8(raw)) return kept(clean(raw.toString("utf8")), false);
  const { bodyBytes, isWithheld } = kept("", true);
  return { body: Buffer.from(bodyBytes ?? []).toString("utf8"), bodyBytes, isWithheld };
}

type Kept = Pick<AnswerBody, "body" | "bodyBytes">;

/** A letter that is cut in two is left out. */
const textOf = (begun: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(begun, { stream: true });

/** The beginning of a body that is longer than `most` bytes; null where it is not. */
export function beginningOf({ body, bodyBytes }: Kept, most: number): Kept | null {
  // A letter takes at most three bytes for each of its halves.
  if (body.length * 3 <= most && (bodyBytes?.length ?? 0) <= most) return null;
  const text = Buffer.from(body);
  if (Math.max(text.length, bodyBytes?.length ?? 0) <= most) return null;
  return { body: textOf(text.subarray(0, most)), bodyBytes: bodyBytes?.subarray(0, most) ?? null };
}
