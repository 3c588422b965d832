/** What the documents name is there: files they link to, pictures, npm scripts, scripts of this tree. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { benches } from "../../../scripts/bench/benches.mjs";
import { documents, ROOT } from "./documents.ts";

/** Each find of a pattern in each document that something is wrong with, in words. */
const wrong = (pattern: RegExp, isRight: (found: string, path: string) => boolean): string[] =>
  documents.flatMap(({ path, name, text }) =>
    [...text.matchAll(pattern)]
      .map(([, found = ""]) => found)
      .filter((found) => !isRight(found, path))
      .map((found) => `${name}: ${found}`),
  );

const scripts = new Set(
  [...readFileSync(join(ROOT, "package.json"), "utf8").matchAll(/^ {4}"([\w:-]+)": "/gm)].map(
    ([, name = ""]) => name,
  ),
);

describe("the documents", () => {
  it("link only to what is there", () => {
    const dead = wrong(
      /\]\(([^)\s]+)\)/g,
      (target, path) =>
        /^(?:https?:|mailto:|#)/.test(target) || existsSync(join(dirname(path), target.replace(/#.*$/, ""))),
    );
    expect(dead).toEqual([]);
  });

  it("have no marks that a merge left", () => {
    expect(wrong(/^(<{7}|={7}|>{7})/gm, () => false)).toEqual([]);
  });

  it("name only npm scripts that exist", () => {
    expect(scripts.size).toBeGreaterThan(10);
    expect(wrong(/\bnpm run (?:-s )?([a-z][\w:-]*)/g, (name) => scripts.has(name))).toEqual([]);
  });

  it("name only scripts that exist", () => {
    expect(wrong(/\b(scripts\/[\w/-]+\.mjs)\b/g, (path) => existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("name only tests that exist", () => {
    expect(wrong(/`(test\/[\w/-]+\.test\.tsx?)`/g, (path) => existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("have a place for the figures of each benchmark, and for no other", () => {
    const report = readFileSync(join(ROOT, "docs/BENCHMARKS.md"), "utf8");
    const places = [...report.matchAll(/^<!-- begin ([\w-]+) -->$[\s\S]*?^<!-- end \1 -->$/gm)];
    expect(places.map(([, name]) => name)).toEqual(benches.map(({ name }) => name));
  });

  it("the threat model names a test that exists for each promise, by its title where it gives one", () => {
    const lines = readFileSync(join(ROOT, "docs/THREAT-MODEL.md"), "utf8").split("\n");
    const promises = lines.flatMap((line, at) => {
      const begins = lines.lastIndexOf("| promise | test |", at);
      return begins >= 0 && at > begins + 1 && lines.slice(begins, at).every((each) => each.startsWith("|"))
        ? [line]
        : [];
    });
    expect(promises.filter((line) => line.startsWith("|")).length).toBeGreaterThan(25);
    const bad = promises
      .filter((line) => line.startsWith("|"))
      .filter((line) => {
        const named = [...line.matchAll(/`([\w/-]+\.test\.ts)`(?: "([^"]+)")?/g)];
        return (
          named.length === 0 ||
          named.some(([, file = "", title = ""]) => {
            const path = join(ROOT, "test", file);
            return !existsSync(path) || !readFileSync(path, "utf8").includes(title);
          })
        );
      });
    expect(bad).toEqual([]);
  });
});
