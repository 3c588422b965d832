/** The thread that works in one place (`place-work.ts`); after each piece it says that it is alive. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { CountersideError, replyOf } from "../../contract/error.ts";
import { messageOf } from "../lib/error-code.ts";
import { doPlaceWork, placeWish } from "./file/place/place-work.ts";

interface Handed {
  wish: unknown;
  /** Of one that waits without looking at messages: counted up at each sign of life. */
  signs: Int32Array | null;
  port: MessagePort | null;
}

const { wish, signs, port }: Handed = workerData;
const tell = (message: unknown): void => {
  (port ?? parentPort)?.postMessage(message);
  if (signs === null) return;
  Atomics.add(signs, 0, 1);
  Atomics.notify(signs, 0);
};

try {
  const run = doPlaceWork(placeWish.parse(wish));
  let step = run.next();
  for (; step.done !== true; step = run.next()) tell({ is: "alive" });
  tell({ is: "done", found: step.value });
} catch (error) {
  const known =
    error instanceof CountersideError
      ? error
      : new CountersideError("internal", { reason: "folder", said: messageOf(error) });
  tell({ is: "failed", error: replyOf(known) });
}
