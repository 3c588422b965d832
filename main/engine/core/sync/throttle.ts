/** Calls at once, then at most once in a while; the last call is never swallowed. */
import type { Clock } from "../../ports.ts";

export function throttled(clock: Clock, everyMs: number, task: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let isScheduled = false;
  const run = (): void => {
    isScheduled = false;
    last = clock.now();
    task();
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    const wait = last + everyMs - clock.now();
    // A clock that went back must not silence the events until it catches up.
    clock.schedule(wait > everyMs ? 0 : Math.max(0, wait), run);
  };
}
