/** Reading and writing JSON text digit for digit, within bounds. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DuplicatedValue,
  parseAnswerJson,
  parseExactJson,
  parsePlainJson,
  printExactJson,
  TooManyValues,
} from "../../../contract/exact-json.ts";
import { canonicalDecimal, ExactNumber } from "../../../contract/values.ts";

/** The same values as JSON.parse reads them. */
function plain(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

describe("JSON text", () => {
  it("of any kind is read as JSON.parse reads it, with any blanks", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2, "\t"), (text, indent) => {
        const spelled = JSON.stringify(JSON.parse(text), null, indent);
        expect(plain(parseExactJson(` ${spelled}\r\n`))).toEqual(JSON.parse(spelled));
      }),
      { numRuns: 300 },
    );
  });

  it("that was changed in one place is refused where JSON.parse refuses it, or names a field twice", () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom(...'{}[],:"\\0-.eEtn\u0001 ', "u00"),
        (text, at, put) => {
          const where = at % (text.length + 1);
          const broken = text.slice(0, where) + put + text.slice(where + 1);
          const read = (parse: () => unknown): string => {
            try {
              parse();
              return "read";
            } catch (error) {
              return error instanceof SyntaxError ? "refused" : String(error);
            }
          };
          const bounds = { values: 1_000_000 };
          expect(read(() => parseAnswerJson(broken, bounds))).toBe(
            // The mark of a text's beginning is passed over, as JSON.parse doesn't.
            read(() => JSON.parse(broken)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it("has small numbers as numbers and every other one digit for digit, whatever follows", () => {
    const number = fc.stringMatching(/^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,3})?(?:[eE][+-]?\d{1,2})?$/);
    fc.assert(
      fc.property(number, fc.constantFrom("", " ", "\n"), (digits, blank) => {
        const isSmall = /^(?:0|-?[1-9]\d{0,14})$/.test(digits);
        const value = isSmall ? Number(digits) : new ExactNumber(digits);
        expect(parseExactJson(`${digits}${blank}`)).toStrictEqual(value);
        expect(parseExactJson(`[${digits}${blank},${digits}]`)).toStrictEqual([value, value]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("has the names of its fields as they are written, escaped or not, in whatever order they come again", () => {
    const escaped = (name: string): string =>
      `"${[...name].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
    const name = fc.constantFrom("", "a", "ab", 'a"', 'a":1', "b", "\\", "a\\", "é", "__proto__", "toString");
    const fields = fc.uniqueArray(fc.tuple(name, fc.boolean()), { selector: ([one]) => one, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fields, { minLength: 2, maxLength: 8 }), (objects) => {
        const text = `[${objects.map((of) => `{${of.map(([one, isEscaped]) => `${isEscaped ? escaped(one) : JSON.stringify(one)}:1`).join()}}`).join()}]`;
        // Not as JSON.parse reads them: after a field named by a backslash V8 13.6 reads an escaped letter as that.
        const read = `[${objects.map((of) => `{${of.map(([one]) => `${JSON.stringify(one)}:1`).join()}}`).join()}]`;
        expect(printExactJson(parseExactJson(text))).toBe(read);
        expect(printExactJson(parseAnswerJson(text, { values: 1_000 }))).toBe(read);
      }),
      { numRuns: 500 },
    );
  });

  it("is read up to its bound of values and not further", () => {
    expect(parseAnswerJson('[1,2,{"a":3}]', { values: 5 })).toEqual([1, 2, { a: 3 }]);
    expect(() => parseAnswerJson('[1,2,{"a":3}', { values: 4 })).toThrow(TooManyValues);
  });

  it("is read up to its bound of different names of fields, in one object or over many", () => {
    const fields = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, n) => `"f${from + n}":1`).join();
    const bounds = { values: 1_000_000 };
    const most = fields(0, 20_000);
    expect(Object.keys(Object(parseAnswerJson(`{${most}}`, bounds)))).toHaveLength(20_000);
    expect(parseAnswerJson(`[{${most}},{${most}}]`, bounds)).toHaveLength(2);
    for (const text of [`{${most},"g":1}`, `[{${fields(0, 15_000)}},{${fields(15_000, 20_001)}}]`])
      expect(() => parseAnswerJson(text, bounds)).toThrow("it holds fields of more than 20000 names");
    // What the program wrote itself is read whole.
    expect(Object.keys(Object(parseExactJson(`{${most},"g":1}`)))).toHaveLength(20_001);
  });

  it("leaves out a field that is undefined, in an object and not in a list", () => {
    expect(printExactJson({ a: undefined, b: 1, c: undefined })).toBe('{"b":1}');
    expect(() => printExactJson([undefined])).toThrow(TypeError);
  });
});

describe("JSON text that the runtime reads", () => {
  /** Each number as the decimal it is, however it was written. */
  function decimals(value: unknown): unknown {
    if (value instanceof ExactNumber) return `number ${canonicalDecimal(value.text)}`;
    if (typeof value === "number") return `number ${canonicalDecimal(String(value))}`;
    if (Array.isArray(value)) return value.map(decimals);
    if (typeof value !== "object" || value === null || value instanceof DuplicatedValue) return value;
    return Object.entries(value).map(([name, inner]) => [name, decimals(inner)]);
  }
  const blank = fc.constantFrom("", "", "", "", " ", "\n");
  const number = fc.stringMatching(/^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,16})?(?:[eE][+-]?\d{1,2})?$/);
  const short = fc.stringMatching(/^(?:0|-?[1-9]\d{0,7})(?:\.\d{1,5})?$/);
  const word = fc.constantFrom(
    "",
    "a",
    "b",
    ":",
    ":5",
    "a:1",
    "12e3",
    "{",
    "[1]",
    "__proto__",
    "é",
    '"',
    "\\",
  );
  const text = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.oneof(short, number),
      word.map((one) => JSON.stringify(one)),
      fc.constantFrom("true", "null", "[]", "{}"),
      fc.array(tie("value"), { maxLength: 3 }).map((list) => `[${list.join()}]`),
      fc
        .array(fc.tuple(word, blank, blank, tie("value")), { maxLength: 4 })
        .map((all) => `{${all.map(([name, a, b, of]) => `${JSON.stringify(name)}${a}:${b}${of}`).join()}}`),
    ),
  })).value;

  it("has every digit, field and value that it is written with, or isn't read", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.constantFrom("", "", ...'{}[],:"\\0-.e '), (whole, at, put) => {
        const where = at % (whole.length + 1);
        const body = put === "" ? whole : whole.slice(0, where) + put + whole.slice(where + 1);
        const read = parsePlainJson(body);
        if (read !== undefined)
          expect(decimals(read)).toEqual(decimals(parseAnswerJson(body, { values: 1_000_000 })));
      }),
      { numRuns: 3_000 },
    );
  });

  it("is read where its fields differ and its numbers are short", () => {
    const value = fc.oneof(short, fc.constantFrom('"a"', '"08:00:00.000Z"', "true", "null", "[]"));
    const fields = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "__proto__"), blank, value), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(fc.array(fields), (objects) => {
        const body = `[${objects.map((of) => `{${of.map(([name, after, one]) => `"${name}":${after}${one}`).join()}}`).join()}]`;
        expect(parsePlainJson(body)).not.toBeUndefined();
      }),
    );
  });

  it.each([
    ["a field twice", '{"a":1,"a":2}'],
    ["a field twice behind blanks", '{"a" :1,"a":2}'],
    ["a field twice, and a text that begins as one's end", '{"a":1,"a":":"}'],
    ["a number of many digits", '{"a":0.1000000000000000055}'],
    ["a number with an exponent", '{"a":1e2}'],
    ["a long number in a list", '{"a":[9007199254740993]}'],
    ["an escape", '{"a":"\\u0061"}'],
    ["too many levels", `${'[{"a":'.repeat(300)}1${"}]".repeat(300)}`],
    ["more than is short", `["${"a".repeat(70_000)}"]`],
    ["what is no JSON", "<html>"],
  ])("isn't read where it has %s", (_what, body) => {
    expect(parsePlainJson(body)).toBeUndefined();
  });
});
