/** The real window on a large shop's profile: its page asks channels and times each answer itself. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { CountersideBridge } from "../../../contract/bridge.ts";
import type { ChannelInput, ChannelName } from "../../../contract/channels.ts";
import { launchApp } from "../../../scripts/lib/app/launch-app.mjs";
import { withDisplay } from "../../../scripts/lib/set-up/xvfb.mjs";
import { copyLargeProfile, type LargeProfile } from "../profiles/large-profile.ts";

declare global {
  interface Window {
    readonly counterside: CountersideBridge;
  }
}

/** After the start the file is looked through once in the background; what is measured comes later. */
const AT_REST_MS = 15_000;

/** The value that this share of all values doesn't exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

/** Milliseconds from the page's call to its answer, one call after the other. Throws where one is refused. */
export function timedCalls<Name extends ChannelName>(
  page: Page,
  channel: Name,
  inputs: readonly ChannelInput<Name>[],
): Promise<number[]> {
  const calls: { name: string; asked: unknown[] } = { name: channel, asked: [...inputs] };
  return page.evaluate(async ({ name, asked }) => {
    const times: number[] = [];
    for (const input of asked) {
      const began = performance.now();
      const reply: unknown = await Reflect.apply(window.counterside.invoke, undefined, [name, input]);
      times.push(performance.now() - began);
      if (typeof reply !== "object" || reply === null || Reflect.get(reply, "ok") !== true)
        throw new Error(`${name}: ${JSON.stringify(reply)}`);
    }
    return times;
  }, calls);
}

/**
 * Milliseconds from a text to the whole answer of `documents.search`, asked on as the screens do until `limit` are found
 * or all were looked at; and of each single call.
 */
export function timedDocuments(
  page: Page,
  texts: readonly string[],
  limit: number,
): Promise<{ whole: number[]; calls: number[] }> {
  return page.evaluate(
    async ({ asked, most }) => {
      const times: { whole: number[]; calls: number[] } = { whole: [], calls: [] };
      for (const text of asked) {
        const began = performance.now();
        let found = 0;
        let cursor: string | null = null;
        do {
          const called = performance.now();
          const reply: Awaited<ReturnType<typeof window.counterside.invoke<"documents.search">>> =
            await window.counterside.invoke("documents.search", {
              text,
              limit: most - found,
              ...(cursor === null ? {} : { cursor }),
            });
          times.calls.push(performance.now() - called);
          if (!reply.ok) throw new Error(reply.error.message);
          found += reply.value.documents.length;
          cursor = reply.value.cursor;
        } while (cursor !== null && found < most);
        times.whole.push(performance.now() - began);
      }
      return times;
    },
    { asked: [...texts], most: limit },
  );
}

/** Opens the window on a copy of the profile, which is removed afterwards. */
export function inLargeWindow<Result>(
  wanted: LargeProfile,
  say: (words: string) => void,
  work: (page: Page, profile: string) => Promise<Result>,
): Promise<Result> {
  return withDisplay(
    async (env) => {
      const folder = mkdtempSync(join(tmpdir(), "counterside-large-"));
      const profile = join(folder, "profile");
      Object.assign(process.env, env);
      try {
        await copyLargeProfile(wanted, profile, say);
        const { app, page } = await launchApp(profile);
        try {
          // The first answer waits for the engine.
          await page.evaluate(async () => {
            while (!(await window.counterside.invoke("mirror.search", { kind: "product", text: "a" })).ok)
              await new Promise((done) => setTimeout(done, 100));
          });
          if (wanted.products >= 100_000) await page.waitForTimeout(AT_REST_MS);
          return await work(page, profile);
        } finally {
          await app.close();
        }
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      }
    },
    { always: true },
  );
}
