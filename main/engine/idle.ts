/** Notices when nothing has happened for a while. */
import type { Clock } from "./ports.ts";

export interface IdleWatch {
  /** Something happened. */
  used(): void;
  stop(): void;
}

/**
 * Runs `task` once when `used` has not been called for `afterMs`, and again only after it was. One timer at a time:
 * each call of `used` costs one reading of the clock.
 */
export function whenIdle(clock: Clock, afterMs: number, task: () => void): IdleWatch {
  let lastUse = 0;
  let cancel: (() => void) | null = null;
  let stopped = false;
  const look = (): void => {
    cancel = null;
    const wait = lastUse + afterMs - clock.now();
    // A clock that went back must not put the task off until it catches up.
    if (wait > 0 && wait <= afterMs) cancel = clock.schedule(wait, look);
    else task();
  };
  return {
    used() {
      lastUse = clock.now();
      if (!stopped) cancel ??= clock.schedule(afterMs, look);
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
