/** The day's work without a mouse: every main action by keys, and the focus never falls to the page's body. */
import { expect, type Page } from "@playwright/test";
import { atRest } from "../helpers/at-rest.ts";
import { holdEngine } from "../helpers/hold-engine.ts";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const LINE = { productId: 1001, measureUnitId: 1, price: "450.5", quantity: "3" };
const RETURN = {
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  lines: [LINE],
};
const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";

/** Every screen by its shortcut, as the shortcut sheet names them. */
const SCREENS = [
  ...["/home", "/purchase-return", "/tax-voucher", "/restore", "/outbox", "/documents", "/reference-data"],
  ...["/activity", "/settings", "/connect", "/expiring"],
];
/** Ten screens have a digit each; the others a letter. */
const KEYS: Readonly<Record<string, string>> = { "/expiring": "Alt+E" };

/** Where the keys of a screen put the keyboard: into its search. */
const STARTS: Readonly<Record<string, string>> = {
  "/tax-voucher": "voucher-search",
  "/restore": "restore-search",
  "/documents": "documents-search",
  "/reference-data": "reference-data-search",
};

/** What has the keyboard, in words; "BODY" where nothing has. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return "BODY";
    const name = at.getAttribute("aria-label") ?? at.textContent ?? "";
    return `${at.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`;
  });

/** The focus has a place once what was asked is done, and keeps it while answers and redraws come in. */
async function keepsFocus(page: Page, after: string): Promise<void> {
  await atRest(page);
  expect(await focused(page), after).not.toBe("BODY");
}

/** Goes on with Tab until the keyboard is on it; a person would too. */
async function tabTo(page: Page, selector: string, most = 80): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`${selector} is not reached by ${most} tabs from ${await focused(page)}`);
}

const go = async (page: Page, route: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, route);
  await page.locator("main h1").first().waitFor();
};

test.setTimeout(180_000);

const practice = practiceShop();

