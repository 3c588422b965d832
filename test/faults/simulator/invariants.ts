/** What must hold of every run, as pure functions: each returns what is wrong, in words. */
import { createHash } from "node:crypto";
import Big from "big.js";
import { OPERATIONS } from "../../../contract/operations.ts";
import { BOUGHT_PIECES, PIECES_OF_CARTON } from "./bought.ts";
import type { EntryFact, Exchange, History } from "./history.ts";
import { STAFF } from "./staff.ts";
import { FOREIGN_AMOUNT } from "./strange-answers.ts";

const OPEN = ["pending", "in_flight", "retry_wait", "outcome_unknown", "dead_letter"] as const;
/** States that hold up later entries of the same key. */
export const HOLDS_UP: readonly string[] = ["pending", "in_flight", "retry_wait", "outcome_unknown"];

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const isOpen = (row: EntryFact): boolean => OPEN.some((state) => state === row.state);

/** Every acknowledged entry is in the outbox or final, with the bytes it was acknowledged with. */
export function nothingLost({ acknowledged, rows }: History): string[] {
  const byId = new Map(rows.map((row) => [row.entry_id, row]));
  return acknowledged.flatMap(({ entryId, body }) => {
    const row = byId.get(entryId);
    if (row === undefined) return [`${entryId} was acknowledged and is gone`];
    if (row.request_body !== body)
      return [`${entryId} lies on the disk with other bytes than it was entered with`];
    return row.request_hash === sha256(body) ? [] : [`${entryId} carries a hash that isn't its request's`];
  });
}

/** Nothing is final unless the service took it or a person said so. */
export function endedRightly({ rows, decisions }: History): string[] {
  const said = new Set(decisions.map(({ entryId, kind }) => `${entryId} ${kind}`));
  const wanted = { discarded: "discard", marked_recorded: "mark_recorded", corrected: "replace" } as const;
  return rows.flatMap((row) => {
    if (isOpen(row)) return [];
    if (row.resolution_kind !== null)
      return said.has(`${row.entry_id} ${wanted[row.resolution_kind]}`)
        ? []
        : [`${row.entry_id} is ${row.state} (${row.resolution_kind}) and nobody said so`];
    return row.state === "confirmed" ? [] : [`${row.entry_id} is ${row.state} without a person's word`];
  });
}

/** What each entry rests on that the service is said to have confirmed; the owner's consent may come until it is settled. */
function confirmedBy({ rows, exchanges, consent }: History): [EntryFact, "evidence" | "consent" | null][] {
  const tries = byEntry(exchanges);
  return rows
    .filter((row) => row.state === "confirmed" && row.resolution_kind === null)
    .map((row) => {
      const ends = (tries.get(row.entry_id) ?? []).flatMap(({ end }) => (end === null ? [] : [end]));
      if (ends.some(({ what }) => what === "applied")) return [row, "evidence"];
      const isAllowed = ends.some(
        ({ what, order }) => what === "foreign" && consent.some(({ to }) => to === null || to > order),
      );
      return [row, isAllowed ? "consent" : null];
    });
}

/** Nothing is confirmed but by evidence, a person's word, or the owner's consent to count any 2xx. */
export function confirmedWithEvidence(history: History): string[] {
  return confirmedBy(history).flatMap(([row, by]) =>
    by === null ? [`${row.entry_id} is confirmed, and no answer to it was evidence`] : [],
  );
}

/** The books hold every entry that an answer confirmed. */
export function confirmedIsInBooks(history: History): string[] {
  const bodies = new Set(history.applied.map(({ body }) => body));
  return confirmedBy(history).flatMap(([row, by]) =>
    by === "consent" || bodies.has(row.request_body)
      ? []
      : [`${row.entry_id} is confirmed and the books don't hold it`],
  );
}

/** The mirror holds only our tenant's rows. */
export function mirrorIsOurs({ mirrored }: History): string[] {
  const foreign = mirrored.filter((amount) => amount === FOREIGN_AMOUNT);
  return foreign.length === 0 ? [] : [`the mirror holds ${foreign.length} rows of another tenant`];
}

