/** What a person does at the counter, done by keyboard and mouse in the real window. */

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {{ barcode: string, quantity: string }} ScannedLine
 */

/** @param {Page} page @param {string} route such as "/outbox" */
export async function goTo(page, route) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, route);
  await page.locator("main h1").first().waitFor();
}

/** The outbox, whatever its first filter would be. In English. @param {Page} page */
export async function openWholeOutbox(page) {
  await goTo(page, "/outbox");
  await page.locator("main").getByText("All", { exact: true }).click();
}

/** The practice switch in the header: the stand-in service up or down. @param {Page} page @param {boolean} up */
export async function setServiceUp(page, up) {
  const lever = page.locator("header").getByRole("switch");
  if ((await lever.isChecked()) !== up) await lever.click({ force: true });
  await page.waitForFunction(
    (wanted) => document.querySelector("header input[role=switch]")?.matches(":checked") === wanted,
    up,
  );
}

/** @param {Page} page @param {string} field @param {string} typed */
async function pick(page, field, typed) {
  const input = page.getByTestId(`header-${field}`).locator("input").first();
  await input.click();
  await input.fill(typed);
  await page.getByRole("option").first().waitFor();
  await input.press("Enter");
}

/**
 * Fills a purchase return of scanned lines; leaves it unposted.
 * @param {Page} page
 * @param {{ supplier: string, cash: string, store: string, currency: string, lines: ScannedLine[] }} what
 */
export async function fillPurchaseReturn(page, what) {
  await goTo(page, "/purchase-return");
  await pick(page, "supplierAccountId", what.supplier);
  await pick(page, "cashOrBankAccountId", what.cash);
  await pick(page, "storeId", what.store);
  await pick(page, "currencyId", what.currency);
  for (const [row, line] of what.lines.entries()) {
    await page.keyboard.press("F2");
    // As a wedge scanner does it: the code at once, then Enter.
    await page.keyboard.insertText(line.barcode);
    await page.keyboard.press("Enter");
    const quantity = page.getByTestId(`cell-${row}-quantity`);
    await quantity.waitFor();
    await quantity.click();
    await quantity.fill(line.quantity);
    await quantity.press("Tab");
  }
}

/** The main action of the screen, by its shortcut. @param {Page} page @param {number} thenEntries how many entries there are then */
export async function post(page, thenEntries) {
  await page.keyboard.press("Control+Enter");
  await untilEntries(page, (entries) => entries.length === thenEntries);
}

/**
 * Finds a voucher by its serial number and changes its amount; leaves it unsent.
 * @param {Page} page @param {{ serialNo: string, amount: string }} voucher
 */
export async function editVoucher(page, voucher) {
  await goTo(page, "/tax-voucher");
  const search = page.getByTestId("voucher-search");
  await search.fill(voucher.serialNo);
  await search.press("Enter");
  const amount = page.getByTestId("voucher-amount");
  await amount.waitFor();
  await amount.fill(voucher.amount);
  await amount.press("Tab");
}

/**
 * Chooses the first deleted record of each of the four kinds, and asks for them all.
 * @param {Page} page @param {(name: string) => Promise<void>} picture
 */
export async function askForRestores(page, picture) {
  await goTo(page, "/restore");
  for (const kind of ["exchangeRate", "permission", "measureUnit", "account"]) {
    await page.getByTestId(`restore-tab-${kind}`).click();
    await page.getByTestId("restore-check-0").click();
  }
  await picture("restore-chosen");
  await post(page, 6);
  await picture("restore-asked-offline");
}

/** @typedef {import("../../contract/channels/posting.ts").EntrySummary} EntrySummary */

/** Every entry with the service's amount beside it. @param {Page} page */
export function outboxEntries(page) {
  return page.evaluate(async () => {
    const listed = await window.counterside.invoke("outbox.list", { limit: 100 });
    if (!listed.ok) throw new Error(listed.error.message);
    return Promise.all(
      listed.value.entries.map(async (entry) => {
        if (entry.serialNo === null) return { ...entry, serviceAmount: null };
        const found = await window.counterside.invoke("documents.get", { serialNo: entry.serialNo });
        return { ...entry, serviceAmount: found.ok ? found.value.document.serviceAmount : null };
      }),
    );
  });
}

const PATIENCE_MS = 30_000;

/** @param {Page} page @param {(entries: EntrySummary[]) => boolean} isSo */
async function untilEntries(page, isSo) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const entries = await outboxEntries(page);
    if (isSo(entries)) return;
    if (Date.now() > until) {
      const states = entries.map((entry) => `${entry.kind} ${entry.state}`).join(", ");
      throw new Error(`waited ${PATIENCE_MS / 1000} s in vain; the outbox holds: ${states || "nothing"}`);
    }
    await page.waitForTimeout(150);
  }
}

/** @param {Page} page @param {number} count @param {string[]} states */
export function untilAllAre(page, count, states) {
  return untilEntries(
    page,
    (entries) => entries.length === count && entries.every((entry) => states.includes(entry.state)),
  );
}

/**
 * Waits until nothing moves or loads any more, so that a picture shows what a person would see.
 * @param {Page} page @param {number} [restMs] how long it rests at the end
 */
export async function settle(page, restMs = 350) {
  await page.waitForFunction(
    () => document.fonts.status === "loaded" && document.querySelector("[aria-busy=true]") === null,
  );
  await page.waitForTimeout(restMs);
}

/** @param {Page} page @param {"en" | "ar"} language @param {"light" | "dark"} theme */
export async function chooseLanguageAndTheme(page, language, theme) {
  await page.evaluate(
    async ([spoken, look]) => {
      const reply = await window.counterside.invoke("settings.set", { language: spoken, theme: look });
      if (!reply.ok) throw new Error(reply.error.message);
    },
    /** @type {const} */ ([language, theme]),
  );
  await page.waitForFunction((spoken) => document.documentElement.lang === spoken, language);
}

// What the tour enters, of the practice shop's sample.

export const PURCHASE_RETURN = {
  supplier: "Hadramout",
  cash: "2001",
  store: "Main",
  currency: "YER",
  lines: [
    { barcode: "2900000100107", quantity: "3" },
    { barcode: "2900000101005", quantity: "2" },
    { barcode: "2900000100114", quantity: "1.5" },
  ],
};

export const VOUCHER = { serialNo: "7a0c4e50-0000-4000-8000-000000000002", amount: "18650.25" };
