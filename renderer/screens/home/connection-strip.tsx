import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { useNow } from "../../lib/use-now.ts";
import { connectionHours, type HourState } from "./connection-hours.ts";
import classes from "./connection-strip.module.css";
import { linkHealth, type RecentAttempt } from "./link-health.ts";

/** How many attempts the engine tells of at most. */
const TOLD = 100;
const KEYS = ["answered", "serviceTrouble", "noLink"] as const satisfies HourState[];

/** The last 24 hours of the connection: an hour each, told apart by pattern and not by colour alone. */
export function ConnectionStrip({ attempts }: { attempts: RecentAttempt[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const hours = connectionHours(attempts, now, attempts.length < TOLD);
  const { answered, total, median } = linkHealth(attempts);
  const time = (at: number) => formats.time(new Date(at).toISOString());
  return (
    <section className="note min-w-0 pad-y-8" aria-label={t("home.health.title")}>
      <p className="before-8">
        <span className="ink strong">{t("home.health.title")}</span>{" "}
        {total === 0 ? t("home.health.none") : t("home.health.answered", { answered, count: total })}{" "}
        {median === null ? null : t("home.health.median", { median: formats.duration(median) })}
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
              <span key={state} className={`${classes.key} inline gap-6`}>
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
