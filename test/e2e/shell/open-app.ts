/** Opens the built app in a real Electron on a profile of its own, and closes it whatever happens. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { _electron, test as base, type ElectronApplication, type Page } from "@playwright/test";
import type { CountersideBridge } from "../../../contract/bridge.ts";
import type { Reply } from "../../../contract/reply.ts";
import { electronEnvironment, electronRuntime } from "../../../scripts/lib/electron-runtime.mjs";
import { root } from "../../../scripts/lib/paths.mjs";

declare global {
  interface Window {
    readonly counterside: CountersideBridge;
  }
}

/** The app folder that is tested: this checkout, or another that was named, such as a copy that nobody rebuilds. */
export const appFolder = process.env.COUNTERSIDE_TEST_APP ?? root;

/**
 * Holds Electron's `ready` back until Playwright listens. Playwright leaves it out where it is given an executable,
 * and then a window that opens at once is attached to in the middle of its navigation, now and then for ever.
 */
const READY_GATE = join(
  dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")),
  ...["lib", "server", "electron", "loader.js"],
);

export interface OpenedApp {
  app: ElectronApplication;
  process: ChildProcess;
  page: Page;
  /** Calls a channel as the page would, also with a name or an input that the types forbid. */
  call(channel: string, input: unknown): Promise<Reply<unknown>>;
}

export interface OpenChoices {
  args?: string[];
  /** Modules that Electron loads before the app. */
  preloads?: string[];
  /** A program to start in place of Electron; it finds Electron's path in COUNTERSIDE_TEST_ELECTRON. */
  wrapper?: string;
  env?: Record<string, string>;
}

/** What is needed to start the app by hand: the executable, the arguments before the app's own, the environment. */
export async function commandLine(profile: string) {
  const runtime = await electronRuntime({ yes: true });
  return {
    executable: runtime.executable,
    args: [...runtime.args, appFolder, "--profile", profile],
    env: electronEnvironment(runtime),
  };
}

/** Opens the app on this profile and waits for its page. */
export async function openApp(profile: string, choices: OpenChoices = {}): Promise<OpenedApp> {
  const { executable, args, env } = await commandLine(profile);
  const app = await _electron.launch({
    executablePath: choices.wrapper ?? executable,
    args: [
      ...[READY_GATE, ...(choices.preloads ?? [])].flatMap((path) => ["-r", path]),
      ...args,
      ...(choices.args ?? []),
    ],
    env: { ...env, COUNTERSIDE_TEST_ELECTRON: executable, ...choices.env },
    // Playwright would switch the sandbox off; whether it can work here is the runtime's to say.
    chromiumSandbox: true,
  });
  const page = await app.firstWindow();
  await page.waitForLoadState("domcontentloaded");
  const call = (channel: string, input: unknown): Promise<Reply<unknown>> =>
    page.evaluate(
      // The types forbid what these tests try on purpose, so the bridge is called by name.
      async ([name, given]) => Reflect.apply(Reflect.get(window.counterside, "invoke"), null, [name, given]),
      [channel, input] as const,
    );
  return { app, process: app.process(), page, call };
}

/** How the app's process ends; answers at once where it has ended. */
export async function ended({ process }: OpenedApp): Promise<number | null> {
  if (process.exitCode !== null || process.signalCode !== null) return process.exitCode;
  const [code] = await once(process, "exit");
  return typeof code === "number" ? code : null;
}

/** Ends the app as the system does when it shuts down: without a question. */
export async function closeApp(opened: OpenedApp): Promise<void> {
  const { exitCode, signalCode } = opened.process;
  if (exitCode === null && signalCode === null) {
    // The app's own process, not that of a wrapper around it.
    await opened.app.evaluate(() => void setTimeout(() => process.kill(process.pid, "SIGTERM")));
  }
  await ended(opened);
}

interface Fixtures {
  /** A new profile folder, removed afterwards. */
  profile: string;
  /** Opens the app on the profile; closed afterwards. */
  open: (choices?: OpenChoices) => Promise<OpenedApp>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  profile: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "counterside-e2e-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  open: async ({ profile }, use) => {
    const opened: OpenedApp[] = [];
    await use(async (choices) => {
      const one = await openApp(profile, choices);
      opened.push(one);
      return one;
    });
    for (const one of opened) await closeApp(one);
  },
});

/** Makes the app's message boxes answer by themselves; returns what they were asked so far. */
export async function answerBoxes(
  app: ElectronApplication,
  response: number,
): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, button) => {
    const asked: string[] = [];
    Reflect.set(globalThis, "askedBoxes", asked);
    Reflect.set(dialog, "showMessageBox", async (...given: unknown[]) => {
      asked.push(JSON.stringify(given.at(-1)));
      return { response: button, checkboxChecked: false };
    });
  }, response);
  return () => app.evaluate(() => Reflect.get(globalThis, "askedBoxes"));
}
