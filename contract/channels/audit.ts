/** The record of who did what: read, verified, and taken along as a file. */
import { z } from "zod";
import { filePath, limit, timeOut, wholeOut } from "./common.ts";
import { engine } from "./declare.ts";

/**
 * What is wrong with the chain. `changed`: a row doesn't say what its hash says. `cut_short`: the newest rows are
 * gone. `other_than_remembered`: whole in itself, but not the one that this profile has seen, such as an older copy.
 */
export const CHAIN_PROBLEMS = ["changed", "cut_short", "other_than_remembered"] as const;
export const chainProblem = z.enum(CHAIN_PROBLEMS);
export type ChainProblem = z.infer<typeof chainProblem>;

export const EXPORT_FORMATS = ["csv", "jsonl"] as const;

export const auditChannels = {
  "audit.list": engine.reads(
    "nothing",
    z.strictObject({
      limit: limit.optional(),
      beforeSequence: z.number().int().optional(),
      /** Verifies all of the chain anew; left out, only what came since it was verified last. */
      fromStart: z.boolean().optional(),
    }),
    z.object({
      entries: z.array(
        z.object({
          sequence: z.number(),
          at: timeOut,
          userId: wholeOut,
          deviceId: z.string(),
          action: z.string(),
          subject: z.string(),
          details: z.record(z.string(), z.unknown()),
          hash: z.string(),
        }),
      ),
      chainIntact: z.boolean(),
      /** Null where the chain is whole. */
      chainProblem: chainProblem.nullable(),
    }),
  ),
  /** Writes all of it, with its hashes, into a new file or over an earlier one of these. */
  "audit.export": engine.changes(
    "export",
    z.strictObject({ path: filePath, format: z.enum(EXPORT_FORMATS) }),
    z.object({
      path: z.string(),
      entries: z.number(),
      bytes: z.number(),
      chainProblem: chainProblem.nullable(),
      /** Of the last entry in the file; written down elsewhere, it proves later that nothing was cut off. */
      lastHash: z.string(),
    }),
    { path: "saveActivity" },
  ),
};