test("every screen takes the focus when it opens, by its keys and by the palette", async () => {
  const opened = await practice();
  const { page } = opened;
  for (const [index, route] of SCREENS.entries()) {
    const keys = KEYS[route] ?? `Alt+${(index + 1) % 10}`;
    await page.keyboard.press(keys);
    await expect.poll(() => page.evaluate(() => location.hash), { message: route }).toBe(`#${route}`);
    await keepsFocus(page, keys);
    const start = STARTS[route];
    if (start !== undefined) await expect(page.getByTestId(start), route).toBeFocused();
  }
  // Also where the screen is open already.
  await page.keyboard.press("Alt+6");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Alt+6");
  await expect(page.getByTestId("documents-search")).toBeFocused();
  await page.keyboard.press("Alt+2");
  await expect(page.locator('[data-testid="header-supplierAccountId"] input')).toBeFocused();
  await page.keyboard.press("Alt+2");
  await expect(page.getByTestId("scan-input")).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("backups and the data", { delay: 50 });
  await expect(page.locator("[data-palette] [data-selected]")).toHaveText("Backups and the data folder");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/help/where-things-are");
  for (const keys of ["Control+k", "Control+Slash"]) {
    await page.keyboard.press(keys);
    await page.getByRole("dialog").waitFor();
    await keepsFocus(page, `${keys} open`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await keepsFocus(page, `${keys} closed`);
  }
});

test("the outbox: send now, walk, open, leave a form, discard with a reason while the service is tried", async () => {
  const opened = await practice();
  const { page } = opened;
  await opened.invoke("practice.setServiceUp", { up: false });
  for (let n = 0; n < 3; n += 1) await opened.invoke("purchaseReturn.post", RETURN);
  await go(page, "/outbox");
  await page.keyboard.press("Control+Enter");
  await keepsFocus(page, "send now");
  await tabTo(page, "[role=grid]");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^h2/);
  await tabTo(page, "button");
  await page.getByRole("button", { name: "Discard entry", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /why/i })).toBeFocused();
  await page.keyboard.press("Escape");
  await keepsFocus(page, "the form left by Escape");
  await page.getByRole("button", { name: "Discard entry", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Typed twice", { delay: 50 });
  // The service is tried meanwhile, and what is half written stays.
  const next = async () => (await opened.invoke("sync.status", {})).nextAttemptAt;
  const before = await next();
  await opened.invoke("sync.now", {});
  await expect.poll(next).not.toBe(before);
  await atRest(page);
  await expect(page.getByRole("textbox", { name: /why/i })).toHaveValue("Typed twice");
  await tabTo(page, "form button[type=submit]");
  await page.keyboard.press("Enter");
  const states = async () => JSON.stringify(await opened.invoke("outbox.list", {})).match(/"state":"\w+"/g);
  await expect.poll(states).toContain('"state":"discarded"');
  await keepsFocus(page, "discarded");
  // The next test finds none that waits.
  await opened.invoke("practice.setServiceUp", { up: true });
  await opened.invoke("sync.now", {});
  await expect
    .poll(async () => (await states())?.filter((state) => !/confirmed|discarded|unknown/.test(state)))
    .toEqual([]);
});

test("an unknown outcome is sent again only after a second press that says what may happen", async () => {
  const opened = await practice();
  const { page } = opened;
  await opened.invoke("practice.rehearse", { trouble: "loseAnswer" });
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  const state = async () => (await opened.invoke("outbox.get", { entryId })).state;
  await expect.poll(state).toBe("outcome_unknown");
  await go(page, `/outbox/${String(entryId)}`);
  await page.getByRole("button", { name: "Send again", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Leave it as it is" })).toBeFocused();
  await expect(page.getByTestId("decision-entry")).toContainText("1,351.50");
  await expect(page.getByText("this amount may be in the books twice", { exact: false })).toContainText(
    "1,351.50",
  );
  await page.keyboard.press("Enter");
  await keepsFocus(page, "left as it is");
  expect(await state()).toBe("outcome_unknown");
  await page.getByRole("button", { name: "Send again", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send again anyway" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(state).toBe("confirmed");
  await keepsFocus(page, "sent again");
});

test("restore: choose by Space, leave one out, restore, clear the list", async () => {
  const opened = await practice();
  const { page } = opened;
  await go(page, "/restore");
  await page.getByTestId("restore-row-0").waitFor();
  // The first row is marked as the keyboard comes to the list.
  await tabTo(page, "[role=grid]");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  const chosen = page.getByTestId("restore-preview").locator("li");
  const count = await chosen.count();
  expect(count).toBeGreaterThan(0);
  await tabTo(page, "[data-testid=restore-preview] button");
  await page.keyboard.press("Enter");
  await expect(chosen).toHaveCount(count - 1);
  await keepsFocus(page, "one left out");
  if (count === 1) {
    await tabTo(page, "[role=grid]", 120);
    await page.keyboard.press("Space");
  }
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("restore-results").waitFor();
  await keepsFocus(page, "restored");
  await page.getByRole("button", { name: "Clear this list" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("restore-results")).toBeHidden();
  await keepsFocus(page, "list cleared");
});

test("settings and activity: a PIN set and removed, a code's meaning, the chain checked", async () => {
  const opened = await practice();
  const { page } = opened;
  await go(page, "/settings/pin");
  await page.getByRole("button", { name: "Set a PIN" }).focus();
  await page.keyboard.press("Enter");
  await keepsFocus(page, "the PIN's form");
  await page.keyboard.type("2468", { delay: 50 });
  await page.keyboard.press("Tab");
  await page.keyboard.type("2468", { delay: 50 });
  await page.keyboard.press("Enter");
  await page.getByTestId("recovery-code").waitFor();
  await keepsFocus(page, "the recovery code");
  await page.getByRole("button", { name: "I've written it down" }).focus();
  await page.keyboard.press("Enter");
  await keepsFocus(page, "the code put away");
  await page.getByRole("button", { name: "Remove PIN" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("2468", { delay: 50 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Set a PIN" })).toBeVisible();
  await keepsFocus(page, "the PIN removed");

  await go(page, "/settings/codes");
  const codes = page.locator("section", { hasText: "Meanings of status codes" });
  await codes.getByLabel("Code", { exact: true }).focus();
  await page.keyboard.type("2", { delay: 50 });
  await page.keyboard.press("Tab");
  await page.keyboard.type("Posted", { delay: 50 });
  await page.keyboard.press("Enter");
  await expect(codes.getByText("Posted")).toBeVisible();
  await keepsFocus(page, "a meaning added");
  await codes.getByRole("button", { name: "Change the meaning of 2" }).focus();
  await page.keyboard.press("Enter");
  await expect(codes.getByLabel("Meaning", { exact: true })).toBeFocused();
  await page.keyboard.type(" and paid", { delay: 50 });
  await page.keyboard.press("Enter");
  await expect(codes.getByText("Posted and paid")).toBeVisible();
  await codes.getByRole("button", { name: "Remove 2" }).focus();
  await page.keyboard.press("Enter");
  await expect(codes.getByText("Posted and paid")).toBeHidden();
  await keepsFocus(page, "a meaning removed");

  await go(page, "/activity");
  await page.keyboard.press("Control+Enter");
  await keepsFocus(page, "the chain checked");
  await expect(page.getByText("Removed the owner's PIN")).toBeVisible();
  await expect(page.getByText("Set the owner's PIN")).toBeVisible();
  await tabTo(page, "[role=grid]");
  await page.keyboard.press("ArrowDown");
  await keepsFocus(page, "an entry looked at");
});

test("tax voucher, documents, reference data and connect keep the focus through their main actions", async () => {
  const opened = await practice();
  const { page } = opened;
  await go(page, `/tax-voucher/${VOUCHER}`);
  const amount = page.getByTestId("voucher-amount");
  await amount.focus();
  await amount.fill("20400.75");
  const letGo = await holdEngine(opened.app);
  await page.keyboard.press("Control+Enter");
  await expect(amount).toBeDisabled();
  // As long as the answer takes, the keyboard is in the part that waits for it.
  await expect.poll(() => focused(page), { message: "the voucher on its way" }).toMatch(/^section /);
  letGo();
  await expect(page.getByTestId("voucher-sent")).toBeVisible();
  await expect(amount).toBeEnabled();
  await keepsFocus(page, "the voucher sent");
  for (const route of ["/documents", "/reference-data", "/connect", "/home"]) {
    await go(page, route);
    await keepsFocus(page, route);
    await page.keyboard.press("Tab");
    await keepsFocus(page, `${route}, Tab`);
    await page.keyboard.press("Control+f");
    await keepsFocus(page, `${route}, find`);
    await page.keyboard.press("Control+Enter");
    await keepsFocus(page, `${route}, main action`);
    await page.keyboard.press("Escape");
    await keepsFocus(page, `${route}, Escape`);
  }
});
