/** Imports reference data from files: one at a time, reported as it goes, stopped when the connection closes. */

import { basename, dirname, resolve } from "node:path";
import type { Call } from "../../../../contract/call.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError, invalidField } from "../../../../contract/error.ts";
import type { CountersideEvent } from "../../../../contract/events.ts";
import { once } from "../../../lib/once.ts";
import { createSerialQueue } from "../../../lib/serial-queue.ts";
import type { Handlers, OpenFile } from "../../core/context.ts";
import { throttled } from "../../core/sync/throttle.ts";
import { withStorageWords } from "../../file/database/open-database.ts";
import { leastSpare, RESERVE_BYTES } from "../../file/disk.ts";
import { createLogKeeper, type LogKeeper } from "../../file/log-keeping.ts";
import type { ImportStore } from "../../mirror/lists/import-batches.ts";
import { createImportMemory } from "../../mirror/lists/import-memory.ts";
import { SeenRows } from "../../mirror/lists/values.ts";
import { assertMapping } from "../mapping/columns.ts";
import type { ImportWork } from "./import-file.ts";
import { createListVersions } from "./list-versions.ts";
import type { KnownNumbers } from "./preview-file.ts";
import { createRejectedFile, settleRejectedPath } from "./rejected-rows.ts";

type ImportInput = ParsedInput<"referenceData.import">;
type ImportOutput = ChannelOutput<"referenceData.import">;

/** One import or dry run that is under way. */
interface Run {
  path: string;
  signal: AbortSignal;
  progressed: (rows: number) => void;
}

/** Pages of the search index that one step of tidying may write. */
const TIDY_PAGES = 200;
const TIDY_STEPS = 500;
/** Bytes that a block for the search takes at most, in the file and in its log, with names of some hundred letters. */
const ROOM_FOR_A_BLOCK = 30_000_000;

/** Twice: right after rows were read, the first comes before the timers and messages that fell due meanwhile. */
const breathe = (): Promise<void> => new Promise((done) => setImmediate(() => setImmediate(done)));

type ImportFile = Pick<
  OpenFile,
  "db" | "clock" | "emit" | "record" | "verifyThread" | "sqliteBinding" | "log"
>;

