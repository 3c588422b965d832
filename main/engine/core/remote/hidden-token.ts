/**
 * Finds a secret in a text in five spellings: as it is, and in percent signs, in escapes of JSON, in entities of HTML
 * and in base64 of both alphabets. In any other way it is written, it is only noticed that something like it is there.
 */

/** Where in the text the secret is, from a letter up to and without another. */
export interface Range {
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
const TAGS = /<[^<>]*>/g;
/** What stays of each sign of ASCII, and of every other letter last; 0 where nothing does. */
const tableOf = (stays: (sign: string) => string): Uint8Array =>
  Uint8Array.from({ length: 129 }, (_, code) => stays(String.fromCharCode(code)).charCodeAt(0) || 0);
const LETTERS = tableOf((sign) => (/[A-Za-z0-9]/.test(sign) ? sign.toLowerCase() : ""));
const DIGITS = tableOf((sign) => (/[0-9]/.test(sign) ? sign : ""));
const SEEN = tableOf((sign) => (/[!-~]/.test(sign) ? sign : ""));
const UNBROKEN = tableOf((sign) => (/\s/.test(sign) ? "" : /[!-~]/.test(sign) ? sign : "?"));
const BASE64 = tableOf((sign) => (/[A-Za-z0-9+/_-]/.test(sign) ? sign : ""));
const LEAST_BASE64 = 9;
/** Also letters of two bytes. What base64 makes of other words is no text. */
const READABLE = tableOf((sign) => (/[\0\t\n\r -~]/.test(sign) ? "x" : ""));
const LEAST_READABLE = 6;

/** The runs of at least so many letters of the table. A pattern fails at a run of millions. */
function* runsIn(text: string, table: Uint8Array, least: number): Generator<{ run: string; from: number }> {
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && table[Math.min(text.charCodeAt(at), 128)] !== 0) continue;
    if (at - from >= least) yield { run: text.slice(from, at), from };
    from = at + 1;
  }
}

/** By a table: a pattern takes a hundred times as long where there is much to be left out. */
function only(text: string, table: Uint8Array): string {
  const kept = Buffer.alloc(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const stays = table[Math.min(text.charCodeAt(at), 128)] ?? 0;
    if (stays === 0) continue;
    kept[length] = stays;
    length += 1;
  }
  return kept.toString("latin1", 0, length);
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

/** The text with each escape as what it stands for; null where it has none. */
function withoutEscapes(text: string): string | null {
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

const lettersOf = (text: string): string => only(text, LETTERS).replaceAll("0x", "");
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
  const numbers = [10, 8].map((radix) => codesOf(secret, (code) => code.toString(radix)));
  const isNumber = /^[\d.eE+-]+$/.test(secret);
  return (text) => {
    if (!isNumber && only(text, SEEN).includes(secret)) return true;
    const all = lettersOf(text);
    if (words.some((word) => all.includes(word))) return true;
    const digits = only(all, DIGITS);
    return numbers.some((number) => digits.includes(number));
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
export function createSecretSearch(secret: string): SecretSearch {
  const letters = Array.from(secret, spelled);
  const whole = new RegExp(letters.join(""), "g");
  const rest = letters.slice(LEAST_BEGINNING).map((letter) => `(?:${letter}|[\\\\%&][^\\s"<>]{0,11}$|$)`);
  const beginning = new RegExp(letters.slice(0, LEAST_BEGINNING).concat(rest).join(""));
  const shortest = Math.floor((secret.length * 4) / 3) - 2;
  const isWhole = likenessOf(secret, LEAST_LETTERS);
  const isBegun = likenessOf(secret.slice(0, LEAST_LETTERS), LEAST_BEGINNING);
  const tailLetters = secret.length * 12 + 200;

  const rangesOf = (text: string, isCutOff: boolean): Range[] => {
    const found = [...text.matchAll(whole)].map(({ 0: match, index }) => ({
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
    Array.from(runsIn(text, BASE64, LEAST_BASE64)).flatMap(({ run, from }) => {
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
          if (run.length < least || clean.has(run)) return false;
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
            for (const { run } of runsIn(only(level, UNBROKEN), BASE64, LEAST_BASE64))
              if (isIn(run)) return true;
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
