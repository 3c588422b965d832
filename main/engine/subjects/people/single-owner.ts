/**
 * One owner, who works without a name: their PIN guards what they chose, and stays open for a while once it was given.
 * Everything else at the counter goes on as where nobody is a person.
 */
import { randomInt } from "node:crypto";
import { type PinStatus, spacedCode } from "../../../../contract/channels/pin.ts";
import type { ChannelName, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { PIN_ACTIONS, type PinAction } from "../../../../contract/pin-actions.ts";
import { decide, type Needed, type Standing } from "../../../../contract/rights.ts";
import type { AuditAction } from "../../core/audit.ts";
import type { Handlers } from "../../core/context.ts";
import type { PeopleRules, SecretHash } from "../../file/schema/people-json.ts";
import type { Shop } from "../shop.ts";
import { FIRST_KEEP_OPEN, type PeopleStore, type PersonRow, pinOf } from "./people-store.ts";
import { makeRecoveryCode } from "./secret-hash.ts";
import type { Secrets } from "./secrets.ts";

type Guard = NonNullable<PeopleRules["guard"]>;
type PinHandlers = Handlers<Exclude<Extract<ChannelName, `pin.${string}`>, "pin.codeShown">>;

// For how long the right PIN counts. Pure: the time is handed in, and is the monotonic one.

export type Opening = { kind: "closed" } | { kind: "once" | "timed"; until: number };
const CLOSED: Opening = { kind: "closed" };

/** An action that was let through is repeated at once; one that isn't must be asked for again. */
const ONCE_WITHIN_MS = 60_000;

export const openFor = (minutes: Guard["keepOpenMinutes"], now: number): Opening =>
  minutes === 0
    ? { kind: "once", until: now + ONCE_WITHIN_MS }
    : { kind: "timed", until: now + minutes * 60_000 };

/** How long it is still open; 0 where it is closed. */
export const leftOf = (opening: Opening, now: number): number =>
  opening.kind === "closed" ? 0 : Math.max(0, opening.until - now);

/** `changed` is called when what may be done has changed. */
export function createSingleOwner(shop: Shop, store: PeopleStore, secrets: Secrets, changed: () => void) {
  const { clock, randomness, own, fixed } = shop;
  let opening: Opening = CLOSED;
  let stopTimer: () => void = () => undefined;

  const acted = (action: AuditAction, details: Record<string, unknown>) =>
    shop.record({ actor: own }, action, "", details);
  const guard = (): Guard | null => store.rules().guard;
  const owner = (): PersonRow | undefined => store.people().find(({ active }) => active === 1);
  const asksFor = ({ asksFor: chosen }: Guard): PinAction[] =>
    PIN_ACTIONS.filter((action) => chosen.includes(action) || fixed.pinAsksFor.includes(action));
  const isOpen = (): boolean => leftOf(opening, clock.monotonic()) > 0;

  /** Throws `wrong_state` where there is nobody, or people have names. */
  const held = (): { row: PersonRow; rules: Guard; pin: SecretHash } => {
    const [row, rules] = [owner(), guard()];
    if (row === undefined) throw new CountersideError("wrong_state", { reason: "pin_not_set" });
    const pin = pinOf(row);
    if (rules === null || pin === null) throw new CountersideError("wrong_state", { reason: "names_in_use" });
    return { row, rules, pin };
  };
  const prove = async (pin: string): Promise<void> => {
    const { row, pin: kept } = held();
    await secrets.provePin(row.person_id, kept, pin);
  };

  const standing = (): Extract<Standing, { state: "guarded" }> => {
    const rules = guard();
    return { state: "guarded", asksFor: rules === null ? [] : asksFor(rules), open: isOpen() };
  };
  const status = (): PinStatus => {
    const [row, rules] = [owner(), guard()];
    const isSet = row !== undefined && rules !== null;
    return {
      isSet,
      asksFor: rules === null ? [] : asksFor(rules),
      keepOpenMinutes: rules?.keepOpenMinutes ?? FIRST_KEEP_OPEN,
      open: isSet && isOpen(),
      pinWaitMs: isSet ? secrets.waitMs({ personId: row.person_id }) : 0,
      codeWaitMs: isSet ? secrets.waitMs("code") : 0,
    };
  };
  const become = (next: Opening): PinStatus => {
    opening = next;
    stopTimer();
    const left = leftOf(next, clock.monotonic());
    if (left > 0) stopTimer = clock.schedule(left, () => lock("time_over"));
    changed();
    return status();
  };
  function lock(why: "person" | "nobody_there" | "time_over"): void {
    // What is closed already is not locked once more; a timer may be a moment late.
    const wasOpen = opening.kind !== "closed";
    become(CLOSED);
    // Last: it is locked also where the disk can't take this.
    if (wasOpen) acted("pin.locked", { why });
  }
  const open = (): void => {
    const minutes = guard()?.keepOpenMinutes ?? 0;
    acted("pin.opened", { minutes });
    become(openFor(minutes, clock.monotonic()));
  };
  /** A new recovery code as it is shown, once; `keep` makes it the one that counts. */
  const newCode = async (): Promise<{ shown: string; keep: () => void }> => {
    const code = makeRecoveryCode(() => randomInt(10));
    const hashed = await secrets.hash(code);
    return { shown: spacedCode(code), keep: () => store.setRecoveryCode(hashed) };
  };
  /** By the recovery code, which a new one replaces; `record` is called inside the transaction. */
  const resetPin = async (
    personId: string,
    { recoveryCode, newPin }: ParsedInput<"pin.reset">,
    record: () => void,
  ): Promise<{ recoveryCode: string }> => {
    const kept = store.recoveryCode();
    if (kept === null) throw new CountersideError("wrong_state", { reason: "pin_not_set" });
    await secrets.proveCode(kept, recoveryCode);
    const code = await newCode();
    const pin = JSON.stringify(await secrets.hash(newPin));
    store.writing(() => {
      const row = store.byId(personId);
      // Looked at after the waiting, so that of two calls at once only one uses the code up.
      if (row?.active !== 1 || row.role !== "owner" || store.recoveryCode()?.hash !== kept.hash)
        throw new CountersideError("wrong_state", { reason: "pin_not_set" });
      store.put({ ...row, pin });
      code.keep();
      record();
    });
    for (const tried of [{ personId }, "computer", "code"] as const) secrets.free(tried);
    return { recoveryCode: code.shown };
  };

  const handlers: PinHandlers = {
    "pin.status": status,
    "pin.set": async (_, { pin, ...chosen }) => {
      const code = await newCode();
      const hashed = await secrets.hash(pin);
      // Looked at after the waiting, so that of two calls at once only one sets it.
      if (owner() !== undefined) throw new CountersideError("wrong_state", { reason: "pin_set" });
      store.writing(() => {
        store.put({
          person_id: randomness.uuid(),
          name: "",
          user_id: own.userId,
          role: "owner",
          pin: JSON.stringify(hashed),
          active: 1,
        });
        store.setRules({ guard: chosen });
        code.keep();
        acted("pin.set", { asksFor: chosen.asksFor, minutes: chosen.keepOpenMinutes });
      });
      for (const tried of ["computer", "code"] as const) secrets.free(tried);
      become(CLOSED);
      return { recoveryCode: code.shown };
    },
    "pin.change": async (_, { pin, newPin }) => {
      await prove(pin);
      const hashed = JSON.stringify(await secrets.hash(newPin));
      store.writing(() => {
        store.put({ ...held().row, pin: hashed });
        acted("pin.changed", {});
      });
      return become(CLOSED);
    },
    "pin.configure": async (_, { pin, ...chosen }) => {
      await prove(pin);
      store.writing(() => {
        held();
        store.setRules({ guard: chosen });
        acted("pin.configured", { asksFor: chosen.asksFor, minutes: chosen.keepOpenMinutes });
      });
      return become(CLOSED);
    },
    "pin.remove": async (_, { pin }) => {
      await prove(pin);
      const { row } = held();
      store.writing(() => {
        store.put({ ...row, active: 0, pin: null });
        store.setRules({ guard: null });
        acted("pin.removed", {});
      });
      return become(CLOSED);
    },
    "pin.renewCode": async (_, { pin }: ParsedInput<"pin.renewCode">) => {
      await prove(pin);
      const code = await newCode();
      store.writing(() => {
        held();
        code.keep();
        acted("pin.codeRenewed", {});
      });
      secrets.free("code");
      changed();
      return { recoveryCode: code.shown };
    },
    "pin.reset": async (_, input) => {
      const made = await resetPin(held().row.person_id, input, () => acted("pin.reset", {}));
      open();
      return made;
    },
    "pin.unlock": async (_, { pin }) => {
      await prove(pin);
      held();
      open();
      return status();
    },
    "pin.lock": () => {
      secrets.abandon();
      lock("person");
      return status();
    },
  };

  return {
    handlers,
    isGuarded: (): boolean => guard() !== null,
    standing,
    status,
    open,
    lock,
    newCode,
    resetPin,
    /** Uses up what lets one action through, where this one would have asked. */
    spend(needed: Needed): void {
      if (opening.kind === "once" && decide({ ...standing(), open: false }, needed).is === "pin")
        become(CLOSED);
    },
  };
}
