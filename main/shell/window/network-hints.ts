/** Tells the engine when the link may be back: a hint, never a fact. */
import { net, powerMonitor } from "electron";

const LOOK_EVERY_MS = 2_000;

/** Calls `hint` when the machine wakes or gets a network; the returned function stops the looking. */
export function watchNetwork(hint: () => void): () => void {
  let online = net.isOnline();
  const timer = setInterval(() => {
    const now = net.isOnline();
    if (now && !online) hint();
    online = now;
  }, LOOK_EVERY_MS);
  timer.unref();
  powerMonitor.on("resume", hint);
  powerMonitor.on("unlock-screen", hint);
  return () => {
    clearInterval(timer);
    powerMonitor.off("resume", hint);
    powerMonitor.off("unlock-screen", hint);
  };
}
