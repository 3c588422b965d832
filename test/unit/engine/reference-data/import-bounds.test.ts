import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { importFile } from "../../../../main/engine/reference-data/import-file.ts";
import { MAX_BATCH_LETTERS, MAX_IMPORT_LETTERS } from "../../../../main/engine/reference-data/row-bounds.ts";
import { xlsxOf } from "../../../integration/engine/reference-data/xlsx-files.ts";

it("a text that many rows of a spreadsheet share is counted in each, and ends the import at its bound", async () => {
  const folder = mkdtempSync(join(tmpdir(), "counterside-bounds-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "vouchers.xlsx");
  const note = "n".repeat(20_000);
  const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
  const names = ["serialNo", "currencyId", "amount", "note", "status", "creatorUserId", "creatorDeviceId"];
  const rows = Array.from({ length: MAX_IMPORT_LETTERS / note.length + 10 }, (_, n) => {
    const serialNo = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    return `<row>${text(serialNo)}${text("YER")}<c><v>5</v></c><c t="s"><v>0</v></c><c><v>1</v></c><c/><c/>${text("2026-01-31T09:30:00Z")}</row>`;
  });
  const xml = `<worksheet><sheetData><row>${[...names, "updatedAt"].map(text).join("")}</row>${rows.join("")}</sheetData></worksheet>`;
  const replaced = {
    "xl/worksheets/sheet1.xml": xml,
    "xl/sharedStrings.xml": `<sst><si><t>${note}</t></si></sst>`,
  };
  writeFileSync(path, xlsxOf([], { replaced }));

  let widest = 0;
  const result = await importFile(
    { kind: "taxVoucher", path, mapping: null, dryRun: true },
    {
      put: (batch) => {
        widest = Math.max(widest, batch.length);
        return batch.map(() => "added");
      },
      rejectedFile: null,
      databasePath: path,
      spareBytes: () => null,
      reserveBytes: 0,
      signal: new AbortController().signal,
      now: () => 0,
      progressed: () => undefined,
      rest: () => Promise.resolve(),
    },
  );
  expect(result.rejectedCount).toBe(1);
  expect(result.rejected[0]).toMatchObject({ line: result.added + 2 });
  expect(result.rejected[0]?.reason).toMatch(/more than 268435456 letters.*were not read/);
  expect(result.added).toBeLessThan(MAX_IMPORT_LETTERS / note.length);
  expect(widest).toBeLessThanOrEqual(MAX_BATCH_LETTERS / note.length + 1);
});
