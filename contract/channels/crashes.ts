/** What failed in an earlier run, as the next start says it; the log has the rest. */
import { z } from "zod";
import { FAULT_KINDS, FAULT_PROCESSES } from "../log-line.ts";
import { nothing, timeOut } from "./common.ts";
import { shell } from "./declare.ts";

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

export const crashChannels = {
  "crashes.last": shell.reads(nothing, crashes),
  /** From the page: what failed in it. Too many are passed over. */
  "crashes.report": shell.changes(
    "noPin",
    z.strictObject({
      kind: z.enum(["exception", "rejection", "drawing"]),
      message: z.string().max(2_000),
      stack: z.string().max(8_000).nullable(),
    }),
    nothing,
  ),
  /** A person has seen it. */
  "crashes.seen": shell.changes("noPin", nothing, crashes),
};
