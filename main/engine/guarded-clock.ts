/** Timers whose tasks touch a file: what the file does to them is told, and never ends the process. */
import { CountersideError } from "../../contract/reply.ts";
import type { Clock } from "./ports.ts";
import { storageError } from "./store/open-database.ts";

/** True for what a disk, a file or another program did, and not this one. */
const isStorageTrouble = (error: unknown): boolean =>
  error instanceof CountersideError
    ? error.code.startsWith("storage_") || error.code === "file_unreadable"
    : storageError(error, "") !== null;

/** `trouble` is called with what storage threw in a task; an error of the program itself is thrown on. */
export const guardedClock = (clock: Clock, trouble: (error: unknown) => void): Clock => ({
  now: clock.now,
  dayOf: clock.dayOf,
  schedule: (delayMs, task) =>
    clock.schedule(delayMs, () => {
      try {
        task();
      } catch (error) {
        if (!isStorageTrouble(error)) throw error;
        trouble(error);
      }
    }),
});
