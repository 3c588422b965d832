/** Several restores in one call: the owner's PIN is asked for once, for exactly the records the person saw. */
import { z } from "zod";
import { replyError } from "../reply.ts";
import { channel, LIMITS } from "./common.ts";
import { restoreInput } from "./posting.ts";

/** What became of one record of the batch: its entry, or why there is none. */
export const restoreOutcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), entryId: z.string() }),
  z.object({ ok: z.literal(false), error: replyError }),
]);
export type RestoreOutcome = z.infer<typeof restoreOutcome>;

export const restoreChannels = {
  /** Enters one restore after the other, each durable by itself; one that is refused holds no other up. */
  "restore.requestMany": channel(
    "engine",
    z.strictObject({
      /** Names the batch in `restore.batchProgressed`. */
      batchId: z.uuid(),
      records: z.array(restoreInput).min(1, { message: "holds no record" }).max(LIMITS.lines),
    }),
    /** In the order of `records`. */
    z.object({ outcomes: z.array(restoreOutcome) }),
  ),
};
