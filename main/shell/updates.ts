/**
 * Newer versions of the program, by electron-updater: it asks the server, decides a staged rollout, verifies the
 * publisher's signature and starts the system's installer. What is here says when: only a person starts a download,
 * and nothing is installed before the program has ended in order.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "electron";
import type { AppUpdater, CancellationToken } from "electron-updater";
import type { Settings } from "../../contract/channels/shell.ts";
import type {
  Release,
  UpdateProblem,
  UpdateState,
  UpdateStatus,
  UpdatesOff,
} from "../../contract/channels/updates.ts";
import { CountersideError } from "../../contract/error.ts";
import type { ShellHandlers } from "../ipc/dispatch.ts";
import { errorCode } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import { DeadlineError, within } from "./within.ts";

/** The first look, once the morning's first customers are served; then a few times a day. */
const FIRST_LOOK_MS = 3 * 60_000;
const NEXT_LOOK_MS = 6 * 60 * 60_000;
/** How long to wait, in milliseconds: electron-updater itself waits for ever. */
export const UPDATE_LIMITS = {
  /** For the server's list. */
  check: 60_000,
  /** For the first of a download: a gateway may read all of it before it passes anything on. */
  first: 300_000,
  /** For more of it. */
  idle: 30_000,
  /** For the system's installer, which on macOS verifies the download only now. */
  install: 120_000,
};

const PROBLEMS: Readonly<Record<string, UpdateProblem>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: "not_found",
  ERR_UPDATER_INVALID_SIGNATURE: "bad_signature",
  ERR_CHECKSUM_MISMATCH: "bad_checksum",
  ERR_UPDATER_NO_FILES_PROVIDED: "no_file",
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: "no_file",
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  EACCES: "read_only",
  EPERM: "read_only",
  EROFS: "read_only",
};

/** Whose word on the server holds. Pure. `isFixed`: the owner's policy holds these settings in place. */
export function updateRules(
  { updateServer: server, updateChannel: channel }: Pick<Settings, "updateServer" | "updateChannel">,
  isFixed: boolean,
): Pick<UpdateStatus, "server" | "channel" | "setBy"> {
  return { server, channel, setBy: isFixed ? "policy" : server === null ? "nobody" : "settings" };
}

/**
 * Why this installation can't verify an update; null: it can. Pure.
 * `config`: the text of the package's app-update.yml, which only a signed package has. Without a publisher's name
 * in it electron-updater would check no signature on Windows.
 */
export function unverifiable(platform: string, config: string | null): UpdatesOff | null {
  if (platform !== "win32" && platform !== "darwin") return "package_manager";
  const isSigned = config !== null && (platform === "darwin" || /^publisherName:/m.test(config));
  return isSigned ? null : "not_signed";
}

/** Why updates are off in this installation, where they are. */
export function updatesOff(app: App): UpdatesOff | null {
  const path = join(process.resourcesPath, "app-update.yml");
  return unverifiable(
    process.platform,
    app.isPackaged && existsSync(path) ? readFileSync(path, "utf8") : null,
  );
}

interface UpdatesDeps {
  /** The version that runs. */
  version: string;
  off: () => UpdatesOff | null;
  rules: () => ReturnType<typeof updateRules>;
  /** The library's updater for this system, opened when somebody first looks for an update. */
  openUpdater: () => Promise<{ updater: AppUpdater; cancellation: () => CancellationToken }>;
  changed: (status: UpdateStatus) => void;
  /** Ends the program in order, without a question. */
  leave: () => void;
  now: () => Date;
  log: Log;
  limits?: typeof UPDATE_LIMITS;
}

