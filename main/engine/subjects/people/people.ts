/** The people of a counter: who works now, what they may do, and what another person approves. */
import type { Call, CallOrigin } from "../../../../contract/call.ts";
import type { PeopleStatus } from "../../../../contract/channels/people.ts";
import {
  CHANNELS,
  type ChannelName,
  isChannelName,
  isEngineChannel,
  neededBy,
  type ParsedInput,
  rightToApprove,
} from "../../../../contract/channels.ts";
import { CountersideError, invalidField } from "../../../../contract/error.ts";
import {
  allowanceOf,
  decide,
  type Needed,
  type PersonName,
  ROLES,
  type Role,
  rightsOf,
  type Standing,
} from "../../../../contract/rights.ts";
import { userId } from "../../../../contract/values.ts";
import type { Handlers } from "../../core/context.ts";
import { personNameOf } from "../../core/outbox/entry-rows.ts";
import { searchable } from "../../mirror/search/search-text.ts";
import type { Shop } from "../shop.ts";
import { createApprovals } from "./approvals.ts";
import { describeAsked, entryNamedBy } from "./asked.ts";
import { createPeopleStore, type PersonRow, personOf, pinOf } from "./people-store.ts";
import { createSecrets } from "./secrets.ts";
import { createSingleOwner } from "./single-owner.ts";

/** What is typed is saved sooner than this; whatever comes later was not typed before the lock. */
const SAVED_LATE_MS = 10_000;

/** Why somebody was signed out. */
export type LockReason = "person" | "nobody_there" | "another" | "removed";

