/** The transactions of an import: one for each batch of rows, and the log of imports. */
import {
  columnsOf,
  inSql,
  isPlain,
  keyColumnsOf,
  type List,
  type PlainList,
  tableOf,
} from "../../../../contract/lists.ts";
import type { Db } from "../../file/database/open-database.ts";
import { isToCome } from "../mirror-reads.ts";
import { openTrial } from "./import-trial.ts";
import { createProductWriter } from "./products.ts";
import { createPurchaseWriter } from "./purchase-rows.ts";
import {
  lookOf,
  type ReferenceRow,
  type RowLook,
  type RowOutcome,
  type RowWriter,
  rowOutcome,
  type SeenRows,
} from "./values.ts";

// Writes the lists whose records are one table's rows: measure units, accounts and others.

/** The columns of a list's table to the fields of its rows. */
const fieldsOf = (list: PlainList): [column: string, field: string][] =>
  columnsOf(list).map(({ name }) => [inSql(name), name]);

/** The writer of a plain list. */
function createPlainWriter(db: Db, list: PlainList): RowWriter {
  const table = tableOf(list);
  const keys = keyColumnsOf(list).map((name): [string, string] => [inSql(name), name]);
  const isOfKey = ([, field]: [string, string]): boolean => keys.some(([, key]) => key === field);
  const fields = fieldsOf(list).filter((one) => !isOfKey(one) && one[1] !== "deleted");
  const values = [...fields, ["search_name", "searchName"], ["deleted", "deleted"]] as const;
  const isKey = keys.map(([column, field]) => `${column} = @${field}`).join(" AND ");
  const isSame = values.map(([column, field]) => `${column} IS @${field}`).join(" AND ");
  const all = [...keys, ...values, ["updated_at", "at"]] as const;
  const find = db.prepare<[ReferenceRow], { rowid: number; same: number }>(
    `SELECT rowid, (${isSame}) AS same FROM ${table} WHERE ${isKey}`,
  );
  const insert = db.prepare<[ReferenceRow]>(
    `INSERT INTO ${table} (${all.map(([column]) => column).join(", ")}, source)
     VALUES (${all.map(([, field]) => `@${field}`).join(", ")}, 'file')`,
  );
  const update = db.prepare<[ReferenceRow]>(
    `UPDATE ${table} SET ${values.map(([column, field]) => `${column} = @${field}`).join(", ")},
       updated_at = @at, source = 'file' WHERE ${isKey}`,
  );
  const put = (row: ReferenceRow, seen: SeenRows, at: number): RowOutcome => {
    const bound = { ...row, at: BigInt(at) };
    const found = find.get(bound);
    if (found === undefined) {
      seen.add(Number(insert.run(bound).lastInsertRowid));
      return "added";
    }
    const outcome = rowOutcome(found, seen.add(found.rowid));
    if (outcome === "updated") update.run(bound);
    return outcome;
  };
  return { put, look: (row) => lookOf(find.get(row)) };
}

// Writes stock rows of a file into the mirror, beside what the service answered: reads choose the newer of the two.

interface StockFound {
  rowid: number;
  same: number;
  service_updated_at: string | null;
  answered_at: number;
}

/** Rows of one batch that differ in their cost; a shop has one or two. */
const MOST_OF_BATCH = 100;

/** Whose files the rows are of: of the shop folder's versions each is the whole truth and its rows are known by their key. */
export type RowsOf = "file" | "version";

/** Of two files the row that says the later time of itself stays, unless that was to come when it was imported. */
const isOutdatedStock = (
  row: ReferenceRow,
  { service_updated_at: saidAt, answered_at }: StockFound,
): boolean =>
  typeof row.updatedAt === "string" &&
  saidAt !== null &&
  row.updatedAt < saidAt &&
  !isToCome(saidAt, answered_at);

/**
 * Writes the rows of stock files. A batch is a product in a unit, a store and dates; it may have several costs. A row
 * with another cost than the last file's takes the place of a row of its batch that this file hasn't named.
 */
