/** One picture of one view, of the real window. */
import { goTo } from "../tour/steps.mjs";

const REST_MS = 120;

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {{ x: number, y: number, width: number, height: number }} Clip pixels of the window
 */

/**
 * Goes to a view and takes its picture once nothing moves any more.
 * @param {import("@playwright/test").ElectronApplication} app
 * @param {Page} page @param {import("./stages.mjs").View} view @param {string} path where the picture goes
 * @param {(page: Page) => Promise<Clip>} [partOf] the part of the window to take; all of it where left out
 */
export async function takePicture(app, page, { screen, route, open, held, take }, path, partOf) {
  if (take !== undefined) return take(page, app, path);
  const there = route ?? (screen === "home" ? "/" : `/${screen}`);
  // Drawn anew, so that no picture depends on the one before it.
  const before = await page.evaluate(() => location.hash.slice(1));
  if (firstPart(before) === firstPart(there))
    await goTo(page, firstPart(there) === "settings" ? "/activity" : "/settings");
  if (held !== undefined) return takeLoading(app, page, { there, held, path });
  await goTo(page, there);
  await page.waitForFunction(
    (wanted) => location.hash === `#${wanted}` || location.hash.startsWith(`#${wanted}/`),
    there,
  );
  await settled(page);
  if (open !== undefined) {
    await open(page, app);
    await settled(page);
  }
  // What was said of an earlier screen would stand over this one.
  for (const close of await page.locator("[class*=Notification-closeButton]").all())
    await close.dispatchEvent("click");
  await page.locator("[class*=Notification-root]").first().waitFor({ state: "detached" });
  await page.screenshot({ path, ...(partOf === undefined ? {} : { clip: await partOf(page) }) });
  if (open !== undefined) await page.keyboard.press("Escape");
}

/** @param {string} route */
function firstPart(route) {
  return route.split("/")[1] ?? "";
}

/**
 * A screen whose answer is not there yet: the page begins anew, for what it read before it would show at once.
 * @param {import("@playwright/test").ElectronApplication} app
 * @param {Page} page @param {{ there: string, held: string[], path: string }} view
 */
async function takeLoading(app, page, { there, held, path }) {
  await goTo(page, there);
  await app.evaluate((_, channels) => Reflect.get(globalThis, "heldChannels").hold(channels), held);
  try {
    await page.reload();
    await page.locator("main").waitFor();
    await page.locator("main h1, main [aria-busy=true]").first().waitFor();
    // Words come only with a wait that is worth them.
    await page.waitForTimeout(600);
    await page.screenshot({ path });
  } finally {
    await app.evaluate(() => Reflect.get(globalThis, "heldChannels").letGo());
  }
  await page.locator("main h1").first().waitFor();
}

/** Waits until nothing loads or moves any more, and what was drawn last is on the screen. @param {Page} page */
async function settled(page) {
  await page.waitForFunction(() => {
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === "running" && effect?.getTiming().iterations !== Infinity,
      );
    return (
      document.fonts.status === "loaded" &&
      // A button that waits for the PIN is busy for as long as the PIN is asked for.
      document.querySelector("[aria-busy=true]:not(button)") === null &&
      moving.length === 0
    );
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // A list measures its rows once it is drawn.
  await page.waitForTimeout(REST_MS);
}
