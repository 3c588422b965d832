/** What Home asks of the entries: the page does at a start, and the engine when it closes, for the next start. */
import type { ChannelInput } from "./channels.ts";
import { UNDECIDED_STATES } from "./entry-states.ts";

/** Those that only a person can move. */
export const UNDECIDED: ChannelInput<"outbox.list"> = { states: [...UNDECIDED_STATES], limit: 4 };

/** The newest, of which Home shows those of today. */
export const NEWEST: ChannelInput<"outbox.list"> = { limit: 12 };
