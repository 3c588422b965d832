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
  figures: Figure[];
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

/** One row of the table: the median over the runs, and from the lowest to the highest of them. */
export function rowOf({ what, unit, runs, digits }: Figure): string {
  const [low, high] = [Math.min(...runs), Math.max(...runs)];
  return `| ${what} | ${median(runs).toFixed(digits)} ${unit} | ${low.toFixed(digits)} to ${high.toFixed(digits)} ${unit} | ${runs.length} |`;
}

export function textOf(section: Section): string {
  return [
    `## ${section.title}`,
    "",
    section.method,
    "",
    "| | median | spread over the runs | runs |",
    "|---|---:|---:|---:|",
    ...section.figures.map(rowOf),
    "",
    section.verdict,
  ].join("\n");
}
