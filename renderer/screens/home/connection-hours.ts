/** What the last attempts say of the connection, hour by hour. Pure. */
import { fateOf, type RecentAttempt } from "./link-health.ts";

const HOUR_MS = 3_600_000;
export const HOURS = 24;

/** Not counted: the attempts that are known begin later. */
export type HourState = "quiet" | "answered" | "serviceTrouble" | "noLink" | "notCounted";

export interface Hour {
  startsAt: number;
  state: HourState;
  answered: number;
  total: number;
}

/** The worst of an hour is what it shows; without attempts it is quiet. */
function stateOf(attempts: readonly RecentAttempt[]): HourState {
  const fates = attempts.map(({ outcome }) => fateOf(outcome));
  if (fates.includes("noLink")) return "noLink";
  if (fates.includes("serviceTrouble")) return "serviceTrouble";
  return fates.length === 0 ? "quiet" : "answered";
}

/**
 * The 24 hours before `now` (milliseconds since 1970), oldest first. `isAll`: the attempts are all there are; otherwise
 * nothing is known of the hours before the first of them.
 */
export function connectionHours(attempts: readonly RecentAttempt[], now: number, isAll: boolean): Hour[] {
  const timed = attempts.map((attempt) => ({ attempt, at: Date.parse(attempt.startedAt) }));
  const first = isAll ? Number.NEGATIVE_INFINITY : Math.min(now, ...timed.map(({ at }) => at));
  return Array.from({ length: HOURS }, (_, index) => {
    const startsAt = now - (HOURS - index) * HOUR_MS;
    const within = timed
      .filter(({ at }) => at >= startsAt && (at < startsAt + HOUR_MS || index === HOURS - 1))
      .map(({ attempt }) => attempt);
    const answered = within.filter(({ outcome }) => fateOf(outcome) === "answered").length;
    const isKnown = within.length > 0 || startsAt >= first;
    return { startsAt, answered, total: within.length, state: isKnown ? stateOf(within) : "notCounted" };
  });
}
