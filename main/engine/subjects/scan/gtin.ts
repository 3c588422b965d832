/** Product numbers as barcodes hold them (GTIN of 8, 12, 13 and 14 digits, UPC-E), and all their spellings. Pure. */

import { hasCheckDigit } from "../../../../contract/check-digit.ts";

/** The digits with the check digit that belongs behind them. */
export function withCheckDigit(digits: string): string {
  const check = [..."0123456789"].find((digit) => hasCheckDigit(digits + digit));
  return digits + (check ?? "");
}

/** The UPC-A (12 digits) that a UPC-E of 8 digits is short for; null where it is none. */
export function expandedUpcE(code: string): string | null {
  const [, system = "", body = "", last = "", check = ""] = /^([01])(\d{5})(\d)(\d)$/.exec(code) ?? [];
  if (system === "") return null;
  const [a, b, c, d, e] = body;
  const kind = Number(last);
  const number =
    kind <= 2
      ? `${a}${b}${last}0000${c}${d}${e}`
      : kind === 3
        ? `${a}${b}${c}00000${d}${e}`
        : kind === 4
          ? `${a}${b}${c}${d}00000${e}`
          : `${body}0000${last}`;
  const whole = system + number + check;
  return hasCheckDigit(whole) ? whole : null;
}

/** The UPC-E (8 digits) of a UPC-A; null where it has none. */
function compressedUpcA(code: string): string | null {
  const [, system = "", maker = "", item = "", check = ""] = /^([01])(\d{5})(\d{5})(\d)$/.exec(code) ?? [];
  const bodies = [
    maker.slice(0, 2) + item.slice(2) + maker.slice(2, 3),
    `${maker.slice(0, 3)}${item.slice(3)}3`,
    `${maker.slice(0, 4)}${item.slice(4)}4`,
    maker + item.slice(4),
  ];
  return bodies.map((body) => system + body + check).find((short) => expandedUpcE(short) === code) ?? null;
}

/** The product numbers, in 14 digits, that a bare code of digits may be; none where its check digit is wrong. */
export function gtinsOf(code: string): string[] {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return [];
  const own = hasCheckDigit(code) ? [code] : [];
  const long = expandedUpcE(code);
  return [...own, ...(long === null ? [] : [long])].map((digits) => digits.padStart(14, "0"));
}

/** Every barcode that means a product number of 14 digits: with fewer zeros before it, and as UPC-E. */
export function barcodesOfGtin(gtin: string): string[] {
  const least = Math.max(7, gtin.replace(/^0+/, "").length);
  const spellings = Array.from({ length: 15 - least }, (_, more) => gtin.slice(14 - least - more));
  const short = gtin.startsWith("00") ? compressedUpcA(gtin.slice(2)) : null;
  return short === null || spellings.includes(short) ? spellings : [...spellings, short];
}
