/** The import wizard in its states: files as shops have them, good, odd and broken. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerFileDialog } from "../lib/app/answer-file-dialog.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").App} App
 */

const RUNNING_ROWS = 200_000;

/** @param {Page} page */
async function openPanel(page) {
  await page.getByTestId("reference-data-import").click();
  await page.getByTestId("import-panel").waitFor();
  const leave = page.getByTestId("import-leave");
  if (await leave.isVisible()) await leave.click();
}

/** @param {Page} page @param {App} app @param {string} path */
async function choose(page, app, path) {
  await openPanel(page);
  await answerFileDialog(app, path);
  await page.getByTestId("import-choose").click();
  await page.getByTestId("import-preview").waitFor();
}

/** @param {Page} page */
async function tryIt(page) {
  await page.getByTestId("import-try").click();
  const done = page.locator('[data-testid="import-trial"][data-step="done"]');
  await done.waitFor();
  await done.scrollIntoViewIfNeeded();
}

/** Sixty names of units that no shop has. */
const UNIT_WORDS = Array.from({ length: 60 }, (_, at) =>
  at % 3 === 0 ? `كرتون ${at + 60}` : at % 3 === 1 ? `Tray of ${at + 60}` : `شدة ${at + 60} حبة`,
);

/** Products, each with the next of the words in its column of the unit. @param {readonly string[]} units */
const productsOf = (units) =>
  `id,name,unit,price\n${Array.from({ length: 240 }, (_, at) => `${73_000 + at},Item ${at} / صنف,${units[at % units.length]},${at}.25`).join("\n")}\n`;

/** @param {string} folder */
function writeFiles(folder) {
  /** @param {string} name @param {string | Uint8Array} content */
  const put = (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const rows = Array.from(
    { length: 60 },
    (_, at) => `${71_000 + at};Odd item ${at} / صنف;${at % 90},25;${500 + at}`,
  );
  const good = Array.from({ length: 60 }, (_, at) => `${71_000 + at};Odd item ${at} / صنف;${at % 90}.25;0`);
  return {
    odd: put("price list of March.csv", `Artikel;Bezeichnung;VK;Regal\n${rows.join("\n")}\n`),
    partly: put(
      "products.csv",
      `id;name;price;deleted\n${good.join("\n")}\nx;No number;1;0\n71990;;2;0\n71991;Tea;1,5;0\n`,
    ),
    guessed: put(
      "export of another program.csv",
      "Handle,SKU,Name,Xyz,Cost,Price [Main],Price [Branch]\ncola,10001,Cola can,6291003040504,1.20,2.00,2.10\ntee,10002,T-shirt,6291003040511,5.00,12.00,13.00\n",
    ),
    broken: put("broken.xlsx", "PK\u0003\u0004 and no archive"),
    // "سكر ناعم" as Windows writes it.
    windows: put(
      "arabic of windows.csv",
      Buffer.concat([
        Buffer.from("id,name\n72001,"),
        Buffer.from([0xd3, 0xdf, 0xd1, 0x20, 0xe4, 0xc7, 0xda, 0xe3, 10]),
      ]),
    ),
    western: put(
      "preise.csv",
      Buffer.from("Preisliste M\u00e4rz\n\nid;name;price\n1;C\u00e4sar;1,250\n2;K\u00e4se;2,500\n", "latin1"),
    ),
    // The first is a unit's id, for the practice shop names its units in the language it was begun in.
    word: put("products of the till.csv", productsOf(["1", "كرتون 36"])),
    words: put("products of another program.csv", productsOf(UNIT_WORDS)),
    unknown: put(
      "count of March.csv",
      "productId,measureUnitId,storeId,quantity,expiryAt\n1001,حبة,1,4,12/2027\n,,1,3,06/2027\n770001,حبة,1,2,\n770002,حبة,9,5,\n",
    ),
    running: put(
      "very many.csv",
      `id,name\n${Array.from({ length: RUNNING_ROWS }, (_, at) => `${2_000_000 + at},Item ${at}`).join("\n")}\n`,
    ),
  };
}

/** @param {string} state @param {(page: Page, app: App) => Promise<void>} open */
const view = (state, open) => ({ screen: "import", state, route: "/reference-data", open });

/** @type {import("./stages.mjs").Stage[]} */
export const IMPORT_STAGES = [
  {
    words: "importing: the wizard",
    views: async (_page, folder) => {
      const files = writeFiles(folder);
      return [
        view("start", openPanel),
        view("mapping", (page, app) => choose(page, app, files.odd)),
        view("guessed", (page, app) => choose(page, app, files.guessed)),
        view("trial", async (page, app) => {
          await choose(page, app, files.partly);
          await tryIt(page);
        }),
        view("encoding", (page, app) => choose(page, app, files.windows)),
        view("questions", (page, app) => choose(page, app, files.western)),
        view("word", (page, app) => choose(page, app, files.word)),
        view("words", (page, app) => choose(page, app, files.words)),
        view("words-answered", async (page, app) => {
          await choose(page, app, files.words);
          await page.getByTestId("words-together").click();
        }),
        view("words-found", async (page, app) => {
          await choose(page, app, files.word);
          await page.getByTestId("word-asked").locator("select").first().selectOption({ index: 2 });
          await tryIt(page);
          await page.getByTestId("import-findings").locator("summary").click();
        }),
        view("unknown", (page, app) => choose(page, app, files.unknown)),
        view("broken", async (page, app) => {
          await choose(page, app, files.broken);
          await page.getByTestId("import-failure").waitFor();
        }),
        view("running", async (page, app) => {
          await choose(page, app, files.running);
          await page.getByTestId("import-try").click();
          const progress = page.getByTestId("import-progress");
          await progress.waitFor();
          await progress.scrollIntoViewIfNeeded();
          await page.waitForTimeout(400);
        }),
        view("stopped", async (page) => {
          const stop = page.getByTestId("import-cancel").first();
          await page.getByTestId("reference-data-import").click();
          if (await stop.isVisible()) await stop.click();
          const failure = page.getByTestId("import-failure").first();
          await failure.waitFor();
          await failure.scrollIntoViewIfNeeded();
        }),
        view("done", async (page, app) => {
          await choose(page, app, files.partly);
          await page.getByTestId("reference-data-import").click();
          const result = page.getByTestId("import-jobs").getByTestId("import-result").first();
          await result.waitFor();
          await result.scrollIntoViewIfNeeded();
        }),
      ];
    },
  },
];
