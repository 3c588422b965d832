/** The token is taken out of an answer; nothing else of it changes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as answerBody from "../../../../../main/engine/core/remote/answer-body.ts";

const TOKEN = "secret/token+1";
const withoutToken = (text: string, token: string, isCutOff = false) =>
  answerBody.withoutToken(text, answerBody.tokenSearchOf(token), isCutOff);
const answerBodyOf = (came: Buffer, token: string, isCutOff = false) =>
  answerBody.answerBodyOf(came, answerBody.tokenSearchOf(token), isCutOff);

it.each([
  ["as it is", `{"a":"${TOKEN}"}`],
  ["with its slash escaped", '{"a":"secret\\/token+1"}'],
  ["with a sign as its code", '{"a":"secret/token\\u002B1"}'],
  ["encoded for an address", `{"a":"x=${encodeURIComponent(TOKEN)}"}`],
  ["in base64", `{"a":"${Buffer.from(TOKEN).toString("base64")}"}`],
  ["in a name", `{"${TOKEN}":1}`],
  ["in a page", `<b>${TOKEN}</b>`],
])("a token %s is removed", (_how, body) => {
  const kept = withoutToken(body, TOKEN);
  expect(kept).toContain("[token removed]");
  expect(kept).not.toMatch(/secret|c2Vjcm/);
});

it.each([
  ["entities of decimal numbers", (code: number) => `&#${String(code).padStart(9, "0")};`],
  ["entities of hexadecimal numbers", (code: number) => `&#x${code.toString(16).padStart(9, "0")};`],
  ["escapes in braces", (code: number) => `\\u{${code.toString(16).padStart(9, "0")}}`],
])("noughts before the numbers of %s don't hide a token", (_how, spelled) => {
  const repeated = Array.from(Buffer.from(TOKEN), spelled).join("");
  for (const body of [`<b>${repeated}</b>`, JSON.stringify({ a: repeated })]) {
    const clean = withoutToken(body, TOKEN);
    expect(clean).not.toContain(repeated);
    expect(clean).toContain("[token removed]");
  }
});

it("a token is found behind hundreds of other escapes, and they stay as they are", () => {
  const before = "\\u00e9".repeat(300);
  const body = `{"note":"${before}","said":"secret\\u002Ftoken\\u002B1","${before}":1}`;
  expect(withoutToken(body, TOKEN)).toBe(`{"note":"${before}","said":"[token removed]","${before}":1}`);
});

it.each([
  ["hexadecimal digits", Buffer.from("a word that is secret").toString("hex")],
  ["base64", Buffer.from("it is all secret").toString("base64")],
  ["a list of bytes", Array.from(Buffer.from("all secret")).join(",")],
])("a whole answer that ends with a word of the token's in %s stays as it is", (_, end) => {
  expect(withoutToken(`<p>${end}`, TOKEN)).toBe(`<p>${end}`);
});

it("an answer that is cut off behind a letter of four bytes keeps it", () => {
  const came = Buffer.from('{"said":"yes 😀');
  expect(answerBodyOf(came, TOKEN, true).body).toBe('{"said":"yes 😀');
  expect(answerBodyOf(came.subarray(0, came.length - 1), TOKEN, true).body).toBe('{"said":"yes ');
});

it("what is no letter's code is no escape", () => {
  const body = "<b>secret\\u{1000000}/token+1</b>";
  expect(withoutToken(body, TOKEN)).toBe(body);
});

it.each([
  ["octal escapes", (code: number) => `\\${code.toString(8)}`],
  ["tags of a page", (code: number) => `${String.fromCharCode(code)}<b>`],
  ["letters that nobody sees", (code: number) => `${String.fromCharCode(code)}\u200b&zwj;\u{e0061}`],
  ["hexadecimal digits", (code: number) => code.toString(16)],
  ["a list of numbers", (code: number) => `${code}, `],
])("nothing is kept of an answer that repeats the token in %s", (_how, spelled) => {
  const repeated = Array.from(Buffer.from(TOKEN), spelled).join("");
  for (const body of [repeated, JSON.stringify({ a: repeated })])
    expect(answerBodyOf(Buffer.from(body), TOKEN)).toEqual({ body: "", bodyBytes: null, isWithheld: true });
});

it("a number that equals the token stays, and JSON stays JSON", () => {
  const body = '\uFEFF[{"id":1234567890,"n":912345678901,"said":"1234567890","q":"a\\\\\\"1234567890"}]';
  const kept = withoutToken(body, "1234567890");
  expect(kept).toBe(
    '\uFEFF[{"id":1234567890,"n":912345678901,"said":"[token removed]","q":"a\\\\\\"[token removed]"}]',
  );
});

it("bytes that are not UTF-8 are kept as they came, without the token", () => {
  const raw = Buffer.concat([Buffer.from([0xff, 0]), Buffer.from(TOKEN), Buffer.from([0xe9])]);
  const { body, bodyBytes } = answerBodyOf(raw, TOKEN);
  const expected = Buffer.concat([
    Buffer.from([0xff, 0]),
    Buffer.from("[token removed]"),
    Buffer.from([0xe9]),
  ]);
  expect(Buffer.from(bodyBytes ?? []).equals(expected)).toBe(true);
  expect(body).toBe(expected.toString("utf8"));
});

it("whatever comes is kept whole, byte for byte", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const { body, bodyBytes } = answerBodyOf(Buffer.from(bytes), TOKEN);
      expect(Buffer.from(bodyBytes ?? Buffer.from(body, "utf8")).equals(Buffer.from(bytes))).toBe(true);
    }),
  );
});

const hexOf = (text: string): string => Buffer.from(text).toString("hex");
const code = (letter: string): number => letter.charCodeAt(0);
const each = (text: string, spelled: (letter: string) => string): string => [...text].map(spelled).join("");
const isPlain = (letter: string): boolean => /[a-z0-9]/i.test(letter);
const odd = (spelled: (letter: string) => string) => (text: string) =>
  each(text, (letter) => (isPlain(letter) ? letter : spelled(letter)));

/** What a program may make of a text that it repeats. */
const SPELLINGS: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  "in percent signs, lower case": odd((letter) => `%${hexOf(letter)}`),
  "in percent signs, upper case": (text) => each(text, (letter) => `%${hexOf(letter).toUpperCase()}`),
  "in escapes of JSON": odd((letter) => `\\u00${hexOf(letter).toUpperCase()}`),
  "in escapes of JSON, every letter": (text) => each(text, (letter) => `\\u00${hexOf(letter)}`),
  "with its slashes escaped": (text) => text.replaceAll("/", "\\/"),
  "in escapes of JavaScript": (text) => each(text, (letter) => `\\x${hexOf(letter)}`),
  "in octal escapes, every letter": (text) =>
    each(text, (letter) => `\\${code(letter).toString(8).padStart(3, "0")}`),
  "in numbered entities": odd((letter) => `&#${code(letter)};`),
  "in entities of hexadecimal numbers": (text) => each(text, (letter) => `&#x${hexOf(letter)};`),
  "in named entities": (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("+", "&plus;")
      .replaceAll("/", "&sol;")
      .replaceAll("=", "&equals;"),
  "in base64": (text) => Buffer.from(text).toString("base64"),
  "in base64url": (text) => Buffer.from(text).toString("base64url"),
  "in base64 of several lines": (text) =>
    (
      Buffer.from(text)
        .toString("base64")
        .match(/.{1,9}/g) ?? []
    ).join("\r\n"),
  "in hexadecimal digits": hexOf,
  "in hexadecimal digits with colons": (text) => each(text, (letter) => `${hexOf(letter).toUpperCase()}:`),
  "in hexadecimal numbers": (text) => [...text].map((letter) => `0x${hexOf(letter)}`).join(", "),
  "in byte values": (text) => [...text].map(code).join(", "),
  "in letters of two bytes": (text) => Buffer.from(text, "utf16le").toString("latin1"),
  "in quoted-printable": odd((letter) => `=${hexOf(letter).toUpperCase()}`),
  "between tags": (text) => `${text.slice(0, 3)}<b class="x">${text.slice(3)}</b>`,
  "with marks that nobody sees": (text) => [...text].join("\u200b"),
  "with marks that join nothing": (text) => [...text].join("\u034f\ufe0f"),
  "between tags of many words": (text) => [...text].join(`<b class="${"x".repeat(400)}">`),
  "in escapes of Perl": (text) => each(text, (letter) => `\\x{${hexOf(letter)}}`),
  "in hexadecimal digits with underscores": (text) => [...text].map(hexOf).join("_"),
  "in byte values with semicolons": (text) => [...text].map(code).join(";"),
};
const spelling = fc.constantFrom(...Object.keys(SPELLINGS));
/** What is taken out of an answer of which the rest is kept. */
const REMOVED_SPELLINGS = [
  "as it is",
  "in percent signs, lower case",
  "in percent signs, upper case",
  "in escapes of JSON",
  "in escapes of JSON, every letter",
  "with its slashes escaped",
  "in numbered entities",
  "in entities of hexadecimal numbers",
  "in named entities",
  "in base64",
  "in base64url",
];
const removedSpelling = fc.constantFrom(...REMOVED_SPELLINGS);
const spell = (how: string, text: string): string => SPELLINGS[how]?.(text) ?? text;
const token = fc
  .stringMatching(/^[A-Za-z0-9._~+/-]{12,60}={0,2}$/)
  .filter((text) => new Set(text).size > 6 && !/^[0-9.]+$/.test(text));
