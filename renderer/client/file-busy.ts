/** The connection's file while it is not open: read out of a refusal. Not by its schema: the first screen loads none. */
import type { FileBusy } from "../../contract/channels/connection.ts";
import { isRecord } from "../../contract/is-record.ts";
import { openCounts } from "../../contract/open-states.ts";
import { replyErrorOf } from "./api.ts";

const STATES: readonly FileBusy["state"][] = ["opening", "recovering", "waiting"];

function countsOf(value: unknown): FileBusy["counts"] {
  if (!isRecord(value)) return null;
  return openCounts((state) => {
    const count = value[state];
    return typeof count === "number" ? count : 0;
  });
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
