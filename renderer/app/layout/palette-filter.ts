/** Which rows the palette shows for what is typed, and in which order. Pure. */
import { folded } from "../../lib/text.ts";

interface Named {
  label?: string | undefined;
  /** What it is found by besides its name. */
  keywords?: string | string[] | undefined;
  /** There is nothing for it to do now. */
  disabled?: boolean | undefined;
}
interface Group<Row> {
  group: string;
  actions: Row[];
}

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const typedWords = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean);
const othersOf = ({ keywords = [] }: Named): string[] => [keywords].flat();

/** The groups with the rows whose name or keywords hold every word; groups without such a row are left out. */
export function rowsHolding<Row extends Named>(typed: string, groups: readonly Group<Row>[]): Group<Row>[] {
  const words = typedWords(typed);
  const holds = (row: Row): boolean => {
    const text = folded([row.label ?? "", ...othersOf(row)].join(" "));
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ group, actions }) => ({ group, actions: actions.filter(holds) }))
    .filter(({ actions }) => actions.length > 0);
}

/** How a text has what is typed, the best first. */
const FITS = ["whole", "words", "beginnings", "inside", "elsewhere"] as const;
type Fit = (typeof FITS)[number];

/** The article of an Arabic name is seldom typed. */
const withoutArticle = (word: string): string => word.replace(/^ال(?=..)/u, "");

function fitOf(text: string, typed: readonly string[]): Fit {
  const words = wordsOf(text);
  const spellings = words.flatMap((word) => [word, withoutArticle(word)]);
  const wanted = typed.flatMap(wordsOf);
  if ([words, words.map(withoutArticle)].some((name) => name.join(" ") === wanted.join(" "))) return "whole";
  if (wanted.every((word) => spellings.includes(word))) return "words";
  if (wanted.every((word) => spellings.some((each) => each.startsWith(word)))) return "beginnings";
  return typed.every((word) => folded(text).includes(word)) ? "inside" : "elsewhere";
}

/** The smaller, the sooner: by the name, then by what else it is found by; last what has nothing to do. */
function rankOf(row: Named, typed: readonly string[]): number {
  if (row.disabled === true) return 2 * FITS.length;
  // It is no name: at best it holds the words.
  const others = othersOf(row).map((text) => 2 * Math.max(1, FITS.indexOf(fitOf(text, typed))) + 1);
  return Math.min(2 * FITS.indexOf(fitOf(row.label ?? "", typed)), ...others);
}

interface Run<Row> extends Group<Row> {
  /** A group that comes again has another. */
  key: string;
}

/**
 * The rows in the order of how well they fit: the whole name, whole words of it, beginnings of its words, a part inside
 * of a word, and what was found by something else. Of equal rank the groups keep their order, and the rows in them. What
 * has nothing to do now comes last. Rows of one group that follow each other are one group again.
 */
export function inOrder<Row extends Named>(typed: string, groups: readonly Group<Row>[]): Run<Row>[] {
  const words = typedWords(typed);
  const ranked = groups
    .flatMap(({ group, actions }, at) =>
      actions.map((row) => ({ group, row, rank: words.length === 0 ? at : rankOf(row, words) })),
    )
    .sort((a, b) => a.rank - b.rank);
  const runs: Run<Row>[] = [];
  for (const { group, row } of ranked) {
    const last = runs.at(-1);
    if (last?.group === group) last.actions.push(row);
    else {
      const before = runs.filter((run) => run.group === group).length;
      runs.push({ group, key: `${group} ${before}`, actions: [row] });
    }
  }
  return runs;
}
