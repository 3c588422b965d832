/** Binds the updates to Electron and to this computer. */
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { App } from "electron";
import type { Settings } from "../../../contract/channels/shell.ts";
import type { CountersideEvent } from "../../../contract/events.ts";
import { openStoreFile } from "../files/store-file.ts";
import type { Log } from "../log/log.ts";
import { ownSession } from "../window/own-session.ts";
import type { Fetch } from "./fetch-file.ts";
import { readUpdateKey } from "./manifest.ts";
import { updateRules } from "./rules.ts";
import { installTarget } from "./target.ts";
import { createUpdates, type Updates } from "./updates.ts";

export interface OpenUpdatesDeps {
  app: App;
  profile: string;
  settings: () => Settings;
  /** The owner's policy holds the server and the channel in place. */
  isFixed?: boolean;
  emit: (event: CountersideEvent) => void;
  /** Ends the program in order, without a question. */
  leave: () => void;
  log: Log;
}

/** Laid into the archive of a release by whoever makes it. */
const KEY_FILE = "update-key.pem";

function keyOf(app: App) {
  // In a source checkout only, as with every other switch of the environment.
  const given = app.isPackaged ? undefined : process.env.COUNTERSIDE_UPDATE_KEY;
  if (given !== undefined) return readUpdateKey(given);
  const path = join(app.getAppPath(), KEY_FILE);
  return app.isPackaged && existsSync(path) ? readUpdateKey(readFileSync(path, "utf8")) : null;
}

/** Both the file and its folder: the new one is put beside it and takes its name. */
function canReplace(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    // Missing, or an administrator's.
    return false;
  }
}

/** Chromium's network without cookies, cache or sign-in: the system's proxy and certificates, and nothing of the counter. */
const fetchWithout: Fetch = (url, signal) =>
  ownSession("updates").fetch(url, {
    redirect: "error",
    credentials: "omit",
    cache: "no-store",
    signal,
  });

/** Makes the updates of this run. */
export function openUpdates({
  app,
  profile,
  settings,
  isFixed = false,
  emit,
  leave,
  log,
}: OpenUpdatesDeps): Updates {
  const configPath = join(process.resourcesPath, "app-update.yml");
  return createUpdates({
    version: app.getVersion(),
    key: keyOf(app),
    profile,
    leave,
    log,
    fetch: fetchWithout,
    platform: process.platform,
    arch: process.arch,
    now: () => new Date(),
    rules: () => updateRules(settings(), isFixed),
    target: installTarget({
      platform: process.platform,
      packaged: app.isPackaged,
      appImage: process.env.APPIMAGE,
      canWrite: canReplace,
      configPath: existsSync(configPath) ? configPath : null,
      start: (path) => {
        // The new one asks for it while this one is still ending.
        app.releaseSingleInstanceLock();
        spawn(path, process.argv.slice(1), { detached: true, stdio: "ignore" }).unref();
      },
    }),
    file: openStoreFile(profile, "updates", log),
    changed: (payload) => emit({ event: "updates.changed", payload }),
  });
}
