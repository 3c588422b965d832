/** An answer's body as it may be kept: as it came, unpacked, and without the token. */
import { isUtf8 } from "node:buffer";
import { parseAnswerJson } from "../../../../contract/exact-json.ts";
import { MOST_VALUES } from "../../../../contract/service/evidence.ts";
import type { ReadLetters } from "./charset.ts";

// Finds a secret in a text in five spellings: as it is, and in percent signs, in escapes of JSON, in entities of HTML
// and in base64 of both alphabets. In any other way it is written, it is only noticed that something like it is there.

/** Where in the text the secret is, from a letter up to and without another. */
interface Range {
  from: number;
  to: number;
  /** It is there letter by letter. */
  isPlain: boolean;
}

/** Shorter beginnings of the secret, where the text is cut off, say nothing. */
const LEAST_BEGINNING = 6;
/** One encoding within another, and escapes of escapes. */
const MOST_LAYERS = 4;
const MOST_ESCAPES = 5;
/** Letters looked at in all, for each letter of the text and at least. */
const WORK_PER_LETTER = 12;
const LEAST_WORK = 4_000_000;
/** So many are put together at a time: a list of millions takes more memory than their letters. */
const MOST_PIECES = 10_000;
/** So many letters and digits of the secret, one after the other, are there by no chance. */
const LEAST_LETTERS = 8;

/** Signs that HTML has names for. */
const SIGNS: Record<string, string> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
  "+": "plus",
  "/": "sol",
  "=": "equals",
  ".": "period",
  "-": "hyphen|dash",
  _: "lowbar|underbar",
  "~": "tilde",
};
const NAMED = new Map(
  Object.entries(SIGNS).flatMap(([sign, names]) => names.split("|").map((name) => [name, sign] as const)),
);

const ESCAPE =
  /\\u([0-9a-f]{4})|\\u\{0*([0-9a-f]{1,6})\}|\\x\{?([0-9a-f]{2})\}?|\\([^a-z0-9]|[bfnrt])|%u?(?:00)?([0-9a-f]{2})|&#x0*([0-9a-f]{1,6});?|&#0*(\d{1,7});?|&([a-z]{2,14});|\\([0-3]?[0-7]{2})/gi;
/** Sought as three letters: a pattern takes many times as long. */
const hasEscape = (text: string): boolean => text.includes("\\") || text.includes("%") || text.includes("&");
const TAGS = /<[^<>]*>/g;
/** What stays of each sign of ASCII, and of every other letter last; 0 where nothing does. */
const tableOf = (stays: (sign: string) => string): Uint8Array =>
  Uint8Array.from({ length: 129 }, (_, code) => stays(String.fromCharCode(code)).charCodeAt(0) || 0);
const LETTERS = tableOf((sign) => (/[A-Za-z0-9]/.test(sign) ? sign.toLowerCase() : ""));
const DIGITS = tableOf((sign) => (/[0-9]/.test(sign) ? sign : ""));
const SEEN = tableOf((sign) => (/[!-~]/.test(sign) ? sign : ""));
const BASE64 = tableOf((sign) => (/[A-Za-z0-9+/_-]/.test(sign) ? sign : ""));
/** Also what breaks its lines. */
const BROKEN_BASE64 = tableOf((sign) => (/[A-Za-z0-9+/_\s-]/.test(sign) ? sign : ""));
const LEAST_BASE64 = 9;
/** Also letters of two bytes. What base64 makes of other words is no text. */
const READABLE = tableOf((sign) => (/[\0\t\n\r -~]/.test(sign) ? "x" : ""));
const LEAST_READABLE = 6;

const staysOf = (text: string, at: number, table: Uint8Array): number =>
  table[Math.min(text.charCodeAt(at), 128)] ?? 0;

/**
 * The runs of at least so many letters of the table. A pattern fails at a run of millions. Looked at from where the
 * shortest would end, back: most texts hold few, and most of their letters are passed over.
 */
function* runsIn(text: string, table: Uint8Array, least: number): Generator<{ run: string; from: number }> {
  for (let from = 0; from + least <= text.length; ) {
    let before = from + least - 1;
    while (before >= from && staysOf(text, before, table) !== 0) before -= 1;
    if (before < from) {
      let to = from + least;
      while (to < text.length && staysOf(text, to, table) !== 0) to += 1;
      yield { run: text.slice(from, to), from };
      before = to;
    }
    from = before + 1;
  }
}

/** By a table: a pattern takes a hundred times as long where there is much to be left out. */
function only(text: string, table: Uint8Array): string {
  const kept = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const stays = staysOf(text, at, table);
    if (stays === 0) continue;
    kept[length] = stays;
    length += 1;
  }
  return kept.toString("latin1", 0, length);
}

