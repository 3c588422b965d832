/** The mapping table says which columns were guessed, until a person chooses them. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Preview } from "../../../../renderer/screens/reference-data/import/preview/mapping-choices.ts";
import { MappingTable } from "../../../../renderer/screens/reference-data/import/preview/mapping-table.tsx";
import { beginPreview } from "../../../../renderer/screens/reference-data/import/preview/previewed-file.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { PLAIN_PREVIEW } from "../../../helpers/plain-answers.ts";

const preview: Preview = {
  ...PLAIN_PREVIEW,
  guessed: [
    { column: "price", by: "parts" },
    { column: "barcode", by: "cells" },
  ],
  header: ["ID", "Xyz", "Price [Main]"].map((name) => ({ name, text: name })),
  mapping: { ID: "id", Xyz: "barcode", "Price [Main]": "price" },
  columns: ["id", "barcode", "price"].map((name) => ({ name, needed: name === "id" })),
};

it.each([
  ["en", "Guessed from its name: check it", "Guessed from its cells: check it"],
  ["ar", "خُمّن من اسمه: تحقّق منه", "خُمّن من خلاياه: تحقّق منه"],
] as const)("marks a guess, and how it was found, in %s", async (language, byName, byCells) => {
  beginPreview("product", "/a.csv");
  const { user } = await draw(<MappingTable kind="product" preview={preview} />, { language, answers: {} });
  expect(screen.getByTestId("import-guessed-price").textContent).toBe(byName);
  expect(screen.getByTestId("import-guessed-barcode").textContent).toBe(byCells);
  expect(screen.queryByTestId("import-guessed-id")).toBeNull();
  const [, ofBarcode] = screen.getAllByRole("combobox");
  if (ofBarcode === undefined) throw new Error("no choice is drawn");
  await user.selectOptions(ofBarcode, "Price [Main]");
  // What was chosen is no guess, and the column it was taken from has none.
  expect(screen.queryByTestId("import-guessed-barcode")).toBeNull();
  expect(screen.queryByTestId("import-guessed-price")).toBeNull();
});

it("shows the samples of a column side by side, each with its slash where the file has it", async () => {
  beginPreview("product", "/a.csv");
  const cells = ["Tea / شاي", "Salt / ملح"];
  const rows = cells.map((name, at) => ({ line: at + 2, cells: [name, "", ""], values: [], problems: [] }));
  await draw(<MappingTable kind="product" preview={{ ...preview, rows }} />, { answers: {} });
  expect(screen.getByTitle(/Tea/).textContent?.replaceAll(/[\u2068\u2069]/g, "")).toBe(cells.join(" · "));
});
