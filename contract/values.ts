/**
 * The values that every border shares: exact numbers, ids, codes, dates and times.
 * Nothing here passes a number through binary floating point.
 */
import Big from "big.js";
import { z } from "zod";
import type { Expectation, FieldReason } from "./codes.ts";
import type { FieldIssue } from "./reply.ts";

/** Digits a decimal may have in all, written out; far above any currency, far below what a hostile exponent asks for. */
export const MAX_DECIMAL_DIGITS = 60;
const NUMBER_TEXT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;
const CANONICAL_DECIMAL = /^(?:0|-?(?:[1-9]\d*|0(?=\.\d*[1-9]))(?:\.\d*[1-9])?)$/;

/** A JSON number with its digits as they stood in the text. Small whole numbers stay plain `number`s. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Turns any text of a number into the canonical decimal: no exponent, no trailing zeros, no `-0`.
 * Returns null where it is not a number or has more than MAX_DECIMAL_DIGITS digits.
 */
export function canonicalDecimal(text: string): string | null {
  if (text.length <= 20 && CANONICAL_DECIMAL.test(text)) return text;
  if (text.length > 120 || !NUMBER_TEXT.test(text)) return null;
  const big = new Big(text);
  const whole = Math.max(big.e + 1, 1);
  const fraction = Math.max(big.c.length - 1 - big.e, 0);
  // Counted as it will be written: what is taken once is taken again in its own spelling.
  if (whole + fraction > MAX_DECIMAL_DIGITS) return null;
  const plain = big.toFixed();
  return plain === "-0" ? "0" : plain;
}

/**
 * What a number may stand in. The step that reads it looks at what it really is: a schema before that step, be it one
 * that takes anything, costs every number of every line more.
 */
type NumberLike = string | number | ExactNumber;

/** The number's text; an issue and null where it is in none of the three. */
function textOf(value: unknown, ctx: z.core.$RefinementCtx): string | null {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (value instanceof ExactNumber) return value.text;
  ctx.addIssue({ code: "invalid_type", expected: "number", input: value });
  return null;
}

/** Puts a closed reason on a zod issue; `error.ts` reads it back. */
export const because = (reason: FieldReason, params: FieldIssue["params"] = {}) => ({
  params: { reason, ...params },
});
export const notThe = (expected: Expectation) => because("invalid", { expected });

/** An exact decimal in its one canonical spelling: "81.235". */
export const canonicalDecimalText = z.string().regex(CANONICAL_DECIMAL).brand<"Decimal">();
export type Decimal = z.infer<typeof canonicalDecimalText>;

const isDecimal = (text: string): text is Decimal => CANONICAL_DECIMAL.test(text);

const decimalWhere = (mayBeNegative: boolean) =>
  z.transform((value: NumberLike, ctx): Decimal => {
    const text = textOf(value, ctx);
    if (text === null) return z.NEVER;
    const canonical = canonicalDecimal(text);
    if (canonical === null || !isDecimal(canonical)) {
      ctx.addIssue({ code: "custom", ...because("not_a_decimal") });
      return z.NEVER;
    }
    if (!mayBeNegative && canonical.startsWith("-")) {
      ctx.addIssue({ code: "custom", ...because("negative") });
      return z.NEVER;
    }
    return canonical;
  });

/** An exact decimal from outside. Accepts a string, a number, or an exact JSON number. */
export const decimal = decimalWhere(true);

/** A decimal of zero or more. */
export const nonNegativeDecimal = decimalWhere(false);

/**
 * Makes a Decimal from text that the program itself wrote; throws where it is not one. A sum of numbers that were each
 * taken may have more digits than one that is typed.
 */
export function asDecimal(text: string | number): Decimal {
  return typeof text === "string" && isDecimal(text) ? text : decimal.parse(text);
}

/** A whole number beyond 2^53 keeps its digits as text; every smaller one is a plain number. */
export type ExactInteger = number | string;

