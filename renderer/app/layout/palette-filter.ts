/** Which of the palette's own rows hold every word that is typed. Pure. */
import { folded } from "../../lib/folded.ts";

interface Named {
  label?: string;
  keywords?: string | string[];
}
interface Group<Row> {
  group: string;
  actions: Row[];
}

/** The groups with the rows whose name or keywords hold every word; groups without such a row are left out. */
export function rowsHolding<Row extends Named>(typed: string, groups: readonly Group<Row>[]): Group<Row>[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const holds = ({ label = "", keywords = [] }: Row): boolean => {
    const text = folded([label, keywords].flat().join(" "));
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ group, actions }) => ({ group, actions: actions.filter(holds) }))
    .filter(({ actions }) => actions.length > 0);
}
