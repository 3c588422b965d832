/** How the interface's field types stand in JSON, and what they are in the program (section 2). */
import { z } from "zod";
import {
  canonicalDecimal,
  canonicalDecimalText,
  type ExactInteger,
  ExactNumber,
  exactIntegerOf,
} from "../values.ts";

const jsonNumber = z.union([z.number(), z.instanceof(ExactNumber)]);

const exactTextOf = (value: number | ExactNumber): string =>
  typeof value === "number" ? String(value) : value.text;

/** The exact decimal of a JSON number; null where it is out of any reasonable range. */
export const decimalIn = (value: number | ExactNumber): string | null => canonicalDecimal(exactTextOf(value));

/** The whole number of a JSON number; null where it is none. */
export const integerIn = (value: number | ExactNumber): ExactInteger | null =>
  typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)
    ? value
    : exactIntegerOf(exactTextOf(value));

/** A JSON number as an exact decimal, both ways. */
export const wireDecimal = z.codec(jsonNumber, canonicalDecimalText, {
  decode: (value, ctx) => {
    const canonical = decimalIn(value);
    if (canonical === null) {
      ctx.issues.push({ code: "custom", message: "is out of any reasonable range", input: value });
      return z.NEVER;
    }
    return canonical;
  },
  encode: (value) => new ExactNumber(value),
});

const exactIntegerValue = z.union([z.number().int(), z.string().regex(/^-?[1-9]\d*$/)]);

/** A JSON whole number of any size, both ways. */
export const wireInteger = z.codec(jsonNumber, exactIntegerValue, {
  decode: (value, ctx): ExactInteger => {
    const exact = integerIn(value);
    if (exact === null) {
      ctx.issues.push({ code: "custom", message: "is not a whole number", input: value });
      return z.NEVER;
    }
    return exact;
  },
  encode: (value) => (typeof value === "number" ? value : new ExactNumber(value)),
});
