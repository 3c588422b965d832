/**
 * JSON text to values and back without binary floating point: every number that is not a small whole
 * one is kept as an ExactNumber, digit for digit.
 */
import { ExactNumber } from "./values.ts";

/** More than any answer that is keyed by its lines has. Each new name costs the reader far more than its value does. */
const MOST_NAMES = 20_000;

/** Marks where one object names a field twice with different values: neither can be read as its value. */
export class DuplicatedValue {
  readonly first: unknown;
  readonly last: unknown;
  constructor(first: unknown, last: unknown) {
    this.first = first;
    this.last = last;
  }
}

const named: OnDuplicate = (_first, _last, at) => {
  throw new SyntaxError(`the field at position ${at} is named twice with different values`);
};

const UNBOUNDED: JsonBounds = { values: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };

/** Reads JSON text. Throws SyntaxError (broken text) or RangeError (nested too deep). */
export function parseExactJson(text: string): unknown {
  return new JsonReader(text, UNBOUNDED, named).readAll();
}

/**
 * Reads JSON text as others write it: a byte order mark is passed over, and a field that is named twice with different
 * values becomes a `DuplicatedValue` in place of an error. Throws as `parseExactJson`, and `TooManyValues`.
 */
export function parseAnswerJson(text: string, { values }: Pick<JsonBounds, "values">): unknown {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return new JsonReader(
    bare,
    { values, names: MOST_NAMES },
    (first, last) => new DuplicatedValue(first instanceof DuplicatedValue ? first.first : first, last),
  ).readAll();
}

/** Of a text so short, no bound can be exceeded. */
const SHORT = 65_536;
/** A number of no more characters has so few digits that a float keeps them all. */
const SHORT_NUMBER = 15;
const QUOTE = 34;
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
const isOfNumber = (code: number): boolean => isDigit(code) || code === 45 || code === 46;

/** How many fields a text has or more; null where it has a long number for a field, or may be written otherwise. */
function fieldsIn(text: string): number | null {
  if (text.includes("\\")) return null;
  let fields = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    const before = text.charCodeAt(colon - 1);
    if (isBlank(before)) return null;
    if (before !== QUOTE) continue;
    fields += 1;
    let from = colon + 1;
    while (isBlank(text.charCodeAt(from))) from += 1;
    let to = from;
    while (isOfNumber(text.charCodeAt(to))) to += 1;
    if (to - from > SHORT_NUMBER || (to > from && (text.charCodeAt(to) | 32) === 101)) return null;
  }
  return fields;
}

/** How many fields a value has in all; NaN where a number is elsewhere than in a field. */
function fieldsOf(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return typeof value === "number" ? Number.NaN : 0;
  // What it holds lies deeper.
  if (depth >= DEEPEST) return Number.NaN;
  let fields = 0;
  if (Array.isArray(value)) for (const one of value) fields += fieldsOf(one, depth + 1);
  else
    for (const one of Object.values(value))
      fields += 1 + (typeof one === "number" ? 0 : fieldsOf(one, depth + 1));
  return fields;
}

/**
 * Reads what most answers are by the runtime's reader, which takes a third of the time; undefined where that might lose
 * something: a digit, a field that is named twice, or that the text is too deep or long. Every number is a plain one.
 */
export function parsePlainJson(text: string): unknown {
  if (text.length > SHORT) return undefined;
  const fields = fieldsIn(text);
  if (fields === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // As many as are written: none of them took another's place.
    return fieldsOf(value, 0) === fields ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function numberText(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${String(value)} is not exact: use ExactNumber`);
  return String(value);
}

// Plain loops: this runs between a key press and its place on disk.
function listText(list: readonly unknown[]): string {
  let text = "";
  for (const value of list) text += text === "" ? textOf(value) : `,${textOf(value)}`;
  return `[${text}]`;
}

function objectText(object: object): string {
  let text = "";
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${textOf(value)}`;
  }
  return `{${text}}`;
}

function textOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return numberText(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (value instanceof ExactNumber) return value.text;
      return Array.isArray(value) ? listText(value) : objectText(value);
    default:
      throw new TypeError(`a ${typeof value} can't be printed as JSON`);
  }
}

/**
 * Writes JSON text; a field that is undefined is left out. Throws TypeError on a number that is neither a safe
 * integer nor an ExactNumber, and on what JSON has no word for.
 */
export const printExactJson = (value: unknown): string => textOf(value);

// Reads JSON text piece by piece, with no number through binary floating point.

const SMALL_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

/** Deeper than anything that people or services write, and far from the end of any stack. */
const DEEPEST = 500;

export interface JsonBounds {
  /** Numbers, texts, lists and all else that a text may hold, together. */
  values: number;
  /** Names of fields, each counted once however many objects have it. */
  names: number;
}

/** The text holds more than its reader takes; it was read up to there and no further. */
export class TooManyValues extends RangeError {}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof ExactNumber && b instanceof ExactNumber) return a.text === b.text;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const fields = Object.entries(a);
  return (
    fields.length === Object.keys(b).length &&
    fields.every(([name, value]) => Object.hasOwn(b, name) && isSame(value, Reflect.get(b, name)))
  );
}

