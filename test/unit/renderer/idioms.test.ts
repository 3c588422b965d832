/** One idiom for views, one for filters, one for today: a screen draws neither tabs nor segments by itself. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const drawing = (part: string): string[] =>
  globSync("renderer/**/*.tsx")
    .filter((path) => readFileSync(path, "utf8").includes(part))
    .map((path) => path.replace("renderer/", ""))
    .sort();

it("views are tabs of one component; only returns that are typed side by side have their own", () => {
  expect(drawing("<Tabs.List")).toEqual(["screens/purchase-return/draft-tabs.tsx", "ui/views.tsx"]);
});

it("what narrows a list is one component; a setting is chosen with the same segments", () => {
  expect(
    drawing("<SegmentedControl").filter((path) => !/^(?:screens\/settings|features\/pin)\//.test(path)),
  ).toEqual(["ui/views.tsx"]);
  expect(drawing("<Filter\n")).toEqual([
    "screens/documents/index.tsx",
    "screens/documents/statement.tsx",
    "screens/expiring/index.tsx",
    "screens/outbox/entry-list.tsx",
    "screens/reference-data/changes-page.tsx",
    "screens/reference-data/lists/search-bar.tsx",
    "screens/restore/record-list.tsx",
    "screens/settings/counters-page.tsx",
  ]);
});

it("today is the day where the counter is: nobody takes UTC's, which is another one at night", () => {
  const utc = /(?:new Date\((?:Date\.now\(\)|now)?\)|\bnow)\.toISOString\(\)\.slice\(0, 10\)/;
  const takesUtc = globSync("renderer/**/*.{ts,tsx}").filter((path) => utc.test(readFileSync(path, "utf8")));
  expect(takesUtc).toEqual([]);
});
