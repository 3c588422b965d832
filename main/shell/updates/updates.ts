/**
 * Newer versions of the program, from the first look to the file in its place.
 *
 *   not_checked ──check──▶ checking ──▶ none | found | failed
 *   found ──download──▶ downloading ──proven──▶ ready ──the program ends──▶ in place
 *
 * The books are not touched here: the new version finds the profile as the old one left it.
 */
import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import type { AppUpdater, UpdateCheckResult } from "electron-updater";
import { z } from "zod";
import {
  type Release,
  UPDATE_PROBLEMS,
  type UpdateState,
  type UpdateStatus,
} from "../../../contract/channels/updates.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { StoreFile } from "../files/store-file.ts";
import type { Log } from "../log/log.ts";
import { createFeed } from "./feed.ts";
import type { Fetch } from "./fetch-file.ts";
import { createProgramUpdater, fileFor, type ProgramUpdater } from "./program-updater.ts";
import type { UpdateRules } from "./rules.ts";
import { type InstallTarget, wantedEnding } from "./target.ts";
import { UpdateFailure, writeFailure } from "./update-failure.ts";

export interface UpdatesDeps {
  /** The version that runs. */
  version: string;
  /** What releases are proven with; null: the build carries none. */
  key: KeyObject | null;
  rules: () => UpdateRules;
  target: InstallTarget;
  platform: string;
  arch: string;
  profile: string;
  /** Remembers what became of the last one. */
  file: Pick<StoreFile, "readAll" | "write">;
  fetch: Fetch;
  changed: (status: UpdateStatus) => void;
  /** Ends the program in order, without a question. */
  leave: () => void;
  now: () => Date;
  log: Log;
}

export interface Updates {
  status(): UpdateStatus;
  check(): Promise<UpdateStatus>;
  /** Returns as soon as the download has begun. Throws `wrong_state`. */
  download(): UpdateStatus;
  setAtQuit(atQuit: boolean): UpdateStatus;
  restart(): UpdateStatus;
  /** Everything has stopped and the program is about to end: puts in place what is ready. Never throws. */
  atEnd(): void;
}

/** Progress is told at most at each hundredth part. */
const PARTS = 100;

const lastSchema = z
  .object({ version: z.string(), at: z.string(), problem: z.enum(UPDATE_PROBLEMS).nullable() })
  .nullable();

type Token = UpdateCheckResult["cancellationToken"];

interface Found {
  program: ProgramUpdater;
  release: Release;
  token: Token;
}

const wrongState = (words: string, state: string): CountersideError =>
  new CountersideError("wrong_state", words, { state });

function releaseOf(
  info: UpdateCheckResult["updateInfo"],
  { target, platform, arch }: Pick<UpdatesDeps, "target" | "platform" | "arch">,
): Release {
  const ending = wantedEnding(target, platform);
  const file = fileFor(info.files, ({ url }) => url, ending, arch);
  // Where a person fetches it by hand, any of its files may be the one.
  const named = file ?? (target.kind === "by_hand" ? info.files[0] : undefined);
  if (named === undefined)
    throw new UpdateFailure("no_file", `version ${info.version} has no ${ending} file`);
  return {
    version: info.version,
    releasedAt: info.releaseDate || null,
    notes: typeof info.releaseNotes === "string" ? info.releaseNotes.trim() || null : null,
    file: named.url,
    bytes: named.size ?? 0,
  };
}

function whyNot(updater: AppUpdater, offered: string): "current" | "older" | "not_your_turn" {
  const order = updater.currentVersion.compare(offered);
  return order === 0 ? "current" : order > 0 ? "older" : "not_your_turn";
}

