import { useSyncExternalStore } from "react";

/** The calendar day, in this computer's time zone, of a moment in milliseconds since 1970; as YYYY-MM-DD. */
export function dayOf(now: number): string {
  const at = new Date(now);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

// The time, as a value that moves. One clock for the whole window.

const TICK_MS = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: number | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The first reader after a silence must not see an old time.
    now = Date.now();
    timer = window.setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

const read = (): number => now;

/** Milliseconds since 1970, ten seconds old at most. */
export function useNow(): number {
  return useSyncExternalStore(listen, read);
}
