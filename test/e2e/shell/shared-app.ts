/** Apps that several tests share: one for the tests of a file that begin alike, and one practice shop for all files. */
import type { ChannelOutput } from "../../../contract/channels.ts";
import type { LaunchChoices } from "../../../scripts/lib/app/launch-app.mjs";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import {
  atEndOfProcess,
  closeApp,
  newProfile,
  type OpenedApp,
  openApp,
  removeProfile,
  test,
} from "./open-app.ts";

type Prepare = (opened: OpenedApp) => Promise<unknown>;
type Settings = ChannelOutput<"settings.get">;
/** `callsOnly`: the test never looks at the page, so that it stays as the test before left it. */
type Shared = (choices?: { callsOnly?: boolean }) => Promise<OpenedApp>;

/** Lets a test hold channels or answer them itself. */
export const HOLD_CHANNELS = inRoot("scripts", "screens", "hold-channels.cjs");

/** Home, drawn anew, with these settings. To draw it costs a third of what an app's start does. */
async function beginAgain(
  { invoke, page }: OpenedApp,
  settings: Settings,
  callsOnly: boolean,
): Promise<void> {
  await invoke("settings.set", settings);
  if (callsOnly) return;
  await page.evaluate(() => history.replaceState(null, "", "#/"));
  await page.reload();
  await page.locator("main h1").first().waitFor();
}

async function end(opened: OpenedApp): Promise<void> {
  await closeApp(opened);
  removeProfile(opened.profile);
}

/**
 * Answers what a test of this file calls for its app: opened and prepared for the first that calls, closed after the
 * last. Each begins on Home, the page drawn anew and the settings as they were prepared; what the tests before entered
 * is still there. After a failed test Playwright goes on in a new process, so the next has a new app too.
 */
export function sharedApp(prepare: Prepare, choices: LaunchChoices = {}): Shared {
  let opened: OpenedApp | undefined;
  let settings: Settings;

  test.afterAll(async () => {
    if (opened !== undefined) await end(opened);
    opened = undefined;
  });

  return async ({ callsOnly = false } = {}) => {
    if (opened === undefined) {
      opened = await openApp(newProfile(), choices);
      await prepare(opened);
      settings = await opened.invoke("settings.get", {});
    } else await beginAgain(opened, settings, callsOnly);
    return opened;
  };
}

/** The practice shop of this process of tests, and the settings of a new profile. */
let shop: { opened: OpenedApp; settings: Settings } | undefined;

async function openShop(): Promise<OpenedApp> {
  if (shop === undefined) {
    const opened = await openApp(newProfile(), { preloads: [HOLD_CHANNELS] });
    atEndOfProcess.push(() => end(opened));
    shop = { opened, settings: await opened.invoke("settings.get", {}) };
    await opened.invoke("practice.start", {});
  } else {
    const { invoke, page } = shop.opened;
    await invoke("settings.set", shop.settings);
    // A file may have ended practice with a connection.
    await invoke("practice.start", {});
    await invoke("practice.setServiceUp", { up: true });
    await invoke("practice.startOver", {});
    await page.emulateMedia({ reducedMotion: null });
  }
  const { opened } = shop;
  await opened.page.setViewportSize({ width: 1360, height: 860 });
  return opened;
}

/**
 * The same with one practice shop for all files: for the first test of a file it starts over as another company, with
 * the settings of a new profile and nothing entered. What a file sets beside those, such as a PIN, it removes again.
 */
export function practiceShop(prepare: Prepare = async () => undefined): Shared {
  let ready: { opened: OpenedApp; settings: Settings } | undefined;
  return async ({ callsOnly = false } = {}) => {
    if (ready === undefined) {
      const opened = await openShop();
      await prepare(opened);
      ready = { opened, settings: await opened.invoke("settings.get", {}) };
    }
    await beginAgain(ready.opened, ready.settings, callsOnly);
    return ready.opened;
  };
}
