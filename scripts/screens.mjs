/** `npm run screens`: a picture of every screen in every state, in both languages and both themes. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { appFolder, launchApp } from "./lib/launch-app.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpElectron } from "./lib/set-up.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";
import { withDisplay } from "./lib/xvfb.mjs";
import { writeContactSheet } from "./screens/contact-sheet.mjs";
import { STAGES } from "./screens/stages.mjs";
import { chooseLanguageAndTheme, goTo } from "./tour/steps.mjs";

const LANGUAGES = /** @type {const} */ (["en", "ar"]);
const REST_MS = 120;
const THEMES = /** @type {const} */ (["light", "dark"]);

const help = `
Brings the practice shop from state to state in the real app (the first day, an outage, refusals, lost answers,
sign-in needed, service trouble, a stopped engine, waiting for answers, imports good and broken, very long names,
10,000 products, 1,000 lines, text at 200 %) and leaves a picture of every screen in
pictures/screens/<language>-<theme>/<screen>-<state>.png, with index.html to look at them side by side.

  npm run screens -- [switches]

  --only SCREEN      only this screen: home, purchase-return, tax-voucher, restore, outbox, documents, catalogue,
                     activity, settings, connect, status, palette or shortcuts
  --language L       only en or ar
  --theme T          only light or dark
  --pictures DIR     where the pictures go (pictures/screens/)${electronHelp}`;

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {{ language: typeof LANGUAGES[number], theme: typeof THEMES[number], name: string }} Look
 * @typedef {{ folder: string, looks: Look[], only: string | undefined }} Choices
 */

await runScript(async () => {
  const words = readWords(help, {
    ...electronSwitches,
    only: { type: "string" },
    language: { type: "string" },
    theme: { type: "string" },
    pictures: { type: "string" },
  });
  if (words === undefined) return 0;
  const languages = among("--language", words.language, LANGUAGES);
  const themes = among("--theme", words.theme, THEMES);
  const looks = languages.flatMap((language) =>
    themes.map((theme) => ({ language, theme, name: `${language}-${theme}` })),
  );
  await setUpElectron({ yes: words.yes, retryElectron: words["retry-electron"] });
  if (appFolder === root) await ensureBuilt();
  const folder = resolve(words.pictures ?? inRoot("pictures", "screens"));
  return withDisplay(
    (env) => {
      Object.assign(process.env, env);
      return takePictures({ folder, looks, only: words.only });
    },
    { always: true },
  );
});

/**
 * @template {string} Value
 * @param {string} name @param {string | undefined} given @param {readonly Value[]} known
 */
function among(name, given, known) {
  const chosen = known.filter((value) => given === undefined || value === given);
  if (chosen.length === 0) throw new Refusal(`${name} is ${known.join(" or ")}, not "${given}".`);
  return chosen;
}

/** @param {Choices} choices */
async function takePictures({ folder, looks, only }) {
  const started = Date.now();
  const profile = mkdtempSync(join(tmpdir(), "counterside-screens-"));
  for (const { name } of looks) mkdirSync(join(folder, name), { recursive: true });
  const { app, page } = await launchApp(profile, {
    preloads: [inRoot("scripts", "screens", "hold-channels.cjs")],
  });
  page.setDefaultTimeout(20_000);
  /** @type {string[]} */
  const pictures = [];
  try {
    await page.locator("main h1").first().waitFor();
    for (const { words, views } of STAGES) {
      say(`${seconds(Date.now() - started)}  ${words}`);
      const wanted = (await views(page, profile, app)).filter(
        ({ screen }) => only === undefined || screen === only,
      );
      for (const look of looks) {
        await chooseLanguageAndTheme(page, look.language, look.theme);
        for (const view of wanted) await takePicture(app, page, view, join(folder, look.name));
      }
      pictures.push(...wanted.map(({ screen, state }) => `${screen}-${state}`));
    }
  } catch (error) {
    await page.screenshot({ path: join(folder, "where-it-stopped.png") });
    throw error;
  } finally {
    await app.evaluate(({ app: electron }) => electron.exit(0)).catch(() => undefined);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  if (pictures.length === 0) throw new Refusal(`There is no screen "${only}"; --help names them.`);
  writeContactSheet(
    folder,
    looks.map(({ name }) => name),
    pictures,
  );
  const shown = relative(root, folder) || folder;
  say(
    `${pictures.length * looks.length} pictures of ${pictures.length} states in ${seconds(Date.now() - started)}: ${shown}/index.html`,
  );
  return 0;
}

/**
 * @param {import("@playwright/test").ElectronApplication} app
 * @param {Page} page @param {import("./screens/stages.mjs").View} view @param {string} folder
 */
async function takePicture(app, page, { screen, state, route, open, held }, folder) {
  const there = route ?? (screen === "home" ? "/" : `/${screen}`);
  const path = join(folder, `${screen}-${state}.png`);
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
  await quiet(page);
  if (open !== undefined) {
    await open(page, app);
    await quiet(page);
  }
  // What was said of an earlier screen would stand over this one.
  for (const close of await page.locator("[class*=Notification-closeButton]").all())
    await close.dispatchEvent("click");
  await page.locator("[class*=Notification-root]").first().waitFor({ state: "detached" });
  await page.screenshot({ path });
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
async function quiet(page) {
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
  // A list measures its rows once it stands.
  await page.waitForTimeout(REST_MS);
}
