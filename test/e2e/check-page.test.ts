/** The page that checks slips, as it is built: one file, opened from the disk in a phone's window, without a network. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { encodeQR } from "qr";
import { keyText } from "../../contract/slip-code.ts";
import { openSlipKey, withKey } from "../../main/shell/slip-key.ts";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { axeFindings } from "../helpers/axe.ts";
import { CHROMIUM } from "../helpers/chromium.ts";
import { entry } from "../helpers/printed-entries.ts";
import { lacking } from "../helpers/system-programs.ts";
import { memoryFile, quietLog, toyCipher } from "../unit/shell/stand-ins.ts";
import { test } from "./shell/open-app.ts";

const missing = lacking("chromium");
test.skip(missing !== null, missing ?? "");

const BUILT = inRoot("out", "check", "check-slips.html");
const ENTRY = entry({ requestHash: "cd".repeat(32), localAmount: "18005.125", state: "dead_letter" });

let browser: Browser;
let folder: string;
let code: string;
let key: string;

test.beforeAll(async () => {
  const slipKey = openSlipKey(memoryFile(), toyCipher({ safe: true }), quietLog);
  code = String((await slipKey.check(ENTRY, false, Date.parse("2026-11-25T08:40:04Z"))).code);
  key = String((await slipKey.status()).publicKey);
  folder = mkdtempSync(join(tmpdir(), "counterside-check-"));
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
test.afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opening {
  /** Behind the # of the address. */
  fragment?: string;
  /** Saved with the counter's key in it, as Settings saves it. */
  withItsKey?: boolean;
  language?: string;
  /** What the browser lacks. */
  without?: "crypto";
}

async function open({ fragment = "", withItsKey = true, language = "en", without }: Opening = {}) {
  const path = join(folder, `${crypto.randomUUID()}.html`);
  const built = readFileSync(BUILT, "utf8");
  writeFileSync(path, withItsKey ? withKey(built, key) : built);
  const context = await browser.newContext({
    offline: true,
    locale: language,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error") faults.push(line.text());
  });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  if (without === "crypto")
    await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await page.goto(`${pathToFileURL(path).href}${fragment === "" ? "" : `#${fragment}`}`);
  await page.locator("h1").waitFor();
  return { page, faults, requests, close: () => context.close() };
}

const verdict = (page: Page) => page.locator("[data-verdict]");

test("says that a slip is signed and not changed, with its state at printing, and asks no server", async () => {
  const { page, faults, requests, close } = await open();
  await page.locator("#code").fill(code);
  await page.locator("#judge").click();
  await expect(verdict(page)).toHaveAttribute("data-verdict", "signed");
  await expect(verdict(page)).toContainText("Signed, and not changed");
  await expect(verdict(page)).toContainText("18005.125 YER");
  await expect(verdict(page)).toContainText("Refused by the central system");
  await expect(verdict(page)).toContainText(key.slice(0, 8));
  await expect(verdict(page)).toContainText("not the central system's confirmation");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFindings(page, "the checking page")).toEqual([]);
  expect(faults).toEqual([]);
  expect(requests).toHaveLength(1);
  await close();
});

for (const without of [undefined, "crypto"] as const)
  test(`refuses a slip whose amount, state or hash was changed${without === "crypto" ? ", where the browser has no cryptography" : ""}`, async () => {
    const { page, close } = await open(without === undefined ? {} : { without });
    const judgeOne = async (text: string) => {
      await page.locator("#code").fill(text);
      await page.locator("#judge").click();
    };
    for (const [from, to] of [
      ["18005.125", "1800.125"],
      ["|refused|", "|confirmed|"],
      ["cdcd", "cdce"],
    ] as const) {
      await judgeOne(code);
      await expect(verdict(page)).toHaveAttribute("data-verdict", "signed");
      await judgeOne(code.replace(from, to));
      await expect(verdict(page), to).toHaveAttribute("data-verdict", "changed");
      await expect(verdict(page)).toContainText("Does not match");
      await expect(verdict(page)).toContainText("None of it is proved");
    }
    await close();
  });

test("proves nothing by a key that it doesn't know, until a person adds it, and then keeps it", async () => {
  const { page, close } = await open({ withItsKey: false, fragment: code });
  await expect(verdict(page)).toHaveAttribute("data-verdict", "unknownKey");
  await page.locator("#code").fill(keyText(key));
  await page.locator("#judge").click();
  await expect(page.getByText("Add it only if the shop itself gave it to you.")).toBeVisible();
  await expect(verdict(page)).toHaveCount(0);
  await page.locator("#add-key").click();
  await expect(verdict(page)).toHaveAttribute("data-verdict", "signed");
  await page.reload();
  await expect(verdict(page)).toHaveAttribute("data-verdict", "signed");
  await close();
});

