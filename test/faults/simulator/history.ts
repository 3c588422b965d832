/** What a run knows for certain, apart from the engine: the model that the engine is held against. Plain data. */

import type { Outcome } from "../../../contract/channels/posting.ts";
import type { EntryState } from "../../../contract/entry-states.ts";
import type { OperationKind } from "../../../contract/operations.ts";
import type { AppliedRow } from "./books.ts";
import type { BoughtFact, GivenLine } from "./bought.ts";

/** The engine acknowledged it: it is on the disk. */
export interface Acknowledged {
  entryId: string;
  kind: OperationKind;
  serialNo: string | null;
  /** The request as it lay on the disk when it was acknowledged. */
  body: string;
}

export const DECISIONS = ["resend", "discard", "mark_recorded", "replace"] as const;

/** What a person decided of an entry; it counts from when they said so, whether or not they were answered. */
export interface Decision {
  kind: (typeof DECISIONS)[number];
  entryId: string;
  /** Its place among everything that happened. */
  order: number;
}

/** What the counter can know of one try; `foreign`: a success by its status that was not about
 * what was sent, or that was being read when the program ended. */
export type End = "no_connection" | "not_applied" | "applied" | "foreign" | "uncertain";

/** One request as the wire saw it. */
export interface Exchange {
  order: number;
  /** The entry that was in flight with these very bytes; null where there was none. */
  entryId: string | null;
  kind: OperationKind | null;
  body: string;
  /** Null while it is open. */
  end: { what: End; order: number } | null;
  /** When it was sent, in true time, and how many tries had been asked for out of turn by then. */
  sentAt: number;
  nudges: number;
  /** The service asked to wait until then, in true time. */
  waitUntil: number | null;
}

/** What the mirror holds of one balance, and the newest of it that a kept answer holds; the service's own times. */
export interface BalanceAge {
  account: string;
  mirrored: string | null;
  newestAnswer: string;
}

/** A row of the books, and how it came there. */
export interface Applied extends AppliedRow {
  /** By a repeat on the way, or after the counter had given up on it: nothing a counter can prevent. */
  wireMade: boolean;
}

export interface EntryFact {
  sequence: number;
  entry_id: string;
  kind: OperationKind;
  ordering_key: string;
  serial_no: string | null;
  request_body: string;
  request_hash: string;
  state: EntryState;
  attempts: number;
  next_attempt_at: number;
  last_outcome: Outcome | null;
  last_error: string | null;
  created_at: number;
  changed_at: number;
  resolution_kind: "discarded" | "marked_recorded" | "corrected" | null;
  /** JSON of who entered it, and of who approved that. */
  person: string | null;
  approver: string | null;
}

export interface AuditFact {
  sequence: number;
  at: number;
  user_id: unknown;
  device_id: string;
  action: string;
  subject: string;
  details: string;
  previous_hash: string;
  hash: string;
}

export interface History {
  merging: boolean;
  acknowledged: readonly Acknowledged[];
  decisions: readonly Decision[];
  exchanges: readonly Exchange[];
  /** The spans in which the owner wanted unknown outcomes resent; `to` is null while it lasts. */
  policy: readonly { from: number; to: number | null }[];
  /** The spans in which the owner counted any 2xx as confirmed; `to` is null while it lasts. */
  consent: readonly { from: number; to: number | null }[];
  applied: readonly Applied[];
  /** Every amount and quantity that the mirror holds. */
  mirrored: readonly (string | null)[];
  balances: readonly BalanceAge[];
  rows: readonly EntryFact[];
  /** The user ids of who entered what has this note: several where it was repeated without an answer. */
  enteredBy: ReadonlyMap<string, ReadonlySet<number>>;
  /** What returns were asked to give back of purchases, by their notes, and what the engine says of the purchases. */
  given: ReadonlyMap<string, readonly GivenLine[]>;
  bought: readonly BoughtFact[];
  audit: readonly AuditFact[];
  /** Audit rows that must be there, as "action subject-or-entry". */
  audited: readonly string[];
}
