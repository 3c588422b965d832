/** Whether the status tells the truth, as a pure function: it returns every word of it that isn't so. */
import type { SyncStatus } from "../../../contract/channels/connection.ts";

/** What is so, found without asking the engine. */
export interface Facts {
  /** Rows in each state, counted in the file. */
  counts: SyncStatus["counts"];
  /** When the first of all that is unsettled was entered. */
  oldestUnsentAt: number | null;
  needsAttention: number;
  lastConfirmedAt: number | null;
  /** Null where nobody can know: the call that set it was never answered. */
  paused: boolean | null;
  signInNeeded: boolean;
  /** As the wire saw it: no connection tried yet, none could be opened, or what the service has shown itself to be. */
  link: "untried" | "none" | "well" | "service_trouble" | "unclear";
  lastContactAt: number | null;
  /** Requests under way; null while the disk takes no results. */
  open: number | null;
  /** For how long the link has let nothing, or everything, pass; null while it does neither. */
  linkHas: { been: "down" | "fair"; forMs: number } | null;
}

/** An idle link is looked at every 30 s, a try takes up to two minutes, and a look up to 10 s. */
const ONLINE_MAY_BE_STALE_MS = 160_000;
/** The longest backoff is five minutes. */
const OFFLINE_MAY_BE_STALE_MS = 400_000;

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function stateOf(facts: Facts): SyncStatus["state"] {
  if (facts.paused === true) return "paused";
  if (facts.signInNeeded) return "sign_in_needed";
  if (facts.link === "well") return "online";
  return facts.link === "service_trouble" || facts.link === "unclear" ? "service_trouble" : "offline";
}

export function untruthsOf(status: SyncStatus, facts: Facts): string[] {
  const wrong: string[] = [];
  const same = (what: string, said: unknown, is: unknown): void => {
    if (said !== is) wrong.push(`the status says ${what} ${String(said)} and it is ${String(is)}`);
  };
  for (const state of ["pending", "in_flight", "retry_wait", "outcome_unknown", "dead_letter"] as const)
    same(state, status.counts[state], facts.counts[state]);
  same("the oldest unsent is of", status.oldestUnsentAt, iso(facts.oldestUnsentAt));
  same("so many need attention:", status.needsAttention, facts.needsAttention);
  same("the last was confirmed at", status.lastConfirmedAt, iso(facts.lastConfirmedAt));
  same("the last contact was at", status.lastContactAt, iso(facts.lastContactAt));
  const isEither =
    facts.link === "unclear" &&
    facts.paused !== true &&
    !facts.signInNeeded &&
    ["online", "service_trouble"].includes(status.state);
  if (facts.paused !== null && !isEither) same("sending is", status.state, stateOf(facts));
  if (facts.open !== null) same("under way are", status.counts.in_flight, facts.open);
  const been = facts.linkHas;
  if (been?.been === "down" && been.forMs > ONLINE_MAY_BE_STALE_MS && status.state === "online")
    wrong.push(`the status says online and the link has been down for ${been.forMs} ms`);
  if (been?.been === "fair" && been.forMs > OFFLINE_MAY_BE_STALE_MS && status.state === "offline")
    wrong.push(`the status says offline and the link has been fair for ${been.forMs} ms`);
  return wrong;
}
