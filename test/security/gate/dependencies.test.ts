/** Every package has a reason, an exact version, a hash, a licence that may be passed on, and no script that runs. */
import { describe, expect, it } from "vitest";
import {
  auditFacts,
  auditProblems,
  broughtBy,
  isTaken,
  PERMISSIVE,
} from "../../../scripts/lib/checks/audit-packages.mjs";

type Facts = Parameters<typeof auditProblems>[0];

const facts: Facts = auditFacts();

it("nothing is wrong with what the program is made of", () => {
  expect(auditProblems(facts)).toEqual([]);
  expect(facts.imported).toEqual(expect.arrayContaining(["undici", "zod", "react", "better-sqlite3"]));
});

describe("it would be noticed where", () => {
  const problems = (change: Partial<Facts>) => auditProblems({ ...facts, ...change });
  const undici = facts.packages["node_modules/undici"];

  it.each<[string, Partial<Facts>, RegExp]>([
    [
      "a package has no reason",
      { manifest: { dependencies: { "left-pad": "1.3.0" } } },
      /left-pad has no reason/,
    ],
    ["a reason has no package", { manifest: {} }, /undici has a reason and is no dependency/],
    [
      "a version may move",
      { manifest: { dependencies: { undici: "^7.30.2" } } },
      /undici is not pinned exactly/,
    ],
    ["a tool gets into the program", { imported: [...facts.imported, "vitest"] }, /vitest is in the program/],
    ["a package left the program", { imported: [] }, /undici is listed as in the program/],
    [
      "a licence asks for more",
      { packages: { ...facts.packages, "node_modules/undici": { ...undici, license: "GPL-3.0" } } },
      /undici has the licence GPL-3.0/,
    ],
    [
      "what is brought along asks for more",
      { packages: { ...facts.packages, "node_modules/pend": { integrity: "sha512-x", license: "MPL-2.0" } } },
      /pend has the licence MPL-2.0/,
    ],
    [
      "a hash is weak",
      { packages: { ...facts.packages, "node_modules/undici": { ...undici, integrity: "sha1-x" } } },
      /undici is not held to a strong hash/,
    ],
    ["install scripts may run", { npmrc: "save-exact=true" }, /ignore-scripts/],
  ])("%s", (_, change, words) => {
    expect(problems(change).join("\n")).toMatch(words);
  });
});

it("what is brought along is followed down to its end", () => {
  const packages = {
    "node_modules/a": { dependencies: { b: "1" } },
    "node_modules/b": { dependencies: { c: "1" } },
    "node_modules/a/node_modules/b": { dependencies: { d: "1" } },
    "node_modules/c": {},
    "node_modules/d": { dependencies: { a: "1" } },
  };
  expect(broughtBy(packages, ["a"])).toEqual([
    "node_modules/a",
    "node_modules/a/node_modules/b",
    "node_modules/d",
  ]);
});

it("of several licences one is enough, and of several at once each counts", () => {
  expect(isTaken("(GPL-3.0 OR MIT)", PERMISSIVE)).toBe(true);
  expect(isTaken("MIT AND GPL-3.0", PERMISSIVE)).toBe(false);
});
