/** A setting that is chosen in the palette is in view, and the keyboard is in its control. */
import { expect } from "@playwright/test";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const shop = practiceShop();

test("a setting chosen with Ctrl+K comes into view and takes the keyboard, also a second time", async () => {
  const { page } = await shop();
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
