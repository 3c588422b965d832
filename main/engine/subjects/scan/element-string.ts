/** Takes a GS1 element string apart: identifiers and their values. Pure; an identifier not known cuts nothing off. */
import { fits, type Identifier, identifierAt, predefinedLength } from "./identifiers.ts";

export interface Element {
  ai: string;
  value: string;
}

/** What separates elements: FNC1, which is sent as GS or as a character that no value can hold. */
const SEPARATORS = /[^!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+/;
/** Elements that goods carry most: only these are believed where a separator was lost. */
const COMMON = /^(?:01|02|1[01357]|21|30|37|310\d)$/;
/** Ways to read one code that are looked at; beyond it none is certain. */
const MOST_READINGS = 40;
const MOST_STEPS = 4_000;

export interface ElementReadings {
  /** As the separators and the lengths say. */
  strict: Element[];
  /** Nothing of it was skipped, cut short or longer than it can be. */
  isWhole: boolean;
  /** What else it may say where the scanner sent no separator at all; the strict reading is not among them. */
  others: Element[][];
  /** There are more ways than were looked at. */
  tooMany: boolean;
}

interface Piece {
  elements: Element[];
  isWhole: boolean;
}

/** One run between two separators, by the lengths the identifiers say. */
function strictPiece(run: string): Piece {
  const elements: Element[] = [];
  let isWhole = true;
  let at = 0;
  while (at < run.length) {
    const known = identifierAt(run, at);
    const length = predefinedLength(run.slice(at, at + 2));
    if (known === null) {
      // Not known: it ends where its first digits say, or with the run.
      isWhole = false;
      if (length === null) break;
      at += length;
      continue;
    }
    const from = at + known.ai.length;
    const to = length !== null ? at + length : known.fixed !== null ? from + known.fixed : run.length;
    const value = run.slice(from, to);
    if (!fits(known, value)) isWhole = false;
    elements.push({ ai: known.ai, value });
    at = to;
  }
  return { elements, isWhole };
}

/** One identifier with two values: a misread code, or two codes in one. None of it is to be believed. */
export const contradicts = (elements: readonly Element[]): boolean =>
  new Set(elements.map(({ ai, value }) => `${ai} ${value}`)).size >
  new Set(elements.map(({ ai }) => ai)).size;

const isNew = (found: readonly Element[], ai: string): boolean => found.every((element) => element.ai !== ai);

/** A count or a weight belongs to goods of no fixed measure (numbers that begin with 9), a number of pieces to a 02. */
function belongs(ai: string, found: readonly Element[]): boolean {
  if (ai === "37") return found.some((element) => element.ai === "02");
  if (ai === "30" || ai.startsWith("310"))
    return found.some((element) => element.ai === "01" && element.value.startsWith("9"));
  return true;
}

/** Every way to read a run in which separators may be missing, of common elements alone. */
function looseReadings(run: string, isValue: (element: Element) => boolean) {
  const readings: Element[][] = [];
  let steps = 0;
  const visit = (at: number, found: Element[]): void => {
    steps += 1;
    if (steps > MOST_STEPS || readings.length > MOST_READINGS) return;
    if (at === run.length) {
      readings.push(found);
      return;
    }
    const known = identifierAt(run, at);
    if (known === null || !COMMON.test(known.ai) || !isNew(found, known.ai)) return;
    for (const to of endsOf(known, run, at + known.ai.length)) {
      const element = { ai: known.ai, value: run.slice(at + known.ai.length, to) };
      if (fits(known, element.value) && isValue(element)) visit(to, [...found, element]);
    }
  };
  visit(0, []);
  const fitting = readings.filter((found) => found.every(({ ai }) => belongs(ai, found)));
  return { readings: fitting, tooMany: steps > MOST_STEPS || readings.length > MOST_READINGS };
}

/** Where an element may end: all of the rest first. */
function endsOf({ fixed, most }: Identifier, run: string, from: number): number[] {
  if (fixed !== null) return from + fixed <= run.length ? [from + fixed] : [];
  const longest = Math.min(run.length, from + most);
  return Array.from({ length: Math.max(0, longest - from) }, (_, less) => longest - less);
}

const sameElements = (a: readonly Element[], b: readonly Element[]): boolean =>
  a.length === b.length && a.every(({ ai, value }, at) => ai === b[at]?.ai && value === b[at].value);

/**
 * All that an element string may say. `isValue` says which values can be at all: a date that is one, a product number
 * with its check digit. Separators that are there are believed; only where there is none may one have been lost.
 */
export function readElements(text: string, isValue: (element: Element) => boolean): ElementReadings {
  const runs = text.split(SEPARATORS).filter((run) => run !== "");
  const pieces = runs.map(strictPiece);
  const isWhole = pieces.every((piece) => piece.isWhole);
  const strict = pieces.flatMap(({ elements }) => elements);
  if (SEPARATORS.test(text)) return { strict, isWhole, others: [], tooMany: false };
  const { readings, tooMany } = looseReadings(text, isValue);
  return { strict, isWhole, tooMany, others: readings.filter((found) => !sameElements(found, strict)) };
}

/** The elements of a code as people read it, `(01)09501101530003(10)A1`; null where it is not one. */
export function bracketedElements(text: string): Element[] | null {
  const elements: Element[] = [];
  for (const part of text.split("(").slice(1)) {
    const [ai = "", value, ...rest] = part.split(")");
    // A bracket may also be part of a value.
    if (value === undefined || !/^\d{2,4}$/.test(ai)) {
      const last = elements.at(-1);
      if (last === undefined) return null;
      last.value += `(${part}`;
      continue;
    }
    elements.push({ ai, value: [value, ...rest].join(")") });
  }
  return text.startsWith("(") && elements.length > 0 ? elements : null;
}

const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
};

/** The elements of a GS1 Digital Link: `https://id.example/01/09501101530003/10/A1?17=271231`; null where it is none. */
export function linkedElements(text: string): Element[] | null {
  if (!/^https?:\/\//i.test(text)) return null;
  const [whole = ""] = text.split("#");
  const [place = "", query = ""] = whole.split("?");
  const path = place.split("/").slice(3).map(decoded);
  // A batch or a serial number may be 01 too: the last one that a product number follows.
  const begin = path.findLastIndex((part, at) => part === "01" && /^\d{8,14}$/.test(path[at + 1] ?? ""));
  if (begin === -1) return null;
  const elements: Element[] = [];
  for (let at = begin; at + 1 < path.length; at += 2) {
    const [ai, value] = path.slice(at, at + 2);
    if (ai != null && value != null && /^\d{2,4}$/.test(ai)) elements.push({ ai, value });
  }
  for (const pair of query.split(/[&;]/)) {
    const [ai = "", ...rest] = pair.split("=");
    const value = decoded(rest.join("="));
    if (/^\d{2,4}$/.test(ai) && value !== null && value !== "") elements.push({ ai, value });
  }
  return elements.map(({ ai, value }) => ({ ai, value: ai === "01" ? value.padStart(14, "0") : value }));
}
