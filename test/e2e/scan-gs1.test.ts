/** GS1 codes and codes that nobody has, sent as a keyboard wedge does, in the real app. */
import { expect } from "@playwright/test";
import {
  barcodeOf,
  beginReturn,
  cell,
  lineCount,
  scan,
  startShop,
  writtenIn,
} from "./purchase-return-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const GS = "\u001d";

let opened: OpenedApp;
let gtin: string;

const shop = practiceShop(startShop);
test.beforeAll(async () => {
  opened = await shop();
  gtin = (await barcodeOf(opened, 1001)).padStart(14, "0");
});

test.beforeEach(async () => beginReturn(opened));

const input = () => opened.page.getByTestId("scan-input");
const fields = async (row: number) =>
  Promise.all(
    ["quantity", "production", "expiry", "description"].map((column) => writtenIn(opened.page, row, column)),
  );

test("one scan fills product, quantity and dates; the next without them blanks nothing", async () => {
  const { page } = opened;
  await opened.invoke("scanRules.set", { batchInDescription: true });
  await page.keyboard.press("F2");
  await scan(page, `]C101${gtin}112601051727123110LOT7${GS}3012`);
  await expect.poll(() => fields(0)).toEqual(["12", "Jan 5, 2026", "Dec 31, 2027", "Batch LOT7"]);
  await expect(page.getByText(/^Added: .*quantity 12, expires .*2027/)).toBeVisible();
  await expect(input()).toHaveValue("");
  await scan(page, gtin.slice(1));
  await expect.poll(() => fields(0)).toEqual(["13", "Jan 5, 2026", "Dec 31, 2027", "Batch LOT7"]);
  await cell(page, 0, "price").focus();
  await scan(page, `${GS}01${gtin}17280600`);
  await expect.poll(() => lineCount(page)).toBe(2);
  expect(await fields(1)).toEqual(["1", "", "Jun 30, 2028", ""]);
  await opened.invoke("scanRules.set", { batchInDescription: false });
});

test("a link of GS1 is the goods it names, from wherever the focus is", async () => {
  const { page } = opened;
  await page.getByRole("button", { name: /^Save and send return/ }).focus();
  await scan(page, `https://id.example.com/01/${gtin}/10/AB?17=271231`);
  await expect.poll(() => lineCount(page)).toBe(1);
  expect(await fields(0)).toEqual(["1", "", "Dec 31, 2027", ""]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a code that nobody has adds nothing, though a barcode begins so or a product has it as its id; nor does a misread one", async () => {
  const { page } = opened;
  const barcode = await barcodeOf(opened, 1001);
  for (const code of [barcode.slice(0, 8), barcode.slice(0, 12), "00001001"]) {
    await page.keyboard.press("F2");
    await scan(page, code);
    await expect(page.getByText(/^No product on this computer has the barcode/)).toContainText(code);
    await expect(input()).toHaveValue("");
  }
  await page.getByTestId("scan-search").click();
  await expect(page.getByText(/^No product on this computer has the barcode/)).toHaveCount(0);
  await expect(input()).toBeFocused();
  await scan(page, `]d201${gtin.slice(0, 13)}${(Number(gtin.at(-1)) + 1) % 10}17271231`);
  await expect(page.getByText(/check digit is wrong/)).toBeVisible();
  expect(await lineCount(page)).toBe(0);
});

test("an unknown code is linked to a product where it was scanned, and from then on adds it", async () => {
  const { page } = opened;
  const code = "4006381333931";
  await page.keyboard.press("F2");
  await scan(page, code);
  await page.getByTestId("scan-link").click();
  const form = page.getByRole("form", { name: `Link the barcode ${code}` });
  await form.getByLabel("Product").fill("basmati rice 5");
  await page.keyboard.press("Enter");
  await form.getByLabel("Unit of the barcode").selectOption({ label: "Box of 12" });
  await form.getByRole("button", { name: "Link" }).click();
  await expect.poll(() => writtenIn(page, 0, "unit")).toBe("2");
  await scan(page, code);
  await expect.poll(() => writtenIn(page, 0, "quantity")).toBe("2");
});

test("where a lost separator leaves two meanings, one chooses", async () => {
  const { page } = opened;
  await page.keyboard.press("F2");
  await scan(page, `01${gtin}10ABC17271231`);
  await expect(page.getByText(/more than one meaning/)).toBeVisible();
  await expect(page.locator('[role="option"]:visible')).toHaveCount(2);
  expect(await lineCount(page)).toBe(0);
  await page.keyboard.press("Enter");
  expect(await lineCount(page)).toBe(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => lineCount(page)).toBe(1);
  expect(await fields(0)).toEqual(["1", "", "Dec 31, 2027", ""]);
  await expect(page.locator('[role="option"]:visible')).toHaveCount(0);
});

test("six typed digits are shown as the date they mean before they are taken", async () => {
  const { page } = opened;
  await scan(page, gtin.slice(1));
  await expect.poll(() => lineCount(page)).toBe(1);
  const expiry = cell(page, 0, "expiry");
  await expiry.focus();
  await page.keyboard.type("271231", { delay: 90 });
  await expect(page.getByTestId("cell-0-expiry-means")).toHaveText(/Dec 31, 2027.*Dec 27, 2031/);
  await page.keyboard.press("Enter");
  await expect(expiry).toHaveValue("Dec 31, 2027");
  await expect(page.getByTestId("cell-0-expiry-means")).toHaveCount(0);
});
