import { useTranslation } from "react-i18next";
import type { Outcome } from "../../../contract/channels/posting.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { medianOf } from "../../../contract/median.ts";
import { useFormats } from "../../client/settings.ts";
import { useNow } from "../../lib/time.ts";
import classes from "./home.module.css";

/** How many attempts the engine lists at most. */
const MOST_ATTEMPTS = 100;
const KEYS = ["answered", "serviceTrouble", "noLink"] as const satisfies HourState[];

/** The last 24 hours of the connection: an hour each, distinguished by pattern and not by colour alone. */
export function ConnectionStrip({ attempts }: { attempts: RecentAttempt[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const hours = connectionHours(attempts, now, attempts.length < MOST_ATTEMPTS);
  const { answered, total, median } = linkHealth(attempts);
  const time = (at: number) => formats.time(new Date(at).toISOString());
  return (
    <section className="note min-w-0 pad-y-8" aria-label={t("home.health.title")}>
      <p className="before-8">
        <span className="ink strong">{t("home.health.title")}</span>{" "}
        {total === 0 ? t("home.health.none") : t("home.health.answered", { answered, count: total })}{" "}
        {median === null ? null : t("home.health.median", { duration: formats.duration(median) })}
      </p>
      {total === 0 ? null : (
        <>
          <ol className="flex gap-4 list">
            {hours.map(({ startsAt, state, answered: yes, total: all }) => (
              <li
                key={startsAt}
                className={`${classes.hour} grow edged`}
                data-state={state}
                title={t(`home.health.hour.${state}`, {
                  from: time(startsAt),
                  answered: formats.count(yes),
                  total: formats.count(all),
                })}
              />
            ))}
          </ol>
          <p className="wrap between gap-0-16 after-4">
            <span>{t("home.health.dayAgo")}</span>
            {KEYS.map((state) => (
              <span key={state} className={`${classes.hourKey} inline gap-6`}>
                <span className={`${classes.hour} grow edged`} data-state={state} aria-hidden="true" />
                {t(`home.health.${state}Key`)}
              </span>
            ))}
            <span>{t("home.health.now")}</span>
          </p>
        </>
      )}
    </section>
  );
}

// What the last attempts say of the connection, hour by hour. Pure.

const HOUR_MS = 3_600_000;
export const HOURS = 24;

/** Not counted: the attempts that are known begin later. */
type HourState = "quiet" | "answered" | "serviceTrouble" | "noLink" | "notCounted";

interface Hour {
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

// What the last attempts say of the link.

export type RecentAttempt = ChannelOutput<"outbox.summary">["recentAttempts"][number];
export type Fate = "answered" | "serviceTrouble" | "noLink";

const FATES: Record<Outcome, Fate> = {
  no_connection: "noLink",
  accepted: "answered",
  accepted_not_understood: "answered",
  no_evidence: "serviceTrouble",
  sign_in_needed: "answered",
  asked_to_wait: "serviceTrouble",
  refused: "answered",
  redirected: "serviceTrouble",
  redirected_unknown: "serviceTrouble",
  service_refused: "serviceTrouble",
  server_error: "serviceTrouble",
  answer_lost: "serviceTrouble",
  interrupted: "serviceTrouble",
  answer_not_read: "serviceTrouble",
};

/** A refusal is an answer too: the link did its part. */
export const fateOf = (outcome: Outcome): Fate => FATES[outcome];

interface LinkHealth {
  answered: number;
  total: number;
  /** Of the answered ones, in milliseconds; null where none was. */
  median: number | null;
}

/** How many were answered, and how fast. */
export function linkHealth(attempts: RecentAttempt[]): LinkHealth {
  const times = attempts
    .filter(({ outcome }) => fateOf(outcome) === "answered")
    .map(({ elapsedMs }) => elapsedMs);
  return {
    answered: times.length,
    total: attempts.length,
    median: medianOf(times),
  };
}
