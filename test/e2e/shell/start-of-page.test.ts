/** The order in which the page gets what it is drawn with (docs/decisions/0021), in the build that the other tests open. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "./open-app.ts";

const built = join(import.meta.dirname, "../../../out/renderer");

test("what Home is drawn with is fetched with the page itself, and evaluated only when it is drawn", () => {
  const html = readFileSync(join(built, "index.html"), "utf8");
  expect(html).toMatch(/rel="modulepreload"[^>]+href="\.\/assets\/first-[^"]+\.js"/);
  expect(html).toMatch(/rel="stylesheet"[^>]+href="\.\/assets\/first-[^"]+\.css"/);
  const script = /<script type="module"[^>]+src="\.\/([^"]+)"/.exec(html)?.[1] ?? "";
  const entry = readFileSync(join(built, script), "utf8");
  expect(entry).toContain("/asks-");
  expect(entry).not.toMatch(/(?:^|[;}\s])import\s*(?:[^"'();]*from\s*)?["'][^"']*\/first-/);
});
