import { lazy, Suspense } from "react";
import type { PlotProps } from "./plot.tsx";

/** The one place that fetches the chart library: two would put it among what every window loads first. */
const Plot = lazy(() => import("./plot.tsx"));

/** A plot, fetched when the first one is drawn; its room is kept meanwhile. */
export function LazyPlot(props: PlotProps) {
  return (
    <Suspense fallback={<div style={{ blockSize: `calc(${props.blockRem}rem + 1.75rem)` }} />}>
      <Plot {...props} />
    </Suspense>
  );
}
