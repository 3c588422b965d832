import { describe, expect, it } from "vitest";
import type { FileWord } from "../../../../contract/channels/file-reading.ts";
import {
  countedBy,
  sortWords,
  withAnswer,
  wordKey,
  wordMeaning,
} from "../../../../renderer/features/files/word-choices.ts";

const word = (text: string, fields: Partial<FileWord> = {}): FileWord => ({
  column: "measureUnitId",
  word: text,
  rows: 1,
  recordId: null,
  recordName: null,
  by: "none",
  candidates: [],
  ...fields,
});
const names = ({ asked }: ReturnType<typeof sortWords>) =>
  asked.map(({ column, words }) => [column, ...words.map((one) => one.word)]);

describe("answers to words", () => {
  it("are added to those of other words and columns, replaced, and taken back", () => {
    const box = word("Box");
    const all = withAnswer({ storeId: { Main: 1 }, measureUnitId: { Kilo: 7 } }, [box, word("Bag")], null);
    expect(all).toEqual({ storeId: { Main: 1 }, measureUnitId: { Kilo: 7, Box: null, Bag: null } });
    expect(withAnswer(all, [box], 6).measureUnitId).toEqual({ Kilo: 7, Bag: null, Box: 6 });
    expect(withAnswer(all, [box], undefined).measureUnitId).toEqual({ Kilo: 7, Bag: null });
  });

  it("count before what the look into the file says, and a look that is older than an answer's end does not", () => {
    const found = word("Kilo", { by: "name", recordId: 7 });
    expect(wordMeaning(found, {})).toEqual({ id: 7, by: "name" });
    expect(wordMeaning(found, { measureUnitId: { Kilo: null } })).toEqual({ id: null, by: "answer" });
    expect(wordMeaning(word("Box", { by: "answer", recordId: 6 }), {})).toBeNull();
    expect(wordMeaning(word("Box", { by: "remembered", recordId: 6 }), {})?.by).toBe("remembered");
  });
});

describe("words that are asked", () => {
  const box = word("Box", { rows: 3, candidates: [{ id: 6, name: "Carton" }] });
  const bag = word("Bag", { rows: 9 });
  const kilo = word("Kilo", { by: "name", recordId: 7 });
  const store = word("Main", { column: "storeId", by: "several" });

  it("are those that nothing decides, by column, the most rows first", () => {
    const sorted = sortWords([box, store, bag, kilo], {}, new Map());
    expect(names(sorted)).toEqual([
      ["measureUnitId", "Bag", "Box"],
      ["storeId", "Main"],
    ]);
    expect(sorted.decided).toEqual([kilo]);
  });

  it("keep their place and what they may be when they are answered, and are listed once the screen is left", () => {
    const before = new Map([box, bag].map((one) => [wordKey(one), one]));
    const answered = word("Box", { rows: 3, by: "answer", recordId: 6, recordName: "Carton" });
    const answers = { measureUnitId: { Box: 6 } };
    const sorted = sortWords([bag, answered, kilo], answers, before);
    expect(names(sorted)).toEqual([["measureUnitId", "Bag", "Box"]]);
    expect(sorted.asked[0]?.words[1]).toBe(box);
    expect(sortWords([bag, answered, kilo], answers, new Map()).decided).toEqual([answered, kilo]);
  });

  it("are no longer asked where the file names a record now", () => {
    const before = new Map([[wordKey(box), box]]);
    expect(names(sortWords([word("Box", { by: "name", recordId: 6 })], {}, before))).toEqual([]);
  });

  it("are counted by how they were decided", () => {
    const last = word("Sack", { by: "remembered", recordId: 9 });
    expect(countedBy([kilo, last, box, bag], { measureUnitId: { Box: null } })).toEqual({
      name: 1,
      remembered: 1,
      answer: 1,
    });
  });
});
