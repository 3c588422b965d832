/** What a day sheet says on paper. */
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { DaySheet } from "../../../../contract/channels/day-sheets.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { dayDocument } from "../../../../renderer/print/day-pieces.tsx";
import { toolsOf } from "../../../../renderer/print/tools.tsx";
import { dayPrint } from "../../../helpers/printed-entries.ts";

beforeAll(() => startWords("en", "latin"));

function printed(fields: Partial<DaySheet> = {}): string {
  const content = dayPrint(fields);
  return dayDocument(toolsOf(i18next.t, content), content)
    .pieces.map(({ node }) => renderToStaticMarkup(node))
    .join(" ")
    .replaceAll(/<[^>]{0,500}>/g, " ")
    .replace(/[\u2066-\u2069]/g, "")
    .replaceAll(/\s+/g, " ");
}

describe("a printed day sheet", () => {
  it("has its number, its sums in their currency, what is open, and a line to sign", () => {
    const text = printed();
    expect(text).toMatch(/Day sheet 12 of Mar 9, 2026/);
    expect(text).toMatch(/Purchase return · user 501 3 entries · 18,005\.25 YER/);
    expect(text).toMatch(/Purchase return · Outcome unknown 1 entry · 5\.25 YER/);
    expect(text).toMatch(/The oldest was entered Mar 7, 2026/);
    expect(text).toMatch(/Counted and signed/);
    expect(text).toContain("cd".repeat(32));
  });

  it("lists discards with reason and person, and says how many are not listed", () => {
    expect(printed()).toMatch(
      /Discarded on this day \(3\) .*Hadramout 7\.00 YER user 501 · 6c1f0f6e · typed twice 2 more are in the activity\./,
    );
  });

  it("says which sheet it replaces, and which has replaced it", () => {
    expect(printed({ replaces: 9, replacedBy: 14 })).toMatch(
      /Replaces sheet 9 of the same day\. Sheet 14 of the same day has replaced this one\./,
    );
    expect(printed()).not.toMatch(/[Rr]eplace/);
  });

  it("of a day without an entry says so", () => {
    const text = printed({
      entered: [],
      states: [],
      discards: [],
      counts: { corrections: 0, discards: 0, confirmedByStaff: 0 },
      open: { unsent: 0, unknown: 0, refused: 0, oldestAt: null },
    });
    expect(text).toMatch(/Entered on this day None\./);
    expect(text).toMatch(/Nothing is open\./);
  });
});
