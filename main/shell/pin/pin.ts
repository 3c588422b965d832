/**
 * The owner's PIN: sets it, proves it, and stands before the actions that ask for it.
 *
 * A try is written down before it is looked at, so that ending the program in between gains nothing. Waits are
 * measured by the monotonic clock and begin anew at every start, so that changing the clock gains nothing either.
 */
import type { KeepOpenMinutes, PinAction, PinStatus } from "../../../contract/channels/pin.ts";
import type { ChannelName } from "../../../contract/channels.ts";
import type { PinAct, ShellAct } from "../../../contract/process-messages.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { Log } from "../log/log.ts";
import { askedActions } from "./asked-actions.ts";
import { CLOSED, leftOf, type Opening, openFor, pass } from "./opening.ts";
import type { PinRecord, PinRecords } from "./pin-record.ts";
import { makeRecoveryCode, spacedCode } from "./recovery-code.ts";
import type { SecretHash } from "./secret-hash.ts";
import { waitAfter } from "./tries.ts";

/** What the PIN works with: its records, its hash, a clock, chance, and whom it tells. */
export interface PinDeps {
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
export type LockReason = "person" | "nobody_there" | "time_over";

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
  guard(channel: ChannelName, input: unknown, replacesWaiting: boolean): void;
}

type Secret = "pin" | "code";
const COUNT = { pin: "wrongPins", code: "wrongCodes" } as const;

const notSet = () => new CountersideError("wrong_state", "No PIN is set.", { state: "not_set" });

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
    if (waitMs > 0) throw new CountersideError("pin_wait", "Too many wrong tries: wait.", { waitMs });
    const tries = kept[COUNT[secret]] + 1;
    count(secret, tries);
    if (await matches(kept[secret], given)) {
      count(secret, 0);
      return;
    }
    log.warn("A wrong PIN or recovery code was given", { which: secret, wrongTries: tries });
    record("pin.wrong", { which: secret, wrongTries: tries, waitSeconds: Math.ceil(waitOf(secret) / 1_000) });
    tell();
    throw new CountersideError("pin_wrong", "That is not it.", { which: secret, waitMs: waitOf(secret) });
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
      if (records.read() !== null)
        throw new CountersideError("wrong_state", "A PIN is set already.", { state: "set" });
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
    guard: (channel, input, replacesWaiting) => {
      const action = askedActions(channel, input, replacesWaiting).find(asksFor);
      if (action === undefined) return;
      const { passes, after } = pass(opening, monotonic());
      if (after !== opening) become(after);
      if (!passes)
        throw new CountersideError("pin_needed", "This asks for the owner's PIN.", { channel, action });
    },
  };
}
