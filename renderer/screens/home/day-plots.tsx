import { VisuallyHidden } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { medianOf } from "../../../contract/median.ts";
import { useFormats } from "../../client/settings.ts";
import { LazyPlot } from "../../ui/plot/lazy-plot.tsx";
import classes from "./home.module.css";

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
    if (value === null) return t("state.noAnswer");
    return of === "returns" ? formats.count(value) : formats.duration(value);
  };
  const wordsOf = (index: number) => `${formats.date(dayAt(index))}: ${valueWords(index)}`;
  return (
    <figure className="min-w-0 flush">
      <figcaption>
        <span className="ink strong">{t(`home.plots.${of}`)}</span>{" "}
        {of === "returns"
          ? t("home.plots.usual.returns", { median: formats.count(median) })
          : t("home.plots.usual.answers", { duration: formats.duration(median) })}
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

// What Home's plots of the last days are drawn from. Pure.

export type Day = ChannelOutput<"outbox.summary">["days"][number];

/** With fewer days that have a value a plot tells less than its words. */
const LEAST_DAYS = 3;
/** From here on the highest value would flatten all others. */
const FLATTENS = 20;
/** The days whose dates stand below, away from both ends. */
const MARKED = [2, 7, 11];

interface DayPlot {
  across: number[];
  values: (number | null)[];
  from: { across: [number, number]; up: [number, number] };
  marks: { across: number[]; up: number[] };
  logarithmic: boolean;
  median: number;
}

/** The next of 1, 2, 5, 10, 20 … that is not below. */
function roundUp(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * ten).find((step) => step >= value) ?? ten * 10;
}

const slots = (days: readonly Day[]): Pick<DayPlot, "across"> & { ends: [number, number] } => ({
  across: days.map((_, index) => index),
  ends: [-0.5, days.length - 0.5],
});

const marked = (days: readonly Day[]): number[] => MARKED.filter((index) => index < days.length);

/** The returns that were entered each day; null where there are too few days of them. */
export function returnsPlot(days: readonly Day[]): DayPlot | null {
  const values = days.map(({ purchaseReturns }) => purchaseReturns);
  const filled = values.filter((value) => value > 0);
  const median = medianOf(filled);
  if (median === null || filled.length < LEAST_DAYS) return null;
  const top = roundUp(Math.max(...filled));
  const { across, ends } = slots(days);
  const up = [0, ...(top % 2 === 0 ? [top / 2] : []), top];
  return {
    across,
    values,
    from: { across: ends, up: [0, top] },
    marks: { across: marked(days), up },
    logarithmic: false,
    median,
  };
}

/** The median answer time of each day, in milliseconds; in powers of ten where one day flattens all others. */
export function answersPlot(days: readonly Day[]): DayPlot | null {
  // What took no measurable time took less than one.
  const values = days.map(({ answerMs }) => (answerMs === null ? null : Math.max(1, answerMs)));
  const known = values.filter((value) => value !== null);
  const median = medianOf(known);
  if (median === null || known.length < LEAST_DAYS) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const { across, ends } = slots(days);
  const logarithmic = most > FLATTENS * median;
  const [low, high] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  const up = logarithmic
    ? Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
    : [0, roundUp(most) / 2, roundUp(most)];
  return {
    across,
    values,
    from: { across: ends, up: [up[0] ?? 0, up.at(-1) ?? 1] },
    marks: { across: marked(days), up },
    logarithmic,
    median,
  };
}
