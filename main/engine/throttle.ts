/** Calls at once, then at most once in a while; the last call is never swallowed. */
import type { Clock } from "./ports.ts";

export function throttled(
  clock: Clock,
  everyMs: number,
  task: () => void,
): { call: () => void; stop: () => void } {
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  let stopped = false;
  const run = (): void => {
    cancel = null;
    last = clock.now();
    task();
  };
  return {
    call() {
      if (stopped || cancel !== null) return;
      const wait = last + everyMs - clock.now();
      // A clock that went back must not silence the events until it catches up.
      cancel = clock.schedule(wait > everyMs ? 0 : Math.max(0, wait), run);
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
