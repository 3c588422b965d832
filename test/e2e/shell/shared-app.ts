/** One app for the tests of a file that begin alike. */
import type { ChannelOutput } from "../../../contract/channels.ts";
import type { LaunchChoices } from "../../../scripts/lib/app/launch-app.mjs";
import { closeApp, newProfile, type OpenedApp, openApp, removeProfile, test } from "./open-app.ts";

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
  let settings: ChannelOutput<"settings.get">;

  test.afterAll(async () => {
    if (opened !== undefined) await closeApp(opened);
    if (folder !== undefined) removeProfile(folder);
    opened = undefined;
    folder = undefined;
  });

  return async () => {
    if (opened === undefined) {
      folder = newProfile();
      opened = await openApp(folder, choices);
      await prepare(opened);
      settings = await opened.invoke("settings.get", {});
      return opened;
    }
    const { invoke, page } = opened;
    await invoke("settings.set", settings);
    await page.evaluate(() => history.replaceState(null, "", "#/"));
    await page.reload();
    await page.locator("main h1").first().waitFor();
    return opened;
  };
}
