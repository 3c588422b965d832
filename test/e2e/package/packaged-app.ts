/**
 * The packaged program, started as it is. Its fuses keep Playwright's usual way out (--inspect), so it is met
 * through Chromium's own debugging port.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { sandboxSwitches } from "../../../scripts/lib/set-up/electron-runtime.mjs";
import type { MadePackage } from "./made-package.ts";

export interface PackagedApp {
  child: ChildProcess;
  page: Page;
  work: string;
  /** The titles and addresses of everything that its debugging port shows. */
  targets(): Promise<string>;
  /** Standard error so far. */
  words(): string;
  hasEnded(): boolean;
  end(): Promise<void>;
}

const ATTACH_TRIES = 4;

/** The titles and addresses of everything that a debugging port shows. @param address as Chromium names it */
const targetsAt = async (address: string) =>
  (await fetch(`http://${new URL(address).host}/json/list`)).text();

/**
 * Attaches to Chromium's debugging port once the page is there: in the middle of its navigation, an attempt now and
 * then hangs for ever.
 */
export async function attach(address: string): Promise<Browser> {
  const targets = () => targetsAt(address);
  await expect.poll(targets, { timeout: 20_000 }).toMatch(/"title": "[^"]*Counterside/);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await chromium.connectOverCDP(address, { timeout: 8_000 });
    } catch (error) {
      if (attempt === ATTACH_TRIES) throw error;
    }
  }
}

interface Choices {
  args?: string[];
  env?: Record<string, string>;
  /** One that is kept; else a new one, which goes when the program is ended. */
  profile?: string;
}

/** Starts it, on a new profile where none is given, and attaches to its page. */
export async function startPackaged(
  made: MadePackage,
  { args = [], env = {}, profile }: Choices = {},
): Promise<PackagedApp> {
  const work = mkdtempSync(join(tmpdir(), "counterside-packaged-"));
  const words = ["--remote-debugging-port=0", "--profile", profile ?? join(work, "profile")];
  const child = spawn(made.executable, [...(await sandboxSwitches(made.executable)), ...words, ...args], {
    // Nothing of the checkout may help: not its folder, not its compiled binding.
    cwd: work,
    env: { ...process.env, COUNTERSIDE_SQLITE_BINDING: undefined, ELECTRON_RENDERER_URL: undefined, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    if (!hasEnded()) {
      const ended = new Promise((settle) => child.once("exit", settle));
      child.kill("SIGKILL");
      await ended;
    }
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // Chromium names its debugging port on standard error.
    const address = await new Promise<string>((settle, fail) => {
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const found = /DevTools listening on (ws:\/\/\S+)/.exec(said)?.[1];
        if (found !== undefined) settle(found);
      });
      child.once("error", fail);
      child.once("exit", (code) => fail(new Error(`The program ended with ${code}:\n${said}`)));
    });
    const targets = () => targetsAt(address);
    const browser = await attach(address);
    const context = browser.contexts()[0];
    if (context === undefined) throw new Error("The program has no browser context.");
    const page = context.pages()[0] ?? (await context.waitForEvent("page"));
    return { child, page, work, targets, words: () => said, hasEnded, end };
  } catch (error) {
    await end();
    throw error;
  }
}
