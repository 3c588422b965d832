/** The grid's times as a section of the report. */
import { median, type Section } from "./figures.ts";
import { type GridTimes, measureGrid } from "./grid.ts";

/** Aim: a key is on the screen within one frame of 60 a second. */
const AIM_MS = 16;

/** The value that this share of all values doesn't exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

/** Measures a return of `lines` lines in `runs` windows, one after another. */
export async function measureGridSection(choices: {
  runs: number;
  lines: number;
  keys: number;
}): Promise<Section> {
  const all: GridTimes[] = [];
  for (let run = 0; run < choices.runs; run += 1) all.push(await measureGrid(choices));
  const figure = (what: string, of: "typing" | "moving" | "scan" | "undo", share: number) => ({
    ...{ what, unit: "ms", digits: 1 },
    runs: all.map((times) => percentile(times[of], share)),
  });
  const typing = figure("a key typed into a cell, p95", "typing", 0.95);
  const p95 = median(typing.runs);
  return {
    title: `A return of ${choices.lines.toLocaleString("en")} lines`,
    method:
      "In the real window, from a key's own time to the end of the frame that shows it; a scan from its Enter to the new " +
      `total, with the question to the engine. ${choices.keys} keys a run.`,
    figures: [
      figure("a key typed into a cell, p50", "typing", 0.5),
      typing,
      figure("to the next line, p95", "moving", 0.95),
      figure("one more line by scan, p50", "scan", 0.5),
      figure("undo, p50", "undo", 0.5),
    ],
    verdict: `Aim: a typed key within ${AIM_MS} ms at p95. ${p95 < AIM_MS ? "Met" : "**Not met**"}: ${p95.toFixed(1)} ms.`,
  };
}
