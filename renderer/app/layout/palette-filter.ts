/** Which of the palette's own rows hold every word that is typed, and which row comes first. Pure. */
import { folded } from "../../lib/folded.ts";

interface Named {
  label?: string;
  keywords?: string | string[];
}
interface Group<Row> {
  group: string;
  actions: Row[];
}

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

/** The groups with the rows whose name or keywords hold every word; groups without such a row are left out. */
export function rowsHolding<Row extends Named>(typed: string, groups: readonly Group<Row>[]): Group<Row>[] {
  const words = wordsOf(typed);
  const holds = ({ label = "", keywords = [] }: Row): boolean => {
    const text = folded([label, keywords].flat().join(" "));
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ group, actions }) => ({ group, actions: actions.filter(holds) }))
    .filter(({ actions }) => actions.length > 0);
}

/** How far a name is from a word: a word of it, from 0; the beginning of one, from 2; inside of one, 4; not in it, 5. */
function misfitOf(word: string, name: readonly string[]): number {
  const [first = ""] = name;
  if (first === word) return 0;
  if (name.includes(word)) return 1;
  if (first.startsWith(word)) return 2;
  if (name.some((part) => part.startsWith(word))) return 3;
  return name.some((part) => part.includes(word)) ? 4 : 5;
}

/**
 * Brings the rows whose names fit best to the top of their group, and the groups with the best row before the others. A
 * name fits as well as the word of the query that fits it least. Rows and groups that fit alike keep their order.
 */
export function bestFirst<Row extends Named>(typed: string, groups: readonly Group<Row>[]): Group<Row>[] {
  const words = wordsOf(typed);
  const misfit = ({ label = "" }: Row): number => {
    const name = folded(label)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    return Math.max(0, ...words.map((word) => misfitOf(word, name)));
  };
  return groups
    .map(({ group, actions }) => ({ group, actions: actions.toSorted((a, b) => misfit(a) - misfit(b)) }))
    .map((group) => ({ group, best: Math.min(...group.actions.map(misfit)) }))
    .toSorted((a, b) => a.best - b.best)
    .map(({ group }) => group);
}
