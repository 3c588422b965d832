/** The thread that works in the shop folder (`subjects/counters/jobs.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import { CountersideError, replyOf } from "../../contract/error.ts";
import { messageOf } from "../lib/error-code.ts";
import { systemRandomness } from "./ports.ts";
import { SIGN_EVERY_MS, type ThreadGiven } from "./subjects/counters/job-thread.ts";
import { doJob, type JobName } from "./subjects/counters/jobs.ts";
import { openPlace } from "./subjects/counters/place/named-place.ts";

const given: ThreadGiven = workerData;
const tell = (message: unknown): void => parentPort?.postMessage(message);

/** Jobs that are being done: only then somebody waits for a sign of life. */
let doing = 0;
setInterval(() => {
  if (doing > 0) tell({ is: "alive" });
}, SIGN_EVERY_MS).unref();
const opening = openPlace(given.named, given.proxy);
opening.catch(() => undefined);

parentPort?.on("message", async ({ id, name, input }: { id: number; name: JobName; input: unknown }) => {
  doing += 1;
  try {
    const world = {
      place: await opening,
      profile: given.profile,
      now: () => Date.now(),
      uuid: systemRandomness.uuid,
    };
    tell({ is: "done", id, value: await doJob(world, name, input) });
  } catch (error) {
    const known =
      error instanceof CountersideError
        ? error
        : new CountersideError("internal", { reason: "folder", said: messageOf(error) });
    tell({ is: "failed", id, error: replyOf(known) });
  } finally {
    doing -= 1;
  }
});
