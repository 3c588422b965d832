/** What only a person can decide of a file: it is asked with words and numbers of the file, and answered once. */
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FileWord } from "../../../../contract/channels/file-reading.ts";
import type { List } from "../../../../contract/lists.ts";
import {
  isPreviewDecided,
  type Preview,
} from "../../../../renderer/screens/reference-data/import/preview/mapping-choices.ts";
import {
  focusFirstQuestion,
  PreviewQuestions,
} from "../../../../renderer/screens/reference-data/import/preview/preview-questions.tsx";
import {
  beginPreview,
  usePreviewedFile,
} from "../../../../renderer/screens/reference-data/import/preview/previewed-file.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { PLAIN_PREVIEW } from "../../../helpers/plain-answers.ts";

const preview: Preview = {
  ...PLAIN_PREVIEW,
  encoding: "windows1252",
  encodings: [
    { encoding: "windows1252", words: ["Cäsar", "Öl"] },
    { encoding: "windows1256", words: ["Cنsar", "ضl"] },
  ],
  numbers: null,
  numberExamples: [{ text: "1,234", point: "1234", comma: "1.234" }],
  undecided: ["encoding", "numbers"],
};

it("shows words of the file beside each encoding, and none is chosen before a person chooses", async () => {
  beginPreview("product", "/a.csv");
  await draw(<PreviewQuestions kind="product" preview={preview} reading={{}} />, {
    language: "en",
    answers: {},
  });
  const western = screen.getByRole("radio", { name: /Windows-1252.*Cäsar.*Öl/ });
  expect(screen.getByRole("radio", { name: /Windows-1256.*Cنsar/ })).toHaveProperty("checked", false);
  expect(western).toHaveProperty("checked", false);
  fireEvent.click(western);
  expect(usePreviewedFile.getState().file?.reading).toEqual({ encoding: "windows1252" });
});

it("shows what each way of writing numbers makes of the file's own", async () => {
  beginPreview("product", "/a.csv");
  await draw(<PreviewQuestions kind="product" preview={preview} reading={{}} />, {
    language: "en",
    answers: {},
  });
  expect(screen.getByRole("radio", { name: /Decimal point.*1,234.* is .*1234/ })).toHaveProperty(
    "checked",
    false,
  );
  fireEvent.click(screen.getByRole("radio", { name: /Decimal comma.*1,234.* is .*1\.234/ }));
  expect(usePreviewedFile.getState().file?.reading).toEqual({ numbers: "comma" });
});

const shops: Preview = {
  ...PLAIN_PREVIEW,
  encoding: "windows1252",
  undecided: ["columns"],
  askedColumns: [
    { column: "price", among: ["Price [Main]", "Price [Branch]"] },
    { column: "barcode", among: ["EAN A", "EAN B"] },
  ],
  header: ["SKU", "Price [Main]", "Price [Branch]"].map((name) => ({ name, text: name })),
  mapping: { SKU: "id" },
  rows: [{ line: 2, cells: ["1", "2.00", "2.10"], values: [], problems: [] }],
};

it.each([
  ["one of them", /Price \[Branch\].*2\.10/, { SKU: "id", "Price [Branch]": "price" }],
  ["none of them", /None of them/, { SKU: "id" }],
])(
  "asks which of several columns holds a price, and other columns stay asked: %s",
  async (_, name, mapping) => {
    beginPreview("product", "/a.csv");
    await draw(<PreviewQuestions kind="product" preview={shops} reading={{}} />, {
      language: "en",
      answers: {},
    });
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
    expect(isPreviewDecided(answered, file()?.guess ?? null)).toBe(false);
    fireEvent.click(within(barcode).getByRole("radio", { name: /EAN B/ }));
    expect(isPreviewDecided(answered, file()?.guess ?? null)).toBe(true);
  },
);

it("asks nothing where the file shows it all", async () => {
  beginPreview("product", "/a.csv");
  await draw(<PreviewQuestions kind="product" preview={PLAIN_PREVIEW} reading={{}} />, {
    language: "en",
    answers: {},
  });
  expect(screen.queryAllByRole("radio")).toEqual([]);
});

const CARTON = { id: 6, name: "Carton / كرتون" };
const word = (text: string, fields: Partial<FileWord> = {}): FileWord => ({
  column: "measureUnitId",
  word: text,
  rows: 214,
  recordId: null,
  recordName: null,
  by: "none",
  candidates: [{ id: 5, name: "Piece / حبة" }, CARTON],
  ...fields,
});
const plain = (text: string | null | undefined) => text?.replace(/[\u2066-\u2069]/g, "");
const reading = () => usePreviewedFile.getState().file?.reading ?? {};

/** The questions of a file in hand, drawn anew with each answer as the preview does. */
function Asked({ kind, shown }: { kind: List; shown: Preview }) {
  const now = usePreviewedFile(({ file }) => file?.reading) ?? {};
  return <PreviewQuestions kind={kind} preview={shown} reading={now} />;
}

async function ask(shown: Partial<Preview>, kind: List = "product", language: "en" | "ar" = "en") {
  beginPreview(kind, "/a.csv");
  return draw(<Asked kind={kind} shown={{ ...PLAIN_PREVIEW, ...shown }} />, { language });
}

