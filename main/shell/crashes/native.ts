/** Has the system's crash handler write its pictures into the profile, and send them nowhere. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type App, crashReporter } from "electron";
import { dumpFolder } from "./crashes.ts";

const HANDLER = "chrome_crashpad_handler";

/** On Linux the handler is a program beside this one; elsewhere it is part of it. */
const canDump = (): boolean =>
  process.platform !== "linux" || existsSync(join(dirname(process.execPath), HANDLER));

/** Once the counter is open: beginning costs tens of milliseconds, which the first second can't spare. */
const BEGIN_AFTER_MS = 3_000;

/**
 * Begins a little later. The crash of a process that was started before, or of the program until then, leaves no picture
 * on Linux; that a process crashed is written down all the same.
 */
export function startNativeReports(app: App, profile: string): void {
  if (!canDump()) return;
  const folder = dumpFolder(profile);
  setTimeout(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath("crashDumps", folder);
    crashReporter.start({ uploadToServer: false, submitURL: "", compress: false });
  }, BEGIN_AFTER_MS).unref();
}
