/** Access: nothing that axe finds, Arabic without English, every place by Tab with a ring, large text and targets (WCAG 2.2 AA). */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { chooseLanguageAndTheme, goTo } from "../../scripts/tour/steps.mjs";
import { atRest } from "../helpers/at-rest.ts";
import { axeFindings } from "../helpers/axe.ts";
import { englishInSight } from "../helpers/latin-words.ts";
import { focusedNow, markFocusable, smallTargets } from "../helpers/on-screen.ts";
import { cutWords, overlaps, wideBoxes } from "../helpers/words-fit.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const SCREENS = [
  "/",
  "/purchase-return",
  "/tax-voucher",
  "/restore",
  "/outbox",
  "/documents",
  "/documents/statement/1101",
  "/expiring",
  "/reference-data",
  "/activity",
  "/settings",
  "/settings/printer",
  "/settings/scanning",
  "/settings/expiring",
  "/settings/codes",
  "/settings/unknown",
  "/settings/pin",
  "/settings/backups",
  "/settings/shopFolder",
  "/settings/shopFolder/counters",
  "/settings/updates",
  "/settings/support",
  "/settings/about",
  "/connect",
  "/connect/takeover",
  "/help/scanning-and-keys",
];
const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";

/** The screens, and an entry, a document and a voucher opened on theirs. */
let views = SCREENS;

async function shop({ app, call, profile }: OpenedApp): Promise<void> {
  const place = join(profile, "shop");
  mkdirSync(place);
  await answerFileDialog(app, place);
  await call("file.choose", { purpose: "shopFolder" });
  const named = await call("shopFolder.set", { place });
  if (!named.ok) throw new Error(named.error.message);
  await call("shopFolder.refresh", {});
  const posted = await call("purchaseReturn.post", {
    currencyId: "YER",
    storeId: 1,
    supplierAccountId: 1101,
    cashOrBankAccountId: 2001,
    lines: [{ productId: 1001, measureUnitId: 1, price: "450.5", quantity: "3" }],
  });
  if (!posted.ok) throw new Error(posted.error.message);
  const { entryId, serialNo } = Object(posted.value);
  // Refused: no such permission.
  await call("restore.request", { kind: "permission", permissionId: 999_999 });
  await expect
    .poll(async () => JSON.stringify(await call("outbox.list", {})))
    .not.toMatch(/"(?:pending|in_flight)"/);
  views = [
    ...SCREENS,
    "/connect/practice",
    `/outbox/${entryId}`,
    `/documents/${serialNo}`,
    `/tax-voucher/${VOUCHER}`,
  ];
}

const shared = practiceShop(shop);

// A test looks at every screen, one after the other.
test.setTimeout(360_000);

/** Opens each screen and looks at it once it rests; answers all that was found. */
async function lookAtEach(page: Page, look: (where: string) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const view of views) {
    await goTo(page, view);
    await atRest(page);
    found.push(...(await look(view)));
  }
  return found;
}

/** The same of what the keys lay over a screen. */
async function lookAtKeys(page: Page, look: (where: string) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const keys of ["Control+k", "Control+Slash"]) {
    await page.keyboard.press(keys);
    await page.getByRole("dialog").waitFor();
    await atRest(page);
    found.push(...(await look(keys)));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  return found;
}

// English in light is looked at in the newer Chromium (chromium.test.ts): what a language does to a screen doesn't
// depend on the theme.
test("axe finds nothing on any screen, ar, dark, no English word is shown, and targets are 44 px, or 24 px with room about them", async () => {
  const { page } = await shared();
  // In English the same eyes see hundreds: the test can fail.
  await chooseLanguageAndTheme(page, "en", "dark");
  await goTo(page, "/settings/support");
  await atRest(page);
  expect((await englishInSight(page)).length).toBeGreaterThan(50);

  await chooseLanguageAndTheme(page, "ar", "dark");
  const english = async (where: string) => (await englishInSight(page)).map((words) => `${where}: ${words}`);
  const both = async (where: string) => [...(await axeFindings(page, where)), ...(await english(where))];
  const found = await lookAtEach(page, async (view) => [
    ...(await both(view)),
    ...(await smallTargets(page, view)),
  ]);
  found.push(...(await lookAtKeys(page, both)));
  await goTo(page, "/reference-data");
  for (const tab of await page.locator("main [role=tab]").all()) {
    await tab.click();
    await atRest(page);
    found.push(...(await english(`/reference-data ${await tab.textContent()}`)));
  }
  await page.getByTestId("reference-data-import").click();
  await atRest(page);
  found.push(...(await english("the import panel")));
  expect([...new Set(found)]).toEqual([]);
});

test("the digits are those of the settings everywhere", async () => {
  const { page, call } = await shared();
  await chooseLanguageAndTheme(page, "ar", "light");
  /** Amounts in sight: what is in a column, and by itself. */
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
    await goTo(page, "/reference-data");
    await atRest(page);
    const shown = (await amounts()).filter((text) => /\p{Nd}/u.test(text));
    expect(shown.length, digits).toBeGreaterThan(5);
    expect(
      shown.filter((text) => !own.test(text) || other.test(text)),
      digits,
    ).toEqual([]);
  }
});

test("axe names a picture without words, put on a screen on purpose", async () => {
  const { page } = await shared();
  await page.evaluate(() => {
    const picture = document.createElement("img");
    picture.src = "data:,";
    document.body.append(picture);
  });
  expect((await axeFindings(page, "a screen")).join("\n")).toMatch(
    /^a screen: image-alt: <img src="data:,">/m,
  );
});

test("Tab reaches everything on a screen, and each place shows a ring", async () => {
  const { page } = await shared();
  await chooseLanguageAndTheme(page, "en", "light");
  for (const view of ["/", "/outbox", "/settings", "/settings/codes", "/connect"]) {
    await goTo(page, view);
    await atRest(page);
    const count = await markFocusable(page);
    const reached = new Set<string>();
    const ringless: string[] = [];
    for (let step = 0; step < count + 6; step += 1) {
      await page.keyboard.press("Tab");
      const { reach, ring, name } = await focusedNow(page);
      if (reach !== null) reached.add(reach);
      if (!ring) ringless.push(name);
    }
    expect(ringless, view).toEqual([]);
    expect(reached.size, `${view}: of ${count} places`).toBe(count);
  }
});

for (const language of ["en", "ar"] as const)
  test(`at 200 % words are whole, controls apart, and the page doesn't scroll sideways, ${language}`, async () => {
    const { page, call } = await shared();
    await page.setViewportSize({ width: 1360, height: 768 });
    await call("settings.set", { textScale: 2 });
    await chooseLanguageAndTheme(page, language, "light");
    const found = await lookAtEach(page, async (view) =>
      [...(await cutWords(page)), ...(await overlaps(page)), ...(await wideBoxes(page))].map(
        (words) => `${view}: ${words}`,
      ),
    );
    expect(found).toEqual([]);

    // The same eyes see a heading that is cut.
    await goTo(page, "/outbox");
    await page.evaluate(() => {
      const heading = document.querySelector<HTMLElement>("main h1");
      if (heading !== null)
        Object.assign(heading.style, { inlineSize: "20px", overflow: "hidden", whiteSpace: "nowrap" });
    });
    expect(await cutWords(page)).not.toEqual([]);
  });
