import { useElementSize } from "@mantine/hooks";
import { type ReactNode, useMemo, useState } from "react";
import { useSettings } from "../../client/settings.ts";
import { useFormats } from "../../client/use-formats.ts";
import { geometryOf, moved, nearest, type PlotPoint } from "./geometry.ts";
import classes from "./line-plot.module.css";

const HEIGHT_REM = 9;
const MARGIN = 8;
const REM = 16;

interface LinePlotProps {
  label: string;
  /** Oldest first. */
  points: readonly PlotPoint[];
  /** A value as it is written at the plot's side. */
  textOf: (value: string) => string;
  /** The words of a point, for a screen reader. */
  wordsOf: (index: number) => string;
  /** The point stood on, exactly: shown above the plot. */
  readout: (index: number) => ReactNode;
}

/**
 * A line over time, drawn by hand. The pointer or the arrow keys stand on one point, whose exact value is told
 * above; a table of all of them is the caller's to give.
 */
export function LinePlot({ label, points, textOf, wordsOf, readout }: LinePlotProps) {
  const formats = useFormats();
  const { language, textScale } = useSettings();
  const rtl = language === "ar";
  const { ref, width } = useElementSize();
  const [stood, setStood] = useState<number | null>(null);
  const height = HEIGHT_REM * REM * textScale;
  const geometry = useMemo(
    () => geometryOf(points, { width: Math.max(width, 4 * MARGIN), height, margin: MARGIN, rtl }),
    [points, width, height, rtl],
  );
  if (geometry === null) return null;
  const { placed, paths, lowest, highest, zeroY } = geometry;
  const newest = placed.at(-1);
  const current = placed.find(({ index }) => index === stood) ?? newest;
  if (newest === undefined || current === undefined) return null;
  const at = placed.indexOf(current);
  return (
    <div className={classes.plot}>
      <div className={classes.readout} aria-hidden="true" data-testid="plot-readout">
        {readout(current.index)}
      </div>
      <div className={classes.body}>
        <div className={classes.scale} aria-hidden="true">
          <bdi>{textOf(highest)}</bdi>
          {highest === lowest ? null : <bdi>{textOf(lowest)}</bdi>}
        </div>
        <div
          ref={ref}
          className={classes.area}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={placed.length}
          aria-valuenow={at + 1}
          aria-valuetext={wordsOf(current.index)}
          data-testid="plot"
          onKeyDown={(event) => {
            const to = moved(placed, current.index, event.key, rtl);
            if (to === null || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            setStood(to);
          }}
          onPointerMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            setStood(nearest(placed, event.clientX - box.left));
          }}
          onPointerLeave={() => setStood(null)}
        >
          <svg className={classes.drawing} width={width} height={height} aria-hidden="true" focusable="false">
            {zeroY === null ? null : (
              <line className={classes.zero} x1={0} x2={width} y1={zeroY} y2={zeroY} />
            )}
            <line
              className={classes.stand}
              x1={current.x}
              x2={current.x}
              y1={MARGIN / 2}
              y2={height - MARGIN / 2}
            />
            {paths.map((path) => (
              <path key={path} className={classes.line} d={path} />
            ))}
            {placed.map(({ index, x, y }) => (
              <circle
                key={index}
                className={classes.dot}
                data-current={index === current.index}
                cx={x}
                cy={y}
                r={index === current.index ? 5 : 3}
              />
            ))}
          </svg>
        </div>
        <div className={classes.ends} aria-hidden="true">
          <bdi>{formats.dateTime(points[0]?.at ?? "")}</bdi>
          {points.length > 1 ? <bdi>{formats.dateTime(points.at(-1)?.at ?? "")}</bdi> : null}
        </div>
      </div>
    </div>
  );
}