/** Makes the updates of this run; nothing is asked before `check`. */
export function createUpdates({
  version,
  off,
  rules,
  openUpdater,
  changed,
  leave,
  now,
  log,
  limits = UPDATE_LIMITS,
}: UpdatesDeps) {
  let state: UpdateState = { state: "not_checked" };
  /** The server and channel under which it came about. */
  let under = "";
  let opening: ReturnType<UpdatesDeps["openUpdater"]> | null = null;
  let opened: Awaited<ReturnType<UpdatesDeps["openUpdater"]>> | null = null;
  let andStart = false;
  let timer: NodeJS.Timeout | undefined;

  const shown = (): UpdateState => {
    const { server, channel, setBy } = rules();
    if (setBy === "policy" && server === null) return { state: "off", reason: "policy" };
    const reason = off();
    if (reason !== null) return { state: "off", reason };
    if (server === null) return { state: "no_server" };
    // Another server or channel: what the one before said counts no more. What is ready stays.
    return under === `${channel} ${server}` || state.state === "ready" ? state : { state: "not_checked" };
  };
  const status = (): UpdateStatus => ({ version, ...rules(), now: shown() });
  const enter = (next: UpdateState): UpdateStatus => {
    state = next;
    changed(status());
    return status();
  };
  const fail = (error: unknown, release: Release | null): UpdateStatus => {
    log.warn("An update was not taken", { error });
    const code = errorCode(error);
    return enter({ state: "failed", problem: PROBLEMS[code] ?? "other", code, release });
  };
  const ready = () => {
    if (state.state === "ready") return state;
    throw new CountersideError("wrong_state", { reason: "no_update_ready", state: shown().state });
  };

  const open: UpdatesDeps["openUpdater"] = async () => {
    opened = await openUpdater();
    const { updater: made } = opened;
    // Every failure is logged here, by its code.
    made.logger = null;
    made.autoDownload = false;
    // The quit guard says when, not the library.
    made.autoInstallOnAppQuit = false;
    made.disableWebInstaller = true;
    made.disableDifferentialDownload = true;
    // A rollout is decided on this computer: the server needs no number of it.
    made.requestHeaders = { "x-user-staging-id": "" };
    return opened;
  };

  const look = async (server: string, channel: string): Promise<UpdateStatus> => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    const { updater: asked } = await opening;
    asked.setFeedURL({ provider: "generic", url: server, channel });
    const result = await within(limits.check, asked.checkForUpdates(), () => {
      // It goes on waiting and would answer every later look with this one.
      opening = opened = null;
      throw new DeadlineError(limits.check);
    });
    if (result === null) throw new Error("the updater is off");
    const { version: offered, releaseDate, releaseNotes } = result.updateInfo;
    if (!result.isUpdateAvailable) {
      const order = asked.currentVersion.compare(offered);
      const why = order === 0 ? "current" : order > 0 ? "older" : "not_your_turn";
      return enter({ state: "none", checkedAt: now().toISOString(), offered, why });
    }
    const notes = typeof releaseNotes === "string" ? releaseNotes.trim() || null : null;
    const at = new Date(releaseDate);
    const releasedAt = Number.isNaN(at.getTime()) ? null : at.toISOString();
    return enter({ state: "found", release: { version: offered, releasedAt, notes } });
  };

  const check = async (): Promise<UpdateStatus> => {
    const { state: at } = shown();
    const { server, channel } = rules();
    if (server === null || at === "off" || ["checking", "downloading", "ready"].includes(state.state))
      return status();
    under = `${channel} ${server}`;
    enter({ state: "checking" });
    return look(server, channel).catch((error: unknown) => fail(error, null));
  };

  const download = async (release: Release): Promise<void> => {
    if (opened === null) throw new Error("the updater is not open");
    const { updater, cancellation } = opened;
    const token = cancellation();
    let lateness: DeadlineError | null = null;
    const giveUpAfter = (ms: number) =>
      setTimeout(() => {
        lateness = new DeadlineError(ms);
        token.cancel();
      }, ms);
    let late = giveUpAfter(limits.first);
    const more = ({ percent }: { percent: number }): void => {
      clearTimeout(late);
      late = giveUpAfter(limits.idle);
      if (state.state === "downloading") enter({ ...state, percent });
    };
    updater.on("download-progress", more);
    try {
      await updater.downloadUpdate(token);
      log.info("An update is ready", { version: release.version });
      enter({ state: "ready", release, atQuit: true });
    } catch (error) {
      fail(lateness ?? error, release);
    } finally {
      clearTimeout(late);
      updater.off("download-progress", more);
    }
  };

  const lookLater = (ms: number): void => {
    timer = setTimeout(() => {
      void check();
      lookLater(NEXT_LOOK_MS);
    }, ms);
    timer.unref();
  };

  const handlers = {
    "updates.status": status,
    "updates.check": check,
    "updates.download": () => {
      const at = shown();
      const release = at.state === "found" || at.state === "failed" ? at.release : null;
      if (opened === null || release === null)
        throw new CountersideError("wrong_state", { reason: "nothing_to_download", state: at.state });
      const begun = enter({ state: "downloading", release, percent: 0 });
      void download(release);
      return begun;
    },
    "updates.setAtQuit": (_, { atQuit }) => enter({ ...ready(), atQuit }),
    "updates.restart": () => {
      const now = enter({ ...ready(), atQuit: true });
      andStart = true;
      leave();
      return now;
    },
  } satisfies Partial<ShellHandlers>;

  return {
    handlers,
    /** Looks by itself from now on, where a server is named. */
    watch: () => lookLater(FIRST_LOOK_MS),
    stopWatching: () => clearTimeout(timer),
    /** Everything has stopped: the updater installs what is ready and ends the program; otherwise `quit` does. */
    end: (quit: () => void): void => {
      if (opened === null || state.state !== "ready" || !state.atQuit) {
        quit();
        return;
      }
      const { updater } = opened;
      log.info("The new version is handed to the installer", { version: state.release.version });
      const giveUp = (error: unknown): void => {
        clearTimeout(late);
        updater.off("error", giveUp);
        log.error("The new version could not be installed; the old one stays", { error });
        quit();
      };
      const late = setTimeout(() => giveUp(new DeadlineError(limits.install)), limits.install);
      late.unref();
      updater.on("error", giveUp);
      updater.autoRunAppAfterInstall = andStart;
      updater.quitAndInstall(true, andStart);
    },
  };
}