export function createReferenceDataService(file: ImportFile) {
  const { db, clock, emit, record } = file;
  // Fetched with the first import: most starts import nothing.
  const opened = once(async () => {
    const { createImportStore } = await import("../../mirror/lists/import-batches.ts");
    return createImportStore(db);
  });
  const memory = createImportMemory(db);
  const knownNumbers: KnownNumbers = new Map();
  const closing = new AbortController();
  let catchingUp = new AbortController();
  /** What runs or waits, by the caller's own name for it. */
  const stoppable = new Map<string, AbortController>();
  const queue = createSerialQueue();

  /** The search index of many small transactions is many small segments; each step joins a few. */
  const tidySearch = async (store: ImportStore, signal: AbortSignal, keeper: LogKeeper): Promise<void> => {
    for (let step = 0; step < TIDY_STEPS && !signal.aborted; step += 1) {
      if (!store.tidySearch(TIDY_PAGES)) return;
      await keeper.rest();
      await breathe();
    }
  };

  const keepLog = (): LogKeeper => createLogKeeper(file);
  const restOf = (keeper: LogKeeper) => async (): Promise<void> => {
    await keeper.rest();
    await breathe();
  };
  const builderOf = once(async () => {
    const { createBlockBuilder } = await import("../../mirror/search/block-builder.ts");
    return createBlockBuilder(db);
  });
  /**
   * Makes the blocks for the search that are due, each from `first` on once, while the disk has room. Returns the one to
   * go on with.
   */
  const makeBlocks = async (
    first: number,
    whole: boolean,
    signal: AbortSignal,
    rest: () => Promise<void>,
  ) => {
    const builder = await builderOf();
    let next = first;
    for (let block = builder.due(next, whole); block !== null; block = builder.due(next, whole)) {
      if ((leastSpare([dirname(db.name)]) ?? ROOM_FOR_A_BLOCK) < ROOM_FOR_A_BLOCK) return next;
      for (const _ of builder.make(block)) {
        await rest();
        if (signal.aborted) return next;
      }
      next = block + 1;
    }
    return next;
  };

  /** Reads the file and hands its rows on; writes the rejected ones where that is asked for. */
  const read = async (
    { rejectedPath, dryRun = false, importId: _, mapping, ...reading }: ImportInput,
    { path, signal, progressed }: Run,
    put: ImportWork["put"],
    rest: () => Promise<void> = breathe,
  ): Promise<ImportOutput> => {
    const target =
      rejectedPath === undefined ? null : await settleRejectedPath(rejectedPath, path, dirname(db.name));
    const rejectedFile = target === null ? null : createRejectedFile(target);
    try {
      const said = memory.recall(reading.kind);
      const continues = reading.continues ?? said.continues ?? false;
      const order = { ...reading, continues, path, mapping: mapping ?? null, dryRun };
      const folders = [dirname(db.name), ...(target === null ? [] : [dirname(target)])];
      // Loaded when a file is read: most starts import nothing.
      const [{ importFile }, { createRecordNames }] = await Promise.all([
        import("./import-file.ts"),
        import("../../mirror/lists/record-names.ts"),
      ]);
      const result = await importFile(order, {
        put,
        rejectedFile,
        databasePath: db.name,
        spareBytes: () => leastSpare(folders),
        reserveBytes: RESERVE_BYTES,
        signal,
        now: clock.now,
        progressed,
        rest,
        names: createRecordNames(db),
        rememberedWords: said.words,
      });
      const isWritten = (await rejectedFile?.finish()) ?? false;
      return isWritten && target !== null ? { ...result, rejectedPath: target } : result;
    } finally {
      await rejectedFile?.abandon();
    }
  };

  const dryRun = async (input: ImportInput, run: Run): Promise<ImportOutput> => {
    const store = await opened();
    const trial = withStorageWords(db.name, () => store.trial(input.kind));
    try {
      return { ...(await read(input, run, trial.judgeBatch)), dryRun: true };
    } finally {
      trial.close();
    }
  };

  const listVersions = createListVersions({
    file,
    opened,
    read: async (kind, path, dryRun, signal, put, rest) => {
      const run = { path, signal, progressed: () => undefined };
      const { rejectedCount, ...counts } = await read(
        { kind, path, dryRun, continues: false },
        run,
        put,
        rest,
      );
      return { ...counts, rejected: rejectedCount };
    },
    alone(task) {
      catchingUp.abort();
      return queue.runExclusive(() => task(closing.signal, breathe));
    },
    async writing(list, signal, task) {
      const store = await opened();
      const keeper = keepLog();
      if (list === "product") withStorageWords(db.name, store.prepareSearch);
      store.setBulk(true);
      try {
        const rest = restOf(keeper);
        if ((await task(rest)) && list === "product") {
          await tidySearch(store, signal, keeper);
          await makeBlocks(0, false, signal, rest);
        }
      } finally {
        try {
          await keeper.end();
        } finally {
          store.setBulk(false);
        }
      }
    },
  });

  const wetRun = async (call: Call, input: ImportInput, run: Run): Promise<ImportOutput> => {
    const { kind, mapping, words = {}, continues } = input;
    const store = await opened();
    const at = clock.now();
    const seen = new SeenRows();
    const counts = { added: 0, updated: 0, unchanged: 0, rejected: 0 };
    const fileName = basename(run.path);
    const put: ImportWork["put"] = (rows, isLate) => {
      // The documents' index has one key for vouchers of one time whose serial numbers begin alike: not a whole file.
      const outcomes = store.putBatch(kind, rows, seen, kind === "taxVoucher" ? clock.now() : at, isLate);
      for (const outcome of outcomes)
        if (outcome === "added" || outcome === "updated" || outcome === "unchanged") counts[outcome] += 1;
      return outcomes;
    };
    const changed = (): void => {
      if (counts.added + counts.updated > 0) emit({ event: "mirror.changed", payload: { serialNo: null } });
    };
    const note = (isStopped: boolean, ignored: readonly string[] = []): void =>
      store.finish({ kind, fileName, startedAt: at, finishedAt: clock.now(), ...counts }, () => {
        record(call, "referenceData.imported", kind, {
          file: fileName,
          ...counts,
          ...(isStopped ? { stopped: true } : {}),
        });
        listVersions.importedByHand(kind);
        if (mapping === undefined || isStopped) return;
        // A column that nothing was done with is no new one next time.
        const columns = { ...Object.fromEntries(ignored.map((name) => [name, null])), ...mapping };
        memory.remember(kind, { columns, words, continues });
      });
    const keeper = keepLog();
    if (kind === "product") withStorageWords(db.name, store.prepareSearch);
    store.setBulk(true);
    try {
      const rest = restOf(keeper);
      // Blocks in which products may still be renamed come at the end: else they would be made again and again.
      let block = kind === "product" ? (await builderOf()).firstEmpty() : null;
      const result = await read(input, run, put, async () => {
        await rest();
        if (block !== null) block = await makeBlocks(block, true, run.signal, rest);
      });
      if (kind === "product" && result.added + result.updated > 0) {
        await tidySearch(store, run.signal, keeper);
        await makeBlocks(0, false, run.signal, rest);
      }
      counts.rejected = result.rejectedCount;
      note(false, result.ignoredColumns);
      changed();
      return result;
    } catch (error) {
      // What was taken in stays, so it is written down that it was, and by what.
      if (counts.added + counts.updated > 0) {
        const rejected = error instanceof CountersideError ? error.details.rejectedCount : undefined;
        if (rejected !== undefined) counts.rejected = Number(rejected);
        note(true);
      }
      changed();
      throw error;
    } finally {
      try {
        await keeper.end();
      } finally {
        store.setBulk(false);
      }
    }
  };

  const importNow = async (call: Call, input: ImportInput, signal: AbortSignal): Promise<ImportOutput> => {
    const { kind, importId = null } = input;
    const isDry = input.dryRun === true;
    let handled = 0;
    const tell = (done: boolean): void =>
      emit({
        event: "referenceData.importProgressed",
        payload: { kind, importId, rows: handled, dryRun: isDry, done },
      });
    const progressed = (rows: number): void => {
      handled = rows;
      tell(false);
    };
    try {
      const run = { path: resolve(input.path), signal, progressed };
      return await (isDry ? dryRun(input, run) : wetRun(call, input, run));
    } finally {
      tell(true);
    }
  };

  return {
    listVersions,
    /** Shows the beginning of a file. Throws `file_unreadable`, `file_invalid`, `invalid_input`, `cancelled`. */
    async preview(
      input: ParsedInput<"referenceData.preview">,
    ): Promise<ChannelOutput<"referenceData.preview">> {
      const [{ previewFile }, { createRecordNames }] = await Promise.all([
        import("./preview-file.ts"),
        import("../../mirror/lists/record-names.ts"),
      ]);
      return await previewFile(
        { ...input, path: resolve(input.path) },
        { said: memory.recall(input.kind), names: createRecordNames(db), numbers: knownNumbers },
        closing.signal,
      );
    },
    /**
     * Waits for the imports before it. Throws `file_unreadable`, `file_invalid`, a storage code, `cancelled`,
     * and `invalid_input` for an `importId` that another one has already.
     */
    import(call: Call, input: ImportInput): Promise<ImportOutput> {
      const { kind, mapping, importId } = input;
      if (mapping !== undefined) assertMapping(kind, mapping);
      if (importId !== undefined && stoppable.has(importId)) throw invalidField("importId", "taken");
      catchingUp.abort();
      const own = new AbortController();
      if (importId !== undefined) stoppable.set(importId, own);
      return queue.runExclusive(async () => {
        try {
          return await importNow(call, input, AbortSignal.any([closing.signal, own.signal]));
        } finally {
          if (importId !== undefined) stoppable.delete(importId);
        }
      });
    },
    /**
     * Makes the blocks for the search that the file lacks: what is imported, or only tested, meanwhile goes first. Throws
     * what storage throws.
     */
    async catchUp(): Promise<void> {
      do {
        catchingUp = new AbortController();
        const signal = AbortSignal.any([closing.signal, catchingUp.signal]);
        await queue.runExclusive(async () => {
          const keeper = keepLog();
          try {
            if (!signal.aborted) await makeBlocks(0, false, signal, restOf(keeper));
          } finally {
            await keeper.end();
          }
        });
      } while (catchingUp.signal.aborted && !closing.signal.aborted);
    },
    /** Stops an import at its next batch; one that waits ends when its turn comes, without a row. */
    cancelImport({ importId }: ParsedInput<"referenceData.cancelImport">): { found: boolean } {
      const own = stoppable.get(importId);
      own?.abort();
      return { found: own !== undefined };
    },
    /** Stops what runs and what waits; resolves when the database is no longer used by it. */
    async close(): Promise<void> {
      closing.abort();
      await queue.ended();
    },
  };
}

