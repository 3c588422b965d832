/** No comment, name or title of a test has a word that docs/WORDS.md keeps out of code. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const THIS = "test/unit/words/code-words.test.ts";

/** The words of the list, whole; of a name such as `toldOnce` each part counts as a word. */
const list = /without these, also as parts of a name: ([^.]+)\./.exec(
  readFileSync(join(ROOT, "docs/WORDS.md"), "utf8"),
);
const BANNED = new RegExp(`\\b(?:${list?.[1]?.split(", ").join("|")})\\b`, "i");

const apart = (line: string): string => line.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");

const sources = globSync(
  [
    "{contract,main,preload,renderer,scripts,test,model}/**/*.{ts,tsx,mjs,cjs,css,grit,qnt,yml}",
    "{*,.*}.{ts,cjs,yml}",
  ],
  { cwd: ROOT, exclude: ["**/node_modules/**", THIS] },
);

it("code holds none of the words that docs/WORDS.md keeps out of it", () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((path) =>
    readFileSync(join(ROOT, path), "utf8")
      .split("\n")
      .flatMap((line, index) => (BANNED.test(apart(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it.each(["// what it heard", "const toldOnce = 1;", "it stands apart"])("the check finds %j", (line) => {
  expect(BANNED.test(apart(line))).toBe(true);
});
