/**
 * Finds a secret in a text however it is written there: by decoding the text to what a reader could read, and not by a
 * list of spellings. Read are escapes of JSON, JavaScript, addresses and HTML in any mixture and several times over, text
 * between HTML's tags, quoted-printable, base64 and base64url from any of its letters on, hexadecimal digits and lists of
 * byte values, and each of them within another. Not read: what is packed, encrypted, hashed or cut in pieces.
 */
import { plainView, type View } from "./decoded-text.ts";
import { OTHER_WAYS, withoutEscapes, withoutHexPrefixes } from "./escapes.ts";
import {
  BASE64,
  BETWEEN_BASE64,
  BETWEEN_DECIMAL,
  BETWEEN_HEX,
  DECIMAL,
  HEX,
  membersOf,
  NOTHING,
  placesIn,
  READABLE,
  type Run,
  runsOf,
} from "./letter-runs.ts";
import { NumberList } from "./number-list.ts";

/** Where in the text the secret is, from a letter up to and without another. */
export interface Range {
  from: number;
  to: number;
  /** It stands there letter by letter. */
  isPlain: boolean;
}

/** One encoding within another, and escapes of escapes. */
const MOST_LAYERS = 4;
const MOST_ESCAPES = 5;
/** Letters decoded in all, for each letter of the text and at least. */
const WORK_PER_LETTER = 24;
const LEAST_WORK = 4_000_000;
/** What a place that was found costs: it is remembered. */
const WORK_PER_RANGE = 256;
/** Shorter beginnings of the secret, where the text is cut off, tell nothing. */
const LEAST_BEGINNING = 6;
/** So long may be what is left of an escape that was cut off. */
const LONGEST_REST = 12;

/** Looking through the text takes too long, or too much memory. */
class TooMuch extends Error {}

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
      level = withoutEscapes(level, this.#spend);
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
    if (isFirst || layer === 1)
      for (const decode of OTHER_WAYS) {
        const other = decode(view, this.#spend);
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
    const part = {
      ...view,
      text: view.text.slice(run.from, run.to),
      source: (at: number) => view.source(run.from + at),
    };
    const bare = withoutHexPrefixes(part, this.#spend);
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
    const places = new NumberList();
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

const decodedOf = (text: string): string | null =>
  withoutEscapes(plainView(text, false), () => undefined)?.text ?? null;

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
