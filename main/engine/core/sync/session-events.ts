/** What is told of an open connection, no more often than a window can draw it. */
import type { SyncStatus } from "../../../../contract/channels/connection.ts";
import type { CountersideEvent } from "../../../../contract/events.ts";
import type { Clock, Emit } from "../../ports.ts";
import type { ChangedEntry } from "./loop.ts";
import { throttled } from "./throttle.ts";

/** Status, mirror and progress events come at most this often. */
const EVENT_EVERY_MS = 100;

export function createSessionEvents({
  emit,
  clock,
  status,
}: {
  emit: Emit;
  clock: Clock;
  status: () => SyncStatus;
}) {
  const tellStatus = throttled(clock, EVENT_EVERY_MS, () =>
    emit({ event: "sync.statusChanged", payload: status() }),
  );
  const mirrorTold = new Set<string | null>();
  const tellMirror = throttled(clock, EVENT_EVERY_MS, () => {
    const only = mirrorTold.size === 1 ? [...mirrorTold][0] : null;
    mirrorTold.clear();
    emit({ event: "mirror.changed", payload: { serialNo: only ?? null } });
  });
  // A window has more to do than to draw each batch; where an import ended is told at once.
  let progress: CountersideEvent | null = null;
  const tellProgress = throttled(clock, EVENT_EVERY_MS, () => {
    if (progress !== null) emit(progress);
    progress = null;
  });

  return {
    entryChanged: (entry: ChangedEntry): void =>
      emit({
        event: "outbox.changed",
        payload: { entryId: entry.entry_id, state: entry.state, serialNo: entry.serial_no },
      }),
    statusChanged: tellStatus,
    mirrorChanged(serialNo: string | null): void {
      mirrorTold.add(serialNo);
      tellMirror();
    },
    ofImport(event: CountersideEvent): void {
      if (event.event === "referenceData.importProgressed") {
        progress = event.payload.done ? null : event;
        if (progress !== null) {
          tellProgress();
          return;
        }
      }
      emit(event);
    },
  };
}
