/** What Windows' own Node leaves out by name is a test that there is: a title that was changed leaves none out. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXPECTS_ANOTHER_SYSTEM, EXPECTS_NO_WINE } from "../windows/other-systems.ts";

const root = join(import.meta.dirname, "../..");

it.each([...EXPECTS_ANOTHER_SYSTEM, ...EXPECTS_NO_WINE])("of %s a title has the words: %s", (file, title) => {
  const sources = globSync(`test/{integration,windows}/**/${file}`, { cwd: root });
  expect(sources).toHaveLength(1);
  for (const source of sources) {
    const strings = readFileSync(join(root, source), "utf8").match(/"[^"\n]*"/g) ?? [];
    expect(strings.filter((string) => string.includes(title))).not.toEqual([]);
  }
});
