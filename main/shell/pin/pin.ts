/**
 * The owner's PIN: sets it, proves it, and guards the actions that ask for it.
 *
 * A try is written down before it is looked at, so that ending the program in between gains nothing. Waits are
 * measured by the monotonic clock and begin anew at every start, so that changing the clock gains nothing either.
 */

import { z } from "zod";
import type { ChannelCall } from "../../../contract/call.ts";
import type { PinRule } from "../../../contract/channels/declare.ts";
import {
  KEEP_OPEN_MINUTES,
  type KeepOpenMinutes,
  type PinAction,
  type PinStatus,
  pinAction,
} from "../../../contract/channels/pin.ts";
import { CHANNELS, type ChannelName } from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/error.ts";
import type { PinAct, ShellAct } from "../../../contract/process-messages.ts";
import type { Log } from "../../lib/log.ts";
import type { StoreFile } from "../files/store-file.ts";
import { makeRecoveryCode, type SecretHash, secretHash, spacedCode } from "./secret-hash.ts";

/** What the PIN works with: its records, its hash, a clock, chance, and whom it tells. */
interface PinDeps {
  records: PinRecords;
  hash: (secret: string) => Promise<SecretHash>;
  matches: (kept: SecretHash, given: string) => Promise<boolean>;
  /** Milliseconds that only go forward, from any beginning. */
  monotonic: () => number;
  /** One of 0 to 9. */
  randomDigit: () => number;
  /** Calls later, once; the returned function stops it. */
  later: (ms: number, call: () => void) => () => void;
  changed: (status: PinStatus) => void;
  /** Goes into the record of who did what. Never holds a PIN or a code. */
  record: (action: PinAct, details: ShellAct["details"]) => void;
  log: Log;
}

/** Why an open PIN was locked: by hand, because nobody was there, or because its time was over. */
type LockReason = "person" | "nobody_there" | "time_over";

export interface PinSettings {
  asksFor: PinAction[];
  keepOpenMinutes: KeepOpenMinutes;
}

export interface Pin {
  status(): PinStatus;
  set(pin: string, settings: PinSettings): Promise<{ recoveryCode: string }>;
  change(pin: string, newPin: string): Promise<PinStatus>;
  configure(pin: string, settings: PinSettings): Promise<PinStatus>;
  remove(pin: string): Promise<PinStatus>;
  renewCode(pin: string): Promise<{ recoveryCode: string }>;
  reset(recoveryCode: string, newPin: string): Promise<{ recoveryCode: string }>;
  unlock(pin: string): Promise<PinStatus>;
  lock(why?: LockReason): PinStatus;
  /** Does this action ask for the PIN, open or not? */
  asksFor(action: PinAction): boolean;
  /** Throws `pin_needed` where this call asks for the PIN and it isn't open. */
  guard(call: ChannelCall, input: unknown, replacesWaiting: boolean): void;
}

type Secret = "pin" | "code";
const COUNT = { pin: "wrongPins", code: "wrongCodes" } as const;

const notSet = () => new CountersideError("wrong_state", { reason: "pin_not_set" });

