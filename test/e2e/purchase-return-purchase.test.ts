/** A return made from a purchase of the practice shop: found by its number, sent, and what is left afterwards. */
import { expect } from "@playwright/test";
import { beginReturn, cell, lineCount, startShop } from "./purchase-return-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

let opened: OpenedApp;

const NUMBER = "INV-4101";
const detail = () => opened.invoke("purchases.get", { documentNo: NUMBER, supplierAccountId: "1101" });

const shop = practiceShop(startShop);
test.beforeAll(async () => {
  opened = await shop();
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
