/** What the engine is handed from outside: time, randomness, the network, a place for words. */
import type { CountersideEvent } from "../../contract/events.ts";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that only go forward, from any beginning, whatever becomes of the clock. */
  monotonic(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
  /** The calendar day, YYYY-MM-DD, that a moment falls on by this counter's wall. */
  dayOf(moment: number): string;
}

export interface Randomness {
  /** From 0 up to but not including 1. */
  fraction(): number;
  uuid(): string;
}

export type Emit = (event: CountersideEvent) => void;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: (delayMs, task) => {
    // setTimeout takes at most 2^31-1 ms; a longer wait is simply looked at again.
    const timer = setTimeout(task, Math.min(Math.max(delayMs, 0), 2_147_483_647));
    return () => clearTimeout(timer);
  },
  // Not by Intl, which takes 10 ms at its first use, while the window waits.
  dayOf: (moment) => {
    const date = new Date(moment);
    const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
    return `${String(date.getFullYear()).padStart(4, "0")}-${month}-${day}`;
  },
};

export const systemRandomness: Randomness = {
  fraction: () => Math.random(),
  uuid: () => globalThis.crypto.randomUUID(),
};