/** Makes the PIN of a profile; closed at every start. */
export function createPin(deps: PinDeps): Pin {
  const { records, hash, matches, monotonic, randomDigit, later, changed, record, log } = deps;
  let opening: Opening = CLOSED;
  let stopTimer: () => void = () => undefined;
  const atStart = records.read();
  const notBefore = {
    pin: monotonic() + waitAfter(atStart?.wrongPins ?? 0),
    code: monotonic() + waitAfter(atStart?.wrongCodes ?? 0),
  };
  if (records.isLost()) {
    log.warn("The PIN's record is gone or can't be read; nothing asks for a PIN");
    record("pin.lost", {});
  }

  const held = (): PinRecord => {
    const kept = records.read();
    if (kept === null) throw notSet();
    return kept;
  };
  const asksFor = (action: PinAction): boolean => records.read()?.asksFor.includes(action) ?? false;
  const waitOf = (secret: Secret) => Math.max(0, Math.ceil(notBefore[secret] - monotonic()));

  const status = (): PinStatus => {
    const kept = records.read();
    return {
      isSet: kept !== null,
      lost: records.isLost(),
      asksFor: kept?.asksFor ?? [],
      keepOpenMinutes: kept?.keepOpenMinutes ?? 5,
      open: leftOf(opening, monotonic()) > 0,
      pinWaitMs: kept === null ? 0 : waitOf("pin"),
      codeWaitMs: kept === null ? 0 : waitOf("code"),
    };
  };
  const tell = (): PinStatus => {
    const now = status();
    changed(now);
    return now;
  };
  const become = (next: Opening): PinStatus => {
    opening = next;
    stopTimer();
    const left = leftOf(next, monotonic());
    if (left > 0) stopTimer = later(left, () => void lock("time_over"));
    return tell();
  };
  const lock = (why: LockReason): PinStatus => {
    // What is closed already is not locked once more; a timer may be a moment late.
    if (opening.kind !== "closed") record("pin.locked", { why });
    return become(CLOSED);
  };
  const open = (): PinStatus => {
    const minutes = held().keepOpenMinutes;
    record("pin.opened", { minutes });
    return become(openFor(minutes, monotonic()));
  };

  const count = (secret: Secret, tries: number) => {
    records.write({ ...held(), [COUNT[secret]]: tries });
    notBefore[secret] = monotonic() + waitAfter(tries);
  };

  /** Returns where it is the right one, and throws where it isn't or it is too early to say. */
  const prove = async (secret: Secret, given: string): Promise<void> => {
    const kept = held();
    const waitMs = waitOf(secret);
    if (waitMs > 0) throw new CountersideError("pin_wait", { waitMs });
    const tries = kept[COUNT[secret]] + 1;
    count(secret, tries);
    if (await matches(kept[secret], given)) {
      count(secret, 0);
      return;
    }
    log.warn("A wrong PIN or recovery code was given", { which: secret, wrongTries: tries });
    record("pin.wrong", { which: secret, wrongTries: tries, waitSeconds: Math.ceil(waitOf(secret) / 1_000) });
    tell();
    throw new CountersideError("pin_wrong", { which: secret, waitMs: waitOf(secret) });
  };

  /** A new code, and the record that knows it. */
  const withNewCode = async (): Promise<{ recoveryCode: string; code: SecretHash }> => {
    const recoveryCode = makeRecoveryCode(randomDigit);
    return { recoveryCode: spacedCode(recoveryCode), code: await hash(recoveryCode) };
  };

  return {
    status,
    set: async (given, settings) => {
      const { recoveryCode, code } = await withNewCode();
      const pin = await hash(given);
      // Looked at after the waiting, so that of two calls at once only one sets it.
      if (records.read() !== null) throw new CountersideError("wrong_state", { reason: "pin_set" });
      records.write({ pin, code, ...settings, wrongPins: 0, wrongCodes: 0 });
      notBefore.pin = notBefore.code = monotonic();
      log.info("A PIN was set");
      record("pin.set", { asksFor: settings.asksFor, minutes: settings.keepOpenMinutes });
      become(CLOSED);
      return { recoveryCode };
    },
    change: async (given, newPin) => {
      await prove("pin", given);
      const pin = await hash(newPin);
      records.write({ ...held(), pin });
      log.info("The PIN was changed");
      record("pin.changed", {});
      return become(CLOSED);
    },
    configure: async (given, settings) => {
      await prove("pin", given);
      records.write({ ...held(), ...settings });
      log.info("What asks for the PIN was changed", { ...settings });
      record("pin.configured", { asksFor: settings.asksFor, minutes: settings.keepOpenMinutes });
      return become(CLOSED);
    },
    remove: async (given) => {
      await prove("pin", given);
      records.remove();
      log.info("The PIN was removed");
      record("pin.removed", {});
      return become(CLOSED);
    },
    renewCode: async (given) => {
      await prove("pin", given);
      const { recoveryCode, code } = await withNewCode();
      records.write({ ...held(), code, wrongCodes: 0 });
      log.info("A new recovery code was made");
      record("pin.codeRenewed", {});
      tell();
      return { recoveryCode };
    },
    reset: async (given, newPin) => {
      await prove("code", given);
      const { recoveryCode, code } = await withNewCode();
      const pin = await hash(newPin);
      records.write({ ...held(), pin, code, wrongPins: 0, wrongCodes: 0 });
      notBefore.pin = notBefore.code = monotonic();
      log.info("The PIN was reset by the recovery code");
      record("pin.reset", {});
      open();
      return { recoveryCode };
    },
    unlock: async (given) => {
      await prove("pin", given);
      return open();
    },
    lock: (why = "person") => lock(why),
    asksFor,
    guard: ({ channel }, input, replacesWaiting) => {
      const action = askedActions(channel, input, replacesWaiting).find(asksFor);
      if (action === undefined) return;
      const { passes, after } = pass(opening, monotonic());
      if (after !== opening) become(after);
      if (!passes) throw new CountersideError("pin_needed", { channel, action });
    },
  };
}

