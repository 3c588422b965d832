import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./plots.module.css";

/** Purchase returns a day. Drawn as a list of bars, so it reads in both directions and to a screen reader. */
export function ReturnsPanel({ days }: { days: ChannelOutput<"outbox.summary">["days"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const total = days.reduce((sum, day) => sum + day.purchaseReturns, 0);
  const most = Math.max(1, ...days.map((day) => day.purchaseReturns));
  return (
    <Panel title={t("home.days.title")} aside={t("home.days.total", { count: total })}>
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
