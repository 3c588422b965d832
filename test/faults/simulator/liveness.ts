/** Nothing waits for ever: pure checks of what must have gone on by a time. */
import type { EntryFact } from "./history.ts";
import { HOLDS_UP } from "./invariants.ts";

const isBlocked = (row: EntryFact, rows: readonly EntryFact[]): boolean =>
  rows.some(
    (other) =>
      other.sequence < row.sequence &&
      other.ordering_key === row.ordering_key &&
      HOLDS_UP.includes(other.state),
  );

/** The longest that any wait may be: ten minutes asked for, five of backoff. */
const LONGEST_WAIT_MS = 920_000;

/** A clock that was set back is noticed with the next look at the link. */
const NOTICES_A_JUMP_MS = 60_000;

/**
 * While everything has been well for `calmMs` (the link, the service, the disk, the clock, a token, nobody paused):
 * nothing that may be sent is still there, and nothing waits for a time that nobody set.
 */
export function stuckOf(rows: readonly EntryFact[], wallNow: number, calmMs: number): string[] {
  return rows.flatMap((row) => {
    if (row.state !== "pending" && row.state !== "retry_wait") return [];
    if (calmMs > NOTICES_A_JUMP_MS && row.next_attempt_at > wallNow + LONGEST_WAIT_MS)
      return [
        `${row.entry_id} waits until ${new Date(row.next_attempt_at).toISOString()}, and nobody asked for that`,
      ];
    const dueFor = wallNow - Math.max(row.next_attempt_at, row.changed_at);
    if (isBlocked(row, rows) || calmMs < 600_000 || dueFor < 600_000) return [];
    return [`${row.entry_id} has been ${row.state} and due for ${dueFor} ms, and nothing keeps it`];
  });
}

/**
 * After a long calm every entry is final, or waits for a person, or for an earlier entry that does. Of three that are
 * refused alike, with nothing else to send, one is believed and the others go on being tried for as long as a person has
 * settled none of them; after ten tries a person is notified (decision 29).
 */
export function unfinishedOf(rows: readonly EntryFact[]): string[] {
  const isRefusedAlike = (row: EntryFact): boolean =>
    row.state === "retry_wait" && row.last_outcome === "service_refused" && row.attempts > 0;
  const isBelieved = (row: EntryFact): boolean =>
    row.state === "dead_letter" && (row.last_outcome === "refused" || row.last_outcome === "redirected");
  const mayBeTried = rows.filter((row) => isRefusedAlike(row) || isBelieved(row)).length >= 3;
  return rows
    .filter((row) => !(mayBeTried && isRefusedAlike(row)))
    .filter(({ state }) => state === "pending" || state === "in_flight" || state === "retry_wait")
    .filter((row) => row.state === "in_flight" || !isBlocked(row, rows))
    .map(
      (row) =>
        `${row.entry_id} is still ${row.state} (${row.last_outcome ?? "never sent"}) after a long calm`,
    );
}
