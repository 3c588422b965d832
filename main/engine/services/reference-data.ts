/** Imports reference data from files: one at a time, told as it goes, stopped when the connection closes. */
import { basename, resolve } from "node:path";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import type { Clock, Emit } from "../ports.ts";
import { importFile } from "../reference-data/import-file.ts";
import type { AuditAction } from "../store/audit.ts";
import { createImportStore } from "../store/import-batches.ts";
import type { Db } from "../store/open-database.ts";

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

  const importNow = async ({ kind, path }: ImportInput): Promise<ImportOutput> => {
    const full = resolve(path);
    const at = clock.now();
    let handled = 0;
    const tell = (done: boolean): void =>
      emit({ event: "referenceData.importProgressed", payload: { kind, rows: handled, done } });
    const progressed = (rows: number): void => {
      handled = rows;
      tell(false);
    };
    store.setBulk(true);
    try {
      const result = await importFile(kind, full, {
        ...{ store, databasePath: db.name, at, signal: closing.signal, progressed },
      });
      if (kind === "product" && result.added + result.updated > 0) await tidySearch();
      const { added, updated, unchanged, rejectedCount: rejected } = result;
      const counts = { added, updated, unchanged, rejected };
      const fileName = basename(full);
      store.finish({ kind, fileName, startedAt: at, finishedAt: clock.now(), ...counts }, () =>
        record?.("referenceData.imported", kind, { file: fileName, ...counts }),
      );
      if (added + updated > 0) emit({ event: "mirror.changed", payload: { serialNo: null } });
      return result;
    } finally {
      store.setBulk(false);
      tell(true);
    }
  };

  return {
    /** Waits for the imports before it. Throws `file_unreadable`, `file_invalid`, a storage code, `cancelled`. */
    import(input: ImportInput): Promise<ImportOutput> {
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