/** So many letters of a word, one after the other, stand for it: no word that is sought is shorter. */
const GRAM = 6;
/** A power of two. */
const LIKELY = 4_096;
/** Of the letters' codes; others may share it. */
const withLetter = (gram: number, code: number): number => (Math.imul(gram, 41) + code) | 0;

/**
 * Finds words in what a table leaves of a text. Few of its letters are looked at: after a gram that is in no word, a word
 * can only begin behind the gram's first letter, and wherever that is, its last gram is behind as many letters as the
 * shortest word has before that one.
 */
function wordSearch(words: readonly string[], table: Uint8Array): (text: string) => boolean {
  const grams = new Set<number>();
  for (const word of words)
    for (let from = 0; from + GRAM <= word.length; from += 1)
      grams.add(Array.from(Buffer.from(word.slice(from, from + GRAM))).reduce(withLetter, 0));
  /** By their last bits: a set takes ten times as long. */
  const likely = new Uint8Array(LIKELY);
  for (const gram of grams) likely[gram & (LIKELY - 1)] = 1;
  const skipped = Math.min(...words.map(({ length }) => length)) - GRAM;
  /** From this letter on no gram of a word begins where the search looks. */
  const hasNone = (text: string): boolean => {
    for (let at = 0; ; at += skipped) {
      let gram = 0;
      let letters = 0;
      let first = at;
      for (let next = at; letters < GRAM; next += 1) {
        if (next >= text.length) return true;
        const stays = staysOf(text, next, table);
        if (stays === 0) continue;
        if (letters === 0) first = next;
        letters += 1;
        gram = withLetter(gram, stays);
      }
      if (likely[gram & (LIKELY - 1)] === 1 && grams.has(gram)) return false;
      at = first + 1;
    }
  };
  return (text) => {
    if (words.length === 0 || hasNone(text)) return false;
    const all = only(text, table);
    return words.some((word) => all.includes(word));
  };
}

/** Looking through the text takes too long. */
class TooMuch extends Error {}

const ofCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");

function unescaped([, u, u8, x, sign, percent, hex, decimal, name, octal]: RegExpExecArray): string {
  const digits = u ?? u8 ?? x ?? percent ?? hex;
  if (digits !== undefined) return ofCode(Number.parseInt(digits, 16));
  if (decimal !== undefined) return ofCode(Number(decimal));
  if (octal !== undefined) return ofCode(Number.parseInt(octal, 8));
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? "";
  return sign !== undefined && /[a-z]/i.test(sign) ? "\n" : (sign ?? "");
}

/** The text with each escape as what it means; null where it has none. */
function withoutEscapes(text: string): string | null {
  if (!hasEscape(text)) return null;
  ESCAPE.lastIndex = 0;
  let match = ESCAPE.exec(text);
  if (match === null) return null;
  let joined = "";
  let pieces: string[] = [];
  let done = 0;
  for (; match !== null; match = ESCAPE.exec(text)) {
    pieces.push(text.slice(done, match.index), unescaped(match));
    done = ESCAPE.lastIndex;
    if (pieces.length <= MOST_PIECES) continue;
    joined += pieces.join("");
    pieces = [];
  }
  return joined + pieces.join("") + text.slice(done);
}

/** One letter of the secret in each of its spellings, escaped once or several times. */
function spelled(letter: string): string {
  const code = letter.charCodeAt(0);
  const hex = code
    .toString(16)
    .padStart(2, "0")
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const plain = letter.replace(/[^A-Za-z0-9]/, "\\$&");
  const names = SIGNS[letter] === undefined ? "" : `|(?:${SIGNS[letter]});`;
  return `(?:${plain}|\\\\{1,16}(?:${plain}|[uU]00${hex}|u\\{0{0,8}${hex}\\}|x\\{?${hex}\\}?)|%(?:25){0,4}${hex}|&(?:amp;){0,4}(?:#0{0,8}${code};?|#[xX]0{0,8}${hex};?${names}))`;
}

const lettersOf = (text: string): string => only(text, LETTERS);
/**
 * Two ways to leave out the "0x" of hexadecimal numbers: wherever it is, for a number may have any count of digits, and
 * with two digits, for the zero that ends one may be beside an x that is a letter.
 */
const WITHOUT_PREFIXES = [
  (letters: string): string => letters.replaceAll("0x", ""),
  (letters: string): string => letters.replaceAll(/0x([0-9a-f]{2})/g, "$1"),
];
/** Whether its letters have such a prefix, whatever else is between the two. */
function hasPrefix(text: string): boolean {
  for (const x of ["x", "X"])
    for (let at = text.indexOf(x); at !== -1; at = text.indexOf(x, at + 1)) {
      let before = at - 1;
      while (before >= 0 && staysOf(text, before, LETTERS) === 0) before -= 1;
      if (text[before] === "0") return true;
    }
  return false;
}
const codesOf = (text: string, spell: (code: number) => string): string =>
  Array.from(Buffer.from(text), spell).join("");

