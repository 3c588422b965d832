import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSampleSaver } from "../../../../main/shell/files/file-grants.ts";
import { CALL } from "../../../helpers/file-context.ts";

const input = {
  suggestedName: "Stores.csv",
  rows: [
    ["المعرّف", "Name"],
    ["1", "=A1"],
  ],
};

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "sample-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("writes the rows as CSV in UTF-8 where the person says, with no formula in them", async () => {
  const folder = folderOfTest();
  const { path } = await createSampleSaver(async (name) => join(folder, name))(CALL, input);
  expect(path).toBe(join(folder, "Stores.csv"));
  expect(readFileSync(path ?? "", "utf8")).toBe('\uFEFF"المعرّف","Name"\r\n"1","\'=A1"\r\n');
});

it("writes nothing where the person cancelled, and says why where it can't", async () => {
  expect(await createSampleSaver(async () => null)(CALL, input)).toEqual({ path: null });
  const nowhere = join(folderOfTest(), "gone", "Stores.csv");
  await expect(createSampleSaver(async () => nowhere)(CALL, input)).rejects.toMatchObject({
    code: "file_invalid",
    details: { path: nowhere, reason: "not_writable", os: "ENOENT" },
  });
});
