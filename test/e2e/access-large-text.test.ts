/** Text at 200 %: the words of headings and controls are whole, and no control lies over another (WCAG 1.4.4, 1.4.10). */
import { expect, type Page } from "@playwright/test";
import { chooseLanguageAndTheme, goTo, settle } from "../../scripts/tour/steps.mjs";
import { type OpenedApp, test } from "./shell/open-app.ts";

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

/**
 * Headings and controls whose own words don't fit their box. A record's name (`bdi`) may end in an ellipsis:
 * it is told whole by its title, and where it is opened.
 */
const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("h1, h2, h3, h4, button, a[href], label, legend, [role=tab]")]
      .flatMap((control) => [control, ...control.querySelectorAll<HTMLElement>("span, div")])
      .filter((box) => {
        if (!box.checkVisibility({ visibilityProperty: true }) || box.closest("bdi") !== null) return false;
        if (box.querySelector("bdi") !== null) return false;
        const { overflowX, overflowY, position } = getComputedStyle(box);
        // What only a screen reader meets is a pixel large.
        if (position === "absolute" && box.clientWidth <= 1) return false;
        const cutAcross = overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1;
        const cutDown = overflowY !== "visible" && box.scrollHeight > box.clientHeight + 2;
        return (cutAcross || cutDown) && (box.textContent ?? "").trim() !== "";
      })
      .map((box) => `cut: ${box.tagName} .${box.className} "${(box.textContent ?? "").trim().slice(0, 40)}"`),
  );

/** Pairs of controls that lie over each other in the part of the page that is in sight. */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>("main button, main a[href], main input, main select"),
    ]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 2 && box.height > 2);
    /** Only what can be met there: a box that is scrolled away lies under another without harm. */
    const isMet = (element: HTMLElement, box: DOMRect): boolean => {
      const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return met !== null && (element.contains(met) || met.contains(element));
    };
    return controls.flatMap(({ one, box }, index) =>
      controls.slice(index + 1).flatMap(({ one: other, box: its }) => {
        if (one.contains(other) || other.contains(one)) return [];
        const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        // A field and the button inside its end share a wrapper; they are one control to the eye.
        if (across <= 2 || down <= 2 || one.parentElement?.parentElement?.contains(other)) return [];
        return isMet(one, box) && isMet(other, its)
          ? [`over each other: ${one.outerHTML.slice(0, 90)} and ${other.outerHTML.slice(0, 90)}`]
          : [];
      }),
    );
  });

async function shop({ call, page }: OpenedApp): Promise<string[]> {
  await call("practice.start", {});
  const posted = await call("purchaseReturn.post", {
    currencyId: "YER",
    storeId: 1,
    supplierAccountId: 1101,
    cashOrBankAccountId: 2001,
    lines: [{ productId: 1001, measureUnitId: 1, price: "450.5", quantity: "3" }],
  });
  if (!posted.ok) throw new Error(posted.error.message);
  const { entryId, serialNo } = Object(posted.value);
  await page.setViewportSize({ width: 1360, height: 768 });
  await expect
    .poll(async () => JSON.stringify(await call("outbox.list", {})))
    .not.toMatch(/"(?:pending|in_flight)"/);
  return [...SCREENS, `/outbox/${entryId}`, `/documents/${serialNo}`];
}

for (const language of ["en", "ar"] as const) {
  test(`words are whole and controls apart at 200 %, ${language}`, async ({ open }) => {
    test.setTimeout(120_000);
    const opened = await open();
    const { page, call } = opened;
    const views = await shop(opened);
    await call("settings.set", { textScale: 2 });
    await chooseLanguageAndTheme(page, language, "light");
    const found: string[] = [];
    for (const view of views) {
      await goTo(page, view);
      await settle(page, 150);
      found.push(
        ...[...(await cutWords(page)), ...(await overlaps(page))].map((words) => `${view}: ${words}`),
      );
    }
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
}
