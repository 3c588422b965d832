/** Sleep, screen lock and idleness as the system tells them. */
import { powerMonitor } from "electron";
import type { Leaving } from "./open-pin.ts";

export const systemLeaving: Leaving = {
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
  every: (ms, look) => {
    const timer = setInterval(look, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
  onLeave: (leave) => {
    powerMonitor.on("suspend", leave);
    // Where the word before the sleep came too late, the one after it is soon enough.
    powerMonitor.on("resume", leave);
    powerMonitor.on("lock-screen", leave);
    return () => {
      powerMonitor.off("suspend", leave);
      powerMonitor.off("resume", leave);
      powerMonitor.off("lock-screen", leave);
    };
  },
};
