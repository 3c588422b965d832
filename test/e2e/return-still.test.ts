/** The purchase return keeps still: a notice moves no field and no total, and the tabs of many drafts can be read. */
import { expect, type Page } from "@playwright/test";
import { chooseLanguageAndTheme } from "../../scripts/tour/steps.mjs";
import { atRest } from "../helpers/at-rest.ts";
import { beginReturn, choose, startShop } from "./purchase-return-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

let opened: OpenedApp;
const shop = practiceShop(startShop);
test.beforeAll(async () => {
  opened = await shop();
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

/** Looks at the page, once it rests, at each size. */
async function atEachSize<T>(look: (named: string) => Promise<T>): Promise<Map<string, T>> {
  const { invoke, page } = opened;
  const seen = new Map<string, T>();
  for (const [width, height, textScale] of SIZES) {
    await page.setViewportSize({ width, height });
    await invoke("settings.set", { textScale });
    await atRest(page);
    const named = `${width} × ${height}, ${textScale * 100} %`;
    seen.set(named, await look(named));
  }
  return seen;
}

for (const language of ["en", "ar"] as const)
  test(`nothing moves when the notice after a return comes and goes, ${language}`, async () => {
    const { page } = opened;
    await chooseLanguageAndTheme(page, language, "light");
    await beginReturn(opened, [{ productId: "1001" }]);
    await page.keyboard.press("Control+Enter");
    const notice = page.getByTestId("posted-return");
    await expect(notice).toHaveAttribute("data-kind", "good");
    const withIt = await atEachSize(async (named) => {
      // It covers none of them: each is met by the pointer where it is.
      for (const id of ["header-supplierAccountId", "scan-input", "return-total"])
        expect(
          await page.getByTestId(id).evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const met = document.elementFromPoint(left + width / 2, top + height / 2);
            return met?.closest("[data-testid=posted-return]") === null;
          }),
          `${id}, ${named}`,
        ).toBe(true);
      return places(page);
    });
    await notice.getByRole("button", { name: /^(Close|إغلاق)$/ }).click();
    await expect(notice).toBeHidden();
    expect(await atEachSize(() => places(page))).toEqual(withIt);
  });

test("no field moves in any frame between the posting and its notice", async () => {
  const { invoke, page } = opened;
  await chooseLanguageAndTheme(page, "en", "light");
  await page.setViewportSize({ width: 1360, height: 860 });
  await invoke("settings.set", { textScale: 1 });
  await beginReturn(opened, [{ productId: "1001" }]);
  await atRest(page);
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
  await expect(page.getByTestId("posted-return")).toHaveAttribute("data-kind", "good");
  await atRest(page);
  expect(await page.evaluate(() => [...Reflect.get(globalThis, "seenPlaces")])).toHaveLength(1);
});

test("the tabs of two, three and eight drafts can be read, and the one in front is in sight", async () => {
  const { page } = opened;
  await beginReturn(opened, [{ productId: "1001" }]);
  for (const count of [2, 3, 8]) {
    while ((await page.getByRole("tab").count()) < count) {
      await page.keyboard.press("Alt+N");
      await choose(page, "supplierAccountId");
    }
    for (const language of ["en", "ar"] as const) {
      await chooseLanguageAndTheme(page, language, "light");
      // A tab comes into sight as it comes in front, and stays there at each size.
      for (const index of [0, count - 1]) {
        await page.getByTestId(`draft-tab-${index}`).dispatchEvent("click");
        await atRest(page);
      }
      await atEachSize(async (size) => {
        await atRest(page);
        const tabs = await page.getByRole("tablist").evaluate((list) => {
          const box = list.getBoundingClientRect();
          const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
          const all = [...list.querySelectorAll("[role=tab]")];
          return {
            room: box.width / rem,
            widths: all.map((tab) => tab.getBoundingClientRect().width / rem),
            front: all
              .filter((tab) => tab.matches("[aria-selected=true]"))
              .map((tab) => tab.getBoundingClientRect())
              .map(({ left, right }) => left >= box.left - 1 && right <= box.right + 1),
          };
        });
        const named = `${count} drafts, ${language}, ${size}`;
        expect(Math.min(...tabs.widths), named).toBeGreaterThanOrEqual(8.9);
        expect(tabs.room, named).toBeGreaterThanOrEqual(8.9);
        expect(tabs.front, named).toEqual([true]);
      });
    }
  }
});
