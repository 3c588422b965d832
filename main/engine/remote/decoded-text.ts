/** A text that was decoded, which still says where in the first text each of its letters came from. */
import { NumberList } from "./number-list.ts";

/** What an escape that was put in place costs, in letters: it is remembered. */
const WORK_PER_PUT = 24;
/** So many are put together at a time: a list of millions takes more memory than their letters. */
const MOST_PIECES = 10_000;

export interface View {
  text: string;
  source: (at: number) => { from: number; to: number };
  /** The text was cut off where this one ends. */
  isCutOff: boolean;
}

/** The text as it came. */
export const plainView = (text: string, isCutOff: boolean): View => ({
  text,
  source: (at) => ({ from: at, to: at + 1 }),
  isCutOff,
});

/**
 * The view with each match of the pattern in place of what it stands for; null where nothing changes. `spend` is told
 * what each costs.
 */
export function replaced(
  view: View,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string | null,
  spend: (letters: number) => void,
): View | null {
  const { text } = view;
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  // Most texts hold none: then nothing is made for what would be remembered.
  if (match === null) return null;
  const joined: string[] = [];
  let pieces: string[] = [];
  /** Of each piece that was put in place: where it ends in the new text, and what it took of the old one. */
  const [ends, froms, tos] = [new NumberList(), new NumberList(), new NumberList()];
  let length = 0;
  let done = 0;
  for (; match !== null; match = pattern.exec(text)) {
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
