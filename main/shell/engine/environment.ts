/** What the program runs on, for the About box and for support. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "electron";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { errorCode } from "../../lib/error-code.ts";

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

// Which database binding the engine loads: the packaged one, or the one that an older test runtime needs.

/** Written into the app folder of a test build by the packaging script. */
export const BUILD_INFO = "build-info.json";
/** The packaged binding is built against this Node-API; an older runtime crashes in it without a word. */
const NEEDED_NODE_API = 10;

interface Runtime {
  packaged: boolean;
  /** `process.versions.napi`. */
  nodeApi: number;
  /** COUNTERSIDE_SQLITE_BINDING, in a source checkout only. */
  fromEnvironment: string | undefined;
  resourcesPath: string;
  /** The text of build-info.json, or null where there is none. */
  buildInfo: string | null;
}

type Binding = { usable: true; path: string | null } | { usable: false; sentence: string };

/** Reads build-info.json's text; nothing in it counts where it is not as agreed. */
export function isTestBuild(text: string | null): boolean {
  return buildFacts(text)?.testBuild ?? false;
}

/** By hand: zod is not loaded yet when the window opens. */
function buildFacts(text: string | null): { testBuild: boolean; sqliteBinding: string | null } | null {
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null) return null;
    const testBuild: unknown = Reflect.get(read, "testBuild");
    const sqliteBinding: unknown = Reflect.get(read, "sqliteBinding");
    if (typeof testBuild !== "boolean") return null;
    return { testBuild, sqliteBinding: typeof sqliteBinding === "string" ? sqliteBinding : null };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Decides the binding, or says why the program can't run here. `path` null means the packaged one. */
export function chooseBinding(runtime: Runtime): Binding {
  if (!runtime.packaged && runtime.fromEnvironment) return { usable: true, path: runtime.fromEnvironment };
  if (runtime.nodeApi >= NEEDED_NODE_API) return { usable: true, path: null };
  const info = buildFacts(runtime.buildInfo);
  if (info?.testBuild && info.sqliteBinding) {
    return { usable: true, path: join(runtime.resourcesPath, info.sqliteBinding) };
  }
  return {
    usable: false,
    sentence: `This Electron is too old for Counterside's database (Node-API ${runtime.nodeApi}, ${NEEDED_NODE_API} is needed): start it with "npm start", or install the released program.`,
  };
}
