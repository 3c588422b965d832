/** The states of an entry that is not settled, and what a person may decide in them. Loads no schema. */

/** Everything that the service hasn't taken and no person has settled. */
export const OPEN_STATES = ["pending", "in_flight", "retry_wait", "outcome_unknown", "dead_letter"] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/** Only a person moves it on. As it went out, it may also be recorded by hand. */
export const UNDECIDED_STATES = ["outcome_unknown", "dead_letter"] as const satisfies OpenState[];

/** A person may send it again, or discard it: nothing of it is under way. */
export const DECIDABLE_STATES = ["pending", "retry_wait", ...UNDECIDED_STATES] as const satisfies OpenState[];
export type DecidableState = (typeof DECIDABLE_STATES)[number];

/** One number for each open state. */
export const openCounts = (count: (state: OpenState) => number): Record<OpenState, number> => ({
  pending: count("pending"),
  in_flight: count("in_flight"),
  retry_wait: count("retry_wait"),
  outcome_unknown: count("outcome_unknown"),
  dead_letter: count("dead_letter"),
});
