/** One seed of several counters: what is drawn is done, one after the other, until something is wrong or all of it is done. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SeedReport {
  seed: number;
  steps: number;
  problems: readonly string[];
  journal: readonly string[];
  /** How often each thing was done. */
  done: Record<string, number>;
}

/** What is simulated under one seed. */
interface Simulated {
  readonly problems: readonly string[];
  readonly journal: readonly string[];
  begin(): Promise<void>;
  /** Draws what is done next. */
  next(): { act: string; run: () => Promise<void> };
  /** Looks for what is wrong, after each thing that is done. */
  check(): Promise<void>;
  /** While all is well again: everything that was entered gets where it belongs. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

const room = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Runs one seed to its end, or to the first step after which something is wrong. `open`: in a folder that is removed then. */
export async function simulateSeed(
  seed: number,
  steps: number,
  open: (root: string) => Simulated,
): Promise<SeedReport> {
  const root = mkdtempSync(join(room, "counterside-counters-"));
  const simulated = open(root);
  const { problems, journal } = simulated;
  const done: Record<string, number> = {};
  try {
    await simulated.begin();
    let step = 0;
    for (; step < steps && problems.length === 0; step += 1) {
      const { act, run } = simulated.next();
      done[act] = (done[act] ?? 0) + 1;
      await run();
      await simulated.check();
    }
    if (problems.length === 0) await simulated.calm();
    return { seed, steps: step, problems, journal, done };
  } finally {
    await simulated.close();
    rmSync(root, { recursive: true, force: true });
  }
}
