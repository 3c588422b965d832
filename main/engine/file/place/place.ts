/**
 * Has work done in a folder that may never answer, such as a dead network drive: on a thread, one wish at a time, given
 * up where no sign of life comes. A thread that hangs can't be ended; until it answers nothing more is asked there.
 */

import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { z } from "zod";
import { CountersideError, receivedError } from "../../../../contract/error.ts";
import { replyError } from "../../../../contract/reply.ts";
import { createSerialQueue } from "../../../lib/serial-queue.ts";
import type { EngineContext } from "../../core/context.ts";
import { doPlaceWork, type PlaceFound, type PlaceWish, placeFound } from "./place-work.ts";

/** A sign of life comes after each megabyte. */
export const SILENCE_MS = 10_000;
/** At the start somebody waits in front of the screen. */
const SILENCE_AT_START_MS = 8_000;

const said = z.discriminatedUnion("is", [
  z.object({ is: z.literal("alive") }),
  z.object({ is: z.literal("done"), found: placeFound }),
  z.object({ is: z.literal("failed"), error: replyError }),
]);

/** Threads that gave no sign of life and could not be ended. The process can't end by itself while one hangs. */
const hanging = new Set<Worker>();

/** Ends the process. A hanging thread would be waited for for ever: the system ends it where another program takes its place. */
export function endProcess(code: number): void {
  if (hanging.size > 0) {
    // Newer Nodes have it, and no Windows.
    const become: unknown = Reflect.get(process, "execve");
    if (typeof become === "function" && process.platform !== "win32")
      Reflect.apply(become, process, ["/bin/sh", ["sh", "-c", `exit ${code}`], {}]);
    process.kill(process.pid, "SIGKILL");
  }
  process.exit(code);
}

/** For a thread that is ended: one that is not over by then hangs. */
const END_MS = 800;

/** Ends a thread, and waits for less than a second: one that hangs is ended with the process. */
export function abandon(worker: Worker): Promise<void> {
  hanging.add(worker);
  worker.unref();
  return new Promise((done) => {
    // By the system's own time: it is a thread of the system that is waited for.
    const timer = setTimeout(done, END_MS);
    worker.once("exit", () => {
      hanging.delete(worker);
      clearTimeout(timer);
      done();
    });
    void worker.terminate();
  });
}

export const isHanging = (worker: Worker): boolean => hanging.has(worker);

const silence = (ms: number): CountersideError =>
  new CountersideError("storage_busy", { reason: "no_answer", seconds: ms / 1_000 });

/** True where a folder did not answer in time. */
export const isSilence = (error: unknown): boolean =>
  error instanceof CountersideError && error.details.reason === "no_answer";

/** The thread's program, beside that of the thread that checks files; null for none. */
export const threadBeside = (
  verifyThread: URL | null,
  name: "place" | "counters" | "monitoring" = "place",
): URL | null =>
  verifyThread === null ? null : new URL(verifyThread.href.replace("verify-thread", `${name}-thread`));

function doHere(wish: PlaceWish): PlaceFound {
  const run = doPlaceWork(wish);
  for (;;) {
    const step = run.next();
    if (step.done === true) return step.value;
  }
}

/** The way to one place. `own`: on the profile's own disk, where the work is done here if no thread can be had. */
export type Place = ReturnType<typeof createPlace>;

/** The profile's own disk, and wherever else a person or the owner wants a backup. */
export interface Places {
  own: Place;
  outside: Place;
}

export function createPlace(
  { verifyThread, clock, log }: Pick<EngineContext, "verifyThread" | "clock" | "log">,
  isOwn: boolean,
  /** Ends what is under way; it and everything after it rejects with the signal's reason. */
  giveUp?: AbortSignal,
) {
  /** Without one the work is done at once, here. */
  const thread = threadBeside(verifyThread);
  const queue = createSerialQueue();
  let hung: Worker | null = null;

  const onThread = (entry: URL, wish: PlaceWish): Promise<PlaceFound> =>
    new Promise((done, failed) => {
      if (hung !== null && hanging.has(hung)) return failed(silence(SILENCE_MS));
      giveUp?.throwIfAborted();
      const worker = new Worker(entry, { workerData: { wish, signs: null, port: null } });
      let cancel: () => void = () => undefined;
      const leave = (why: unknown): void => {
        cancel();
        hung = worker;
        void abandon(worker);
        failed(why);
      };
      const wait = (): void => {
        cancel();
        cancel = clock.schedule(SILENCE_MS, () => leave(silence(SILENCE_MS)));
      };
      wait();
      const stop = (): void => leave(giveUp?.reason);
      giveUp?.addEventListener("abort", stop);
      worker.on("message", (message: unknown) => {
        const { data: answer } = said.safeParse(message);
        if (answer?.is === "alive") return wait();
        cancel();
        if (answer === undefined) failed(new Error("the thread answers nonsense"));
        else if (answer.is === "done") done(answer.found);
        else failed(receivedError(answer.error));
      });
      worker.once("error", (error) => {
        cancel();
        failed(error);
      });
      worker.once("exit", () => {
        cancel();
        giveUp?.removeEventListener("abort", stop);
        failed(new Error("the thread ended without an answer"));
      });
    });

  const work = async (wish: PlaceWish): Promise<PlaceFound> => {
    if (thread === null) return doHere(wish);
    try {
      return await onThread(thread, wish);
    } catch (error) {
      giveUp?.throwIfAborted();
      const isOfThread = !(error instanceof CountersideError) || error.code === "internal";
      if (!isOwn || !isOfThread) throw error;
      log.warn("files are copied on the engine's own thread", { error });
      return doHere(wish);
    }
  };

  return {
    /** Throws CountersideError: a storage code, `file_invalid`, `file_unreadable`, or `storage_busy` for silence. */
    ask(wish: PlaceWish): Promise<PlaceFound> {
      return queue.runExclusive(() => work(wish));
    },
  };
}

/**
 * The same for a caller that can't go on without the answer, at the start: waits at most so long for a sign of life. Throws what
 * `ask` throws.
 */
export function askAtOnce(verifyThread: URL | null, wish: PlaceWish): PlaceFound {
  const thread = threadBeside(verifyThread);
  if (thread === null) return doHere(wish);
  if (hanging.size > 0) throw silence(SILENCE_AT_START_MS);
  const signs = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(thread, { workerData: { wish, signs, port: port2 }, transferList: [port2] });
  try {
    for (let seen = 0; ; ) {
      const message = receiveMessageOnPort(port1);
      if (message !== undefined) {
        const answer = said.parse(message.message);
        if (answer.is === "done") return answer.found;
        if (answer.is === "failed") throw receivedError(answer.error);
        continue;
      }
      if (Atomics.wait(signs, 0, seen, SILENCE_AT_START_MS) === "timed-out") {
        void abandon(worker);
        throw silence(SILENCE_AT_START_MS);
      }
      seen = Atomics.load(signs, 0);
    }
  } finally {
    port1.close();
    worker.unref();
    // A thread that can't start says so to nobody who listens: its silence was the answer.
    worker.on("error", () => undefined);
  }
}
