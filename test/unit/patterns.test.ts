/** No pattern of the program takes more than linear time on text from outside. */
import { globSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { parseSync } from "@swc/core";
import { analyse } from "scslre";
import { expect, it } from "vitest";

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
  ["main/engine/remote/hidden-token.ts", "one sign, the zero byte"],
  ["renderer/screens/purchase-return/named-field.ts", "names of fields"],
  ["renderer/screens/catalogue/import-reasons.ts", "one fixed beginning and words of the program"],
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

it("every pattern is linear, or it is written here why that can't matter", () => {
  const all = FILES.flatMap((glob) => globSync(glob, { cwd: root })).flatMap((file) =>
    patternsIn(file.replaceAll("\\", "/")),
  );
  expect(all.length).toBeGreaterThan(150);
  const composed = all.filter(({ pattern }) => pattern === null).map(({ file }) => file);
  expect([...new Set(composed)].sort()).toEqual([...COMPOSED.keys()].sort());
  const slow = all.flatMap(({ file, pattern }) =>
    pattern === null || isLinear(pattern) ? [] : [{ file, pattern: String(pattern) }],
  );
  expect(slow.filter(({ pattern }) => !REVIEWED.has(pattern))).toEqual([]);
  expect([...REVIEWED.keys()].filter((known) => !slow.some(({ pattern }) => pattern === known))).toEqual([]);
});

it("the check notices the pattern of number formats as it was, and a nested repetition", () => {
  expect(isLinear(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi)).toBe(false);
  expect(isLinear(/^(?:a+)+$/)).toBe(false);
  expect(isLinear(/^[a-z]+$/)).toBe(true);
});
