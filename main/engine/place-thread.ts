/** The thread that works in one place (`place-work.ts`); after each piece it says that it is alive. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { CountersideError } from "../../contract/reply.ts";
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
  const known = error instanceof CountersideError ? error : null;
  tell({
    is: "failed",
    code: known?.code ?? "internal",
    message: error instanceof Error ? error.message : String(error),
    details: known?.details ?? {},
  });
}
