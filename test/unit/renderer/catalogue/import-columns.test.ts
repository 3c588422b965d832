import { describe, expect, it } from "vitest";
import { REFERENCE_KINDS } from "../../../../contract/channels/mirror.ts";
import { FILE_COLUMNS } from "../../../../contract/file-columns.ts";
import { guessColumns } from "../../../../main/engine/import/mapping/guess-columns.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";

describe("the columns that are shown before an import", () => {
  it("are known by their words in either language where a file has them in its header row", () => {
    for (const { catalogue } of [en, ar])
      for (const kind of REFERENCE_KINDS) {
        const words = FILE_COLUMNS[kind].map(({ name }) => catalogue.fileColumn[name]);
        const expected = FILE_COLUMNS[kind].map(({ name }) => [catalogue.fileColumn[name], name]);
        expect(Object.entries(guessColumns(kind, words).mapping).sort(), kind).toEqual(expected.sort());
      }
  });
});
