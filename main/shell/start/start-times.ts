/** How long the start took, measured from the process's creation: for the log, and so for support. */
import type { Log } from "../../lib/log.ts";

export type Step = "ready" | "programLoaded" | "pageLoaded" | "pageSeen" | "engineReady";
const STEPS: readonly Step[] = ["ready", "programLoaded", "pageLoaded", "pageSeen", "engineReady"];

/** Notes each step once; writes one line when all have come. */
export function createStartTimes(
  createdAt: number | null,
  now: () => number,
  log: Log,
): (step: Step) => void {
  const origin = createdAt ?? now();
  const times = new Map<Step, number>();
  return (step) => {
    if (times.has(step)) return;
    times.set(step, Math.round(now() - origin));
    if (times.size === STEPS.length) log.info("Started", Object.fromEntries(times));
  };
}
