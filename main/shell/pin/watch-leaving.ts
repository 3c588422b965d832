/** Locks when the person is likely gone: the machine sleeps, its screen is locked, or nobody touches it. */
import { powerMonitor } from "electron";

const LOOK_EVERY_MS = 5_000;
const IDLE_SECONDS = 120;

/** Calls `lock` when nobody is there and `isOpen` says that it matters; the returned function stops the looking. */
export function watchLeaving(isOpen: () => boolean, lock: () => void): () => void {
  const leave = () => {
    if (isOpen()) lock();
  };
  const timer = setInterval(() => {
    if (isOpen() && powerMonitor.getSystemIdleTime() >= IDLE_SECONDS) lock();
  }, LOOK_EVERY_MS);
  timer.unref();
  powerMonitor.on("suspend", leave);
  // Where the word before the sleep came too late, the one after it is soon enough.
  powerMonitor.on("resume", leave);
  powerMonitor.on("lock-screen", leave);
  return () => {
    clearInterval(timer);
    powerMonitor.off("suspend", leave);
    powerMonitor.off("resume", leave);
    powerMonitor.off("lock-screen", leave);
  };
}
