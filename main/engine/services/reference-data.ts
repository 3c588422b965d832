/** Imports reference data from files: one at a time, told as it goes, stopped when the connection closes. */
import { basename, dirname, resolve } from "node:path";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import type { Clock, Emit } from "../ports.ts";
import { importFile } from "../reference-data/import-file.ts";
import { assertMapping } from "../reference-data/mapping.ts";
import { previewFile } from "../reference-data/preview-file.ts";
import { createRejectedFile, settleRejectedPath } from "../reference-data/rejected-rows.ts";
import type { AuditAction } from "../store/audit.ts";
import { createImportStore } from "../store/import-batches.ts";
import { type Db, withStorageWords } from "../store/open-database.ts";
import { type ReferenceRow, type RowOutcome, SeenRows } from "../store/reference-data-values.ts";

type ImportInput = ParsedInput<"referenceData.import">;
type ImportOutput = ChannelOutput<"referenceData.import">;

/** Appends to the audit; called inside the transaction of what it records. */
export type RecordAct = (action: AuditAction, subject: string, details: Record<string, unknown>) => void;

interface Surroundings {
  db: Db;
  clock: Clock;
  emit: Emit;
  /** Left out where acts are not recorded (benchmarks). */
  record?: RecordAct;
}

/** Pages of the search index that one step of tidying may write. */
const TIDY_PAGES = 200;
const TIDY_STEPS = 500;

export function createReferenceDataService({ db, clock, emit, record }: Surroundings) {
  const store = createImportStore(db);
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  /** The search index of many small transactions is many small segments; each step joins a few. */
  const tidySearch = async (): Promise<void> => {
    for (let step = 0; step < TIDY_STEPS && !closing.signal.aborted; step += 1) {
      if (!store.tidySearch(TIDY_PAGES)) return;
      await new Promise((done) => setImmediate(done));
    }
  };

  /** Reads the file and hands its rows on; writes the rejected ones where that is asked for. */
  const read = async (
    { kind, mapping, sheet, delimiter, rejectedPath, dryRun = false }: ImportInput,
    path: string,
    put: (rows: readonly ReferenceRow[]) => RowOutcome[],
    progressed: (rows: number) => void,
  ): Promise<ImportOutput> => {
    const target =
      rejectedPath === undefined ? null : await settleRejectedPath(rejectedPath, path, dirname(db.name));
    const rejectedFile = target === null ? null : createRejectedFile(target);
    try {
      const order = { kind, path, mapping: mapping ?? null, sheet, delimiter, dryRun };
      const around = { put, rejectedFile, databasePath: db.name, signal: closing.signal, progressed };
      const result = await importFile(order, around);
      const isWritten = (await rejectedFile?.finish()) ?? false;
      return isWritten && target !== null ? { ...result, rejectedPath: target } : result;
    } finally {
      await rejectedFile?.abandon();
    }
  };

  const dryRun = async (
    input: ImportInput,
    path: string,
    progressed: (rows: number) => void,
  ): Promise<ImportOutput> => {
    const trial = withStorageWords(db.name, () => store.trial(input.kind));
    try {
      return { ...(await read(input, path, trial.judgeBatch, progressed)), dryRun: true };
    } finally {
      trial.close();
    }
  };

  const wetRun = async (
    input: ImportInput,
    path: string,
    progressed: (rows: number) => void,
  ): Promise<ImportOutput> => {
    const { kind } = input;
    const at = clock.now();
    const seen = new SeenRows();
    store.setBulk(true);
    try {
      const result = await read(input, path, (rows) => store.putBatch(kind, rows, seen, at), progressed);
      if (kind === "product" && result.added + result.updated > 0) await tidySearch();
      const { added, updated, unchanged, rejectedCount: rejected } = result;
      const counts = { added, updated, unchanged, rejected };
      const fileName = basename(path);
      store.finish({ kind, fileName, startedAt: at, finishedAt: clock.now(), ...counts }, () =>
        record?.("referenceData.imported", kind, { file: fileName, ...counts }),
      );
      if (added + updated > 0) emit({ event: "mirror.changed", payload: { serialNo: null } });
      return result;
    } finally {
      store.setBulk(false);
    }
  };

  const importNow = async (input: ImportInput): Promise<ImportOutput> => {
    const { kind } = input;
    let handled = 0;
    const tell = (done: boolean): void =>
      emit({ event: "referenceData.importProgressed", payload: { kind, rows: handled, done } });
    const progressed = (rows: number): void => {
      handled = rows;
      tell(false);
    };
    const run = input.dryRun === true ? dryRun : wetRun;
    try {
      return await run(input, resolve(input.path), progressed);
    } finally {
      tell(true);
    }
  };

  return {
    /** Shows the beginning of a file. Throws `file_unreadable`, `file_invalid`, `invalid_input`, `cancelled`. */
    preview: (input: ParsedInput<"referenceData.preview">): Promise<ChannelOutput<"referenceData.preview">> =>
      previewFile({ ...input, path: resolve(input.path) }, closing.signal),
    /** Waits for the imports before it. Throws `file_unreadable`, `file_invalid`, a storage code, `cancelled`. */
    import(input: ImportInput): Promise<ImportOutput> {
      if (input.mapping !== undefined) assertMapping(input.kind, input.mapping);
      const mine = last.then(() => importNow(input));
      last = mine.catch(() => undefined);
      return mine;
    },
    /** Stops what runs and what waits; resolves when the database is no longer used by it. */
    async close(): Promise<void> {
      closing.abort();
      await last;
    },
  };
}
