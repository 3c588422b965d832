/** Signals that mean "the system wants you gone": no question, but an orderly stop. */
import type { App } from "electron";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Calls `leave` on each of them. Call once Electron is ready.
 *
 * electron-store's writer listens too, from before Electron set its own handlers, so Node's never run; and it would
 * kill the process at once. Taking its listeners away and listening anew puts Node's handlers in place again.
 */
export function onSignals(app: App, leave: () => void): void {
  if (!app.isReady()) throw new Error("signals are listened to before Electron set its own handlers");
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, leave);
  }
}
