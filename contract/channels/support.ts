/** What a person may hand to support: facts about the counter, without its books and without its secrets. */
import { z } from "zod";
import { ENTRY_STATES } from "../entry-states.ts";
import { FAULT_KINDS, FAULT_PROCESSES } from "../log-line.ts";
import { OPERATION_KINDS } from "../operations.ts";
import { deviceId } from "../values.ts";
import { nothing, timeOut } from "./common.ts";
import { FILE_STATES, fileBusy, syncStatus } from "./connection.ts";
import { engine, shell } from "./declare.ts";
import { OUTCOMES } from "./posting.ts";

/** What support asks SQLite about the file. */
export const SUPPORT_PRAGMAS = [
  ...(["journal_mode", "synchronous", "foreign_keys"] as const),
  ...(["page_size", "page_count", "freelist_count"] as const),
] as const;
/** An id in digits: no name fits. */
export const idOut = z.union([z.number(), z.string().regex(/^-?\d{1,40}$/)]);
/** A damaged file may hold anything in place of a word of the program's: that is "other", and never shown. */
const OTHER = "other";
export const kindWord = z.enum([...OPERATION_KINDS, OTHER]);
export const stateWord = z.enum([...ENTRY_STATES, OTHER]);
export const outcomeWord = z.enum([...OUTCOMES, OTHER]);
/** What a file of the profile is, by its place; its name stays where it is. */
export const PROFILE_FILE_KINDS = [
  "profile",
  "connection",
  "write_ahead",
  "backup",
  "settings",
  "other",
] as const;

/** One entry without what it is about: no name, no amount, no note. */
const entryFact = z.object({
  sequence: z.number(),
  kind: kindWord,
  state: stateWord,
  attempts: z.number(),
  createdAt: timeOut.nullable(),
  nextAttemptAt: timeOut.nullable(),
  lastOutcome: outcomeWord.nullable(),
  bodyBytes: z.number(),
  /** The first 16 digits: enough to tell two bodies apart. */
  bodyHash: z.string().regex(/^[0-9a-f]{0,16}$/),
});
const attemptFact = z.object({
  sequence: z.number(),
  startedAt: timeOut.nullable(),
  endedAt: timeOut.nullable(),
  outcome: outcomeWord.nullable(),
  httpStatus: z.number().nullable(),
  answerBytes: z.number(),
});

export const supportFacts = z.object({
  madeAt: timeOut,
  engine: z.object({ version: z.string(), node: z.string(), sqlite: z.string() }),
  connection: z
    .object({
      /** The first 16 digits of the address's SHA-256: anyone who knows the address can compare it. */
      serviceHash: z.string().regex(/^[0-9a-f]{16}$/),
      isHttps: z.boolean(),
      tenantId: idOut.nullable(),
      userId: idOut.nullable(),
      deviceId: deviceId.nullable(),
      hasToken: z.boolean(),
      practice: z.boolean(),
    })
    .nullable(),
  file: z.enum(FILE_STATES),
  /** Null where the file is not open: see `busy`. */
  status: syncStatus.nullable(),
  busy: fileBusy.nullable(),
  resendUnknown: z.boolean(),
  storage: z.object({
    files: z.array(z.object({ kind: z.enum(PROFILE_FILE_KINDS), bytes: z.number() })),
    /** Of the disk that the profile is on; null where the system doesn't say. */
    freeBytes: z.number().nullable(),
    schemaVersion: z.number().nullable(),
    pragmas: z.partialRecord(
      z.enum(SUPPORT_PRAGMAS),
      z.union([z.number(), z.string().regex(/^[a-z]{1,20}$/)]),
    ),
  }),
  entriesByState: z.partialRecord(stateWord, z.number()),
  auditEntries: z.number(),
  /** The newest entries and attempts, at most `SUPPORT_ROWS` each. */
  entries: z.array(entryFact),
  attempts: z.array(attemptFact),
});
export type SupportFacts = z.infer<typeof supportFacts>;

/** How many entries and attempts the facts hold at most. */
export const SUPPORT_ROWS = 500;

/** A file of the bundle: what it is called in it, and how long it is. */
const supportFile = z.object({ name: z.string(), bytes: z.number() });

// What failed in an earlier run, as the next start says it; the log has the rest.

export const lastFault = z.object({
  at: timeOut,
  process: z.enum(FAULT_PROCESSES),
  kind: z.enum(FAULT_KINDS),
});
export type LastFault = z.infer<typeof lastFault>;

const crashes = z.object({
  /** The newest of the runs before, until a person has seen it. */
  fault: lastFault.nullable(),
});

// How much room the disk of the books still has, reported before it is too late.

export const DISK_LEVELS = ["unknown", "fine", "low", "nearly_full", "full"] as const;

export const diskStatus = z.object({
  /** For this user, in bytes; null where the system doesn't say. */
  freeBytes: z.number().nullable(),
  /** What the books and their backups take on it, in bytes. */
  usedBytes: z.number(),
  level: z.enum(DISK_LEVELS),
});
export type DiskStatus = z.infer<typeof diskStatus>;

// The crash test: a second engine writes, is killed, starts again, and what it acknowledged is counted.

export const drillResult = z.object({
  /** How often the engine was killed. */
  kills: z.number(),
  /** Entries that were asked for, that an `ok` came back for, and that were there afterwards. */
  asked: z.number(),
  acknowledged: z.number(),
  found: z.number(),
  /** Acknowledged, and not there byte for byte. Anything but 0 is a defect of this program or of the system. */
  lost: z.number(),
  chainIntact: z.boolean(),
});
export type DrillResult = z.infer<typeof drillResult>;

export const supportChannels = {
  "support.facts": engine.reads("nothing", nothing, supportFacts),
  /** What the bundle would hold, so that the person sees it before anything is saved. */
  "support.contents": shell.reads(
    "nothing",
    nothing,
    z.object({ files: z.array(supportFile.extend({ text: z.string() })) }),
  ),
  /** Asks where, and writes the bundle; null where the person cancelled. Refused where a secret is found in it. */
  "support.save": shell.changes(
    "nothing",
    nothing,
    z.object({ path: z.string().nullable(), files: z.array(supportFile) }),
  ),
  "crashes.last": shell.reads("nothing", nothing, crashes),
  /** From the page: what failed in it. Too many are passed over. */
  "crashes.report": shell.changes(
    "nothing",
    z.strictObject({
      kind: z.enum(["exception", "rejection", "drawing"]),
      message: z.string().max(2_000),
      stack: z.string().max(8_000).nullable(),
    }),
    nothing,
  ),
  /** A person has seen it. */
  "crashes.seen": shell.changes("nothing", nothing, crashes),
  "disk.status": engine.reads("nothing", nothing, diskStatus),
  "drill.run": shell.changes(
    "nothing",
    z.strictObject({ entries: z.number().int().min(30).max(3_000).default(300) }),
    drillResult,
  ),
};
