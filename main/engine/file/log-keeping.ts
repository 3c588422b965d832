/**
 * Keeps the write-ahead log short while very much is written. Writing it back costs the disk far more than a posting
 * may wait, so a separate thread does it, and what fills the log rests meanwhile; where no thread can be had it
 * is done here, a little at a time.
 */
import { Worker } from "node:worker_threads";
import type { OpenFile } from "../core/context.ts";
import { type LogLength, lengthOfLog, logLength, writeLogBack } from "./database/log-length.ts";

/** 32 MB. The longer the log, the more pages in it stand for one in the file; the disk gets it in one go, though. */
const MOST_FRAMES = 8_000;
/** 4 MB, where postings wait for it. */
const MOST_FRAMES_HERE = 1_000;
/** Postings meanwhile make the log longer; where the thread never gets to its end, so few are written back here. */
const FEW_FRAMES = 200;
/** The first takes the long stretch; the next ones what was posted meanwhile. */
const TRIES = 8;

interface LogThread {
  writeBack(): Promise<LogLength>;
  end(): Promise<void>;
}

function startThread(entry: URL, workerData: { path: string; sqliteBinding: string | null }): LogThread {
  const worker = new Worker(entry, { workerData });
  let failure: Error | null = null;
  let settle: { done: (length: LogLength) => void; failed: (error: Error) => void } | null = null;
  const fail = (error: Error): void => {
    failure = error;
    settle?.failed(error);
    settle = null;
  };
  const gone = new Promise<void>((done) => worker.once("exit", () => done()));
  worker.on("message", (said: unknown) => {
    const length = logLength.safeParse(said);
    if (!length.success) return fail(length.error);
    settle?.done(length.data);
    settle = null;
  });
  worker.once("error", fail);
  worker.once("exit", () => fail(new Error("the thread ended")));
  return {
    writeBack: () =>
      new Promise((done, failed) => {
        if (failure !== null) return failed(failure);
        settle = { done, failed };
        worker.postMessage("write_back");
      }),
    async end() {
      if (failure === null) worker.postMessage("end");
      // One that answers nonsense can't be asked to end.
      else await worker.terminate();
      await gone;
    },
  };
}

export type LogKeeper = ReturnType<typeof createLogKeeper>;

/** One stretch of much writing: `rest` between transactions, `end` at its end. */
export function createLogKeeper({
  db,
  verifyThread,
  sqliteBinding,
  log,
}: Pick<OpenFile, "db" | "verifyThread" | "sqliteBinding" | "log">) {
  /** The thread's program (`log-thread.ts`, built), beside that of the thread that checks files. */
  const entry = verifyThread && new URL(verifyThread.href.replace("verify-thread", "log-thread"));
  let most = entry === null ? MOST_FRAMES_HERE : MOST_FRAMES;
  let nextAt = most;
  /** Begun when the log is long for the first time: a small file never needs it. */
  let thread: LogThread | null = null;
  let isHere = entry === null;

  const writeBack = async (): Promise<LogLength> => {
    if (isHere || entry === null) return writeLogBack(db);
    try {
      thread ??= startThread(entry, { path: db.name, sqliteBinding });
      return await thread.writeBack();
    } catch (error) {
      log.warn("the log is written back on the engine's own thread", { error });
      isHere = true;
      most = MOST_FRAMES_HERE;
      return writeLogBack(db);
    }
  };
  /** The thread tells of the log as it was when it began: what was posted since is counted here. */
  const writeBackAndLook = async (): Promise<LogLength> => {
    await writeBack();
    return lengthOfLog(db);
  };
  const writeAllBack = async (): Promise<void> => {
    let { log: frames, checkpointed } = await writeBackAndLook();
    for (let tries = 1; frames !== checkpointed && tries < TRIES; tries += 1)
      ({ log: frames, checkpointed } = await writeBackAndLook());
    // However few pages they are, the disk is waited for, and postings wait too: only where it can't be had otherwise.
    if (frames !== checkpointed && frames - checkpointed <= FEW_FRAMES)
      ({ log: frames, checkpointed } = writeLogBack(db));
    // A reader may hold the log back: then it is tried again when it has grown by as much.
    nextAt = frames === checkpointed ? most : frames + most;
  };
  return {
    /** Returns at once where the log is short. */
    async rest(): Promise<void> {
      const { log: frames, checkpointed } = lengthOfLog(db);
      // Written back whole: the next transaction begins it anew.
      if (frames >= nextAt && frames !== checkpointed) await writeAllBack();
    },
    /** Leaves a log that the next commit need not write back. */
    async end(): Promise<void> {
      const { log: frames, checkpointed } = lengthOfLog(db);
      if (frames - checkpointed >= MOST_FRAMES_HERE) await writeAllBack();
      await thread?.end();
    },
  };
}
