/** Lets written time pass for an engine whose connections are real: no moment is left while something is under way. */
import { createConnect } from "../../main/engine/core/remote/connect.ts";
import type { Connect } from "../../main/engine/core/remote/network.ts";
import { type TestEngine, until } from "./engine.ts";

/** Events come within this of each other; every wait of the loop is longer. */
const EVENTS_MS = 100;

/** The real way to the network, and how many connections are being opened. `tried` is called for each. */
export function countedConnect(tried: () => void = () => undefined): {
  connect: Connect;
  opening: () => number;
} {
  const open = createConnect(null);
  let opening = 0;
  return {
    connect: async (url) => {
      tried();
      opening += 1;
      return open(url).finally(() => {
        opening -= 1;
      });
    },
    opening: () => opening,
  };
}

export function writtenTime(
  engine: TestEngine,
  opening: () => number,
): {
  /** Nothing is under way or being opened, and the loop waits for its next time. */
  atRest: () => Promise<void>;
  /** Lets time pass, stopping at each time at which something is due. */
  pass: (ms: number) => Promise<void>;
} {
  const { clock } = engine;
  const atRest = () =>
    until(async () => {
      clock.runUntil(clock.now());
      if (opening() > 0) return false;
      if ((await engine.call("sync.status", {})).counts.in_flight > 0) return false;
      return clock.due().some((at) => at > clock.now() + EVENTS_MS);
    });
  return {
    atRest,
    async pass(ms) {
      const end = clock.now() + ms;
      for (;;) {
        await atRest();
        const next = clock.due()[0] ?? Number.POSITIVE_INFINITY;
        if (next > end) break;
        clock.runUntil(next);
      }
      clock.runUntil(end);
      await atRest();
    },
  };
}
