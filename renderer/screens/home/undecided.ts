import type { ChannelInput } from "../../../contract/channels.ts";
import { UNDECIDED_STATES } from "../../../contract/open-states.ts";

/** Home's question for the entries that only a person can move; the start asks it too. */
export const UNDECIDED: ChannelInput<"outbox.list"> = {
  states: [...UNDECIDED_STATES],
  limit: 4,
};

/** The newest entries, of which Home shows those of today; the start asks them too. */
export const NEWEST: ChannelInput<"outbox.list"> = { limit: 12 };