// Which calls ask for the PIN, and under which of the owner's choices. Pure.

function askedBy(rule: PinRule, change: unknown): PinAction[] {
  if (rule === "noPin") return [];
  if (typeof rule === "string") return [rule];
  const isFree =
    typeof change === "object" &&
    change !== null &&
    Object.entries(change).every(([field, value]) => value === undefined || rule.unlessOnly.includes(field));
  return isFree ? [] : [rule.action];
}

/** The choices that a call falls under; none where it never asks. To replace a waiting entry is to discard it. */
export function askedActions(channel: ChannelName, input: unknown, replacesWaiting: boolean): PinAction[] {
  return [...askedBy(CHANNELS[channel].pin, input), ...(replacesWaiting ? (["outbox"] as const) : [])];
}

// How long the next try waits after so many wrong ones. Pure.

const FREE_TRIES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 30 * 60_000;

/**
 * The wait after the given number of wrong tries: none for the first four, then 30 seconds, doubling to half an hour.
 * All ten thousand PINs of four digits then take most of a year.
 */
export function waitAfter(wrongTries: number): number {
  if (wrongTries <= FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES - 1, 30), LONGEST_WAIT_MS);
}

// For how long the right PIN counts. Pure: the time is handed in, and is the monotonic one.

export type Opening = { kind: "closed" } | { kind: "once" | "timed"; until: number };

export const CLOSED: Opening = { kind: "closed" };

/** An action that was let through is repeated at once; one that isn't must be asked for again. */
const ONCE_WITHIN_MS = 60_000;

export const openFor = (minutes: KeepOpenMinutes, now: number): Opening =>
  minutes === 0
    ? { kind: "once", until: now + ONCE_WITHIN_MS }
    : { kind: "timed", until: now + minutes * 60_000 };

/** How long it is still open; 0 where it is closed. */
export const leftOf = (opening: Opening, now: number): number =>
  opening.kind === "closed" ? 0 : Math.max(0, opening.until - now);

/** Lets one action through or not; what is open afterwards. */
export function pass(opening: Opening, now: number): { passes: boolean; after: Opening } {
  if (leftOf(opening, now) === 0) return { passes: false, after: CLOSED };
  return { passes: true, after: opening.kind === "once" ? CLOSED : opening };
}

// What is kept of the PIN, and where: `pin.json` of the profile, and one mark beside it.

const STORED = "pin";
/** Written in another file: a PIN whose record is gone is then at least noticed. */
const MARK = "pinWasSet";

const pinRecord = z.object({
  pin: secretHash,
  code: secretHash,
  asksFor: z.array(pinAction),
  keepOpenMinutes: z.literal(KEEP_OPEN_MINUTES),
  /** Tries since the last right one; they only go up until then, whatever the clock says. */
  wrongPins: z.number().int().min(0),
  wrongCodes: z.number().int().min(0),
});
export type PinRecord = z.infer<typeof pinRecord>;

export interface PinRecords {
  /** Null where no PIN is set, or its record can't be read. */
  read(): PinRecord | null;
  write(record: PinRecord): void;
  remove(): void;
  /** Was one set, and is its record gone or unreadable? */
  isLost(): boolean;
}

/** Keeps the record in `file` and the mark in `marks`; the files are read once, at the start. */
export function keepPinRecord(file: StoreFile, marks: StoreFile): PinRecords {
  let record = pinRecord.safeParse(file.readAll()[STORED]).data ?? null;
  let marked = marks.readAll()[MARK] === true;
  return {
    read: () => record,
    write: (next) => {
      if (!marked) marks.write(MARK, true);
      marked = true;
      file.write(STORED, next);
      record = next;
    },
    remove: () => {
      file.write(STORED, undefined);
      record = null;
      marks.write(MARK, undefined);
      marked = false;
    },
    isLost: () => marked && record === null,
  };
}
