/** What the program runs on, for the About box and for support. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "electron";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { errorCode } from "../../lib/error-code.ts";
import { BUILD_INFO, isTestBuild } from "./sqlite-binding.ts";

/** The text of the packaged build's own description; null in a release and in a source checkout. */
export function readBuildInfo(app: App): string | null {
  try {
    return readFileSync(join(app.getAppPath(), BUILD_INFO), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** The answer of `app.environment`. */
export function describeEnvironment(
  app: App,
  logFolder: string,
  sqliteBinding: string | null,
): ChannelOutput<"app.environment"> {
  return {
    platform: process.platform,
    version: app.getVersion(),
    electron: process.versions.electron,
    chromium: process.versions.chrome,
    packaged: app.isPackaged,
    testBuild: sqliteBinding !== null || isTestBuild(readBuildInfo(app)),
    locale: app.getLocale(),
    logFolder,
  };
}
