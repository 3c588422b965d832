/** The palette at a fast typist's pace: what Enter runs is the first row of what is typed; and where a setting is found. */
import { expect, type Page } from "@playwright/test";
import { goTo } from "../../scripts/tour/steps.mjs";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const practice = practiceShop();

/** Presses them without waiting until the page is done with the one before, each so much later than the last. */
async function press(page: Page, keys: readonly string[], paceMs: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const sent: Promise<unknown>[] = [];
  for (const key of keys) {
    const combination = key === "Ctrl+K";
    const sign = combination ? "k" : key;
    const named = key === "Enter" || key === "Backspace";
    const text = combination || key === "Backspace" ? undefined : key === "Enter" ? "\r" : key;
    sent.push(
      session.send("Input.dispatchKeyEvent", {
        type: text === undefined ? "rawKeyDown" : "keyDown",
        key: sign,
        modifiers: combination ? 2 : 0,
        code: named ? key : combination ? "KeyK" : "",
        windowsVirtualKeyCode: { Enter: 13, Backspace: 8, "Ctrl+K": 75 }[key] ?? 0,
        ...(text === undefined ? {} : { text }),
      }),
    );
    if (paceMs > 0) await page.waitForTimeout(paceMs);
  }
  await Promise.all(sent);
  await session.detach();
}

test("runs the first row of what is typed, whatever the pace of its keys and of Enter", async () => {
  const { page } = await practice();
  for (const [text, leads, ...paces] of [
    ["backup", "#/settings/backups", 0, 10, 30, 60, 120],
    ["red sea", "#/reference-data/account", 0, 60],
    ["red lentils", "#/reference-data/product", 0, 30],
    ["activity", "#/activity", 10],
  ] as const)
    for (const pace of paces) {
      await goTo(page, "/purchase-return");
      await page.getByTestId("scan-input").waitFor();
      await press(page, ["Ctrl+K", ...text, "Enter"], pace);
      const message = `"${text}", ${pace} ms`;
      await expect.poll(() => page.evaluate(() => location.hash), { message }).toBe(leads);
      await expect(page.getByRole("dialog")).toBeHidden();
    }
});

test("runs the row of the last letter, not that of the letters before", async () => {
  const { page } = await practice();
  for (const [before, rest, leads] of [
    ["se", "ttings", "#/settings"],
    ["ho", "me", "#/home"],
    ["red s", "ea", "#/reference-data/account"],
    ["doc", "uments", "#/documents"],
    ["refer", "ence", "#/reference-data"],
  ] as const) {
    await goTo(page, "/expiring");
    await page.keyboard.press("Control+k");
    await page.locator("[data-palette] input").and(page.locator(":focus")).waitFor();
    await press(page, [...before], 60);
    await page.locator("[data-palette] [data-selected]").waitFor();
    await press(page, [...rest, "Enter"], 0);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(leads);
  }
});

test("a setting chosen with Ctrl+K comes into view and takes the keyboard, also a second time", async () => {
  const { page } = await practice();
  await page.setViewportSize({ width: 1100, height: 600 });
  const choose = async (typed: string, section: string) => {
    await page.keyboard.press("Control+K");
    // At once: the palette may still be on its way, and no letter may be lost.
    await page.keyboard.type(typed);
    const row = page.locator("[data-palette] [data-action]").filter({ hasText: section });
    await expect(row).toContainText(new RegExp(typed, "i"));
    await row.click();
  };
  const isInView = async (control: ReturnType<typeof page.getByRole>, shown = control) => {
    await expect(control).toBeFocused();
    await expect(shown).toBeInViewport({ ratio: 1 });
  };
  await choose("copies", "Printer");
  const copies = page.getByRole("radiogroup", { name: "Copies" });
  // The radio itself is drawn by the segment around it.
  await isInView(copies.getByRole("radio", { checked: true }), copies);
  await choose("crash test", "Backup");
  await isInView(page.getByRole("button", { name: "Run crash test" }));
  await page.locator("main").evaluate((main) => main.scrollTo({ top: 0 }));
  await choose("crash test", "Backup");
  await isInView(page.getByRole("button", { name: "Run crash test" }));
});
