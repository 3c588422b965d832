/**
 * What came back and isn't on the disk yet. It is written once everything that came in this turn of the event loop is
 * there, and with no wait: eight sockets that were readable together make one transaction, and a lone answer is written
 * as soon as ever.
 */
import type { Answered } from "./commit-batch.ts";

export function createAnswerQueue(write: () => void) {
  let waiting: Answered[] = [];
  let isAsked = false;
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
      setImmediate(() => {
        isAsked = false;
        if (waiting.length > 0) write();
      });
    },
  };
}
