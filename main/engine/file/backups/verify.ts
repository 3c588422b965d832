/**
 * Checks a whole file without keeping a posting waiting: on a separate thread, or piece by piece on this one where
 * no thread can be had (a runtime that can't load the database binding twice).
 */

import { Worker } from "node:worker_threads";
import { valueIn } from "../../../../contract/error.ts";
import { anyReply } from "../../../../contract/reply.ts";
import { breathe } from "../../../lib/breathe.ts";
import type { EngineContext } from "../../core/context.ts";
import { abandon } from "../place/place.ts";
import { type Contents, verifyCopy } from "./backup-copy.ts";

export interface VerifyWish {
  path: string;
  sqliteBinding: string | null;
  expected: Contents;
  /** The file is somebody's: it is only read. */
  isInUse?: boolean;
}

/** Throws `storage_damaged` where the copy is not whole, and the signal's reason where it was stopped. */
export type Verify = (wish: VerifyWish, stop?: AbortSignal) => Promise<void>;

const inPieces: Verify = async ({ path, sqliteBinding, expected, isInUse }, stop) => {
  for (const _ of verifyCopy(path, sqliteBinding, expected, isInUse)) {
    stop?.throwIfAborted();
    await breathe();
  }
};

/** Resolves with the thread's answer; rejects with anything else it does. */
async function onThread(entry: URL, wish: VerifyWish, stop?: AbortSignal): Promise<unknown> {
  stop?.throwIfAborted();
  const worker = new Worker(entry, { workerData: wish });
  let onStop: () => void = () => undefined;
  try {
    return await new Promise((done, failed) => {
      onStop = () => failed(stop?.reason);
      stop?.addEventListener("abort", onStop);
      worker.once("message", done);
      worker.once("error", failed);
      worker.once("exit", () => failed(new Error("the thread ended without an answer")));
    });
  } finally {
    stop?.removeEventListener("abort", onStop);
    // SQLite may be amid a large table, which nothing interrupts.
    if (stop?.aborted === true) await abandon(worker);
  }
}

/** The thread's program, beside an entry that was built, or that runs from its source. */
export const verifyThreadBeside = (entry: string): URL =>
  new URL(entry.endsWith(".ts") ? "./verify-thread.ts" : "./verify-thread.js", entry);

export function createVerify({
  verifyThread: entry,
  log,
}: Pick<EngineContext, "verifyThread" | "log">): Verify {
  if (entry === null) return inPieces;
  return async (wish, stop) => {
    let said: unknown;
    try {
      said = await onThread(entry, wish, stop);
    } catch (error) {
      stop?.throwIfAborted();
      log.warn("a copy is checked on the engine's own thread", { error });
      return inPieces(wish, stop);
    }
    valueIn(anyReply.parse(said));
  };
}
