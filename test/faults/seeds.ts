/** The seeds that every test run goes through, and how a failure is reported. */
import { type RunReport, simulate } from "./simulator/simulation.ts";

/** Simulated hours of each seed in the test run. */
export const TEST_HOURS = 3;

export const replayCommand = ({ seed, hours, merging, plant, life }: RunReport): string =>
  [
    `npm run simulate -- --seed ${seed} --hours ${hours} ${merging ? "--merging" : "--non-merging"}`,
    ...(life === undefined || life === "dense" ? [] : [`--life ${life}`]),
    ...(plant === undefined ? [] : [`--plant ${plant}`]),
  ].join(" ");

/** What was wrong, what had happened before, and how to see it again. */
export const tellFailure = (report: RunReport, lines = 25): string =>
  [
    `seed ${report.seed}, a service that ${report.merging ? "merges" : "doesn't merge"}:`,
    ...report.problems.slice(0, 10).map((words) => `  ${words}`),
    "the last that happened:",
    ...report.journal.slice(-lines).map((line) => `  ${line}`),
    `again: ${replayCommand(report)}`,
  ].join("\n");

/** Runs each seed; throws with the first one that fails. */
export async function runSeeds(seeds: readonly number[], merging: boolean): Promise<void> {
  for (const seed of seeds) {
    const report = await simulate({ seed, hours: TEST_HOURS, merging });
    if (report.problems.length > 0) throw new Error(tellFailure(report));
  }
}
