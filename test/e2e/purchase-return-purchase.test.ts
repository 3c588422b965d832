/** A return made from a purchase of the practice shop: found by its number, sent, and what is left afterwards. */
import { expect } from "@playwright/test";
import type { OpenApp } from "../helpers/app.ts";
import { test } from "./purchase-return-shop.ts";
import { barcodeOf, beginReturn, cell, lineCount, scan } from "./purchase-return-steps.ts";

let opened: OpenApp;

const NUMBER = "INV-4101";
const detail = () => opened.invoke("purchases.get", { documentNo: NUMBER, supplierAccountId: "1101" });

test.beforeAll(async ({ shop }) => {
  opened = shop;
  await expect
    .poll(async () => (await opened.invoke("purchases.search", { text: "INV-41" })).purchases.length)
    .toBe(8);
});

// A window with unsent work asks before it closes.
test.afterAll(async () => opened.invoke("sync.resume", {}));

/** By keys alone, from wherever the keyboard is. */
async function findPurchase(number: string): Promise<void> {
  const { page } = opened;
  await page.keyboard.press("Alt+P");
  await expect(page.getByTestId("purchase-search")).toBeFocused();
  // At a person's pace: a scanner's would be a scan.
  await page.keyboard.type(number, { delay: 90 });
  await expect(page.getByTestId("purchase-row-0")).toContainText(number);
  await expect(page.getByTestId("purchase-row-1")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("bought-row-0")).toBeVisible();
}

/** The figures of a purchase's line as the panel shows them. */
async function shownOf(row: number): Promise<{ returned: string; waiting: string; left: string }> {
  const cells = await opened.page.getByTestId(`bought-row-${row}`).getByRole("gridcell").allInnerTexts();
  const [returned = "", waiting = "", left = ""] = cells.slice(3, 6);
  return { returned, waiting, left };
}

test("what goes back waits, is returned, and is left no more", async () => {
  const { page } = opened;
  const [first] = (await detail()).lines;
  const bought = Number(first?.bought);
  await opened.invoke("sync.pause", {});
  await beginReturn(opened, [], { supplierAccountId: "", currencyId: "" });
  await findPurchase(NUMBER);
  const lines = (await detail()).lines.length;
  await page.keyboard.press("Alt+Enter");
  await expect.poll(() => lineCount(page)).toBe(lines);
  await expect(cell(page, 0, "quantity")).toBeFocused();
  await expect(cell(page, 0, "quantity")).toHaveValue("");
  await expect(page.locator('[data-testid="header-supplierAccountId"] input')).not.toHaveValue("");
  await page.keyboard.type("2");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("1");
  await expect(page.getByTestId("left-out")).toContainText(`${lines - 2} lines without a quantity`);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("posted-return")).toContainText("2 lines");

  await findPurchase(NUMBER);
  expect(await shownOf(0)).toEqual({ returned: "0", waiting: "2", left: String(bought - 2) });
  await opened.invoke("sync.resume", {});
  await expect.poll(() => shownOf(0)).toEqual({ returned: "2", waiting: "0", left: String(bought - 2) });
  // In two lines at most, and whose return it was is not cut.
  const notice = page.locator("[data-testid=posted-return][data-kind=good]");
  expect((await notice.boundingBox())?.height).toBeLessThan(96);
  const whose = notice.getByRole("status").locator("span").first();
  expect(await whose.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("purchase")).toBeHidden();
});

test("more than is left is told and sent all the same; a scan raises the purchase's line", async () => {
  const { page } = opened;
  await beginReturn(opened);
  await findPurchase("INV-4102");
  const { lines } = await opened.invoke("purchases.get", {
    documentNo: "INV-4102",
    supplierAccountId: "1101",
  });
  const [line] = lines;
  const left = Number(line?.left);
  // Enter takes one line and stays.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect.poll(() => lineCount(page)).toBe(1);
  await scan(page, await barcodeOf(opened, Number(line?.productId)));
  await expect(cell(page, 0, "quantity")).toHaveValue("1");
  expect(await lineCount(page)).toBe(1);
  await cell(page, 0, "quantity").fill(String(left + 1));
  await expect(page.getByTestId("cell-0-quantity-aboveLeft")).toContainText(/left of .*INV-4102/);
  await expect(page.getByTestId("above-left")).toContainText("1 line is above what is left");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("posted-return")).toContainText("1 line");
  await expect
    .poll(async () => {
      const after = await opened.invoke("purchases.get", {
        documentNo: "INV-4102",
        supplierAccountId: "1101",
      });
      return after.lines[0]?.left;
    })
    .toBe("-1");
});

test("a scan in the panel finds the purchases with the product", async () => {
  const { page } = opened;
  await beginReturn(opened);
  await page.keyboard.press("Alt+P");
  await expect(page.getByTestId("purchase-search")).toBeFocused();
  await page.keyboard.press("Alt+S");
  await expect(page.getByTestId("purchase-row-7")).toBeVisible();
  await scan(page, await barcodeOf(opened, 1001));
  await expect(page.getByTestId("purchase-wanted")).toContainText("Purchases with");
  await expect(page.getByTestId("purchase-row-2")).toBeHidden();
  await expect(page.getByTestId("purchase-search")).toHaveValue("");
  // The keyboard goes back to where it was before the panel.
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("scan-input")).toBeFocused();
  expect(await lineCount(page)).toBe(0);
});
