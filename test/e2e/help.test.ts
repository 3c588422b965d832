/** Help in the real program: the page that fits, the way back, every page in both languages, and on paper. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { HELP_PAGES } from "../../renderer/features/help-topics.ts";
import { entryOf, line, postReturn, rehearse, until } from "../../scripts/screens/shop.mjs";
import { chooseLanguageAndTheme, goTo } from "../../scripts/tour/steps.mjs";
import { pdfText } from "../helpers/pdf.ts";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const place = (page: Page): Promise<string> => page.evaluate(() => location.hash);
const article = (page: Page) => page.getByTestId("help-article");

test.setTimeout(180_000);

const practice = practiceShop();

test("F1 opens the page that fits the screen, and Escape leads back", async () => {
  const { page } = await practice();
  for (const [route, fits] of [
    ["/purchase-return", "purchase-return"],
    ["/tax-voucher", "tax-vouchers"],
    ["/settings", "settings-and-updates"],
  ]) {
    await goTo(page, route ?? "");
    await page.keyboard.press("F1");
    await expect.poll(() => place(page)).toBe(`#/help/${fits}`);
    await expect(article(page).getByRole("heading", { level: 2 })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect.poll(() => place(page)).toBe(`#${route}`);
  }
});

test("an entry whose answer was lost leads to its own page, by its link and by F1", async () => {
  const { page } = await practice();
  await rehearse(page, "loseAnswer");
  const serialNo = await postReturn(page, { supplier: 1101, lines: [line(1001, "450.5", "3")] });
  await until(page, "the answer is lost", (entries) =>
    entries.every(({ state }) => state === "outcome_unknown"),
  );
  const route = `/outbox/${await entryOf(page, serialNo)}`;
  await goTo(page, route);
  await page.getByTestId("help-link").click();
  await expect.poll(() => place(page)).toBe("#/help/unknown-outcome");
  await page.getByTestId("help-back").click();
  await expect.poll(() => place(page)).toBe(`#${route}`);
  await page.getByTestId("help-link").waitFor();
  await page.keyboard.press("F1");
  await expect.poll(() => place(page)).toBe("#/help/unknown-outcome");
});

for (const language of ["en", "ar"] as const) {
  test(`every page is there with its pictures, no rule of the policy is broken, ${language}`, async () => {
    const { page } = await practice();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await chooseLanguageAndTheme(page, language, "light");
    const titles = new Set<string>();
    for (const name of HELP_PAGES) {
      await goTo(page, `/help/${name}`);
      await page.locator(`nav a[aria-current=page][href$="/help/${name}"]`).waitFor();
      titles.add((await article(page).getByRole("heading", { level: 2 }).textContent()) ?? "");
      const pictures = article(page).locator("img");
      await expect
        .poll(() =>
          pictures.evaluateAll((all) =>
            all.every((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0),
          ),
        )
        .toBe(true);
    }
    expect(titles.size).toBe(HELP_PAGES.length);
    expect(complaints).toEqual([]);
    // A link inside a page opens the other page.
    await goTo(page, "/help/offline-day");
    await article(page).locator('a[href$="/help/unsent"]').click();
    await expect.poll(() => place(page)).toBe("#/help/unsent");
  });
}

test("pages are found by words, with the keyboard alone", async () => {
  const { page } = await practice();
  await goTo(page, "/help");
  await article(page).waitFor();
  // On a busy machine the screen takes the focus for its title only now: then the words are typed again.
  await expect(async () => {
    await page.keyboard.press("Control+f");
    await page.keyboard.type("damaged file");
    await expect(page.getByTestId("help-search")).toHaveValue("damaged file", { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => place(page)).toBe("#/help/damaged-file");
});

test("a screen that was opened before the others were fetched keeps what is typed in it afterwards", async () => {
  const { app, page } = await practice();
  await app.evaluate(() => Reflect.get(globalThis, "heldChannels").hold(["outbox.summary"]));
  await page.reload();
  await goTo(page, "/help");
  await page.getByTestId("help-search").fill("printer");
  await app.evaluate(() => Reflect.get(globalThis, "heldChannels").letGo());
  // Of what is fetched then, the last but one.
  await page.locator('link[href*="/connect-"]').waitFor({ state: "attached" });
  await goTo(page, "/help/printing");
  await expect(article(page)).toContainText("Printing");
  await expect(page.getByTestId("help-search")).toHaveValue("printer");
});

test("on paper a page is without what is around it", async ({ profile }) => {
  const { app, page } = await practice();
  await goTo(page, "/help/sign-in");
  await article(page).waitFor();
  const bytes = await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return (await window?.webContents.printToPDF({}))?.toString("base64") ?? "";
  });
  const path = join(profile, "help.pdf");
  writeFileSync(path, Buffer.from(bytes, "base64"));
  const text = pdfText(path);
  expect(text).toContain("Enter a new access token");
  // The last words of the page, so nothing was cut off; and nothing of what is around it.
  expect(text).toContain("removes it from this computer");
  for (const around of [
    "Back to work",
    "Search the guide",
    "Wide menu",
    "Narrow menu",
    "Scanning and keyboard shortcuts",
  ])
    expect(text).not.toContain(around);
});
