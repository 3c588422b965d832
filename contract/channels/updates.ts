/** Newer versions of the program: where they are looked for, what was found, and when it is put in place. */
import { z } from "zod";
import { nothing, timeOut } from "./common.ts";
import { serviceUrl } from "./connection.ts";
import { shell } from "./declare.ts";

export const UPDATE_CHANNELS = ["latest", "beta"] as const;
export const updateChannel = z.enum(UPDATE_CHANNELS);
export type UpdateChannel = z.infer<typeof updateChannel>;

/** The folder on a server that holds the releases: https, or http on this very computer; no user name, no query. */
export const updateServer = serviceUrl;

/** Why an update was not taken. The words for people stand in `renderer/i18n`. */
export const UPDATE_PROBLEMS = [
  "unreachable",
  "not_found", // the server has no release of this kind
  "redirected", // a redirect is never followed
  "too_large",
  "bad_signature",
  "bad_manifest", // signed, but not as agreed
  "bad_checksum", // of the downloaded file
  "changed_on_disk", // between the download and the end of the program
  "no_file", // the release holds nothing for this system
  "disk_full",
  "read_only",
  "other",
] as const;
export type UpdateProblem = (typeof UPDATE_PROBLEMS)[number];

const release = z.object({
  version: z.string(),
  releasedAt: timeOut.nullable(),
  /** What is new, as plain text. */
  notes: z.string().nullable(),
  /** The file's name and size in bytes. */
  file: z.string(),
  bytes: z.number(),
});
export type Release = z.infer<typeof release>;

const updateState = z.discriminatedUnion("state", [
  /** Nothing is ever looked for. */
  z.object({ state: z.literal("off"), reason: z.enum(["no_key", "policy"]) }),
  z.object({ state: z.literal("no_server") }),
  z.object({ state: z.literal("not_checked") }),
  z.object({ state: z.literal("checking") }),
  z.object({
    state: z.literal("none"),
    checkedAt: timeOut,
    /** What the server offers, where it is another version: an older one, or one that isn't for everybody yet. */
    offered: z.string().nullable(),
    why: z.enum(["current", "older", "not_your_turn"]),
  }),
  z.object({ state: z.literal("found"), release }),
  z.object({ state: z.literal("downloading"), release, received: z.number() }),
  /** Proven and on this disk. `atQuit`: put in place when the program ends. */
  z.object({ state: z.literal("ready"), release, atQuit: z.boolean() }),
  z.object({
    state: z.literal("failed"),
    problem: z.enum(UPDATE_PROBLEMS),
    detail: z.string(),
    at: timeOut,
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
  /** Who named the server: the owner in Settings, or whoever manages this computer. */
  setBy: z.enum(["nobody", "settings", "policy"]),
  /** False: this kind of installation can't replace itself, and a person has to fetch the file. */
  replacesItself: z.boolean(),
  now: updateState,
  /** What became of the last one that was to be put in place; null where there was none. */
  last: z
    .object({ version: z.string(), at: timeOut, problem: z.enum(UPDATE_PROBLEMS).nullable() })
    .nullable(),
});
export type UpdateStatus = z.infer<typeof updateStatus>;

export const updateChannels = {
  "updates.status": shell.reads(nothing, updateStatus),
  /** Asks the server; answers when it has answered. */
  "updates.check": shell.changes("noPin", nothing, updateStatus),
  /** Begins the download; how it goes is told by `updates.changed`. */
  "updates.download": shell.changes("noPin", nothing, updateStatus),
  /** Of what is ready: put it in place when the program ends, or not yet. */
  "updates.setAtQuit": shell.changes("noPin", z.strictObject({ atQuit: z.boolean() }), updateStatus),
  /** Ends the program in order, puts the new version in place and starts it. Entries that are unsent stay. */
  "updates.restart": shell.changes("noPin", nothing, updateStatus),
};
