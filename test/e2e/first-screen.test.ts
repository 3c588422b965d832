/** What the window shows before its engine answers: what the engine of before knew, of books that are as they were. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { EngineChannel } from "../../contract/channels.ts";
import { commandLine } from "../../scripts/lib/app/launch-app.mjs";
import { line, RETURN } from "./printing-steps.ts";
import { closeApp, type OpenedApp, test } from "./shell/open-app.ts";

const HOLD_CHANNELS = join(import.meta.dirname, "../../scripts/screens/hold-channels.cjs");

/** All that Home asks the engine at a start. */
const OF_THE_ENGINE = [
  ...["people.status", "connection.get", "sync.status", "recovery.refusal", "pin.status", "disk.status"],
  ...["outbox.summary", "outbox.list", "recovery.report", "backup.status", "draft.list", "mirror.counts"],
] as const satisfies EngineChannel[];

const CLOSE_WHILE_LOADED = join(import.meta.dirname, "shell/close-while-loaded.cjs");
const SIGNAL_WHILE_WIRED = join(import.meta.dirname, "shell/signal-while-wired.cjs");
const CRASH_FIRST_PAGE = join(import.meta.dirname, "shell/crash-first-page.cjs");

const letGo = ({ app }: OpenedApp) => app.evaluate(() => Reflect.get(globalThis, "heldChannels").letGo());

test("a window whose engine has not answered shows what waited when the program ended, and the engine's answers once they come", async ({
  open,
}) => {
  const before = await open({ args: ["--practice"] });
  await before.page.locator("header").getByRole("switch").waitFor();
  await before.call("practice.setServiceUp", { up: false });
  for (const quantity of ["1", "2"])
    await before.invoke("purchaseReturn.post", { ...RETURN, lines: [line(1001, "450.5", quantity)] });
  await closeApp(before);

  const held = { preloads: [HOLD_CHANNELS], env: { COUNTERSIDE_TEST_HOLD: OF_THE_ENGINE.join(",") } };
  const opened = await open(held);
  const sign = opened.page.locator("header button[aria-haspopup=dialog]");
  await expect(sign).toContainText("2 unsent");
  await expect(opened.page.getByTestId("home-entries").getByRole("listitem")).toHaveCount(2);
  await expect(opened.page.locator("main h1")).toContainText("1,351.5");
  await letGo(opened);
  await expect(sign).toContainText("Offline");
  await expect(opened.page.getByTestId("home-entries").getByRole("listitem")).toHaveCount(2);
  await opened.kill();

  // What a kill leaves may be newer than what was known: the window shows nothing of it.
  const after = await open(held);
  await expect(after.page.locator("main h1")).toBeVisible();
  await expect(after.page.getByTestId("home-entries")).toHaveCount(0);
  await letGo(after);
  await expect(after.page.getByTestId("home-entries").getByRole("listitem")).toHaveCount(2);
});

test("a window that was drawn with other settings than those in the file takes up the file's", async ({
  profile,
  open,
}) => {
  await closeApp(await open());
  const path = join(profile, "first-settings.json");
  const kept = JSON.parse(readFileSync(path, "utf8"));
  const note = JSON.stringify({ ...JSON.parse(kept.note), language: "ar" });
  const digest = createHash("sha256").update(note).digest("base64");
  writeFileSync(path, JSON.stringify({ ...kept, note, digest }));
  const opened = await open();
  await expect(opened.page.locator("main h1")).toBeVisible();
  await expect(opened.page.locator("html")).toHaveAttribute("dir", "ltr");
  // What is written beside the open program holds from the next start on.
  writeFileSync(join(profile, "settings.json"), JSON.stringify({ language: "ar" }));
  await closeApp(opened);
  const { note: left } = JSON.parse(readFileSync(path, "utf8"));
  expect(JSON.parse(left).language).toBe("ar");
});

/** The exit code of the program that this module is loaded before; null where it goes on. */
async function endOf(profile: string, preload: string): Promise<number | null> {
  const { executable, args, env } = await commandLine(profile);
  const app = spawn(executable, ["-r", preload, ...args], { env, stdio: "ignore" });
  const ended = once(app, "exit");
  try {
    await Promise.race([ended, delay(15_000)]);
    return app.exitCode;
  } finally {
    app.kill("SIGKILL");
    await ended;
  }
}

test("a window that is closed while the program is loaded ends it, without a box, and so does a signal", async ({
  profile,
  open,
}) => {
  await closeApp(await open());
  expect(await endOf(profile, CLOSE_WHILE_LOADED)).toBe(0);
  expect(readFileSync(join(profile, "logs", "main.log"), "utf8")).not.toContain("could not start");
  expect(await endOf(profile, SIGNAL_WHILE_WIRED)).toBe(0);
});

test("a page that crashes before it is drawn is opened again, and the program starts", async ({
  profile,
  open,
}) => {
  await closeApp(await open());
  const log = join(profile, "logs", "main.log");
  rmSync(log);
  const { executable, args, env } = await commandLine(profile);
  // Playwright doesn't outlive the crash of the page that it waits for.
  const app = spawn(executable, ["-r", CRASH_FIRST_PAGE, ...args], { env, stdio: "ignore" });
  const ended = once(app, "exit");
  try {
    // Written once a page is seen, which the one that crashed never was, and the engine ready.
    await expect
      .poll(() => (existsSync(log) ? readFileSync(log, "utf8") : ""), { timeout: 30_000 })
      .toContain('"Started"');
  } finally {
    app.kill("SIGTERM");
    await ended;
  }
});
