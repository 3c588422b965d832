/**
 * Finds a secret in a text however it is written there: by decoding the text to what a reader could read, and not by a
 * list of spellings. Read are escapes of JSON, JavaScript, addresses and HTML in any mixture and several times over, text
 * between HTML's tags, quoted-printable, base64 and base64url from any of its letters on, hexadecimal digits and lists of
 * byte values, and each of them within another. Not read: what is packed, encrypted, hashed or cut in pieces.
 */

/** Where in the text the secret is, from a letter up to and without another. */
export interface Range {
  from: number;
  to: number;
  /** It stands there letter by letter. */
  isPlain: boolean;
}

/** A text that was decoded, and which letters of the first text each of its own came from. */
interface View {
  text: string;
  source: (at: number) => { from: number; to: number };
  /** The text was cut off where this one ends. */
  isCutOff: boolean;
}

/** One encoding within another, and escapes of escapes. */
const MOST_LAYERS = 4;
const MOST_ESCAPES = 5;
/** Letters decoded in all, for each letter of the text and at least. */
const WORK_PER_LETTER = 24;
const LEAST_WORK = 4_000_000;
/** What an escape, and a place that was found, cost: both are remembered. */
const WORK_PER_PUT = 24;
const WORK_PER_RANGE = 256;
/** Shorter beginnings of the secret, where the text is cut off, tell nothing. */
const LEAST_BEGINNING = 6;
/** So long may be what is left of an escape that was cut off. */
const LONGEST_REST = 12;
/** So many are put together at a time: a list of millions takes more memory than their letters. */
const MOST_PIECES = 10_000;

const ESCAPE =
  /\\u([0-9a-f]{4})|\\u\{0*([0-9a-f]{1,6})\}|\\x\{?([0-9a-f]{2})\}?|\\([/"'\\bfnrt])|%u([0-9a-f]{4})|%([0-9a-f]{2})|&#x0*([0-9a-f]{1,6});?|&#0*(\d{1,7});?|&([a-z]{2,14});|\\([0-3][0-7]{0,2}|[4-7][0-7]?)|\p{Cf}|\p{DI}/giu;
/** Between letters of two bytes each. */
const NOUGHT = new RegExp(String.fromCharCode(0), "g");
const TAG = /<[^<>]*>/g;
const QUOTED_PRINTABLE = /=(?:([0-9a-f]{2})|\r?\n)/gi;
const MAY_BE_ESCAPED = /[\\%&]|\p{Cf}|\p{DI}/u;

const NAMED: Record<string, string> = {
  shy: "",
  zwj: "",
  zwnj: "",
  lrm: "",
  rlm: "",
  zerowidthspace: "",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  plus: "+",
  sol: "/",
  equals: "=",
  period: ".",
  hyphen: "-",
  dash: "-",
  lowbar: "_",
  underbar: "_",
  colon: ":",
  semi: ";",
  comma: ",",
  num: "#",
  percnt: "%",
  excl: "!",
  dollar: "$",
  lpar: "(",
  rpar: ")",
  ast: "*",
  midast: "*",
  quest: "?",
  commat: "@",
  lsqb: "[",
  lbrack: "[",
  rsqb: "]",
  rbrack: "]",
  bsol: "\\",
  hat: "^",
  grave: "`",
  lcub: "{",
  lbrace: "{",
  rcub: "}",
  rbrace: "}",
  verbar: "|",
  vert: "|",
  verticalline: "|",
  nbsp: "",
  tab: "",
  newline: "",
};
const CONTROLS: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Looking through the text takes too long, or too much memory. */
class TooMuch extends Error {}

const nothing = (): string => "";
const ofCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");

/** What an escape stands for; null where it is none after all. */
function unescaped([, u, u8, x, sign, percentU, percent, hex, decimal, name, octal]: RegExpExecArray):
  | string
  | null {
  const digits = u ?? u8 ?? x ?? percentU ?? percent ?? hex;
  if (digits !== undefined) return ofCode(Number.parseInt(digits, 16));
  if (decimal !== undefined) return ofCode(Number(decimal));
  if (octal !== undefined) return ofCode(Number.parseInt(octal, 8));
  if (sign !== undefined) return CONTROLS[sign] ?? sign;
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? null;
  // A mark that nobody sees, of one unit or two.
  return "";
}

/** A list of whole numbers below 2^32, four bytes each. */
class Numbers {
  length = 0;
  #all = new Uint32Array(64);

  push(one: number): void {
    if (this.length === this.#all.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#all);
      this.#all = larger;
    }
    this.#all[this.length] = one;
    this.length += 1;
  }

  at(index: number): number {
    return this.#all[index] ?? 0;
  }
}

/**
 * The view with each match of the pattern in place of what it stands for; null where nothing changes. `spend` is told
 * what each costs.
 */
function replaced(
  view: View,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string | null,
  spend: (letters: number) => void,
): View | null {
  const { text } = view;
  const joined: string[] = [];
  let pieces: string[] = [];
  /** Of each piece that was put in place: where it ends in the new text, and what it took of the old one. */
  const [ends, froms, tos] = [new Numbers(), new Numbers(), new Numbers()];
  let length = 0;
  let done = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const put = by(match);
    if (put === null) continue;
    spend(WORK_PER_PUT);
    pieces.push(text.slice(done, match.index), put);
    if (pieces.length > MOST_PIECES) {
      joined.push(pieces.join(""));
      pieces = [];
    }
    length += match.index - done + put.length;
    done = match.index + match[0].length;
    ends.push(length);
    froms.push(match.index);
    tos.push(done);
  }
  if (ends.length === 0) return null;
  const source = (at: number): { from: number; to: number } => {
    // The first that ends after it: it lies in that one, or between the one before and that one.
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends.at(middle) <= at) low = middle + 1;
      else high = middle;
    }
    const [endBefore, toBefore] = low === 0 ? [0, 0] : [ends.at(low - 1), tos.at(low - 1)];
    const there = toBefore + at - endBefore;
    if (low === ends.length || there < froms.at(low)) return view.source(there);
    return { from: view.source(froms.at(low)).from, to: view.source(tos.at(low) - 1).to };
  };
  return { text: joined.concat(pieces, text.slice(done)).join(""), source, isCutOff: view.isCutOff };
}

