/** Timers whose tasks touch a file: what the file does to them is reported, and never ends the process. */
import { CountersideError } from "../../../contract/error.ts";
import type { Clock } from "../ports.ts";
import { storageError } from "./database/open-database.ts";

/** True for what a disk, a file or another program did, and not this one. */
const isStorageFailure = (error: unknown): boolean =>
  error instanceof CountersideError
    ? error.code.startsWith("storage_") || error.code === "file_unreadable"
    : storageError(error, "") !== null;

/** A clock whose timers all end together: none of them may reach a file that was closed. */
export interface GuardedClock extends Clock {
  /** Cancels what is scheduled; from here on nothing is. */
  end(): void;
}

/** `storageFailed` is called with what storage threw in a task; an error of the program itself is thrown on. */
export function guardedClock(clock: Clock, storageFailed: (error: unknown) => void): GuardedClock {
  const scheduled = new Set<() => void>();
  let isEnded = false;
  return {
    now: clock.now,
    monotonic: clock.monotonic,
    dayOf: clock.dayOf,
    schedule(delayMs, task) {
      if (isEnded) return () => undefined;
      const cancel = clock.schedule(delayMs, () => {
        scheduled.delete(forget);
        try {
          task();
        } catch (error) {
          if (!isStorageFailure(error)) throw error;
          storageFailed(error);
        }
      });
      const forget = (): void => {
        scheduled.delete(forget);
        cancel();
      };
      scheduled.add(forget);
      return forget;
    },
    end() {
      isEnded = true;
      for (const cancel of scheduled) cancel();
    },
  };
}
