/** Which entries the list shows. */
import { ENTRY_STATES, type EntryState } from "../../../contract/channels/common.ts";
import type { SyncStatus } from "../../../contract/channels/connection.ts";
import type { ChannelInput } from "../../../contract/channels.ts";
import { OPEN_STATES, UNDECIDED_STATES } from "../../../contract/open-states.ts";

export type Filter = "open" | "decide" | "withoutEvidence" | "all" | "corrected" | EntryState;

export const FILTERS: readonly Filter[] = [
  "open",
  "decide",
  "withoutEvidence",
  ...ENTRY_STATES,
  "corrected",
  "all",
];

/** The states of a filter; undefined for all of them. */
export function statesOf(filter: Filter): EntryState[] | undefined {
  if (filter === "all" || filter === "withoutEvidence") return undefined;
  if (filter === "open") return [...OPEN_STATES];
  if (filter === "decide") return [...UNDECIDED_STATES];
  return [filter === "corrected" ? "discarded" : filter];
}

/** What a filter asks the engine for. An entry that was replaced by a corrected one is no discarded one. */
export function askedFor(
  filter: Filter,
): Pick<ChannelInput<"outbox.list">, "states" | "corrected" | "withoutEvidence"> {
  if (filter === "withoutEvidence") return { withoutEvidence: true };
  if (filter === "corrected" || filter === "discarded") return { corrected: filter === "corrected" };
  const states = statesOf(filter);
  return states === undefined ? {} : { states };
}

/** How many entries a filter shows, where the engine keeps count; null where it doesn't. */
export function countOf(filter: Filter, counts: SyncStatus["counts"] | undefined): number | null {
  if (counts === undefined || filter === "all" || filter === "withoutEvidence") return null;
  if (filter === "confirmed" || filter === "discarded" || filter === "corrected") return null;
  if (filter === "open") return OPEN_STATES.reduce((sum, state) => sum + counts[state], 0);
  if (filter === "decide") return UNDECIDED_STATES.reduce((sum, state) => sum + counts[state], 0);
  return counts[filter];
}
