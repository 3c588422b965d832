import { expect, it } from "vitest";
import {
  beginPreview,
  chooseSource,
  reread,
  usePreviewedFile,
} from "../../../../renderer/screens/catalogue/import/preview/previewed-file.ts";

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
