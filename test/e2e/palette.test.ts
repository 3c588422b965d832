/** The palette at a fast typist's pace: what Enter runs is the first row of what is typed, whenever the keys come. */
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
    ["red sea", "#/catalogue/account", 0, 60],
    ["red lentils", "#/catalogue/product", 0, 30],
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
    ["red s", "ea", "#/catalogue/account"],
    ["doc", "uments", "#/documents"],
    ["refer", "ence", "#/catalogue"],
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
