/** The connection's file while it is not open: read out of a refusal. Not by its schema: the first screen loads none. */
import type { FileBusy } from "../../contract/channels/connection.ts";
import { replyErrorOf } from "./api.ts";

const STATES: readonly FileBusy["state"][] = ["opening", "recovering", "waiting"];
const COUNTS = ["pending", "in_flight", "retry_wait", "outcome_unknown", "dead_letter"] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function countsOf(value: unknown): FileBusy["counts"] {
  if (!isRecord(value)) return null;
  const [pending, in_flight, retry_wait, outcome_unknown, dead_letter] = COUNTS.map((name) => {
    const count = value[name];
    return typeof count === "number" ? count : 0;
  });
  return {
    pending: pending ?? 0,
    in_flight: in_flight ?? 0,
    retry_wait: retry_wait ?? 0,
    outcome_unknown: outcome_unknown ?? 0,
    dead_letter: dead_letter ?? 0,
  };
}

/** What a refusal says of the file; null where it is about something else. */
export function fileBusyOf(error: unknown): FileBusy | null {
  const { code, details } = replyErrorOf(error);
  const state = STATES.find((known) => known === details.state);
  if (code !== "storage_busy" || state === undefined) return null;
  const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    state,
    counts: countsOf(details.counts),
    oldestUnsentAt: textOf(details.oldestUnsentAt),
    knownAt: textOf(details.knownAt),
    cause: textOf(details.cause),
  };
}
