/** Signals that mean "the system wants you gone": no question, but an orderly stop. */
import type { App } from "electron";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Takes the way to leave from then on; taken at once where a signal came before. */
export type LeaveBy = (leave: () => void) => void;

/**
 * Quits on each of them, until another way is named. Call once Electron is ready: it sets its own handlers, which Node's
 * take the place of, as the first one listens.
 */
export function onSignals(app: App): LeaveBy {
  if (!app.isReady()) throw new Error("signals are listened to before Electron set its own handlers");
  let leave = () => app.quit();
  let came = false;
  const listener = () => {
    came = true;
    leave();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return (other) => {
    // electron-store's writer listens since it was loaded, and would kill the process at once. This listener stays: with
    // the last one Node takes its handler away, and a signal that is under way would be lost.
    for (const signal of SIGNALS)
      for (const one of process.listeners(signal)) if (one !== listener) process.removeListener(signal, one);
    leave = other;
    if (came) leave();
  };
}
