/** electron-updater, bound to this program: its own feed, its own place on the disk, its own way to replace a file. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AppUpdater, BaseUpdater, MacUpdater, NsisUpdater } from "electron-updater";
import type { DownloadUpdateOptions } from "electron-updater/out/AppUpdater.js";
import type { DownloadedUpdateHelper } from "electron-updater/out/DownloadedUpdateHelper.js";
import type { Log } from "../log/log.ts";
import type { createFeed } from "./feed.ts";
import { replaceFile, requireProven } from "./replace-file.ts";
import type { InstallTarget } from "./target.ts";
import { UpdateFailure } from "./update-failure.ts";

type Feed = ReturnType<typeof createFeed>;

export interface UpdaterDeps {
  target: InstallTarget;
  /** The version that runs. */
  version: string;
  /** A folder of the profile: downloads, and the random number that a staged rollout asks for. */
  folder: string;
  feed: Feed;
  log: Log;
}

export interface ProgramUpdater {
  updater: AppUpdater;
  /** Puts what was downloaded in place. Throws UpdateFailure. Where `andStart`, it starts afterwards. */
  install(andStart: boolean): void;
}

type Options = ConstructorParameters<typeof NsisUpdater>[1];

/** Of several files of one kind, the one for this processor. */
export function fileFor<Named>(
  files: readonly Named[],
  nameOf: (file: Named) => string,
  ending: string,
  arch: string,
): Named | undefined {
  const fitting = files.filter((file) => nameOf(file).toLowerCase().endsWith(ending.toLowerCase()));
  return fitting.find((file) => nameOf(file).includes(arch)) ?? fitting[0];
}

/**
 * Replaces the AppImage in one step. electron-updater's own class removes the old file before the new one is there,
 * and starts the new one once to no end.
 */
class AppImageReplacer extends BaseUpdater {
  readonly #path: string | null;
  protected readonly httpExecutor: Feed["executor"];
  constructor(app: Options, feed: Feed, path: string | null) {
    super(null, app);
    this.#path = path;
    this.httpExecutor = feed.executor;
  }
  protected override doDownloadUpdate(downloadUpdateOptions: DownloadUpdateOptions) {
    const { provider, info } = downloadUpdateOptions.updateInfoAndProvider;
    const files = provider.resolveFiles(info);
    const fileInfo = fileFor(files, ({ url }) => url.pathname, ".AppImage", process.arch);
    if (fileInfo === undefined) throw new UpdateFailure("no_file", `version ${info.version} has no AppImage`);
    return this.executeDownload({
      fileExtension: "AppImage",
      fileInfo,
      downloadUpdateOptions,
      task: async (path, options) => {
        await this.httpExecutor.download(fileInfo.url, path, options);
      },
    });
  }
  replace(): void {
    const { path, sha512 } = downloadOf(this.downloadedUpdateHelper);
    if (this.#path === null) throw new UpdateFailure("other", "this installation can't replace itself");
    replaceFile(this.#path, path, sha512);
    try {
      rmSync(path);
    } catch (error) {
      // It takes room until the next download, and nothing else.
      this._logger.warn(`the download could not be removed: ${String(error)}`);
    }
  }
  protected override doInstall(): boolean {
    this.replace();
    return true;
  }
}

/** Where the download lies, and the hash of the signed list that it was proven with. */
function downloadOf(helper: DownloadedUpdateHelper | null): { path: string; sha512: string } {
  const path = helper?.file ?? null;
  const sha512 = helper?.downloadedFileInfo?.sha512;
  if (path === null || sha512 === undefined) throw new UpdateFailure("other", "nothing was downloaded");
  return { path, sha512 };
}

class OurNsisUpdater extends NsisUpdater {
  protected readonly httpExecutor: Feed["executor"];
  constructor(app: Options, feed: Feed) {
    super(null, app);
    this.httpExecutor = feed.executor;
  }
  /** Hashes the installer once more and starts it as the very next thing: it may have lain there for days. */
  start(andStart: boolean): void {
    const { path, sha512 } = downloadOf(this.downloadedUpdateHelper);
    requireProven(path, sha512);
    this.install(true, andStart);
  }
}

class OurMacUpdater extends MacUpdater {
  protected readonly httpExecutor: Feed["executor"];
  constructor(app: Options, feed: Feed) {
    super(undefined, app);
    this.httpExecutor = feed.executor;
  }
  /** The system checks the signature of what it is handed; this checks that it is handed what was proven. */
  start(): void {
    const { path, sha512 } = downloadOf(this.downloadedUpdateHelper);
    requireProven(path, sha512);
    this.quitAndInstall();
  }
}

/** What electron-updater wants to know of the program. It is never given a way to end it: the quit guard does that. */
function adapterOf({ version, folder, target }: UpdaterDeps) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = join(folder, "updater.yml");
  writeFileSync(own, "updaterCacheDirName: downloads\n", { mode: 0o600 });
  const nothing = () => undefined;
  return {
    version,
    name: "counterside",
    isPackaged: true,
    userDataPath: folder,
    baseCachePath: folder,
    // On Windows it names the publisher whose signature the installer must bear; without it there is no target "nsis".
    appUpdateConfigPath: target.kind === "nsis" ? target.configPath : own,
    whenReady: () => Promise.resolve(),
    relaunch: nothing,
    quit: nothing,
    onQuit: nothing,
  };
}

function make(deps: UpdaterDeps): ProgramUpdater {
  const { target, feed } = deps;
  const app = adapterOf(deps);
  switch (target.kind) {
    case "appimage": {
      const updater = new AppImageReplacer(app, feed, target.path);
      return {
        updater,
        install: (andStart) => {
          updater.replace();
          if (andStart) target.start();
        },
      };
    }
    case "by_hand": {
      const updater = new AppImageReplacer(app, feed, null);
      return { updater, install: () => updater.replace() };
    }
    case "nsis": {
      const updater = new OurNsisUpdater(app, feed);
      return { updater, install: (andStart) => updater.start(andStart) };
    }
    case "mac": {
      const updater = new OurMacUpdater(app, feed);
      return { updater, install: () => updater.start() };
    }
  }
}

/** Makes the updater of this installation. */
export function createProgramUpdater(deps: UpdaterDeps): ProgramUpdater {
  const { feed, log } = deps;
  const made = make(deps);
  const { updater } = made;
  const line = (level: "warn" | "error") => (message?: unknown) =>
    log[level]("The updater failed", { error: message });
  updater.logger = { info: () => undefined, warn: line("warn"), error: line("error") };
  updater.setFeedURL({ provider: "custom", updateProvider: feed.provider });
  updater.autoDownload = false;
  // The quit guard says when, not electron-updater.
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  // Its many small requests would have to be bounded one by one; a whole file is proven in one pass.
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  return made;
}
