/** No name is exported for two things: a search for it, and an editor's offer to import it, finds one declaration. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/** A declaration; what a file passes on from another one (`export { a } from`) is declared there. */
const DECLARED =
  /^export (?:declare |abstract |async )*(?:const enum|const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** The names that each text exports, once: an overload and a type beside its value are in one file. */
const exportedIn = (text: string): Set<string> =>
  new Set([...text.matchAll(DECLARED)].flatMap(([, name]) => name ?? []));

function exportedTwice(texts: Iterable<readonly [path: string, text: string]>): string[] {
  const places = new Map<string, string[]>();
  for (const [path, text] of texts)
    for (const name of exportedIn(text)) places.set(name, [...(places.get(name) ?? []), path]);
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(", ")}`);
}

it("each name that the program exports is declared in one file", () => {
  const paths = globSync("{contract,main,preload,renderer}/**/*.{ts,tsx}", { cwd: ROOT });
  expect(paths.length).toBeGreaterThan(400);
  expect(exportedTwice(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]))).toEqual([]);
});

it.each([
  ["export const one = 1;", "export function one() {}"],
  ["export interface one {}", "export abstract class one {}"],
  ["export async function* one() {}", "export type one = 1;"],
  ["export async function one() {}", "export const one = () => 1;"],
])("the check finds %j beside %j", (first, second) => {
  expect(
    exportedTwice([
      ["a.ts", first],
      ["b.ts", second],
    ]),
  ).toEqual(["one: a.ts, b.ts"]);
});

it("the check finds no second declaration in what a file passes on, or declares without an export", () => {
  expect(
    exportedTwice([
      ["a.ts", "export const one = 1;"],
      ["b.ts", 'export { one } from "./a.ts";\nconst one = 1;\n  export const one = 1;'],
    ]),
  ).toEqual([]);
});
