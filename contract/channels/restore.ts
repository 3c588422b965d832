/** Several restores in one call: the owner's PIN is asked for once, for exactly the records the person saw. */
import { z } from "zod";
import { replyError } from "../reply.ts";
import type { OperationKind } from "../service/endpoints.ts";
import { entryState, LIMITS, timeOut } from "./common.ts";
import { engine } from "./declare.ts";
import { restoreInput } from "./posting.ts";

export const RESTORE_KINDS = ["exchangeRate", "permission", "measureUnit", "account"] as const;
export type RestoreKind = (typeof RESTORE_KINDS)[number];

/** The operation that asks for each. */
export const RESTORE_OPERATIONS = {
  exchangeRate: "restoreExchangeRate",
  permission: "restorePermission",
  measureUnit: "restoreMeasureUnit",
  account: "restoreAccount",
} as const satisfies Record<RestoreKind, OperationKind>;

/** What became of one record of the batch: its entry, or why there is none. */
export const restoreOutcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), entryId: z.string() }),
  z.object({ ok: z.literal(false), error: replyError }),
]);
export type RestoreOutcome = z.infer<typeof restoreOutcome>;

/** What this counter knows of a record that it asked to be restored. */
const knownRestore = z.object({
  /** Its id, or a rate's two currencies with a space between. */
  record: z.string(),
  /** The newest request, and what became of it. */
  entryId: z.string(),
  state: entryState,
  requestedAt: timeOut,
  /** When a restore of it was last confirmed, whatever became of the newest request; null: never. */
  confirmedAt: timeOut.nullable(),
});
export type KnownRestore = z.infer<typeof knownRestore>;

export const restoreChannels = {
  /** Every record of that kind that a restore was ever asked for from here, by its key; at most 5,000. */
  "restore.known": engine.reads(
    z.strictObject({ kind: z.enum(RESTORE_KINDS) }),
    z.object({ records: z.array(knownRestore) }),
  ),
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
