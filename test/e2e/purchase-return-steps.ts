/** What the purchase return's tests do at the counter, and what they read off the screen. */
import { expect, type Locator, type Page } from "@playwright/test";
import { OPTIONAL_COLUMNS } from "../../contract/return-line.ts";
import { goTo } from "../../scripts/tour/steps.mjs";
import type { OpenedApp } from "./shell/open-app.ts";

/** The sample shop: supplier, cash box, main store, riyal. */
export const PLACE = {
  supplierAccountId: "1101",
  cashOrBankAccountId: "2001",
  storeId: "1",
  currencyId: "YER",
};

interface LineOnDisk {
  productId: string;
  measureUnitId?: string;
  price?: string;
  quantity?: string;
}

const id = (tail: number) => `00000000-0000-4000-8000-${String(tail).padStart(12, "0")}`;

/** A draft as the engine keeps it. */
function keptDraft(tail: number, lines: readonly LineOnDisk[], more: Record<string, unknown> = {}) {
  const empty = { productionAt: "", expiryAt: "", freeQuantity: "", receivedQuantity: "", description: "" };
  const content = {
    version: 1,
    note: "",
    references: [],
    corrects: null,
    ...PLACE,
    ...more,
    lines: lines.map((line, index) => ({
      lineId: id(tail * 10_000 + index),
      measureUnitId: "1",
      price: "450.5",
      quantity: "1",
      ...empty,
      priceTyped: true,
      ...line,
    })),
  };
  return { draftId: id(tail), kind: "purchaseReturn" as const, content: JSON.stringify(content) };
}

/** Begins practice with every column of a return, and opens the screen once the sample shop's goods are there. */
export async function startShop({ invoke, page }: OpenedApp): Promise<void> {
  await invoke("practice.start", {});
  await invoke("settings.set", { returnColumns: [...OPTIONAL_COLUMNS] });
  await expect
    .poll(
      async () => (await invoke("mirror.search", { kind: "product", text: "1042", limit: 1 })).rows.length,
    )
    .toBe(1);
  await page.setViewportSize({ width: 1360, height: 768 });
}

/** Opens the screen. */
export async function openReturns(page: Page): Promise<void> {
  await goTo(page, "/purchase-return");
  await page.getByTestId("scan-input").waitFor();
}

export const cell = (page: Page, row: number, column: string): Locator =>
  page.getByTestId(`cell-${row}-${column}`);

/** A field's text as it is, whatever is typed or written in it. */
export const writtenIn = (page: Page, row: number, column: string): Promise<string> =>
  cell(page, row, column).inputValue();

/** How many lines the grid says it has. */
export const lineCount = async (page: Page): Promise<number> =>
  Number(await page.getByRole("grid").first().getAttribute("aria-rowcount")) - 1;

/** A product's barcode for the unit of that place in its list. */
export async function barcodeOf(
  { invoke }: Pick<OpenedApp, "invoke">,
  productId: number,
  unit = 0,
): Promise<string> {
  const { rows } = await invoke("mirror.search", { kind: "product", text: String(productId), limit: 1 });
  const [product] = rows;
  const barcode = product?.kind === "product" ? product.units[unit]?.barcode : null;
  if (barcode == null) throw new Error(`product ${productId} has no barcode for unit ${unit}`);
  return barcode;
}

/** The pace of a slow scanner. */
const SCAN_PACE_MS = 5;

interface Scanner {
  /** The key it ends with; Enter if not given. */
  end?: "Enter" | "Tab";
  /** Milliseconds before the sign of that place in the code. */
  pauses?: Readonly<Record<number, number>>;
  /** The computer's keyboard layout is Arabic; the scanner takes it to be English. */
  arabic?: boolean;
}

/** Control characters as scanners send them: Ctrl+] is the separator of GS1. */
const CONTROLS: Readonly<Record<string, string>> = { "\u001d": "]" };
const CTRL = 2;
const SHIFT = 8;

/** The keys of a keyboard for English, in its order, and what they write in an Arabic layout. */
const PLACES =
  "Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal KeyQ KeyW KeyE KeyR " +
  "KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon " +
  "Quote KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash";
