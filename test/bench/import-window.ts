/**
 * The real window while a file of products is imported: whether its frames come in time, how soon a typed key is
 * shown, and how long a posting takes that the page asks for. The same window at rest is beside it.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { launchApp } from "../../scripts/lib/app/launch-app.mjs";
import { withDisplay } from "../../scripts/lib/set-up/xvfb.mjs";
import { goTo } from "../../scripts/tour/steps.mjs";
import { type Figure, median, type Section } from "./figures.ts";
import { writeProductFile } from "./profiles/large-profile.ts";
import { type LongestTask, lateness, longestTask, watchFrames } from "./window/frame-times.ts";
import { listen, marksOf, openGrid } from "./window/grid-window.ts";
import { percentile } from "./window/large-window.ts";

/** Aim: no frame comes later than this after it was due. */
const AIM_MS = 16;
const KEY_EVERY_MS = 100;
const POST_EVERY_MS = 500;
const LINES = 10;
/** The import's stretches, as shares of the file: reference data traced, watched; the return traced; then to the end. */
const SHARES = { referenceDataTraced: 0.1, referenceData: 0.4, typingTraced: 0.5 };
/** What comes of the end of an import is still counted with it. */
const AFTERMATH_MS = 1_000;
const LOOK_EVERY_MS = 250;
const PATIENCE_MS = 900_000;

/** Milliseconds: one value a frame, a key, a posting; and the longest task of the page's thread, traced apart. */
interface Stretch {
  late: number[];
  keys: number[];
  posts: number[];
  longestTask: LongestTask;
}
interface Screens {
  referenceData: Stretch;
  typing: Stretch;
}
interface WindowRun {
  atRest: Screens;
  importing: Screens;
  importSeconds: number;
}
interface Opened {
  app: ElectronApplication;
  page: Page;
}
/** What the page knows of the import, and whether it posts meanwhile. */
interface Seen {
  rows: number;
  done: boolean;
  isPosting: boolean;
  posts: number[];
}

declare global {
  interface Window {
    importSeen: Seen;
  }
}

/** The page follows the import, and posts a return twice a second while it is asked to. */
const prepare = (page: Page): Promise<void> =>
  page.evaluate((every) => {
    const seen: Seen = { rows: 0, done: false, isPosting: false, posts: [] };
    window.importSeen = seen;
    window.counterside.subscribe((event) => {
      if (event.event === "referenceData.importProgressed") Object.assign(seen, event.payload);
    });
    const line = { productId: 1001, measureUnitId: 1, price: "450.5", quantity: "1" };
    setInterval(async () => {
      if (!seen.isPosting) return;
      const began = performance.now();
      const reply = await window.counterside.invoke("purchaseReturn.post", {
        currencyId: "YER",
        storeId: 1,
        supplierAccountId: 1101,
        cashOrBankAccountId: 2001,
        note: "",
        lines: [line, line, line],
      });
      seen.posts.push(reply.ok ? performance.now() - began : Number.NaN);
    }, every);
  }, POST_EVERY_MS);

/** Does the work, and gives what the page's frames, keys and postings took meanwhile. */
async function watched(page: Page, work: () => Promise<unknown>): Promise<Omit<Stretch, "longestTask">> {
  await Promise.all([lateness(page), marksOf(page)]);
  await page.evaluate(() => Object.assign(window.importSeen, { isPosting: true, posts: [] }));
  await work();
  const late = await lateness(page);
  const keys = (await marksOf(page)).map(({ ms }) => ms).filter((ms) => !Number.isNaN(ms));
  const posts = await page.evaluate(() => {
    window.importSeen.isPosting = false;
    return window.importSeen.posts;
  });
  if (posts.some(Number.isNaN)) throw new Error("a posting was refused");
  return { late, keys, posts };
}

/** Types a digit every 100 ms into a cell of the return and takes it back again, until it is over. */
async function typeUntil(page: Page, isOver: () => Promise<boolean>): Promise<void> {
  await page.getByTestId("cell-2-quantity").focus();
  let isTyping = true;
  const typing = (async () => {
    for (let key = 0; isTyping; key += 1) {
      await page.keyboard.press(key % 2 === 0 ? "7" : "Backspace");
      await page.waitForTimeout(KEY_EVERY_MS);
    }
  })();
  while (!(await isOver())) await page.waitForTimeout(LOOK_EVERY_MS);
  isTyping = false;
  await typing;
}

