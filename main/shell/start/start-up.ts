/** What is decided before Electron is ready: the profile, the single instance, the database binding. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, dialog } from "electron";
import { chooseBinding, readBuildInfo } from "../engine/environment.ts";
import { type LogFile, openLog } from "../log.ts";
import { registerAppScheme } from "../window/app-protocol.ts";
import { parseArguments, profileProblem } from "./profile.ts";

export interface Prepared {
  profile: string;
  practice: boolean;
  sqliteBinding: string | null;
  log: LogFile;
}

/** The database binding that this runtime loads. */
export const bindingFor = (app: App) =>
  chooseBinding({
    packaged: app.isPackaged,
    nodeApi: Number(process.versions.napi),
    fromEnvironment: process.env.COUNTERSIDE_SQLITE_BINDING,
    resourcesPath: process.resourcesPath,
    buildInfo: readBuildInfo(app),
  });

/** Prepares the start; null where the program must end instead, which then is under way. */
export function prepareStart(app: App): Prepared | null {
  // What this process makes is its account's alone, wherever it is; the engine closes what was wider before.
  process.umask(0o077);
  const {
    profile: wanted,
    practice,
    problem: unclear,
  } = parseArguments(process.argv.slice(1), process.cwd());
  const profile = wanted ?? app.getPath("userData");
  const problem = unclear ?? profileProblem(profile);
  if (problem !== null) return giveUp(app, problem);
  app.setPath("userData", profile);
  // Chromium's caches stay apart from the engine's files.
  app.setPath("sessionData", join(profile, "browser"));
  // The first one is notified of it and comes forward.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return null;
  }
  const binding = bindingFor(app);
  if (!binding.usable) return giveUp(app, binding.sentence);
  registerAppScheme();
  const log = openLog(join(profile, "logs"), !app.isPackaged);
  return { profile, practice, sqliteBinding: binding.path, log };
}

/** One sentence on standard error and in a box, then the end. */
function giveUp(app: App, sentence: string): null {
  process.stderr.write(`${sentence}\n`);
  // Chromium writes into its folder even to show a box, and the profile is not to be touched.
  app.setPath("userData", mkdtempSync(join(tmpdir(), "counterside-")));
  app
    .whenReady()
    .then(() => dialog.showMessageBox({ type: "error", title: "Counterside", message: sentence }))
    .finally(() => app.exit(1));
  return null;
}
