/** The menu: wide until somebody makes it narrow, then equal rows of one word each; and where its help leads. */
import { expect, type Page } from "@playwright/test";
import { startXvfb } from "../../scripts/lib/set-up/xvfb.mjs";
import { line, postReturn } from "../../scripts/screens/shop.mjs";
import { chooseLanguageAndTheme, goTo, settle } from "../../scripts/tour/steps.mjs";
import { closeApp, type OpenedApp, openApp, test } from "./shell/open-app.ts";
import { sharedApp } from "./shell/shared-app.ts";

const practice = sharedApp(({ call }) => call("practice.start", {}));

const menuOf = async ({ invoke }: OpenedApp) => (await invoke("settings.get", {})).menu;

for (const [width, height] of [
  [1024, 768],
  [1280, 800],
  [1366, 768],
] as const)
  test(`is wide on a screen of ${width} pixels until somebody makes it narrow`, async ({ profile }) => {
    const display = await startXvfb({ width, height });
    const opened = await openApp(profile, { env: { DISPLAY: display.display } });
    try {
      await opened.page.locator("main h1").first().waitFor();
      expect(await menuOf(opened)).toBe("wide");
      await opened.page.keyboard.press("Control+b");
      await expect.poll(() => menuOf(opened)).toBe("narrow");
    } finally {
      await closeApp(opened);
      await display.stop();
    }
  });

/** Each row of the menu's lists as it is drawn: its height, the lines of its words, and the air beside its icon and word. */
const rowsOf = (page: Page) =>
  page
    .getByRole("navigation", { name: /Screens|الشاشات/ })
    .locator("li > a")
    .evaluateAll((rows) =>
      rows.map((row) => {
        const box = row.getBoundingClientRect();
        const words = [...row.querySelectorAll("span")].filter(
          (one) => one.children.length === 0 && one.clientWidth > 2 && !/^\d+$/.test(one.textContent),
        );
        const parts = [...row.querySelectorAll("svg"), ...words].map((one) => one.getBoundingClientRect());
        const range = document.createRange();
        const lines = words.flatMap((one) => {
          range.selectNodeContents(one);
          return [...range.getClientRects()];
        });
        return {
          title: row.getAttribute("title"),
          words: words.map(({ textContent }) => textContent).join(" "),
          height: Math.round(box.height),
          lines: lines.length,
          wide: Math.max(...words.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
          air: Math.min(
            ...parts.flatMap(({ top, bottom, left, right }) => [
              top - box.top,
              box.bottom - bottom,
              left - box.left,
              box.right - right,
            ]),
          ),
        };
      }),
    );

for (const language of ["en", "ar"] as const)
  test(`has equal rows of one line with air, and the whole name in the title, ${language}`, async () => {
    const opened = await practice();
    const { call, page } = opened;
    await chooseLanguageAndTheme(page, language, "light");
    for (const [width, height, textScale, menu] of [
      [1280, 768, 1, "narrow"],
      [1280, 1024, 1, "narrow"],
      [1360, 860, 1, "narrow"],
      [1024, 700, 1, "narrow"],
      [1024, 700, 1.5, "wide"],
      [1024, 700, 2, "wide"],
      [1280, 768, 2, "narrow"],
      [1920, 1200, 2, "narrow"],
    ] as const) {
      await page.setViewportSize({ width, height });
      await call("settings.set", { textScale, menu });
      await settle(page, 150);
      const rows = await rowsOf(page);
      const named = `${width} × ${height}, ${textScale * 100} %`;
      expect(rows, named).toHaveLength(12);
      expect(new Set(rows.map((row) => row.height)).size, named).toBe(1);
      for (const { title, words, lines, wide, air } of rows) {
        expect(lines, `${words}, ${named}`).toBe(1);
        expect(wide, `${words}, ${named}`).toBeLessThanOrEqual(0);
        expect(air, `${words}, ${named}`).toBeGreaterThanOrEqual(2);
        // What is seen is a part of what it is called, so that it can be said to it.
        expect(title?.toLowerCase()).toContain(words.toLowerCase());
      }
    }
    await page.setViewportSize({ width: 1360, height: 860 });
  });

test("F1 on Home opens the first day until the first entry, then the page that it opened before", async ({
  open,
}) => {
  const { call, page } = await open();
  const helpOf = async (): Promise<string> => {
    await page.keyboard.press("F1");
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#\/help\//);
    const hash = await page.evaluate(() => location.hash);
    // The address comes before the page of the guide, which takes the key.
    await page.getByTestId("help-back").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => location.hash)).not.toContain("help");
    return hash;
  };
  await page.getByTestId("welcome-connect").waitFor();
  /** Three steps in place of what there is to see later. */
  const steps = page.locator("main ol");
  expect(await helpOf()).toBe("#/help/first-day");
  await call("practice.start", {});
  await page.getByTestId("welcome-connect").waitFor({ state: "detached" });
  await steps.waitFor();
  expect(await helpOf()).toBe("#/help/first-day");
  for (const language of ["ar", "en"] as const) {
    await chooseLanguageAndTheme(page, language, "light");
    await steps.waitFor();
    expect(await helpOf()).toBe("#/help/first-day");
  }
  // Another screen's own page is not changed.
  await goTo(page, "/outbox");
  expect(await helpOf()).toBe("#/help/unknown-outcome");
  await postReturn(page, { supplier: 1101, lines: [line(1001, "450.5", "3")] });
  await goTo(page, "/");
  await page.getByTestId("home-entries").waitFor();
  expect(await helpOf()).toBe("#/help/offline-day");
});
