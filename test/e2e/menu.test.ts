/** The menu: wide until somebody makes it narrow, then equal rows of one word each; and where its help leads. */
import { expect, type Page } from "@playwright/test";
import { line, postReturn } from "../../scripts/screens/shop.mjs";
import { chooseLanguageAndTheme, goTo } from "../../scripts/tour/steps.mjs";
import { atRest } from "../helpers/at-rest.ts";
import { inSight } from "../helpers/on-screen.ts";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const practice = practiceShop();

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

test("is wide until somebody makes it narrow; its rows are equal, of one line with air, and whole in every usual window", async () => {
  const { call, invoke, page } = await practice();
  const menuNow = async () => (await invoke("settings.get", {})).menu;
  expect(await menuNow()).toBe("wide");
  await page.keyboard.press("Control+b");
  await expect.poll(menuNow).toBe("narrow");
  for (const language of ["en", "ar"] as const) {
    await chooseLanguageAndTheme(page, language, "light");
    for (const [width, height, textScale, menu] of [
      [1280, 768, 1, "narrow"],
      [1280, 1024, 1, "narrow"],
      [1360, 860, 1, "narrow"],
      [1024, 700, 1, "narrow"],
      [1024, 700, 1, "wide"],
      [1024, 700, 1.5, "wide"],
      [1024, 700, 2, "wide"],
      [1280, 768, 2, "narrow"],
      [1920, 1200, 2, "narrow"],
    ] as const) {
      await page.setViewportSize({ width, height });
      await call("settings.set", { textScale, menu });
      await atRest(page);
      const rows = await rowsOf(page);
      const named = `${language}, ${width} × ${height}, ${textScale * 100} %, ${menu}`;
      expect(rows, named).toHaveLength(12);
      expect(new Set(rows.map((row) => row.height)).size, named).toBe(1);
      for (const { title, words, lines, wide, air } of rows) {
        expect(lines, `${words}, ${named}`).toBe(1);
        expect(wide, `${words}, ${named}`).toBeLessThanOrEqual(0);
        expect(air, `${words}, ${named}`).toBeGreaterThanOrEqual(2);
        // What is seen is a part of what it is called, so that it can be said to it.
        expect(title?.toLowerCase()).toContain(words.toLowerCase());
      }
      if (textScale > 1) continue;
      const items = page.getByRole("navigation").locator("a, button");
      expect(await items.count(), named).toBeGreaterThanOrEqual(14);
      expect((await inSight(items)).every(Boolean), named).toBe(true);
      const overrun = await items.evaluateAll((all) =>
        all.filter((item) => item.scrollWidth > item.clientWidth).map((item) => item.textContent),
      );
      expect(overrun, named).toEqual([]);
    }
  }
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
