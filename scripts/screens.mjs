/** `npm run screens`: a picture of every screen in every state, in both languages and both themes. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { appFolder, launchApp } from "./lib/app/launch-app.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpElectron } from "./lib/set-up/set-up.mjs";
import { withDisplay } from "./lib/set-up/xvfb.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";
import { writeContactSheet } from "./screens/contact-sheet.mjs";
import { STAGES } from "./screens/stages.mjs";
import { takePicture } from "./screens/take-picture.mjs";
import { chooseLanguageAndTheme } from "./tour/steps.mjs";

const LANGUAGES = /** @type {const} */ (["en", "ar"]);
const THEMES = /** @type {const} */ (["light", "dark"]);

const help = `
Brings the practice shop from state to state in the real app (the first day, an outage, refusals, lost answers,
sign-in needed, service trouble, a stopped engine, waiting for answers, imports good and broken, very long names,
10,000 products, 1,000 lines, text at 200 %) and leaves a picture of every screen and printed slip in
pictures/screens/<language>-<theme>/<screen>-<state>.png, with index.html to look at them side by side.

  npm run screens -- [switches]

  --only SCREEN      only this screen: home, purchase-return, tax-voucher, restore, outbox, documents, statement,
                     expiring, reference-data, activity, settings, connect, help, status, palette, shortcuts or slips
  --language L       only en or ar
  --theme T          only light or dark
  --window WxH       the size of the window's inside, in pixels (as the program opens), such as 1024x700
  --pictures DIR     where the pictures go (pictures/screens/)${electronHelp}`;

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {{ language: typeof LANGUAGES[number], theme: typeof THEMES[number], name: string }} Look
 * @typedef {{ folder: string, looks: Look[], only: string | undefined,
 *   size: { width: number, height: number } | undefined }} Choices
 */

await runScript(async () => {
  const words = readWords(help, {
    ...electronSwitches,
    only: { type: "string" },
    language: { type: "string" },
    theme: { type: "string" },
    window: { type: "string" },
    pictures: { type: "string" },
  });
  if (words === undefined) return 0;
  const languages = among("--language", words.language, LANGUAGES);
  const themes = among("--theme", words.theme, THEMES);
  const looks = languages.flatMap((language) =>
    themes.map((theme) => ({ language, theme, name: `${language}-${theme}` })),
  );
  const size = sizeOf(words.window);
  await setUpElectron({ yes: words.yes, retryElectron: words["retry-electron"] });
  if (appFolder === root) await ensureBuilt();
  const folder = resolve(words.pictures ?? inRoot("pictures", "screens"));
  return withDisplay(
    (env) => {
      Object.assign(process.env, env);
      return takePictures({ folder, looks, only: words.only, size });
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

/** @param {string | undefined} given as in "1024x700" */
function sizeOf(given) {
  if (given === undefined) return undefined;
  const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(given) ?? [];
  if (width === undefined || height === undefined)
    throw new Refusal(`--window is a size such as 1024x700, not "${given}".`);
  return { width: Number(width), height: Number(height) };
}

/** @param {Choices} choices */
async function takePictures({ folder, looks, only, size }) {
  const started = Date.now();
  const profile = mkdtempSync(join(tmpdir(), "counterside-screens-"));
  for (const { name } of looks) mkdirSync(join(folder, name), { recursive: true });
  const { app, page } = await launchApp(profile, {
    preloads: [inRoot("scripts", "screens", "hold-channels.cjs")],
  });
  page.setDefaultTimeout(20_000);
  if (size !== undefined) await page.setViewportSize(size);
  /** @type {string[]} */
  const pictures = [];
  try {
    await page.locator("main h1").first().waitFor();
    for (const { words, views, end } of STAGES) {
      say(`${seconds(Date.now() - started)}  ${words}`);
      const wanted = (await views(page, profile, app)).filter(
        ({ screen }) => only === undefined || screen === only,
      );
      for (const look of looks) {
        await chooseLanguageAndTheme(page, look.language, look.theme);
        for (const view of wanted)
          await takePicture(app, page, view, join(folder, look.name, `${view.screen}-${view.state}.png`));
      }
      await end?.();
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
