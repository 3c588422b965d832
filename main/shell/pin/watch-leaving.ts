/** Locks when the person is likely gone: the machine sleeps, its screen is locked, or nobody touches it. */

/** What tells that somebody went away; Electron's power monitor and a timer in the app. */
export interface Leaving {
  /** Whole seconds since somebody last touched the computer. */
  idleSeconds: () => number;
  /** Calls again and again; the returned function stops it. */
  every: (ms: number, look: () => void) => () => void;
  /** Hears of sleep, of waking up and of the locked screen; the returned function stops it. */
  onLeave: (leave: () => void) => () => void;
}

const LOOK_EVERY_MS = 5_000;
/** Untouched for so long, somebody else may be standing there. */
export const IDLE_SECONDS = 120;

/** Calls `lock` when nobody is there and `isOpen` says that it matters; the returned function stops the looking. */
export function watchLeaving(leaving: Leaving, isOpen: () => boolean, lock: () => void): () => void {
  const stopLooking = leaving.every(LOOK_EVERY_MS, () => {
    if (isOpen() && leaving.idleSeconds() >= IDLE_SECONDS) lock();
  });
  const stopHearing = leaving.onLeave(() => {
    if (isOpen()) lock();
  });
  return () => {
    stopLooking();
    stopHearing();
  };
}