/** Reads the text of a whole number exactly, or returns null. */
export function exactIntegerOf(text: string): ExactInteger | null {
  const canonical = canonicalDecimal(text);
  if (canonical === null || canonical.includes(".")) return null;
  const small = Number(canonical);
  return Number.isSafeInteger(small) ? small : canonical;
}

/** A whole number of any size (section 2: "ids are integers unless stated"). */
export const exactInteger = z.transform((value: NumberLike, ctx): ExactInteger => {
  // By far the most: an id as a plain number. (`-0` is none: its text is.)
  if (typeof value === "number" && Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const text = textOf(value, ctx);
  if (text === null) return z.NEVER;
  const exact = typeof value === "number" ? null : exactIntegerOf(text);
  if (exact === null) {
    ctx.addIssue({ code: "custom", ...because("not_an_integer") });
    return z.NEVER;
  }
  return exact;
});

export const tenantId = exactInteger.brand<"TenantId">();
export const userId = exactInteger.brand<"UserId">();
export const productId = exactInteger.brand<"ProductId">();
export const measureUnitId = exactInteger.brand<"MeasureUnitId">();
export const accountId = exactInteger.brand<"AccountId">();
export const storeId = exactInteger.brand<"StoreId">();
export const permissionId = exactInteger.brand<"PermissionId">();
export type TenantId = z.infer<typeof tenantId>;
export type UserId = z.infer<typeof userId>;
export type ProductId = z.infer<typeof productId>;
export type MeasureUnitId = z.infer<typeof measureUnitId>;
export type AccountId = z.infer<typeof accountId>;
export type StoreId = z.infer<typeof storeId>;
export type PermissionId = z.infer<typeof permissionId>;

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
/** The 8-4-4-4-12 form of section 2, of any version; kept as it was spelled. */
export const uuid = z.string().refine((value) => UUID.test(value), because("not_a_uuid"));
export const serialNo = uuid.brand<"SerialNo">();
const isSerialNo = (text: string): text is string & z.$brand<"SerialNo"> => UUID.test(text);
/** Makes a SerialNo from a uuid that the program itself made; throws where it is none. */
export const asSerialNo = (text: string): SerialNo => (isSerialNo(text) ? text : serialNo.parse(text));
export const deviceId = uuid.brand<"DeviceId">();
export const entryId = uuid.brand<"EntryId">();
export type SerialNo = z.infer<typeof serialNo>;
export type DeviceId = z.infer<typeof deviceId>;
export type EntryId = z.infer<typeof entryId>;

/** A currency code. The interface shows no list and no length; only what can't be a code is refused. */
export const currencyCode = z
  .string()
  .refine((value) => /^[\p{L}\p{N}._-]{1,16}$/u.test(value), because("not_a_currency"))
  .brand<"CurrencyCode">();
export type CurrencyCode = z.infer<typeof currencyCode>;

/** By the calendar's own rule: cheaper than a Date for every date of every line. */
function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** A calendar date, YYYY-MM-DD (section 2). */
export const isoDate = z.string().refine(isCalendarDate, because("not_a_date")).brand<"IsoDate">();
export type IsoDate = z.infer<typeof isoDate>;

const isTimestamp = (text: string): text is string & z.$brand<"Timestamp"> =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text);

/** An ISO 8601 UTC date-time with milliseconds and a trailing Z (section 2). */
export const timestamp = z
  .string()
  .refine((text) => isTimestamp(text) && !Number.isNaN(Date.parse(text)), because("not_a_timestamp"))
  .brand<"Timestamp">();
export type Timestamp = z.infer<typeof timestamp>;

/** The timestamp of an instant given in milliseconds since 1970. */
export function timestampOf(epochMs: number): Timestamp {
  const text = new Date(epochMs).toISOString();
  // A year of more than four digits is spelled otherwise: the schema says so.
  return isTimestamp(text) ? text : timestamp.parse(text);
}

/** Half of a surrogate pair is no character: no file can keep it, and many services refuse JSON that holds it. */
export const wholeCharacters = [(value: string) => value.isWellFormed(), because("half_character")] as const;

/** Free text of at most `max` characters; the service's own limits are not shown, these keep a slip of paste out. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(...wholeCharacters);
