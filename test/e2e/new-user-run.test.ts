/**
 * A new user's first hour, by keyboard and scanner alone: connect, bring the shop's files in, post a return of thirty
 * lines, correct it after a refusal, print its slip. What it costs is counted and held against what is written down.
 */
import { mkdirSync } from "node:fs";
import { expect } from "@playwright/test";
import { z } from "zod";
import { pdfText } from "../helpers/pdf.ts";
import { startPracticeService, type TestPracticeService } from "../helpers/practice/service.ts";
import { correctedProduct, judge, runOf, TYPED } from "./new-user/run.ts";
import {
  BOUGHT,
  boughtIndex,
  GONE,
  idOf,
  SERVICE_SHOP,
  writePurchases,
  writeShopFiles,
} from "./new-user/shop-files.ts";
import {
  connect,
  correct,
  enterArabicReturn,
  enterGs1Return,
  enterReturn,
  enterReturnFromPurchases,
  importFiles,
  practise,
  print,
} from "./new-user/steps.ts";
import { test } from "./shell/open-app.ts";
import { sharedApp } from "./shell/shared-app.ts";

const sent = z.object({
  supplierAccountId: z.number(),
  documentReferences: z.array(z.object({ type: z.number(), reference: z.string() })),
  tenantTransactionProductInputs: z.array(
    z.object({
      productId: z.number(),
      measureUnitId: z.number(),
      quantity: z.number(),
      productionAt: z.string().nullable(),
      expiryAt: z.string().nullable(),
    }),
  ),
});

let service: TestPracticeService;
test.beforeAll(async () => {
  service = await startPracticeService({ folder: ":memory:", port: 0, sampleShop: SERVICE_SHOP });
});
test.afterAll(() => service.close());

/** The newest return in the service's books, where each is once. */
function booked() {
  const { applied, transactions } = service.books();
  expect(transactions.map(({ timesApplied }) => timesApplied)).toEqual(transactions.map(() => 1));
  return sent.parse(JSON.parse(applied.at(-1)?.requestBody ?? ""));
}

test.setTimeout(240_000);

/** Connected, and the shop's six files brought in: how the runs begin. */
const shop = sharedApp(async (opened) => {
  const run = runOf(opened);
  await connect(run, service);
  const folder = test.info().outputPath("shop");
  mkdirSync(folder, { recursive: true });
  await importFiles(run, [...writeShopFiles(folder), writePurchases(folder)]);
  judge(run);
});

test("from two purchases, thirty lines with their units, prices and dates", async () => {
  const run = runOf(await shop());
  await enterReturnFromPurchases(run);
  const sentReturn = booked();
  expect(sentReturn.supplierAccountId).toBe(BOUGHT.supplier);
  expect(sentReturn.tenantTransactionProductInputs).toEqual(
    BOUGHT.numbers.flatMap((_, purchase) =>
      Array.from({ length: BOUGHT.lines }, (_, line) => ({
        productId: idOf(boughtIndex(purchase, line)),
        measureUnitId: 1,
        quantity: line % 3 === 1 ? 12 : 6,
        productionAt: "2026-01-01",
        expiryAt: "2027-12-31",
      })),
    ),
  );
  judge(run);
});

test("in English, thirty lines", async () => {
  const run = runOf(await shop());
  await enterReturn(run);
  await correct(run);
  const slip = test.info().outputPath("slip.pdf");
  await print(run, slip);

  const { supplierAccountId, documentReferences, tenantTransactionProductInputs: lines } = booked();
  const scanned = Array.from({ length: 24 }, (_, at) => idOf(200 + at));
  const typed = TYPED.map(({ index }) => idOf(index));
  const ids = [...scanned.map((id) => (id === idOf(GONE) ? idOf(correctedProduct.index) : id)), ...typed];
  expect(lines.map(({ productId }) => productId)).toEqual(ids);
  expect(lines.map(({ quantity }) => quantity)).toEqual([
    ...scanned.map((_, at) => (at % 3 === 1 ? 12 : at % 8 === 0 ? 2 : 1)),
    ...typed.map(() => 6),
  ]);
  expect(lines.map(({ measureUnitId }) => measureUnitId)).toEqual(lines.map((_, at) => (at === 20 ? 2 : 1)));
  expect(lines[13]).toMatchObject({ productionAt: "2026-01-01", expiryAt: "2027-12-31" });
  expect(supplierAccountId).toBe(1110);
  expect(documentReferences).toEqual([{ type: 1, reference: "INV-204" }]);
  const text = pdfText(slip);
  for (const id of ids) expect(text).toContain(String(id));
  judge(run);
});

test("with GS1 codes, ten lines with their dates and quantities", async () => {
  const run = runOf(await shop());
  await enterGs1Return(run);
  const lines = booked();
  expect(lines.tenantTransactionProductInputs).toEqual(
    Array.from({ length: 10 }, (_, at) => ({
      productId: idOf(200 + at),
      measureUnitId: 1,
      quantity: 12 + at,
      productionAt: "2026-01-01",
      expiryAt: "2027-12-31",
    })),
  );
  judge(run);
});

test("in Arabic, five lines", async () => {
  const run = runOf(await shop());
  await run.opened.call("settings.set", { language: "ar" });
  await expect(run.opened.page.locator("html")).toHaveAttribute("dir", "rtl");
  await enterArabicReturn(run);
  const slip = test.info().outputPath("slip.pdf");
  await print(run, slip);
  const lines = booked();
  const ids = lines.tenantTransactionProductInputs.map(({ productId }) => productId);
  expect(ids).toEqual([...[300, 301, 302, 303].map(idOf), idOf(249)]);
  const text = pdfText(slip);
  for (const id of ids) expect(text).toContain(String(id));
});

test("practice, without an account", async ({ open }) => {
  const run = runOf(await open());
  await practise(run);
  judge(run);
});
