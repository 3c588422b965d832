/**
 * The packaged program, started as it is. Its fuses keep Playwright's usual way out (--inspect), so it is met
 * through Chromium's own debugging port.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, expect, type Page, test } from "@playwright/test";
import { sandboxSwitches } from "../../../scripts/lib/chromium-sandbox.mjs";
import { type MadePackage, makePackageOnce, PACKAGING_MS } from "./made-package.ts";

test.skip(process.platform !== "linux", "packages of the other systems are made by the release workflow");

let made: MadePackage;
let work: string;
let child: ChildProcess;
let browser: Browser;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  made = await makePackageOnce();
  work = mkdtempSync(join(tmpdir(), "counterside-packaged-"));
  const words = ["--remote-debugging-port=0", "--profile", join(work, "profile")];
  child = spawn(made.executable, [...(await sandboxSwitches(made.executable)), ...words], {
    // Nothing of the checkout may help: not its folder, not its compiled binding.
    cwd: work,
    env: { ...process.env, COUNTERSIDE_SQLITE_BINDING: undefined, ELECTRON_RENDERER_URL: undefined },
    stdio: ["ignore", "ignore", "pipe"],
  });
  browser = await attach(await debuggingAddress(child));
  const context = browser.contexts()[0];
  if (context === undefined) throw new Error("The program has no browser context.");
  page = context.pages()[0] ?? (await context.waitForEvent("page"));
});

test.afterAll(async () => {
  await end(child);
  rmSync(work, { recursive: true, force: true });
});

/** Chromium names its debugging port on standard error. */
function debuggingAddress(started: ChildProcess): Promise<string> {
  return new Promise((settle, fail) => {
    let heard = "";
    started.stderr?.setEncoding("utf8").on("data", (text: string) => {
      heard += text;
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(heard)?.[1];
      if (address !== undefined) settle(address);
    });
    started.once("error", fail);
    started.once("exit", (code) => fail(new Error(`The program ended with ${code}:\n${heard}`)));
  });
}

const ATTACH_TRIES = 4;

/** Attaches once the page is there: in the middle of its navigation, an attempt now and then hangs for ever. */
async function attach(address: string): Promise<Browser> {
  const targets = `http://${new URL(address).host}/json/list`;
  await expect
    .poll(async () => (await fetch(targets)).text(), { timeout: 20_000 })
    .toMatch(/"title": "[^"]*Counterside/);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await chromium.connectOverCDP(address, { timeout: 8_000 });
    } catch (error) {
      if (attempt === ATTACH_TRIES) throw error;
    }
  }
}

const hasEnded = (started: ChildProcess) => started.exitCode !== null || started.signalCode !== null;

async function end(started: ChildProcess | undefined): Promise<void> {
  if (started === undefined || hasEnded(started)) return;
  const ended = new Promise((settle) => started.once("exit", settle));
  started.kill("SIGKILL");
  await ended;
}

/** Calls a channel through the page, as the screens do. */
const invoke = (channel: string, input: object = {}) =>
  page.evaluate(
    ([name, words]): Promise<{ ok: boolean; value: unknown }> =>
      Reflect.apply(Reflect.get(Reflect.get(window, "counterside"), "invoke"), null, [name, words]),
    [channel, input] as const,
  );

test("its first screen is drawn from inside the package", async () => {
  expect(page.url()).toMatch(/^app:\/\/counterside\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Counterside/);
});

test("it knows what it is", async () => {
  const answer = await invoke("app.environment");
  expect(answer).toMatchObject({ ok: true, value: { packaged: true, testBuild: made.testBuild } });
});

test("its engine answers, with the database that lies beside the archive", async () => {
  const answer = await invoke("app.info");
  expect(answer).toMatchObject({ ok: true, value: { profile: join(work, "profile") } });
  expect(answer.value).toHaveProperty("engine.sqlite", expect.stringMatching(/^3\./));
});

test("its practice shop opens, so that every process it is made of runs from the package", async () => {
  expect(await invoke("practice.start")).toMatchObject({ ok: true });
  await expect
    .poll(async () => (await invoke("connection.get")).value)
    .toMatchObject({ practice: true, hasToken: true });
});

test("it ends when asked to", async () => {
  // The page may be gone before its answer arrives.
  await invoke("app.quit").catch(() => undefined);
  await expect.poll(() => hasEnded(child), { timeout: 20_000 }).toBe(true);
  expect(child.exitCode).toBe(0);
});
