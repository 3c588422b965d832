/** The token is taken out of an answer; nothing else of it changes. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { answerBodyOf, withoutToken } from "../../../main/engine/remote/answer-body.ts";

const TOKEN = "secret/token+1";

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
