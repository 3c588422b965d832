/**
 * Reads an answer tolerantly: unknown fields are kept, a missing or odd field becomes null with a note
 * and never loses the rest. Whether it is an answer to what was sent is for `evidence.ts` to say.
 */
import type { z } from "zod";
import { restoreResult, TRANSACTION_PARTS, type TransactionPartName, transactionResult } from "./results.ts";

/** What was odd, and where: `path` as in "0.TenantBalances.2.amount". */
export interface AnswerNote {
  path: string;
  problem: "missing" | "odd" | "unknown_field";
}

type Readable<T> = { [K in keyof T]: T[K] | null };
type Shape = Record<string, z.ZodType>;
type ReadableShape<S extends Shape> = Readable<{ [K in keyof S]: z.output<S[K]> }>;

/** Fields the interface doesn't name, exactly as they came. */
export interface Extra {
  extra: Record<string, unknown>;
}

export type ReadablePart<Name extends TransactionPartName> = ReadableShape<
  (typeof TRANSACTION_PARTS)[Name]["shape"]
> &
  Extra;

type HeaderShape = Omit<typeof transactionResult.shape, TransactionPartName>;
export type ReadableTransaction = ReadableShape<HeaderShape> &
  Extra & {
    [Name in TransactionPartName]: ReadablePart<Name>[];
  };
export type ReadableRestore = ReadableShape<typeof restoreResult.shape> & Extra;

export type ReadAnswer<T> =
  | { understood: true; value: T; notes: AnswerNote[] }
  | { understood: false; reason: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function readFields<S extends Shape>(
  shape: S,
  raw: Record<string, unknown>,
  path: string,
  notes: AnswerNote[],
): ReadableShape<S> & Extra {
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const read = schema.safeParse(raw[name]);
    fields[name] = read.success ? read.data : null;
    // Null where the interface doesn't show null is odd too, but holds nothing that could be lost.
    if (!read.success)
      notes.push({ path: `${path}${name}`, problem: Object.hasOwn(raw, name) ? "odd" : "missing" });
  }
  const unknown = Object.entries(raw).filter(([name]) => !Object.hasOwn(shape, name));
  for (const [name] of unknown) notes.push({ path: `${path}${name}`, problem: "unknown_field" });
  // fromEntries and not assignment: a field may be named "__proto__".
  const extra: Record<string, unknown> = Object.fromEntries(unknown);
  // Every key of the shape was set just above: its value, or null.
  return { ...(fields as ReadableShape<S>), extra };
}

function readPart<Name extends TransactionPartName>(
  name: Name,
  raw: unknown,
  path: string,
  notes: AnswerNote[],
): ReadablePart<Name>[] {
  if (!Array.isArray(raw)) {
    notes.push({ path: `${path}${name}`, problem: raw === undefined ? "missing" : "odd" });
    return [];
  }
  const shape: (typeof TRANSACTION_PARTS)[Name]["shape"] = TRANSACTION_PARTS[name].shape;
  return raw.flatMap((row, index) => {
    const rowPath = `${path}${name}.${index}.`;
    if (isRecord(row)) return [readFields(shape, row, rowPath, notes)];
    notes.push({ path: rowPath.slice(0, -1), problem: "odd" });
    return [];
  });
}

const {
  TenantTransactionTransfers: _transfers,
  TenantBalances: _balances,
  TenantTransactionProducts: _products,
  TenantRequest: _requests,
  TenantLogs: _logs,
  TenantProductStorages: _storages,
  ...HEADER
} = transactionResult.shape;

/** One request makes one transaction; an answer of far more is nobody's, and would be read for minutes. */
const MOST_TRANSACTIONS = 1_000;

/** Reads the array of transaction results of section 2.5; an element that is no object is left out with a note. */
export function readTransactions(raw: unknown): ReadAnswer<ReadableTransaction[]> {
  if (!Array.isArray(raw)) return { understood: false, reason: "the answer is not an array of transactions" };
  if (raw.length > MOST_TRANSACTIONS)
    return { understood: false, reason: `the answer holds ${raw.length} transactions` };
  const notes: AnswerNote[] = [];
  const value = raw.flatMap((record: unknown, index): ReadableTransaction[] => {
    const path = `${index}.`;
    if (!isRecord(record)) {
      notes.push({ path: String(index), problem: "odd" });
      return [];
    }
    const parts = {
      TenantTransactionTransfers: readPart(
        "TenantTransactionTransfers",
        record.TenantTransactionTransfers,
        path,
        notes,
      ),
      TenantBalances: readPart("TenantBalances", record.TenantBalances, path, notes),
      TenantTransactionProducts: readPart(
        "TenantTransactionProducts",
        record.TenantTransactionProducts,
        path,
        notes,
      ),
      TenantRequest: readPart("TenantRequest", record.TenantRequest, path, notes),
      TenantLogs: readPart("TenantLogs", record.TenantLogs, path, notes),
      TenantProductStorages: readPart("TenantProductStorages", record.TenantProductStorages, path, notes),
    };
    const own = Object.fromEntries(
      Object.entries(record).filter(([name]) => !Object.hasOwn(TRANSACTION_PARTS, name)),
    );
    return [{ ...readFields(HEADER, own, path, notes), ...parts }];
  });
  return { understood: true, value, notes };
}

/** Reads the restore result of section 2.6. */
export function readRestore(raw: unknown): ReadAnswer<ReadableRestore> {
  if (!isRecord(raw)) return { understood: false, reason: "the answer is not a restore result" };
  const notes: AnswerNote[] = [];
  return { understood: true, value: readFields(restoreResult.shape, raw, "", notes), notes };
}
