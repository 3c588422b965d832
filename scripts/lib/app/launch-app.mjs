/** Opens the built app with Playwright, for the tour, the pictures and the end-to-end tests. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { _electron } from "@playwright/test";
import { inRoot, root } from "../paths.mjs";
import { electronEnvironment, electronRuntime } from "../set-up/electron-runtime.mjs";

/** The app folder that is opened: this checkout, or another that was named, such as a copy that nobody rebuilds. */
export const appFolder = process.env.COUNTERSIDE_TEST_APP ?? root;

/**
 * Holds Electron's `ready` back until Playwright listens. Playwright leaves it out where it is given an executable,
 * and then a window that opens at once is attached to in the middle of its navigation, now and then for ever.
 */
const READY_GATE = join(
  dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")),
  ...["lib", "server", "electron", "loader.js"],
);

/**
 * Playwright's keys never pass the display: after two minutes of an Xvfb the system would say that nobody is
 * there, and an open PIN would lock. Not set through Playwright: what it evaluates while the app starts is
 * now and then lost.
 */
const NEVER_IDLE = inRoot("scripts", "lib", "app", "never-idle.cjs");

/** What the program asks outside the page is answered yes; a test that looks at the question answers it itself. */
const SAY_YES = inRoot("scripts", "lib", "app", "say-yes.cjs");

/**
 * What is needed to start the app by hand: the executable, the arguments before the app's own, the environment.
 * @param {string} profile
 * @param {string} [folder] the app's, where it is another than `appFolder`
 */
export async function commandLine(profile, folder = appFolder) {
  const runtime = await electronRuntime({ yes: true });
  return {
    executable: runtime.executable,
    args: [...runtime.args, folder, "--profile", profile],
    env: electronEnvironment(runtime),
  };
}

/**
 * @typedef {object} LaunchChoices
 * @property {string[]} [args] the app's own switches
 * @property {string[]} [preloads] modules that Electron loads before the app
 * @property {string} [wrapper] a program to start in place of Electron; it finds Electron's path in COUNTERSIDE_TEST_ELECTRON
 * @property {Record<string, string>} [env]
 * @property {string} [folder] the app's, where it is another than `appFolder`
 */

/**
 * Opens the app on this profile and waits for its page.
 * @param {string} profile
 * @param {LaunchChoices} [choices]
 */
export async function launchApp(profile, choices = {}) {
  const { executable, args, env } = await commandLine(profile, choices.folder);
  const app = await _electron.launch({
    executablePath: choices.wrapper ?? executable,
    args: [
      ...[READY_GATE, NEVER_IDLE, SAY_YES, ...(choices.preloads ?? [])].flatMap((path) => ["-r", path]),
      ...args,
      ...(choices.args ?? []),
    ],
    env: { ...env, COUNTERSIDE_TEST_ELECTRON: executable, ...choices.env },
    // Playwright would switch the sandbox off; whether it can work here is the runtime's to say.
    chromiumSandbox: true,
  });
  const page = await app.firstWindow();
  await page.waitForLoadState("domcontentloaded");
  // On a busy machine a window that was just opened may have no size yet, and then no picture can be taken of it.
  await page.waitForFunction(() => document.documentElement.clientWidth > 0);
  return { app, page };
}