/** Whether a text, less what may be between its letters, is like the secret. `least`: letters that are no chance. */
function likenessOf(secret: string, least: number): (text: string) => boolean {
  const letters = lettersOf(secret);
  const words = [
    codesOf(secret, (code) => code.toString(16).padStart(2, "0")),
    lettersOf(secret.replaceAll(/[^A-Za-z0-9]/g, (sign) => codesOf(sign, (code) => code.toString(16)))),
    // Digits alone are an id or an amount.
    ...[letters, [...letters].reverse().join("")].filter((word) => /[a-z]/.test(word)),
  ].filter((word) => word.length >= least && word !== letters.replaceAll(/[a-z]/g, ""));
  const bareWords = WITHOUT_PREFIXES.map((bare) => ({ bare, words: words.map(bare) }));
  const numbers = [10, 8].map((radix) => codesOf(secret, (code) => code.toString(radix)));
  const isNumber = /^[\d.eE+-]+$/.test(secret);
  // Where its letters alone are looked for, the text that holds it letter by letter is found by them.
  const asItIs = isNumber || words.includes(letters) ? null : secret;
  const holdsWord = wordSearch(words, LETTERS);
  // In the text itself: without "0x" a letter after a zero would take that digit with it.
  const holdsNumber = wordSearch(numbers, DIGITS);
  return (text) => {
    if (asItIs !== null && only(text, SEEN).includes(asItIs)) return true;
    if (holdsWord(text) || holdsNumber(text)) return true;
    if (!hasPrefix(text)) return false;
    const all = lettersOf(text);
    return bareWords.some(({ bare, words: sought }) => {
      const left = bare(all);
      return sought.some((word) => left.includes(word));
    });
  };
}

/** Four texts: base64 may begin at any letter of a run. */
const decodedOf = (run: string): string[] =>
  [0, 1, 2, 3].map((phase) => Buffer.from(run.slice(phase), "base64").toString("latin1"));

export interface SecretSearch {
  /** Every place where the secret is in one of the five spellings, in order and without overlaps. */
  places(text: string, isCutOff: boolean): Range[];
  /** Whether something is left that is like the secret, or can't be looked through in reasonable time. */
  isLeft(text: string, isCutOff: boolean): boolean;
}

/** Searches texts for the secret. `isCutOff`: the text ends too early, maybe within the secret. */
function createSecretSearch(secret: string): SecretSearch {
  const letters = Array.from(secret, spelled);
  const whole = new RegExp(letters.join(""), "g");
  const rest = letters.slice(LEAST_BEGINNING).map((letter) => `(?:${letter}|[\\\\%&][^\\s"<>]{0,11}$|$)`);
  const beginning = new RegExp(letters.slice(0, LEAST_BEGINNING).concat(rest).join(""));
  const shortest = Math.floor((secret.length * 4) / 3) - 2;
  const leastRun = Math.max(LEAST_BASE64, shortest);
  const isWhole = likenessOf(secret, LEAST_LETTERS);
  const isBegun = likenessOf(secret.slice(0, LEAST_LETTERS), LEAST_BEGINNING);
  const tailLetters = secret.length * 12 + 200;

  const rangesOf = (text: string, isCutOff: boolean): Range[] => {
    // Without an escape it is there letter by letter or not at all.
    const mayHold = hasEscape(text) || text.includes(secret);
    const found = Array.from(mayHold ? text.matchAll(whole) : [], ({ 0: match, index }) => ({
      from: index,
      to: index + match.length,
      isPlain: match === secret,
    }));
    if (!isCutOff) return found;
    const from = Math.max(found.at(-1)?.to ?? 0, text.length - tailLetters);
    const begun = beginning.exec(text.slice(from));
    return begun === null
      ? found
      : [...found, { from: from + begun.index, to: from + begun.index + begun[0].length, isPlain: false }];
  };
  const inBase64 = (text: string, isCutOff: boolean): Range[] =>
    Array.from(runsIn(text, BASE64, isCutOff ? LEAST_BASE64 : leastRun)).flatMap(({ run, from }) => {
      const to = from + run.length;
      const isEnd = isCutOff && to === text.length;
      // Its first letter may be the end of an escape.
      if ((run.length < shortest && !isEnd) || text[from - 1] === "\\") return [];
      const holds = decodedOf(run).some((decoded) => rangesOf(decoded, isEnd).length > 0);
      return holds ? [{ from, to: text.startsWith("=", to) ? to + 1 : to, isPlain: false }] : [];
    });
  return {
    places: (text, isCutOff) => {
      const found = rangesOf(text, isCutOff).concat(inBase64(text, isCutOff));
      const joined: Range[] = [];
      for (const range of found.sort((a, b) => a.from - b.from)) {
        const last = joined.at(-1);
        // Two that overlap are one place: nothing of the secret is left beside it.
        if (last === undefined || range.from >= last.to) joined.push(range);
        else joined[joined.length - 1] = { ...last, to: Math.max(last.to, range.to), isPlain: false };
      }
      return joined;
    },
    isLeft: (text, isCutOff) => {
      let work = Math.max(LEAST_WORK, text.length * WORK_PER_LETTER);
      /** Words that hold nothing: the same names are in each row of an answer. */
      const clean = new Set<string>();
      const look = (
        one: string,
        layer: number,
        isLike: (text: string) => boolean,
        least: number,
      ): boolean => {
        const isIn = (run: string): boolean => {
          if (run.length < Math.max(LEAST_BASE64, least) || clean.has(run)) return false;
          for (const decoded of decodedOf(run)) {
            work -= decoded.length;
            for (const { run: inner } of runsIn(decoded, READABLE, LEAST_READABLE))
              if (look(inner, layer + 1, isLike, least)) return true;
          }
          if (run.length <= 200 && clean.size < 100_000) clean.add(run);
          return false;
        };
        let level: string | null = one;
        for (let pass = 0; level !== null && pass <= MOST_ESCAPES; pass += 1) {
          work -= level.length;
          if (work < 0) throw new TooMuch();
          if (isLike(level) || (level.includes("<") && isLike(level.replaceAll(TAGS, "")))) return true;
          if (layer < MOST_LAYERS)
            for (const { run } of runsIn(level, BROKEN_BASE64, Math.max(LEAST_BASE64, least)))
              if (isIn(only(run, BASE64))) return true;
          level = withoutEscapes(level);
        }
        return false;
      };
      try {
        if (look(text, 0, isWhole, shortest)) return true;
        clean.clear();
        return isCutOff && look(text.slice(-tailLetters), 0, isBegun, LEAST_LETTERS);
      } catch (error) {
        if (error instanceof TooMuch || error instanceof RangeError) return true;
        throw error;
      }
    },
  };
}

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