const classOf = (letters: string): Uint8Array => {
  const table = new Uint8Array(128);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
};
const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const BLANKS = " \t\r\n";
const BASE64 = classOf(`${DIGITS}${LETTERS}${LETTERS.toUpperCase()}+/-_`);
const HEX = classOf(`${DIGITS}abcdefABCDEF`);
const DECIMAL = classOf(DIGITS);
/** What every way of writing a secret consists of; a nought is half of a letter of two bytes. */
const READABLE = classOf(
  `${String.fromCharCode(0, ...Array.from({ length: 95 }, (_, at) => at + 32))}\t\r\n`,
);
const NOTHING = classOf("");
const BETWEEN_BASE64 = classOf(BLANKS);
/** Between the bytes of a list. Quotes and brackets end one: another may follow at once. */
const OF_LISTS = `${BLANKS},;:|_./+`;
const BETWEEN_HEX = classOf(`${OF_LISTS}-xX\\`);
const BETWEEN_DECIMAL = classOf(OF_LISTS);

interface Run {
  from: number;
  to: number;
  /** How many letters of the class it has. */
  members: number;
}

/**
 * Runs of at least `least` letters of a class, or `leastAtEnd` at the end of the text, with others between them that are
 * passed over.
 */
function* runsOf(
  text: string,
  members: Uint8Array,
  between: Uint8Array,
  least: number,
  leastAtEnd = least,
): Generator<Run> {
  let from = 0;
  let count = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 128;
    if (code < 128 && members[code] === 1) {
      if (count === 0) from = at;
      count += 1;
    } else if (count > 0 && !(code < 128 && between[code] === 1)) {
      if (count >= (at < text.length ? least : leastAtEnd)) yield { from, to: at, members: count };
      count = 0;
    }
  }
}

/** The letters of the run that are of its class. `x` after a nought belongs to what is between. */
function membersOf(text: string, { from, to, members: count }: Run, members: Uint8Array): string {
  if (to - from === count) return text.slice(from, to);
  const kept = Buffer.alloc(count);
  let length = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (members[code] === 1) length = kept.writeUInt8(code, length);
  }
  return kept.toString("latin1");
}

const MARK_EVERY = 64;

/** Says where in the text the run's nth letter of its class is. A run may be asked about as often as it has letters. */
function placesIn(text: string, run: Run, members: Uint8Array): (nth: number) => number {
  if (run.members === run.to - run.from) return (nth) => run.from + nth;
  let marks: Numbers | null = null;
  const isMember = (at: number): boolean => members[text.charCodeAt(at)] === 1;
  const marked = (): Numbers => {
    const found = new Numbers();
    let count = 0;
    for (let at = run.from; at < run.to; at += 1) {
      if (!isMember(at)) continue;
      if (count % MARK_EVERY === 0) found.push(at);
      count += 1;
    }
    return found;
  };
  return (nth) => {
    marks ??= marked();
    let left = nth % MARK_EVERY;
    for (let at = marks.at((nth - left) / MARK_EVERY); at < run.to; at += 1) {
      if (!isMember(at)) continue;
      if (left === 0) return at;
      left -= 1;
    }
    return run.to - 1;
  };
}

