/** The built page in the generation of Chromium and Node that ships: the main job, Arabic, axe, 1,000 lines. */
import { expect } from "@playwright/test";
import {
  chooseLanguageAndTheme,
  editVoucher,
  goTo,
  openWholeOutbox,
  setServiceUp,
} from "../../scripts/tour/steps.mjs";
import { atRest } from "../helpers/at-rest.ts";
import { axeFindings } from "../helpers/axe.ts";
import { type OpenPage, openPage } from "../helpers/chromium.ts";
import { lacking } from "../helpers/system-programs.ts";
import {
  barcodeOf,
  beginReturn,
  cell,
  choose,
  lineCount,
  openReturns,
  PLACE,
  scan,
} from "./purchase-return-steps.ts";
import { test } from "./shell/open-app.ts";

const missing = lacking("chromium");
test.skip(missing !== null, missing ?? "");

const SCREENS = [
  ...[
    "/",
    "/purchase-return",
    "/tax-voucher",
    "/restore",
    "/outbox",
    "/documents",
    "/expiring",
    "/reference-data",
  ],
  ...["/activity", "/connect", "/help/scanning-and-keys", "/settings"],
  ...["printer", "codes", "unknown", "pin", "backups", "updates", "support", "about"].map(
    (section) => `/settings/${section}`,
  ),
];
const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";

let opened: OpenPage;

const states = async () => (await opened.invoke("outbox.list", {})).entries.map(({ state }) => state);
const allConfirmed = (entries: number): Promise<void> =>
  expect.poll(states, { timeout: 60_000 }).toEqual(Array(entries).fill("confirmed"));

test.beforeAll(async () => {
  opened = await openPage();
  await opened.invoke("practice.start", {});
  const line = { productId: "1001", measureUnitId: "1", quantity: "3", price: "450.5" };
  await opened.invoke("purchaseReturn.post", { ...PLACE, lines: [line] });
  await allConfirmed(1);
});
test.afterAll(async () => opened.close());

test("this Chromium and this Node are newer than those of the fallback Electron", () => {
  expect(Number(opened.browser.version().split(".")[0])).toBeGreaterThan(130);
  expect(Number(process.versions.node.split(".")[0])).toBeGreaterThanOrEqual(24);
});

test("a return and a voucher are entered while the service is down, survive a killed engine and arrive once", async () => {
  const { page } = opened;
  await chooseLanguageAndTheme(page, "en", "light");
  const before = (await states()).length;
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
  await expect.poll(async () => (await states()).length).toBe(before + 1);
  await editVoucher(page, { serialNo: VOUCHER, amount: "81.235" });
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await states()).length).toBe(before + 2);
  expect((await states()).slice(0, 2)).not.toContain("confirmed");

  await opened.restartEngine();
  await setServiceUp(page, true);
  await allConfirmed(before + 2);
  const books = opened.practice.shownBooks();
  expect(books.transactions.map(({ times }) => times)).toEqual(Array(before + 2).fill(1));
  await openWholeOutbox(page);
  await expect(page.getByText("Confirmed", { exact: true }).first()).toBeVisible();
  expect(opened.faults).toEqual([]);
});

test("axe finds nothing on any screen in Chromium, en, light", async () => {
  test.setTimeout(240_000);
  const { page } = opened;
  await chooseLanguageAndTheme(page, "en", "light");
  const found: string[] = [];
  for (const view of SCREENS) {
    await goTo(page, view);
    await atRest(page);
    found.push(...(await axeFindings(page, view)));
  }
  expect(found).toEqual([]);
  expect(opened.faults).toEqual([]);
});

test("a return of 1,000 lines is opened, changed and confirmed in Arabic", async () => {
  const { page } = opened;
  const lines = Array.from({ length: 1000 }, (_, index) => ({ productId: String(1001 + (index % 40)) }));
  const before = (await states()).length;
  await chooseLanguageAndTheme(page, "ar", "light");
  await beginReturn(opened, lines);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  // Only what is in sight is drawn.
  expect(await page.locator('[role="row"]').count()).toBeLessThan(100);
  await cell(page, 0, "quantity").focus();
  await page.keyboard.press("Control+End");
  const last = cell(page, 999, "quantity");
  await last.fill("12");
  await page.keyboard.press("Control+Enter");
  await allConfirmed(before + 1);
  const [entry] = (await opened.invoke("outbox.list", {})).entries;
  const { requestBody } = await opened.invoke("outbox.get", { entryId: entry?.entryId ?? "" });
  expect(requestBody.match(/"productId"/g)).toHaveLength(1000);
  expect(requestBody).toContain('"quantity":12');
  expect(opened.faults).toEqual([]);
});
