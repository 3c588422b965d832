/** Finds the decimal sign of a file's numbers, once for the whole file. */
import { type NumberStyle, parseDecimal, styleShownBy } from "../../../../contract/typed-decimal.ts";

const EXAMPLES = 4;
const EXAMPLE_LETTERS = 40;
/** So many to one: what the others say are slips of a few rows. */
const CLEAR = 20;

export interface NumberExample {
  text: string;
  point: string | null;
  comma: string | null;
}

/** What the numbers of a file show, gathered cell by cell. */
export class NumberEvidence {
  readonly examples: NumberExample[] = [];
  #seen = { point: 0, comma: 0, either: 0 };

  add(cell: string): void {
    const shown = styleShownBy(cell);
    if (shown !== null) this.#seen[shown] += 1;
    if (this.examples.length === EXAMPLES || cell.length > EXAMPLE_LETTERS || !/[.,،]/.test(cell)) return;
    const [point, comma] = [parseDecimal(cell, "point"), parseDecimal(cell, "comma")];
    const text = cell.trim();
    if (point !== comma && !this.examples.some((other) => other.text === text))
      this.examples.push({ text, point, comma });
  }

  /** The style; null where 1,234 stands alone, or both are written and neither is an exception. */
  get style(): NumberStyle | null {
    const { point, comma, either } = this.#seen;
    if (comma === 0) return point > 0 || either === 0 ? "point" : null;
    if (point === 0 || comma >= CLEAR * point) return "comma";
    return point >= CLEAR * comma ? "point" : null;
  }

  /** The contract's own style is in use: a file that no person looks at keeps to it, and its commas are wrong rows. */
  get hasPoints(): boolean {
    return this.#seen.point > 0;
  }
}

/** In a comma-separated file a comma in a number stands in quotes; a number with two points needs none. */
const QUOTED_COMMA = /"[-\d.'\s\xa0-\xbf\xd8-\xdb]*(?:,|\xd8\x8c)[\d\xd8-\xdb]/;
const ANY_COMMA = /[\d\xa0-\xb9](?:,|\xd8\x8c)[\d\xd9\xdb]/;
const TWO_POINTS = /\d\.\d{3}\.\d/;

/**
 * A quick look at a file's bytes, as Latin-1 text: false where no number of it can be anything but plain. A text of
 * two bytes a letter, and another separator, are looked at cell by cell.
 */
export const mayNeedStyle = (bytes: string, delimiter: string): boolean =>
  TWO_POINTS.test(bytes) || (delimiter === "," ? QUOTED_COMMA : ANY_COMMA).test(bytes);
