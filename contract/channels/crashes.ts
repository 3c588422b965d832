/** What the program writes down when a part of it fails, and what a person may do with that. */
import { z } from "zod";
import { CRASH_SENDING } from "../policy.ts";
import { channel, nothing, timeOut } from "./common.ts";

export const CRASH_PROCESSES = ["main", "engine", "page", "other"] as const;
export const CRASH_KINDS = [
  "exception", // nobody caught it
  "rejection", // a promise that nobody waited for
  "drawing", // a screen could not be drawn
  "process_gone", // the process ended by itself
  "native", // the whole program died, as the system's picture of it shows
] as const;

/** Texts are bounded before they are written, so a report of a fault that repeats itself stays small. */
export const CRASH_LIMITS = { reason: 500, stack: 8_000, logLines: 40, logLine: 400 } as const;

export const crashReport = z.strictObject({
  id: z.string().regex(/^[0-9a-z-]{10,60}$/),
  at: timeOut,
  process: z.enum(CRASH_PROCESSES),
  kind: z.enum(CRASH_KINDS),
  /** The same fault more than once in a run is one report. */
  count: z.number().int().min(1),
  version: z.string().max(60),
  platform: z.string().max(100),
  electron: z.string().max(60),
  /** Without anything that stood in quotes, without long numbers: it could be of the books. */
  reason: z.string().max(CRASH_LIMITS.reason),
  /** Places in the program only; null where there are none. */
  stack: z.string().max(CRASH_LIMITS.stack).nullable(),
  log: z.array(z.string().max(CRASH_LIMITS.logLine)).max(CRASH_LIMITS.logLines),
});
export type CrashReport = z.infer<typeof crashReport>;

export const keptCrash = z.strictObject({
  report: crashReport,
  seen: z.boolean(),
  sentAt: timeOut.nullable(),
});
export type KeptCrash = z.infer<typeof keptCrash>;

export const CRASH_SEND_PROBLEMS = ["unreachable", "redirected", "refused"] as const;

const standing = z.object({
  /** The newest first. */
  reports: z.array(keptCrash.extend({ fromEarlierRun: z.boolean() })),
  /** The system's pictures of memory: they stay here, are never shown, packed or sent, and go with the reports. */
  dumps: z.object({ count: z.number(), bytes: z.number(), possible: z.boolean() }),
  /** Where the owner lets reports be sent; null: nowhere. */
  server: z.string().nullable(),
  sending: z.enum(CRASH_SENDING),
});
export type CrashStanding = z.infer<typeof standing>;

export const crashChannels = {
  "crashes.list": channel("shell", nothing, standing),
  /** From the page: what failed in it. Too many are passed over. */
  "crashes.report": channel(
    "shell",
    z.strictObject({
      kind: z.enum(["exception", "rejection", "drawing"]),
      message: z.string().max(2_000),
      stack: z.string().max(CRASH_LIMITS.stack).nullable(),
    }),
    nothing,
  ),
  /** A person has seen them all: they are told no more. */
  "crashes.seen": channel("shell", nothing, standing),
  /** Deletes every report and every picture of memory. */
  "crashes.deleteAll": channel("shell", nothing, standing),
  /** Sends what was not sent yet to the owner's server. */
  "crashes.send": channel(
    "shell",
    nothing,
    z.object({
      sent: z.number(),
      problem: z.enum(CRASH_SEND_PROBLEMS).nullable(),
      /** The server's status, where it answered. */
      status: z.number().nullable(),
    }),
  ),
};
