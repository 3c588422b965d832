/** Barcodes and QR codes, drawn in whole dots of a roll's printer, so that no two of a kind come out unlike. */
import { encodeQR } from "qr";
import classes from "./print.module.css";

/** The widths of the three bars and three gaps of each of the 103 symbols, then of the starts of subsets A and B. */
const SYMBOLS = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 " +
  "113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 " +
  "212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 " +
  "113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 " +
  "314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 " +
  "241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 " +
  "214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214"
).split(" ");
const START_B = 104;
const STOP = "2331112";
const FIRST_ASCII = 32;
const CHECKED_BY = 103;

/**
 * Code 128, subset B: the widths of bars and gaps in turn, a bar first, in modules. Throws for what is not printable
 * ASCII.
 */
export function code128(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new TypeError("a barcode holds printable ASCII");
  const values = [...text].map((letter) => letter.charCodeAt(0) - FIRST_ASCII);
  const sum = values.reduce((total, value, index) => total + value * (index + 1), START_B);
  const symbols = [START_B, ...values, sum % CHECKED_BY].map((value) => SYMBOLS[value] ?? "");
  return [...symbols, STOP].flatMap((widths) => [...widths].map(Number));
}

/** Three dots. */
const BAR_MM = 0.375;

/** A text as bars, for a scanner. */
export function Barcode({ text }: { text: string }) {
  let at = 0;
  const bars = code128(text).flatMap((width, index) => {
    const from = at;
    at += width;
    return index % 2 === 0 ? [`M${from} 0h${width}v1h-${width}z`] : [];
  });
  return (
    <svg
      className={classes.barcode}
      style={{ inlineSize: `${at * BAR_MM}mm` }}
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

/** Four dots. */
const SQUARE_MM = 0.5;
/** What a reader needs of white around it. */
const BORDER = 4;

/** A text as a QR code, for a phone. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const size = `${rows.length * SQUARE_MM}mm`;
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
