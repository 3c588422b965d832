import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..", "..", "..");
// Paper is measured in points, pages of one file have none of the theme, and code is in text of any size.
const ALLOWED = /^(var\(--type-(small|text|large|title)\)|0\.\d+em|inherit)$/;

test("every font size on the screen is one of the theme's four", () => {
  const sheets = globSync("renderer/**/*.css", { cwd: root }).filter(
    (sheet) => !/^renderer\/(?:print|check|chain|one-file)\//.test(sheet),
  );
  expect(sheets.length).toBeGreaterThan(40);
  const others = sheets.flatMap((sheet) =>
    [...readFileSync(resolve(root, sheet), "utf8").matchAll(/(?:font-size|-fz):\s*([^;]+);/g)]
      .map(([, size]) => size?.trim() ?? "")
      .filter((size) => !ALLOWED.test(size))
      .map((size) => `${sheet}: ${size}`),
  );
  expect(others).toEqual([]);
});
