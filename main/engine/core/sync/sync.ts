/** Sends what waits in one connection's file: the loop, its wire, what is reported of both, and what a person may ask of them. */
import type { Call } from "../../../../contract/call.ts";
import type { Connection, Consents } from "../../../../contract/channels/connection.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { Handlers, OpenFile } from "../context.ts";
import { openAnswerNotes } from "../outbox/answer-notes.ts";
import { createAnswerStore } from "../outbox/answers.ts";
import type { UnsentClaims } from "../outbox/unsent-claims.ts";
import { createRemoteClient } from "../remote/client.ts";
import { createLanes } from "../remote/lanes.ts";
import { createSyncLoop } from "./loop.ts";
import type { ChangedEntry } from "./sender.ts";
import { createSettle, recoverInterrupted } from "./settle.ts";
import { createKnownStatus, statusOf } from "./status.ts";
import { throttled } from "./throttle.ts";

// What the owner consents to, as the file says it: sending unknown outcomes again, and counting any success as confirmed.

function createConsents({ db, meta, record, resendUnknown: thisRun }: OpenFile) {
  /** In a run that was started so, whatever the file says. */
  const resendUnknown = (): boolean => thisRun || meta.flag("resendUnknown");
  return {
    resendUnknown,
    policy: (): Consents => ({
      resendUnknown: resendUnknown(),
      confirmAnySuccess: meta.flag("confirmAnySuccess"),
    }),
    change(call: Call, asked: ParsedInput<"policy.set">): void {
      db.transaction(() => {
        for (const name of ["resendUnknown", "confirmAnySuccess"] as const) {
          const value = asked[name];
          if (value === undefined) continue;
          meta.setFlag(name, value);
          record(call, "policy.changed", name, { [name]: value });
        }
      }).immediate();
    },
  };
}

/** How many requests may be under way at a time, each on its own kept-alive connection. */
export const PARALLEL_SENDS = 8;
/** Status and mirror events come at most this often. */
const EVENT_EVERY_MS = 100;

/** What watches the file: `note` marks how far it has come, `look` sees whether it is still in its place. */
interface Watch {
  note(): void;
  noteEntry(sequence: number): void;
  look(): void;
}

/** Settles what was interrupted. Nothing is claimed before `start`. */
export function openSync(file: OpenFile, unsent: UnsentClaims, watch: Watch) {
  const { db, row, meta, entries, clock, emit, log } = file;
  let hasToken = file.token !== null;
  let isHeld = false;
  const consents = createConsents(file);
  const reading = openAnswerNotes(db.name, log);
  const moved = recoverInterrupted(db, entries, unsent, reading, consents.resendUnknown(), clock.now());
  reading.settled();
  if (moved.length > 0) log.warn("entries were in flight when the program ended", { count: moved.length });

  const changedSerials = new Set<string | null>();
  const entryChanged = (entry: ChangedEntry): void =>
    emit({
      event: "outbox.changed",
      payload: { entryId: entry.entry_id, state: entry.state, serialNo: entry.serial_no },
    });
  const tellMirror = throttled(clock, EVENT_EVERY_MS, () => {
    const only = changedSerials.size === 1 ? [...changedSerials][0] : null;
    changedSerials.clear();
    emit({ event: "mirror.changed", payload: { serialNo: only ?? null } });
  });
  const lanes = createLanes(file.connect, row.service_url, clock.now, (afterMs) => loop.dropped(afterMs));
  const loop = createSyncLoop(file, {
    lanes,
    remote: createRemoteClient(file, row.service_url, lanes),
    parallel: PARALLEL_SENDS,
    unsent,
    reading,
    settle: createSettle(entries, createAnswerStore(db)),
    confirmAny: () => {
      try {
        return meta.flag("confirmAnySuccess");
      } catch (error) {
        // The answer must be written anyway; where the file doesn't say so, nobody allowed it.
        file.storageFailed(error);
        return false;
      }
    },
    claimed: watch.note,
    entryChanged,
    statusChanged: throttled(clock, EVENT_EVERY_MS, () =>
      emit({ event: "sync.statusChanged", payload: known.status() }),
    ),
    mirrorChanged: (serialNo) => {
      changedSerials.add(serialNo);
      tellMirror();
    },
  });
  const known = createKnownStatus({
    read: () => {
      watch.look();
      const status = statusOf(loop.state(), entries, clock.now(), file.fence.held());
      // Practice gives itself a token at each start: nobody is to sign in.
      const isBeginning = row.practice === 1 && !hasToken && status.state === "sign_in_needed";
      return isBeginning ? { ...status, state: "offline" } : status;
    },
    clock,
    log,
  });
  const setPaused = (paused: boolean) => {
    if (!paused && isHeld) throw new CountersideError("wrong_state", { reason: "old_counter_undecided" });
    meta.setFlag("paused", paused);
    loop.setPaused(paused);
    return known.status();
  };
  const handlers: Handlers<"sync.pause" | "sync.resume" | "policy.get" | "policy.set"> = {
    "sync.pause": () => setPaused(true),
    "sync.resume": () => setPaused(false),
    "policy.get": consents.policy,
    "policy.set": (call, asked) => {
      consents.change(call, asked);
      if (asked.resendUnknown !== undefined) loop.setResendUnknown(consents.resendUnknown());
      return consents.policy();
    },
  };
  file.fence.whenChanged(loop.wake);
  file.whenClosing(loop.close);

  return {
    handlers,
    status: known.status,
    lastKnown: known.last,
    now: loop.now,
    hint: loop.hint,
    resendsUnknown: consents.resendUnknown,
    /** An entry is on the disk. */
    posted(entryId: string, serialNo: string | null, sequence: number): void {
      known.posted();
      watch.noteEntry(sequence);
      emit({ event: "outbox.changed", payload: { entryId, state: "pending", serialNo } });
      loop.wake();
    },
    /** A person's decision on an entry is on the disk. */
    decided(entry: ChangedEntry): void {
      entryChanged(entry);
      // Who wants it sent again means now, whatever pause there is.
      if (entry.state === "retry_wait" || entry.state === "pending") loop.hint();
      else loop.wake();
    },
    connection: (): Connection => ({
      serviceUrl: row.service_url,
      tenantId: row.tenant_id,
      userId: row.user_id,
      deviceId: row.device_id,
      hasToken,
      practice: row.practice === 1,
    }),
    setToken(token: string): void {
      hasToken = true;
      loop.setToken(token);
    },
    /** Sends nothing until a decision about a loaded backup is made. */
    setHeld(held: boolean): void {
      isHeld = held;
      loop.setHeld(held);
    },
    /** From here on the loop may claim: whatever it calls is there, and nothing that may fail comes after its first look. */
    start(held: boolean): void {
      const isPaused = meta.flag("paused");
      isHeld = held;
      loop.setResendUnknown(consents.resendUnknown());
      loop.setPaused(isPaused);
      loop.setHeld(held);
      loop.setToken(file.token);
      if (file.fence.heldUpTo() > 0) file.shopFolder.wantsLook();
    },
    /** After the tasks of closing. */
    closeLanes: lanes.close,
    closeNotes: reading.close,
  };
}
