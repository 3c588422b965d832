/** The way to the thread that works in the shop folder: given up where it shows no sign of life, and never waited for. */
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { receivedError } from "../../../../contract/error.ts";
import { replyError } from "../../../../contract/reply.ts";
import type { EngineContext } from "../../core/context.ts";
import { abandon, isHanging } from "../../file/place/place.ts";
import type { JobWorld } from "./job-world.ts";
import { type AskJob, doJob } from "./jobs.ts";
import { type NamedPlace, type OpenShopPlace, openPlace } from "./place/named-place.ts";
import { placeFailed } from "./place/shop-place.ts";

/** While it works, the thread says every second that it is alive. */
export const SIGN_EVERY_MS = 1_000;
const SILENCE_MS = 10_000;

export interface ThreadGiven {
  named: NamedPlace;
  proxy: string | null;
  profile: string;
}

const fromThread = z.discriminatedUnion("is", [
  z.object({ is: z.literal("alive") }),
  z.object({ is: z.literal("done"), id: z.number(), value: z.unknown() }),
  z.object({ is: z.literal("failed"), id: z.number(), error: replyError }),
]);

export interface JobThread {
  ask: AskJob;
  /** What is under way is given up; ends within a second. */
  close(): Promise<void>;
}

/** `entry` null: the jobs are done here, in a place that `open` opens. */
export function openJobThread(
  { profile, clock, randomness }: Pick<EngineContext, "profile" | "clock" | "randomness">,
  given: ThreadGiven,
  entry: URL | null,
  open: OpenShopPlace = openPlace,
): JobThread {
  if (entry === null) {
    const opening = open(given.named, given.proxy);
    const world = async (): Promise<JobWorld> => ({
      place: await opening,
      profile,
      now: clock.now,
      uuid: randomness.uuid,
    });
    return {
      // What a job gives is what its name says; the compiler can't follow the table.
      ask: async (name, input) => (await doJob(await world(), name, input)) as never,
      close: async () => opening.then((place) => place.close()).catch(() => undefined),
    };
  }
  let worker: Worker | null = null;
  let hung: Worker | null = null;
  let nextId = 1;
  let cancelWatch: () => void = () => undefined;
  const waiting = new Map<number, { done(value: unknown): void; failed(error: unknown): void }>();

  const failAll = (error: unknown): void => {
    cancelWatch();
    const all = [...waiting.values()];
    waiting.clear();
    for (const each of all) each.failed(error);
  };
  const watch = (): void => {
    cancelWatch();
    if (waiting.size === 0) return;
    cancelWatch = clock.schedule(SILENCE_MS, () => {
      hung = worker;
      worker = null;
      if (hung !== null) void abandon(hung);
      failAll(placeFailed("no_answer", `${SILENCE_MS / 1_000} s`));
    });
  };
  const start = (): Worker => {
    const started = new Worker(entry, { workerData: given });
    // It never keeps the program from ending.
    started.unref();
    started.on("message", (message: unknown) => {
      const { data: said } = fromThread.safeParse(message);
      if (said === undefined || started !== worker) return;
      if (said.is !== "alive") {
        const asked = waiting.get(said.id);
        waiting.delete(said.id);
        if (said.is === "done") asked?.done(said.value);
        else asked?.failed(receivedError(said.error));
      }
      watch();
    });
    const ended = (error: unknown): void => {
      if (started !== worker) return;
      worker = null;
      failAll(error);
    };
    started.once("error", ended);
    started.once("exit", () => ended(placeFailed("other", "the thread ended")));
    return started;
  };
  return {
    ask: (name, input) =>
      new Promise((done, failed) => {
        if (hung !== null && isHanging(hung))
          return failed(placeFailed("no_answer", `${SILENCE_MS / 1_000} s`));
        worker ??= start();
        const id = nextId++;
        // What a job gives is what its name says; the compiler can't follow it over a thread.
        waiting.set(id, { done: (value) => done(value as never), failed });
        worker.postMessage({ id, name, input });
        if (waiting.size === 1) watch();
      }),
    async close() {
      const ending = worker;
      worker = null;
      failAll(placeFailed("other", "closed"));
      if (ending !== null) await abandon(ending);
    },
  };
}
