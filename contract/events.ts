/** What is reported without being asked: event name to payload. */
import { z } from "zod";
import { entryState } from "./channels/common.ts";
import { syncStatus } from "./channels/connection.ts";
import { referenceKind } from "./channels/mirror.ts";
import { peopleStatus } from "./channels/people.ts";
import { pinStatus } from "./channels/pin.ts";
import { restoreOutcome } from "./channels/posting.ts";
import { RECOVERY_KINDS } from "./channels/recovery.ts";
import { settings } from "./channels/shell.ts";
import { updateStatus } from "./channels/updates.ts";
import { replyError } from "./reply.ts";

export const EVENTS = {
  "engine.ready": z.object({ pid: z.number() }),
  /** The engine's process ended by itself; the app starts it again. `error`: why it can't work, or how it ended. */
  "engine.stopped": z.object({ error: replyError, restarting: z.boolean() }),
  "outbox.changed": z.object({ entryId: z.string(), state: entryState, serialNo: z.string().nullable() }),
  "sync.statusChanged": syncStatus,
  "connection.changed": z.object({ connected: z.boolean() }),
  "mirror.changed": z.object({ serialNo: z.string().nullable() }),
  "referenceData.importProgressed": z.object({
    kind: referenceKind,
    /** As the caller named it; null where it didn't. */
    importId: z.string().nullable(),
    rows: z.number(),
    /** Nothing is written: it only counts. */
    dryRun: z.boolean(),
    done: z.boolean(),
  }),
  "audit.exportProgressed": z.object({ entries: z.number(), total: z.number() }),
  /** A sheet of the end of a day is on disk. */
  "daySheet.made": z.object({ number: z.number() }),
  /** One record of `restore.requestMany` was entered or refused. */
  "restore.batchProgressed": z.object({ batchId: z.string(), index: z.number(), outcome: restoreOutcome }),
  /** A file was recovered, or a decision about it was made: see `recovery.report`. */
  "recovery.changed": z.object({ kind: z.enum(RECOVERY_KINDS), recovered: z.boolean() }),
  /** A backup was made, or could not be: see `backup.status`. */
  "backup.changed": z.object({}),
  /** Something about the shop folder became another: see `shopFolder.get`. */
  "shopFolder.changed": z.object({}),
  "settings.changed": settings,
  "pin.changed": pinStatus,
  /** Who works, or what people may do, has changed. */
  "people.changed": peopleStatus,
  "updates.changed": updateStatus,
  "practice.changed": z.object({ active: z.boolean(), serviceUp: z.boolean() }),
};
export type EventName = keyof typeof EVENTS;
export type EventPayload<Name extends EventName> = z.output<(typeof EVENTS)[Name]>;
export type CountersideEvent = {
  [Name in EventName]: { event: Name; payload: EventPayload<Name> };
}[EventName];

const isEventName = (name: unknown): name is EventName =>
  typeof name === "string" && Object.hasOwn(EVENTS, name);
const named = z.object({ event: z.custom<EventName>(isEventName), payload: z.unknown() });

/** An event at a process border: one of `EVENTS` with its own payload, and nothing else. */
export const agreedEvent = named.transform(({ event, payload }, context): CountersideEvent => {
  const schema: z.ZodType = EVENTS[event];
  const parsed = schema.safeParse(payload);
  if (!parsed.success) {
    context.addIssue({ code: "custom", message: "is not the event's payload" });
    return z.NEVER;
  }
  // A name with what its own schema made is by definition the event; the compiler can't follow the lookup.
  return { event, payload: parsed.data } as CountersideEvent;
});
