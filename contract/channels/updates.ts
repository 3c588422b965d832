/** Newer versions of the program: where they are looked for, what was found, and when it is installed. */
import { z } from "zod";
import { nothing, timeOut } from "./common.ts";
import { serviceUrl } from "./connection.ts";
import { shell } from "./declare.ts";

export const UPDATE_CHANNELS = ["latest", "beta"] as const;
export const updateChannel = z.enum(UPDATE_CHANNELS);
export type UpdateChannel = z.infer<typeof updateChannel>;

/** The folder on a server that holds the releases: https, or http on this very computer; no user name, no query. */
export const updateServer = serviceUrl;

/** Why an update was not taken. */
export const UPDATE_PROBLEMS = [
  "not_found", // the server has no release of this kind
  "bad_signature", // of the downloaded installer
  "bad_checksum", // of the downloaded file
  "no_file", // the release holds nothing for this system
  "disk_full",
  "read_only",
  "other", // the network among others
] as const;
export type UpdateProblem = (typeof UPDATE_PROBLEMS)[number];

/** Why nothing is ever looked for. */
export const UPDATES_OFF = ["policy", "package_manager", "not_signed"] as const;
export type UpdatesOff = (typeof UPDATES_OFF)[number];

const release = z.object({
  version: z.string(),
  releasedAt: timeOut.nullable(),
  /** What is new, as plain text. */
  notes: z.string().nullable(),
});
export type Release = z.infer<typeof release>;

const updateState = z.discriminatedUnion("state", [
  z.object({ state: z.literal("off"), reason: z.enum(UPDATES_OFF) }),
  z.object({ state: z.literal("no_server") }),
  z.object({ state: z.literal("not_checked") }),
  z.object({ state: z.literal("checking") }),
  z.object({
    state: z.literal("none"),
    checkedAt: timeOut,
    /** What the server offers: this version, an older one, or one that isn't for everybody yet. */
    offered: z.string(),
    why: z.enum(["current", "older", "not_your_turn"]),
  }),
  z.object({ state: z.literal("found"), release }),
  z.object({ state: z.literal("downloading"), release, percent: z.number() }),
  /** On this disk and verified, on macOS only when it is installed. `atQuit`: installed when the program ends. */
  z.object({ state: z.literal("ready"), release, atQuit: z.boolean() }),
  z.object({
    state: z.literal("failed"),
    problem: z.enum(UPDATE_PROBLEMS),
    /** The library's or the system's code. */
    code: z.string(),
    /** What was being downloaded, if anything. */
    release: release.nullable(),
  }),
]);
export type UpdateState = z.infer<typeof updateState>;

export const updateStatus = z.object({
  /** The version that runs. */
  version: z.string(),
  server: z.string().nullable(),
  channel: updateChannel,
  /** Who named the server: the owner in Settings, or the administrator of this computer. */
  setBy: z.enum(["nobody", "settings", "policy"]),
  now: updateState,
});
export type UpdateStatus = z.infer<typeof updateStatus>;

export const updateChannels = {
  "updates.status": shell.reads("nothing", nothing, updateStatus),
  /** Asks the server; answers when it has answered. */
  "updates.check": shell.changes("anybody", nothing, updateStatus),
  /** Begins the download; `updates.changed` says how it goes. */
  "updates.download": shell.changes("anybody", nothing, updateStatus),
  /** Of what is ready: install it when the program ends, or not yet. */
  "updates.setAtQuit": shell.changes("anybody", z.strictObject({ atQuit: z.boolean() }), updateStatus),
  /** Ends the program in order, installs the new version and starts it. Entries that are unsent stay. */
  "updates.restart": shell.changes("anybody", nothing, updateStatus),
};
