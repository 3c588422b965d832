import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { csvFile } from "../../../../contract/csv.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { checklistCsv } from "../../../../renderer/print/checklist-csv.ts";
import { attempt, checklist, entry, returnBody } from "../../../helpers/printed-entries.ts";

describe("the checklist as a table", () => {
  beforeAll(() => startWords("en", "auto"));

  it("begins with the mark of UTF-8 and a row of heads", () => {
    const file = checklistCsv({ t: i18next.t }, checklist([], "csv"));
    expect(file.startsWith('\uFEFF"No.","Kind","About"')).toBe(true);
    expect(file.endsWith("\r\n")).toBe(true);
    expect(csvFile([])).toBe("\uFEFF");
  });

  it("holds the exact amount, the times as they are, and what to look for", () => {
    const lost = entry({
      state: "outcome_unknown",
      localAmount: "1234567890123.4567",
      subject: "=cmd|' /C calc'!A0",
      requestBody: returnBody({ note: "two\nlines" }),
      attempts: [
        attempt(),
        attempt({ outcome: "server_error", httpStatus: 500, startedAt: "2026-03-09T11:00:00.000Z" }),
      ],
    });
    const file = checklistCsv({ t: i18next.t }, checklist([lost], "csv"));
    expect(file).toContain('"1234567890123.4567","YER"');
    expect(file).toContain(`"'=cmd|' /C calc'!A0"`);
    expect(file).toContain('"two\nlines"');
    expect(file).toContain('"2","2026-03-09T11:00:00.000Z","Error in the central system","500"');
    expect(file).toContain("a purchase return with this serial number");
  });
});