function createStockWriter(db: Db, of: RowsOf): RowWriter {
  const batch = `product_id = @productId AND store_id = @storeId AND measure_unit_id = @measureUnitId
    AND production_at = @productionAt AND expiry_at = @expiryAt AND source = 'file'`;
  const same = `(barcode IS @barcode AND quantity IS @quantity AND service_updated_at IS @updatedAt
    AND currency_id = @currencyId AND cost_price = @costPrice) AS same`;
  const findExact = db.prepare<[ReferenceRow], StockFound>(
    `SELECT rowid, service_updated_at, answered_at, ${same} FROM stock
     WHERE ${batch} AND currency_id = @currencyId AND cost_price = @costPrice`,
  );
  const findBatch = db.prepare<[ReferenceRow], StockFound>(
    `SELECT rowid, service_updated_at, answered_at, ${same} FROM stock WHERE ${batch}
     ORDER BY coalesce(service_updated_at, ''), currency_id, cost_price LIMIT ${MOST_OF_BATCH}`,
  );
  const insert = db.prepare<[ReferenceRow]>(
    `INSERT INTO stock (product_id, measure_unit_id, store_id, production_at, expiry_at, barcode, currency_id,
       cost_price, quantity, service_updated_at, answered_at, source)
     VALUES (@productId, @measureUnitId, @storeId, @productionAt, @expiryAt, @barcode, @currencyId, @costPrice,
       @quantity, @updatedAt, @at, 'file')`,
  );
  const update = db.prepare<[ReferenceRow]>(
    `UPDATE stock SET barcode = @barcode, currency_id = @currencyId, cost_price = @costPrice, quantity = @quantity,
       service_updated_at = @updatedAt, answered_at = @at WHERE rowid = @rowid`,
  );
  /** The row itself where this file hasn't met it, else the oldest of its batch that it hasn't met. */
  const unmet = (row: ReferenceRow, seen: SeenRows): StockFound | undefined => {
    const exact = findExact.get(row);
    if (exact !== undefined && !seen.has(exact.rowid)) return exact;
    if (of === "version") return undefined;
    return findBatch.all(row).find(({ rowid }) => !seen.has(rowid));
  };
  const put = (row: ReferenceRow, seen: SeenRows, now: number): RowOutcome => {
    const at = BigInt(now);
    const exact = findExact.get(row);
    if (exact !== undefined && seen.has(exact.rowid)) return rowOutcome(exact, false);
    const found = unmet(row, seen);
    if (found === undefined) {
      seen.add(Number(insert.run({ ...row, at }).lastInsertRowid));
      return "added";
    }
    // Not met: what takes its place may still come.
    if (of === "file" && isOutdatedStock(row, found)) return "unchanged";
    seen.add(found.rowid);
    if (found.same === 1) return "unchanged";
    update.run({ ...row, at, rowid: BigInt(found.rowid) });
    return "updated";
  };
  const look = (row: ReferenceRow, seen: SeenRows): RowLook => {
    const found = unmet(row, seen);
    if (found === undefined) return "absent";
    if (of === "file" && isOutdatedStock(row, found)) return "outdated";
    seen.add(found.rowid);
    return found.same === 1 ? "same" : "different";
  };
  return { put, look };
}

// Writes tax vouchers of a file into the mirror, without ever undoing what the service answered later.

interface VoucherFound {
  rowid: number;
  same: number;
  source: "file" | "service";
  updated_at: string | null;
  mirrored_at: number;
}

/**
 * True where what is known is newer than the file's row. Of two that are equally old the service's stays;
 * a service's row that has no time counts from when it was answered.
 */
function isOutdatedVoucher(row: { updatedAt: string }, known: Omit<VoucherFound, "rowid" | "same">): boolean {
  const knownAt = known.updated_at ?? new Date(known.mirrored_at).toISOString();
  return known.source === "service" ? row.updatedAt <= knownAt : row.updatedAt < knownAt;
}

/** Writes the rows of voucher files. */
function createVoucherWriter(db: Db): RowWriter {
  const find = db.prepare<[ReferenceRow], VoucherFound>(
    `SELECT rowid, source, updated_at, mirrored_at,
       (currency_id IS @currencyId AND amount IS @amount AND note IS @note AND status IS @status
        AND creator_user_id IS @creatorUserId AND creator_device_id IS @creatorDeviceId
        AND updated_at IS @updatedAt) AS same
     FROM voucher WHERE serial_no = @serialNo`,
  );
  const write = db.prepare<[ReferenceRow]>(
    `INSERT INTO voucher (serial_no, currency_id, amount, note, status, creator_user_id, creator_device_id,
       updated_at, source, mirrored_at)
     VALUES (@serialNo, @currencyId, @amount, @note, @status, @creatorUserId, @creatorDeviceId, @updatedAt, 'file', @at)
     ON CONFLICT (serial_no) DO UPDATE SET currency_id = excluded.currency_id, amount = excluded.amount,
       note = excluded.note, status = excluded.status, creator_user_id = excluded.creator_user_id,
       creator_device_id = excluded.creator_device_id, updated_at = excluded.updated_at, source = 'file',
       mirrored_at = excluded.mirrored_at`,
  );
  const look = (row: ReferenceRow): RowLook => {
    const found = find.get(row);
    const stays = found?.same === 0 && isOutdatedVoucher({ updatedAt: String(row.updatedAt) }, found);
    return stays ? "outdated" : lookOf(found);
  };
  const put = (row: ReferenceRow, seen: SeenRows, at: number): RowOutcome => {
    const bound = { ...row, at: BigInt(at) };
    const found = find.get(row);
    if (found === undefined) {
      seen.add(Number(write.run(bound).lastInsertRowid));
      return "added";
    }
    const outcome = rowOutcome(found, seen.add(found.rowid));
    if (outcome !== "updated") return outcome;
    if (isOutdatedVoucher({ updatedAt: String(row.updatedAt) }, found)) return "unchanged";
    write.run(bound);
    return "updated";
  };
  return { put, look };
}

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

interface ImportLogRow extends ImportCounts {
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
    stock: createStockWriter(db, "file"),
    purchase: createPurchaseWriter(db),
  };
  const plain = new Map<PlainList, RowWriter>();
  const stockOfVersion = createStockWriter(db, "version");
  const writerOf = (list: List, of: RowsOf): RowWriter => {
    if (list === "stock" && of === "version") return stockOfVersion;
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
      of: RowsOf,
    ): RowOutcome[] => {
      const writer = writerOf(kind, of);
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
      of: RowsOf = "file",
    ): RowOutcome[] => putAll.immediate(kind, rows, seen, at, isLate, of),
    /** Begins a dry run: judges batches as `putBatch` would put them. */
    trial: (kind: List, of: RowsOf = "file") => openTrial(db, kind, writerOf(kind, of)),
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
