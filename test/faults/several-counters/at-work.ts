/** Waits for what the system does for this process before simulated time goes on. The real clock isn't asked. */
import { createHook } from "node:async_hooks";
import { settle } from "../simulator/counter.ts";
import type { Timeline } from "../simulator/timeline.ts";

/**
 * What a thread of the system encrypts or hashes: Node lists it nowhere else. Bytes are drawn, keys made and signatures put
 * at once, on no thread: nothing says that they are done, and they would count until they are collected.
 */
const ON_A_THREAD = /^(?!RANDOMBYTES|KEYPAIRGEN|SIGN).*REQUEST$/;
const underWay = new Set<number>();
const hooks = {
  // Known to Node and not yet to its types; without it each promise would be looked at.
  trackPromises: false,
  init: (id: number, type: string) => {
    if (ON_A_THREAD.test(type)) underWay.add(id);
  },
  after: (id: number) => void underWay.delete(id),
  destroy: (id: number) => void underWay.delete(id),
};
createHook(hooks).enable();

/** A file that is being opened, written or closed is work, too. */
const isAtWork = (): boolean =>
  underWay.size > 0 ||
  process
    .getActiveResourcesInfo()
    .some((name) => name.includes("FSReq") || name.endsWith("CloseReq") || name === "Immediate");

interface During {
  timeline: Timeline;
  /** Simulated time goes on once the process has had nothing to do for so many turns. */
  idleTurns: number;
  /** In simulated milliseconds. */
  longestMs: number;
  /** Takes simulated time on. */
  step(): Promise<void>;
  stuck(): void;
}

/** Waits for what the system does at its own pace, and lets simulated time go on where that is not enough. */
export async function during<T>(
  work: Promise<T>,
  { timeline, idleTurns, longestMs, step, stuck }: During,
): Promise<T> {
  const began = timeline.now;
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) {
    for (let idle = 0; !isOver && idle < idleTurns; idle = isAtWork() ? 0 : idle + 1) await settle();
    if (isOver) break;
    await step();
    if (timeline.now - began > longestMs) {
      stuck();
      throw new Error("no answer");
    }
  }
  return work;
}
