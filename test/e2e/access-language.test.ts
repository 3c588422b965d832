/** Every screen in Arabic: no word is left in English but names, codes and what people wrote. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { chooseLanguageAndTheme, goTo, settle } from "../../scripts/tour/steps.mjs";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { sharedApp } from "./shell/shared-app.ts";

const SCREENS = [
  "/",
  "/purchase-return",
  "/tax-voucher",
  "/restore",
  "/outbox",
  "/documents",
  "/documents/statement/1101",
  "/expiring",
  "/catalogue",
  "/activity",
  "/settings",
  "/settings/printer",
  "/settings/codes",
  "/settings/unknown",
  "/settings/pin",
  "/settings/backups",
  "/settings/updates",
  "/settings/support",
  "/settings/about",
  "/connect",
  "/connect/practice",
  "/help/scanning-and-keys",
];

const ENGLISH = join(import.meta.dirname, "../../renderer/i18n/en");

/** Latin words that are right in Arabic text: formats, standards and keys by their own names. */
const ALLOWED = new Set(
  (
    "Counterside English CSV XLSX xlsx xls xlsb ods Mac UTF PDF PIN A4 URL JSON HTTP HTTPS Ctrl Alt Shift Enter Esc Escape Tab Home End Space https http " +
    "Page Up Down F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 Mod SHA"
  ).split(" "),
);

/** Codes and ids: with digits in them, or all in capitals as currencies are; column names of files as the contract has them. */
const isCode = (word: string): boolean => /\d/.test(word) || /^[A-Z]{1,4}$/.test(word);

/**
 * Latin words in sight that don't stand in a record's name (`<bdi>`, `dir="auto"`), a code (`dir="ltr"`, `<code>`, `<pre>`),
 * a field or a list of choices that people's own records fill.
 */
const latinWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const apart =
      "bdi, :not(html)[dir=ltr], [dir=auto], code, pre, kbd, script, style, option, [translate=no], :not(html)[lang=en]";
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest(apart) !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      // What is put into a sentence between isolates is a name, not a word of the program.
      const own = (node.textContent ?? "").replace(/\u2068[^\u2069]*\u2069/g, " ");
      for (const word of own.match(/[A-Za-z][\w]*/g) ?? [])
        found.push(`${word} in "${own.trim().slice(0, 80)}"`);
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
      if (element.closest(":not(html)[dir=ltr], [dir=auto], bdi") !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      for (const name of ["aria-label", "placeholder"]) {
        const own = (element.getAttribute(name) ?? "").replace(/\u2068[^\u2069]*\u2069/g, " ");
        for (const word of own.match(/[A-Za-z][\w]*/g) ?? [])
          found.push(`${word} in ${name}="${own.slice(0, 80)}"`);
      }
    }
    return found;
  });

/** Every word of the English catalogue, so that only untranslated words of the program count, and no shop's own. */
function englishWords(): Set<string> {
  const words = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === "string")
      for (const word of value.replace(/\{\{\w+\}\}/g, " ").match(/[A-Za-z]{2,}/g) ?? [])
        words.add(word.toLowerCase());
    else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) walk(each);
  };
  for (const name of readdirSync(ENGLISH).filter((file) => file.endsWith(".json")))
    walk(JSON.parse(readFileSync(join(ENGLISH, name), "utf8")));
  return words;
}

async function shop({ call, page }: OpenedApp): Promise<string[]> {
  await call("practice.start", {});
  const posted = await call("purchaseReturn.post", {
    currencyId: "YER",
    storeId: 1,
    supplierAccountId: 1101,
    cashOrBankAccountId: 2001,
    lines: [{ productId: 1001, measureUnitId: 1, price: "450.5", quantity: "3" }],
  });
  await call("restore.request", { kind: "permission", permissionId: 999_999 });
  await page.setViewportSize({ width: 1360, height: 860 });
  await expect
    .poll(async () => JSON.stringify(await call("outbox.list", {})))
    .not.toMatch(/"(?:pending|in_flight)"/);
  if (!posted.ok) throw new Error(posted.error.message);
  const { entryId, serialNo } = Object(posted.value);
  return [
    ...SCREENS,
    `/outbox/${entryId}`,
    `/documents/${serialNo}`,
    "/tax-voucher/7a0c4e50-0000-4000-8000-000000000002",
  ];
}

let views: string[] = [];
const shared = sharedApp(async (opened) => {
  views = await shop(opened);
});

test("no screen shows an English word in Arabic", async () => {
  test.setTimeout(120_000);
  const { page } = await shared();
  const english = englishWords();
  const isLeft = (found: string): boolean => {
    const word = found.split(" ", 1)[0] ?? "";
    return !ALLOWED.has(word) && !isCode(word) && english.has(word.toLowerCase());
  };

  // In English the same eyes see hundreds: the test can fail.
  await chooseLanguageAndTheme(page, "en", "light");
  await goTo(page, "/settings/support");
  await settle(page, 100);
  expect((await latinWords(page)).filter(isLeft).length).toBeGreaterThan(50);

  await chooseLanguageAndTheme(page, "ar", "light");
  const left: string[] = [];
  const look = async (where: string): Promise<void> => {
    await settle(page, 200);
    left.push(...(await latinWords(page)).filter(isLeft).map((words) => `${where}: ${words}`));
  };
  for (const view of views) {
    await goTo(page, view);
    await look(view);
  }
  await goTo(page, "/catalogue");
  for (const tab of await page.locator("main [role=tab]").all()) {
    await tab.click();
    await look(`/catalogue ${await tab.textContent()}`);
  }
  await page.getByTestId("catalogue-import").click();
  await look("the import panel");
  for (const keys of ["Control+k", "Control+Slash"]) {
    await page.keyboard.press(keys);
    await page.getByRole("dialog").waitFor();
    await look(keys);
    await page.keyboard.press("Escape");
  }
  expect([...new Set(left)]).toEqual([]);
});

test("the digits are those of the settings everywhere, and dates are those of the language", async () => {
  test.setTimeout(120_000);
  const { page, call } = await shared();
  await chooseLanguageAndTheme(page, "ar", "light");
  /** Amounts in sight: what stands in a column, and by itself. */
  const amounts = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main [role=gridcell][data-align=end]")].map(
        (cell) => cell.textContent ?? "",
      ),
    );
  for (const [digits, own, other] of [
    ["arabic", /[٠-٩]/, /[0-9]/],
    ["latin", /[0-9]/, /[٠-٩]/],
  ] as const) {
    await call("settings.set", { digits });
    await goTo(page, "/settings");
    await goTo(page, "/catalogue");
    await settle(page, 200);
    const shown = (await amounts()).filter((text) => /\p{Nd}/u.test(text));
    expect(shown.length, digits).toBeGreaterThan(5);
    expect(
      shown.filter((text) => !own.test(text) || other.test(text)),
      digits,
    ).toEqual([]);
  }
});
