/** The transactions of an import: one for each batch of rows, and the log of imports. */
import { isPlain, type List, type PlainList } from "../../../../contract/lists.ts";
import type { Db } from "../../file/database/open-database.ts";
import { openTrial } from "./import-trial.ts";
import { createPlainWriter } from "./plain.ts";
import { createProductWriter } from "./products.ts";
import { createPurchaseWriter } from "./purchase-rows.ts";
import { createStockWriter } from "./stock-rows.ts";
import type { ReferenceRow, RowOutcome, RowWriter, SeenRows } from "./values.ts";
import { createVoucherWriter } from "./voucher-rows.ts";

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

export interface ImportLogRow extends ImportCounts {
  kind: List;
  fileName: string;
  startedAt: number;
  finishedAt: number;
}

/** SQLite's own default. */
const USUAL_CHECKPOINT_PAGES = 1_000;
/** Where nobody writes the log back: about 256 MB. */
const BULK_CHECKPOINT_PAGES = 64_000;
/**
 * Bytes of a leaf of the search index, by itself 4,050. It joins its pieces inside of whatever transaction fills it, 64
 * leaves and more at a time; small leaves keep that short.
 */
const SEARCH_LEAF = 1_000;

export type ImportStore = ReturnType<typeof createImportStore>;

export function createImportStore(db: Db) {
  const writers = {
    product: createProductWriter(db),
    taxVoucher: createVoucherWriter(db),
    stock: createStockWriter(db),
    purchase: createPurchaseWriter(db),
  };
  const plain = new Map<PlainList, RowWriter>();
  const writerOf = (list: List): RowWriter => {
    if (!isPlain(list)) return writers[list];
    const writer = plain.get(list) ?? createPlainWriter(db, list);
    plain.set(list, writer);
    return writer;
  };
  const insertLog = db.prepare<[ImportLogRow]>(
    `INSERT INTO import_log (kind, file_name, started_at, finished_at, added, updated, unchanged, rejected)
     VALUES (@kind, @fileName, @startedAt, @finishedAt, @added, @updated, @unchanged, @rejected)`,
  );
  const mergeSearch = db.prepare("INSERT INTO product_search (product_search, rank) VALUES ('merge', ?)");
  const searchLeaf = db.prepare<[], number>("SELECT v FROM product_search_config WHERE k = 'pgsz'").pluck();
  // Bound, it would be no whole number, and is refused then.
  const setSearchLeaf = db.prepare(
    `INSERT INTO product_search (product_search, rank) VALUES ('pgsz', ${SEARCH_LEAF})`,
  );
  const changes = db.prepare<[], { n: number }>("SELECT total_changes() AS n");

  const putAll = db.transaction(
    (
      kind: List,
      rows: readonly ReferenceRow[],
      seen: SeenRows,
      at: number,
      isLate: () => boolean,
    ): RowOutcome[] => {
      const writer = writerOf(kind);
      writer.begin?.();
      const outcomes: RowOutcome[] = [];
      for (const row of rows) {
        outcomes.push(writer.put(row, seen, at));
        if (isLate() || writer.isFull?.() === true) break;
      }
      writer.finish?.();
      return outcomes;
    },
  );
  const finishAll = db.transaction((row: ImportLogRow, record: () => void): void => {
    insertLog.run(row);
    record();
  });
  return {
    /** While an import runs no commit writes the log back, for a posting would wait for it: see `log-keeping`. */
    setBulk(isBulk: boolean): void {
      db.pragma(`wal_autocheckpoint = ${isBulk ? BULK_CHECKPOINT_PAGES : USUAL_CHECKPOINT_PAGES}`);
    },
    /** Keeps the steps of the search index short, from now on and for good. */
    prepareSearch(): void {
      if (searchLeaf.get() !== SEARCH_LEAF) setSearchLeaf.run();
    },
    /**
     * Puts the first rows of a batch in one transaction, which ends early where it is late: at least one of them, and an
     * outcome for each row that was put, in the rows' order.
     */
    putBatch: (
      kind: List,
      rows: readonly ReferenceRow[],
      seen: SeenRows,
      at: number,
      isLate: () => boolean,
    ): RowOutcome[] => putAll.immediate(kind, rows, seen, at, isLate),
    /** Begins a dry run: judges batches as `putBatch` would put them. */
    trial: (kind: List) => openTrial(db, kind, writerOf(kind)),
    /** Notes an import that ended; `record` runs in the same transaction. */
    finish: (row: ImportLogRow, record: () => void): void => finishAll.immediate(row, record),
    /** Tidies the search index by at most `pages` pages; true while there is more to do. */
    tidySearch(pages: number): boolean {
      const before = changes.get()?.n ?? 0;
      mergeSearch.run(pages);
      return (changes.get()?.n ?? 0) - before >= 2;
    },
  };
}
