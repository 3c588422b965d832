/** A scan into every field of every screen leaves nothing behind, keeps the focus, and is acted on or refused in words. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { goTo } from "../../scripts/tour/steps.mjs";
import { atRest } from "../helpers/at-rest.ts";
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
const RETURN = {
  currencyId: "YER",
  storeId: "1",
  supplierAccountId: "1101",
  cashOrBankAccountId: "2001",
  lines: [{ productId: "1001", measureUnitId: "1", price: "0.1", quantity: "3" }],
};
const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";

let opened: OpenedApp;
let barcode: string;
/** Codes of goods that are known, and of some that are not, with every kind of sign in them. */
let codes: string[];

const shop = practiceShop(startShop);
test.beforeAll(async () => {
  opened = await shop();
  // Else every notice is waited for twice: until it has moved in, and until it has moved out.
  await opened.page.emulateMedia({ reducedMotion: "reduce" });
  barcode = await barcodeOf(opened, 1001);
  const gtin = barcode.padStart(14, "0");
  codes = [
    `]d201${gtin}10A(1)/b-7${GS}17271231`,
    `${GS}01${gtin}21?x${GS}3012`,
    `(01)${gtin}(17)271231`,
    "4011",
    `https://id.example.com/01/${gtin}?17=271231`,
    "ABC DEF 12".replaceAll(" ", "-"),
  ];
});

const FIELDS =
  "input:not([data-typed-by-programs], [type=checkbox], [type=radio], [type=file], [type=hidden], [type=range], [role=switch]), textarea, select";
/** How many fields a person sees now. */
const seenIn = (place: Page | Locator): Promise<number> =>
  place.locator(FIELDS).filter({ visible: true }).count();
const notice = (page: Page): Locator => page.getByText("The barcode was not used");

/** A field as a person sees it: what is in it, what is marked, and whether the keyboard is there. */
const stateOf = (field: Locator) =>
  field.evaluate((element) => ({
    value: Reflect.get(element, "value"),
    marked: [Reflect.get(element, "selectionStart"), Reflect.get(element, "selectionEnd")],
    focused: document.activeElement === element,
  }));

/** Nothing lies over it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

async function closeNotice(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.querySelector<HTMLElement>(".mantine-Notification-closeButton")?.click(),
  );
  await expect(page.locator(".mantine-Notification-root")).toHaveCount(0);
}

let turn = 0;

/**
 * Scans into each field that is on the screen now, in turn by a keyboard for English and one for Arabic; `refused`: each
 * scan is said to be used for nothing.
 */
async function scanIntoAll(
  page: Page,
  place: Page | Locator = page,
  { refused = true } = {},
): Promise<number> {
  let fields = 0;
  for (const field of await place.locator(FIELDS).all()) {
    if (!(await field.isVisible()) || (await field.isDisabled())) continue;
    await field.focus();
    const before = await stateOf(field);
    const name = await field.evaluate((element) => element.outerHTML.slice(0, 160));
    fields += 1;
    const next = codes[turn % codes.length] ?? barcode;
    // A short secret is typed faster than anything: a short code counts as typed there.
    const code = next.length < 8 && (await field.getAttribute("type")) === "password" ? barcode : next;
    turn += 1;
    // Six codes: each is met in either layout.
    const arabic = Math.floor(turn / codes.length) % 2 === turn % 2;
    await scan(page, code, { arabic, end: turn % 3 === 0 ? "Tab" : "Enter" });
    expect(await stateOf(field), `${code} ${arabic ? "in an Arabic layout " : ""}into ${name}`).toEqual(
      before,
    );
    if (!refused) continue;
    await expect(notice(page), name).toHaveCount(1);
    await expect.poll(() => notice(page).evaluate(isOnTop), name).toBe(true);
    await closeNotice(page);
  }
  return fields;
}

const at = async (route: string): Promise<Page> => {
  const { page } = opened;
  await goTo(page, route);
  await atRest(page);
  return page;
};

const GOES = [
  ["/", 0],
  ["/tax-voucher", 1],
  [`/tax-voucher/${VOUCHER}`, 3],
  ["/restore", 1],
  ["/activity", 0],
  ["/help", 1],
  ["/settings/appearance", 1],
  ["/settings/printer", 1],
  ["/settings/codes", 2],
  ["/settings/unknown", 0],
  ["/settings/backups", 1],
  ["/settings/updates", 1],
  ["/settings/policy", 0],
  ["/settings/support", 1],
  ["/settings/about", 1],
] as const;

test("nothing is scanned on a screen without products, and that is said", async () => {
  test.setTimeout(300_000);
  for (const [route, least] of GOES) {
    const page = await at(route);
    if (route.endsWith(VOUCHER)) await page.getByTestId("voucher-amount").waitFor();
    await expect.poll(() => seenIn(page), route).toBeGreaterThanOrEqual(least);
    expect(await scanIntoAll(page), route).toBeGreaterThanOrEqual(least);
    await page.locator("main h1").first().focus();
    await scan(page, barcode);
    await expect(notice(page), route).toHaveCount(1);
    await closeNotice(page);
  }
});

test("a token may come from a program that types it; nothing else of a connection is scanned", async () => {
  const page = await at("/connect");
  expect(await scanIntoAll(page, page.locator("main"))).toBeGreaterThan(1);
  const token = page.locator("[data-typed-by-programs]");
  await token.focus();
  await scan(page, "98aa0c77b1240001", { end: "Tab" });
  await expect(token).toHaveValue("98aa0c77b1240001");
  await token.fill("");
});