const idleUntil = async (page: Page, isOver: () => Promise<boolean>): Promise<void> => {
  while (!(await isOver())) await page.waitForTimeout(LOOK_EVERY_MS);
};

const inMs = (ms: number): (() => Promise<boolean>) => {
  const end = performance.now() + ms;
  return async () => performance.now() >= end;
};

/** The return with its lines, or reference data: nothing of the other is shown any more. */
async function openReturn(page: Page): Promise<void> {
  await goTo(page, "/purchase-return");
  await page.getByTestId("cell-2-quantity").waitFor();
  await page.waitForTimeout(500);
}

async function lookedAt({ app, page }: Opened, restMs: number): Promise<Screens> {
  const typingTask = await longestTask(app, () => typeUntil(page, inMs(restMs / 2)));
  const typing = await watched(page, () => typeUntil(page, inMs(restMs)));
  await goTo(page, "/reference-data");
  await page.waitForTimeout(500);
  const referenceDataTask = await longestTask(app, () => idleUntil(page, inMs(restMs / 2)));
  const referenceData = await watched(page, () => idleUntil(page, inMs(restMs)));
  return {
    typing: { ...typing, longestTask: typingTask },
    referenceData: { ...referenceData, longestTask: referenceDataTask },
  };
}

/** Chooses the file as a person would, and looks at both screens until it is in. */
async function importedAndWatched(
  { app, page }: Opened,
  path: string,
  rows: number,
): Promise<{ screens: Screens; seconds: number }> {
  await answerFileDialog(app, path);
  await page.getByTestId("reference-data-import").click();
  await page.getByTestId("import-choose").click();
  await page.getByTestId("import-preview").waitFor();
  const patience = performance.now() + PATIENCE_MS;
  const handled = (share: number) => async (): Promise<boolean> => {
    if (performance.now() > patience) throw new Error("the import doesn't end");
    const seen = await page.evaluate(() => window.importSeen);
    return seen.done || seen.rows >= share * rows;
  };
  const began = performance.now();
  await page.getByTestId("reference-data-import").click();
  const referenceDataTask = await longestTask(app, () =>
    idleUntil(page, handled(SHARES.referenceDataTraced)),
  );
  const referenceData = await watched(page, () => idleUntil(page, handled(SHARES.referenceData)));
  await openReturn(page);
  const typingTask = await longestTask(app, () => typeUntil(page, handled(SHARES.typingTraced)));
  let seconds = 0;
  const typing = await watched(page, async () => {
    await typeUntil(page, async () => {
      await handled(1)();
      return page.evaluate(() => window.importSeen.done);
    });
    seconds = (performance.now() - began) / 1_000;
    await typeUntil(page, inMs(AFTERMATH_MS));
  });
  return {
    seconds,
    screens: {
      referenceData: { ...referenceData, longestTask: referenceDataTask },
      typing: { ...typing, longestTask: typingTask },
    },
  };
}

/** As the system ends it when it shuts down: nobody is there to answer what the program would ask before it quits. */
async function end(app: ElectronApplication): Promise<void> {
  const gone = once(app.process(), "exit");
  await app.evaluate(() => void setTimeout(() => process.kill(process.pid, "SIGTERM")));
  await gone;
}

