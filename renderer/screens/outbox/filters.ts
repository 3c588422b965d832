/** Which entries the list shows. */
import { ENTRY_STATES, type EntryState } from "../../../contract/channels/common.ts";
import type { SyncStatus } from "../../../contract/channels/connection.ts";

export type Filter = "open" | "decide" | "withoutEvidence" | "all" | EntryState;

export const FILTERS: readonly Filter[] = ["open", "decide", "withoutEvidence", ...ENTRY_STATES, "all"];

const OPEN = ["pending", "in_flight", "retry_wait", "outcome_unknown", "dead_letter"] as const;
const DECIDE = ["outcome_unknown", "dead_letter"] as const;

/** The states of a filter; undefined for all of them. */
export function statesOf(filter: Filter): EntryState[] | undefined {
  if (filter === "all" || filter === "withoutEvidence") return undefined;
  if (filter === "open") return [...OPEN];
  if (filter === "decide") return [...DECIDE];
  return [filter];
}

/** How many entries a filter shows, where the engine keeps count; null where it doesn't. */
export function countOf(filter: Filter, counts: SyncStatus["counts"] | undefined): number | null {
  if (counts === undefined || filter === "all" || filter === "withoutEvidence") return null;
  if (filter === "confirmed" || filter === "discarded") return null;
  if (filter === "open") return OPEN.reduce((sum, state) => sum + counts[state], 0);
  if (filter === "decide") return DECIDE.reduce((sum, state) => sum + counts[state], 0);
  return counts[filter];
}