/** Answers of requests that were under way together may cross: the newest by the service's own date is what counts. */
export function mirrorIsNewest({ balances }: History): string[] {
  return balances.flatMap(({ account, mirrored, newestAnswer }) =>
    mirrored !== null && mirrored < newestAnswer
      ? [`the balance of ${account} is of ${mirrored}, and an answer brought one of ${newestAnswer}`]
      : [],
  );
}

/** A second's rounding, and what a clock that is set meanwhile may cost. */
const ASKED_TOLERANCE_MS = 1_500;

/** What the service asked to wait is not sent before, unless somebody asked for a try out of turn. */
export function waitsAsAsked({ exchanges }: History): string[] {
  return [...byEntry(exchanges)].flatMap(([entryId, tries]) =>
    tries.flatMap(({ waitUntil, nudges }, index) => {
      const next = tries[index + 1];
      if (waitUntil === null || next === undefined || next.nudges !== nudges) return [];
      const early = waitUntil - ASKED_TOLERANCE_MS - next.sentAt;
      return early > 0 ? [`${entryId} was sent ${early} ms before the time that the service asked for`] : [];
    }),
  );
}

/** Every request was an entry's own bytes. */
export function sameBytes({ exchanges, rows }: History): string[] {
  const byId = new Map(rows.map((row) => [row.entry_id, row]));
  return exchanges.flatMap(({ entryId, body, order }) => {
    if (entryId === null) return [`request ${order} was sent with bytes that no entry in flight holds`];
    const row = byId.get(entryId);
    return row === undefined || row.request_body === body
      ? []
      : [`${entryId} was sent with other bytes than it was entered with`];
  });
}

/** Whether a person's word lies between one try and the next. */
const hasWord = ({ decisions }: History, entryId: string, after: number, before: number): boolean =>
  decisions.some(
    ({ kind, entryId: of, order }) => kind === "resend" && of === entryId && order > after && order < before,
  );

/**
 * Whether a person said so since the doubt, or the owner's policy was in force when it was claimed: any earlier time in
 * which it was gives no licence. `next` is the number of the request, which left in the step of its claim.
 */
function hasLicence(history: History, entryId: string, doubt: number, next: number): boolean {
  const { policy } = history;
  return (
    hasWord(history, entryId, doubt, next) ||
    policy.some(({ from, to }) => from < next && (to === null || to > next))
  );
}

const byEntry = (exchanges: readonly Exchange[]): Map<string, Exchange[]> => {
  const found = new Map<string, Exchange[]>();
  for (const exchange of exchanges)
    if (exchange.entryId !== null)
      found.set(exchange.entryId, [...(found.get(exchange.entryId) ?? []), exchange]);
  return found;
};

/** What may apply twice is sent after a doubt only with a person's word or under the owner's policy. */
export function resentWithLicence(history: History): string[] {
  return [...byEntry(history.exchanges)].flatMap(([entryId, tries]) => {
    const kind = tries[0]?.kind ?? null;
    const converges = kind !== null && OPERATIONS[kind].repeat === "converges";
    return tries.flatMap((next, index) => {
      const before = tries[index - 1];
      if (before === undefined) return [];
      if (before.end === null) return [`${entryId} was sent while it was under way already`];
      if (before.end.what === "applied") return [`${entryId} was sent again after it was accepted`];
      // A try that was put off or refused says nothing of the one before it.
      const doubt = tries
        .slice(0, index)
        .findLast(({ end }) => end?.what === "uncertain" || end?.what === "foreign")?.end;
      if (doubt == null) return [];
      if (doubt.what === "foreign")
        return hasWord(history, entryId, doubt.order, next.order)
          ? []
          : [
              `${entryId} was sent again after an answer about something else or one that may have ended the program, and nobody said so`,
            ];
      if (converges) return [];
      return hasLicence(history, entryId, doubt.order, next.order)
        ? []
        : [`${entryId} was sent again after an unknown outcome, and nobody said so`];
    });
  });
}

