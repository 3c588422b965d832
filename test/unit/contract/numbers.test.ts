/** Numbers keep every digit, in one spelling, on every border. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseInput } from "../../../contract/error.ts";
import { parseExactJson, printExactJson } from "../../../contract/exact-json.ts";
import { wireDecimal, wireInteger } from "../../../contract/service/primitives.ts";
import {
  asDecimal,
  canonicalDecimal,
  decimal,
  ExactNumber,
  exactInteger,
  exactIntegerOf,
  MAX_DECIMAL_DIGITS,
  nonNegativeDecimal,
} from "../../../contract/values.ts";

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(""));

/** A canonical decimal of up to 60 digits, built without the code under test. */
const canonical = fc.tuple(fc.boolean(), digits(1, 30), digits(0, 30)).map(([negative, whole, fraction]) => {
  const left = whole.replace(/^0+(?=\d)/, "");
  const right = fraction.replace(/0+$/, "");
  const plain = right === "" ? left : `${left}.${right}`;
  return negative && plain !== "0" ? `-${plain}` : plain;
});

/** Another spelling of the same number: zeros at the end, or an exponent. */
const respelled = fc.tuple(canonical, fc.integer({ min: 0, max: 5 }), fc.boolean()).map(([plain, n, up]) => {
  if (n === 0) return { plain, spelled: plain };
  if (!plain.includes(".")) return { plain, spelled: `${plain}.${"0".repeat(n)}` };
  return { plain, spelled: up ? `${plain}${"0".repeat(n)}` : `${plain}e0` };
});

/** Parsed by the service's side: JSON text to the strict wire schema. */
const read = (schema: z.ZodType, json: string) => schema.safeParse(parseExactJson(json));

