/** Entering a purchase return with scanner, clipboard and keyboard, in the real app. */
import { expect } from "@playwright/test";
import {
  barcodeOf,
  beginReturn,
  cell,
  lineCount,
  paste,
  scan,
  startShop,
  writtenIn,
} from "./purchase-return-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

let opened: OpenedApp;

const shop = practiceShop(startShop);
test.beforeAll(async () => {
  opened = await shop();
});

test("a scan is taken wherever the focus is, and neither its keys nor its Enter do anything else", async () => {
  const { page } = opened;
  const { entries } = await opened.invoke("outbox.list", {});
  await beginReturn(opened);
  const code = await barcodeOf(opened, 1001);
  await page.keyboard.press("F2");
  await scan(page, code);
  await expect(cell(page, 0, "quantity")).toHaveValue("1");
  await cell(page, 0, "description").fill("dented");
  await page.getByTestId("header-more").click();
  const note = page.getByTestId("header-note");
  await note.fill("damaged on arrival");
  // The note first: going on with the lines closes it.
  const places = [
    ...[note, cell(page, 0, "description"), cell(page, 0, "quantity"), cell(page, 0, "expiry")],
    ...[cell(page, 0, "unit"), page.getByTestId("header-supplierAccountId").locator("input").first()],
    page.getByRole("button", { name: /^Save and send return/ }),
  ];
  let quantity = 1;
  for (const place of places) {
    await place.focus();
    await scan(page, code);
    quantity += 1;
    await expect
      .poll(() => writtenIn(page, 0, "quantity"), { message: String(place) })
      .toBe(String(quantity));
  }
  await expect(cell(page, 0, "description")).toHaveValue("dented");
  await expect(cell(page, 0, "expiry")).toHaveValue("");
  await expect(cell(page, 0, "unit")).toHaveValue("1");
  await page.getByTestId("header-more").click();
  await expect(note).toHaveValue("damaged on arrival");
  expect(await lineCount(page)).toBe(1);
  expect((await opened.invoke("outbox.list", {})).entries).toEqual(entries);
});

test("with a dialog over the return a scan is not taken", async () => {
  const { page } = opened;
  await beginReturn(opened, [{ productId: "1002" }]);
  await cell(page, 0, "description").focus();
  await page.keyboard.press("Control+Slash");
  await expect(page.getByRole("dialog")).toBeVisible();
  await scan(page, await barcodeOf(opened, 1001));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  // The next one is: what had been taken would be before it.
  await scan(page, await barcodeOf(opened, 1003));
  await expect.poll(() => lineCount(page)).toBe(2);
  const { rows } = await opened.invoke("mirror.search", { kind: "product", text: "1003", limit: 1 });
  await expect(cell(page, 1, "product")).toHaveValue(rows[0]?.kind === "product" ? rows[0].name : "");
});

test("rows of a spreadsheet are read in any digits, with either decimal separator, and looked at first", async () => {
  const { page } = opened;
  await beginReturn(opened);
  const code = await barcodeOf(opened, 1002);
  await paste(
    opened,
    [
      "Product\tQty\tPrice\tProduced\tExpires",
      `${code}\t٣\t٤٥٠٫٢٥\t2026-01-05\t31/12/2027`,
      "1003\t2,5\t1.234,50\t\t12/2027",
      "1004\t1\t99.75\t\t",
      "no such goods\t1\t5\t\t",
    ].join("\r\n"),
  );
  const take = page.getByTestId("pasted-take");
  await expect(take).toHaveText("Add 3 lines");
  expect(await page.getByTestId("cell-0-quantity").count()).toBe(0);
  await expect(take).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => lineCount(page)).toBe(3);
  const rows = [0, 1, 2].map(async (row) =>
    Promise.all(["quantity", "price", "production", "expiry"].map((column) => writtenIn(page, row, column))),
  );
  expect(await Promise.all(rows)).toEqual([
    ["3", "450.25", "Jan 5, 2026", "Dec 31, 2027"],
    ["2.5", "1,234.50", "", "Dec 31, 2027"],
    ["1", "99.75", "", ""],
  ]);
  await expect(page.getByTestId("return-total")).toContainText("4,536.75");
});

test("undo and redo take the return back and forth, typing by typing and act by act", async () => {
  const { page } = opened;
  await beginReturn(opened, [
    { productId: "1002", quantity: "3" },
    { productId: "1003" },
    { productId: "1004" },
  ]);
  await cell(page, 0, "quantity").focus();
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Delete");
  await expect.poll(() => lineCount(page)).toBe(2);
  await expect(page.locator(":focus")).toHaveAttribute("aria-label", "Free, line 1");
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Z");
  await expect.poll(() => lineCount(page)).toBe(3);
  expect(await writtenIn(page, 0, "quantity")).toBe("7");
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Z");
  await expect.poll(() => writtenIn(page, 0, "quantity")).toBe("3");
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(() => writtenIn(page, 0, "quantity")).toBe("7");
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Y");
  await expect.poll(() => lineCount(page)).toBe(2);
});

test("another unit offers the same goods for the same money", async () => {
  const { page } = opened;
  await beginReturn(opened);
  await scan(page, await barcodeOf(opened, 1001, 1));
  await expect(cell(page, 0, "unit")).toHaveValue("2");
  await cell(page, 0, "price").fill("5406");
  await cell(page, 0, "quantity").fill("2");
  await cell(page, 0, "unit").focus();
  await cell(page, 0, "unit").selectOption("1");
  const convert = page.getByTestId("unit-convert");
  await expect(convert).toContainText("24 at 450.5");
  await convert.click();
  expect(await writtenIn(page, 0, "price")).toBe("450.50");
  expect(await writtenIn(page, 0, "quantity")).toBe("24");
  await expect(page.getByTestId("return-total")).toContainText("10,812.00");
});

test("what is said of a unit covers nothing below it on a low screen", async () => {
  const { page } = opened;
  const size = page.viewportSize() ?? { width: 1360, height: 768 };
  await page.setViewportSize({ ...size, width: 1024, height: 600 });
  await beginReturn(opened);
  await scan(page, await barcodeOf(opened, 1001));
  await cell(page, 0, "unit").selectOption("4");
  const undo = page.getByTestId("unit-undo");
  await expect(undo).toBeVisible();
  const [above, below] = [await undo.boundingBox(), await page.getByTestId("return-total").boundingBox()];
  expect(above).not.toBeNull();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.setViewportSize(size);
});

test("a text of millions of letters that is pasted into the note leaves the window at work", async () => {
  const { page } = opened;
  await beginReturn(opened);
  await page.getByText("Note, references").click();
  const note = page.getByTestId("header-note");
  await note.click();
  await paste(opened, "n".repeat(3_000_000));
  await expect.poll(() => note.inputValue().then(({ length }) => length)).toBe(100_000);
  await note.press("Backspace");
  await expect.poll(() => note.inputValue().then(({ length }) => length)).toBe(99_999);
});
