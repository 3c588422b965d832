/** Opens the built app in a real Electron on a new profile, and closes it whatever happens. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type ElectronApplication, type Page } from "@playwright/test";
import type { CountersideBridge } from "../../../contract/bridge.ts";
import {
  type ChannelInput,
  type ChannelName,
  type ChannelOutput,
  parseChannelOutput,
} from "../../../contract/channels.ts";
import type { Reply } from "../../../contract/reply.ts";
import { type LaunchChoices, launchApp } from "../../../scripts/lib/app/launch-app.mjs";

declare global {
  interface Window {
    readonly counterside: CountersideBridge;
  }
}

export interface OpenedApp {
  app: ElectronApplication;
  process: ChildProcess;
  page: Page;
  profile: string;
  /** Calls a channel as the page would, also with a name or an input that the types forbid. */
  call(channel: string, input: unknown): Promise<Reply<unknown>>;
  /** Calls a channel by its types; throws the error's code and words. */
  invoke<Name extends ChannelName>(channel: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>>;
  /** SIGKILL to the main process; resolves when it is gone. */
  kill(): Promise<void>;
}

/** No process that only tries a graphics card, which no test machine has. The packaged program is tested without this. */
const NO_GRAPHICS_CARD = "--disable-gpu";

/** Opens the app on this profile and waits for its page. */
export async function openApp(profile: string, choices: LaunchChoices = {}): Promise<OpenedApp> {
  const { app, page } = await launchApp(profile, {
    ...choices,
    args: [NO_GRAPHICS_CARD, ...(choices.args ?? [])],
  });
  const call = (channel: string, input: unknown): Promise<Reply<unknown>> =>
    page.evaluate(
      // The types forbid what these tests try on purpose, so the bridge is called by name.
      async ([name, given]) => Reflect.apply(Reflect.get(window.counterside, "invoke"), null, [name, given]),
      [channel, input] as const,
    );
  const opened: OpenedApp = {
    app,
    process: app.process(),
    page,
    profile,
    call,
    invoke: async (channel, input) => {
      const reply = await call(channel, input);
      if (reply.ok) return parseChannelOutput(channel, reply.value);
      throw new Error(`${channel}: ${reply.error.code}: ${reply.error.message}`);
    },
    kill: async () => {
      opened.process.kill("SIGKILL");
      await ended(opened);
    },
  };
  return opened;
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

export const newProfile = (): string => mkdtempSync(join(tmpdir(), "counterside-e2e-"));
export const removeProfile = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** What is open for more than one file: closed when this process of tests ends. */
export const atEndOfProcess: (() => Promise<void>)[] = [];

interface Fixtures {
  /** A new profile folder, removed afterwards. */
  profile: string;
  /** Opens the app on the profile; closed afterwards. */
  open: (choices?: LaunchChoices) => Promise<OpenedApp>;
}

export const test = base.extend<Fixtures, { processEnds: undefined }>({
  processEnds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await use(undefined);
      for (const close of atEndOfProcess) await close();
    },
    { scope: "worker", auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  profile: async ({}, use) => {
    const folder = newProfile();
    await use(folder);
    removeProfile(folder);
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

/**
 * Makes the app's message boxes answer by themselves; returns what they were asked so far. The program's own questions
 * (main/shell/window/dialogs.ts) are not among them: they are answered yes, as without this.
 */
export async function answerBoxes(
  app: ElectronApplication,
  response: number,
): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, button) => {
    const asked: string[] = [];
    Reflect.set(globalThis, "askedBoxes", asked);
    Reflect.set(dialog, "showMessageBox", async (...given: unknown[]) => {
      if (Reflect.get(Object(given.at(-1)), "type") === "question")
        return { response: 1, checkboxChecked: false };
      asked.push(JSON.stringify(given.at(-1)));
      return { response: button, checkboxChecked: false };
    });
  }, response);
  return () => app.evaluate(() => Reflect.get(globalThis, "askedBoxes"));
}
