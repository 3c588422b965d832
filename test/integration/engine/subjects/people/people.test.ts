/** The people of a counter, through the channels of an engine with a real file. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { tokenKey } from "../../../../../contract/process-messages.ts";
import { NO_FIXED_RIGHTS, READY_ROLES } from "../../../../../contract/rights.ts";
import { HASH_COSTS } from "../../../../../main/engine/core/context.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { hashSecret } from "../../../../../main/engine/subjects/people/secret-hash.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  aReturn,
  aVoucher,
  newFolder,
  openPaused,
  openTestEngine,
  runUntilTrue,
  statesOf,
  TENANT,
  type TestEngine,
  TOKEN,
} from "../../../../helpers/engine.ts";
import { startHttpService } from "../../../../helpers/http-service.ts";
import { NAME_OF, PIN_OF, savePeople, savePerson, signIn, USER_OF } from "../../../../helpers/staff.ts";

const standing = async (engine: TestEngine) => (await engine.call("people.status", {})).standing;
const listed = (engine: TestEngine) => engine.call("people.list", {});
const acts = async (engine: TestEngine, prefix = "person.") =>
  (await engine.call("audit.list", {})).entries.filter(({ action }) => action.startsWith(prefix)).reverse();
async function restart(engine: TestEngine): Promise<TestEngine> {
  await engine.close();
  return openTestEngine({ profile: engine.profile, clock: engine.clock });
}
const refusedReturn = (engine: TestEngine) => engine.refusal("purchaseReturn.post", aReturn());
const NOBODY = { code: "not_allowed", details: { reason: "nobody_signed_in" } };

describe("people", () => {
  it("are saved in any order until there is an owner, as whom it goes on", async () => {
    const engine = await openPaused();
    expect(await standing(engine)).toEqual({ state: "free" });
    const cashier = await savePerson(engine, "cashier");
    expect(await standing(engine)).toEqual({ state: "locked", ownerless: true });
    expect(await refusedReturn(engine)).toMatchObject(NOBODY);
    // An owner without a PIN can't sign in, and so is none yet.
    const { personId: owner } = await engine.call("people.save", {
      name: "Huda",
      userId: 633,
      role: "owner",
    });
    expect(await standing(engine)).toEqual({ state: "locked", ownerless: true });
    await savePerson(engine, "manager");
    await savePerson(engine, "owner", { personId: owner, pin: PIN_OF.owner });
    expect(await standing(engine)).toMatchObject({
      state: "working",
      person: { personId: owner, role: "owner" },
    });
    expect((await listed(engine)).people.map(({ name, hasPin }) => [name, hasPin])).toEqual([
      ["Salma", true],
      ["Huda", true],
      ["Nabil", true],
    ]);
    expect(JSON.stringify(await listed(engine))).not.toMatch(/salt|hash/);
    await engine.call("people.lock", {});
    expect(
      await engine.refusal("people.save", { name: "Another", userId: 1, role: "owner", pin: "9999" }),
    ).toMatchObject(NOBODY);
    await engine.call("people.switch", { personId: cashier, pin: PIN_OF.cashier });
    expect(await engine.refusal("people.save", { name: "Another", userId: 1, role: "owner" })).toMatchObject({
      code: "not_allowed",
      details: { reason: "role", right: "people" },
    });
  });

  it("saved by a call that began while there was nobody are refused once the owner has locked", async () => {
    const engine = await openPaused();
    const owner = savePerson(engine, "owner");
    // So many hashes are in the way that the owner is saved, and locks, before the last one is made.
    const busy = Array.from({ length: 8 }, () => hashSecret("0000", HASH_COSTS.dear));
    const late = engine.refusal("people.save", { name: "Late", userId: 1, role: "owner", pin: "9999" });
    await owner;
    await engine.call("people.lock", {});
    expect(await late).toMatchObject({ code: "not_allowed" });
    await Promise.all(busy);
    expect((await listed(engine)).people).toHaveLength(1);
  });

  it("stay signed out where it is locked while a PIN is still being proved", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    const late = engine.refusal("people.switch", { personId: people.cashier, pin: PIN_OF.cashier });
    await engine.call("people.lock", {});
    expect(await late).toMatchObject(NOBODY);
    expect(await standing(engine)).toEqual({ state: "locked", ownerless: false });
    await signIn(engine, people, "cashier");
  });

  it("keep their last owner, and a refused save changes nothing on disk or in memory", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    const before = await listed(engine);
    const lastOwner = { code: "wrong_state", details: { reason: "last_owner" } };
    const owner = { personId: people.owner, name: "Other", userId: 1 };
    expect(await engine.refusal("people.save", { ...owner, role: "cashier" })).toMatchObject(lastOwner);
    expect(await engine.refusal("people.save", { ...owner, role: "owner", active: false })).toMatchObject(
      lastOwner,
    );
    expect(await listed(engine)).toEqual(before);
    expect(await standing(engine)).toMatchObject({ state: "working", person: { role: "owner" } });
    const again = await restart(engine);
    expect((await listed(again)).people).toEqual(before.people);
    expect(await standing(again)).toEqual({ state: "locked", ownerless: false });
  });

  it("have a name that no other has, until that one is removed", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    const same = { name: NAME_OF.cashier, userId: 9, role: "cashier" as const };
    expect(await engine.refusal("people.save", same)).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ field: "name", reason: "taken" }] },
    });
    for (const name of ["SALMA", "S\u0101lma", "Sal\u200bma"])
      expect((await engine.refusal("people.save", { ...same, name })).code).toBe("invalid_input");
    await savePerson(engine, "cashier", { personId: people.cashier, active: false });
    await engine.call("people.save", same);
    expect(
      (await engine.refusal("people.save", { ...same, personId: people.cashier, active: true })).code,
    ).toBe("invalid_input");
    expect(
      await engine.refusal("people.save", {
        ...same,
        name: "New",
        personId: people.cashier.replace(/.$/, "f"),
      }),
    ).toMatchObject({ code: "not_found", details: { reason: "person" } });
  });

  it.each([
    ["no letter that is seen", "\u200f\u3164", "too_short"],
    ["a second line", "Ali\u2028Owner", "invalid"],
    ["a mark that turns what follows round", "\u202eilA", "invalid"],
    ["an end of its isolation", "Ali\u2069", "invalid"],
  ])("whose name has %s are refused", async (_, name, reason) => {
    const engine = await openPaused();
    expect(await engine.refusal("people.save", { name, userId: 1, role: "cashier" })).toMatchObject({
      details: { issues: [{ field: "name", reason }] },
    });
  });

  it("that are removed are refused at the next action, hidden, and what they entered stays theirs", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    const second = await savePerson(engine, "owner", { name: "Second", pin: "4444" });
    await engine.call("people.switch", { personId: second, pin: "4444" });
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    // They remove themselves while they work.
    await engine.call("people.save", {
      personId: second,
      name: "Second",
      userId: 7,
      role: "owner",
      active: false,
    });
    expect(await standing(engine)).toEqual({ state: "locked", ownerless: false });
    expect(await refusedReturn(engine)).toMatchObject(NOBODY);
    expect(await engine.refusal("people.switch", { personId: second, pin: "4444" })).toMatchObject({
      code: "not_found",
    });
    await signIn(engine, people, "owner");
    expect((await listed(engine)).people.find(({ personId }) => personId === second)).toMatchObject({
      active: false,
    });
    expect((await engine.entry(entryId)).person).toEqual({
      personId: second,
      name: "Second",
      userId: USER_OF.owner,
    });
    expect((await acts(engine)).map(({ action, details }) => [action, details.why])).toContainEqual([
      "person.signedOut",
      "removed",
    ]);
  });

  it("whose role is changed while they work have its rights at the next action", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    const second = await savePerson(engine, "owner", { name: "Second", pin: "4444" });
    await engine.call("people.switch", { personId: second, pin: "4444" });
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    await engine.call("people.save", { personId: second, name: "Second", userId: 7, role: "cashier" });
    expect(await standing(engine)).toMatchObject({
      state: "working",
      person: { role: "cashier", userId: 7 },
    });
    expect((await engine.refusal("outbox.discard", { entryId, reason: "no" })).code).toBe("approval_needed");
    expect((await engine.refusal("people.configure", { lockAfterMinutes: 1 })).code).toBe("not_allowed");
    await signIn(engine, people, "owner");
    const roles = {
      ...READY_ROLES,
      cashier: {
        ...READY_ROLES.cashier,
        rights: { ...READY_ROLES.cashier.rights, purchaseReturn: "never" as const },
      },
    };
    await engine.call("people.configure", { roles });
    await signIn(engine, people, "cashier");
    expect(await refusedReturn(engine)).toMatchObject({
      details: { reason: "role", right: "purchaseReturn" },
    });
  });

  it("have the roles of the owner's policy, which no owner changes", async () => {
    const roles = { ...READY_ROLES, cashier: READY_ROLES.manager };
    const engine = await openPaused({ fixed: { ...NO_FIXED_RIGHTS, roles } });
    const people = await savePeople(engine);
    expect((await engine.refusal("people.configure", { roles: READY_ROLES })).code).toBe("policy_fixed");
    expect(await engine.call("people.configure", { lockAfterMinutes: 15 })).toMatchObject({
      rolesFixed: true,
      roles,
      lockAfterMinutes: 15,
    });
    await signIn(engine, people, "cashier");
    await engine.call("taxVoucher.update", aVoucher());
  });

  it("that join an owner who worked alone end the guard of the PIN, and the owner goes on", async () => {
    const engine = await openPaused();
    await engine.call("pin.set", { pin: "1234", asksFor: [], keepOpenMinutes: 5 });
    expect((await engine.refusal("people.save", { name: "Salma", userId: 611, role: "cashier" })).code).toBe(
      "pin_needed",
    );
    await engine.call("pin.unlock", { pin: "1234" });
    await savePerson(engine, "cashier");
    expect(await standing(engine)).toMatchObject({
      state: "working",
      person: { role: "owner", userId: 501 },
    });
    for (const channel of ["pin.unlock", "pin.remove", "pin.renewCode"] as const)
      expect(await engine.refusal(channel, { pin: "1234" })).toMatchObject({
        details: { reason: "names_in_use" },
      });
  });

  it("that were removed before join an owner who works alone as new ones do", async () => {
    const engine = await openPaused();
    const cashier = await savePerson(engine, "cashier");
    await savePerson(engine, "cashier", { personId: cashier, active: false });
    expect(await standing(engine)).toEqual({ state: "free" });
    await engine.call("pin.set", { pin: "1234", asksFor: ["outbox"], keepOpenMinutes: 5 });
    await engine.call("pin.unlock", { pin: "1234" });
    await savePerson(engine, "cashier", { personId: cashier, active: true });
    expect(await standing(engine)).toMatchObject({ state: "working", person: { role: "owner" } });
  });
});

describe("a PIN", () => {
  it("waits for its person after the fifth wrong try, for nobody else, and over starts and changes of the clock", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    await engine.call("people.lock", {});
    const wrong = { personId: people.cashier, pin: "0000" };
    for (let n = 0; n < 5; n += 1)
      expect((await engine.refusal("people.switch", wrong)).code).toBe("pin_wrong");
    const waits = { code: "pin_wait", details: { waitMs: 30_000 } };
    engine.clock.turnTo(engine.clock.now() + 86_400_000);
    expect(await engine.refusal("people.switch", { ...wrong, pin: PIN_OF.cashier })).toMatchObject(waits);
    await signIn(engine, people, "manager");
    const again = await restart(engine);
    expect(await again.refusal("people.switch", { ...wrong, pin: PIN_OF.cashier })).toMatchObject(waits);
    again.clock.runUntil(again.clock.now() + 30_000);
    expect((await again.refusal("people.switch", wrong)).details).toMatchObject({ waitMs: 60_000 });
    again.clock.runUntil(again.clock.now() + 60_000);
    await signIn(again, people, "cashier");
    expect((await again.refusal("people.switch", wrong)).details).toMatchObject({ waitMs: 0 });
    expect(
      (await acts(again))
        .filter(({ action }) => action === "person.wrongPin")
        .map(({ subject, details }) => [subject, details.wrongTries]),
    ).toEqual([1, 2, 3, 4, 5, 6, 1].map((tries) => [people.cashier, tries]));
  });

  it("waits for everybody at the computer after many wrong tries of several people", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    await engine.call("people.lock", {});
    for (const personId of [people.cashier, people.manager, people.owner])
      for (let n = 0; n < 4; n += 1)
        expect((await engine.refusal("people.switch", { personId, pin: "0000" })).details).toMatchObject({
          waitMs: 0,
        });
    expect((await engine.refusal("people.switch", { personId: people.owner, pin: "0000" })).code).toBe(
      "pin_wrong",
    );
    const asked = { personId: people.cashier, pin: PIN_OF.cashier };
    expect((await engine.refusal("people.switch", asked)).code).toBe("pin_wait");
    expect((await (await restart(engine)).refusal("people.switch", asked)).code).toBe("pin_wait");
  });

  it("is changed by its person with the old one, and set anew by who may edit people", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    await signIn(engine, people, "cashier");
    expect((await engine.refusal("people.changePin", { pin: "0000", newPin: "5555" })).code).toBe(
      "pin_wrong",
    );
    await engine.call("people.changePin", { pin: PIN_OF.cashier, newPin: "5555" });
    const asked = { personId: people.cashier, pin: PIN_OF.cashier };
    expect((await engine.refusal("people.switch", asked)).code).toBe("pin_wrong");
    await engine.call("people.switch", { ...asked, pin: "5555" });
    await signIn(engine, people, "owner");
    for (let n = 0; n < 5; n += 1) await engine.refusal("people.switch", asked);
    await savePerson(engine, "cashier", { personId: people.cashier, pin: "6666" });
    await engine.call("people.switch", { ...asked, pin: "6666" });
    expect((await engine.refusal("people.changePin", { pin: "0000", newPin: "5555" })).code).toBe(
      "pin_wrong",
    );
    await engine.call("people.lock", {});
    expect(await engine.refusal("people.changePin", { pin: "6666", newPin: "5555" })).toMatchObject(NOBODY);
  });

  it("of an owner is set anew by the recovery code, once, and of nobody else", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    const { recoveryCode } = await engine.call("people.renewCode", {});
    await engine.call("people.lock", {});
    expect((await engine.refusal("people.renewCode", {})).code).toBe("not_allowed");
    const reset = { personId: people.owner, recoveryCode, newPin: "7777" };
    expect((await engine.refusal("people.reset", { ...reset, personId: people.manager })).code).toBe(
      "wrong_state",
    );
    const next = await engine.call("people.reset", reset);
    expect(await standing(engine)).toMatchObject({ state: "working", person: { role: "owner" } });
    expect((await engine.refusal("people.reset", reset)).code).toBe("pin_wrong");
    await engine.call("people.switch", { personId: people.owner, pin: "7777" });
    await engine.call("people.reset", { ...reset, recoveryCode: next.recoveryCode });
  });
});

describe("who works", () => {
  it("is nobody after a start: nothing is entered or decided, and what waits is sent", async () => {
    const service = await startHttpService();
    await service.setUp(false);
    const engine = await openPaused({}, service.url);
    const people = await savePeople(engine);
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    await engine.call("sync.resume", {});
    await engine.close();
    await service.setUp(true);
    const again = openTestEngine({
      profile: engine.profile,
      clock: engine.clock,
      tokens: { [tokenKey(service.url, TENANT)]: TOKEN },
    });
    expect(await standing(again)).toEqual({ state: "locked", ownerless: false });
    const refused = [
      again.refusal("purchaseReturn.post", aReturn()),
      again.refusal("taxVoucher.update", aVoucher()),
      again.refusal("restore.request", { kind: "account", accountId: 1 }),
      again.refusal("outbox.discard", { entryId, reason: "no" }),
      again.refusal("outbox.markRecorded", { entryId, evidence: "no" }),
      again.refusal("outbox.resend", { entryId }),
      again.refusal("draft.save", { draftId: "d", kind: "purchaseReturn", content: "{}" }),
    ];
    for (const error of await Promise.all(refused)) expect(error).toMatchObject(NOBODY);
    await runUntilTrue(again, async () => (await statesOf(again)).get(entryId) === "confirmed");
    expect(service.came).toHaveLength(1);
    expect(JSON.parse(service.came[0]?.body ?? "")).toMatchObject({ creatorUserId: USER_OF.owner });
    await signIn(again, people, "cashier");
    await again.call("purchaseReturn.post", aReturn());
  });

  it("is frozen with each entry, and a correction has who corrected", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    await signIn(engine, people, "cashier");
    const first = await engine.call("purchaseReturn.post", aReturn());
    await signIn(engine, people, "manager");
    const second = await engine.call("purchaseReturn.post", aReturn({ corrects: first.entryId }));
    const voucher = await engine.call("taxVoucher.update", aVoucher());
    await signIn(engine, people, "owner");
    await savePerson(engine, "cashier", { personId: people.cashier, name: "Renamed", userId: 1 });
    const [replaced, correction] = [await engine.entry(first.entryId), await engine.entry(second.entryId)];
    const named = (role: "cashier" | "manager") => ({
      personId: people[role],
      name: NAME_OF[role],
      userId: USER_OF[role],
    });
    expect(replaced).toMatchObject({
      person: named("cashier"),
      approver: null,
      resolution: { person: named("manager") },
    });
    expect(correction.person).toEqual(named("manager"));
    expect(
      [replaced, correction, await engine.entry(voucher.entryId)].map(
        ({ requestBody }) => JSON.parse(requestBody).creatorUserId,
      ),
    ).toEqual([USER_OF.cashier, USER_OF.manager, USER_OF.manager]);
    const posted = (await engine.call("audit.list", {})).entries.filter(
      ({ action }) => action === "purchaseReturn.posted",
    );
    expect(posted.map(({ details, userId }) => [details.person, String(userId)])).toEqual([
      [named("manager"), String(USER_OF.manager)],
      [named("cashier"), String(USER_OF.cashier)],
    ]);
  });

  it("reads while it is locked, for the frame draws nothing of it", async () => {
    const engine = await openPaused();
    await savePeople(engine);
    await engine.call("people.lock", {});
    for (const channel of ["outbox.list", "sync.status", "people.list", "draft.list"] as const)
      await engine.call(channel, {});
  });

  it("is read from a backup on another counter, where nobody is signed in", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    const before = (await listed(engine)).people;
    const { path } = await engine.call("backup.create", { path: join(newFolder(), "shop.backup") });
    const other = openTestEngine({ randomness: systemRandomness });
    await other.call("backup.restore", { path });
    expect(await listed(other)).toEqual({ people: before, current: null });
    expect(await standing(other)).toEqual({ state: "locked", ownerless: false });
    await signIn(other, people, "owner");
  });

  it("is kept by the recovery of a damaged file, with roles, PINs and the recovery code", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    await engine.call("backup.create", {});
    // What came after the backup is newer than what is in it.
    await savePerson(engine, "manager", { personId: people.manager, active: false });
    await engine.call("people.configure", { roles: { ...READY_ROLES, manager: READY_ROLES.cashier } });
    const { recoveryCode } = await engine.call("people.renewCode", {});
    const { roles } = await engine.call("people.status", {});
    const before = (await listed(engine)).people;
    await engine.close();
    const file = connectionFile(engine.profile);
    const db = new Database(file);
    db.pragma("wal_checkpoint(TRUNCATE)");
    const page =
      db.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'document'").pluck().get() ?? 0;
    const size = Number(db.pragma("page_size", { simple: true }));
    db.close();
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
    closeSync(handle);
    const again = openTestEngine({
      profile: engine.profile,
      clock: engine.clock,
      randomness: systemRandomness,
    });
    await again.call("documents.search", {}).catch(() => undefined);
    await runUntilTrue(again, async () => (await again.call("recovery.report", {})).reports.length > 0);
    expect((await listed(again)).people).toEqual(before);
    expect((await again.call("people.status", {})).roles).toEqual(roles);
    await signIn(again, people, "owner");
    await again.call("people.reset", { personId: people.owner, recoveryCode, newPin: "7777" });
  });
});

describe("a draft", () => {
  const content = (text: string) => ({ draftId: "d1", kind: "purchaseReturn" as const, content: text });

  it("is of who typed it: another may neither save, remove nor post it before they take it over", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    await signIn(engine, people, "cashier");
    await engine.call("draft.save", content("one"));
    await signIn(engine, people, "manager");
    const another = {
      code: "wrong_state",
      details: { reason: "another_persons_draft", person: NAME_OF.cashier },
    };
    expect(await engine.refusal("draft.save", content("two"))).toMatchObject(another);
    expect(await engine.refusal("draft.remove", { draftId: "d1" })).toMatchObject(another);
    expect(await engine.refusal("purchaseReturn.post", aReturn({ draftId: "d1" }))).toMatchObject(another);
    expect((await engine.call("outbox.list", {})).entries).toEqual([]);
    await engine.call("draft.takeOver", { draftId: "d1" });
    await engine.call("draft.save", content("two"));
    expect((await engine.call("draft.list", {})).drafts).toMatchObject([
      { content: "two", person: { name: NAME_OF.manager }, takenFrom: { name: NAME_OF.cashier } },
    ]);
    expect(await acts(engine, "draft.")).toMatchObject([
      {
        action: "draft.takenOver",
        details: { from: { name: NAME_OF.cashier }, person: { name: NAME_OF.manager } },
      },
    ]);
    await engine.call("purchaseReturn.post", aReturn({ draftId: "d1" }));
    expect((await engine.call("draft.list", {})).drafts).toEqual([]);
  });

  it("saved just after a lock is kept for who typed it, and nobody else's is", async () => {
    const engine = await openPaused();
    const people = await savePeople(engine);
    await engine.call("draft.save", { ...content("the owner's"), draftId: "d0" });
    await signIn(engine, people, "cashier");
    await engine.call("people.lock", {});
    await engine.call("draft.save", content("late"));
    expect((await engine.refusal("draft.save", { ...content("no"), draftId: "d0" })).code).toBe(
      "wrong_state",
    );
    expect((await engine.refusal("draft.remove", { draftId: "d1" })).code).toBe("not_allowed");
    expect((await engine.call("draft.list", {})).drafts).toMatchObject([
      { draftId: "d0", content: "the owner's" },
      { draftId: "d1", content: "late", person: { name: NAME_OF.cashier } },
    ]);
    engine.clock.runUntil(engine.clock.now() + 10_000);
    expect(await engine.refusal("draft.save", content("a stranger's"))).toMatchObject(NOBODY);
    await signIn(engine, people, "cashier");
    await engine.call("people.lock", {});
    expect(await (await restart(engine)).refusal("draft.save", content("later"))).toMatchObject(NOBODY);
  });
});

it("without a connection nobody is a person, and what would make one is refused as not connected", async () => {
  const engine = openTestEngine();
  expect(await engine.call("people.list", {})).toEqual({ people: [], current: null });
  expect((await engine.call("people.status", {})).standing).toEqual({ state: "free" });
  expect((await engine.call("pin.status", {})).isSet).toBe(false);
  const save = { name: "Amal", userId: 1, role: "owner", pin: "1234" };
  expect((await engine.refusal("people.save", save)).code).toBe("not_connected");
});
