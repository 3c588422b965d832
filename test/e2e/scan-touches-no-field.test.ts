/** A scan never touches a field, nothing is marked that nobody typed for, and Ctrl+Enter posts or says why not. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { type OpenApp, openApp, temporaryProfile } from "../helpers/app.ts";
import {
  barcodeOf,
  cell,
  keptDraft,
  lineCount,
  openReturns,
  type PLACE,
  scan,
  startShop,
  writtenIn,
} from "./purchase-return-steps.ts";

test.describe.configure({ mode: "serial" });

let remove: () => void;
let opened: OpenApp;
let code: string;

test.beforeAll(async () => {
  const temporary = temporaryProfile();
  remove = temporary.remove;
  opened = await openApp(temporary.profile);
  await startShop(opened);
  await opened.invoke("draft.save", keptDraft(1, [{ productId: "1002", price: "450.5" }]));
  await openReturns(opened.page);
  code = await barcodeOf(opened, 1001);
});

test.afterAll(async () => {
  await opened.close();
  remove();
});

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

let quantity = 0;

for (const end of ["Enter", "Tab"] as const)
  test(`a scan that ends with ${end} into a supplier, an account, a store or a currency leaves it and its list as they were`, async () => {
    const { page } = opened;
    for (const field of ["supplierAccountId", "cashOrBankAccountId", "storeId", "currencyId"] as const) {
      const input = header(page, field);
      await input.focus();
      const before = await selection(input);
      await scan(page, code, { end });
      quantity += 1;
      await counted(page, quantity);
      await expect(options(page)).toHaveCount(0);
      await expect(input).toBeFocused();
      expect(await selection(input)).toEqual(before);
    }
    expect(await posted()).toBe(0);
  });

test("a list that was open, with what was typed and marked in it, is as it was after a scan", async () => {
  const { page } = opened;
  const supplier = header(page, "supplierAccountId");
  await supplier.focus();
  await page.keyboard.type("a", { delay: 100 });
  await expect(marked(page)).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  const [before, name] = [await selection(supplier), await marked(page).textContent()];
  await scan(page, code, { pauses: { 4: 75 } });
  quantity += 1;
  await counted(page, quantity);
  expect(await selection(supplier)).toEqual(before);
  await expect(marked(page)).toHaveText(name ?? "");
});

test("Ctrl+Enter over something typed and not chosen says so, chooses nothing and posts nothing", async () => {
  const { page } = opened;
  const supplier = header(page, "supplierAccountId");
  await expect(supplier).toHaveValue("a");
  const name = await marked(page).textContent();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Not chosen yet." })).toBeAttached();
  // Below the field the open list would hide it.
  await expect(page.getByText("Not chosen yet.").last()).toBeInViewport();
  await expect(supplier).toHaveValue("a");
  await expect(marked(page)).toHaveText(name ?? "");
  expect(await posted()).toBe(0);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Not chosen yet.")).toHaveCount(0);
  await expect(supplier).toHaveValue(/Hadramout/);
});

test("nothing is marked in a list that nobody typed in", async () => {
  const { page } = opened;
  const supplier = header(page, "supplierAccountId");
  await page.keyboard.press("F2");
  await supplier.click();
  await expect(options(page).first()).toBeVisible();
  await expect(marked(page)).toHaveCount(0);
  await supplier.fill("");
  await expect(options(page).nth(3)).toBeVisible();
  await expect(marked(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(options(page).first()).toBeVisible();
  await expect(marked(page)).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(marked(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await cell(page, 0, "expiry").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(options(page).first()).toBeVisible();
  await expect(marked(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(options(page)).toHaveCount(0);
  expect(await writtenIn(page, 0, "expiry")).toBe("");
});

test("a scan into the cells of a line leaves text, price, undo and unit as they were", async () => {
  const { page } = opened;
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Z");
  await expect.poll(() => writtenIn(page, 1, "quantity")).toBe(String(quantity - 1));
  quantity -= 1;
  for (const column of ["price", "quantity", "production", "expiry", "description", "unit", "product"]) {
    const place = cell(page, 0, column);
    await place.focus();
    const [text, unit] = [await place.inputValue(), await writtenIn(page, 0, "unit")];
    await scan(page, `ab-${code}`);
    await expect(page.getByText(/^Nothing here has the barcode.*ab-/)).toBeVisible();
    await place.focus();
    expect([await place.inputValue(), await writtenIn(page, 0, "unit")]).toEqual([text, unit]);
    await page.keyboard.press("Escape");
  }
  expect(await lineCount(page)).toBe(2);
  // Nothing was changed, so what was taken back can still be taken forth.
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Shift+Z");
  quantity += 1;
  await counted(page, quantity);
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

test("a code with GS1 separators in it, or one scanned into a dialog touches nothing", async () => {
  const { page } = opened;
  const note = page.getByTestId("header-note");
  await page.getByTestId("header-more").click();
  await note.fill("damaged");
  await note.focus();
  await scan(page, "0102900000104204\u001d17261231");
  await expect(page.getByText(/^Nothing here has the barcode.*010290000010420417261231/)).toBeVisible();
  await expect(note).toHaveValue("damaged");
  await page.keyboard.press("Control+Slash");
  await expect(page.getByRole("dialog")).toBeVisible();
  await scan(page, code);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await writtenIn(page, 1, "quantity")).toBe(String(quantity));
});

test("Ctrl+Enter posts while a list is open that nobody typed in", async () => {
  const { page } = opened;
  await header(page, "supplierAccountId").click();
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const states = async () => (await opened.invoke("outbox.list", {})).entries.map(({ state }) => state);
  await expect.poll(states, { timeout: 30_000 }).toEqual(["confirmed"]);
});
