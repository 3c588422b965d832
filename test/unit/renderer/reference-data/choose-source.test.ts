import { describe, expect, it } from "vitest";
import type { FileWord } from "../../../../contract/channels/file-reading.ts";
import { readingOf } from "../../../../renderer/screens/reference-data/import/preview/preview-input.ts";
import {
  answerWords,
  beginPreview,
  chooseSource,
  reread,
  usePreviewedFile,
} from "../../../../renderer/screens/reference-data/import/preview/previewed-file.ts";

const WORD: FileWord = {
  column: "measureUnitId",
  word: "Box",
  rows: 1,
  recordId: null,
  recordName: null,
  by: "none",
  candidates: [],
};

it("keeps a choice that was made before the look into the file came back", () => {
  beginPreview("product", "/files/odd.csv");
  // What is on the screen all the while: nothing is mapped yet.
  const shown = { delimiter: "semicolon" as const, mapping: {} };
  chooseSource(shown, "id", "Artikel");
  chooseSource(shown, "name", "Bezeichnung");
  chooseSource(shown, "price", "VK");
  expect(usePreviewedFile.getState().file?.reading.mapping).toEqual({
    Artikel: "id",
    Bezeichnung: "name",
    VK: "price",
  });
  chooseSource(shown, "name", null);
  expect(usePreviewedFile.getState().file?.reading.mapping).toEqual({ Artikel: "id", VK: "price" });
  // Another sheet has other columns.
  reread({ sheet: "Other" });
  expect(usePreviewedFile.getState().file?.reading.mapping).toBeUndefined();
});

describe("what was said of the rows", () => {
  const said = { words: { measureUnitId: { Box: 6 }, deleted: { maybe: "0" } }, continues: true };
  const shown = { mapping: { Unit: "measureUnitId", Gone: "deleted", No: "id", Item: "name" } };
  const reading = () => usePreviewedFile.getState().file?.reading;
  const begin = () => {
    beginPreview("product", "/files/odd.csv");
    reread(said);
  };

  it("is kept with the columns where numbers, words or rows that continue are answered", () => {
    begin();
    chooseSource(shown, "price", "VK");
    reread({ numbers: "comma" });
    answerWords([{ ...WORD, word: "Bag" }], null);
    expect(reading()).toMatchObject({
      numbers: "comma",
      continues: true,
      words: { measureUnitId: { Box: 6, Bag: null }, deleted: { maybe: "0" } },
      mapping: { VK: "price" },
    });
  });

  it("is forgotten of a column that is read from another one, and of both where one takes the other's", () => {
    begin();
    chooseSource(shown, "measureUnitId", "Pack");
    expect(reading()).toMatchObject({ words: { deleted: { maybe: "0" } }, continues: true });
    expect(reading()?.words).not.toHaveProperty("measureUnitId");
    begin();
    chooseSource(shown, "measureUnitId", "Gone");
    expect(reading()?.words).toEqual({});
  });

  it("of rows that continue is forgotten where a column that names the record is another one", () => {
    begin();
    chooseSource(shown, "id", "SKU");
    expect(reading()).not.toHaveProperty("continues");
  });

  it.each([{ kind: "stock" as const }, { sheet: "Other" }, { delimiter: "tab" as const }, { headerRow: 3 }])(
    "is forgotten with another %o",
    (change) => {
      begin();
      reread(change);
      expect(reading()).not.toHaveProperty("words");
      expect(reading()).not.toHaveProperty("continues");
    },
  );
});

it("an import gets the words that were answered, and of rows that continue what was shown", () => {
  const preview = {
    mapping: {},
    headerRow: 1,
    sheet: null,
    delimiter: null,
    encoding: null,
    undecided: [],
    continues: { rows: 2, lines: [3, 4], lacks: ["id", "name"], answer: false },
  };
  const words = { measureUnitId: { Box: 6 } };
  expect(readingOf(preview, { words })).toEqual({ mapping: {}, headerRow: 1, words, continues: false });
  expect(readingOf({ ...preview, continues: { ...preview.continues, answer: null } }, {})).toEqual({
    mapping: {},
    headerRow: 1,
  });
});