test("says of anything else that it is no slip's code, and reads no markup in it", async () => {
  const { page, faults, close } = await open();
  await page.locator("#code").fill(`<img src=x onerror="document.title='owned'">${code}`);
  await page.locator("#judge").click();
  await expect(verdict(page)).toHaveAttribute("data-verdict", "noCode");
  expect(await page.title()).toBe("Check a slip");
  expect(faults).toEqual([]);
  await close();
});

test("judges a text with a % that encodes nothing, and leaves no verdict of the slip before it", async () => {
  const { page, faults, close } = await open({ fragment: "%" });
  await expect(verdict(page)).toHaveAttribute("data-verdict", "noCode");
  await page.locator("#code").fill(code);
  await page.locator("#judge").click();
  await expect(verdict(page)).toHaveAttribute("data-verdict", "signed");
  await page.locator("#code").fill(`https://shop.example/#%zz${code}`);
  await page.locator("#judge").click();
  await expect(verdict(page)).toHaveAttribute("data-verdict", "noCode");
  expect(faults).toEqual([]);
  await close();
});

test("reads a currency in Arabic letters, from the picture too", async () => {
  const arabic = openSlipKey(memoryFile(), toyCipher({ safe: true }), quietLog);
  const { code: of } = await arabic.check(
    { ...ENTRY, currencyId: "ر.ي" },
    false,
    Date.parse("2026-11-25T08:40:04Z"),
  );
  const { page, close } = await open({ withItsKey: false });
  await page.locator("#code").fill(keyText(String((await arabic.status()).publicKey)));
  await page.locator("#judge").click();
  await page.locator("#add-key").click();
  const picture = Buffer.from(encodeQR(String(of), "gif", { ecc: "medium", border: 4, scale: 4 }));
  await page.locator("#picture").setInputFiles({ name: "slip.gif", mimeType: "image/gif", buffer: picture });
  await expect(verdict(page)).toHaveAttribute("data-verdict", "signed");
  await expect(verdict(page)).toContainText("ر.ي");
  await close();
});

test("reads the printed code from a picture, where the browser has no detector, in Arabic", async () => {
  const { page, close } = await open({ language: "ar" });
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const picture = Buffer.from(encodeQR(code, "gif", { ecc: "medium", border: 4, scale: 4 }));
  await page.locator("#picture").setInputFiles({ name: "slip.gif", mimeType: "image/gif", buffer: picture });
  await expect(verdict(page)).toHaveAttribute("data-verdict", "signed");
  await expect(verdict(page)).toContainText("موقّع ولم يتغير");
  await page.locator("#language").click();
  await expect(verdict(page)).toContainText("Signed, and not changed");
  await close();
});

test("says where there is no camera that a picture does it too", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "Use the camera" }).click();
  await expect(page.getByRole("alert")).toContainText("Choose a picture of the code");
  await close();
});

test("leaves no camera on that was allowed after the page was drawn anew, or asked for twice", async () => {
  const { page, faults, close } = await open();
  await page.evaluate(() => {
    const tracks: MediaStreamTrack[] = [];
    const asked: (() => void)[] = [];
    const live = () => tracks.filter(({ readyState }) => readyState === "live").length;
    Object.assign(window, { cameras: { asked, tracks, live } });
    const devices = {
      getUserMedia: async () => {
        await new Promise<void>((allow) => asked.push(allow));
        const canvas = document.createElement("canvas");
        canvas.getContext("2d");
        const stream = canvas.captureStream(1);
        tracks.push(...stream.getTracks());
        return stream;
      },
    };
    Object.defineProperty(navigator, "mediaDevices", { value: devices });
  });
  const allowAll = () => page.evaluate("cameras.asked.splice(0).forEach((allow) => allow())");
  const live = () => page.evaluate("cameras.live()");
  const tracks = () => page.evaluate("cameras.tracks.length");
  const camera = page.locator("button", { hasText: /camera|الكاميرا/ });
  await camera.click();
  await page.locator("#language").click();
  await allowAll();
  await expect.poll(tracks).toBe(1);
  await expect.poll(live).toBe(0);
  await page.locator("#language").click();
  await camera.click();
  await camera.click();
  await allowAll();
  await expect.poll(tracks).toBe(3);
  await expect.poll(live).toBe(1);
  await page.locator("#language").click();
  await expect.poll(live).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
