import { describe, expect, it } from "vitest";
import { CountersideError } from "../../../../contract/error.ts";
import { FAILURES, readFailure, takenInBy } from "../../../../renderer/features/files/read-failure.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { openShop } from "../../../integration/engine/import/shop-files.ts";

/** What becomes of the engine's own refusal of a file with this content. */
async function refusalOf(content: string | Uint8Array) {
  const refused = await openShop()
    .take("store", content)
    .catch((error: unknown) => error);
  if (!(refused instanceof CountersideError)) throw new Error("the file was taken");
  return readFailure(refused);
}

describe("why a file was not taken", () => {
  it("is read from what the engine says about a header", async () => {
    expect(await refusalOf("id,colour\n")).toEqual({ failure: "missing_columns", columns: ["name"] });
    for (const text of ["id;name\n", "id;name;price\n1;Sugar;1,5\n"])
      expect(await refusalOf(text)).toMatchObject({ failure: "missing_by_semicolons" });
    expect(await refusalOf("id\tname\n")).toMatchObject({ failure: "missing_by_tabs" });
    expect(await refusalOf("id,name,ID\n")).toEqual({ failure: "column_twice", columns: ["id"] });
    expect(await refusalOf("")).toMatchObject({ failure: "empty_file" });
    expect(await refusalOf(`id,name${",x".repeat(1_001)}\n`)).toMatchObject({ failure: "wide_header" });
    expect(await refusalOf('id,"name\n')).toMatchObject({ failure: "broken_header" });
  });

  it("is read from what the engine says about bytes", async () => {
    expect(await refusalOf(Uint8Array.of(0xff, 0xfe, 65, 0))).toMatchObject({ failure: "utf16" });
    expect(await refusalOf(Uint8Array.of(65, 0, 66))).toMatchObject({ failure: "not_text" });
    const western = Buffer.from("id,name\n1,C\u00e4sar\n", "latin1");
    expect(await refusalOf(western)).toMatchObject({ failure: "other_encoding" });
    expect(await refusalOf("PK\u0003\u0004 and no archive")).toMatchObject({ failure: "broken_spreadsheet" });
    const oldSheet = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
    expect(await refusalOf(oldSheet)).toMatchObject({ failure: "broken_spreadsheet" });
    expect(await refusalOf("%PDF-1.7\n")).toMatchObject({ failure: "document" });
    expect(await refusalOf("<html><table>")).toMatchObject({ failure: "web_page" });
    expect(await refusalOf('[{"id": 1}]')).toMatchObject({ failure: "program_data" });
    expect(await refusalOf("ID;PWXL;N;E\nC;Y1;X1;K1\nE\n")).toMatchObject({ failure: "other_spreadsheet" });
  });

  it("is read from the system's own word", () => {
    const of = (details: Record<string, unknown>) =>
      readFailure({ code: "file_unreadable", details })?.failure;
    expect(["ENOENT", "EACCES", "EISDIR", "EIO"].map((os) => of({ reason: "system", os }))).toEqual([
      ...["no_file", "not_allowed", "folder", "not_readable"],
    ]);
    expect(["too_large", "changed_while_read"].map((reason) => of({ reason }))).toEqual([
      ...["too_large", "changed_while_read"],
    ]);
  });

  it("is read from what the engine says about columns that were chosen", async () => {
    const refused = async (mapping: Record<string, string>) => {
      const shop = openShop();
      const error = await shop.service
        .import({ kind: "store", path: shop.put("No,Title\n1,Main\n"), mapping })
        .catch((caught: unknown) => caught);
      if (!(error instanceof CountersideError)) throw new Error("the file was taken");
      return readFailure(error);
    };
    expect(await refused({ No: "id" })).toEqual({ failure: "missing_columns", columns: ["name"] });
    expect(await refused({ No: "id", Gone: "name" })).toMatchObject({ failure: "other_file_now" });
  });

  it("is left to the common words where it is not the file", () => {
    expect(readFailure({ code: "storage_full", details: {} })).toBeNull();
    expect(readFailure({ code: "file_invalid", details: { reason: "something_new" } })).toBeNull();
    expect(readFailure({ code: "cancelled", details: {} })?.failure).toBe("stopped");
  });

  it("says of a stopped import what stays, and nothing of a dry run", () => {
    const counts = { added: 3, updated: 2, unchanged: 1, rejectedCount: 0 };
    expect(takenInBy({ code: "cancelled", details: { ...counts, dryRun: false } })).toBe(5);
    expect(takenInBy({ code: "cancelled", details: { ...counts, dryRun: true } })).toBe(0);
    const noRoom = { ...counts, dryRun: false, reason: "kept_for_entries" };
    expect(takenInBy({ code: "storage_full", details: noRoom })).toBe(5);
    expect(readFailure({ code: "storage_full", details: noRoom })?.failure).toBe("no_room");
    expect(takenInBy({ code: "file_invalid", details: {} })).toBe(0);
    const changed = { ...counts, dryRun: false, reason: "changed_while_read" };
    expect(takenInBy({ code: "file_unreadable", details: changed })).toBe(5);
  });

  it("always has words", () => {
    const named = Object.keys(en.referenceData.failure).filter(
      (key) => key !== "nothing" && key !== "partly",
    );
    expect(named.sort()).toEqual([...FAILURES].sort());
  });
});
