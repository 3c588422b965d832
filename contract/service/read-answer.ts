/**
 * Reads an answer tolerantly: unknown fields are kept, a missing or odd field becomes null with a note
 * and never loses the rest. Whether it is an answer to what was sent is for `evidence.ts` to say.
 */
import type { z } from "zod";
import { setField } from "../exact-json.ts";
import { ExactNumber } from "../values.ts";
import { decimalIn, integerIn, wireDecimal, wireInteger } from "./primitives.ts";
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
  | { understood: false; reason: "not_transactions" | "not_restore" | "too_large" };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Of each problem so many are noted: more of the same say nothing new, and take memory. */
const MOST_NOTES = 1_000;

/** Whether the schema takes null, asked once: a row of nulls would else cost an error for each of its fields. */
const takesNull = new WeakMap<z.ZodType, boolean>();
function isNullable(schema: z.ZodType): boolean {
  const known = takesNull.get(schema) ?? schema.safeParse(null).success;
  takesNull.set(schema, known);
  return known;
}

const ODD = { success: false } as const;

/** `isOdd`: the value is certain, though it is written otherwise than the interface shows it. */
type Read = { success: true; data: unknown; isOdd?: boolean } | typeof ODD;

const readAs = (data: unknown, isOdd: boolean): Read =>
  data === null ? ODD : { success: true, data, isOdd };

/** Services and gateways write numbers as texts too: digit for digit the number of a JSON text is what counts. */
function readNumber(value: unknown, numberIn: (value: number | ExactNumber) => unknown): Read {
  if (typeof value === "string") return readAs(numberIn(new ExactNumber(value)), true);
  return typeof value === "number" || value instanceof ExactNumber ? readAs(numberIn(value), false) : ODD;
}

/** Longer texts hardly come twice, and so many different ones are remembered. */
const SHORT = 64;
const MOST_KNOWN = 1_000;

/**
 * Reads the values of one answer as their schemas say. Most are numbers, which need no schema's words; and the same
 * times, dates and codes stand in most rows: each is looked at once.
 */
class ValueReader {
  readonly #known = new Map<z.ZodType, Map<string, Read>>();

  read(schema: z.ZodType, value: unknown): Read {
    if (schema === wireInteger) return readNumber(value, integerIn);
    if (schema === wireDecimal) return readNumber(value, decimalIn);
    if (typeof value !== "string" || value.length > SHORT) return schema.safeParse(value);
    const known = this.#knownOf(schema);
    const before = known.get(value);
    if (before !== undefined) return before;
    const read = schema.safeParse(value);
    if (known.size < MOST_KNOWN) known.set(value, read);
    return read;
  }

  #knownOf(schema: z.ZodType): Map<string, Read> {
    const before = this.#known.get(schema);
    if (before !== undefined) return before;
    const known = new Map<string, Read>();
    this.#known.set(schema, known);
    return known;
  }
}

/** The notes of one answer, and what reads its values. */
class Notes {
  readonly list: AnswerNote[] = [];
  readonly values = new ValueReader();
  readonly #counts = { missing: 0, odd: 0, unknown_field: 0 };

  add(prefix: string, name: string, problem: AnswerNote["problem"]): void {
    this.#counts[problem] += 1;
    if (this.#counts[problem] <= MOST_NOTES) this.list.push({ path: `${prefix}${name}`, problem });
  }
}

interface Field {
  name: string;
  schema: z.ZodType;
  /** Reads a plain number, as most values are; null where the field takes none. */
  numberIn: ((value: number) => unknown) | null;
}

const numberReader = (schema: z.ZodType): Field["numberIn"] =>
  schema === wireInteger ? integerIn : schema === wireDecimal ? decimalIn : null;

/** The fields of a shape, listed once: there are some for each row of each answer. */
const listed = new WeakMap<Shape, readonly Field[]>();
function fieldsOf(shape: Shape): readonly Field[] {
  const before = listed.get(shape);
  if (before !== undefined) return before;
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    schema,
    numberIn: numberReader(schema),
  }));
  listed.set(shape, fields);
  return fields;
}

