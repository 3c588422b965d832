/** The page of all counters, as it is built: one file in the shop folder, opened from the disk or over HTTP. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { statusName } from "../../contract/status-file.ts";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { axeFindings } from "../helpers/axe.ts";
import { makeCounter, signedText, writeChain } from "../helpers/chain-folder.ts";
import { CHROMIUM } from "../helpers/chromium.ts";
import { lacking } from "../helpers/system-programs.ts";
import { test } from "./shell/open-app.ts";

const missing = lacking("chromium");
test.skip(missing !== null, missing ?? "");

const BUILT = inRoot("out", "chain", "chain.html");
const now = Date.now();

let browser: Browser;
let folder: string;

test.beforeAll(async () => {
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
test.afterAll(async () => browser?.close());
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-chain-"));
  cpSync(BUILT, join(folder, "chain.html"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open({ language = "en", dark = false, url = "" } = {}) {
  const context = await browser.newContext({
    offline: url === "",
    locale: language,
    colorScheme: dark ? "dark" : "light",
  });
  const page = await context.newPage();
  if (url !== "") await page.clock.install();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error") faults.push(line.text());
  });
  await page.goto(url === "" ? pathToFileURL(join(folder, "chain.html")).href : url);
  await page.locator("h1").waitFor();
  return { page, faults, close: () => context.close() };
}

const choose = (page: Page) => page.locator("#folder").setInputFiles(join(folder, "status"));
const firstNames = (page: Page) => page.locator("tbody tr td:first-child bdi:first-child").allTextContents();

const chain = () => [
  makeCounter(1, now),
  makeCounter(2, now, {
    needs: ["refused"],
    counts: { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 3 },
  }),
  makeCounter(3, now, { writtenAt: new Date(now - 3 * 86_400_000).toISOString() }),
  makeCounter(4, now, { needs: ["disk_low"], name: '<img src=x onerror="document.title=1">' }),
];

test("shows from a chosen folder who needs somebody first, with totals, in English and Arabic, and sends nothing", async () => {
  writeChain(folder, chain());
  const { page, faults, close } = await open();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await choose(page);
  await expect(page.locator("tbody tr")).toHaveCount(4);
  expect((await firstNames(page)).map((name) => name.slice(0, 6))).toEqual([
    "Till 3",
    "Till 2",
    "<img s",
    "Till 1",
  ]);
  await expect(page.locator("tbody tr").first()).toContainText("Silent for \u20683 days\u2069");
  await expect(page.locator("#totals")).toContainText("4,002 YER");
  expect(await axeFindings(page, "the page of all counters")).toEqual([]);
  await page.locator("#needy").click();
  await expect(page.locator("tbody tr")).toHaveCount(3);
  await page.locator("#search").fill("till 2");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.locator("#language").click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("tbody tr")).toContainText("عمليات مرفوضة");
  expect(await page.title()).toBe("كل نقاط البيع");
  expect(faults).toEqual([]);
  expect(asked.filter((url) => !url.startsWith("blob:"))).toEqual([]);
  await close();
});

test("is as easy to read in Arabic in the dark, with the ends of its numbers below each other", async () => {
  writeChain(folder, chain());
  const { page, close } = await open({ dark: true, language: "ar" });
  await choose(page);
  await expect(page.locator("tbody tr")).toHaveCount(4);
  expect(await axeFindings(page, "the page of all counters in the dark")).toEqual([]);
  for (const number of ["th.number", "td.number"])
    await expect(page.locator(number).first()).toHaveCSS("text-align", "right");
  await close();
});

test("names what was tampered with, another key, a file that is gone and one that says nothing", async () => {
  const counters = chain();
  writeChain(folder, counters);
  const { page, close } = await open();
  await choose(page);
  await expect(page.locator("tbody tr")).toHaveCount(4);
  const [one, two, three] = counters;
  if (one === undefined || two === undefined || three === undefined) throw new Error("no counters");
  const path = (of: typeof one) => join(folder, statusName(of.status.deviceId));
  writeFileSync(path(one), readFileSync(path(one), "utf8").replace("Till 1", "Till 9"));
  writeFileSync(path(two), signedText({ ...two, key: makeCounter(0, now).key }));
  rmSync(path(three));
  writeFileSync(join(folder, "status", "junk.json"), "[]");
  await page.reload();
  await choose(page);
  await expect(page.locator("tbody tr").first()).toContainText("Its status was changed by somebody");
  await expect(page.locator("tbody tr").nth(1)).toContainText("Its key is new here");
  await expect(page.locator(".notice").first()).toContainText("Till 3");
  await expect(page.locator(".notice").last()).toContainText("junk.json");
  await close();
});

test("misses a counter for 30 days after its file is gone, as the program does", async () => {
  writeChain(folder, chain());
  const { page, close } = await open();
  await choose(page);
  await expect(page.locator("tbody tr")).toHaveCount(4);
  rmSync(join(folder, statusName(makeCounter(3, now).status.deviceId)));
  const noticesAfter = async (days: number): Promise<string[]> => {
    await page.clock.setFixedTime(now + days * 86_400_000);
    await page.reload();
    await choose(page);
    await expect(page.locator("tbody tr")).toHaveCount(3);
    await expect(page.getByRole("status")).toHaveCount(0);
    return page.locator(".notice").allTextContents();
  };
  expect(await noticesAfter(1)).toEqual([expect.stringContaining("Till 3")]);
  expect(await noticesAfter(30)).toEqual([expect.stringContaining("Till 3")]);
  expect(await noticesAfter(32)).toEqual([]);
  await close();
});

test("says in its own language how a folder is chosen, and of one without statuses that there are none", async () => {
  const status = writeChain(folder, []);
  const { page, faults, close } = await open({ language: "ar" });
  const asked = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "اختيار المجلد…" }).click();
  await (await asked).setFiles(status);
  await expect(page.getByText("لم تكتب أي نقطة بيع حالتها بعد")).toBeVisible();
  await expect(page.locator("#totals, #search, table")).toHaveCount(0);
  expect(faults).toEqual([]);
  await close();
});

test("reads of the whole shop folder the statuses alone, and none that is too large", async () => {
  writeChain(folder, chain());
  mkdirSync(join(folder, "lists"));
  writeFileSync(join(folder, "lists", "product.json"), "[]");
  writeFileSync(join(folder, "timestamp.json"), "{}");
  writeFileSync(join(folder, "status", "large.json"), signedText(makeCounter(5, now)) + " ".repeat(40_000));
  const { page, close } = await open();
  await page.locator("#folder").setInputFiles(folder);
  await expect(page.locator("tbody tr")).toHaveCount(4);
  await expect(page.locator(".notice")).toHaveText(["Status files that can't be read (1): large.json"]);
  await close();
});

test("reads over HTTP what the index beside it names, and again after a server that was away", async () => {
  writeChain(folder, chain());
  let isAway = false;
  const server = createServer((incoming, outgoing) => {
    if (isAway) return void incoming.socket.destroy();
    try {
      const body = readFileSync(join(folder, new URL(incoming.url ?? "", "http://x").pathname));
      outgoing
        .writeHead(200, incoming.url?.endsWith(".html") ? { "content-type": "text/html" } : {})
        .end(body);
    } catch {
      outgoing.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const { page, close } = await open({ url: `http://127.0.0.1:${port}/chain.html` });
  await expect(page.locator("tbody tr")).toHaveCount(4);
  isAway = true;
  await page.clock.runFor(61_000);
  await expect(page.locator("tbody tr")).toHaveCount(4);
  isAway = false;
  writeChain(folder, [...chain(), makeCounter(5, now)]);
  await page.clock.runFor(61_000);
  await expect(page.locator("tbody tr")).toHaveCount(5);
  await close();
  server.closeAllConnections();
  server.close();
});

test("shows 5,000 counters", async () => {
  test.setTimeout(120_000);
  writeChain(
    folder,
    Array.from({ length: 5_000 }, (_, n) => makeCounter(n, now, n % 50 === 0 ? { needs: ["refused"] } : {})),
  );
  const { page, faults, close } = await open();
  await page.evaluate(() => {
    const folder = document.querySelector("#folder");
    folder?.addEventListener("change", () => performance.mark("chosen"), { capture: true });
    new MutationObserver(() => {
      if (
        document.querySelectorAll("tbody tr").length > 0 &&
        performance.getEntriesByName("drawn").length === 0
      )
        performance.mark("drawn");
    }).observe(document.body, { childList: true, subtree: true });
  });
  await choose(page);
  await expect(page.locator("tbody tr")).toHaveCount(300);
  const ms = await page.evaluate(() => performance.measure("all", "chosen", "drawn").duration);
  test.info().annotations.push({ type: "5,000 counters", description: `${Math.round(ms)} ms` });
  await expect(page.locator("#totals")).toContainText("5,002,500 YER");
  await expect(page.getByRole("status")).toHaveCount(0);
  await page.locator("#search").fill("Till 4999");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  expect(faults).toEqual([]);
  console.log(`5,000 counters: ${Math.round(ms)} ms`);
  await close();
});