/** No return is in the books twice, unless it was resent on somebody's word to a service that doesn't merge. */
export function noneTwice(history: History): string[] {
  const tries = byEntry(history.exchanges);
  const rows = new Map(history.rows.map((row) => [row.serial_no ?? row.entry_id, row]));
  const times = new Map<string, number>();
  for (const { operation, serialNo } of history.applied)
    if (operation === "purchaseReturn" && serialNo !== null)
      times.set(serialNo, (times.get(serialNo) ?? 0) + 1);
  return [...times].flatMap(([serialNo, count]) => {
    const row = rows.get(serialNo);
    if (row === undefined) return [`${serialNo} is in the books and no entry holds it`];
    if (row.resolution_kind === "corrected")
      return [`${row.entry_id} was replaced as certainly not applied, and is in the books`];
    const sent = tries.get(row.entry_id) ?? [];
    const licensed = sent.filter(
      ({ order }, index) =>
        index > 0 && hasLicence(history, row.entry_id, sent[index - 1]?.end?.order ?? order, order),
    ).length;
    const allowed = history.merging ? 1 : 1 + licensed;
    return count <= allowed
      ? []
      : [`${row.entry_id} is in the books ${count} times and may be there ${allowed} times`];
  });
}

/** What may apply twice is replaced by a correction only where no try of it may have reached the books. */
export function correctedWasNotSent({ exchanges, rows }: History): string[] {
  const tries = byEntry(exchanges);
  return rows
    .filter((row) => row.resolution_kind === "corrected" && OPERATIONS[row.kind].repeat !== "converges")
    .filter((row) =>
      (tries.get(row.entry_id) ?? []).some(({ end }) => end?.what === "uncertain" || end?.what === "foreign"),
    )
    .map((row) => `${row.entry_id} was replaced by a correction, and a try of it may be in the books`);
}

/** Within a key the books were written in the order of entry; a person's resend may step out of it. */
export function orderKept({ applied, rows, decisions }: History): string[] {
  const resent = new Set(decisions.filter(({ kind }) => kind === "resend").map(({ entryId }) => entryId));
  const byBody = new Map<string, EntryFact>();
  for (const row of rows) if (!byBody.has(row.request_body)) byBody.set(row.request_body, row);
  const newest = new Map<string, EntryFact>();
  return applied.flatMap(({ body, wireMade, operation }) => {
    const row = byBody.get(body);
    // Restores of one record are the same bytes, and the books take the first of them only.
    if (row === undefined || wireMade || resent.has(row.entry_id) || operation !== "taxVoucher") return [];
    const before = newest.get(row.ordering_key);
    if (before === undefined || before.sequence <= row.sequence) {
      newest.set(row.ordering_key, row);
      return [];
    }
    return [
      `${row.entry_id} reached the books after ${before.entry_id}, which was entered later under the same key`,
    ];
  });
}

/** Whatever waits says why, and since or until when. */
export function reasonGiven({ rows }: History): string[] {
  return rows.flatMap((row) => {
    if (row.state === "retry_wait" && (row.last_error ?? "") === "")
      return [`${row.entry_id} waits and says no reason`];
    if (row.state === "retry_wait" && row.next_attempt_at <= 0)
      return [`${row.entry_id} waits and has no date`];
    const needsWords = row.state === "outcome_unknown" || row.state === "dead_letter";
    if (needsWords && (row.last_error ?? "") === "")
      return [`${row.entry_id} is ${row.state} and says no reason`];
    return row.changed_at > 0 ? [] : [`${row.entry_id} has no date`];
  });
}

/** The chain holds from its first row to its last, and every act that was answered is in it. */
export function auditIntact({ audit, audited }: History): string[] {
  const wrong: string[] = [];
  let before = { sequence: 0, hash: "0".repeat(64) };
  for (const row of audit) {
    const said = [row.sequence, row.at, row.user_id, row.device_id, row.action, row.subject, row.details];
    const hash = sha256(`${row.previous_hash}\n${JSON.stringify(said)}`);
    if (row.sequence !== before.sequence + 1 || row.previous_hash !== before.hash || row.hash !== hash)
      wrong.push(`the audit's chain breaks at row ${row.sequence}`);
    before = row;
  }
  const there = new Map<string, number>();
  const count = (act: string, by: number) => there.set(act, (there.get(act) ?? 0) + by);
  for (const row of audit) {
    count(`${row.action} ${row.subject}`, 1);
    const details: unknown = JSON.parse(row.details);
    if (typeof details === "object" && details !== null && "entryId" in details)
      count(`${row.action} ${String(details.entryId)}`, 1);
  }
  for (const act of audited) {
    count(act, -1);
    if ((there.get(act) ?? 0) < 0) wrong.push(`the audit doesn't hold "${act}", which was answered`);
  }
  return wrong;
}

