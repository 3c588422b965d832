import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { List } from "../../../../contract/lists.ts";
import { MAX_BATCH_LETTERS, MAX_IMPORT_LETTERS } from "../../../../main/engine/import/file-rows.ts";
import { importFile } from "../../../../main/engine/import/run/import-file.ts";
import type { RejectedFile } from "../../../../main/engine/import/run/rejected-rows.ts";
import { createRecordNames } from "../../../../main/engine/mirror/lists/record-names.ts";
import { openMigrated } from "../../../helpers/migrated.ts";
import { xlsxOf } from "../../../integration/engine/import/xlsx-files.ts";

/** Imports the file without a database; every row is new. `batches`: how many rows each transaction was given. */
async function taken(kind: List, path: string, rejectedFile: RejectedFile | null = null) {
  const batches: number[] = [];
  const db = openMigrated(join(mkdtempSync(join(tmpdir(), "counterside-bounds-")), "shop.sqlite"));
  onTestFinished(() => void db.close());
  const result = await importFile(
    { kind, path, mapping: null, dryRun: true },
    {
      put: (batch) => {
        batches.push(batch.length);
        return batch.map(() => "added");
      },
      rejectedFile,
      databasePath: path,
      spareBytes: () => null,
      reserveBytes: 0,
      signal: new AbortController().signal,
      now: () => 0,
      progressed: () => undefined,
      rest: () => Promise.resolve(),
      names: createRecordNames(db),
      rememberedWords: {},
    },
  );
  return { result, batches: batches.filter((rows) => rows > 0) };
}

function newFile(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "counterside-bounds-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
}

it("a batch ends with the row that makes it too long, each time, and else with its last row", async () => {
  // Of the file's letters those count that one column has, which is read as nothing.
  const files = (letters: number, rows: number) =>
    newFile(`id,name,x\n${`1,A,${"x".repeat(letters - 2)}\n`.repeat(rows)}`);
  const length = MAX_BATCH_LETTERS / 4;
  expect((await taken("store", files(length, 12))).batches).toEqual([5, 5, 2]);
  expect((await taken("store", files(length + 1, 12))).batches).toEqual([4, 4, 4]);
  expect((await taken("store", files(10, 600))).batches).toEqual([250, 250, 100]);
});

it("a text that many rows of a spreadsheet share is counted in each, and ends the import at its bound", async () => {
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
  const path = newFile(xlsxOf([], { replaced }));
  const { result, batches } = await taken("taxVoucher", path);
  expect(result.rejectedCount).toBe(1);
  expect(result.rejected[0]).toMatchObject({
    line: result.added + 2,
    problems: [{ column: null, code: "fileTooLong", params: { most: MAX_IMPORT_LETTERS } }],
  });
  expect(result.added).toBeLessThan(MAX_IMPORT_LETTERS / note.length);
  expect(Math.max(...batches)).toBeLessThanOrEqual(MAX_BATCH_LETTERS / note.length + 1);
});
