import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { statementCsv } from "../../../../renderer/print/statement-csv.ts";
import { SERIAL, statement } from "../../../helpers/printed-entries.ts";

describe("a statement as a table", () => {
  beforeAll(() => startWords("en", "auto"));

  it("has a row for each fact, with exact amounts and whose they are", () => {
    const file = statementCsv({ t: i18next.t }, statement());
    expect(file.split("\r\n")).toEqual([
      expect.stringMatching(/^\uFEFF"Row","Time \(UTC\)","Serial number"/),
      expect.stringMatching(/^"Return".*"Waiting to be sent","YER","12","","","","","","",""$/),
      `"Return","2026-03-09T10:00:00.000Z","${SERIAL}","Confirmed","YER","0.3","0.35","YER","2026-03-10T10:00:00.000Z","0.05","","","Torn bags"`,
      '"Total of confirmed returns","","","","YER","0.3","0.35","","","0.05","","1",""',
      '"Not confirmed yet","2026-03-10T10:00:00.000Z","","","YER","12","","","","","","1",""',
      '"Balance before the period","2026-03-09T10:00:00.000Z","","","YER","","","","","","100","",""',
      `"Balance","2026-03-10T10:00:00.000Z","${SERIAL}","","YER","","","","","","99.65","",""`,
      "",
    ]);
  });

  it("holds no formula, whatever a note says", () => {
    const [row] = statement().statement.rows;
    if (row === undefined) throw new Error("it has a return");
    const file = statementCsv(
      { t: i18next.t },
      statement({}, { rows: [{ ...row, note: "=cmd|' /C calc'!A0" }] }),
    );
    expect(file).toContain(`"'=cmd|' /C calc'!A0"`);
  });
});
