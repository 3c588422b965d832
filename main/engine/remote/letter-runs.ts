/** Runs of letters of one class, as base64, digits and lists of byte values are written, and where each letter lies. */
import { NumberList } from "./number-list.ts";

const classOf = (letters: string): Uint8Array => {
  const table = new Uint8Array(128);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
};
const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const BLANKS = " \t\r\n";
export const BASE64 = classOf(`${DIGITS}${LETTERS}${LETTERS.toUpperCase()}+/-_`);
export const HEX = classOf(`${DIGITS}abcdefABCDEF`);
export const DECIMAL = classOf(DIGITS);
/** What every way of writing a secret consists of; a nought is half of a letter of two bytes. */
export const READABLE = classOf(
  `${String.fromCharCode(0, ...Array.from({ length: 95 }, (_, at) => at + 32))}\t\r\n`,
);
export const NOTHING = classOf("");
export const BETWEEN_BASE64 = classOf(BLANKS);
/** Between the bytes of a list. Quotes and brackets end one: another may follow at once. */
const OF_LISTS = `${BLANKS},;:|_./+`;
export const BETWEEN_HEX = classOf(`${OF_LISTS}-xX\\`);
export const BETWEEN_DECIMAL = classOf(OF_LISTS);

export interface Run {
  from: number;
  to: number;
  /** How many letters of the class it has. */
  members: number;
}

/**
 * Runs of at least `least` letters of a class, or `leastAtEnd` at the end of the text, with others between them that are
 * passed over.
 */
export function* runsOf(
  text: string,
  members: Uint8Array,
  between: Uint8Array,
  least: number,
  leastAtEnd = least,
): Generator<Run> {
  const ends = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return code > 127 || (members[code] !== 1 && between[code] !== 1);
  };
  const shortest = Math.max(1, Math.min(least, leastAtEnd));
  /** Where the next run begins at the earliest. */
  let start = 0;
  while (start + shortest <= text.length) {
    // Backwards: behind a letter that ends runs none of this length begins before it, so most letters are passed over.
    let last = start + shortest - 1;
    while (last >= start && !ends(last)) last -= 1;
    if (last >= start) {
      start = last + 1;
      continue;
    }
    let from = -1;
    let count = 0;
    let at = start;
    for (; at < text.length && !ends(at); at += 1) {
      if (members[text.charCodeAt(at)] !== 1) continue;
      if (count === 0) from = at;
      count += 1;
    }
    if (count > 0 && count >= (at < text.length ? least : leastAtEnd)) yield { from, to: at, members: count };
    start = at + 1;
  }
}

/** The letters of the run that are of its class. `x` after a nought belongs to what is between. */
export function membersOf(text: string, { from, to, members: count }: Run, members: Uint8Array): string {
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
export function placesIn(text: string, run: Run, members: Uint8Array): (nth: number) => number {
  if (run.members === run.to - run.from) return (nth) => run.from + nth;
  let marks: NumberList | null = null;
  const isMember = (at: number): boolean => members[text.charCodeAt(at)] === 1;
  const marked = (): NumberList => {
    const found = new NumberList();
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
