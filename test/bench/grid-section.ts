/** The grid's times as a section of the report. */
import { type Figure, median, type Section } from "./figures.ts";
import { type DeedTimes, measureGrid, type TypingTimes } from "./window/grid.ts";
import type { Look } from "./window/grid-window.ts";

/** Aim: a key takes no more milliseconds longer than in a page with one bare field, of the same look. */
const AIM_MS = 3;

const PLAIN = { language: "en", theme: "light", width: 1360, height: 860 } as const;

/** The looks a typed key is measured in; everything else is measured for the first only. */
const LOOKS = [
  { words: "", look: PLAIN },
  { words: " in the dark", look: { ...PLAIN, theme: "dark" } },
  { words: " in Arabic, right to left", look: { ...PLAIN, language: "ar" } },
  { words: " in a window of 2,560 × 1,440", look: { ...PLAIN, width: 2560, height: 1440 } },
] as const satisfies readonly { words: string; look: Look }[];

/** The value that this share of all values doesn't exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

const figure = <Of extends string>(
  what: string,
  runs: readonly Readonly<Record<Of, readonly number[]>>[],
  of: Of,
  share: number,
): Figure => ({
  what,
  unit: "ms",
  digits: 1,
  runs: runs.map((times) => percentile(times[of], share)),
});

/** Measures a return of `lines` lines in `runs` windows of each of the first `looks` looks, one after another. */
export async function measureGridSection(choices: {
  runs: number;
  looks?: number;
  lines: number;
  keys: number;
}): Promise<Section> {
  const looks = LOOKS.slice(0, choices.looks);
  const all: TypingTimes[][] = looks.map(() => []);
  const deeds: DeedTimes[] = [];
  const bare: { keys: number[] }[][] = looks.map(() => []);
  for (let run = 0; run < choices.runs; run += 1)
    for (const [index, { look }] of looks.entries()) {
      const times = await measureGrid({ ...choices, look, deeds: index === 0 });
      all[index]?.push(times.typing);
      bare[index]?.push({ keys: times.bare });
      if (times.deeds !== null) deeds.push(times.deeds);
    }
  const [first = []] = all;
  const lines = choices.lines.toLocaleString("en");
  const typed = (share: number) =>
    looks.flatMap(({ words }, index) => [
      figure(`a key typed into a cell${words}, p${share * 100}`, all[index] ?? [], "typing", share),
      figure(`the same in a page with one field${words}, p${share * 100}`, bare[index] ?? [], "keys", share),
    ]);
  const over = all.map(
    (runs, index) =>
      median(runs.map(({ typing }) => percentile(typing, 0.95))) -
      median((bare[index] ?? []).map(({ keys }) => percentile(keys, 0.95))),
  );
  const worst = Math.max(...over);
  return {
    title: `Typing into a return of ${lines} lines`,
    method:
      "In the real window, from a key's timestamp to the end of the frame that shows it. The work of the page's thread is " +
      "every task from one key to the next, in a separate trace. " +
      `${choices.keys} keys a run.`,
    figures: [
      ...typed(0.95),
      figure("work of the page's thread for such a key, p95", first, "work", 0.95),
      figure("to the next line, p95", deeds, "moving", 0.95),
      figure("one more line by scan, p50", deeds, "scan", 0.5),
      figure("undo, p50", deeds, "undo", 0.5),
      figure(`a paste of ${lines} rows is read`, deeds, "pasteRead", 0.5),
      figure(`${lines} pasted rows become lines`, deeds, "pasteTaken", 0.5),
    ],
    details: [
      ...typed(0.5),
      figure("work of the page's thread for such a key, p50", first, "work", 0.5),
      figure("such a key by Event Timing, p50", first, "shown", 0.5),
      figure("a key typed into a product's cell, p95", deeds, "finding", 0.95),
      figure("a key typed into the note, p95", deeds, "note", 0.95),
      figure("the list of batches opens, p50", deeds, "batches", 0.5),
    ],
    verdict: `Aim: at p95 a typed key takes at most ${AIM_MS} ms more than in a page with one field and nothing else, in every look. ${worst <= AIM_MS ? "Met" : "**Not met**"}: ${worst.toFixed(1)} ms more in the worst.`,
  };
}
