/**
 * What came back and isn't on the disk yet. It is written once a turn of the event loop brings no more of what is under
 * way, and with no wait: sockets that become readable one after the other make one transaction, and a lone answer is
 * written as soon as ever.
 */
import type { Answered } from "./commit-batch.ts";

/** `onTheWire`: how many answers may still come. */
export function createAnswerQueue(write: () => void, onTheWire: () => number) {
  let waiting: Answered[] = [];
  let isAsked = false;
  /** What had come when this turn began. */
  const lookAfter = (before: number): void => {
    setImmediate(() => {
      if (waiting.length > before && onTheWire() > 0) {
        lookAfter(waiting.length);
        return;
      }
      isAsked = false;
      if (waiting.length > 0) write();
    });
  };
  return {
    count: (): number => waiting.length,
    /** All of them; whoever takes them writes them or adds them again. */
    take(): Answered[] {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    add(answered: Answered): void {
      waiting.push(answered);
      if (isAsked) return;
      isAsked = true;
      lookAfter(0);
    },
  };
}