/** Searches answers for the token; null where it is left in them. It takes long to make: once for each token. */
export const tokenSearchOf = (token: string): SecretSearch | null =>
  token.length < LEAST_TOKEN ? null : createSecretSearch(token);

/**
 * A service that repeats the token in its answer, as debug pages do, must not bring it into the books: an answer is
 * kept, shown, printed and handed to support. JSON stays JSON with the same numbers. Null where it can't be taken out
 * for certain: then nothing of the answer is kept. `isCutOff`: not all of the text came, or not all was read.
 */
export function withoutToken(text: string, search: SecretSearch | null, isCutOff = false): string | null {
  if (search === null) return text;
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
 * Reads the body of an answer to a request that carried the token that `search` looks for; `isCutOff` as for `withoutToken`, `read` where its
 * charset is not UTF-8.
 */
export function answerBodyOf(
  came: Buffer,
  search: SecretSearch | null,
  isCutOff = false,
  read: ReadLetters | null = null,
): AnswerBody {
  const raw = isCutOff && read === null ? withoutHalfLetter(came) : came;
  const clean = (text: string): string | null => withoutToken(text, search, isCutOff);
  const kept = (body: string | null, hasBytes: boolean): AnswerBody => {
    // Each byte as one character and back: a token is ASCII, and nothing else of the bytes changes.
    const bytes = hasBytes ? clean(raw.toString("latin1")) : "";
    if (body === null || bytes === null) return { body: "", bodyBytes: null, isWithheld: true };
    return { body, bodyBytes: hasBytes ? Buffer.from(bytes, "latin1") : null, isWithheld: false };
  };
  if (read !== null) {
    const { text, endsInHalf } = read(raw);
    // Where it was cut, a letter may be as well.
    const body = isCutOff ? text.replace(/[\uFFFD\uD800-\uDBFF]$/, "") : text;
    const isWhole = body.isWellFormed() && !body.includes(NO_LETTER) && (isCutOff || !endsInHalf);
    return kept(clean(body), !isWhole);
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
export function cutBody({ body, bodyBytes }: Kept, most: number): Kept | null {
  // A letter takes at most three bytes for each of its halves.
  if (body.length * 3 <= most && (bodyBytes?.length ?? 0) <= most) return null;
  const text = Buffer.from(body);
  if (Math.max(text.length, bodyBytes?.length ?? 0) <= most) return null;
  return { body: textOf(text.subarray(0, most)), bodyBytes: bodyBytes?.subarray(0, most) ?? null };
}
