/** Has the system's crash handler write its pictures into the profile, and send them nowhere. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type App, crashReporter } from "electron";

const HANDLER = "chrome_crashpad_handler";

/** Where pictures of memory go. */
export const dumpFolder = (profile: string): string => join(profile, "crashes", "dumps");

/** On Linux the handler is a program beside this one; elsewhere it is part of it. */
export const canDump = (): boolean =>
  process.platform !== "linux" || existsSync(join(dirname(process.execPath), HANDLER));

/** To be called before any other process is started: on Linux they inherit the handler. */
export function startNativeReports(app: App, profile: string): void {
  if (!canDump()) return;
  const folder = dumpFolder(profile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath("crashDumps", folder);
  crashReporter.start({ uploadToServer: false, submitURL: "", compress: false });
}
