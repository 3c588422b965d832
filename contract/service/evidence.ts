/**
 * Is the body of a 2xx an answer about this very entry? Only such a body confirms: an error page with a status of 200,
 * an empty list or another entry's transaction says nothing of the books.
 *
 * A transaction operation's evidence is a transaction with our serial number and our tenant; the interface gives a
 * restore's answer nothing of what was sent, so there its five fields are all that can be asked for.
 */
import { parseAnswerJson, parsePlainJson, TooManyValues } from "../exact-json.ts";
import { OPERATIONS, type OperationKind } from "../operations.ts";
import type { ExactInteger } from "../values.ts";
import { type AnswerNote, type ReadableTransaction, readRestore, readTransactions } from "./read-answer.ts";
import { restoreResult } from "./results.ts";

/** More than the answer to the largest return has, twice over: 5,000 lines, each answered by some rows of twenty fields. */
export const MOST_VALUES = 600_000;

/** What was sent, as far as an answer can be recognised by it. */
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
  /** Not kept, for it repeats the access token. */
  "repeats_token",
] as const;
export type NoEvidence = (typeof NO_EVIDENCE)[number];

/** Why an answer was not read to its end, or not as it was meant; `said`: what a library said of it. */
export interface Unread {
  reason: Extract<NoEvidence, "too_large" | "packing_unknown" | "packing_broken" | "repeats_token">;
  said: string;
}

export type Evidence =
  | { kind: "none"; reason: NoEvidence }
  | {
      kind: "transactions";
      /** The transaction of this entry. */
      own: ReadableTransaction;
      /** Every transaction of our tenant in the answer, the own one among them. */
      transactions: ReadableTransaction[];
      notes: AnswerNote[];
    }
  | { kind: "restore"; notes: AnswerNote[] };

const none = (reason: NoEvidence): Evidence => ({ kind: "none", reason });

export const isSameTenant = (a: ExactInteger | null, b: ExactInteger): boolean =>
  a !== null && String(a) === String(b);

function transactionEvidence({ tenantId, serialNo }: Asked, raw: unknown): Evidence {
  const read = readTransactions(raw);
  if (!read.understood) return none(read.reason);
  if (read.value.length === 0) return none("no_transaction");
  const wanted = serialNo?.toLowerCase();
  const same = read.value.filter((one) => one.serialNo !== null && one.serialNo.toLowerCase() === wanted);
  if (same.length === 0) return none("other_serial");
  const own = same.find((one) => isSameTenant(one.tenantId, tenantId));
  if (own === undefined) return none("other_tenant");
  const transactions = read.value.filter((one) => isSameTenant(one.tenantId, tenantId));
  return { kind: "transactions", own, transactions, notes: read.notes };
}

function restoreEvidence(raw: unknown): Evidence {
  const read = readRestore(raw);
  if (!read.understood) return none(read.reason);
  const isMissing = Object.keys(restoreResult.shape).some((name) =>
    read.notes.some(({ path, problem }) => path === name && problem === "missing"),
  );
  return isMissing || read.value.id === null || read.value.status === null
    ? none("not_restore")
    : { kind: "restore", notes: read.notes };
}

/**
 * Looks for evidence in a body's text; never throws, whatever the text is. Of one that is packed otherwise than its header
 * says the text may still be evidence; of one that was not read to its end none is.
 */
export function evidenceIn(asked: Asked, body: string, unread: Unread | null = null): Evidence {
  if (unread === null) return evidenceInText(asked, body);
  const { reason } = unread;
  const found = reason === "too_large" ? null : evidenceInText(asked, body);
  return found === null || found.kind === "none" ? none(reason) : found;
}

function evidenceInText(asked: Asked, body: string): Evidence {
  let raw: unknown;
  try {
    raw = parsePlainJson(body) ?? parseAnswerJson(body, { values: MOST_VALUES });
  } catch (error) {
    if (error instanceof TooManyValues) return none("too_large");
    // Broken text, or nested deeper than anything can be read.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return none(body.trim() === "" ? "empty" : "not_json");
  }
  return OPERATIONS[asked.kind].answer === "restore" ? restoreEvidence(raw) : transactionEvidence(asked, raw);
}

/** The first field that is not as in the interface; null where all are. Fields that it doesn't name don't count. */
export function oddIn(notes: readonly AnswerNote[]): { path: string; reason: "missing" | "odd" } | null {
  for (const { path, problem } of notes) if (problem !== "unknown_field") return { path, reason: problem };
  return null;
}