/** Progress events come at most this often. */
const EVENT_EVERY_MS = 100;
/** What the search lacks is made soon after the start, but not while everything else opens. */
const CATCH_UP_AFTER_MS = 8_000;

/** The imports of an open file; `listsChanged` is called where what the mirror's lists hold is another. */
export function openImports(file: OpenFile, listsChanged: () => void) {
  const { clock, emit } = file;
  // A window has more to do than to draw each batch; where an import ended is reported at once.
  let progress: CountersideEvent | null = null;
  const tellProgress = throttled(clock, EVENT_EVERY_MS, () => {
    if (progress !== null) emit(progress);
    progress = null;
  });
  const service = createReferenceDataService({
    ...file,
    emit(event) {
      if (event.event === "mirror.changed") listsChanged();
      if (event.event === "referenceData.importProgressed") {
        progress = event.payload.done ? null : event;
        if (progress !== null) return tellProgress();
      }
      emit(event);
    },
  });
  const cancelCatchUp = clock.schedule(
    CATCH_UP_AFTER_MS,
    () => void service.catchUp().catch(file.storageFailed),
  );
  file.whenClosing(() => {
    cancelCatchUp();
    return service.close();
  });
  const handlers: Handlers<"referenceData.preview" | "referenceData.cancelImport" | "referenceData.import"> =
    {
      "referenceData.preview": (_, input) => service.preview(input),
      "referenceData.cancelImport": (_, input) => service.cancelImport(input),
      "referenceData.import": service.import,
    };
  return { handlers, listVersions: service.listVersions };
}