describe("a word that nothing decides", () => {
  it("is asked once with its rows and what it may be, keeps its place, and can be taken back", async () => {
    const { user } = await ask({ words: [word("حبه"), word("Box", { rows: 3 })], undecided: ["words"] });
    focusFirstQuestion();
    const [first, second] = screen.getAllByTestId("word-asked");
    if (first === undefined || second === undefined) throw new Error("nothing is asked");
    expect(first.textContent).toContain("214 rows");
    const choice = within(first).getByRole("combobox", { name: /حبه.* in .*Unit.* is/ });
    expect(document.activeElement).toBe(choice);
    await user.selectOptions(choice, "Carton / كرتون");
    expect(reading().words).toEqual({ measureUnitId: { حبه: 6 } });
    await user.selectOptions(within(second).getByRole("combobox"), "Import without it");
    expect(reading().words).toEqual({ measureUnitId: { حبه: 6, Box: null } });
    expect(screen.getByText("Every word is answered.")).toBeDefined();
    expect(screen.getAllByTestId("word-asked")).toEqual([first, second]);
    await user.selectOptions(choice, "— choose —");
    expect(reading().words).toEqual({ measureUnitId: { Box: null } });
  });

  it("can be any record of the list, found by its name", async () => {
    const { user } = await ask({ words: [word("Box", { candidates: [] })], undecided: ["words"] });
    await user.type(screen.getByRole("textbox", { name: /Box/ }), "Piece");
    await user.click(await screen.findByRole("option", { name: /Piece/ }));
    expect(reading().words).toEqual({ measureUnitId: { Box: "1" } });
  });

  it("leaves its rows out where the column may not be empty, all of them by one answer that can be undone", async () => {
    const words = Array.from({ length: 40 }, (_, at) => word(`Name ${at}`, { candidates: [] }));
    const { user } = await ask({ words, undecided: ["words"] }, "stock");
    expect(screen.queryByRole("button", { name: "Import without it" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Leave the rows of all 40 words out" }));
    expect(Object.values(reading().words?.measureUnitId ?? {})).toEqual(words.map(() => null));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(reading().words).toEqual({ measureUnitId: {} });
  });

  it("in a column of choices is one of them, in the person's language", async () => {
    const type = word("زبون مميز", { column: "type", candidates: [{ id: "supplier", name: "supplier" }] });
    const { user } = await ask({ words: [type], undecided: ["words"] }, "account", "ar");
    await user.selectOptions(screen.getByRole("combobox"), "بنك");
    expect(reading().words).toEqual({ type: { "زبون مميز": "bank" } });
  });
});

describe("words that are decided", () => {
  const found = word("كرتون", { by: "name", recordId: 6, recordName: CARTON.name, candidates: [] });
  const last = word("Sack", { by: "remembered", recordId: 9, recordName: "Bag", candidates: [] });

  it("are folded under one line, each with what it became, and can be changed", async () => {
    const { user } = await ask({ words: [found, last] });
    expect(screen.queryByTestId("word-asked")).toBeNull();
    await user.click(screen.getByText("Found by name: 1 word · As last time: 1 word"));
    const rows = await screen.findAllByRole("listitem");
    expect(plain(rows[0]?.textContent)).toMatch(/كرتون.*Unit.*214 rows.*Carton/);
    expect(plain(rows[1]?.textContent)).toMatch(/Sack.*Bag.*as last time/);
    await user.click(screen.getByRole("button", { name: /Change .*Sack/ }));
    await user.click(screen.getByRole("button", { name: "Import without it" }));
    expect(reading().words).toEqual({ measureUnitId: { Sack: null } });
  });
});

describe("rows that may continue the one above", () => {
  const continues = { rows: 14, lines: [3, 4, 7, 9, 12], lacks: ["id", "name"], answer: null };

  it.each([
    ["product", "14 rows have no ID or name. Do they belong to the row above?"],
    ["stock", "14 rows have no product. Do they belong to the row above?"],
    ["purchase", /^14 rows have no document number/],
  ] as const)(
    "of a file of the kind %s are asked by what is missing, with the first rows",
    async (kind, title) => {
      await ask({ continues, undecided: ["continues"] }, kind);
      const question = screen.getByRole("group", { name: title });
      expect(plain(question.textContent)).toContain("The first of them: rows 3, 4, 7, 9, and 12.");
      focusFirstQuestion();
      expect(document.activeElement).toBe(screen.getByRole("radio", { name: /^Yes/ }));
      fireEvent.click(screen.getByRole("radio", { name: /^No.*They are rejected/ }));
      expect(reading().continues).toBe(false);
    },
  );

  it("are not asked before the columns that a file must have are matched", async () => {
    await ask({ continues, undecided: ["continues"], missing: ["id"] });
    expect(screen.queryByTestId("import-ask-continues")).toBeNull();
  });

  it("are shown as answered last time, and can be answered otherwise", async () => {
    await ask({ continues: { ...continues, answer: true } });
    expect(screen.getByText(/Answered as in the last import/)).toBeDefined();
    expect(screen.getByRole("radio", { name: /^Yes/ })).toHaveProperty("checked", true);
    fireEvent.click(screen.getByRole("radio", { name: /^No/ }));
    expect(screen.queryByText(/Answered as in the last import/)).toBeNull();
  });
});

it("warns of ids that no record here has, and says in how many rows they were counted", async () => {
  const unknownRecords = [{ column: "productId", rows: 12, examples: ["77", "78"] }];
  await ask({ unknownRecords, countedRows: 100_000 }, "stock");
  const notice = plain(screen.getByTestId("import-unknown").textContent);
  expect(notice).toContain("Product: 12 rows with IDs that are not in Products (77 · 78).");
  expect(notice).toMatch(/Import Products first.*Counted in the first 100,000 rows of the file\.$/);
});