class Search {
  readonly ranges: Range[] = [];
  readonly #needles: readonly string[];
  readonly #secret: string;
  readonly #text: string;
  #work: number;
  /** Pieces that were decoded before and held nothing: the same names stand in each row of an answer. */
  readonly #clean = new Set<string>();

  constructor(secret: string, text: string) {
    this.#secret = secret;
    this.#text = text;
    this.#work = Math.max(LEAST_WORK, text.length * WORK_PER_LETTER);
    const spelled = [secret];
    for (let next = decodedOf(secret); next !== null && spelled.length < MOST_ESCAPES; next = decodedOf(next))
      if (next.length >= LEAST_BEGINNING) spelled.push(next);
    this.#needles = [...spelled, [...secret].reverse().join("")];
  }

  readonly #spend = (letters: number): void => {
    this.#work -= letters;
    if (this.#work < 0) throw new TooMuch();
  };

  /** Throws `TooMuch`. */
  look(view: View, layer: number): void {
    let level: View | null = view;
    for (let pass = 0; level !== null && pass <= MOST_ESCAPES; pass += 1) {
      this.#spend(level.text.length);
      this.#match(level);
      if (layer < MOST_LAYERS) this.#lookInside(level, layer + 1, pass === 0);
      level = MAY_BE_ESCAPED.test(level.text) ? replaced(level, ESCAPE, unescaped, this.#spend) : null;
    }
  }

  #match(view: View): void {
    const { text } = view;
    for (const needle of this.#needles)
      for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1))
        this.#add(view, at, at + needle.length);
    if (view.isCutOff) this.#matchAtEnd(view);
  }

  /** A beginning of the secret, and what is left of the escape within which the text was cut off. */
  #matchAtEnd(view: View): void {
    const { text } = view;
    const secret = this.#secret;
    const beginning = secret.slice(0, LEAST_BEGINNING);
    const from = Math.max(0, text.length - secret.length - LONGEST_REST);
    for (let at = text.indexOf(beginning, from); at !== -1; at = text.indexOf(beginning, at + 1)) {
      let to = at + beginning.length;
      while (to < text.length && text[to] === secret[to - at]) to += 1;
      if (to - at < secret.length && text.length - to <= LONGEST_REST) this.#add(view, at, text.length);
    }
  }

  #add(view: View, from: number, to: number): void {
    this.#spend(WORK_PER_RANGE);
    const first = view.source(from).from;
    const last = view.source(to - 1).to;
    this.ranges.push({ from: first, to: last, isPlain: this.#text.slice(first, last) === this.#secret });
  }

  /** Of a text that was cut off, the last run may hold less than the whole secret. */
  #runs(view: View, members: Uint8Array, between: Uint8Array, lettersOf: (length: number) => number) {
    const whole = lettersOf(this.#secret.length);
    const atEnd = view.isCutOff ? lettersOf(LEAST_BEGINNING) : whole;
    return runsOf(view.text, members, between, whole, atEnd);
  }

  #lookInside(view: View, layer: number, isFirst: boolean): void {
    // Ways of their own, for any of them may spoil a text that isn't written so.
    if (isFirst || layer === 1)
      for (const otherOf of [
        () => replaced(view, TAG, nothing, this.#spend),
        () => replaced(view, NOUGHT, nothing, this.#spend),
        () => quotedPrintable(view, this.#spend),
      ]) {
        const other = otherOf();
        if (other !== null) this.look(other, layer);
      }
    for (const run of this.#runs(view, BASE64, BETWEEN_BASE64, (length) => Math.floor((length * 4) / 3) - 2))
      this.#lookAtBase64(view, run, layer);
    for (const run of this.#runs(view, HEX, BETWEEN_HEX, (length) => length * 2))
      this.#lookAtHex(view, run, layer);
    for (const run of this.#runs(view, DECIMAL, BETWEEN_DECIMAL, (length) => length * 2))
      this.#lookAtBytes(view, run, layer);
  }

  /** Decoded bytes as letters; `source` says which letters of the view each came from. */
  #lookAt(
    bytes: string,
    view: View,
    run: Run,
    layer: number,
    source: (at: number) => [number, number],
  ): void {
    this.#spend(bytes.length);
    const isEnd = isAtEnd(view, run);
    for (const { from, to } of runsOf(bytes, READABLE, NOTHING, LEAST_BEGINNING)) {
      const isCutOff = isEnd && to === bytes.length;
      if (to - from < this.#secret.length && !isCutOff) continue;
      const of = (at: number): { from: number; to: number } => {
        const [first, last] = source(from + at);
        return { from: view.source(first).from, to: view.source(last).to };
      };
      this.look({ text: bytes.slice(from, to), source: of, isCutOff }, layer);
    }
  }

  /** Looks only once at a short piece that stands in the text many times. */
  #once(piece: string, look: () => void): void {
    if (this.#clean.has(piece)) return;
    const before = this.ranges.length;
    look();
    if (piece.length <= 200 && this.ranges.length === before && this.#clean.size < 100_000)
      this.#clean.add(piece);
  }

  #lookAtBase64(view: View, run: Run, layer: number): void {
    const letters = membersOf(view.text, run, BASE64);
    const placeOf = placesIn(view.text, run, BASE64);
    const placeOfLetter = (nth: number) => placeOf(Math.min(nth, letters.length - 1));
    this.#once(`b${layer}${isAtEnd(view, run)}${letters}`, () => {
      for (const phase of [0, 1, 2, 3])
        this.#lookAt(
          Buffer.from(letters.slice(phase), "base64").toString("latin1"),
          view,
          run,
          layer,
          (at) => [
            placeOfLetter(phase + Math.floor((at * 4) / 3)),
            placeOfLetter(phase + Math.floor((at * 4 + 4) / 3)),
          ],
        );
    });
  }

  #lookAtHex(view: View, run: Run, layer: number): void {
    this.#lookAtDigits(view, run, layer);
    // "0x73, 0x65": the nought before each x is no digit of the byte.
    const part = {
      ...view,
      text: view.text.slice(run.from, run.to),
      source: (at: number) => view.source(run.from + at),
    };
    const bare = replaced(part, /0x/gi, nothing, this.#spend);
    if (bare === null) return;
    for (const inner of this.#runs(bare, HEX, BETWEEN_HEX, (length) => length * 2))
      this.#lookAtDigits(bare, inner, layer);
  }

  #lookAtDigits(view: View, run: Run, layer: number): void {
    const digits = membersOf(view.text, run, HEX);
    const placeOf = placesIn(view.text, run, HEX);
    this.#once(`h${layer}${isAtEnd(view, run)}${digits}`, () => {
      for (const phase of [0, 1])
        this.#lookAt(Buffer.from(digits.slice(phase), "hex").toString("latin1"), view, run, layer, (at) => [
          placeOf(phase + at * 2),
          placeOf(phase + at * 2 + 1),
        ]);
    });
  }

  #lookAtBytes(view: View, run: Run, layer: number): void {
    const bytes = Buffer.alloc(Math.ceil((run.to - run.from) / 2));
    const places = new Numbers();
    for (const { 0: digits, index } of view.text.slice(run.from, run.to).matchAll(/\d+/g)) {
      bytes[places.length] = digits.length > 3 ? 255 : Math.min(Number(digits), 255);
      places.push(run.from + index);
    }
    if (places.length < this.#secret.length && !isAtEnd(view, run)) return;
    // The last number may be the half of one.
    const isHalf = isAtEnd(view, run) && READABLE[bytes[places.length - 1] ?? 0] !== 1;
    const length = isHalf ? places.length - 1 : places.length;
    this.#lookAt(bytes.toString("latin1", 0, length), view, run, layer, (at) => {
      const from = places.at(at);
      let to = from;
      while (isDigit(view.text, to + 1)) to += 1;
      return [from, to];
    });
  }
}