/** What guards people's own channels and everybody's: `actorOf` throws where a call may not go through. */
export function openPeople(shop: Shop) {
  const { clock, randomness, emit, own, record } = shop;
  const store = createPeopleStore(shop.db, shop.meta);
  const approvals = createApprovals(clock.monotonic, randomness.uuid);
  let current: string | null = null;
  /** Who was signed out last: what they typed just before is still theirs, until then. */
  let last: { personId: string; until: number } | null = null;
  const leave = ({ person_id }: PersonRow): void => {
    last = { personId: person_id, until: clock.monotonic() + SAVED_LATE_MS };
  };

  const isActive = (row: PersonRow): boolean => row.active === 1;
  const canOwn = (row: PersonRow): boolean => isActive(row) && row.role === "owner" && row.pin !== null;
  const working = (): PersonRow | null => {
    const row = current === null ? undefined : store.byId(current);
    return row !== undefined && isActive(row) ? row : null;
  };
  const roles = () => shop.fixed.roles ?? store.rules().roles;
  const actorFor = (row: PersonRow | null, approver: PersonName | null = null) =>
    row === null ? own : { ...own, userId: userId.parse(row.user_id), person: personNameOf(row), approver };

  const secrets = createSecrets(store, clock.monotonic, shop.hashCost, (personId, wrongTries, waitMs) => {
    const waitSeconds = Math.ceil(waitMs / 1_000);
    if (single.isGuarded() || personId === null)
      record({ actor: own }, "pin.wrong", "", {
        which: personId === null ? "code" : "pin",
        wrongTries,
        waitSeconds,
      });
    else record({ actor: own }, "person.wrongPin", personId, { wrongTries, waitSeconds });
    changed();
  });
  const single = createSingleOwner(shop, store, secrets, () => changed());

  const standing = (): Standing => {
    const people = store.people();
    if (!people.some(isActive)) return { state: "free" };
    if (single.isGuarded()) return single.standing();
    const row = working();
    if (row === null) return { state: "locked", ownerless: !people.some(canOwn) };
    return {
      state: "working",
      person: { ...personNameOf(row), role: row.role },
      may: rightsOf(roles(), row.role),
    };
  };
  const status = (): PeopleStatus => ({
    standing: standing(),
    lockAfterMinutes: store.rules().lockAfterMinutes,
    roles: roles(),
    rolesFixed: shop.fixed.roles !== null,
  });
  function changed(): void {
    emit({ event: "people.changed", payload: status() });
    emit({ event: "pin.changed", payload: single.status() });
  }

  const recordSignedOut = (row: PersonRow, why: LockReason): void =>
    record({ actor: actorFor(row) }, "person.signedOut", row.person_id, { why });
  /** Where the activity can't say so, nobody changes. */
  const signIn = (row: PersonRow): void => {
    const before = current === null || current === row.person_id ? undefined : store.byId(current);
    store.writing(() => {
      if (before !== undefined) recordSignedOut(before, "another");
      record({ actor: actorFor(row) }, "person.signedIn", row.person_id, { role: row.role });
    });
    if (before !== undefined) leave(before);
    current = row.person_id;
  };
  /** Locks whatever the disk says: then it throws afterwards. */
  function signOut(why: LockReason): void {
    const row = current === null ? undefined : store.byId(current);
    current = null;
    if (row === undefined) return;
    leave(row);
    changed();
    recordSignedOut(row, why);
  }
  const known = (personId: string): PersonRow => {
    const row = store.byId(personId);
    if (row === undefined || !isActive(row))
      throw new CountersideError("not_found", { reason: "person", field: "personId", personId });
    return row;
  };
  const prove = async (row: PersonRow, pin: string): Promise<void> => {
    const kept = pinOf(row);
    if (kept === null) throw new CountersideError("wrong_state", { reason: "no_pin", field: "personId" });
    await secrets.provePin(row.person_id, kept, pin);
  };
  /**
   * A wait of the hash lies between the question and the act: who asked must still be allowed. `wasGuarded`: a single
   * owner asked, whose PIN may have counted for this one act.
   */
  const assertStill = ({ actor }: Call, needed: Needed, wasGuarded: boolean): void => {
    const verdict = decide(standing(), needed);
    const isSame = actor.person === null || actor.person.personId === current;
    const isApproved = verdict.is === "approval" && actor.approver !== null;
    const isProven = verdict.is === "pin" && wasGuarded;
    if (!isSame || !(verdict.is === "allowed" || isApproved || isProven))
      throw new CountersideError("not_allowed", { reason: "role", right: "people" });
  };

  /** Nobody gives a role above their own, takes from one, or says what roles may: they would grant themselves more. */
  const assertRole = ({ actor }: Call, ...roles: readonly Role[]): void => {
    const by = actor.approver ?? actor.person;
    const own = by === null ? "owner" : (store.byId(by.personId)?.role ?? "cashier");
    if (roles.some((of) => ROLES.indexOf(of) > ROLES.indexOf(own)))
      throw new CountersideError("not_allowed", { reason: "role", right: "people" });
  };

  const needs = (channel: ChannelName, input: unknown): Needed =>
    neededBy(channel, input, entryNamedBy(shop, input)?.state ?? null);
  const mayApprove = (row: PersonRow, needed: Needed): boolean =>
    isActive(row) &&
    typeof needed !== "string" &&
    needed.every((ask) => allowanceOf(rightsOf(roles(), row.role), ask) === "allowed");

  /** Who acts by this call. Throws where they may not, and uses up what lets one action through. */
  /**
   * Only the token of the open connection, as every start of the headless engine is given it: sending goes on, and nothing
   * is decided. Of the window it is refused before, at the gate.
   */
  const isTokenAgain = (channel: ChannelName, input: unknown): boolean => {
    const given = channel === "connection.save" ? CHANNELS[channel].input.safeParse(input).data : undefined;
    if (given === undefined) return false;
    const { service_url, tenant_id, user_id, device_id, practice } = shop.row;
    return (
      given.serviceUrl === service_url &&
      String(given.tenantId) === String(tenant_id) &&
      String(given.userId) === String(user_id) &&
      (given.deviceId ?? device_id) === device_id &&
      (given.practice ?? false) === (practice === 1)
    );
  };

  const permit = (
    channel: ChannelName,
    input: unknown,
    approvalId: string | null,
    at: number,
  ): Call["actor"] => {
    const needed = isTokenAgain(channel, input) ? "nothing" : needs(channel, input);
    const who = standing();
    const right = rightToApprove(channel, who, needed);
    const row = working();
    if (right === null) {
      if (who.state === "guarded") single.spend(needed);
      return actorFor(row);
    }
    if (row === null) throw new RangeError("nobody works who could ask for an approval");
    const approver =
      approvalId === null ? null : approvals.use(approvalId, channel, input, personNameOf(row));
    const by = approver === null ? undefined : store.byId(approver.personId);
    // An approver who was removed, or may no longer, approves nothing.
    if (by === undefined || !mayApprove(by, needed))
      throw new CountersideError("approval_needed", {
        approvalId: approvals.ask(channel, input, right, personNameOf(row), at),
        right,
      });
    const actor = actorFor(row, approver);
    record({ actor }, "approval.used", channel, { right });
    return actor;
  };

  const asked = (approvalId: string) => {
    const approval = approvals.found(approvalId);
    const needed = needs(approval.channel, approval.input);
    const may = (row: PersonRow) =>
      row.pin !== null && row.person_id !== approval.askedBy.personId && mayApprove(row, needed);
    return describeAsked(shop, approval, store.people().filter(may).map(personOf));
  };

  const approve = async ({ approvalId, personId, pin }: ParsedInput<"people.approve">) => {
    if (personId === undefined || pin === undefined)
      throw new CountersideError("wrong_state", { reason: "not_paired" });
    const approval = approvals.found(approvalId);
    const { askedBy, channel, input, right } = approval;
    const row = known(personId);
    if (askedBy.personId === personId)
      throw new CountersideError("not_allowed", { reason: "own_approval", right });
    await prove(row, pin);
    // Looked at after the wait for the hash: they may have been removed meanwhile.
    const now = known(personId);
    if (!mayApprove(now, needs(channel, input)))
      throw new CountersideError("not_allowed", { reason: "role", right });
    approvals.approve(approvals.found(approvalId), personNameOf(now));
    record({ actor: actorFor(now) }, "approval.given", channel, { right, askedBy });
    return { approved: true as const };
  };

  const save = async (call: Call, { personId, pin, ...given }: ParsedInput<"people.save">) => {
    const before = personId === undefined ? null : store.byId(personId);
    if (personId !== undefined && before === undefined)
      throw new CountersideError("not_found", { reason: "person", field: "personId", personId });
    const wasGuarded = single.isGuarded();
    // Names that look alike are one name on a tile.
    const isTaken = (row: PersonRow) =>
      isActive(row) && row.person_id !== personId && searchable(row.name) === searchable(given.name);
    const hashed = pin === undefined ? (before?.pin ?? null) : JSON.stringify(await secrets.hash(pin));
    assertStill(call, ["people"], wasGuarded);
    assertRole(call, given.role, before?.role ?? given.role);
    const active = given.active ?? (before === null || before === undefined || isActive(before));
    if (active && store.people().some(isTaken)) throw invalidField("name", "taken");
    const row = {
      person_id: personId ?? randomness.uuid(),
      name: given.name,
      user_id: given.userId,
      role: given.role,
      pin: hashed,
      active: Number(active),
    };
    const hadOwner = store.people().some(canOwn);
    store.writing(() => {
      store.put(row);
      if (hadOwner && !store.people().some(canOwn))
        throw new CountersideError("wrong_state", { reason: "last_owner" });
      // A second person who works: from then on people have names.
      if (single.isGuarded() && store.people().filter(isActive).length > 1) store.setRules({ guard: null });
      record(call, "person.saved", row.person_id, {
        name: row.name,
        role: row.role,
        userId: row.user_id,
        active,
        newPin: pin !== undefined,
      });
    });
    if (pin !== undefined) secrets.free({ personId: row.person_id });
    settle(hadOwner, wasGuarded);
    changed();
    return { personId: row.person_id };
  };
  /** Who made the owner, or named the others as the owner, goes on as them. Who was removed is signed out. */
  function settle(hadOwner: boolean, wasGuarded: boolean): void {
    if (current !== null && working() === null) signOut("removed");
    const owner = store.people().find(canOwn);
    if (current === null && owner !== undefined && !single.isGuarded() && (!hadOwner || wasGuarded))
      signIn(owner);
  }

  const handlers: Handlers<Extract<ChannelName, `people.${string}`>> = {
    "people.list": () => ({ people: store.people().map(personOf), current }),
    "people.status": status,
    "people.save": save,
    "people.switch": async (_, { personId, pin }) => {
      const row = known(personId);
      await prove(row, pin);
      if (single.isGuarded()) single.open();
      else signIn(known(personId));
      changed();
      return { current: personId };
    },
    "people.lock": ({ from }) => {
      const why = from.page === null ? "nobody_there" : "person";
      secrets.abandon();
      if (single.isGuarded()) single.lock(why);
      else signOut(why);
      return { current };
    },
    "people.changePin": async (call, { pin, newPin }) => {
      const row = working();
      if (row === null) throw new CountersideError("wrong_state", { reason: "pin_not_set" });
      await prove(row, pin);
      const hashed = JSON.stringify(await secrets.hash(newPin));
      store.writing(() => {
        store.put({ ...known(row.person_id), pin: hashed });
        record(call, "person.pinChanged", row.person_id, {});
      });
      return {};
    },
    "people.configure": (call, change) => {
      if (change.roles !== undefined && shop.fixed.roles !== null)
        throw new CountersideError("policy_fixed", { field: "roles", path: "" });
      const { roles: wanted, lockAfterMinutes } = change;
      if (wanted !== undefined) assertRole(call, "owner");
      store.writing(() => {
        store.setRules({
          ...(wanted === undefined ? {} : { roles: wanted }),
          ...(lockAfterMinutes === undefined ? {} : { lockAfterMinutes }),
        });
        record(call, "people.configured", "", { ...change });
      });
      changed();
      return status();
    },
    "people.renewCode": async (call) => {
      const wasGuarded = single.isGuarded();
      const made = await single.newCode();
      assertStill(call, ["people"], wasGuarded);
      // With the code, an owner's PIN is set.
      assertRole(call, "owner");
      store.writing(() => {
        made.keep();
        record(call, "people.codeRenewed", "", {});
      });
      secrets.free("code");
      return { recoveryCode: made.shown };
    },
    "people.reset": async (_, { personId, ...given }) => {
      const row = known(personId);
      if (row.role !== "owner") throw new CountersideError("wrong_state", { reason: "pin_not_set" });
      const made = await single.resetPin(personId, given, () =>
        record({ actor: actorFor(row) }, "person.pinReset", personId, {}),
      );
      if (single.isGuarded()) single.open();
      else signIn(known(personId));
      changed();
      return made;
    },
    "people.asked": (_, { approvalId }) => asked(approvalId),
    "people.approve": (_, input) => approve(input),
    "people.permit": (call, { channel, input, approvalId }) => {
      if (call.from.page !== null || !isChannelName(channel) || isEngineChannel(channel))
        throw new CountersideError("unknown_channel", { channel });
      permit(channel, input, approvalId ?? null, call.at);
      return {};
    },
  };

  return {
    handlers: { ...handlers, ...single.handlers },
    /** Whether somebody signs in here before anything is shown. */
    haveNames: (): boolean => standing().state !== "free",
    /** Whether costs are shown to who asks. */
    seesCosts: ({ from }: Pick<CallOrigin, "from">): boolean =>
      from.page === null || decide(standing(), ["costs"]).is === "allowed",
    /** Who acts by this call. Throws `not_allowed`, `approval_needed` or `pin_needed` where they may not. */
    actorOf({ channel, from, at }: CallOrigin, input: unknown, approvalId: string | null): Call["actor"] {
      if (from.page === null) return own;
      if (channel === "draft.save" && standing().state === "locked") {
        // What was typed just before the lock is kept for who typed it.
        const row = last === null || last.until <= clock.monotonic() ? undefined : store.byId(last.personId);
        if (row !== undefined && isActive(row)) return actorFor(row);
        throw new CountersideError("not_allowed", { reason: "nobody_signed_in", right: null });
      }
      return permit(channel, input, approvalId, at);
    },
  };
}
