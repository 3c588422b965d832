/** The crash test: a second engine writes, is killed, starts again, and what it acknowledged is counted. */
import { z } from "zod";
import { shell } from "./declare.ts";

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

export const drillChannels = {
  "drill.run": shell.changes(
    "noPin",
    z.strictObject({ entries: z.number().int().min(30).max(3_000).default(300) }),
    drillResult,
  ),
};
