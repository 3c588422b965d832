import { encodeQR } from "qr";
import classes from "./print.module.css";

/** Four dots of a roll's printer. */
const MODULE_MM = 0.5;
/** What a reader needs of white around it. */
const BORDER = 4;

/** A text as a QR code, for a phone. Its squares are whole dots, so that no printer makes two of them unlike. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const size = `${rows.length * MODULE_MM}mm`;
  return (
    <svg
      className={classes.qr}
      style={{ inlineSize: size, blockSize: size }}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-qr={text}
    >
      <path d={squares.join("")} />
    </svg>
  );
}