/** Of every line of a purchase: bought less returned less waiting is left, by the entries that stand, to the piece. */
export function leftAddsUp({ rows, given, bought }: History): string[] {
  const returned = new Map<string, number>();
  const waiting = new Map<string, number>();
  for (const { state, request_body } of rows) {
    if (state === "discarded") continue;
    const sums = state === "confirmed" ? returned : waiting;
    const note = /"note"\s*:\s*"([^"]{0,40})"/.exec(request_body)?.[1] ?? "";
    for (const { documentNo, row, pieces } of given.get(note) ?? []) {
      const key = `${documentNo} ${row}`;
      sums.set(key, (sums.get(key) ?? 0) + pieces);
    }
  }
  const isOf = (cartons: string | null, pieces: number): boolean =>
    cartons !== null && new Big(cartons).minus(new Big(pieces).div(PIECES_OF_CARTON)).abs().lt(0.000_001);
  return bought.flatMap((line) => {
    const key = `${line.documentNo} ${line.row}`;
    const [back, waits] = [returned.get(key) ?? 0, waiting.get(key) ?? 0];
    const left = BOUGHT_PIECES - back - waits;
    if (line.leftInBase === String(left) && isOf(line.returned, back) && isOf(line.waiting, waits)) return [];
    return [
      `of ${key} ${left} pieces are left (${back} returned, ${waits} waiting), and the engine says ${line.leftInBase} (${line.returned} and ${line.waiting} cartons)`,
    ];
  });
}

const numberIn = (name: string, json: string | null): number | null => {
  const found = new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(json ?? "")?.[1];
  return found === undefined ? null : Number(found);
};

/** Every return and every edit in the books has the user id of who entered it. */
export function enteredByThem({ applied, enteredBy }: History): string[] {
  return applied.flatMap(({ operation, body, n }) => {
    if (operation !== "purchaseReturn" && operation !== "taxVoucher") return [];
    const note = /"note"\s*:\s*"([^"]{0,40})"/.exec(body)?.[1] ?? "";
    const userId = numberIn("creatorUserId", body);
    return userId !== null && enteredBy.get(note)?.has(userId)
      ? []
      : [`row ${n} of the books, "${note}", is of user ${userId}, who did not enter it`];
  });
}

/** What a cashier enters besides returns was approved by another person. */
export function approvedByAnother({ rows }: History): string[] {
  return rows.flatMap(({ entry_id, kind, person, approver }) => {
    if (kind === "purchaseReturn" || numberIn("userId", person) !== STAFF.cashier.userId) return [];
    const by = numberIn("userId", approver);
    return by === STAFF.manager.userId || by === STAFF.owner.userId
      ? []
      : [`${entry_id} was entered by a cashier and approved by ${by === null ? "nobody" : by}`];
  });
}

export const INVARIANTS = {
  nothingLost,
  endedRightly,
  confirmedWithEvidence,
  confirmedIsInBooks,
  mirrorIsOurs,
  mirrorIsNewest,
  waitsAsAsked,
  sameBytes,
  resentWithLicence,
  noneTwice,
  correctedWasNotSent,
  orderKept,
  reasonGiven,
  leftAddsUp,
  auditIntact,
  enteredByThem,
  approvedByAnother,
} as const;

/** Everything that is wrong, each with the name of what it breaks. */
export const problemsOf = (history: History): string[] =>
  Object.entries(INVARIANTS).flatMap(([name, check]) => check(history).map((words) => `${name}: ${words}`));
