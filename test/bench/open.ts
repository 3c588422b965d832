/** How long a counter with many past entries takes to open, beside a new one: files on disk, each opened anew. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { invoked, openBench, pausedEngine } from "./engine.ts";
import { median, type Section } from "./figures.ts";
import { typicalReturn } from "./post.ts";

/** Makes a counter with so many entries that wait. */
async function make(profile: string, entries: number, progress: (words: string) => void): Promise<void> {
  const engine = await pausedEngine(profile);
  for (let n = 0; n < entries; n += 1) {
    await invoked(engine, "purchaseReturn.post", typicalReturn(n));
    if ((n + 1) % 25_000 === 0) progress(`  ${n + 1} of ${entries} entries made`);
  }
  await engine.close();
}

/** Milliseconds until the engine has answered the state of sending and what is in the outbox. */
async function timeToOpen(profile: string): Promise<number> {
  const started = performance.now();
  const engine = openBench(profile);
  await invoked(engine, "sync.status", {});
  await invoked(engine, "outbox.list", {});
  const elapsed = performance.now() - started;
  await engine.close();
  return elapsed;
}

export async function measureOpen(
  choices: { runs: number; entries: number },
  progress: (words: string) => void,
): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  const [old, fresh] = [join(folder, "old"), join(folder, "fresh")];
  try {
    await make(old, choices.entries, progress);
    await make(fresh, 0, progress);
    const times = { old: [] as number[], fresh: [] as number[] };
    for (let run = 1; run <= choices.runs; run += 1) {
      times.old.push(await timeToOpen(old));
      times.fresh.push(await timeToOpen(fresh));
      progress(`  run ${run} of ${choices.runs}: ${times.old.at(-1)?.toFixed(0)} ms`);
    }
    return {
      title: "Opening a profile with many entries",
      method:
        `From opening the profile to the first answers of \`sync.status\` and \`outbox.list\`, with ${choices.entries} ` +
        "returns of three lines in the outbox, in turn with an empty outbox. The files are in the system's cache; the " +
        "check in the background is not included.",
      figures: [
        { what: `${choices.entries} entries`, unit: "ms", digits: 0, runs: times.old },
        { what: "none", unit: "ms", digits: 0, runs: times.fresh },
      ],
      verdict: `No aim is set. ${median(times.old).toFixed(0)} ms compared with ${median(times.fresh).toFixed(0)} ms.`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
