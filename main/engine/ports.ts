/** What the engine is handed from outside: time, randomness, the network's dispatcher, a place for words. */
import type { CountersideEvent } from "../../contract/events.ts";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
  /** Where this counter's calendar days begin: an IANA name such as Asia/Aden. */
  timeZone(): string;
}

export interface Randomness {
  /** From 0 up to but not including 1. */
  fraction(): number;
  uuid(): string;
}

/** Log lines. No token, body or name of a person goes in. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

export type Emit = (event: CountersideEvent) => void;

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (delayMs, task) => {
    // setTimeout takes at most 2^31-1 ms; a longer wait is simply looked at again.
    const timer = setTimeout(task, Math.min(Math.max(delayMs, 0), 2_147_483_647));
    return () => clearTimeout(timer);
  },
  timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

export const systemRandomness: Randomness = {
  fraction: () => Math.random(),
  uuid: () => globalThis.crypto.randomUUID(),
};
