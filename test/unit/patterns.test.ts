/** No pattern of the program takes more than linear time on text from outside. */
import { globSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { parseSync } from "@swc/core";
import { analyse } from "scslre";
import { expect, it } from "vitest";
import { spentUs } from "../helpers/spent.ts";

const root = join(import.meta.dirname, "../..");
/** The one script that reads what others wrote. */
const FILES = ["{contract,main,preload,renderer}/**/*.{ts,tsx}", "scripts/verify-activity.mjs"];

/** Patterns that are not linear, and why that can't matter. */
const REVIEWED = new Map([
  ["/\\s*[./\\\\\\-–]\\s*|\\s+/g", "what a person types as a date"],
  ["/^minmax\\(\\s*([^,]+),/", "widths of columns, written in the program"],
]);
/** Patterns made of other text: by file, and of what. */
const COMPOSED = new Map([
  [
    "main/engine/core/remote/answer-body.ts",
    "the token's letters, whose spellings begin with different signs",
  ],
]);

interface Found {
  file: string;
  /** Null where it is put together while the program runs. */
  pattern: RegExp | null;
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

function patternsIn(file: string): Found[] {
  const isScript = extname(file) === ".mjs";
  const text = readFileSync(join(root, file), "utf8");
  const parsed = isScript
    ? parseSync(text, { syntax: "ecmascript" })
    : parseSync(text, { syntax: "typescript", tsx: file.endsWith("x") });
  const found: Found[] = [];
  const look = (node: unknown): void => {
    if (!isTree(node)) return;
    if (node.type === "RegExpLiteral")
      found.push({ file, pattern: new RegExp(String(node.pattern), String(node.flags)) });
    const isCall = node.type === "NewExpression" || node.type === "CallExpression";
    if (isCall && isTree(node.callee) && node.callee.value === "RegExp") found.push({ file, pattern: null });
    for (const inner of Object.values(node)) look(inner);
  };
  look(parsed.body);
  return found;
}

const isLinear = (pattern: RegExp): boolean =>
  analyse({ source: pattern.source, flags: pattern.flags }).reports.length === 0;

/** Read once, for both looks. */
const ALL: readonly Found[] = FILES.flatMap((glob) => globSync(glob, { cwd: root })).flatMap((file) =>
  patternsIn(file.replaceAll("\\", "/")),
);

it("every pattern is linear, or it is written here why that can't matter", () => {
  expect(ALL.length).toBeGreaterThan(150);
  const composed = ALL.filter(({ pattern }) => pattern === null).map(({ file }) => file);
  expect([...new Set(composed)].sort()).toEqual([...COMPOSED.keys()].sort());
  const slow = ALL.flatMap(({ file, pattern }) =>
    pattern === null || isLinear(pattern) ? [] : [{ file, pattern: String(pattern) }],
  );
  expect(slow.filter(({ pattern }) => !REVIEWED.has(pattern))).toEqual([]);
  expect([...REVIEWED.keys()].filter((known) => !slow.some(({ pattern }) => pattern === known))).toEqual([]);
});

/** What repetitions of the program's patterns take, alone and in pairs: each is tried with an end that fits nothing. */
const LETTERS = [...'a0 .-[%"\\ا', "0."];
const SHORT = 1_000;
const GROWTH = 16;
/** Of the long text to as many letters in short ones: linear is 1, quadratic 16. */
const MOST_RATIO = 4;
/** Less than this is what a clock and a compiler do, and no growth. */
const MEASURABLE_US = 20_000;

/**
 * Processor time of this thread alone, so that a busy machine changes nothing; the least of three, in µs. It is counted
 * in steps of up to 4 ms, so what is short is done many times.
 */
function cost(pattern: RegExp, text: string, times: number): number {
  const once = () => {
    const before = spentUs();
    for (let n = 0; n < times; n += 1) text.replace(pattern, "");
    return spentUs() - before;
  };
  const first = once();
  return first < MEASURABLE_US ? first : Math.min(first, once(), once());
}
const growsTooFast = (pattern: RegExp, letter: string): boolean => {
  const text = (length: number) => `${letter.repeat(length)}\u0001`;
  const long = cost(pattern, text(SHORT * GROWTH), 1);
  return long >= MEASURABLE_US && long / Math.max(1, cost(pattern, text(SHORT), GROWTH)) > MOST_RATIO;
};

it("no pattern takes more than its share of time for a text that grows", () => {
  const slow = ALL.flatMap(({ file, pattern }) =>
    pattern === null || REVIEWED.has(String(pattern))
      ? []
      : LETTERS.filter((letter) => growsTooFast(pattern, letter)).map((letter) => ({
          file,
          pattern,
          letter,
        })),
  );
  expect(slow).toEqual([]);
  expect(growsTooFast(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "[")).toBe(true);
});

it("the check notices the pattern of number formats as it was, and a nested repetition", () => {
  expect(isLinear(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi)).toBe(false);
  expect(isLinear(/^(?:a+)+$/)).toBe(false);
  expect(isLinear(/^[a-z]+$/)).toBe(true);
});
