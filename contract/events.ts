/** What is told without being asked: event name to payload. */
import { z } from "zod";
import { entryState } from "./channels/common.ts";
import { syncStatus } from "./channels/connection.ts";
import { referenceKind } from "./channels/mirror.ts";
import { pinStatus } from "./channels/pin.ts";
import { settings } from "./channels/shell.ts";

export const EVENTS = {
  "engine.ready": z.object({ pid: z.number() }),
  /** The engine's process ended by itself; the app starts it again. */
  "engine.stopped": z.object({ reason: z.string(), restarting: z.boolean() }),
  "outbox.changed": z.object({ entryId: z.string(), state: entryState, serialNo: z.string().nullable() }),
  "sync.statusChanged": syncStatus,
  "connection.changed": z.object({ connected: z.boolean() }),
  "mirror.changed": z.object({ serialNo: z.string().nullable() }),
  "referenceData.importProgressed": z.object({ kind: referenceKind, rows: z.number(), done: z.boolean() }),
  "settings.changed": settings,
  "pin.changed": pinStatus,
  "practice.changed": z.object({ active: z.boolean(), serviceUp: z.boolean() }),
};
export type EventName = keyof typeof EVENTS;
export type EventPayload<Name extends EventName> = z.output<(typeof EVENTS)[Name]>;
export type CountersideEvent = {
  [Name in EventName]: { event: Name; payload: EventPayload<Name> };
}[EventName];
