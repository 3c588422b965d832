import { code128 } from "./code128.ts";
import classes from "./print.module.css";

/** A text as bars, for a scanner. Its width is in whole modules, so that no printer makes two of a kind unlike. */
export function Barcode({ text }: { text: string }) {
  const widths = code128(text);
  let at = 0;
  const bars = widths.flatMap((width, index) => {
    const from = at;
    at += width;
    return index % 2 === 0 ? [`M${from} 0h${width}v1h-${width}z`] : [];
  });
  return (
    <svg
      className={classes.barcode}
      style={{ inlineSize: `${at * MODULE_MM}mm` }}
      viewBox={`0 0 ${at} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={text}
    >
      <path d={bars.join("")} />
    </svg>
  );
}

/** Three dots of a roll's printer. */
const MODULE_MM = 0.375;
