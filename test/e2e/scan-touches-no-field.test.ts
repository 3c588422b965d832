/** A scan never touches a field, nothing is marked that nobody typed for, and Ctrl+Enter posts or says why not. */
import { expect, type Locator, type Page } from "@playwright/test";
import {
  barcodeOf,
  beginReturn,
  cell,
  lineCount,
  type PLACE,
  scan,
  startShop,
  writtenIn,
} from "./purchase-return-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

let opened: OpenedApp;
let code: string;

const shop = practiceShop(startShop);
test.beforeAll(async () => {
  opened = await shop();
  code = await barcodeOf(opened, 1001);
});

test.beforeEach(async () => beginReturn(opened, [{ productId: "1002" }]));

const header = (page: Page, field: keyof typeof PLACE): Locator =>
  page.getByTestId(`header-${field}`).locator("input").first();
const selection = (field: Locator): Promise<unknown> =>
  field.evaluate((input) =>
    input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
      ? [input.value, input.selectionStart, input.selectionEnd]
      : null,
  );
// A list's own options; those of a closed list of units are no list on the screen.
const options = (page: Page): Locator => page.locator('[role="option"]:visible');
const marked = (page: Page): Locator =>
  page.locator(
    '[data-combobox-selected]:visible, [role="option"][aria-selected="true"]:not([data-combobox-option]):visible',
  );
/** Waits for the scan's line: one more of the goods that are on it. */
async function counted(page: Page, quantity: number): Promise<void> {
  await expect.poll(() => writtenIn(page, 1, "quantity")).toBe(String(quantity));
}
const posted = async (): Promise<number> => (await opened.invoke("outbox.list", {})).entries.length;

/** Types one letter, as a hand does, and walks to what is found. */
async function typeAndMark(page: Page, field: Locator): Promise<void> {
  await field.focus();
  await page.keyboard.type("a");
  await expect(marked(page)).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
}

for (const end of ["Enter", "Tab"] as const)
  test(`a scan that ends with ${end} into a supplier, an account, a store or a currency leaves it and its list as they were`, async () => {
    const { page } = opened;
    const before = await posted();
    let quantity = 0;
    for (const field of ["supplierAccountId", "cashOrBankAccountId", "storeId", "currencyId"] as const) {
      const input = header(page, field);
      await input.focus();
      const stood = await selection(input);
      await scan(page, code, { end });
      quantity += 1;
      await counted(page, quantity);
      await expect(options(page)).toHaveCount(0);
      await expect(input).toBeFocused();
      expect(await selection(input)).toEqual(stood);
    }
    expect(await posted()).toBe(before);
  });

test("a list that was open, with what was typed and marked in it, is as it was after a scan", async () => {
  const { page } = opened;
  const supplier = header(page, "supplierAccountId");
  await typeAndMark(page, supplier);
  const [before, name] = [await selection(supplier), await marked(page).textContent()];
  await scan(page, code, { pauses: { 0: 100, 4: 75 } });
  await counted(page, 1);
  expect(await selection(supplier)).toEqual(before);
  await expect(marked(page)).toHaveText(name ?? "");
});

test("Ctrl+Enter over something typed and not chosen says so, chooses nothing and posts nothing", async () => {
  const { page } = opened;
  const supplier = header(page, "supplierAccountId");
  const before = await posted();
  await typeAndMark(page, supplier);
  await expect(supplier).toHaveValue("a");
  const name = await marked(page).textContent();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Not chosen yet." })).toBeAttached();
  // Below the field the open list would hide it.
  await expect(page.getByText("Not chosen yet.").last()).toBeInViewport();
  await expect(supplier).toHaveValue("a");
  await expect(marked(page)).toHaveText(name ?? "");
  expect(await posted()).toBe(before);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Not chosen yet.")).toHaveCount(0);
  await expect(supplier).toHaveValue(/Hadramout/);
});

test("a scan into the cells of a line leaves text, price, undo and unit as they were", async () => {
  const { page } = opened;
  for (const quantity of [1, 2]) {
    await scan(page, code);
    await counted(page, quantity);
  }
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Z");
  await counted(page, 1);
  for (const column of ["price", "quantity", "production", "expiry", "description", "unit", "product"]) {
    const place = cell(page, 0, column);
    await place.focus();
    const [text, unit] = [await place.inputValue(), await writtenIn(page, 0, "unit")];
    await scan(page, `ab-${code}`);
    await expect(page.getByText(/^No product on this computer has the barcode.*ab-/)).toBeVisible();
    await place.focus();
    expect([await place.inputValue(), await writtenIn(page, 0, "unit")]).toEqual([text, unit]);
    await page.keyboard.press("Escape");
  }
  expect(await lineCount(page)).toBe(2);
  // Nothing was changed, so what was taken back can still be taken forth.
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Shift+Z");
  await counted(page, 2);
});

test("letters typed into a unit still choose from its list", async () => {
  const { page } = opened;
  const unit = cell(page, 0, "unit");
  await unit.focus();
  const before = await unit.inputValue();
  const names = await unit.evaluate((list) =>
    list instanceof HTMLSelectElement ? [...list.options].map(({ text, value }) => ({ text, value })) : [],
  );
  const other = names.find(({ text, value }) => value !== before && value !== "" && /^[A-Z]/i.test(text));
  if (other === undefined) throw new Error("the sample shop has one unit only");
  await page.keyboard.type(other.text.slice(0, 3), { delay: 90 });
  await expect(unit).not.toHaveValue(before);
  await page.keyboard.press("Control+Z");
  await expect(unit).toHaveValue(before);
});

test("Ctrl+Enter posts while a list is open that nobody typed in", async () => {
  const { page } = opened;
  const before = await posted();
  await header(page, "supplierAccountId").click();
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const states = async () => (await opened.invoke("outbox.list", {})).entries.map(({ state }) => state);
  await expect.poll(states, { timeout: 30_000 }).toEqual(Array(before + 1).fill("confirmed"));
});
