/**
 * Versions of lists that come from the shop folder: tried, then taken to the end. The commit point is one small
 * transaction that says which proven files are being taken; their rows follow in short batches that may be repeated, so
 * that no posting waits for a hundred thousand rows, and a crash at any moment ends in the whole version all the same.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { z } from "zod";
import type { Call } from "../../../../contract/call.ts";
import { columnsOf, hasDeleted, keyColumnsOf, type List, tableOf } from "../../../../contract/lists.ts";
import { errorCode } from "../../../lib/error-code.ts";
import type { OpenFile } from "../../core/context.ts";
import type { ImportCounts, ImportStore } from "../../mirror/lists/import-batches.ts";
import type { ListRows } from "../../mirror/lists/list-rows.ts";
import { type ReferenceRow, type RowOutcome, SeenRows } from "../../mirror/lists/values.ts";
import type { ImportWork } from "./import-file.ts";

const file = z.object({ path: z.string(), sha256: z.string() });
/** A version of which all is here and proven. */
export const listVersion = z.object({
  origin: z.string(),
  version: z.number(),
  /** Rows of the whole list. */
  rows: z.number(),
  publishedAt: z.number(),
  /** Of the whole list, or of what changed. */
  isWhole: z.boolean(),
  put: file.nullable(),
  /** Rows, as they were, that the list no longer has. */
  gone: file.nullable(),
});
export type ListVersion = z.infer<typeof listVersion>;

/** What a version would change; rows. */
export interface ListTrial {
  added: number;
  changed: number;
  removed: number;
  /** Of the changed ones, those whose price is another. */
  prices: number;
  /** Rows that the list has now. */
  known: number;
  rejected: number;
  /** The first of them. */
  shown: ShownChange[];
}
export interface ShownChange {
  change: "added" | "changed" | "removed";
  name: string;
  cells: { column: string; before: string | null; after: string | null }[];
}

interface ShopListRow {
  origin: string;
  version: number | null;
  rows: number;
  taken_at: number | null;
  by_hand_at: number | null;
  declined: number | null;
  taking: string | null;
}
/** What is known of a list from the shop folder. */
export interface KnownVersion {
  origin: string;
  version: number | null;
  rows: number;
  takenAt: number | null;
  /** When a file was imported over it, by a person. */
  byHandAt: number | null;
  declined: number | null;
  taking: ListVersion | null;
}

/** Of each kind, so that a few removed rows are seen beside thousands of changed ones. */
const SHOWN_CHANGES = 200;
const SWEPT_AT_ONCE = 200;
const REMOVED_AT_ONCE = 250;
/** A posting waits for one of these at most, and for its commit. */
const BATCH_MS = 4;
const PRICES = ["price", "costPrice", "rate"];

/** What the imports of the file are made with. */
export interface ListTools {
  file: Pick<OpenFile, "db" | "clock" | "emit" | "record">;
  opened(): Promise<ImportStore>;
  /** Reads a file's rows and hands them on, a batch at a time. */
  read(
    list: List,
    path: string,
    dryRun: boolean,
    signal: AbortSignal,
    put: ImportWork["put"],
    rest: () => Promise<void>,
  ): Promise<ImportCounts>;
  /** Has the task run when no import does; it may rest with what it is given. */
  alone<T>(task: (signal: AbortSignal, rest: () => Promise<void>) => Promise<T>): Promise<T>;
  /** Writes long, and puts the search in order where products have changed. */
  writing(
    list: List,
    signal: AbortSignal,
    task: (rest: () => Promise<void>) => Promise<boolean>,
  ): Promise<void>;
}

const text = (row: ReferenceRow | null, column: string): string | null => {
  const cell = row?.[column];
  return cell === null || cell === undefined || cell === "" ? null : String(cell);
};
const isGone = (row: ReferenceRow): boolean => row.deleted === 1n;

