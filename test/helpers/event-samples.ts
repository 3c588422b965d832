/** One event of each name, for tests of the borders that events cross. A new event without a sample doesn't compile. */

import type { EventName, EventPayload } from "../../contract/events.ts";
import { READY_ROLES } from "../../contract/rights.ts";
import { defaultSettings } from "../../main/shell/settings.ts";

const PAYLOADS: { [Name in EventName]: EventPayload<Name> } = {
  "engine.ready": { pid: 4711 },
  "engine.stopped": {
    error: { code: "engine_unavailable", message: "It ended with code 1.", details: {} },
    restarting: true,
  },
  "outbox.changed": { entryId: "e-1", state: "confirmed", serialNo: null },
  "sync.statusChanged": {
    state: "offline",
    counts: { pending: 1, in_flight: 0, retry_wait: 2, outcome_unknown: 0, dead_letter: 0 },
    oldestUnsentAt: "2026-03-01T08:00:00.000Z",
    lastConfirmedAt: null,
    clockDriftMs: 250,
    nextAttemptAt: null,
    lastContactAt: null,
    needsAttention: 0,
  },
  "connection.changed": { connected: true },
  "mirror.changed": { serialNo: null },
  "referenceData.importProgressed": {
    kind: "product",
    importId: "import-1",
    rows: 40,
    dryRun: false,
    done: true,
  },
  "audit.exportProgressed": { entries: 20, total: 100 },
  "daySheet.made": { number: 3 },
  "restore.batchProgressed": { batchId: "batch-1", index: 2, outcome: { ok: true, entryId: "e-2" } },
  "recovery.changed": { kind: "damaged", recovered: true },
  "backup.changed": {},
  "shopFolder.changed": {},
  "settings.changed": defaultSettings("en"),
  "people.changed": {
    standing: { state: "locked", ownerless: false },
    lockAfterMinutes: 5,
    roles: READY_ROLES,
    rolesFixed: false,
  },
  "pin.changed": {
    isSet: true,
    asksFor: [],
    keepOpenMinutes: 5,
    open: false,
    pinWaitMs: 0,
    codeWaitMs: 0,
  },
  "updates.changed": {
    version: "1.0.0",
    server: null,
    channel: "latest",
    setBy: "nobody",
    now: { state: "no_server" },
  },
  "practice.changed": { active: true, serviceUp: false },
};

/** Every event there is. */
export const EVENT_SAMPLES: readonly { event: string; payload: unknown }[] = Object.entries(PAYLOADS).map(
  ([event, payload]) => ({ event, payload }),
);

/** The sample of one event. */
export const sampleOf = <Name extends EventName>(
  event: Name,
): { event: Name; payload: EventPayload<Name> } => ({
  event,
  payload: PAYLOADS[event],
});
