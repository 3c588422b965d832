import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CountersideError } from "../../../../contract/reply.ts";
import { readHeader } from "../../../../main/engine/reference-data/columns.ts";
import { openTextFile } from "../../../../main/engine/reference-data/open-file.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { FAILURES, readFailure } from "../../../../renderer/screens/catalogue/import-failures.ts";

const invalid = (words: string, details: Record<string, unknown> = {}) =>
  readFailure({ code: "file_invalid", message: `The file can't be imported: ${words}: /a.csv`, details });

function headerFailure(header: string[]) {
  const read = readHeader("store", header);
  if (!("words" in read)) throw new Error("the header was taken");
  return invalid(read.words, { columns: read.columns });
}

const folder = mkdtempSync(join(tmpdir(), "counterside-failures-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What becomes of the engine's own refusal of a file that holds these bytes. */
async function bytesFailure(...bytes: number[]) {
  const path = join(folder, "a.csv");
  writeFileSync(path, Uint8Array.from(bytes));
  const refused = await openTextFile(path).catch((error: unknown) => error);
  if (!(refused instanceof CountersideError)) throw new Error("the file was taken");
  return readFailure(refused)?.failure;
}

describe("why a file was not taken", () => {
  it("is read from what the engine says about a header", () => {
    expect(headerFailure(["id"])).toEqual({ failure: "missingColumns", columns: ["name"] });
    expect(headerFailure(["id;name"])).toMatchObject({ failure: "missingBySemicolons" });
    expect(headerFailure(["id\tname"])).toMatchObject({ failure: "missingByTabs" });
    expect(headerFailure(["id", "name", "ID"])).toEqual({ failure: "columnTwice", columns: ["id"] });
  });

  it("is read from what the engine says about bytes", async () => {
    expect(await bytesFailure(0xff, 0xfe)).toBe("utf16");
    expect(await bytesFailure(0x50, 0x4b, 3, 4)).toBe("spreadsheet");
    expect(await bytesFailure(65, 0)).toBe("notText");
    const missing = await openTextFile(join(folder, "none.csv")).catch((error: unknown) => error);
    expect(missing instanceof CountersideError && readFailure(missing)?.failure).toBe("noFile");
  });

  it("is read from the system's own word", () => {
    const of = (reason: string) =>
      readFailure({ code: "file_unreadable", message: "", details: { reason } })?.failure;
    expect(["ENOENT", "EACCES", "EISDIR", "too_large", "EIO"].map(of)).toEqual([
      ...["noFile", "notAllowed", "folder", "tooLarge", "notReadable"],
    ]);
  });

  it("is left to the common words where it is not the file", () => {
    expect(readFailure({ code: "storage_full", message: "", details: {} })).toBeNull();
    expect(invalid("something new")).toBeNull();
    expect(readFailure({ code: "cancelled", message: "", details: {} })?.failure).toBe("stopped");
  });

  it("always has words", () => {
    const named = Object.keys(en.catalogue.failure).filter((key) => key !== "nothing" && key !== "partly");
    expect(named.sort()).toEqual([...FAILURES].sort());
  });
});