/** `path` says where the fields are, with a dot at its end; fields that `elsewhere` names are read there. */
function readFields<S extends Shape>(
  shape: S,
  raw: Record<string, unknown>,
  path: () => string,
  notes: Notes,
  elsewhere: object = {},
): ReadableShape<S> & Extra {
  const fields: Record<string, unknown> = {};
  let known = 0;
  for (const { name, schema, numberIn } of fieldsOf(shape)) {
    const value = raw[name];
    let data: unknown = null;
    if (value === undefined && !Object.hasOwn(raw, name)) notes.add(path(), name, "missing");
    else {
      known += 1;
      let isOdd = false;
      // Null where the interface doesn't show null is odd too, but holds nothing that could be lost.
      if (value === null) isOdd = !isNullable(schema);
      else if (typeof value === "number" && numberIn !== null) {
        data = numberIn(value);
        isOdd = data === null;
      } else {
        const read = notes.values.read(schema, value);
        if (read.success) data = read.data;
        isOdd = !read.success || read.isOdd === true;
      }
      if (isOdd) notes.add(path(), name, "odd");
    }
    fields[name] = data;
  }
  const extra: Record<string, unknown> = {};
  const names = Object.keys(raw);
  if (names.length > known)
    for (const name of names) {
      if (Object.hasOwn(shape, name) || Object.hasOwn(elsewhere, name)) continue;
      notes.add(path(), name, "unknown_field");
      setField(extra, name, raw[name]);
    }
  // Every key of the shape was set just above: its value, or null.
  return Object.assign(fields as ReadableShape<S>, { extra });
}

function readPart<Name extends TransactionPartName>(
  name: Name,
  raw: unknown,
  path: string,
  notes: Notes,
): ReadablePart<Name>[] {
  if (!Array.isArray(raw)) {
    notes.add(path, name, raw === undefined ? "missing" : "odd");
    return [];
  }
  const shape: (typeof TRANSACTION_PARTS)[Name]["shape"] = TRANSACTION_PARTS[name].shape;
  return raw.flatMap((row, index) => {
    if (isRecord(row)) return [readFields(shape, row, () => `${path}${name}.${index}.`, notes)];
    notes.add(`${path}${name}.${index}`, "", "odd");
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

/** The answer to the largest return, 5,000 lines with as many free ones, has some 20,000. */
export const MOST_ROWS = 25_000;

/** The rows of all parts of all transactions, and the parts that the interface doesn't name. */
function rowsIn(records: readonly unknown[]): number {
  let rows = 0;
  for (const record of records) {
    if (!isRecord(record)) continue;
    for (const name of Object.keys(record)) {
      const part = record[name];
      if (Array.isArray(part)) rows += part.length;
    }
  }
  return rows;
}

/** Reads the array of transaction results of section 2.5; an element that is no object is left out with a note. */
export function readTransactions(raw: unknown): ReadAnswer<ReadableTransaction[]> {
  if (!Array.isArray(raw) || raw.length > MOST_TRANSACTIONS)
    return { understood: false, reason: "not_transactions" };
  if (rowsIn(raw) > MOST_ROWS) return { understood: false, reason: "too_large" };
  const notes = new Notes();
  const value = raw.flatMap((record: unknown, index): ReadableTransaction[] => {
    const path = `${index}.`;
    if (!isRecord(record)) {
      notes.add(String(index), "", "odd");
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
    return [
      Object.assign(
        readFields(HEADER, record, () => path, notes, TRANSACTION_PARTS),
        parts,
      ),
    ];
  });
  return { understood: true, value, notes: notes.list };
}

/** Reads the restore result of section 2.6. */
export function readRestore(raw: unknown): ReadAnswer<ReadableRestore> {
  if (!isRecord(raw)) return { understood: false, reason: "not_restore" };
  const notes = new Notes();
  return {
    understood: true,
    value: readFields(restoreResult.shape, raw, () => "", notes),
    notes: notes.list,
  };
}