const kindOf = (before: ReferenceRow | null, after: ReferenceRow | null): ShownChange["change"] =>
  before === null ? "added" : after === null ? "removed" : "changed";

function changeOf(list: List, before: ReferenceRow | null, after: ReferenceRow | null): ShownChange {
  const of = after ?? before ?? {};
  const keys = keyColumnsOf(list).map((name) => text(of, name));
  const cells = columnsOf(list)
    .map(({ name }) => ({ column: name, before: text(before, name), after: text(after, name) }))
    .filter((cell) => cell.before !== cell.after);
  return {
    change: kindOf(before, after),
    name: text(of, "name") ?? keys.filter((key) => key !== null).join(" "),
    cells,
  };
}

/** SHA-256 in hexadecimal digits; null where there is no such file. */
export async function hashOfFile(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(path)) hash.update(piece);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  return hash.digest("hex");
}

export type ListVersions = ReturnType<typeof createListVersions>;

export function createListVersions(tools: ListTools) {
  const { db, clock, emit, record } = tools.file;
  const get = db.prepare<[string], ShopListRow>(
    "SELECT origin, version, rows, taken_at, by_hand_at, declined, taking FROM shop_list WHERE list = ?",
  );
  const begin = db.prepare<[string, string, string]>(
    `INSERT INTO shop_list (list, origin, taking) VALUES (?, ?, ?)
     ON CONFLICT (list) DO UPDATE SET taking = excluded.taking`,
  );
  const end = db.prepare<[string, bigint, bigint, bigint, string]>(
    `UPDATE shop_list SET origin = ?, version = ?, rows = ?, taken_at = ?, by_hand_at = NULL, declined = NULL, taking = NULL
     WHERE list = ?`,
  );
  const declineOne = db.prepare<[string, string, bigint]>(
    `INSERT INTO shop_list (list, origin, declined) VALUES (?, ?, ?)
     ON CONFLICT (list) DO UPDATE SET declined = excluded.declined`,
  );
  const known = (list: List): KnownVersion | null => {
    const row = get.get(list);
    if (row === undefined) return null;
    const taking = row.taking === null ? null : listVersion.parse(JSON.parse(row.taking));
    const { origin, version, rows, declined } = row;
    return { origin, version, rows, takenAt: row.taken_at, byHandAt: row.by_hand_at, declined, taking };
  };
  const rowsOf = async (list: List): Promise<ListRows> => {
    const { createListRows } = await import("../../mirror/lists/list-rows.ts");
    return createListRows(db, list);
  };
  const sooner = (isLate: () => boolean): (() => boolean) => {
    const started = clock.now();
    return () => clock.now() - started >= BATCH_MS || isLate();
  };

  /** Calls `take` with the rows that a whole list no longer names; `kept` are the keys of those it does. */
  const eachUnnamed = async (
    rows: NonNullable<ListRows>,
    kept: SeenRows,
    publishedAt: number,
    signal: AbortSignal,
    rest: () => Promise<void>,
    take: (unnamed: { key: number; row: ReferenceRow }[]) => Promise<void>,
  ): Promise<void> => {
    for (let after: number | null = 0; after !== null; ) {
      signal.throwIfAborted();
      const page = rows.page(after, SWEPT_AT_ONCE, publishedAt);
      const unnamed = page.rows.filter(({ key }) => !kept.has(key));
      if (unnamed.length > 0) await take(unnamed);
      await rest();
      after = page.last;
    }
  };
  const find = (rows: NonNullable<ListRows>, kept: SeenRows) => (batch: readonly ReferenceRow[]) => {
    for (const row of batch) {
      const key = rows.find(row);
      if (key !== null) kept.add(key);
    }
    return batch.map((): RowOutcome => "unchanged");
  };

  const tryOne = async (
    list: List,
    version: ListVersion,
    signal: AbortSignal,
    rest: () => Promise<void>,
  ): Promise<ListTrial> => {
    const [store, rows] = [await tools.opened(), await rowsOf(list)];
    const result: ListTrial = {
      added: 0,
      changed: 0,
      removed: 0,
      prices: 0,
      known: 0,
      rejected: 0,
      shown: [],
    };
    const shown = { added: 0, changed: 0, removed: 0 };
    const show = (before: ReferenceRow | null, after: ReferenceRow | null): void => {
      const kind = kindOf(before, after);
      shown[kind] += 1;
      if (shown[kind] <= SHOWN_CHANGES) result.shown.push(changeOf(list, before, after));
    };
    const kept = new SeenRows();
    const note = (row: ReferenceRow, outcome: RowOutcome): void => {
      const key = rows !== null && (version.isWhole || outcome === "updated") ? rows.find(row) : null;
      if (key !== null) kept.add(key);
      if (outcome === "added") show(null, row);
      if (outcome !== "updated") return;
      const before = key === null ? null : (rows?.read(key) ?? null);
      if (before !== null && PRICES.some((column) => text(before, column) !== text(row, column)))
        result.prices += 1;
      show(before ?? {}, row);
    };
    if (version.put !== null) {
      const trial = store.trial(list, "version");
      try {
        const counts = await tools.read(
          list,
          version.put.path,
          true,
          signal,
          (batch, isLate) => {
            const outcomes = trial.judgeBatch(batch, sooner(isLate));
            for (const [at, outcome] of outcomes.entries()) note(batch[at] ?? {}, outcome);
            return outcomes;
          },
          rest,
        );
        result.added = counts.added;
        result.changed = counts.updated;
        result.rejected = counts.rejected;
        result.known = counts.updated + counts.unchanged;
      } finally {
        trial.close();
      }
    }
    if (rows === null) return result;
    if (version.gone !== null)
      await tools.read(
        list,
        version.gone.path,
        true,
        signal,
        (batch) => {
          for (const row of batch) {
            const key = rows.find(row);
            const before = key === null ? null : rows.read(key);
            if (before === null || isGone(before)) continue;
            result.removed += 1;
            show(before, null);
          }
          return batch.map((): RowOutcome => "unchanged");
        },
        rest,
      );
    if (version.isWhole) {
      await eachUnnamed(rows, kept, version.publishedAt, signal, rest, async (unnamed) => {
        result.removed += unnamed.length;
        for (const { row } of unnamed) show(row, null);
      });
      result.known += result.removed;
    } else result.known = known(list)?.rows ?? result.known;
    return result;
  };

  /** Brings every row of the version in. May be done again from the beginning, whatever of it was done. */
  const apply = async (
    list: List,
    { put, gone, isWhole, publishedAt }: ListVersion,
    signal: AbortSignal,
    rest: () => Promise<void>,
  ): Promise<ImportCounts> => {
    const [store, rows] = [await tools.opened(), await rowsOf(list)];
    const total: ImportCounts = { added: 0, updated: 0, unchanged: 0, rejected: 0 };
    /** Where each row may be marked it is put with the mark; else it is removed. */
    const removeAll = async (batch: readonly { key: number; row: ReferenceRow }[]): Promise<void> => {
      for (let waiting = batch; waiting.length > 0; ) {
        const some = waiting.slice(0, REMOVED_AT_ONCE);
        const isLate = sooner(() => false);
        const done = hasDeleted(list)
          ? store.putBatch(
              list,
              some.map(({ row }) => ({ ...row, deleted: 1n })),
              new SeenRows(),
              clock.now(),
              isLate,
            ).length
          : (rows?.remove(
              some.map(({ key }) => key),
              isLate,
            ) ?? some.length);
        waiting = waiting.slice(done);
        await rest();
      }
      total.updated += batch.length;
    };
    if (rows !== null && gone !== null) {
      const found: { key: number; row: ReferenceRow }[] = [];
      await tools.read(
        list,
        gone.path,
        true,
        signal,
        (batch) => {
          for (const row of batch) {
            const key = rows.find(row);
            const before = key === null ? null : rows.read(key);
            if (key !== null && before !== null && !isGone(before)) found.push({ key, row: before });
          }
          return batch.map((): RowOutcome => "unchanged");
        },
        rest,
      );
      await removeAll(found);
    }
    // First what is gone: a stock row with another cost would else take the place of one that is there.
    if (rows !== null && isWhole && put !== null) {
      const kept = new SeenRows();
      await tools.read(list, put.path, true, signal, find(rows, kept), rest);
      await eachUnnamed(rows, kept, publishedAt, signal, rest, removeAll);
    }
    if (put !== null) {
      const seen = new SeenRows();
      const at = clock.now();
      const counts = await tools.read(
        list,
        put.path,
        false,
        signal,
        (batch, isLate) =>
          store.putBatch(
            list,
            batch,
            seen,
            list === "taxVoucher" ? clock.now() : at,
            sooner(isLate),
            "version",
          ),
        rest,
      );
      for (const name of ["added", "updated", "unchanged", "rejected"] as const) total[name] += counts[name];
    }
    return total;
  };

  const finish = async (
    list: List,
    version: ListVersion,
    by: Pick<Call, "actor">,
    signal: AbortSignal,
  ): Promise<void> => {
    const startedAt = clock.now();
    const store = await tools.opened();
    await tools.writing(list, signal, async (rest) => {
      const counts = await apply(list, version, signal, rest);
      const fileName = `${list}@${version.version}.csv`;
      store.finish({ kind: list, fileName, startedAt, finishedAt: clock.now(), ...counts }, () => {
        record(by, "referenceData.imported", list, { file: fileName, ...counts, version: version.version });
        end.run(version.origin, BigInt(version.version), BigInt(version.rows), BigInt(clock.now()), list);
      });
      const isChanged = counts.added + counts.updated > 0;
      if (isChanged) emit({ event: "mirror.changed", payload: { serialNo: null } });
      return isChanged;
    });
  };

  const byHand = db.prepare<[bigint, string]>(
    "UPDATE shop_list SET by_hand_at = ? WHERE list = ? AND version IS NOT NULL",
  );
  return {
    known,
    /** Call it inside the transaction that ends an import by a person: the next version is taken whole then. */
    importedByHand: (list: List): void => void byHand.run(BigInt(clock.now()), list),
    /** Whether the list has any row. */
    isEmpty: (list: List): boolean =>
      db
        .prepare<[], number>(`SELECT NOT EXISTS (SELECT 1 FROM ${tableOf(list)})`)
        .pluck()
        .get() === 1,
    /** Says what a version would change. Writes nothing. */
    try: (list: List, version: ListVersion): Promise<ListTrial> =>
      tools.alone((signal, rest) => tryOne(list, version, signal, rest)),
    decline: (list: List, origin: string, version: number): void =>
      void declineOne.run(list, origin, BigInt(version)),
    /** The commit point: from here on the version is taken, whatever happens. Then takes it. */
    take: (list: List, version: ListVersion, by: Pick<Call, "actor">): Promise<void> =>
      tools.alone(async (signal) => {
        begin.run(list, version.origin, JSON.stringify(version));
        await finish(list, version, by, signal);
      }),
    /**
     * Takes to its end what was begun. False where its files are no longer what was proven: then the whole list must be
     * fetched and taken in its place.
     */
    resume: (list: List, by: Pick<Call, "actor">): Promise<boolean> =>
      tools.alone(async (signal) => {
        const taking = known(list)?.taking ?? null;
        if (taking === null) return true;
        for (const each of [taking.put, taking.gone])
          if (each !== null && (await hashOfFile(each.path)) !== each.sha256) return false;
        await finish(list, taking, by, signal);
        return true;
      }),
  };
}