test("the reason of a decision about an entry", async () => {
  await opened.invoke("practice.setServiceUp", { up: false });
  await opened.invoke("sync.pause", {});
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  const page = await at(`/outbox/${entryId}`);
  await page.getByRole("button", { name: "Discard entry", exact: true }).click();
  await page.getByRole("textbox", { name: /why/i }).fill("Typed twice");
  expect(await scanIntoAll(page)).toBe(1);
  expect((await opened.invoke("outbox.get", { entryId })).state).not.toBe("discarded");
  await page.keyboard.press("Escape");
  // Else the program would ask before it ends.
  await opened.invoke("outbox.discard", { entryId, reason: "typed twice" });
});

test("a scan on the products shows the one that has it, in any spelling, and leaves an unknown one out", async () => {
  const page = await at("/reference-data");
  const search = page.getByTestId("reference-data-search");
  const rows = page.locator('main [role="grid"] [role="row"][aria-rowindex]');
  for (const place of [search, page.locator("main h1").first()]) {
    await search.fill("no such product");
    await place.focus();
    await scan(page, `]d201${barcode.padStart(14, "0")}10A${GS}17271231`, { arabic: true });
    await expect(search).toHaveValue(barcode);
    await expect(place).toBeFocused();
    await expect(rows.filter({ hasText: barcode })).toHaveCount(1);
  }
  await scan(page, "98765432");
  await expect(page.getByText("No product on this computer has the barcode that you scanned.")).toBeVisible();
  await expect(search).toHaveValue(barcode);
  await closeNotice(page);
  for (const tab of ["account", "stock"]) {
    await page.getByTestId(`reference-data-tab-${tab}`).click();
    expect(await scanIntoAll(page)).toBe(1);
  }
  await page.getByTestId("reference-data-tab-product").click();
});

test("the columns of a file that is imported", async ({ profile }) => {
  const page = await at("/reference-data");
  await page.getByTestId("reference-data-import").click();
  await page.getByTestId("import-panel").waitFor();
  const file = join(profile, "odd.csv");
  writeFileSync(file, "Artikel;Bezeichnung;VK\n70001;Odd item;1\n");
  await answerFileDialog(opened.app, file);
  await page.getByTestId("import-choose").click();
  const panel = page.getByTestId("import-panel");
  await expect.poll(() => seenIn(panel)).toBeGreaterThan(3);
  expect(await scanIntoAll(page, panel, { refused: false })).toBeGreaterThan(3);
});

test("a slip's bars find its document, and a product's leave the search as it is", async () => {
  const page = await at("/documents");
  const search = page.getByTestId("documents-search");
  expect(await scanIntoAll(page, page, { refused: false })).toBe(1);
  await search.fill("typed before");
  await page.locator("main h1").first().focus();
  await scan(page, "7A0C4E50");
  await expect(search).toHaveValue("7a0c4e50");
  await search.fill("");
});

test("the palette, the PIN and what else lies over a screen", async () => {
  const page = await at("/");
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Control+k");
  await dialog.waitFor();
  expect(await scanIntoAll(page, dialog)).toBe(1);
  await page.keyboard.press("Escape");
  await goTo(page, "/settings/pin");
  await page.getByRole("button", { name: "Set a PIN" }).click();
  expect(await scanIntoAll(page, page.locator("main"))).toBeGreaterThan(2);
  await opened.invoke("pin.set", { pin: "2468", asksFor: ["restore"], keepOpenMinutes: 0 });
  await goTo(page, "/restore");
  await page.getByTestId("restore-tab-permission").click();
  await page.getByTestId("restore-check-0").click();
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("pin-ask").waitFor();
  expect(await scanIntoAll(page, dialog)).toBe(1);
  // No try was counted.
  await expect(dialog.getByRole("status")).toHaveText("");
  await dialog.getByRole("button", { name: /forgot/i }).click();
  expect(await scanIntoAll(page, dialog)).toBe(3);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await opened.invoke("pin.remove", { pin: "2468" });
});

test("the try-out field takes each scan whole, one after the other", async () => {
  const page = await at("/settings/scanning");
  const field = page.getByTestId("scan-try");
  await field.focus();
  for (const code of [barcode, "4011", `]d201${barcode.padStart(14, "0")}17271231`]) {
    await scan(page, code);
    await expect(field).toHaveValue(code);
    await expect(field).toBeFocused();
  }
  await expect(page.getByTestId("scan-try-result")).toContainText("one more");
});

test("on the return itself a short code and a code in an Arabic layout are goods or nothing", async () => {
  await beginReturn(opened, [{ productId: "1002" }]);
  const { page } = opened;
  const quantity = cell(page, 0, "quantity");
  await quantity.focus();
  // 1001 is the id of a product and no barcode.
  await scan(page, "1001");
  await expect(page.getByText("No product on this computer has the barcode “1001”.")).toBeVisible();
  expect([await writtenIn(page, 0, "quantity"), await lineCount(page)]).toEqual(["1", 1]);
  await expect(quantity).toBeFocused();
  await scan(page, `]d201${barcode.padStart(14, "0")}10LAB${GS}17271231`, { arabic: true });
  await expect.poll(() => lineCount(page)).toBe(2);
  expect(await writtenIn(page, 1, "expiry")).toBe("Dec 31, 2027");
});
