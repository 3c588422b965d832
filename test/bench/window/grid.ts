/** A return of many lines in the real window: what its keys, a scan, a step back and a paste take. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import { launchApp } from "../../../scripts/lib/app/launch-app.mjs";
import { startXvfb } from "../../../scripts/lib/set-up/xvfb.mjs";
import { type Look, listen, lookLike, type Mark, openGrid, press, shownTimes } from "./grid-window.ts";
import { traced } from "./grid-work.ts";

/** Milliseconds, one value a key or a deed. */
export interface TypingTimes {
  /** A key typed into cells of numbers and text. */
  typing: number[];
  /** What such a key costs the page's thread. */
  work: number[];
  /** The same keys by the browser's Event Timing, to the picture; one that took less than 16 ms counts as 8. */
  shown: number[];
}
export interface DeedTimes {
  moving: number[];
  /** A key typed into the cell that finds goods, and into the note. */
  finding: number[];
  note: number[];
  batches: number[];
  scan: number[];
  undo: number[];
  /** One value: pasted rows until all are read, and from their taking to the lines. */
  pasteRead: number[];
  pasteTaken: number[];
}

/** Of each deed that is no row of keys. */
const DEEDS = 12;

interface Opened {
  app: ElectronApplication;
  page: Page;
}

const TYPED = ["quantity", "price", "received", "description"] as const;
const digits = (count: number) => Array.from({ length: count }, (_, index) => String(1 + (index % 9)));
const times = (marks: readonly Mark[]) => marks.map(({ ms }) => ms);

/** Types numbers of four digits into each column, line after line, and goes back up. */
async function typeInto(page: Page, row: number, keys: number): Promise<Mark[]> {
  const lines = Math.ceil(keys / TYPED.length / 4);
  const all: Mark[] = [];
  for (const column of TYPED) {
    await page.getByTestId(`cell-${row}-${column}`).focus();
    const marks = await press(page, Array.from({ length: lines }, () => [...digits(4), "ArrowDown"]).flat());
    all.push(...marks.filter(({ key }) => key !== "ArrowDown"));
    for (let line = 0; line < lines; line += 1) await page.keyboard.press("ArrowUp");
    await page.getByTestId(`cell-${row}-${column}`).waitFor();
  }
  const elsewhere = all.find(({ place }) => !TYPED.some((column) => place.endsWith(`-${column}`)));
  if (elsewhere !== undefined) throw new Error(`typed into ${elsewhere.place}`);
  return all;
}

