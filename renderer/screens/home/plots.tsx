/** What is drawn of the last days: the returns entered, and the attempts to send. */
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Panel } from "../../ui/panel.tsx";
import { type Fate, fateOf, linkHealth, type RecentAttempt } from "./link-health.ts";
import classes from "./plots.module.css";

const SHOWN = 60;
const KEYS: readonly Fate[] = ["answered", "serviceTrouble", "noLink"];

/** The last attempts: each a stroke, as tall as its answer took, told apart by shape and not by colour alone. */
export function LinkPanel({ attempts }: { attempts: RecentAttempt[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const health = linkHealth(attempts);
  const shown = [...attempts].sort((a, b) => a.startedAt.localeCompare(b.startedAt)).slice(-SHOWN);
  const longest = Math.max(1, ...shown.map(({ elapsedMs }) => elapsedMs));
  const tall = (attempt: RecentAttempt) =>
    fateOf(attempt.outcome) === "noLink"
      ? 0.375
      : Math.max(0.375, Math.sqrt(attempt.elapsedMs / longest) * 4.5);
  if (attempts.length === 0)
    return (
      <Panel title={t("home.health.title")}>
        <p className={classes.quiet}>{t("home.health.none")}</p>
      </Panel>
    );
  return (
    <Panel title={t("home.health.title")}>
      <p className={classes.words}>
        {t("home.health.answered", { answered: health.answered, count: health.total })}{" "}
        {health.median === null || health.slowest === null
          ? null
          : t("home.health.times", {
              median: formats.duration(health.median),
              slowest: formats.duration(health.slowest),
            })}
      </p>
      <div className={classes.strokes} role="img" aria-label={t("home.health.plot")}>
        {shown.map((attempt) => (
          <span
            key={attempt.startedAt}
            className={classes.stroke}
            data-fate={fateOf(attempt.outcome)}
            title={`${formats.dateTime(attempt.startedAt)} · ${formats.duration(attempt.elapsedMs)}`}
            style={{ blockSize: `${tall(attempt)}rem` }}
          />
        ))}
      </div>
      <ul className={classes.key}>
        {KEYS.map((fate) => (
          <li key={fate}>
            <span className={classes.stroke} data-fate={fate} aria-hidden="true" />
            {t(`home.health.${fate}Key`)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Purchase returns a day. Drawn as a list of bars, so it reads in both directions and to a screen reader. */
export function ReturnsPanel({ days }: { days: ChannelOutput<"outbox.summary">["days"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const total = days.reduce((sum, day) => sum + day.purchaseReturns, 0);
  const most = Math.max(1, ...days.map((day) => day.purchaseReturns));
  return (
    <Panel
      title={t("home.days.title", { count: days.length })}
      aside={t("home.days.total", { count: total })}
    >
      {total === 0 ? (
        <p className={classes.quiet}>{t("home.days.none")}</p>
      ) : (
        <ol className={classes.bars}>
          {days.map((day, at) => (
            <li
              key={day.date}
              className={classes.day}
              aria-label={t("home.days.day", {
                date: formats.date(day.date),
                number: formats.count(day.purchaseReturns),
              })}
              title={formats.date(day.date)}
            >
              <span className={classes.value} aria-hidden="true">
                {day.purchaseReturns === 0 ? "" : formats.count(day.purchaseReturns)}
              </span>
              <span
                className={classes.bar}
                data-today={at === days.length - 1}
                style={{ blockSize: `${(day.purchaseReturns / most) * 6}rem` }}
              />
              <span className={classes.tick} aria-hidden="true">
                {at % 2 === 1 ? formats.dayAndMonth(day.date) : ""}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
