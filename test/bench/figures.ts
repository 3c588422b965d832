/** Medians and spreads, and how they are written down. */

export interface Figure {
  what: string;
  unit: string;
  /** One value a run, in the order of the runs. */
  runs: number[];
  digits: number;
}

export interface Section {
  title: string;
  /** How it was measured, in sentences. */
  method: string;
  /** Those by which runs are compared; they are written down. */
  figures: Figure[];
  /** Where the others come from; they are only said. */
  details?: Figure[];
  /** What was aimed for, and whether it was met. */
  verdict: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error("nothing was measured");
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** One line of the list: the median over the runs, and from the lowest to the highest of several. */
function lineOf({ what, unit, runs, digits }: Figure): string {
  const [low, high] = [Math.min(...runs), Math.max(...runs)];
  const spread = runs.length === 1 ? "" : ` (${low.toFixed(digits)}–${high.toFixed(digits)})`;
  return `- ${what}: ${`${median(runs).toFixed(digits)} ${unit}`.trim()}${spread}`;
}

/** The section, with its details where they are wanted. */
export function textOf(section: Section, detailed: boolean): string {
  const figures = [...section.figures, ...(detailed ? (section.details ?? []) : [])];
  const runs = Math.max(...figures.map((figure) => figure.runs.length));
  return [
    `## ${section.title}`,
    "",
    section.method,
    "",
    `${runs} ${runs === 1 ? "run" : "runs"}:`,
    "",
    ...figures.map(lineOf),
    "",
    section.verdict,
  ].join("\n");
}