const isDigit = (text: string, at: number): boolean => DECIMAL[text.charCodeAt(at)] === 1;

const isAtEnd = (view: View, run: Run): boolean => view.isCutOff && run.to === view.text.length;

const plainView = (text: string, isCutOff: boolean): View => ({
  text,
  source: (at) => ({ from: at, to: at + 1 }),
  isCutOff,
});

const quotedPrintable = (view: View, spend: (letters: number) => void): View | null =>
  view.text.includes("=")
    ? replaced(
        view,
        QUOTED_PRINTABLE,
        ([, digits]) => (digits === undefined ? "" : ofCode(Number.parseInt(digits, 16))),
        spend,
      )
    : null;

const decodedOf = (text: string): string | null =>
  replaced(plainView(text, false), ESCAPE, unescaped, () => undefined)?.text ?? null;

/**
 * Every place where the secret is, in order and without overlaps; null where the text is made so that looking through
 * it takes too long. `isCutOff`: the text ends too early, maybe within the secret, whose beginning is found there too.
 */
export function placesOf(text: string, secret: string, isCutOff: boolean): Range[] | null {
  const search = new Search(secret, text);
  try {
    search.look(plainView(text, isCutOff), 0);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
  const merged: Range[] = [];
  for (const range of search.ranges.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || range.from >= last.to) merged.push({ ...range });
    else {
      last.to = Math.max(last.to, range.to);
      last.isPlain = last.isPlain && range.isPlain;
    }
  }
  return merged;
}
