/** Opens the built app in a real Electron, as a person would, on a profile of the test's own. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import {
  type ChannelInput,
  type ChannelName,
  type ChannelOutput,
  parseChannelOutput,
} from "../../contract/channels.ts";
import type { Reply, ReplyError } from "../../contract/reply.ts";
import { launchApp } from "../../scripts/lib/app/launch-app.mjs";

export interface OpenApp {
  app: ElectronApplication;
  page: Page;
  /** Calls a channel as the renderer would; throws the error's code and words. */
  invoke<Name extends ChannelName>(channel: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>>;
  /** The error of a call that is expected to fail. */
  refused(channel: string, input: unknown): Promise<ReplyError>;
  /** SIGKILL to the main process; resolves when it is gone. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A profile folder of its own; call `remove` at the end. */
export function temporaryProfile(): { profile: string; remove: () => void } {
  const profile = mkdtempSync(join(tmpdir(), "counterside-e2e-"));
  return { profile, remove: () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Opens the app and waits until its window shows the program. */
export async function openApp(profile: string, switches: string[] = []): Promise<OpenApp> {
  const { app, page } = await launchApp(profile, { args: switches });
  await page.waitForFunction(() => "counterside" in window);

  const call = (channel: string, input: unknown): Promise<Reply<unknown>> =>
    page.evaluate(([name, given]) => Reflect.apply(window.counterside.invoke, null, [name, given]), [
      channel,
      input,
    ] as const);
  return {
    app,
    page,
    async invoke<Name extends ChannelName>(
      channel: Name,
      input: ChannelInput<Name>,
    ): Promise<ChannelOutput<Name>> {
      const reply = await call(channel, input);
      if (reply.ok) return parseChannelOutput(channel, reply.value);
      throw new Error(`${channel}: ${reply.error.code}: ${reply.error.message}`);
    },
    async refused(channel, input) {
      const reply = await call(channel, input);
      if (!reply.ok) return reply.error;
      throw new Error(`${channel} was expected to be refused`);
    },
    async kill() {
      const child = app.process();
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
    async close() {
      const child = app.process();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      // As the system ends it: a window that is closed asks about entries that are not sent yet, and nobody answers.
      await app.evaluate(() => void setTimeout(() => process.kill(process.pid, "SIGTERM")));
      await gone;
    },
  };
}
