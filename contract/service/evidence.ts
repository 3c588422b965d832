/**
 * Is the body of a 2xx an answer about this very entry? Only such a body confirms: an error page with a status of 200,
 * an empty list or another entry's transaction says nothing of the books.
 *
 * A transaction operation's evidence is a transaction with our serial number and our tenant; the interface gives a
 * restore's answer nothing of what was sent, so there its five fields are all that can be asked for.
 */
import { parseAnswerJson } from "../exact-json.ts";
import { TooManyValues } from "../json-reader.ts";
import { OPERATIONS, type OperationKind } from "../operations.ts";
import type { ExactInteger } from "../values.ts";
import { type AnswerNote, type ReadableTransaction, readRestore, readTransactions } from "./read-answer.ts";
import { restoreResult } from "./results.ts";

/** More than the answer to the largest return has, twice over: 5,000 lines, each answered by some rows of twenty fields. */
export const MOST_VALUES = 600_000;

/** What was sent, as far as an answer can be told by it. */
export interface Asked {
  kind: OperationKind;
  tenantId: ExactInteger;
  serialNo: string | null;
}

/** Why a body is no evidence. */
export const NO_EVIDENCE = [
  "empty",
  "not_json",
  "not_transactions",
  "no_transaction",
  "other_serial",
  "other_tenant",
  "not_restore",
  "too_large",
  /** Packed in a way that can't be undone, or wrongly. */
  "packing_unknown",
  "packing_broken",
] as const;
export type NoEvidence = (typeof NO_EVIDENCE)[number];

/** Why an answer was not read to its end, or not as it was meant; `words` in plain English. */
export interface Unread {
  reason: Extract<NoEvidence, "too_large" | "packing_unknown" | "packing_broken">;
  words: string;
}

export type Evidence =
  /** `words`: the reason in plain English. */
  | { kind: "none"; reason: NoEvidence; words: string }
  | {
      kind: "transactions";
      /** The transaction of this entry. */
      own: ReadableTransaction;
      /** Every transaction of our tenant in the answer, the own one among them. */
      transactions: ReadableTransaction[];
      notes: AnswerNote[];
    }
  | { kind: "restore"; notes: AnswerNote[] };

const none = (reason: NoEvidence, words: string): Evidence => ({ kind: "none", reason, words });

export const isSameTenant = (a: ExactInteger | null, b: ExactInteger): boolean =>
  a !== null && String(a) === String(b);

function transactionEvidence({ tenantId, serialNo }: Asked, raw: unknown): Evidence {
  const read = readTransactions(raw);
  if (!read.understood) return none(read.isTooLarge ? "too_large" : "not_transactions", read.reason);
  if (read.value.length === 0) return none("no_transaction", "the answer holds no transaction");
  const wanted = serialNo?.toLowerCase();
  const same = read.value.filter((one) => one.serialNo !== null && one.serialNo.toLowerCase() === wanted);
  if (same.length === 0)
    return none("other_serial", "no transaction in the answer has the serial number of this entry");
  const own = same.find((one) => isSameTenant(one.tenantId, tenantId));
  if (own === undefined) return none("other_tenant", "the transaction in the answer is not of this tenant");
  const transactions = read.value.filter((one) => isSameTenant(one.tenantId, tenantId));
  return { kind: "transactions", own, transactions, notes: read.notes };
}

function restoreEvidence(raw: unknown): Evidence {
  const read = readRestore(raw);
  if (!read.understood) return none("not_restore", read.reason);
  const missing = Object.keys(restoreResult.shape).filter((name) =>
    read.notes.some(({ path, problem }) => path === name && problem === "missing"),
  );
  if (missing.length > 0)
    return none("not_restore", `the answer is not a restore result: it has no ${missing.join(", ")}`);
  if (read.value.id === null || read.value.status === null)
    return none("not_restore", "the answer is not a restore result: its id or status is not a whole number");
  return { kind: "restore", notes: read.notes };
}

/**
 * Looks for evidence in a body's text; never throws, whatever the text is. Of one that is packed otherwise than its header
 * says the text may still be evidence; of one that was not read to its end none is.
 */
export function evidenceIn(asked: Asked, body: string, unread: Unread | null = null): Evidence {
  if (unread === null) return evidenceInText(asked, body);
  const { reason, words } = unread;
  const found = reason === "too_large" ? null : evidenceInText(asked, body);
  return found === null || found.kind === "none" ? none(reason, words) : found;
}

function evidenceInText(asked: Asked, body: string): Evidence {
  let raw: unknown;
  try {
    raw = parseAnswerJson(body, { values: MOST_VALUES });
  } catch (error) {
    if (error instanceof TooManyValues) return none("too_large", `the answer is too large: ${error.message}`);
    // Broken text, or nested deeper than anything can be read.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    if (body.trim() === "") return none("empty", "the answer is empty");
    return none("not_json", `the answer is not JSON: ${error.message}`);
  }
  return OPERATIONS[asked.kind].answer === "restore" ? restoreEvidence(raw) : transactionEvidence(asked, raw);
}

/** The first field that is not as in the interface; null where all are. Fields that it doesn't name don't count. */
export const oddIn = (notes: readonly AnswerNote[]): AnswerNote | null =>
  notes.find(({ problem }) => problem !== "unknown_field") ?? null;