const PLAIN = "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./";
const SHIFTED = '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?';
const ARABIC = [..."ذ1234567890-=ضصثقفغعهخحجدشسيبلاتنمكطئءؤر", "لا", ..."ىةوزظ"];
const ARABIC_SHIFTED = [
  ...["ّ", ..."!@#$%^&*)(_+", "َ", "ً", "ُ", "ٌ", "لإ", ..."إ‘÷×؛<>", "ِ", "ٍ", ..."][", "لأ", ...'أـ،/:"'],
  ...["~", "ْ", ..."}{", "لآ", ..."آ’,.؟"],
];

/** Which key it is, whether with Shift, and what it writes. */
function pressed(sign: string, arabic: boolean) {
  const shifted = SHIFTED.indexOf(sign);
  const place = shifted === -1 ? PLAIN.indexOf(sign) : shifted;
  const layout = shifted === -1 ? ARABIC : ARABIC_SHIFTED;
  return {
    place: PLACES.split(" ")[place] ?? "",
    shift: shifted !== -1,
    key: (arabic ? layout[place] : undefined) ?? sign,
    // Of other signs it would be an arrow's or the like.
    virtual: /[0-9a-z]/.test(PLAIN.charAt(place)) ? PLAIN.charAt(place).toUpperCase().charCodeAt(0) : 0,
  };
}

/**
 * Types as a wedge scanner does into whatever has the focus. Each key carries its own time, as the system gives it, so
 * the pace is a scanner's however busy this machine is.
 */
export async function scan(page: Page, code: string, scanner: Scanner = {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { end = "Enter", pauses = {}, arabic = false } = scanner;
  const signs = [...code, end];
  const paces = signs.map((_, index) => pauses[index] ?? SCAN_PACE_MS);
  // The time that the keys claim really passes: what was pressed before comes before them, what is pressed next after.
  let at = Date.now();
  await page.waitForTimeout(paces.reduce((sum, pace) => sum + pace, 0));
  // As from a scanner, the next key doesn't wait until the page is done with the one before.
  const sent: Promise<unknown>[] = [];
  for (const [index, sign] of signs.entries()) {
    at += paces[index] ?? SCAN_PACE_MS;
    const control = CONTROLS[sign];
    const named = index === code.length;
    const { key, place, shift, virtual } = named
      ? { key: sign, place: sign, shift: false, virtual: sign === "Enter" ? 13 : 9 }
      : pressed(control ?? sign, arabic);
    const text = sign === "Enter" ? "\r" : named || control !== undefined ? null : key;
    const press = {
      key,
      timestamp: at / 1000,
      modifiers: (control === undefined ? 0 : CTRL) + (shift ? SHIFT : 0),
      code: place,
      windowsVirtualKeyCode: virtual,
    };
    const down = text === null ? ({ type: "rawKeyDown" } as const) : ({ type: "keyDown", text } as const);
    for (const event of [down, { type: "keyUp" } as const])
      sent.push(session.send("Input.dispatchKeyEvent", { ...press, ...event }));
  }
  await Promise.all(sent);
  await session.detach();
}

/** Puts a text on the system's clipboard and pastes it with the keyboard. */
export async function paste({ app, page }: OpenedApp, text: string): Promise<void> {
  await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
  await page.keyboard.press("Control+V");
}

/** A draft that was posted is known to the engine for good, so each test has one of another number. */
let drafts = 0;

/** Puts away what the test before left open, and opens the screen with one return of these lines. */
export async function beginReturn(
  { invoke, page }: Pick<OpenedApp, "invoke" | "page">,
  lines: readonly LineOnDisk[] = [],
  more: Record<string, unknown> = {},
): Promise<void> {
  // The returns, panels and lists that are open live in the page.
  await page.evaluate(() => history.replaceState(null, "", "#/"));
  await page.reload();
  await page.locator("main h1").first().waitFor();
  for (const { draftId } of (await invoke("draft.list", {})).drafts)
    await invoke("draft.remove", { draftId });
  drafts += 1;
  await invoke("draft.save", keptDraft(drafts, lines, more));
  await openReturns(page);
  await expect.poll(() => lineCount(page)).toBe(lines.length);
}

/** Opens a new return beside the others. */
export async function newReturn(page: Page): Promise<void> {
  await page.keyboard.press("Alt+N");
  await expect.poll(() => lineCount(page)).toBe(0);
}

/** Chooses in a field of the header, by the keyboard. */
export async function choose(page: Page, field: keyof typeof PLACE): Promise<void> {
  const input = page.getByTestId(`header-${field}`).locator("input").first();
  await input.click();
  await input.fill(PLACE[field]);
  await page.getByRole("option").first().waitFor();
  await input.press("Enter");
}
