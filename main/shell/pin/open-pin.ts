/** Wires the PIN of a profile to its files, to chance and to the clock. */

import { randomInt } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { PowerMonitor } from "electron";
import { z } from "zod";
import type { ChannelCall } from "../../../contract/call.ts";
import { entryState } from "../../../contract/channels/common.ts";
import { PIN_ACTIONS, type PinAction, type PinStatus } from "../../../contract/channels/pin.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import type { ShellAct } from "../../../contract/process-messages.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import type { Log } from "../../lib/log.ts";
import type { Invoke } from "../engine/engine-host.ts";
import type { StoreFile } from "../files/store-file.ts";
import { createPin, keepPinRecord, type Pin, type PinRecord, type PinRecords } from "./pin.ts";
import { hashSecret, isSecret } from "./secret-hash.ts";

/** The acts that `always` ask, beside those that were chosen here. */
function withActions(records: PinRecords, always: readonly PinAction[]): PinRecords {
  const read = (): PinRecord | null => {
    const kept = records.read();
    return (
      kept && { ...kept, asksFor: PIN_ACTIONS.filter((act) => [...kept.asksFor, ...always].includes(act)) }
    );
  };
  return always.length === 0 ? records : { ...records, read };
}

/** Opens the PIN kept in `file`, with its mark in `marks`; where one is set, the acts of `always` ask for it. */
export const openPin = (
  file: StoreFile,
  marks: StoreFile,
  always: readonly PinAction[],
  changed: (status: PinStatus) => void,
  record: (act: ShellAct) => void,
  log: Log,
): Pin =>
  createPin({
    records: withActions(keepPinRecord(file, marks), always),
    hash: hashSecret,
    matches: isSecret,
    monotonic: () => performance.now(),
    randomDigit: () => randomInt(10),
    later: (ms, call) => {
      const timer = setTimeout(call, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
    changed,
    record: (action, details) => record({ action, at: Date.now(), details }),
    log,
  });

// The PIN's channels.

type PinChannel = Extract<keyof ShellHandlers, `pin.${string}`>;

/** Makes the handlers of the PIN's channels. `codeShown` gets whether a new recovery code is shown. */
export function createPinHandlers(
  pin: Pin,
  codeShown: (shown: boolean) => void,
): Pick<ShellHandlers, PinChannel> {
  return {
    "pin.status": () => pin.status(),
    "pin.set": (_, { pin: given, ...settings }) => pin.set(given, settings),
    "pin.change": (_, { pin: given, newPin }) => pin.change(given, newPin),
    "pin.configure": (_, { pin: given, ...settings }) => pin.configure(given, settings),
    "pin.remove": (_, { pin: given }) => pin.remove(given),
    "pin.renewCode": (_, { pin: given }) => pin.renewCode(given),
    "pin.reset": (_, { recoveryCode, newPin }) => pin.reset(recoveryCode, newPin),
    "pin.unlock": (_, { pin: given }) => pin.unlock(given),
    "pin.lock": () => pin.lock(),
    "pin.codeShown": (_, { shown }) => {
      codeShown(shown);
      return {};
    },
  };
}

// Does a posting take the place of an entry that waits? That discards the waiting one, so it asks as a
// discard does.

const withState = z.object({ state: entryState });

/** The entry that a call would replace; null where it replaces none. Pure. */
export function replacedBy({ channel }: ChannelCall, input: unknown): string | null {
  if (CHANNELS[channel].does !== "enters" || typeof input !== "object" || input === null) return null;
  const corrects: unknown = Reflect.get(input, "corrects");
  return typeof corrects === "string" ? corrects : null;
}

/**
 * Asks the engine. A refused entry (dead letter) is replaced freely, so that the counter goes on; one of which nothing
 * is known counts as waiting. A refused one that is resent in between was free to be replaced a moment before.
 */
export async function replacesWaiting(invoke: Invoke, call: ChannelCall, input: unknown): Promise<boolean> {
  const entryId = replacedBy(call, input);
  if (entryId === null) return false;
  const reply = await invoke("outbox.get", { entryId });
  return !reply.ok || withState.safeParse(reply.value).data?.state !== "dead_letter";
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
/** Untouched for so long, somebody else may be standing there. */
const IDLE_SECONDS = 120;

/** Calls `lock` when nobody is there and `isOpen` says that it matters; the returned function stops the looking. */
export function watchLeaving(leaving: Leaving, isOpen: () => boolean, lock: () => void): () => void {
  const stopLooking = leaving.every(LOOK_EVERY_MS, () => {
    if (isOpen() && leaving.idleSeconds() >= IDLE_SECONDS) lock();
  });
  const stopHearing = leaving.onLeave(() => {
    if (isOpen()) lock();
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
