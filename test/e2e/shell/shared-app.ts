/** One app for the tests of a file that begin alike. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reply } from "../../../contract/reply.ts";
import type { LaunchChoices } from "../../../scripts/lib/app/launch-app.mjs";
import { closeApp, type OpenedApp, openApp, test } from "./open-app.ts";

const answerOf = (reply: Reply<unknown>): unknown => {
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply.value;
};

/**
 * Answers what a test of this file calls for its app: opened and prepared for the first that calls, closed after the
 * last. Each begins on Home, the page drawn anew and the settings as they were prepared; what the tests before entered
 * is still there. After a failed test Playwright goes on in a process of its own, so the next has an app of its own too.
 */
export function sharedApp(
  prepare: (opened: OpenedApp) => Promise<unknown>,
  choices: LaunchChoices = {},
): () => Promise<OpenedApp> {
  let folder: string | undefined;
  let opened: OpenedApp | undefined;
  let settings: unknown;

  test.afterAll(async () => {
    if (opened !== undefined) await closeApp(opened);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    opened = undefined;
    folder = undefined;
  });

  return async () => {
    if (opened === undefined) {
      folder = mkdtempSync(join(tmpdir(), "counterside-e2e-"));
      opened = await openApp(folder, choices);
      await prepare(opened);
      settings = answerOf(await opened.call("settings.get", {}));
      return opened;
    }
    const { call, page } = opened;
    answerOf(await call("settings.set", settings));
    await page.evaluate(() => history.replaceState(null, "", "#/"));
    await page.reload();
    await page.locator("main h1").first().waitFor();
    return opened;
  };
}