/** Opens the practice shop's window, at rest first, then with an import of so many rows. */
function oneWindow({ rows, restMs }: { rows: number; restMs: number }): Promise<WindowRun> {
  return withDisplay(
    async (env) => {
      const folder = mkdtempSync(join(tmpdir(), "counterside-import-window-"));
      try {
        const path = join(folder, "products.csv");
        await writeProductFile(path, rows);
        const opened = await launchApp(join(folder, "profile"), {
          args: ["--practice"],
          env: { DISPLAY: env.DISPLAY ?? "" },
        });
        try {
          const { page } = opened;
          await openGrid(page, LINES);
          await listen(page);
          await watchFrames(page);
          await prepare(page);
          await openReturn(page);
          await page.waitForTimeout(restMs / 2);
          const atRest = await lookedAt(opened, restMs);
          const { screens, seconds } = await importedAndWatched(opened, path, rows);
          return { atRest, importing: screens, importSeconds: seconds };
        } finally {
          await end(opened.app);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      }
    },
    { always: true },
  );
}

/** Several windows one after another; each holds the same at rest and with an import. */
export async function measureImportWindow(
  { runs, ...choices }: { runs: number; rows: number; restMs: number },
  say: (words: string) => void,
): Promise<Section> {
  const measured: WindowRun[] = [];
  for (let run = 0; run < runs; run += 1) {
    measured.push(await oneWindow(choices));
    say(`  run ${run + 1} of ${runs}`);
  }
  const both = (what: string, of: (screens: Screens) => number): Figure[] => [
    { what, unit: "ms", digits: 1, runs: measured.map(({ importing }) => of(importing)) },
    { what: `${what}, at rest`, unit: "ms", digits: 1, runs: measured.map(({ atRest }) => of(atRest)) },
  ];
  const worst = (of: (screens: Screens) => number[]) => (screens: Screens) => Math.max(...of(screens));
  const late = both(
    "the latest frame of both screens",
    worst(({ typing, referenceData }) => [...typing.late, ...referenceData.late]),
  );
  const overAim = measured.map(
    ({ importing: { typing, referenceData } }) =>
      [...typing.late, ...referenceData.late].filter((ms) => ms > AIM_MS).length,
  );
  const latest = median(late[0]?.runs ?? []);
  return {
    title: "The window during an import",
    method:
      `The real window on the practice shop, at rest and while a CSV file of ${choices.rows.toLocaleString("en")} new ` +
      `products is imported: on the reference data, and on a return of ${LINES} lines with a key every ${KEY_EVERY_MS} ms. ` +
      `Both post a return every ${POST_EVERY_MS} ms. A frame's lateness is the time since the one before, less a sixtieth ` +
      "of a second.",
    figures: [
      ...both(
        "lateness of a frame, reference data, largest",
        worst(({ referenceData }) => referenceData.late),
      ),
      ...both(
        "lateness of a frame, return, largest",
        worst(({ typing }) => typing.late),
      ),
      { what: `frames that came more than ${AIM_MS} ms late`, unit: "", digits: 0, runs: overAim },
      ...both(
        "a typed key to the frame that shows it, longest",
        worst(({ typing }) => typing.keys),
      ),
      { what: "the import", unit: "s", digits: 1, runs: measured.map(({ importSeconds }) => importSeconds) },
    ],
    details: [
      ...both("lateness of a frame, reference data, p99", ({ referenceData }) =>
        percentile(referenceData.late, 0.99),
      ),
      ...both("lateness of a frame, return, p99", ({ typing }) => percentile(typing.late, 0.99)),
      ...both("a typed key to the frame that shows it, p99", ({ typing }) => percentile(typing.keys, 0.99)),
      {
        what: "frames in all",
        unit: "",
        digits: 0,
        runs: measured.map(
          ({ importing: { typing, referenceData } }) => typing.late.length + referenceData.late.length,
        ),
      },
      ...both("a posting by the page, median", ({ typing }) => median(typing.posts)),
      ...both(
        "a posting by the page, longest",
        worst(({ typing, referenceData }) => [...typing.posts, ...referenceData.posts]),
      ),
      ...both(
        "longest task of the page's thread, reference data",
        ({ referenceData }) => referenceData.longestTask.ms,
      ),
      ...both(
        "processor time of that task, reference data",
        ({ referenceData }) => referenceData.longestTask.cpuMs,
      ),
      ...both("longest task of the page's thread, return", ({ typing }) => typing.longestTask.ms),
      ...both("processor time of that task, return", ({ typing }) => typing.longestTask.cpuMs),
    ],
    verdict: `Aim: no frame comes more than ${AIM_MS} ms late while a file is imported. The latest, median over the runs: ${latest.toFixed(1)} ms: ${latest <= AIM_MS ? "met" : "not met"}; at rest ${median(late[1]?.runs ?? []).toFixed(1)} ms.`,
  };
}
