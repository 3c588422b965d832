import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { Panel } from "../../ui/panel.tsx";
import { type Fate, fateOf, linkHealth, type RecentAttempt } from "./link-health.ts";
import classes from "./plots.module.css";

const SHOWN = 60;
const KEYS: readonly Fate[] = ["answered", "serviceTrouble", "noConnection"];

/** The last attempts: each a stroke, as tall as its answer took, told apart by shape and not by colour alone. */
export function LinkPanel({ attempts }: { attempts: RecentAttempt[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const health = linkHealth(attempts);
  const shown = [...attempts].sort((a, b) => a.startedAt.localeCompare(b.startedAt)).slice(-SHOWN);
  const longest = Math.max(1, ...shown.map(({ elapsedMs }) => elapsedMs));
  const tall = (attempt: RecentAttempt) =>
    fateOf(attempt.outcome) === "noConnection"
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
        {t("home.health.answered", { answered: health.answered, total: health.total })}{" "}
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
