/** What finding a secret in a text remembers, within one text and from one text to the next. */
import { expect, it } from "vitest";
import { placesOf } from "../../../../main/engine/remote/hidden-token.ts";

const SECRET = "shop+4f1c9a7e20b35d68/tok=";

it("a secret that stands twice in the same packed spelling is found in both places", () => {
  const packed = Buffer.from(SECRET).toString("base64");
  const text = `{"first":"${packed}","second":"${packed}"}`;
  const found = placesOf(text, SECRET, false) ?? [];
  expect(found.map(({ from }) => from)).toEqual([text.indexOf(packed), text.lastIndexOf(packed)]);
});

it("a text that took too long to look through hides nothing in the next one", () => {
  const nought = String.fromCharCode(0);
  expect(placesOf(nought.repeat(200_000), SECRET, false)).toBeNull();
  // Letters of two bytes each.
  const wide = [...SECRET].join(nought);
  expect(placesOf(wide, SECRET, false)).toEqual([{ from: 0, to: wide.length, isPlain: false }]);
});

it.each(["\u{e0061}", "\u{e0100}", "\u{1d173}", "&zwj;", "&zwnj;", "&lrm;", "&ZeroWidthSpace;"])(
  "a secret whose letters stand apart by %j is found",
  (mark) => {
    const text = [...SECRET].join(mark);
    expect(placesOf(text, SECRET, false)).toEqual([{ from: 0, to: text.length, isPlain: false }]);
  },
);
