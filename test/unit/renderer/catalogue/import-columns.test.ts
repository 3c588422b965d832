import { describe, expect, it } from "vitest";
import { REFERENCE_KINDS } from "../../../../contract/channels/mirror.ts";
import { KINDS_OF_FILES } from "../../../../main/engine/reference-data/columns.ts";
import { guessColumns } from "../../../../main/engine/reference-data/guess-columns.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { FILE_COLUMNS } from "../../../../renderer/screens/catalogue/import/import-columns.ts";

describe("the columns that are shown before an import", () => {
  it("are those the engine reads, and needs, and lets be empty", () => {
    for (const kind of REFERENCE_KINDS) {
      const read = KINDS_OF_FILES[kind].columns.map(({ name, column, empty }) => ({
        name,
        need: empty === "refused" ? "needed" : column === "required" ? "mayBeEmpty" : "optional",
      }));
      expect(
        FILE_COLUMNS[kind].map(({ name, need }) => ({ name, need })),
        kind,
      ).toEqual(read);
    }
  });

  it("are known by their words in either language where a file has them in its header row", () => {
    for (const { catalogue } of [en, ar])
      for (const kind of REFERENCE_KINDS) {
        const words = FILE_COLUMNS[kind].map(({ name }) => catalogue.fileColumn[name]);
        const expected = FILE_COLUMNS[kind].map(({ name }) => [catalogue.fileColumn[name], name]);
        expect(Object.entries(guessColumns(kind, words).mapping).sort(), kind).toEqual(expected.sort());
      }
  });
});
