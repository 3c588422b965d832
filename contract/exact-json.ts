/**
 * JSON text to values and back without binary floating point: every number that is not a small whole
 * one is kept as an ExactNumber, digit for digit.
 */
import { type JsonBounds, JsonReader, type OnDuplicate } from "./json-reader.ts";
import { ExactNumber } from "./values.ts";

/** More than any answer that is keyed by its lines has. Each new name costs the reader far more than its value does. */
const MOST_NAMES = 20_000;

/** What stands where one object names a field twice with different values: neither can be taken for its value. */
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

function numberText(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${String(value)} is not exact: use ExactNumber`);
  return String(value);
}

// Plain loops: this stands between a key press and its place on disk.
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
