/** Of each batch the newer fact, a file's or the service's, with the other where it differs. Pure. */
import Big from "big.js";
import { timestampOf } from "../../../contract/values.ts";
import { isToCome, type StoredStock } from "./mirror-reads.ts";

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

let latest = { at: Number.NaN, text: "" };

/** What came in one file or answer came at one time: its text is made once for rows that follow each other. */
function receivedAt({ answered_at: at }: StoredStock): string {
  if (latest.at !== at) latest = { at, text: timestampOf(at) };
  return latest.text;
}

/** The time that a row says of itself, or when it was received where it says none, or one to come. */
export const stockTime = (row: StoredStock): string =>
  row.service_updated_at === null || isToCome(row.service_updated_at, row.answered_at)
    ? receivedAt(row)
    : row.service_updated_at;

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

/** The rows of one batch by their source, the newer first; the older are none where there is one source. */
function twoSides<Row extends StoredStock>(rows: readonly Row[]): { newer: readonly Row[]; older: Row[] } {
  const answered = rows.filter(({ source }) => source === "service");
  if (answered.length === 0 || answered.length === rows.length) return { newer: rows, older: [] };
  const imported = rows.filter(({ source }) => source === "file");
  // Of two that are equally old the service's stays.
  return newestTime(imported) > newestTime(answered)
    ? { newer: imported, older: answered }
    : { newer: answered, older: imported };
}

/** Of all rows of one batch those of the newer source, as they are. */
export const newerOfBatch = <Row extends StoredStock>(rows: readonly Row[]): readonly Row[] =>
  twoSides(rows).newer;

/** Of all rows of one batch those of the newer source, with what the other says where it differs. */
export function newestOfBatch<Row extends StoredStock>(rows: readonly Row[]): NewestStock<Row>[] {
  const { newer, older } = twoSides(rows);
  const [first] = older;
  const isSame = sumOf(newer) === sumOf(older) && costOf(newer) === costOf(older);
  if (first === undefined || isSame) return newer.map((row) => ({ ...row, other: null }));
  const other: OtherFact = {
    source: first.source,
    quantity: sumOf(older),
    costPrice: costOf(older),
    updatedAt: newestTime(older),
  };
  return newer.map((row) => ({ ...row, other }));
}

/** The rows of each batch; `rows`: those of one batch in a row. */
export function batchesIn<Row extends StoredStock>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  for (const row of rows) {
    const batch = batches.at(-1);
    if (batch?.[0] !== undefined && isSameBatch(batch[0], row)) batch.push(row);
    // A list that is made empty takes room for seventeen.
    else batches.push([row]);
  }
  return batches;
}

/** `rows`: all rows of the batches they are of, those of one batch in a row. */
export const newestStock = <Row extends StoredStock>(rows: readonly Row[]): NewestStock<Row>[] =>
  batchesIn(rows).flatMap(newestOfBatch);
