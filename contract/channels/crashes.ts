/** What the program writes down when a part of it fails, and what a person may do with that. */
import { z } from "zod";
import { ENDINGS, logLineFrom, VERSION } from "../log-line.ts";
import { thrownFacts } from "../thrown.ts";
import { nothing, timeOut } from "./common.ts";
import { shell } from "./declare.ts";

export const CRASH_PROCESSES = ["main", "engine", "page", "other"] as const;
export const CRASH_KINDS = [
  "exception", // nobody caught it
  "rejection", // a promise that nobody waited for
  "drawing", // a screen could not be drawn
  "process_gone", // the process ended by itself
  "native", // the whole program crashed, as the system's picture of it shows
] as const;

export const PLATFORMS = ["linux", "win32", "darwin", "other"] as const;

/** Bounds of what a page tells, and of the lines of the log that a report holds. */
export const CRASH_LIMITS = { message: 2_000, stack: 8_000, logLines: 40 } as const;

/** A value that its own reader gives back as it is holds nothing that the reader would leave out. */
const unchangedBy = <T>(read: (value: unknown) => T | null) =>
  z.custom<T>((value) => {
    const again = read(value);
    return again !== null && JSON.stringify(again) === JSON.stringify(value);
  });
const version = z.string().regex(VERSION);

export const crashReport = z.strictObject({
  id: z.string().regex(/^[0-9a-z-]{10,60}$/),
  at: timeOut,
  process: z.enum(CRASH_PROCESSES),
  kind: z.enum(CRASH_KINDS),
  /** The same fault more than once in a run is one report. */
  count: z.number().int().min(1),
  version,
  platform: z.enum(PLATFORMS),
  /** Null: the system gives itself a name that is no version. */
  system: version.nullable(),
  electron: version,
  /** Kind, code and places in the program; never an error's words. Null: nothing was thrown. */
  error: unchangedBy(thrownFacts).nullable(),
  /** How a process ended by itself. */
  ending: z.strictObject({ reason: z.enum(ENDINGS), exitCode: z.number().int() }).nullable(),
  log: z.array(unchangedBy(logLineFrom)).max(CRASH_LIMITS.logLines),
});
export type CrashReport = z.infer<typeof crashReport>;

export const keptCrash = z.strictObject({ report: crashReport, seen: z.boolean() });
export type KeptCrash = z.infer<typeof keptCrash>;

const crashList = z.object({
  /** The newest first. */
  reports: z.array(keptCrash.extend({ fromEarlierRun: z.boolean() })),
  /** Whether a crash of the whole program leaves a picture of memory by which the next start knows of it. */
  dumps: z.object({ possible: z.boolean() }),
});
export type CrashList = z.infer<typeof crashList>;

export const crashChannels = {
  "crashes.list": shell.reads(nothing, crashList),
  /** From the page: what failed in it. Too many are passed over. */
  "crashes.report": shell.changes(
    "noPin",
    z.strictObject({
      kind: z.enum(["exception", "rejection", "drawing"]),
      message: z.string().max(CRASH_LIMITS.message),
      stack: z.string().max(CRASH_LIMITS.stack).nullable(),
    }),
    nothing,
  ),
  /** A person has seen them all: they are told no more. */
  "crashes.seen": shell.changes("noPin", nothing, crashList),
  /** Deletes every report. */
  "crashes.deleteAll": shell.changes("noPin", nothing, crashList),
};