describe("a decimal", () => {
  it.each([
    ["0.1+0.2 in a float", "0.30000000000000004", "0.30000000000000004"],
    ["thirteen digits and four", "1234567890123.4567", "1234567890123.4567"],
    ["a sum of tenths", "0.3", "0.3"],
    ["zeros at the end", "81.2350", "81.235"],
    ["an exponent", "1.5e3", "1500"],
    ["a negative exponent", "-25E-3", "-0.025"],
    ["minus zero", "-0.000", "0"],
    [
      "more than any float holds",
      "12345678901234567890.12345678901234567890",
      "12345678901234567890.1234567890123456789",
    ],
  ])("%s has one spelling", (_name, spelled, plain) => {
    expect(canonicalDecimal(spelled)).toBe(plain);
    expect(read(wireDecimal, spelled)).toEqual({ success: true, data: plain });
  });

  it("survives input, frozen text and the service's schema, whatever its digits", () => {
    fc.assert(
      fc.property(respelled, ({ plain, spelled }) => {
        const typed = decimal.parse(spelled);
        expect(typed).toBe(plain);
        const frozen = printExactJson(z.encode(wireDecimal, typed));
        expect(frozen).toBe(plain);
        expect(read(wireDecimal, frozen)).toEqual({ success: true, data: plain });
        // A number of the JSON line is the same as its digits in a string.
        expect(decimal.parse(parseExactJson(spelled))).toBe(plain);
      }),
    );
  });

  it("is taken again in the spelling it was given", () => {
    const hostile = fc
      .tuple(canonical, fc.integer({ min: -80, max: 80 }))
      .map(([plain, e]) => `${plain}e${e}`);
    fc.assert(
      fc.property(hostile, (spelled) => {
        const once = canonicalDecimal(spelled);
        if (once === null) return;
        expect(canonicalDecimal(once)).toBe(once);
        expect(once.replace(/[-.]/g, "").length).toBeLessThanOrEqual(MAX_DECIMAL_DIGITS);
        expect(asDecimal(once)).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(["1e61", "1e9999", "1e-9999", "9".repeat(61), `0.${"1".repeat(60)}`, "1e99999", "1".repeat(5_000)])(
    "of a hostile size is refused: %.20s",
    (spelled) => {
      expect(decimal.safeParse(spelled).success).toBe(false);
      expect(read(wireDecimal, spelled).success).toBe(false);
    },
  );

  it.each([
    "",
    " ",
    "1,5",
    "1.",
    ".5",
    "+1",
    "0x10",
    "1_000",
    "Infinity",
    "NaN",
    "--1",
    "01",
    "١٢",
    "1 2",
    null,
    true,
    {},
  ])("is not %j", (value) => expect(decimal.safeParse(value).success).toBe(false));

  it("of zero or more takes no minus, but takes minus zero", () => {
    expect(nonNegativeDecimal.safeParse("-0.01").success).toBe(false);
    expect(nonNegativeDecimal.parse("-0")).toBe("0");
  });
});

describe("a whole number", () => {
  it.each(["9007199254740991", "9007199254740993", "-9007199254740993", "18446744073709551616"])(
    "%s keeps its digits",
    (spelled) => {
      const typed = exactInteger.parse(spelled);
      expect(String(typed)).toBe(spelled);
      expect(printExactJson(z.encode(wireInteger, typed))).toBe(spelled);
      expect(read(wireInteger, spelled)).toEqual({ success: true, data: typed });
    },
  );

  it("survives every border at any size, as a number or as its digits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (whole) => {
        const spelled = String(whole);
        const typed = exactInteger.parse(parseExactJson(spelled));
        expect(typed).toBe(Number.isSafeInteger(Number(spelled)) ? Number(spelled) : spelled);
        expect(exactInteger.parse(spelled)).toBe(typed);
        expect(printExactJson(z.encode(wireInteger, typed))).toBe(spelled);
        expect(exactIntegerOf(spelled)).toBe(typed);
      }),
    );
  });

  it("is refused as a float that lost digits already", () => {
    expect(exactInteger.safeParse(2 ** 53).success).toBe(false);
    expect(exactInteger.safeParse(1.5).success).toBe(false);
    expect(exactInteger.safeParse("1.5").success).toBe(false);
    expect(exactInteger.parse("1.50e1")).toBe(15);
  });
});

describe("exact JSON", () => {
  const exactJson = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.string({ unit: "binary" }),
      fc.boolean(),
      fc.constant(null),
      canonical.map((text) => {
        const small = Number(text);
        return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? small : new ExactNumber(text);
      }),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty")),
        tie("value"),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  })).value;

  it("prints and reads the same value, hostile keys and all", () => {
    fc.assert(
      fc.property(exactJson, (value) => {
        expect(parseExactJson(printExactJson(value))).toEqual(value);
      }),
    );
  });

  it("keeps a key named __proto__ a plain key", () => {
    const read: unknown = parseExactJson('{"__proto__":{"ok":true},"constructor":1}');
    expect(Object.keys(read ?? {})).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Reflect.get(Object(read), "ok")).toBeUndefined();
  });

  it.each([0.1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
    "won't print the inexact number %s",
    (number) => {
      expect(() => printExactJson({ amount: number })).toThrow(TypeError);
    },
  );

  it.each([
    '{"a":1,"a":2}',
    "{'a':1}",
    "[1,]",
    "01",
    "1.",
    "NaN",
    '{"a":1}x',
    "",
    '"\n"',
    "{a:1}",
    "\ufeff1",
  ])("won't read %j", (text) => expect(() => parseExactJson(text)).toThrow(SyntaxError));

  it("refuses what is nested too deep, and lives", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(() => parseExactJson(deep)).toThrow(RangeError);
    expect(parseExactJson("[1]")).toEqual([1]);
  });
});

describe("a field without a number", () => {
  const reasonFor = (schema: z.ZodType, value: unknown): unknown => {
    try {
      parseInput(z.strictObject({ n: schema }), value === undefined ? {} : { n: value });
    } catch (error) {
      return error;
    }
    return null;
  };
  it.each([
    [undefined, "required"],
    [null, "wrong_type"],
    [true, "wrong_type"],
    [{}, "wrong_type"],
    [Number.NaN, "wrong_type"],
    [Number.POSITIVE_INFINITY, "wrong_type"],
  ])("is refused by its own reason: %j", (value, reason) => {
    for (const schema of [decimal, nonNegativeDecimal, exactInteger])
      expect(reasonFor(schema, value)).toMatchObject({ details: { issues: [{ field: "n", reason }] } });
  });

  it("is distinguished from a number that isn't whole, or is below zero", () => {
    for (const value of [1.5, 2 ** 53, "1.5"])
      expect(reasonFor(exactInteger, value)).toMatchObject({
        details: { issues: [{ reason: "not_an_integer" }] },
      });
    expect(reasonFor(nonNegativeDecimal, -1)).toMatchObject({
      details: { issues: [{ reason: "negative" }] },
    });
  });
});
