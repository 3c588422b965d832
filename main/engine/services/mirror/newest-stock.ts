/** Of each batch the newer fact, a file's or the service's, with the other where it differs. Pure. */
import Big from "big.js";
import { timestampOf } from "../../../../contract/values.ts";
import { isToCome, type StoredStock } from "../../store/mirror/mirror-reads.ts";

/** What the older source says of the same batch. */
export interface OtherFact {
  source: StoredStock["source"];
  /** The sum of its rows; null where one has none. */
  quantity: string | null;
  /** Null where there is none, or several. */
  costPrice: string | null;
  updatedAt: string;
}

export type NewestStock<Row = StoredStock> = Row & { other: OtherFact | null };

/** The time that a row says of itself, or when it was received where it says none, or one to come. */
export const stockTime = ({ service_updated_at: told, answered_at }: StoredStock): string =>
  told === null || isToCome(told, answered_at) ? timestampOf(answered_at) : told;

/** Thousands of rows are compared at once, so no text is made of any. */
export const isSameBatch = (one: StoredStock, other: StoredStock): boolean =>
  one.product_id === other.product_id &&
  one.expiry_at === other.expiry_at &&
  one.store_id === other.store_id &&
  one.measure_unit_id === other.measure_unit_id &&
  one.production_at === other.production_at;

const newestTime = (rows: readonly StoredStock[]): string =>
  rows.reduce((latest, row) => (stockTime(row) > latest ? stockTime(row) : latest), "");

const sumOf = (rows: readonly StoredStock[]): string | null =>
  rows.some(({ quantity }) => quantity === null)
    ? null
    : rows.reduce((sum, row) => sum.plus(row.quantity ?? 0), new Big(0)).toFixed();

const costOf = (rows: readonly StoredStock[]): string | null =>
  rows.length === 1 && rows[0]?.cost_price !== "" ? (rows[0]?.cost_price ?? null) : null;

/** Of all rows of one batch those of the newer source. */
export function newestOfBatch<Row extends StoredStock>(rows: readonly Row[]): NewestStock<Row>[] {
  const answered = rows.filter(({ source }) => source === "service");
  const imported = rows.filter(({ source }) => source === "file");
  if (answered.length === 0 || imported.length === 0) return rows.map((row) => ({ ...row, other: null }));
  // Of two that are equally old the service's stays.
  const isFileNewer = newestTime(imported) > newestTime(answered);
  const [newer, older] = isFileNewer ? [imported, answered] : [answered, imported];
  const isSame = sumOf(newer) === sumOf(older) && costOf(newer) === costOf(older);
  const other: OtherFact = {
    source: isFileNewer ? "service" : "file",
    quantity: sumOf(older),
    costPrice: costOf(older),
    updatedAt: newestTime(older),
  };
  return newer.map((row) => ({ ...row, other: isSame ? null : other }));
}

/** The rows of each batch; `rows`: those of one batch in a row. */
export function batchesIn<Row extends StoredStock>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  let batch: Row[] = [];
  for (const row of rows) {
    const [first] = batch;
    if (first === undefined || !isSameBatch(first, row)) {
      batch = [];
      batches.push(batch);
    }
    batch.push(row);
  }
  return batches;
}

/** `rows`: all rows of the batches they are of, those of one batch in a row. */
export const newestStock = <Row extends StoredStock>(rows: readonly Row[]): NewestStock<Row>[] =>
  batchesIn(rows).flatMap(newestOfBatch);
