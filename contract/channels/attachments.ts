/**
 * Files behind document references, and links. The page never names a path: a file comes through the system's dialog or
 * as the bytes of what was dropped, and is found again by its hash.
 */
import { z } from "zod";
import { fileHash, fileName, keptFile, LARGEST_FILE } from "../kept-file.ts";
import { entryId, text } from "../values.ts";
import { LIMITS, nothing } from "./common.ts";
import { engine, shell } from "./declare.ts";

/** Why a file was not kept. */
export const FILE_REFUSALS = [
  "folder",
  "empty",
  "too_large",
  /** It is gone, may not be read, or is no plain file. */
  "unreadable",
  /** The disk would not take it; `detail` has the system's words. */
  "not_written",
  /** More than are taken at once came together. */
  "too_many",
] as const;
export const fileRefusal = z.enum(FILE_REFUSALS);
export type FileRefusal = z.infer<typeof fileRefusal>;

const attached = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("kept"), file: keptFile }),
  z.object({
    outcome: z.literal("refused"),
    name: z.string(),
    reason: fileRefusal,
    detail: z.string().nullable(),
  }),
]);
export type Attached = z.infer<typeof attached>;

/** How a wish about a kept file, or a link, ended. */
export const FILE_OUTCOMES = [
  "opened",
  /** Not of a kind that only shows something: its folder was opened instead. */
  "shown_in_folder",
  "saved",
  "cancelled",
  /** Not on this counter: removed, or kept on another one. */
  "missing",
  /** No entry refers to it, and it wasn't chosen in the file dialog in this run. */
  "not_referred",
  /** What lies there is no longer what was kept. */
  "changed",
  /** The system would not; `detail` has its words. */
  "failed",
] as const;
export const fileOutcome = z.enum(FILE_OUTCOMES);
export type FileOutcome = z.infer<typeof fileOutcome>;
const fileDone = z.object({ outcome: fileOutcome, detail: z.string().nullable() });

/** The characters of one part of a dropped file: whole groups of base64. */
export const DROPPED_PART_CHARS = 4_000_000;
/** Chosen in one dialog, or dropped together, at the most; the others are refused. */
export const MOST_FILES_AT_ONCE = 20;

const named = z.strictObject({ sha256: fileHash, name: fileName });

export const attachmentChannels = {
  /** Asks for files in the system's dialog and keeps each; none where the person cancelled. */
  "attachment.choose": shell.changes("anybody", nothing, z.object({ attached: z.array(attached) })),
  /** One part of a dropped file, in order; the last one keeps it. */
  "attachment.receive": shell.changes(
    "anybody",
    z.strictObject({
      transferId: z.uuid(),
      name: fileName,
      /** Where this part begins. */
      offset: z.number().int().min(0).max(LARGEST_FILE),
      base64: z
        .string()
        .max(DROPPED_PART_CHARS)
        .regex(/^[A-Za-z0-9+/]*={0,2}$/),
      last: z.boolean(),
    }),
    z.discriminatedUnion("outcome", [z.object({ outcome: z.literal("more") }), ...attached.options]),
  ),
  /** Which of these files lie on this counter. */
  "attachment.present": shell.reads(
    "nothing",
    z.strictObject({ kept: z.array(named).max(LIMITS.documentReferences) }),
    z.object({ present: z.array(z.boolean()) }),
  ),
  /** Whether an entry of the current connection refers to this file. */
  "attachment.isReferred": engine.reads("nothing", named, z.object({ referred: z.boolean() })),
  /** Once the person confirms it: opens the kept copy where its kind only shows something, else shows it in its folder. */
  "attachment.open": shell.changes("anybody", named, fileDone),
  "attachment.saveAs": shell.changes("anybody", named, fileDone),
  /** Opens an https address in the system's browser, once the person confirms it. */
  "link.open": shell.changes(
    "anybody",
    z.strictObject({ url: text(LIMITS.url) }),
    z.object({ outcome: z.enum(["opened", "cancelled", "not_an_address", "not_the_web", "failed"]) }),
    { url: "link" },
  ),
  /** The files that an entry's references stand for, by the reference's place from 0. */
  "attachment.ofEntry": engine.reads(
    "nothing",
    z.strictObject({ entryId }),
    z.object({ files: z.array(z.object({ position: z.number(), file: keptFile })) }),
  ),
};
