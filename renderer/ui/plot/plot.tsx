import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useSettings } from "../../client/settings.ts";
import classes from "./plot.module.css";
import { moved } from "./shares.ts";

/** A place on an axis, and its words. */
export interface Mark {
  at: number;
  words: string;
}

export interface PlotProps {
  label: string;
  /** "steps": level until the next value; "bars" begin at zero; "dots" know nothing between them. */
  shape: "steps" | "bars" | "dots";
  /** Where each value is across, rising; the same array as long as they are the same. */
  across: readonly number[];
  /** Null where none is known. */
  values: readonly (number | null)[];
  /** The ends of the scale across and upwards. */
  from: { across: readonly [number, number]; up: readonly [number, number] };
  /** Powers of ten upwards. */
  logarithmic?: boolean;
  marks: { across: readonly Mark[]; up: readonly Mark[] };
  /** A dashed line at this height. */
  level?: number | null;
  /** The words of a value, for a screen reader. */
  wordsOf: (index: number) => string;
  /** The value that the pointer or a key chose, exactly; the newest where neither did. */
  readout: (index: number) => ReactNode;
  blockRem: number;
}

const SMALL_REM = 0.8125;
const MARGIN_PX = 8;

/** Which of the places the chart draws as what. */
function seriesOf(shape: PlotProps["shape"], colour: string, line: string): uPlot.Series {
  const { bars, stepped } = uPlot.paths;
  const paths =
    shape === "bars" ? bars?.({ size: [0.6, 28] }) : shape === "steps" ? stepped?.({ align: 1 }) : () => null;
  return {
    stroke: colour,
    width: shape === "bars" ? 0 : 2,
    ...(paths === undefined ? {} : { paths }),
    ...(shape === "bars" ? { fill: colour } : {}),
    points: {
      show: shape !== "bars",
      size: shape === "dots" ? 7 : 6,
      fill: shape === "dots" ? colour : line,
    },
  };
}

/**
 * Values over time. The pointer or the arrow keys choose one, whose exact value is shown above; the caller gives all of
 * them in words too. Drawn on a canvas, anew whenever the size, the theme or the language changes.
 */
export default function Plot(props: PlotProps) {
  const { label, shape, across, values, from, logarithmic = false, marks, level = null, blockRem } = props;
  const { language, textScale } = useSettings();
  const scheme = useComputedColorScheme("light");
  const rtl = language === "ar";
  const { ref: room, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const known = values.flatMap((value, index) => (value === null ? [] : [index]));
  const current = chosen !== null && known.includes(chosen) ? chosen : known.at(-1);

  const drawn = useEffectEvent((place: HTMLDivElement): uPlot => {
    const style = getComputedStyle(place);
    const colourOf = (name: string) => style.getPropertyValue(name);
    const axis = (side: uPlot.Axis.Side, of: readonly Mark[], grid: boolean): uPlot.Axis => ({
      side,
      stroke: colourOf("--text-dim"),
      font: `${SMALL_REM * 16 * textScale}px ${style.fontFamily}`,
      size: (_, words) => axisSize(place, side, words ?? [], textScale),
      gap: 6,
      splits: of.map(({ at }) => at),
      values: of.map(({ words }) => words),
      grid: { show: grid, stroke: colourOf("--line"), width: 1 },
      ticks: { show: false },
    });
    return new uPlot(
      {
        width,
        height: blockRem * 16 * textScale,
        padding: [MARGIN_PX, MARGIN_PX, 0, MARGIN_PX],
        legend: { show: false },
        cursor: {
          y: false,
          drag: { x: false, y: false },
          points: { size: 11, fill: colourOf("--plot"), ...(shape === "bars" ? { show: false } : {}) },
        },
        scales: {
          x: { time: false, dir: rtl ? -1 : 1, range: [...from.across] },
          y: { distr: logarithmic ? 3 : 1, range: [...from.up] },
        },
        axes: [axis(2, marks.across, false), axis(rtl ? 1 : 3, marks.up, true)],
        series: [{}, seriesOf(shape, colourOf("--plot"), colourOf("--surface"))],
        hooks: {
          setCursor: [({ cursor }) => setChosen(cursor.idx ?? null)],
          draw: [(made) => drawLevel(made, level, colourOf("--text-dim"))],
        },
      },
      [[...across], [...values]],
      place,
    );
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the drawing reads, each of which draws it anew
  useEffect(() => {
    if (host.current === null || width === 0) return;
    const made = drawn(host.current);
    chart.current = made;
    return () => {
      made.destroy();
      chart.current = null;
    };
  }, [width, textScale, scheme, language, across, values, logarithmic, marks]);

  if (current === undefined) return null;
  return (
    <div className="stack">
      <div className={`${classes.readout} row gap-0-16`} aria-hidden="true" data-testid="plot-readout">
        {/* A place without a value is read out as such, not as its neighbour. */}
        {props.readout(chosen !== null && chosen < values.length ? chosen : current)}
      </div>
      <div
        ref={room}
        className={`${classes.area} min-w-0 rounded`}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={known.length}
        aria-valuenow={known.indexOf(current) + 1}
        aria-valuetext={props.wordsOf(current)}
        data-testid="plot"
        style={{ blockSize: `${blockRem}rem` }}
        onKeyDown={(event) => {
          const to = moved(values, current, event.key, rtl);
          const [at, value] = [across[to ?? -1], values[to ?? -1]];
          if (to === null || at === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
          event.preventDefault();
          setChosen(to);
          chart.current?.setCursor(
            { left: chart.current.valToPos(at, "x"), top: chart.current.valToPos(value ?? 0, "y") },
            false,
          );
        }}
      >
        <div ref={host} aria-hidden="true" />
      </div>
    </div>
  );
}

/** A dashed line from end to end. */
function drawLevel({ ctx, bbox, valToPos }: uPlot, level: number | null, colour: string): void {
  if (level === null) return;
  const up = valToPos(level, "y", true);
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([4 * uPlot.pxRatio, 4 * uPlot.pxRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, up);
  ctx.lineTo(bbox.left + bbox.width, up);
  ctx.stroke();
  ctx.restore();
}

/** How much room an axis needs: a line below, and at the side as much as its longest words. */
function axisSize(
  place: HTMLElement,
  side: uPlot.Axis.Side,
  words: readonly string[],
  textScale: number,
): number {
  const linePx = SMALL_REM * 16 * textScale;
  if (side === 2) return linePx * 1.6;
  const measure = document.createElement("canvas").getContext("2d");
  if (measure === null) return linePx * 4;
  measure.font = `${linePx}px ${getComputedStyle(place).fontFamily}`;
  return Math.max(...words.map((word) => measure.measureText(word).width), 0) + 10;
}
