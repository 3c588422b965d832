import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  firstLoadOf,
  judgeBundles,
  measureBundles,
  missingStyles,
} from "../../../scripts/lib/checks/bundle-budgets.mjs";

let out = "";
afterEach(() => rmSync(out, { recursive: true, force: true }));

function built(files: Record<string, string>): string {
  out = mkdtempSync(join(tmpdir(), "counterside-bundles-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), text);
  }
  return out;
}

const page = () =>
  built({
    "renderer/index.html": '<script src="./assets/a.js"></script><link href="./assets/a.css">',
    "renderer/assets/a.js":
      'import{x as y}from"./b.js";import"./c.js";const later=()=>import("./big.js");"m_abcdef12"',
    "renderer/assets/b.js": 'export{x}from"./c.js";',
    "renderer/assets/c.js": "x".repeat(3_000),
    "renderer/assets/big.js": "x".repeat(90_000),
    "renderer/assets/a.css": ".m_12345678{}",
  });

describe("the bundles' sizes", () => {
  it("are those of what is loaded first, and of nothing that comes later", () => {
    expect(
      firstLoadOf(page(), "renderer/index.html")
        .map((file) => file.replaceAll("\\", "/"))
        .sort(),
    ).toEqual([
      "renderer/assets/a.css",
      "renderer/assets/a.js",
      "renderer/assets/b.js",
      "renderer/assets/c.js",
      "renderer/index.html",
    ]);
  });

  it("are refused in words where one is above its budget", () => {
    const budget = { name: "page", entry: "renderer/index.html", kind: "js", raw: 2, gzip: 90 } as const;
    const { wrong, lines } = judgeBundles(measureBundles(page(), [budget]));
    expect(lines).toHaveLength(1);
    expect(wrong).toEqual([expect.stringMatching(/^page is 3\.\d kB .* its budget is 2 kB/)]);
    expect(judgeBundles(measureBundles(out, [{ ...budget, raw: 4 }])).wrong).toEqual([]);
  });

  it("are refused where an entry comes in more files than its budget has", () => {
    const budget = { name: "page", entry: "renderer/index.html", kind: "js", raw: 90, gzip: 90 } as const;
    expect(judgeBundles(measureBundles(page(), [{ ...budget, files: 2 }])).wrong).toEqual([
      "page is 3 files; its budget is 2.",
    ]);
    expect(judgeBundles(measureBundles(out, [{ ...budget, files: 3 }])).wrong).toEqual([]);
  });

  it("name a component's style that was left out", () => {
    expect(missingStyles(page(), ".m_abcdef12{} .m_12345678{}")).toEqual(["m_abcdef12"]);
  });
});
