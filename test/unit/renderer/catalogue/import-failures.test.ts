import { describe, expect, it } from "vitest";
import { readHeader } from "../../../../main/engine/reference-data/columns.ts";
import { notText } from "../../../../main/engine/reference-data/open-file.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { FAILURES, readFailure } from "../../../../renderer/screens/catalogue/import-failures.ts";

const invalid = (words: string, details: Record<string, unknown> = {}) =>
  readFailure({ code: "file_invalid", message: `The file can't be imported: ${words}: /a.csv`, details });

function headerFailure(header: string[]) {
  const read = readHeader("store", header);
  if (!("words" in read)) throw new Error("the header was taken");
  return invalid(read.words, { columns: read.columns });
}

describe("why a file was not taken", () => {
  it("is read from what the engine says about a header", () => {
    expect(headerFailure(["id"])).toEqual({ failure: "missingColumns", columns: ["name"] });
    expect(headerFailure(["id;name"])).toMatchObject({ failure: "missingBySemicolons" });
    expect(headerFailure(["id\tname"])).toMatchObject({ failure: "missingByTabs" });
    expect(headerFailure(["id", "name", "ID"])).toEqual({ failure: "columnTwice", columns: ["id"] });
  });

  it("is read from what the engine says about bytes", () => {
    const of = (...bytes: number[]) => invalid(notText(Uint8Array.from(bytes)) ?? "")?.failure;
    expect(of(0xff, 0xfe)).toBe("utf16");
    expect(of(0x50, 0x4b, 3, 4)).toBe("spreadsheet");
    expect(of(65, 0)).toBe("notText");
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
