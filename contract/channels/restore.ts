/** Several restores in one call: the owner's PIN is asked for once, for exactly the records the person saw. */
import { z } from "zod";
import { RESTORE_KINDS } from "../operations.ts";
import { replyError } from "../reply.ts";
import { entryState, LIMITS, nothing, timeOut } from "./common.ts";
import { engine } from "./declare.ts";
import { restoreInput } from "./posting.ts";

/** What became of one record of the batch: its entry, or why there is none. */
export const restoreOutcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), entryId: z.string() }),
  z.object({ ok: z.literal(false), error: replyError }),
]);
export type RestoreOutcome = z.infer<typeof restoreOutcome>;

/** What this counter knows of a record that it asked to be restored. */
const knownRestore = z.object({
  kind: z.enum(RESTORE_KINDS),
  /** What names it: its id, or a rate's two currencies. */
  ids: z.array(z.string()),
  /** The newest request, and what became of it. */
  entryId: z.string(),
  state: entryState,
  requestedAt: timeOut,
  /** When a restore of it was last confirmed, whatever became of the newest request; null: never. */
  confirmedAt: timeOut.nullable(),
});
export type KnownRestore = z.infer<typeof knownRestore>;

export const restoreChannels = {
  /** Every record that a restore was ever asked for from here; at most 5,000 of each list. */
  "restore.known": engine.reads(nothing, z.object({ records: z.array(knownRestore) })),
  /** Enters one restore after the other, each durable by itself; one that is refused holds no other up. */
  "restore.requestMany": engine.enters(
    "restore",
    z.strictObject({
      /** Names the batch in `restore.batchProgressed`. */
      batchId: z.uuid(),
      records: z.array(restoreInput).min(1, { message: "holds no record" }).max(LIMITS.lines),
    }),
    /** In the order of `records`. */
    z.object({ outcomes: z.array(restoreOutcome) }),
  ),
};
