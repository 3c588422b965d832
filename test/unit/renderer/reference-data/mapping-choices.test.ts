import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../contract/lists.ts";
import type { RowProblem, RowReason } from "../../../../contract/reasons/row-reason.ts";
import { rejectedNameOf } from "../../../../renderer/screens/reference-data/import/import-jobs.ts";
import {
  cellsOf,
  type Preview,
  refusedOf,
  rowProblems,
  samplesOf,
  sourceOf,
  takenBy,
  withSource,
} from "../../../../renderer/screens/reference-data/import/preview/mapping-choices.ts";
import {
  previewInput,
  readingOf,
} from "../../../../renderer/screens/reference-data/import/preview/preview-input.ts";
import {
  type PreviewedFile,
  rereadAs,
} from "../../../../renderer/screens/reference-data/import/preview/previewed-file.ts";
import { PLAIN_PREVIEW } from "../../../helpers/plain-answers.ts";

const PROBLEM: RowReason = { code: "notWhole", params: { cell: '"x"' } };
const EMPTY: RowReason = { code: "empty", params: {} };
const preview: Preview = {
  ...PLAIN_PREVIEW,
  delimiter: "semicolon",
  header: [
    { name: "No", text: "No" },
    { name: "Title", text: "Title" },
    { name: "Colour", text: "Colour" },
  ],
  mapping: { No: "id", Title: "name" },
  columns: columnsOf("store").map(({ name }) => ({ name, needed: true })),
  rows: [
    {
      line: 2,
      cells: ["1", "Main", ""],
      values: [
        { column: "id", value: "1", problem: null },
        { column: "name", value: "Main", problem: null },
      ],
      problems: [],
    },
    {
      line: 3,
      cells: ["x", "", "red"],
      values: [
        { column: "id", value: null, problem: PROBLEM },
        { column: "name", value: null, problem: EMPTY },
      ],
      problems: [
        { column: "id", ...PROBLEM },
        { column: "name", ...EMPTY },
      ],
    },
  ],
};

describe("which column is which", () => {
  it("is found from either side", () => {
    expect(sourceOf(preview.mapping, "name")).toBe("Title");
    expect(sourceOf(preview.mapping, "digits")).toBeNull();
    expect(takenBy(preview.mapping, "No", "name")).toBe("id");
    expect(takenBy(preview.mapping, "No", "id")).toBeNull();
    expect(takenBy(preview.mapping, "Colour", "id")).toBeNull();
  });

  it("is changed so that no column means two, nor two for one", () => {
    expect(withSource(preview.mapping, "name", "Colour")).toEqual({ No: "id", Colour: "name" });
    expect(withSource(preview.mapping, "name", "No")).toEqual({ No: "name" });
    expect(withSource(preview.mapping, "name", null)).toEqual({ No: "id" });
    expect(withSource({ No: null, Title: "name" }, "id", "Colour")).toEqual({ Title: "name", Colour: "id" });
  });
});

describe("a row of the preview", () => {
  it("shows what would be taken, and what is there where it can't be", () => {
    const [good, bad] = preview.rows;
    if (good === undefined || bad === undefined) throw new Error("no rows");
    expect(cellsOf(preview, good).map(({ text }) => text)).toEqual(["1", "Main"]);
    expect(cellsOf(preview, bad)).toEqual([
      { column: "id", text: "x", problem: PROBLEM },
      { column: "name", text: null, problem: EMPTY },
    ]);
  });

  it("names a problem separately only where no cell shows it", () => {
    const [, bad] = preview.rows;
    if (bad === undefined) throw new Error("no rows");
    expect(rowProblems(bad)).toEqual([]);
    const cells: RowProblem = { column: null, code: "cells", params: { count: 4, header: 3 } };
    expect(rowProblems({ ...bad, problems: [cells] })).toEqual([cells]);
    expect(refusedOf(preview.rows)).toBe(1);
  });

  it("gives its column samples, each once and none of them empty", () => {
    expect(samplesOf(preview, "Title")).toEqual(["Main"]);
    expect(samplesOf(preview, null)).toEqual([]);
    expect(samplesOf(preview, "Gone")).toEqual([]);
  });
});

describe("a file", () => {
  const file: PreviewedFile = {
    id: 1,
    kind: "store",
    path: "/a.csv",
    reading: { delimiter: "comma", mapping: { No: "id" } },
    guess: null,
    trial: { step: "running", turn: 1 },
  };

  it("forgets the columns and the trial where it is read in another way", () => {
    expect(rereadAs(file, { delimiter: "tab" })).toEqual({
      ...file,
      reading: { delimiter: "tab" },
      trial: { step: "none" },
    });
    expect(rereadAs(file, { kind: "account" })).toMatchObject({
      kind: "account",
      reading: { delimiter: "comma" },
    });
    expect(rereadAs(file, { mapping: { Title: "id" } }).reading).toEqual({
      delimiter: "comma",
      mapping: { Title: "id" },
    });
  });

  it("is imported exactly as it was shown", () => {
    expect(previewInput(file)).toEqual({
      kind: "store",
      path: "/a.csv",
      delimiter: "comma",
      mapping: { No: "id" },
    });
    const { mapping } = preview;
    expect(readingOf(preview, {})).toEqual({
      mapping,
      headerRow: 1,
      delimiter: "semicolon",
      encoding: "utf8",
    });
    const sheet = { ...preview, delimiter: null, encoding: null, sheet: "July", headerRow: 4 };
    expect(readingOf(sheet, {})).toEqual({ mapping, headerRow: 4, sheet: "July" });
  });

  it("is imported with what a person decided, and with nothing that only a person can decide", () => {
    expect(readingOf(preview, { numbers: "comma" })).toMatchObject({ numbers: "comma" });
    const open: Preview = { ...preview, encoding: "windows1256", undecided: ["encoding"] };
    expect(readingOf(open, {})).not.toHaveProperty("encoding");
  });

  it("keeps its header row in another kind, and finds it anew in another sheet", () => {
    const chosen = { ...file, reading: { headerRow: 3, mapping: { No: "id" } } };
    expect(rereadAs(chosen, { kind: "account" }).reading).toEqual({ headerRow: 3 });
    expect(rereadAs(chosen, { sheet: "July" }).reading).toEqual({ sheet: "July" });
  });

  it("offers a name for its rejected rows", () => {
    expect(rejectedNameOf("/home/a/july.stock.xlsx")).toBe("july.stock-rejected.csv");
    expect(rejectedNameOf("C:\\files\\prices")).toBe("prices-rejected.csv");
    expect(rejectedNameOf("/.hidden")).toBe(".hidden-rejected.csv");
  });
});