const around = fc.stringMatching(/^[a-z0-9 .,:]{0,12}$/);

/** Reads a text back the way it was spelled, and says whether the token is to be read there. */
const kept = (text: string, secret: string): boolean =>
  [text, text.replace(/\s/g, "")].some((one) => one.includes(secret));

describe("a token that a service repeats", () => {
  it("is taken out however it is written, with the header's own word and whatever is around it", () => {
    fc.assert(
      fc.property(token, spelling, fc.boolean(), around, around, (secret, how, isHeader, before, after) => {
        // Digits beside digits, or letters of base64 beside base64, are another text.
        const repeated = spell(how, `${isHeader ? "Bearer " : ""}${secret}`);
        const clean = withoutToken(`${before}"${repeated}"${after}`, secret);
        expect(clean ?? "").not.toContain(repeated);
        expect(clean === null || clean.includes("[token removed]")).toBe(true);
        expect(kept(clean ?? "", secret)).toBe(false);
      }),
      {
        numRuns: 600,
        examples: [
          // A zero at the end of the last number, and an x behind it.
          ["~0.0_a.aAaA2", "in byte values", false, "", "x"],
          // The zero of an escaped blank, and an x at the beginning of the token.
          ["X__--+A~/a/.+", "in quoted-printable", true, "", ""],
          // The zero of the last number, and an x behind it.
          ["_.A+Aa.-/-/P", "in hexadecimal numbers", false, "", "x"],
        ],
      },
    );
  });

  const numbersOf = (digits: number) => (secret: string) =>
    (
      Buffer.from(secret)
        .toString("hex")
        .match(new RegExp(`.{1,${digits}}`, "g")) ?? []
    ).map((one) => `0x${one}`);
  it.each([
    ["one digit", "secret/token+1", numbersOf(1)],
    ["two digits", "secret/token+1", numbersOf(2)],
    ["three digits", "secret/token+1", numbersOf(3)],
    ["nine digits", "secret/token+1", numbersOf(9)],
    [
      "two prefixes each",
      "secret/token+1",
      (secret: string) => numbersOf(2)(secret).map((one) => `0x${one}`),
    ],
    ["letters as they are", "secret/token+1", (secret: string) => [...secret].map((one) => `0x${one}`)],
    ["signs only", "key-abc0x2", () => ["key0x2dabc0x2 10"]],
    ["a zero before the first", "3.8x528xq", () => ["0x3 0x2e 8x528xq"]],
  ])("is noticed in hexadecimal numbers of %s", (_, secret, numbers) => {
    expect(withoutToken(`said "${numbers(secret).join(", ")}"x`, secret)).toBeNull();
  });

  it.each(REMOVED_SPELLINGS)("is removed %s, and the rest of the answer stays as it came", (how) => {
    const secret = "shop+4f1c9a7e20b35d68/tok=";
    const body = (said: string) =>
      `{"total":12.50,"said":"x ${said}.","rows":["\\u00e9 %C3 &amp; Zm9vYmFy"]}`;
    expect(withoutToken(body(spell(how, secret)), secret)).toBe(body("[token removed]"));
  });

  it("is taken out of base64 and hexadecimal digits of a longer text, wherever it begins there", () => {
    fc.assert(
      fc.property(
        token,
        fc.string(),
        fc.string(),
        fc.constantFrom("base64", "base64url", "hex"),
        (secret, a, b, as) => {
          const repeated = Buffer.from(`${a}${secret}${b}`).toString(
            as === "hex" ? "hex" : as === "base64" ? as : "base64url",
          );
          const clean = withoutToken(JSON.stringify({ a: 1, said: repeated }), secret) ?? "";
          for (let from = 0; from < 4; from += 1) {
            const read = Buffer.from(clean.slice(15 + from), as === "hex" ? "hex" : "base64").toString(
              "latin1",
            );
            expect(read).not.toContain(secret);
          }
          expect(clean).not.toContain(repeated);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is taken out of one encoding within another, and JSON stays JSON with its numbers", () => {
    fc.assert(
      fc.property(token, spelling, removedSpelling, (secret, inner, outer) => {
        const repeated = spell(outer, spell(inner, secret));
        // The outer ones spell letters of one byte.
        fc.pre(!/[^\p{ASCII}]/u.test(spell(inner, secret)));
        const body = JSON.stringify({
          n: 12345678901234567890n.toString(),
          a: [1.5, repeated],
          [`${repeated}`]: 2,
        });
        const clean = withoutToken(body, secret);
        expect(clean ?? "").not.toContain(JSON.stringify(repeated).slice(1, -1));
        if (clean !== null) expect(JSON.parse(clean)).toMatchObject({ a: [1.5, expect.any(String)] });
      }),
      { numRuns: 400 },
    );
  });

  it("of signs that are escapes themselves is found as it is and escaped", () => {
    for (const secret of ["abc%41def&amp;x", "back\\slash\\u0041x", "a%2Bb%252Bc.d"])
      for (const how of Object.keys(SPELLINGS))
        expect(withoutToken(`say "${spell(how, secret)}"`, secret) ?? "[token removed]", how).toContain(
          "[token removed]",
        );
  });

  it("in a list of numbers leaves nothing of the answer", () => {
    const list = JSON.stringify({ type: "Buffer", data: [...Buffer.from(`Bearer ${TOKEN}`)] });
    expect(withoutToken(list, TOKEN)).toBeNull();
  });

  it("is not put together by what is taken out", () => {
    expect(withoutToken(`secr${TOKEN}et/token+1`, TOKEN)).toBeNull();
    expect(withoutToken(`x${TOKEN.slice(0, 7)}${TOKEN}${TOKEN.slice(7)}`, TOKEN)).toBeNull();
  });

  it("leaves nothing of a long answer that has its letters apart, wherever that is", () => {
    const apart = fc.constantFrom<(secret: string) => string>(
      (secret) => [...secret].join(" "),
      (secret) => [...secret].reverse().join(""),
      (secret) => [...hexOf(secret)].join("-"),
      (secret) => [...secret].map((letter) => `0x-${hexOf(letter)}`).join("; "),
      (secret) => Buffer.from(secret).join("] ["),
    );
    const secret = fc.stringMatching(/^[a-z][A-Za-z0-9]{11,59}$/);
    const long = fc.stringMatching(/^(?:[a-wyz]{2,9}[ .,:"]{1,4}){0,60}[a-wyz]{0,3}$/);
    fc.assert(
      fc.property(secret, apart, long, long, (repeated, write, before, after) => {
        expect(withoutToken(`${before}${write(repeated)}${after}`, repeated)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it("is taken out where the answer was cut off within it", () => {
    expect(withoutToken(`said: ${TOKEN.slice(0, -2)}`, TOKEN, true)).toBe("said: [token removed]");
    expect(withoutToken('{"a":"secret%2ftoken', TOKEN, true)).toBe('{"a":"[token removed]');
    expect(withoutToken(`said: ${TOKEN.slice(0, -2)}`, TOKEN)).toContain("secret");
  });

  it.each([
    [
      "for an address",
      (secret: string) => Array.from(Buffer.from(secret), (code) => `%${code.toString(16)}`).join(""),
    ],
    [
      "for JSON",
      (secret: string) => Array.from(Buffer.from(secret), (code) => `\\u00${code.toString(16)}`).join(""),
    ],
    [
      "for HTML",
      (secret: string) => Array.from(Buffer.from(secret), (code) => `&#x${code.toString(16)};`).join(""),
    ],
    ["in base64", (secret: string) => Buffer.from(`Bearer ${secret}`).toString("base64")],
    ["in hexadecimal digits", (secret: string) => Buffer.from(secret).toString("hex")],
    ["in a list of bytes", (secret: string) => Buffer.from(secret).join(",")],
  ])("is taken out where the answer was cut off within it, written %s", (_how, spell) => {
    const written = spell(TOKEN);
    for (let cut = spell(TOKEN.slice(0, 8)).length; cut < written.length; cut += 1)
      expect(withoutToken(`said: ${written.slice(0, cut)}`, TOKEN, true) ?? "").not.toContain(
        written.slice(0, 12),
      );
  });

  it("costs what can be paid for, also where the answer is made to be looked through for ever", () => {
    const nested = Array.from({ length: 8 }).reduce<string>(
      (text) => Buffer.from(text).toString("base64"),
      "T".repeat(20_000),
    );
    const started = performance.now();
    for (const text of [
      nested,
      "VFRU".repeat(16_000),
      "%25".repeat(20_000),
      "\\\\".repeat(30_000),
      "<".repeat(60_000),
    ])
      withoutToken(text, TOKEN);
    // A bound on growth and not on speed: a machine that is ten times slower passes too.
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it("not repeated leaves the answer to a large return whole, every letter of which is an escape of JSON", () => {
    const words = Array.from(
      "مرتجع تالف",
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const row = `{"rowNo":1,"price":12.5,"description":"${words.join("").repeat(12)}"}`;
    const body = `[${Array.from({ length: 10_000 }, () => row).join(",")}]`;
    expect(withoutToken(body, TOKEN) === body).toBe(true);
  });

  it("is taken out of a run of millions of letters, which stays whole where it isn't in it", () => {
    const image = "A".repeat(16 * 1_048_576);
    const hidden = image + Buffer.from(`xx${TOKEN}yy`).toString("base64");
    expect(withoutToken(image, TOKEN) === image).toBe(true);
    expect(withoutToken(hidden, TOKEN)).toBe("[token removed]");
  });

  it("in two spellings that overlap is taken out with both", () => {
    const inner = Buffer.from(TOKEN).toString("base64").replace(/=+$/, "");
    const text = `${inner}${TOKEN}`;
    expect(withoutToken(text, TOKEN)).toBe("[token removed]");
  });

  it.each(["base64", "hex"] as const)(
    "is taken out of a megabyte of %s over lines that repeats it all the time, in seconds",
    (encoding) => {
      const lines = Buffer.from(TOKEN.repeat(40_000)).toString(encoding).replaceAll(/.{76}/g, "$&\n");
      const started = performance.now();
      expect(withoutToken(lines, TOKEN) ?? "").not.toContain(lines.slice(0, 60));
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );
});