/** From a deed to the end of the frame that shows what is waited for; `find` is looked for once a frame. */
async function until(
  page: Page,
  deed: () => Promise<unknown>,
  find: string,
  before: string | null = null,
): Promise<number> {
  await page.evaluate(
    ([selector, text]) => {
      Reflect.deleteProperty(window, "deedTime");
      const began = { at: 0 };
      const start = ({ timeStamp }: Event) => {
        if (began.at === 0) began.at = timeStamp;
      };
      for (const type of ["keydown", "click"] as const)
        window.addEventListener(type, start, { once: true, capture: true });
      const look = () => {
        const found = began.at === 0 ? null : document.querySelector(selector);
        if (found === null || found.textContent === text) {
          requestAnimationFrame(look);
          return;
        }
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => Reflect.set(window, "deedTime", performance.now() - began.at);
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    },
    [find, before] as const,
  );
  await deed();
  await page.waitForFunction(() => Reflect.has(window, "deedTime"), undefined, { timeout: 120_000 });
  return page.evaluate(() => Number(Reflect.get(window, "deedTime")));
}

/** Scans goods in a unit that no line has: they become a line of their own. */
async function scanNew(page: Page, product: number): Promise<number> {
  const barcode = await page.evaluate(async (text) => {
    const found = await window.counterside.invoke("mirror.search", { kind: "product", text, limit: 1 });
    const row = found.ok ? found.value.rows[0] : undefined;
    return row?.kind === "product" ? (row.units.at(-1)?.barcode ?? "") : "";
  }, String(product));
  await page.keyboard.press("F2");
  await page.keyboard.insertText(barcode);
  const before = await page.getByTestId("return-total").textContent();
  return until(page, () => page.keyboard.press("Enter"), "[data-testid=return-total]", before);
}

/** Pastes rows into a new return, and takes them. */
async function pasteRows(app: ElectronApplication, page: Page, rows: number) {
  const text = Array.from({ length: rows }, (_, index) => `${1001 + (index % 42)}\t${1 + (index % 9)}`);
  await app.evaluate(({ clipboard }, written) => clipboard.writeText(written), text.join("\n"));
  await page.getByTestId("draft-new").click();
  await page.getByTestId("draft-tab-1").waitFor();
  await page.keyboard.press("F2");
  const take = page.getByTestId("pasted-take");
  const read = await until(page, () => page.keyboard.press("Control+v"), "[data-testid=pasted-take]:enabled");
  const taken = await until(page, () => take.click(), "[data-testid=cell-0-quantity]");
  return { pasteRead: [read], pasteTaken: [taken] };
}

async function openBatches(page: Page, deeds: number): Promise<number[]> {
  const opened: number[] = [];
  for (let time = 0; time < deeds; time += 1) {
    opened.push(await until(page, () => page.keyboard.press("Alt+ArrowDown"), "[role=listbox]"));
    for (const key of ["Escape", "ArrowUp"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(50);
    }
  }
  return opened;
}

const cell = (page: Page, row: number, column: string) => page.getByTestId(`cell-${row}-${column}`);

async function measureTyping({ app, page }: Opened, row: number, keys: number): Promise<TypingTimes> {
  await cell(page, 0, "quantity").focus();
  for (let at = 0; at < row; at += 10) {
    await page.keyboard.press("PageDown");
    await page.waitForTimeout(60);
  }
  await cell(page, row, "quantity").waitFor();
  await listen(page);
  await typeInto(page, row, 16);
  await shownTimes(page);
  const typing = times(await typeInto(page, row, keys));
  const late = await shownTimes(page);
  const shown = [...late, ...Array.from({ length: Math.max(0, typing.length - late.length) }, () => 8)];
  const work = await traced(app, () => typeInto(page, row, Math.min(keys, 80)));
  return { typing, shown, work };
}

async function measureDeeds(
  { app, page }: Opened,
  row: number,
  lines: number,
  keys: number,
): Promise<DeedTimes> {
  await cell(page, row, "product").focus();
  const finding = times(await press(page, digits(Math.min(keys, 40))));
  await page.keyboard.press("Escape");
  await cell(page, row, "quantity").focus();
  const moves = Math.min(keys, 100, lines - row - 1);
  const moving = times(
    await press(
      page,
      Array.from({ length: moves }, () => "ArrowDown"),
    ),
  );
  await cell(page, row + moves, "expiry").focus();
  const deeds = Math.min(keys, DEEDS);
  const batches = await openBatches(page, deeds);
  await page.getByTestId("header-more").click();
  await page.getByTestId("header-note").focus();
  const note = times(await press(page, digits(Math.min(keys, 100))));
  await page.getByTestId("header-more").click();
  const scan: number[] = [];
  for (let product = 1001; product < 1001 + deeds; product += 1) scan.push(await scanNew(page, product));
  const undo: number[] = [];
  for (let step = 0; step < deeds; step += 1) {
    await page.keyboard.press("F2");
    await page.waitForTimeout(50);
    undo.push(...times(await press(page, ["Control+z"])));
  }
  return { moving, finding, note, batches, scan, undo, ...(await pasteRows(app, page, lines)) };
}

/** The same keys with nothing in the page but one field: what the frames and the machine alone make a key wait. */
async function measureBare(page: Page, keys: number): Promise<number[]> {
  await page.evaluate(() => {
    const field = document.createElement("input");
    document.body.replaceChildren(field);
    field.focus();
  });
  return times(await press(page, digits(keys)));
}

/** Measures a return of that many lines in a window that looks so: typing, and where asked for everything else. */
export async function measureGrid(choices: {
  lines: number;
  keys: number;
  look: Look;
  deeds: boolean;
}): Promise<{ typing: TypingTimes; deeds: DeedTimes | null; bare: number[] }> {
  const { lines, keys, look } = choices;
  const row = Math.floor(lines / 4 / 10) * 10;
  const xvfb = await startXvfb({ width: look.width + 100, height: look.height + 100 });
  const profile = mkdtempSync(join(tmpdir(), "counterside-grid-"));
  try {
    const { app, page } = await launchApp(profile, {
      args: ["--practice"],
      env: { DISPLAY: xvfb.display },
    });
    try {
      await lookLike(app, page, look);
      await openGrid(page, lines);
      const typing = await measureTyping({ app, page }, row, keys);
      const deeds = choices.deeds ? await measureDeeds({ app, page }, row, lines, keys) : null;
      return { typing, deeds, bare: await measureBare(page, keys) };
    } finally {
      await app.close();
    }
  } finally {
    await xvfb.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
