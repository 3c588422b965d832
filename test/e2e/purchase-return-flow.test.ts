/** What a quick hand and a scanner expect of the field for scanning, in the real app. */
import { expect } from "@playwright/test";
import { holdEngine } from "../helpers/hold-engine.ts";
import {
  barcodeOf,
  beginReturn,
  cell,
  choose,
  lineCount,
  scan,
  startShop,
  writtenIn,
} from "./purchase-return-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

let opened: OpenedApp;
/** Longer than any scanner stops within a code. */
const HAND_PAUSE_MS = 120;
const nobodys = "9999999999994";
const field = () => opened.page.getByTestId("scan-input");
const refusal = (code: string) =>
  opened.page.getByText(new RegExp(`^No product on this computer has the barcode.*${code}`));

const shop = practiceShop(startShop);
test.beforeAll(async () => {
  opened = await shop();
});

test("whatever is in the field is no part of a scanned code, wherever the caret is", async () => {
  const { page } = opened;
  await beginReturn(opened);
  const code = await barcodeOf(opened, 1001);
  await page.keyboard.press("F2");
  await scan(page, nobodys);
  await expect(refusal(nobodys)).toBeVisible();
  await page.keyboard.press("End");
  await scan(page, code);
  await expect(cell(page, 0, "quantity")).toHaveValue("1");
  await field().fill("half a name");
  await scan(page, code, { pauses: { 0: HAND_PAUSE_MS } });
  await expect(cell(page, 0, "quantity")).toHaveValue("2");
  await expect(field()).toHaveValue("");
});

test("scans that follow each other before an answer is there are each looked up", async () => {
  const { page } = opened;
  await beginReturn(opened);
  const codes = [nobodys, await barcodeOf(opened, 1002), nobodys, await barcodeOf(opened, 1003)];
  for (const code of codes) await scan(page, code);
  await expect.poll(() => lineCount(page)).toBe(2);
  await expect(cell(page, 1, "quantity")).toHaveValue("1");
});

test("what is typed right after a posting is in the next return's supplier, whole", async () => {
  const { page } = opened;
  await beginReturn(opened, [{ productId: "1001" }]);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.type("aden");
  await expect(page.getByTestId("header-supplierAccountId").locator("input")).toHaveValue("aden");
});

test("a code scanned right after a posting is in no field of the next return", async () => {
  const { page } = opened;
  const supplier = page.getByTestId("header-supplierAccountId").locator("input");
  const code = await barcodeOf(opened, 1001);
  for (const after of [0, 15, 60, 120]) {
    await beginReturn(opened, [{ productId: "1001" }]);
    await page.keyboard.press("Control+Enter");
    await page.waitForTimeout(after);
    await scan(page, code);
    await page.waitForTimeout(HAND_PAUSE_MS);
    await expect(supplier, `${after} ms after`).toHaveValue("");
  }
});

test("a return that comes up behind the open palette leaves it the keyboard, and has it afterwards", async () => {
  const { page } = opened;
  await beginReturn(opened, [{ productId: "1001" }]);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+K");
  await page.keyboard.type("aden");
  await expect(page.locator("[data-palette] input")).toHaveValue("aden");
  await expect(page.getByTestId("header-supplierAccountId").locator("input")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("header-supplierAccountId").locator("input")).toBeFocused();
});

test("a typed code that failed is corrected by hand, key by key", async () => {
  const { page } = opened;
  await beginReturn(opened);
  const code = await barcodeOf(opened, 1004);
  const wrong = `${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`;
  await page.keyboard.press("F2");
  await page.keyboard.type(wrong, { delay: 60 });
  await page.keyboard.press("Enter");
  await expect(refusal(wrong)).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await expect(field()).toHaveValue(wrong.slice(0, -1));
  // A hand's Enter, which is not that of a scan.
  await scan(page, code.slice(-1), { pauses: { 0: HAND_PAUSE_MS, 1: HAND_PAUSE_MS } });
  await expect.poll(() => lineCount(page)).toBe(1);
});

test("Enter before the list is there takes what it begins with; typing on takes it back", async () => {
  const { page } = opened;
  await beginReturn(opened);
  const { rows } = await opened.invoke("mirror.search", { kind: "product", text: "tea", limit: 20 });
  expect(rows.length).toBeGreaterThan(1);
  const [first] = rows;
  await page.keyboard.press("F2");
  await page.keyboard.type("tea");
  await page.keyboard.press("Enter");
  await expect.poll(() => lineCount(page)).toBe(1);
  await expect(cell(page, 0, "product")).toHaveValue(first?.kind === "product" ? first.name : "");
  await expect(field()).toHaveValue("");
  // No answer is quicker than the hand.
  const code = await barcodeOf(opened, 1003);
  const goOn = await holdEngine(opened.app);
  try {
    await page.keyboard.type("tea");
    await page.keyboard.press("Enter");
    await page.keyboard.type("x");
    await expect(field()).toHaveValue("teax");
  } finally {
    goOn();
  }
  // What the first Enter had taken would be there before what is scanned now.
  await scan(page, code, { pauses: { 0: HAND_PAUSE_MS } });
  await expect.poll(() => lineCount(page)).toBe(2);
  const { rows: scanned } = await opened.invoke("mirror.search", { kind: "product", text: "1003", limit: 1 });
  await expect(cell(page, 1, "product")).toHaveValue(scanned[0]?.kind === "product" ? scanned[0].name : "");
  expect(await writtenIn(page, 0, "quantity")).toBe("1");
});

test("what is chosen above the lines is there by its name", async () => {
  const { page } = opened;
  await beginReturn(opened);
  await choose(page, "supplierAccountId");
  const supplier = page.getByTestId("header-supplierAccountId").locator("input").first();
  const { rows } = await opened.invoke("mirror.search", { kind: "account", text: "1101", limit: 1 });
  const [row] = rows;
  if (row?.kind !== "account") throw new Error("The sample shop has no supplier 1101.");
  await expect(supplier).toHaveValue(row.name);
  await expect(supplier).toHaveAttribute("title", /1101$/);
  await expect(supplier).toHaveCSS("text-overflow", "ellipsis");
});
