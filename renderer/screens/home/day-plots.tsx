import { VisuallyHidden } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { LazyPlot } from "../../ui/plot/lazy-plot.tsx";
import classes from "./day-plots.module.css";
import { answersPlot, type Day, type DayPlot, returnsPlot } from "./last-days.ts";

const PLOT_REM = 7;

interface FigureProps {
  of: "returns" | "answers";
  days: readonly Day[];
  plot: DayPlot;
}

function Figure({ of, days, plot }: FigureProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { marks, median } = plot;
  const dayAt = (index: number) => days[index]?.date ?? "";
  const words = useMemo(
    () => ({
      across: marks.across.map((at) => ({ at, words: formats.dayAndMonth(days[at]?.date ?? "") })),
      up: marks.up.map((at) => ({ at, words: formats.count(at) })),
    }),
    [marks, days, formats],
  );
  const valueWords = (index: number): string => {
    const value = plot.values[index] ?? null;
    if (value === null) return t("home.plots.none");
    return of === "returns" ? formats.count(value) : formats.duration(value);
  };
  const wordsOf = (index: number) => `${formats.date(dayAt(index))}: ${valueWords(index)}`;
  return (
    <figure className="min-w-0 flush">
      <figcaption>
        <span className="ink strong">{t(`home.plots.${of}`)}</span>{" "}
        {t("home.plots.usual", {
          median: of === "returns" ? formats.count(median) : formats.duration(median),
        })}
      </figcaption>
      <LazyPlot
        {...plot}
        marks={words}
        label={t(`home.plots.${of}Label`)}
        shape={of === "returns" ? "bars" : "dots"}
        level={median}
        blockRem={PLOT_REM}
        wordsOf={wordsOf}
        readout={(index) => (
          <>
            <bdi>{formats.date(dayAt(index))}</bdi>
            <strong>{valueWords(index)}</strong>
          </>
        )}
      />
      <VisuallyHidden>
        <ul>
          {days.map(({ date }, index) => (
            <li key={date}>{wordsOf(index)}</li>
          ))}
        </ul>
      </VisuallyHidden>
    </figure>
  );
}

/** The returns and the answer times of the last days; neither is shown with fewer than three days of values. */
export default function DayPlots({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation();
  const returns = useMemo(() => returnsPlot(days), [days]);
  const answers = useMemo(() => answersPlot(days), [days]);
  if (returns === null && answers === null) return null;
  return (
    <section
      className={`${classes.plots} note grid min-w-0`}
      aria-label={t("home.plots.title")}
      data-testid="home-plots"
    >
      {returns === null ? null : <Figure of="returns" days={days} plot={returns} />}
      {answers === null ? null : <Figure of="answers" days={days} plot={answers} />}
    </section>
  );
}
