/** What only a person can decide of a file: it is asked with words and numbers of the file, and answered once. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  isDecided,
  type Preview,
} from "../../../../renderer/screens/catalogue/import/preview/mapping-choices.ts";
import { PreviewQuestions } from "../../../../renderer/screens/catalogue/import/preview/preview-questions.tsx";
import {
  beginPreview,
  usePreviewedFile,
} from "../../../../renderer/screens/catalogue/import/preview/previewed-file.ts";
import { draw } from "../../../helpers/drawn.tsx";

const preview: Preview = {
  fileType: "csv",
  bytes: 1,
  delimiter: "comma",
  encoding: "windows1252",
  encodings: [
    { encoding: "windows1252", words: ["Cäsar", "Öl"] },
    { encoding: "windows1256", words: ["Cنsar", "ضl"] },
  ],
  numbers: null,
  numberExamples: [{ text: "1,234", point: "1234", comma: "1.234" }],
  undecided: ["encoding", "numbers"],
  headerRow: 1,
  headRows: [],
  mappedBy: "guessed",
  guessed: [],
  askedColumns: [],
  sheets: [],
  sheet: null,
  header: [],
  columnCount: 3,
  mapping: {},
  columns: [],
  missing: [],
  rows: [],
  broken: null,
};

it("shows words of the file beside each encoding, and none is chosen before a person chooses", async () => {
  beginPreview("product", "/a.csv");
  await draw(<PreviewQuestions preview={preview} reading={{}} />, { language: "en", answers: {} });
  const western = screen.getByRole("radio", { name: /Windows-1252.*Cäsar.*Öl/ });
  expect(screen.getByRole("radio", { name: /Windows-1256.*Cنsar/ })).toHaveProperty("checked", false);
  expect(western).toHaveProperty("checked", false);
  fireEvent.click(western);
  expect(usePreviewedFile.getState().file?.reading).toEqual({ encoding: "windows1252" });
});

it("shows what each way of writing numbers makes of the file's own", async () => {
  beginPreview("product", "/a.csv");
  await draw(<PreviewQuestions preview={preview} reading={{}} />, { language: "en", answers: {} });
  expect(screen.getByRole("radio", { name: /Decimal point.*1,234.* is .*1234/ })).toHaveProperty(
    "checked",
    false,
  );
  fireEvent.click(screen.getByRole("radio", { name: /Decimal comma.*1,234.* is .*1\.234/ }));
  expect(usePreviewedFile.getState().file?.reading).toEqual({ numbers: "comma" });
});

const shops: Preview = {
  ...preview,
  encodings: [],
  numbers: "point",
  numberExamples: [],
  undecided: ["columns"],
  askedColumns: [
    { column: "price", among: ["Price [Main]", "Price [Branch]"] },
    { column: "barcode", among: ["EAN A", "EAN B"] },
  ],
  header: ["SKU", "Price [Main]", "Price [Branch]"].map((name) => ({ name, text: name })),
  mapping: { SKU: "id" },
  rows: [{ line: 2, cells: ["1", "2.00", "2.10"], values: [], problem: null }],
};

it.each([
  ["one of them", /Price \[Branch\].*2\.10/, { SKU: "id", "Price [Branch]": "price" }],
  ["none of them", /None of them/, { SKU: "id" }],
])(
  "asks which of several columns holds a price, and other columns stay asked: %s",
  async (_, name, mapping) => {
    beginPreview("product", "/a.csv");
    await draw(<PreviewQuestions preview={shops} reading={{}} />, { language: "en", answers: {} });
    const [price, barcode] = ["price", "barcode"].map((one) =>
      screen.getByTestId(`import-ask-column-${one}`),
    );
    if (price === undefined || barcode === undefined) throw new Error("nothing is asked");
    expect([price.dataset.asked, barcode.dataset.asked]).toEqual(["true", "true"]);
    fireEvent.click(within(price).getByRole("radio", { name }));
    const file = () => usePreviewedFile.getState().file;
    expect(file()?.reading.mapping).toEqual(mapping);
    expect([price.dataset.asked, barcode.dataset.asked]).toEqual(["false", "true"]);
    // A mapping is given now, and the look asks nothing more.
    const answered: Preview = { ...shops, undecided: [], askedColumns: [] };
    expect(isDecided(answered, file()?.guess ?? null)).toBe(false);
    fireEvent.click(within(barcode).getByRole("radio", { name: /EAN B/ }));
    expect(isDecided(answered, file()?.guess ?? null)).toBe(true);
  },
);

it("asks nothing where the file shows it all", async () => {
  const plain: Preview = {
    ...preview,
    encoding: "utf8",
    encodings: [],
    numbers: "point",
    numberExamples: [],
    undecided: [],
  };
  beginPreview("product", "/a.csv");
  await draw(<PreviewQuestions preview={plain} reading={{}} />, { language: "en", answers: {} });
  expect(screen.queryAllByRole("radio")).toEqual([]);
});
