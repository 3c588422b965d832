/** The purchase return stands still: a notice moves no field and no total, and the tabs of many drafts can be read. */
import { expect, type Page } from "@playwright/test";
import { chooseLanguageAndTheme, settle } from "../../scripts/tour/steps.mjs";
import { beginReturn, choose, openReturns, startShop } from "./purchase-return-steps.ts";
import { appOfFile, type OpenedApp, test } from "./shell/open-app.ts";

let opened: OpenedApp;

appOfFile(async (one) => {
  opened = one;
  await startShop(opened);
});

const SIZES = [
  [1360, 860, 1],
  [1280, 768, 1],
  [1440, 900, 1.25],
  [1024, 700, 1],
  [1024, 700, 1.5],
] as const;

/** Where the fields, the first line's place and the total are, from the window's top. */
const places = (page: Page) =>
  page.evaluate(() =>
    ["[data-testid=header-supplierAccountId]", "[data-testid=scan-input]", "[role=grid]", "main footer"].map(
      (selector) => Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? -1),
    ),
  );

for (const language of ["en", "ar"] as const)
  for (const [width, height, textScale] of SIZES)
    test(`nothing moves when the notice after a return comes and goes, ${width} × ${height}, ${textScale * 100} %, ${language}`, async () => {
      const { invoke, page } = opened;
      await chooseLanguageAndTheme(page, language, "light");
      await page.setViewportSize({ width, height });
      await invoke("settings.set", { textScale });
      await beginReturn(opened, [{ productId: "1001" }]);
      await page.keyboard.press("Control+Enter");
      const notice = page.getByTestId("posted-return");
      await notice.waitFor();
      await settle(page, 300);
      const withIt = await places(page);
      // It covers none of them: each is met by the pointer where it stands.
      for (const id of ["header-supplierAccountId", "scan-input", "return-total"])
        expect(
          await page.getByTestId(id).evaluate((element) => {
            const { left, top, width: wide, height: high } = element.getBoundingClientRect();
            const met = document.elementFromPoint(left + wide / 2, top + high / 2);
            return met?.closest("[data-testid=posted-return]") === null;
          }),
          id,
        ).toBe(true);
      await notice.getByRole("button", { name: /^(Close|إغلاق)$/ }).click();
      await expect(notice).toBeHidden();
      await settle(page, 150);
      expect(await places(page)).toEqual(withIt);
    });

test("no field moves in any frame between the posting and its notice", async () => {
  const { invoke, page } = opened;
  await chooseLanguageAndTheme(page, "en", "light");
  await page.setViewportSize({ width: 1360, height: 860 });
  await invoke("settings.set", { textScale: 1 });
  await beginReturn(opened, [{ productId: "1001" }]);
  await settle(page, 200);
  await page.evaluate(() => {
    const seen = new Set<string>();
    Reflect.set(globalThis, "seenPlaces", seen);
    const look = () => {
      const tops = ["[data-testid=header-supplierAccountId]", "[data-testid=scan-input]", "main footer"].map(
        (selector) => Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? -1),
      );
      seen.add(tops.join());
      requestAnimationFrame(look);
    };
    look();
  });
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("posted-return").waitFor();
  await settle(page, 500);
  expect(await page.evaluate(() => [...Reflect.get(globalThis, "seenPlaces")])).toHaveLength(1);
});

for (const language of ["en", "ar"] as const)
  test(`the tabs of three and of eight drafts can be read, and the one in front is in sight, ${language}`, async () => {
    const { invoke, page } = opened;
    await chooseLanguageAndTheme(page, language, "light");
    for (const [width, height, textScale] of SIZES) {
      await page.setViewportSize({ width, height });
      await invoke("settings.set", { textScale });
      await beginReturn(opened, [{ productId: "1001" }]);
      for (const count of [2, 3, 8]) {
        while ((await page.getByRole("tab").count()) < count) {
          await page.keyboard.press("Alt+N");
          await choose(page, "supplierAccountId");
        }
        await settle(page, 150);
        const tabs = await page.getByRole("tablist").evaluate((list) => {
          const box = list.getBoundingClientRect();
          return {
            room: box.width / Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
            widths: [...list.querySelectorAll("[role=tab]")].map(
              (tab) =>
                tab.getBoundingClientRect().width /
                Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
            ),
            front: [...list.querySelectorAll("[role=tab][aria-selected=true]")].map((tab) => {
              const its = tab.getBoundingClientRect();
              return its.left >= box.left - 1 && its.right <= box.right + 1;
            }),
          };
        });
        const named = `${count} drafts, ${width} × ${height}, ${textScale * 100} %`;
        expect(Math.min(...tabs.widths), named).toBeGreaterThanOrEqual(8.9);
        expect(tabs.room, named).toBeGreaterThanOrEqual(8.9);
        expect(tabs.front, named).toEqual([true]);
      }
      await page.getByTestId("draft-tab-0").focus();
      await page.keyboard.press("Enter");
      await openReturns(page);
    }
  });
