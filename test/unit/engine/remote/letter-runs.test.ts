/** Runs of letters of one class, found by passing over most letters. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  BASE64,
  BETWEEN_BASE64,
  BETWEEN_DECIMAL,
  DECIMAL,
  NOTHING,
  READABLE,
  type Run,
  runsOf,
} from "../../../../main/engine/remote/letter-runs.ts";

/** The same, letter by letter. */
function slowRuns(text: string, members: Uint8Array, between: Uint8Array, least: number, leastAtEnd: number) {
  const runs: Run[] = [];
  let from = 0;
  let count = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 128;
    if (code < 128 && members[code] === 1) {
      if (count === 0) from = at;
      count += 1;
    } else if (count > 0 && !(code < 128 && between[code] === 1)) {
      if (count >= (at < text.length ? least : leastAtEnd)) runs.push({ from, to: at, members: count });
      count = 0;
    }
  }
  return runs;
}

const letter = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("1", "2") },
  { weight: 1, arbitrary: fc.constantFrom("a", "+", ",", " ", "\n", "{", "é", "م", "\u0000", "\u0001") },
);
const classes = fc.constantFrom(
  [DECIMAL, BETWEEN_DECIMAL] as const,
  [BASE64, BETWEEN_BASE64] as const,
  [READABLE, NOTHING] as const,
);
const least = fc.integer({ min: 1, max: 9 });

it("runs are those that a look at every letter finds, of any length, in the middle and at the end", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: letter, maxLength: 80 }),
      classes,
      least,
      least,
      (text, [members, between], some, atEnd) => {
        expect([...runsOf(text, members, between, some, atEnd)]).toEqual(
          slowRuns(text, members, between, some, atEnd),
        );
      },
    ),
    { numRuns: 3_000 },
  );
});
