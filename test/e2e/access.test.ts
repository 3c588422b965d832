/** Access: nothing that axe finds, everything reached by Tab with a ring, large text, large targets (WCAG 2.2 AA). */
import { expect, test } from "@playwright/test";
import { chooseLanguageAndTheme, goTo, settle } from "../../scripts/tour/steps.mjs";
import { type OpenApp, openApp, temporaryProfile } from "../helpers/app.ts";
import { axeFindings } from "../helpers/axe.ts";
import { focusedNow, markFocusable, targetsOf } from "../helpers/on-screen.ts";

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
  "/settings/scanning",
  "/settings/expiring",
  "/settings/codes",
  "/settings/unknown",
  "/settings/pin",
  "/settings/backups",
  "/settings/updates",
  "/settings/support",
  "/settings/about",
  "/connect",
  "/help/scanning-and-keys",
];
const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";

let remove: () => void;
let opened: OpenApp;
/** The screens, and an entry, a document and a voucher opened on theirs. */
let views = SCREENS;

test.beforeAll(async () => {
  const temporary = temporaryProfile();
  remove = temporary.remove;
  opened = await openApp(temporary.profile);
  const { page, invoke } = opened;
  await invoke("practice.start", {});
  const { serialNo, entryId } = await invoke("purchaseReturn.post", {
    currencyId: "YER",
    storeId: 1,
    supplierAccountId: 1101,
    cashOrBankAccountId: 2001,
    lines: [{ productId: 1001, measureUnitId: 1, price: "450.5", quantity: "3" }],
  });
  // Refused: no such permission.
  await invoke("restore.request", { kind: "permission", permissionId: 999_999 });
  await expect
    .poll(async () => (await invoke("outbox.list", {})).entries.map(({ state }) => state))
    .not.toContain("pending");
  views = [
    ...SCREENS,
    "/connect/practice",
    `/outbox/${entryId}`,
    `/documents/${serialNo}`,
    `/tax-voucher/${VOUCHER}`,
  ];
  await page.setViewportSize({ width: 1360, height: 860 });
});

test.afterAll(async () => {
  await opened.close();
  remove();
});

// Each language and each theme once: what one does to a screen doesn't depend on the other.
for (const [language, theme] of [
  ["en", "light"],
  ["ar", "dark"],
] as const) {
  test(`axe finds nothing on any screen, ${language}, ${theme}`, async () => {
    test.setTimeout(360_000);
    const { page } = opened;
    await chooseLanguageAndTheme(page, language, theme);
    const found: string[] = [];
    for (const view of views) {
      await goTo(page, view);
      await settle(page, 60);
      found.push(...(await axeFindings(page, view)));
    }
    for (const keys of ["Control+k", "Control+Slash"]) {
      await page.keyboard.press(keys);
      await page.getByRole("dialog").waitFor();
      await settle(page, 150);
      found.push(...(await axeFindings(page, keys)));
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
    expect(found).toEqual([]);
  });
}

test("axe names a picture without words, put on a screen on purpose", async () => {
  const { page } = opened;
  await page.evaluate(() => {
    const picture = document.createElement("img");
    picture.src = "data:,";
    document.body.append(picture);
  });
  expect((await axeFindings(page, "a screen")).join("\n")).toMatch(
    /^a screen: image-alt: <img src="data:,">/m,
  );
  await page.evaluate(() => document.querySelector("img[src='data:,']")?.remove());
});

test("Tab reaches everything on a screen, and each place shows a ring", async () => {
  const { page } = opened;
  await chooseLanguageAndTheme(page, "en", "light");
  for (const view of ["/", "/outbox", "/settings", "/settings/codes", "/connect"]) {
    await goTo(page, view);
    await settle(page, 60);
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

test("targets are 44 px, or 24 px with room about them inside dense lists", async () => {
  const { page } = opened;
  const small: string[] = [];
  for (const view of views) {
    await goTo(page, view);
    await settle(page, 60);
    for (const { name, dense, inline, width, height, nearest } of await targetsOf(page)) {
      const least = Math.min(width, height);
      // WCAG 2.2 AA (2.5.8): 24 px, or less where a circle of 24 px meets no other target; 44 px is this house's own.
      // A field's border is not counted.
      const fits = least >= 42 || (dense && (least >= 24 || nearest >= 24)) || (inline && nearest >= 24);
      if (!fits) small.push(`${view}: ${name} ${Math.round(width)} × ${Math.round(height)}`);
    }
  }
  expect(small).toEqual([]);
});

test("text at 200 % needs no sideways scrolling of the page", async () => {
  const { page, invoke } = opened;
  await invoke("settings.set", { textScale: 2 });
  const wide: string[] = [];
  for (const view of views) {
    await goTo(page, view);
    await settle(page, 60);
    const over = await page.evaluate(() =>
      [document.documentElement, document.body, ...document.querySelectorAll("main, main > *, header")]
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .map((box) => `${box.tagName} .${box.className} ${box.scrollWidth} in ${box.clientWidth}`),
    );
    wide.push(...over.map((words) => `${view}: ${words}`));
  }
  await invoke("settings.set", { textScale: 1 });
  expect(wide).toEqual([]);
});