/** By assignment only where that makes a field: one may be named "__proto__". */
export function setField(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** What replaces a field that is named twice with different values; `at`: where its second name begins. */
export type OnDuplicate = (first: unknown, last: unknown, at: number) => unknown;

/**
 * Reads one JSON text. Its texts are slices of it: put together letter by letter they would take many times their length.
 */
export class JsonReader {
  readonly #text: string;
  readonly #bounds: JsonBounds;
  /** Null where they are not counted. */
  readonly #names: Set<string> | null;
  readonly #onDuplicate: OnDuplicate;
  readonly #after = new Map<string, string>();
  #at = 0;
  #values = 0;

  constructor(text: string, bounds: JsonBounds, onDuplicate: OnDuplicate) {
    this.#text = text;
    this.#bounds = bounds;
    this.#names = Number.isFinite(bounds.names) ? new Set() : null;
    this.#onDuplicate = onDuplicate;
  }

  /** The text's one value. Throws SyntaxError (broken text), RangeError (nested too deep) or `TooManyValues`. */
  readAll(): unknown {
    const value = this.#value(0);
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #unexpected(): SyntaxError {
    const found = this.#text[this.#at];
    return new SyntaxError(
      found === undefined
        ? "it ends too early"
        : `${JSON.stringify(found)} can't stand at position ${this.#at}`,
    );
  }

  #pass(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
      this.#at += 1;
    }
  }

  #take(code: number): void {
    if (this.#pass() !== code) throw this.#unexpected();
    this.#at += 1;
  }

  /** Where more follows in a list or an object; else its end is passed. */
  #follows(end: number): boolean {
    const code = this.#pass();
    if (code !== 44 && code !== end) throw this.#unexpected();
    this.#at += 1;
    return code === 44;
  }

  #value(depth: number): unknown {
    if (depth > DEEPEST) throw new RangeError(`it is nested deeper than ${DEEPEST}`);
    this.#values += 1;
    if (this.#values > this.#bounds.values)
      throw new TooManyValues(`it holds more than ${this.#bounds.values} values`);
    const code = this.#pass();
    const value =
      code === 34
        ? this.#string()
        : code === 123
          ? this.#object(depth)
          : code === 91
            ? this.#list(depth)
            : code === 45 || isDigit(code)
              ? this.#number()
              : this.#word();
    this.#pass();
    return value;
  }

  #object(depth: number): object {
    const object: Record<string, unknown> = {};
    this.#at += 1;
    if (this.#pass() === 125) {
      this.#at += 1;
      return object;
    }
    let name = "";
    do {
      if (this.#pass() !== 34) throw this.#unexpected();
      const at = this.#at;
      name = this.#name(name);
      this.#take(58);
      const value = this.#value(depth + 1);
      const isFirst = object[name] === undefined || !Object.hasOwn(object, name);
      setField(object, name, isFirst ? value : this.#ofTwo(object[name], value, at));
    } while (this.#follows(125));
    return object;
  }

  #ofTwo(first: unknown, last: unknown, at: number): unknown {
    return isSame(first, last) ? last : this.#onDuplicate(first, last, at);
  }

  /** Most objects name the same fields in the same order: what came after the last name is tried first. */
  #name(before: string): string {
    const start = this.#at + 1;
    const likely = this.#after.get(before);
    if (
      likely !== undefined &&
      this.#text.charCodeAt(start + likely.length) === 34 &&
      this.#text.startsWith(likely, start)
    ) {
      this.#at = start + likely.length + 1;
      return likely;
    }
    const name = this.#string();
    this.#countName(name);
    // As long as it is written: nothing in it is escaped.
    if (name.length === this.#at - 1 - start) this.#after.set(before, name);
    return name;
  }

  #countName(name: string): void {
    if (this.#names === null) return;
    this.#names.add(name);
    if (this.#names.size > this.#bounds.names)
      throw new TooManyValues(`it holds fields of more than ${this.#bounds.names} names`);
  }

  #list(depth: number): unknown[] {
    const list: unknown[] = [];
    this.#at += 1;
    if (this.#pass() === 93) {
      this.#at += 1;
      return list;
    }
    do list.push(this.#value(depth + 1));
    while (this.#follows(93));
    return list;
  }

  #string(): string {
    const start = this.#at + 1;
    let isPlain = true;
    for (let at = start; ; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === 34) {
        this.#at = at + 1;
        if (isPlain) return this.#text.slice(start, at);
        return String(JSON.parse(this.#text.slice(start - 1, at + 1)));
      }
      if (code === 92) {
        isPlain = false;
        at += 1;
      } else if (!(code >= 32)) {
        // A control character, or the end of the text.
        this.#at = at;
        throw this.#unexpected();
      }
    }
  }

  #digits(): void {
    if (!isDigit(this.#text.charCodeAt(this.#at))) throw this.#unexpected();
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  /** A whole number of a few digits, as most are; null, and nothing is passed, where it is another. */
  #smallNumber(): number | null {
    const first = this.#text.charCodeAt(this.#at);
    if (first < 49 || first > 57) return null;
    let value = first - 48;
    for (let at = this.#at + 1; at < this.#at + 9; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (isDigit(code)) value = value * 10 + code - 48;
      else if (code === 46 || (code | 32) === 101) return null;
      else {
        this.#at = at;
        return value;
      }
    }
    return null;
  }

  #number(): number | ExactNumber {
    const start = this.#at;
    const small = this.#smallNumber();
    if (small !== null) return small;
    if (this.#text.charCodeAt(this.#at) === 45) this.#at += 1;
    if (this.#text.charCodeAt(this.#at) === 48) this.#at += 1;
    else this.#digits();
    if (this.#text.charCodeAt(this.#at) === 46) {
      this.#at += 1;
      this.#digits();
    }
    if ((this.#text.charCodeAt(this.#at) | 32) === 101) {
      this.#at += 1;
      const sign = this.#text.charCodeAt(this.#at);
      if (sign === 43 || sign === 45) this.#at += 1;
      this.#digits();
    }
    const digits = this.#text.slice(start, this.#at);
    return SMALL_INTEGER.test(digits) ? Number(digits) : new ExactNumber(digits);
  }

  #word(): boolean | null {
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    throw this.#unexpected();
  }
}

const WORDS = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;
