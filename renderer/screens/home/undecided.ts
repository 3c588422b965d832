import type { ChannelInput } from "../../../contract/channels.ts";

/** Home's question for the entries that only a person can move; the start asks it too. */
export const UNDECIDED: ChannelInput<"outbox.list"> = {
  states: ["outcome_unknown", "dead_letter"],
  limit: 4,
};
