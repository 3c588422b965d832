/** The built page in the generation of Chromium and Node that ships: the main job, Arabic, axe, 1,000 lines. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import {
  chooseLanguageAndTheme,
  editVoucher,
  goTo,
  setServiceUp,
  settle,
} from "../../scripts/tour/steps.mjs";
import { type OpenPage, openPage } from "../helpers/chromium.ts";
import { lacking } from "../helpers/system-programs.ts";
import { barcodeOf, cell, choose, keptDraft, lineCount, openReturns, scan } from "./purchase-return-steps.ts";

test.describe.configure({ mode: "serial" });
const missing = lacking("chromium");
test.skip(missing !== null, missing ?? "");

const SCREENS = [
  "/",
  "/purchase-return",
  "/tax-voucher",
  "/restore",
  "/outbox",
  "/documents",
  "/catalogue",
  "/activity",
  "/settings",
  "/connect",
  "/help/scanning-and-keys",
];
const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";

let opened: OpenPage;

test.beforeAll(async () => {
  opened = await openPage();
  await opened.invoke("practice.start", {});
});
test.afterAll(async () => opened.close());

const states = async () => (await opened.invoke("outbox.list", {})).entries.map(({ state }) => state);

test("this Chromium and this Node are newer than those of the fallback Electron", () => {
  expect(Number(opened.browser.version().split(".")[0])).toBeGreaterThan(130);
  expect(Number(process.versions.node.split(".")[0])).toBeGreaterThanOrEqual(24);
});

test("a return and a voucher are entered while the service is down, survive a killed engine and arrive once", async () => {
  const { page } = opened;
  await goTo(page, "/");
  await setServiceUp(page, false);
  await openReturns(page);
  for (const field of ["supplierAccountId", "cashOrBankAccountId", "storeId", "currencyId"] as const)
    await choose(page, field);
  for (const productId of [1001, 1002]) {
    await page.keyboard.press("F2");
    await scan(page, await barcodeOf(opened, productId));
  }
  await expect.poll(() => lineCount(page)).toBe(2);
  await cell(page, 1, "quantity").fill("7");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await states()).length).toBe(1);
  await editVoucher(page, { serialNo: VOUCHER, amount: "81.235" });
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await states()).length).toBe(2);
  expect(await states()).not.toContain("confirmed");

  await opened.restartEngine();
  await setServiceUp(page, true);
  await expect.poll(states, { timeout: 60_000 }).toEqual(["confirmed", "confirmed"]);
  const books = opened.practice.books();
  expect(books.transactions.map((row) => row.timesApplied)).toEqual([1, 1]);
  await goTo(page, "/outbox");
  await expect(page.getByText("Confirmed", { exact: true }).first()).toBeVisible();
  expect(opened.faults).toEqual([]);
});

for (const [language, theme] of [
  ["en", "light"],
  ["ar", "dark"],
] as const)
  test(`axe finds nothing on any screen in Chromium, ${language}, ${theme}`, async () => {
    test.setTimeout(240_000);
    const { page } = opened;
    await chooseLanguageAndTheme(page, language, theme);
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
    const found: string[] = [];
    for (const view of SCREENS) {
      await goTo(page, view);
      await settle(page, 60);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      for (const { id, nodes } of violations)
        found.push(...nodes.map((node) => `${view}: ${id}: ${node.html.slice(0, 160)}`));
    }
    expect(found).toEqual([]);
    expect(opened.faults).toEqual([]);
  });

test("a return of 1,000 lines is opened, changed and confirmed in Arabic", async () => {
  const { page } = opened;
  const lines = Array.from({ length: 1000 }, (_, index) => ({ productId: String(1001 + (index % 40)) }));
  await opened.invoke("draft.save", keptDraft(9, lines));
  await page.reload();
  await page.locator("main h1").first().waitFor();
  await openReturns(page);
  await expect.poll(() => lineCount(page)).toBe(1000);
  // Only what is in sight is drawn.
  expect(await page.locator('[role="row"]').count()).toBeLessThan(100);
  await cell(page, 0, "quantity").focus();
  await page.keyboard.press("Control+End");
  const last = cell(page, 999, "quantity");
  await last.fill("12");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await states()).length).toBe(3);
  await expect.poll(states, { timeout: 60_000 }).toEqual(["confirmed", "confirmed", "confirmed"]);
  const [entry] = (await opened.invoke("outbox.list", {})).entries;
  const { requestBody } = await opened.invoke("outbox.get", { entryId: entry?.entryId ?? "" });
  expect(requestBody.match(/"productId"/g)).toHaveLength(1000);
  expect(requestBody).toContain('"quantity":12');
  expect(opened.faults).toEqual([]);
});
