/** `npm run guide-pictures`: the pictures of the user's guide, out of the real program, small. */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appFolder, launchApp } from "./lib/app/launch-app.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { setUpElectron } from "./lib/set-up/set-up.mjs";
import { withDisplay } from "./lib/set-up/xvfb.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";
import { STAGES } from "./screens/stages.mjs";
import { takePicture } from "./screens/take-picture.mjs";
import { chooseLanguageAndTheme } from "./tour/steps.mjs";

const help = `
Takes the pictures of docs/guide anew, in both languages, and makes them small with pngquant, which must be on the
path (Debian and Ubuntu: the package of that name).

  npm run guide-pictures -- [switches]
${electronHelp}`;

/** The window, in pixels: as narrow as the pictures stay readable on a page. */
const WINDOW = { width: 1280, height: 780 };
const COLOURS = 48;
const LANGUAGES = /** @type {const} */ (["en", "ar"]);

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
const backupPanel = (page) =>
  page.getByRole("heading", { name: /^(?:Backup|النسخ الاحتياطي)$/ }).locator("xpath=ancestor::section");

/** @param {Page} page */
const peoplePanel = (page) => page.getByTestId("people-panel").locator("xpath=ancestor::section");

/**
 * The guide's picture of a stage's view, by the stage's words; `part` where the guide shows a part of the screen,
 * with so many pixels `around` it.
 * @type {Record<string, { of: string, name: string, part?: (page: Page) => import("@playwright/test").Locator,
 *   around?: number }[]>}
 */
const WANTED = {
  "offline, with work unsent": [{ of: "home-offline", name: "home-offline" }],
  "answered: some confirmed, one refused, one whose answer was lost": [
    { of: "purchase-return-working", name: "purchase-return" },
    { of: "outbox-unknown", name: "outbox-unknown" },
    { of: "outbox-refused", name: "outbox-refused" },
    { of: "tax-voucher-working", name: "tax-voucher" },
    { of: "restore-chosen", name: "restore" },
    { of: "settings-backups", name: "settings-backup", part: backupPanel },
  ],
  "importing: the wizard": [{ of: "import-mapping", name: "import" }],
  "returns from purchases, and templates": [
    { of: "purchase-return-purchase-lines", name: "purchase-lines" },
    { of: "purchase-return-templates", name: "templates" },
  ],
  "a thousand batches that expire": [{ of: "expiring-chosen", name: "expiring" }],
  "a supplier's statement": [{ of: "statement-all", name: "statement" }],
  "unknown outcomes and a file of the books": [{ of: "outbox-books", name: "outbox-books" }],
  "the sheets of a day": [{ of: "activity-days", name: "day-sheets" }],
  "a shop folder": [
    {
      of: "home-lists-old",
      name: "home-lists",
      part: (page) => page.getByTestId("home-lists").locator("xpath=ancestor::section"),
    },
    { of: "reference-data-changes", name: "list-changes" },
    { of: "connect-takeover", name: "takeover" },
  ],
  "sign-in needed": [{ of: "connect-sign-in", name: "connect-sign-in" }],
  "three people at one computer": [
    {
      of: "people-locked",
      name: "lock-screen",
      part: (page) => page.getByTestId("lock-screen").locator("> *"),
      around: 24,
    },
    { of: "people-list", name: "people", part: peoplePanel },
    { of: "people-approval", name: "approval", part: (page) => page.getByRole("dialog") },
  ],
};
/** What the wanted stages need before or after them. */
const BEFORE = ["the first day", "no shop folder any more"];

await runScript(async () => {
  const words = readWords(help, electronSwitches);
  if (words === undefined) return 0;
  if ((await runCommand("pngquant", ["--version"])).missing)
    throw new Refusal("pngquant is not on the path; it makes the pictures small.");
  await setUpElectron({ yes: words.yes, retryElectron: words["retry-electron"] });
  if (appFolder === root) await ensureBuilt();
  return withDisplay(
    (env) => {
      Object.assign(process.env, env);
      return takeAll();
    },
    { always: true },
  );
});

async function takeAll() {
  const profile = mkdtempSync(join(tmpdir(), "counterside-guide-"));
  const folder = inRoot("docs", "guide", "pictures");
  rmSync(folder, { recursive: true, force: true });
  for (const language of LANGUAGES) mkdirSync(join(folder, language), { recursive: true });
  const { app, page } = await launchApp(profile, {
    preloads: [inRoot("scripts", "screens", "hold-channels.cjs")],
  });
  page.setDefaultTimeout(20_000);
  let bytes = 0;
  try {
    await page.locator("main h1").first().waitFor();
    await page.setViewportSize(WINDOW);
    for (const { words, views } of STAGES) {
      const wanted = WANTED[words] ?? [];
      if (wanted.length === 0 && !BEFORE.includes(words)) continue;
      say(words);
      const seen = await views(page, profile, app);
      for (const language of LANGUAGES)
        for (const { of, name, part, around } of wanted) {
          const view = seen.find(({ screen, state }) => `${screen}-${state}` === of);
          if (view === undefined) throw new Refusal(`No stage shows "${of}" any more.`);
          await chooseLanguageAndTheme(page, language, "light");
          const path = join(folder, language, `${name}.png`);
          await takePicture(app, page, view, path, part === undefined ? besideTheMenu : boxOf(part, around));
          await makeSmall(path);
          bytes += statSync(path).size;
        }
    }
  } finally {
    await app.evaluate(({ app: electron }) => electron.exit(0)).catch(() => undefined);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  say(`${Math.round(bytes / 1024)} kB in ${folder}`);
  return 0;
}

/** The header and the screen: the menu is on every screen and on no picture of the guide. @param {Page} page */
function besideTheMenu(page) {
  return page.locator("main").evaluate((main) => {
    const { x, width } = main.getBoundingClientRect();
    return { x, y: 0, width, height: window.innerHeight };
  });
}

/** @param {(page: Page) => import("@playwright/test").Locator} part */
function boxOf(part, around = 0) {
  return async (/** @type {Page} */ page) => {
    await part(page).evaluate((element) => element.scrollIntoView({ block: "center" }));
    const box = await part(page).boundingBox();
    if (box === null) throw new Refusal("The part for a picture is not on the screen.");
    const { x, y, width, height } = box;
    return { x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around };
  };
}

/** @param {string} path */
async function makeSmall(path) {
  const made = await runCommand("pngquant", [
    "--force",
    "--strip",
    "--speed=1",
    `--output=${path}`,
    String(COLOURS),
    path,
  ]);
  if (made.code !== 0) throw new Refusal(`pngquant could not make ${path} small:\n${made.output}`);
}
