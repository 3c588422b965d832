/** Who may do what, as the main process sees it: it refuses by itself what the engine would refuse, and locks when nobody is there. */
import type { PowerMonitor } from "electron";
import type { CallOrigin } from "../../contract/call.ts";
import type { PeopleStatus } from "../../contract/channels/people.ts";
import {
  CHANNELS,
  isEngineChannel,
  neededBy,
  rightToApprove,
  withApproval,
} from "../../contract/channels.ts";
import { receivedError, valueIn } from "../../contract/error.ts";
import type { CountersideEvent } from "../../contract/events.ts";
import type { Standing } from "../../contract/rights.ts";
import type { Invoke } from "./engine/engine-host.ts";
import type { StoreFile } from "./files/store-file.ts";

/** Kept beside: whether there were people when the engine was asked last, for while it can't be asked. */
const MARK = "hasPeople";

export type PeopleGate = ReturnType<typeof createPeopleGate>;

/** `marks` is read once, at the start. */
export function createPeopleGate(invoke: Invoke, marks: StoreFile) {
  let known: PeopleStatus | null = null;
  let marked = marks.readAll()[MARK] === true;
  const learn = (status: PeopleStatus): PeopleStatus => {
    const has = status.standing.state !== "free";
    if (has !== marked) marks.write(MARK, has ? true : undefined);
    marked = has;
    known = status;
    return status;
  };

  /** Null where the file of the connection is none that can be opened: what is left is to open another one. */
  const standing = async (): Promise<Standing | null> => {
    if (known !== null) return known.standing;
    const reply = await invoke("people.status", {});
    if (reply.ok) return learn(CHANNELS["people.status"].output.parse(reply.value)).standing;
    const { code } = reply.error;
    if (marked && (code === "storage_busy" || code === "engine_unavailable"))
      throw receivedError(reply.error);
    return null;
  };

  return {
    /** Is called with every event of the engine, before a page is. */
    notified({ event, payload }: CountersideEvent): void {
      switch (event) {
        case "people.changed":
          learn(payload);
          return;
        case "engine.stopped":
          known = null;
          return;
        case "engine.ready":
        case "connection.changed":
          known = null;
          // At once: who leaves now makes no call that would ask. Where it can't be answered yet, the next event asks.
          void standing().catch(() => null);
          return;
        default:
          return;
      }
    },
    /** After so many seconds without a touch it locks; null: there is nothing to lock. */
    idleSeconds(): number | null {
      switch (known?.standing.state) {
        case "guarded":
          return known.standing.open ? PIN_IDLE_SECONDS : null;
        case "working":
          return known.lockAfterMinutes === null ? null : known.lockAfterMinutes * 60;
        default:
          return null;
      }
    },
    /** Whether the leaving of a person locks, whatever time was set. */
    isOpen: (): boolean => {
      const who = known?.standing;
      return who !== undefined && (who.state === "working" || (who.state === "guarded" && who.open));
    },
    lock: async (): Promise<void> => void valueIn(await invoke("people.lock", {})),
    hasPeople: (): boolean => marked,
    /** Throws what the engine would. Of a channel that this process answers, the engine is asked as well. */
    async guard({ channel }: CallOrigin, input: unknown, approvalId: string | null): Promise<void> {
      const needed = neededBy(channel, input, null);
      if (needed === "nothing") return;
      const who = await standing();
      if (who === null) return;
      rightToApprove(channel, who, needed);
      if (isEngineChannel(channel) || who.state === "free") return;
      valueIn(await invoke("people.permit", withApproval({ channel, input }, approvalId)));
    },
  };
}

// Locks when the person is likely gone: the machine sleeps, its screen is locked, or nobody touches it.

/** What tells that somebody went away; Electron's power monitor and a timer in the app. */
export interface Leaving {
  /** Whole seconds since somebody last touched the computer. */
  idleSeconds: () => number;
  /** Calls again and again; the returned function stops it. */
  every: (ms: number, look: () => void) => () => void;
  /** Hears of sleep, of waking up and of the locked screen; the returned function stops it. */
  onLeave: (leave: () => void) => () => void;
}

const LOOK_EVERY_MS = 5_000;
/** Untouched for so long while a PIN is open, somebody else may be standing there. */
const PIN_IDLE_SECONDS = 120;

/** Calls `lock` when nobody is there and `gate` says that it matters; the returned function stops the looking. */
export function watchLeaving(
  leaving: Leaving,
  gate: Pick<PeopleGate, "idleSeconds" | "isOpen">,
  lock: () => void,
): () => void {
  const stopLooking = leaving.every(LOOK_EVERY_MS, () => {
    const limit = gate.idleSeconds();
    if (limit !== null && leaving.idleSeconds() >= limit) lock();
  });
  const stopHearing = leaving.onLeave(() => {
    if (gate.isOpen()) lock();
  });
  return () => {
    stopLooking();
    stopHearing();
  };
}

// Sleep, screen lock and idleness as the system tells them.

export const systemLeaving = (monitor: PowerMonitor): Leaving => ({
  idleSeconds: () => monitor.getSystemIdleTime(),
  every: (ms, look) => {
    const timer = setInterval(look, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
  onLeave: (leave) => {
    monitor.on("suspend", leave);
    // Where the signal before the sleep came too late, the one after it is soon enough.
    monitor.on("resume", leave);
    monitor.on("lock-screen", leave);
    return () => {
      monitor.off("suspend", leave);
      monitor.off("resume", leave);
      monitor.off("lock-screen", leave);
    };
  },
});
