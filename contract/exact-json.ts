/**
 * JSON text to values and back without binary floating point: every number that is not a small whole
 * one is kept as an ExactNumber, digit for digit.
 */
import { parse, stringify } from "lossless-json";
import { ExactNumber } from "./values.ts";

const SMALL_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

/** Reads JSON text. Throws SyntaxError (broken text) or RangeError (nested too deep). */
export function parseExactJson(text: string): unknown {
  return parse(text, undefined, (digits) =>
    SMALL_INTEGER.test(digits) ? Number(digits) : new ExactNumber(digits),
  );
}

const exactNumbers = [
  {
    test: (value: unknown): boolean => value instanceof ExactNumber,
    stringify: (value: unknown): string => (value instanceof ExactNumber ? value.text : ""),
  },
  {
    test: (value: unknown): boolean => typeof value === "number",
    stringify: (value: unknown): string => {
      if (!Number.isSafeInteger(value)) throw new TypeError(`${String(value)} is not exact: use ExactNumber`);
      return String(value);
    },
  },
];

/** Writes JSON text. Throws TypeError on a number that is neither a safe integer nor an ExactNumber. */
export function printExactJson(value: unknown): string {
  const printed = stringify(value, undefined, undefined, exactNumbers);
  if (printed === undefined) throw new TypeError("nothing to print as JSON");
  return printed;
}