/** Makes the updates of this run; nothing is asked before `check`. */
export function createUpdates(deps: UpdatesDeps): Updates {
  const { version, key, rules, target, platform, file, now, log } = deps;
  const last = lastSchema.safeParse(file.readAll().last ?? null).data ?? null;
  let state: UpdateState = { state: "not_checked" };
  /** The rules under which it came about. */
  let under = "";
  let found: Found | null = null;
  let andStart = false;

  const rulesKey = ({ server, channel }: UpdateRules): string => `${channel} ${server}`;

  const shown = (held: UpdateRules): UpdateState => {
    if (held.setBy === "policy" && held.server === null) return { state: "off", reason: "policy" };
    if (key === null) return { state: "off", reason: "no_key" };
    if (held.server === null) return { state: "no_server" };
    // Another server or channel: what the one before said counts no more. What is ready was proven and stays.
    return under === rulesKey(held) || state.state === "ready" ? state : { state: "not_checked" };
  };
  const status = (): UpdateStatus => {
    const held = rules();
    return {
      version,
      ...held,
      last,
      replacesItself: target.kind !== "by_hand",
      now: shown(held),
    };
  };
  const enter = (next: UpdateState): UpdateStatus => {
    state = next;
    const told = status();
    deps.changed(told);
    return told;
  };
  const fail = (error: unknown, release: Release | null): UpdateStatus => {
    const { problem, message } = writeFailure(error);
    log.warn("An update was not taken", { problem, detail: message });
    return enter({ state: "failed", problem, detail: message, at: now().toISOString(), release });
  };

  const look = async (proveWith: KeyObject, server: string): Promise<UpdateStatus> => {
    const { channel } = rules();
    const feed = createFeed({
      server,
      channel,
      key: proveWith,
      platform,
      arch: deps.arch,
      fetch: deps.fetch,
    });
    const folder = join(deps.profile, "updates");
    const program = createProgramUpdater({ target, version, folder, feed, log });
    const result = await program.updater.checkForUpdates();
    if (result === null) throw new UpdateFailure("other", "the updater did not run");
    const { updateInfo } = result;
    if (!result.isUpdateAvailable) {
      const why = whyNot(program.updater, updateInfo.version);
      const offered = why === "current" ? null : updateInfo.version;
      return enter({ state: "none", checkedAt: now().toISOString(), offered, why });
    }
    const release = releaseOf(updateInfo, deps);
    found = { program, release, token: result.cancellationToken };
    return enter({ state: "found", release });
  };

  const fetchAll = async ({ program, release, token }: Found): Promise<UpdateStatus> => {
    let part = 0;
    program.updater.on("download-progress", ({ transferred }) => {
      const reached = Math.floor((transferred / release.bytes) * PARTS);
      if (reached === part || state.state !== "downloading") return;
      part = reached;
      enter({ state: "downloading", release, received: transferred });
    });
    try {
      await program.updater.downloadUpdate(token);
      log.info("An update is ready", { version: release.version });
      return enter({ state: "ready", release, atQuit: true });
    } catch (error) {
      return fail(error, release);
    }
  };

  const isBusy = (): boolean => state.state === "checking" || state.state === "downloading";

  return {
    status,
    check: async () => {
      const held = rules();
      if (key === null || held.server === null || isBusy() || state.state === "ready") return status();
      under = rulesKey(held);
      found = null;
      enter({ state: "checking" });
      try {
        return await look(key, held.server);
      } catch (error) {
        return fail(error, null);
      }
    },
    download: () => {
      const at = status().now.state;
      const wanted = found;
      if (wanted === null || (at !== "found" && at !== "failed"))
        throw wrongState("There is nothing to download; look for a newer version first.", at);
      if (target.kind === "by_hand")
        throw wrongState("This installation can't replace itself; fetch the file by hand.", at);
      const told = enter({ state: "downloading", release: wanted.release, received: 0 });
      void fetchAll(wanted);
      return told;
    },
    setAtQuit: (atQuit) => {
      if (state.state !== "ready") throw wrongState("No newer version is ready.", state.state);
      return enter({ ...state, atQuit });
    },
    restart: () => {
      if (state.state !== "ready") throw wrongState("No newer version is ready.", state.state);
      andStart = true;
      const told = enter({ ...state, atQuit: true });
      deps.leave();
      return told;
    },
    atEnd: () => {
      if (found === null || state.state !== "ready" || !state.atQuit) return;
      const { version: next } = state.release;
      let problem: UpdateFailure | null = null;
      try {
        found.program.install(andStart);
        log.info("The new version was put in place", { version: next });
      } catch (error) {
        problem = writeFailure(error);
        log.error("The new version could not be put in place; the old one stays", {
          version: next,
          problem: problem.problem,
          detail: problem.message,
        });
      }
      try {
        file.write("last", { version: next, at: now().toISOString(), problem: problem?.problem ?? null });
      } catch (error) {
        log.warn("What became of the update was not written down", { error });
      }
    },
  };
}
