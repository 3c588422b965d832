/** What a person may hand to whoever helps: facts about the counter, without its books and without its secrets. */
import { z } from "zod";
import { channel, entryState, nothing, operationKind, timeOut, wholeOut } from "./common.ts";
import { FILE_STATES, fileBusy, syncStatus } from "./connection.ts";

/** One entry without what it is about: no name, no amount, no note. */
const entryFact = z.object({
  sequence: z.number(),
  kind: operationKind,
  state: entryState,
  attempts: z.number(),
  createdAt: timeOut,
  nextAttemptAt: timeOut.nullable(),
  lastOutcome: z.string().nullable(),
  bodyBytes: z.number(),
  /** The first 16 digits: enough to tell two bodies apart. */
  bodyHash: z.string(),
});
const attemptFact = z.object({
  sequence: z.number(),
  startedAt: timeOut,
  endedAt: timeOut.nullable(),
  outcome: z.string().nullable(),
  httpStatus: z.number().nullable(),
  answerBytes: z.number(),
});

export const supportFacts = z.object({
  madeAt: timeOut,
  engine: z.object({ version: z.string(), node: z.string(), sqlite: z.string() }),
  connection: z
    .object({
      serviceUrl: z.string(),
      tenantId: wholeOut,
      userId: wholeOut,
      deviceId: z.string(),
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
    files: z.array(z.object({ name: z.string(), bytes: z.number() })),
    /** Of the disk that the profile is on; null where the system doesn't say. */
    freeBytes: z.number().nullable(),
    schemaVersion: z.number().nullable(),
    pragmas: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  entriesByState: z.record(z.string(), z.number()),
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

export const supportChannels = {
  "support.facts": channel("engine", nothing, supportFacts),
  /** What the bundle would hold, so that the person sees it before anything is saved. */
  "support.contents": channel("shell", nothing, z.object({ files: z.array(supportFile) })),
  /** Asks where, and writes the bundle; null where the person cancelled. Refused where a secret is found in it. */
  "support.save": channel(
    "shell",
    nothing,
    z.object({ path: z.string().nullable(), files: z.array(supportFile) }),
  ),
};
