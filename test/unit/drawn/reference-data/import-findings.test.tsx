/** What the test run says of how a file's cells were read. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Findings } from "../../../../contract/channels/reference-data.ts";
import { ImportResultView } from "../../../../renderer/screens/reference-data/import/import-result.tsx";
import { draw } from "../../../helpers/drawn.tsx";

const NOTHING: Findings = { words: [], unknownRecords: [], apostrophes: 0, shortBarcodes: [] };

const drawFindings = (findings: Findings, language: "en" | "ar" = "en") =>
  draw(
    <ImportResultView
      imported={{ kind: "stock", path: "/a.csv", reading: { words: { storeId: { Cellar: null } } } }}
      result={{
        added: 3,
        updated: 0,
        unchanged: 0,
        rejected: [],
        rejectedCount: 0,
        ignoredColumns: [],
        findings,
        dryRun: true,
      }}
    />,
    { language },
  );
const said = () => screen.getByTestId("import-findings").textContent?.replace(/[\u2066-\u2069]/g, "");

it("says nothing where there is nothing to say", async () => {
  await drawFindings(NOTHING);
  expect(said()).toBe("");
});

it("counts apostrophes that were left out, and barcodes that lost their zeros by how many digits are left", async () => {
  const shortBarcodes = [
    { digits: 11, rows: 1 },
    { digits: 10, rows: 3 },
  ];
  await drawFindings({ ...NOTHING, apostrophes: 2, shortBarcodes });
  expect(said()).toBe(
    "2 rows had an apostrophe before a number; it was left out." +
      "1 barcode has 11 digits: zeros at its beginning were lost. Scanning finds it." +
      "3 barcodes have 10 digits: zeros at their beginning were lost. Scanning finds them.",
  );
});

it("says in Arabic with its own plural which ids nobody knows, and what follows", async () => {
  const unknownRecords = [{ column: "productId", rows: 2, examples: ["77", "78"] }];
  await drawFindings({ ...NOTHING, apostrophes: 2, unknownRecords }, "ar");
  expect(said()).toMatch(/الصنف: صفان فيهما معرّفات ليست في قائمة الأصناف \(77 · 78\)\./);
  expect(said()).toMatch(/استورد الأصناف أولًا.*في صفين كانت فاصلة عليا/);
});

it("lists what each word became, folded, with nothing to change", async () => {
  const word = { column: "storeId", rows: 4, recordName: null, recordId: null, candidates: [] };
  const { user } = await drawFindings({
    ...NOTHING,
    words: [
      { ...word, word: "Main", by: "name", recordId: 1, recordName: "Main store" },
      { ...word, word: "Cellar", by: "answer" },
    ],
  });
  await user.click(screen.getByText("Found by name: 1 word · Answered: 1 word"));
  expect((await screen.findByText("Main")).closest("li")?.textContent).toMatch(/4 rows.*Main store/);
  expect(screen.getByText("Cellar").closest("li")?.textContent).toContain("rows left out");
  expect(screen.queryByRole("button", { name: /Change/ })).toBeNull();
});
