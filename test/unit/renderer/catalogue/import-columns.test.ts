import { describe, expect, it } from "vitest";
import { columnsOf, REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { guessColumns } from "../../../../main/engine/import/mapping/guess-columns.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";

describe("the columns that are shown before an import", () => {
  it("are known by their words in either language where a file has them in its header row", () => {
    for (const { catalogue } of [en, ar])
      for (const kind of REFERENCE_KINDS) {
        const words = columnsOf(kind).map(({ name }) => catalogue.fileColumn[name]);
        const expected = columnsOf(kind).map(({ name }) => [catalogue.fileColumn[name], name]);
        expect(Object.entries(guessColumns(kind, words).mapping).sort(), kind).toEqual(expected.sort());
      }
  });
});
