/**
 * Opens a spreadsheet that a library reads (.xls, .xlsb, .ods) as a stream of rows. The library works on a thread with
 * a bound to its heap and its time; whatever the file does to it ends as a refusal.
 */
import { Worker } from "node:worker_threads";
import {
  type FileRow,
  type HowToRead,
  ImportRefusal,
  type Known,
  OF_NO_TEXT,
  type OpenRows,
} from "../../file-rows.ts";
import type { DataFile } from "../../open-file.ts";
import { type Answer, type Ask, answer, type Wish } from "./messages.ts";

/** For the whole file to be read, and for each thousand rows of it to be handed over. */
const OPEN_MS = 60_000;
const ASK_MS = 15_000;
/** What the process may grow by while the file is read, buffers included; looked at from outside. */
const MOST_GROWTH = 640 * 1024 * 1024;
const LOOK_MS = 25;
/**
 * Of the thread's own heap: far above, because a thread that reaches it in one step takes the process with it. It is
 * to be ended before.
 */
const HEAP_MB = 2_048;
/** Rows of which a look into the file asks only for some. */
const LOOKED_AT_ROWS = 1_000;

/** The thread's program: beside the engine's own, as its source or built (`here` is then in a folder of pieces). */
const threadFrom = (here: string): URL =>
  new URL(here.endsWith(".ts") ? "../../../sheet-thread.ts" : "../sheet-thread.js", here);
const THREAD = threadFrom(import.meta.url);

const beyond = (what: "time" | "memory"): ImportRefusal =>
  new ImportRefusal({ reason: "too_large_inside", what });
const noAnswer = (): ImportRefusal => new ImportRefusal({ reason: "broken_sheet", what: "no_answer" });

function endedBy(error: Error & { code?: unknown }): ImportRefusal {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? beyond("memory")
    : new ImportRefusal({ reason: "broken_sheet", what: "read", said: error.message.slice(0, 200) });
}

/** Asks one thing at a time. Its answers reject with an ImportRefusal, or with what stopped it. */
function startThread(workerData: Wish, signal: AbortSignal) {
  const before = process.memoryUsage.rss();
  const worker = new Worker(THREAD, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    stdout: true,
    stderr: true,
  });
  // The library grumbles about formats; nobody reads it, and a file must not fill a log.
  worker.stdout.resume();
  worker.stderr.resume();
  let failure: unknown = null;
  let settle: { done: (said: Answer) => void; failed: (error: unknown) => void } | null = null;
  const fail = (error: unknown): void => {
    failure ??= error;
    settle?.failed(failure);
    settle = null;
  };
  const gone = new Promise<void>((done) => worker.once("exit", () => done()));
  const end = async (error: unknown): Promise<void> => {
    fail(error);
    await worker.terminate();
    // The file's descriptor is the thread's until it is gone.
    await gone;
  };
  const stop = (): void => void end(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  worker.on("message", (said: unknown) => {
    const parsed = answer.safeParse(said);
    if (!parsed.success) return fail(parsed.error);
    settle?.done(parsed.data);
    settle = null;
  });
  worker.once("error", (error) => fail(error instanceof Error ? endedBy(error) : error));
  worker.once("exit", () => fail(noAnswer()));
  return {
    async answer(ms: number, question?: Ask): Promise<Answer> {
      signal.throwIfAborted();
      const deadline = setTimeout(() => void end(beyond("time")), ms);
      const look = setInterval(() => {
        if (process.memoryUsage.rss() - before > MOST_GROWTH) void end(beyond("memory"));
      }, LOOK_MS);
      try {
        return await new Promise((done, failed) => {
          if (failure !== null) return failed(failure);
          settle = { done, failed };
          if (question !== undefined) worker.postMessage(question);
        });
      } finally {
        clearTimeout(deadline);
        clearInterval(look);
      }
    },
    async close(): Promise<void> {
      signal.removeEventListener("abort", stop);
      await end(new Error("the file was closed"));
    },
  };
}

type SheetThread = ReturnType<typeof startThread>;

async function* rowsOf(thread: SheetThread, headerRow: number | null): AsyncGenerator<FileRow, void> {
  for (let from: number | null = 0; from !== null; ) {
    const said: Answer = await thread.answer(ASK_MS, { headerRow, from });
    if (said.is !== "rows") throw noAnswer();
    yield* said.rows;
    from = said.next;
  }
}

/** `known` is filled as the sheets are found. Throws an ImportRefusal, and what the signal throws. */
export async function openByLibrary(
  { file, bytes, changedAt }: DataFile,
  type: Wish["type"],
  { sheet = null, only }: { [Key in "sheet" | "only"]?: HowToRead[Key] | null },
  signal: AbortSignal,
  known: Known,
): Promise<OpenRows> {
  const rows = typeof only === "number" ? Math.max(LOOKED_AT_ROWS, only) : null;
  const thread = startThread({ file: file.fd, bytes, type, sheet, rows }, signal);
  try {
    const said = await thread.answer(OPEN_MS);
    if (said.is === "refused") {
      known.sheets = said.sheets;
      known.sheet = said.sheet;
      throw new ImportRefusal(said.problem);
    }
    if (said.is !== "open") throw noAnswer();
    const { sheets, mayNeedStyle } = said;
    known.sheets = sheets;
    known.sheet = said.sheet;
    return {
      fileType: type,
      bytes,
      version: `${bytes} ${changedAt}`,
      ...OF_NO_TEXT,
      sheets,
      sheet: said.sheet,
      rows: (headerRow) => rowsOf(thread, headerRow),
      mayNeedStyle: async () => mayNeedStyle,
      close: thread.close,
    };
  } catch (error) {
    await thread.close();
    throw error;
  }
}
