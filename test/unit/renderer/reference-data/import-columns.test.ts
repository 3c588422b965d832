import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { columnsOf, REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { guessColumns } from "../../../../main/engine/import/mapping/guess-columns.ts";
import { columnWords } from "../../../../renderer/features/files/names.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";

describe("the columns that are shown before an import", () => {
  it.each(["en", "ar"] as const)(
    "are known by their words in %s where a file has them in its header row",
    async (language) => {
      await startWords(language, "auto");
      for (const kind of REFERENCE_KINDS) {
        const words = columnsOf(kind).map(({ name }) => columnWords(i18next.t, name));
        const expected = columnsOf(kind).map(({ name }) => [columnWords(i18next.t, name), name]);
        expect(Object.entries(guessColumns(kind, words).mapping).sort(), kind).toEqual(expected.sort());
      }
    },
  );
});
