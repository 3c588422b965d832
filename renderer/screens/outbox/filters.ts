/** Which entries the list shows: three lanes, and all. */
import type { EntryState } from "../../../contract/channels/common.ts";
import type { SyncStatus } from "../../../contract/channels/connection.ts";
import type { ChannelInput } from "../../../contract/channels.ts";
import { UNDECIDED_STATES } from "../../../contract/open-states.ts";

export const FILTERS = ["decide", "onTheWay", "done", "all"] as const;
export type Filter = (typeof FILTERS)[number];

const ON_THE_WAY = ["pending", "in_flight", "retry_wait"] as const satisfies EntryState[];

/** What a filter asks the engine for. */
export function askedFor(filter: Filter): Pick<ChannelInput<"outbox.list">, "states"> {
  switch (filter) {
    case "decide":
      return { states: [...UNDECIDED_STATES] };
    case "onTheWay":
      return { states: [...ON_THE_WAY] };
    case "done":
      return { states: ["confirmed", "discarded"] };
    case "all":
      return {};
  }
}

type Counts = SyncStatus["counts"];

/** How many entries a filter shows, where the engine keeps count; null where it doesn't. */
export function countOf(filter: Filter, counts: Counts | undefined): number | null {
  if (counts === undefined) return null;
  if (filter === "decide") return UNDECIDED_STATES.reduce((sum, state) => sum + counts[state], 0);
  if (filter === "onTheWay") return ON_THE_WAY.reduce((sum, state) => sum + counts[state], 0);
  return null;
}

/** Where the outbox opens: with what waits for a person, else with what is on its way, else with all. */
export const firstFilter = (counts: Counts | undefined): Filter =>
  (["decide", "onTheWay"] as const).find((filter) => (countOf(filter, counts) ?? 0) > 0) ?? "all";

const NAMED: Readonly<Record<string, Filter>> = {
  "to-decide": "decide",
  all: "all",
};

/** The filters that a link may name in its query, as in `/outbox?to-decide`. */
export const filterNamed = (query: string): Filter | null => NAMED[query] ?? null;
