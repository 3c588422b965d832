/** What another person approves on the spot: for one person, one action and these bytes, once. */
import { describe, expect, it } from "vitest";
import { THE_PROGRAM } from "../../../../../contract/call.ts";
import type { ChannelInput, EngineChannel } from "../../../../../contract/channels.ts";
import { READY_ROLES, type Right, type Role } from "../../../../../contract/rights.ts";
import {
  aReturn,
  aVoucher,
  openPaused,
  openTestEngine,
  type TestEngine,
  voucherSerial,
} from "../../../../helpers/engine.ts";
import {
  NAME_OF,
  type PeopleIds,
  PIN_OF,
  savePeople,
  savePerson,
  signIn,
  USER_OF,
} from "../../../../helpers/staff.ts";

const MINUTE = 60_000;

/** A counter with three people, at which one of them works. */
async function counterOf(role: Role) {
  const engine = await openPaused();
  const people = await savePeople(engine);
  if (role !== "owner") await signIn(engine, people, role);
  return { engine, people };
}
/** Asks for it, and returns the approval that it needs. */
async function ask(engine: TestEngine, channel: EngineChannel, input: object, right: Right): Promise<string> {
  const error = await engine.refusal(channel, input);
  expect(error).toMatchObject({ code: "approval_needed", details: { right } });
  const { approvalId } = error.details;
  if (typeof approvalId !== "string") throw new Error("no approval to ask for");
  return approvalId;
}
const approve = (engine: TestEngine, people: PeopleIds, approvalId: string, role: Role = "manager") =>
  engine.call("people.approve", { approvalId, personId: people[role], pin: PIN_OF[role] });
const named = (people: PeopleIds, role: Role) => ({
  personId: people[role],
  name: NAME_OF[role],
  userId: USER_OF[role],
});
/** A call as it is repeated once it was approved: the schemas of the channels don't name the field. */
const approved = <Name extends EngineChannel>(
  input: ChannelInput<Name>,
  approvalId: string,
): ChannelInput<Name> => Object.assign({}, input, { approvalId });
const changeRole = (
  engine: TestEngine,
  role: "cashier" | "manager",
  rights: Partial<Record<Right, "allowed" | "approval" | "never">>,
  returnsUpTo: Record<string, string> = {},
) =>
  engine.call("people.configure", {
    roles: { ...READY_ROLES, [role]: { rights: { ...READY_ROLES[role].rights, ...rights }, returnsUpTo } },
  });

describe("an approval", () => {
  it("lets the same call through once, and both people are in the entry and in the activity", async () => {
    const { engine, people } = await counterOf("cashier");
    const approvalId = await ask(engine, "taxVoucher.update", aVoucher(), "taxVoucher");
    expect(await engine.call("people.asked", { approvalId })).toMatchObject({
      channel: "taxVoucher.update",
      right: "taxVoucher",
      askedBy: named(people, "cashier"),
      enters: [{ kind: "taxVoucher", subject: "corrected", currencyId: "YER", amount: "20000.25" }],
    });
    // Asked for without being approved, it lets nothing through.
    await ask(
      engine,
      "taxVoucher.update",
      approved<"taxVoucher.update">(aVoucher(), approvalId),
      "taxVoucher",
    );
    await approve(engine, people, approvalId);
    const { entryId } = await engine.call(
      "taxVoucher.update",
      approved<"taxVoucher.update">(aVoucher(), approvalId),
    );
    await ask(
      engine,
      "taxVoucher.update",
      approved<"taxVoucher.update">(aVoucher(), approvalId),
      "taxVoucher",
    );
    const entry = await engine.entry(entryId);
    expect(entry).toMatchObject({ person: named(people, "cashier"), approver: named(people, "manager") });
    expect(JSON.parse(entry.requestBody)).toMatchObject({ creatorUserId: USER_OF.cashier });
    const { entries } = await engine.call("audit.list", {});
    const of = (action: string) => entries.find((row) => row.action === action);
    expect(of("approval.given")).toMatchObject({
      subject: "taxVoucher.update",
      details: { right: "taxVoucher", askedBy: named(people, "cashier"), person: named(people, "manager") },
    });
    expect(of("approval.used")?.details).toMatchObject({
      person: named(people, "cashier"),
      approver: named(people, "manager"),
    });
    expect(of("taxVoucher.updated")?.details).toMatchObject({
      person: named(people, "cashier"),
      approver: named(people, "manager"),
    });
  });

  it("of a decision is in the resolution", async () => {
    const { engine, people } = await counterOf("cashier");
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    const input = { entryId, reason: "entered twice" };
    const approvalId = await ask(engine, "outbox.discard", input, "discard");
    expect(await engine.call("people.asked", { approvalId })).toMatchObject({
      enters: [],
      entry: { entryId },
      words: "entered twice",
    });
    await approve(engine, people, approvalId);
    expect(await engine.call("outbox.discard", approved<"outbox.discard">(input, approvalId))).toMatchObject({
      state: "discarded",
      resolution: { person: named(people, "cashier"), approver: named(people, "manager") },
    });
  });

  it("counts for five minutes, whatever becomes of the clock, and is forgotten at the next start", async () => {
    const { engine, people } = await counterOf("cashier");
    const input = aVoucher();
    const first = await ask(engine, "taxVoucher.update", input, "taxVoucher");
    await approve(engine, people, first);
    engine.clock.turnTo(engine.clock.now() - 86_400_000);
    engine.clock.runUntil(engine.clock.now() + 5 * MINUTE);
    const second = await ask(
      engine,
      "taxVoucher.update",
      approved<"taxVoucher.update">(input, first),
      "taxVoucher",
    );
    await approve(engine, people, second);
    engine.clock.runUntil(engine.clock.now() + 5 * MINUTE - 1);
    await engine.call("taxVoucher.update", approved<"taxVoucher.update">(input, second));
    const third = await ask(engine, "taxVoucher.update", input, "taxVoucher");
    await approve(engine, people, third);
    await engine.close();
    const again = openTestEngine({ profile: engine.profile, clock: engine.clock });
    await signIn(again, people, "cashier");
    await ask(again, "taxVoucher.update", approved<"taxVoucher.update">(input, third), "taxVoucher");
  });

  it("is offered to those who could give it: with every right that it needs, within their limit and with a PIN", async () => {
    const { engine, people } = await counterOf("owner");
    await engine.call("people.configure", {
      roles: {
        cashier: { ...READY_ROLES.cashier, returnsUpTo: { YER: "100" } },
        manager: { ...READY_ROLES.manager, returnsUpTo: { YER: "200" } },
      },
    });
    const owner = { name: "Second", userId: 700, role: "owner" } as const;
    await engine.call("people.save", owner);
    await signIn(engine, people, "cashier");
    const approvers = async (price: string) => {
      const lines = aReturn()
        .lines.slice(0, 1)
        .map((line) => ({ ...line, price, quantity: "1" }));
      const approvalId = await ask(engine, "purchaseReturn.post", { ...aReturn(), lines }, "purchaseReturn");
      return (await engine.call("people.asked", { approvalId })).approvers.map(({ personId }) => personId);
    };
    expect(await approvers("120")).toEqual([people.manager, people.owner]);
    expect(await approvers("1000")).toEqual([people.owner]);
  });

  it("of two rights is offered to nobody who has only the one that was asked for", async () => {
    const { engine, people } = await counterOf("owner");
    await engine.call("people.configure", {
      roles: {
        cashier: { ...READY_ROLES.cashier, rights: { ...READY_ROLES.cashier.rights, print: "approval" } },
        manager: { ...READY_ROLES.manager, rights: { ...READY_ROLES.manager.rights, costs: "never" } },
      },
    });
    await signIn(engine, people, "cashier");
    const asked = { channel: "print.statement", input: { of: { accountId: 21 }, to: "printer" } };
    // No page asks this, nor another program.
    expect((await engine.refusal("people.permit", asked)).code).toBe("unknown_channel");
    const reply = await engine.invoke("people.permit", asked, { id: "", from: THE_PROGRAM });
    const approvalId = reply.ok ? "" : String(reply.error.details.approvalId);
    const { approvers } = await engine.call("people.asked", { approvalId });
    expect(approvers.map(({ personId }) => personId)).toEqual([people.owner]);
  });

  it("is for these bytes, this channel and this person", async () => {
    const { engine, people } = await counterOf("cashier");
    const second = await savePersonAs(engine, people);
    const approvalId = await ask(engine, "taxVoucher.update", aVoucher(), "taxVoucher");
    await approve(engine, people, approvalId);
    const other = [
      aVoucher({ amount: "20000.26" }),
      aVoucher({ note: "corrected " }),
      aVoucher({ serialNo: voucherSerial(2) }),
      aVoucher({ postingId: voucherSerial(3) }),
    ];
    for (const input of other)
      await ask(engine, "taxVoucher.update", approved<"taxVoucher.update">(input, approvalId), "taxVoucher");
    const entry = await engine.call("purchaseReturn.post", aReturn());
    await ask(engine, "outbox.discard", { entryId: entry.entryId, reason: "no", approvalId }, "discard");
    await engine.call("people.switch", { personId: second, pin: "5555" });
    await ask(
      engine,
      "taxVoucher.update",
      approved<"taxVoucher.update">(aVoucher(), approvalId),
      "taxVoucher",
    );
    // None of these used it up.
    await signIn(engine, people, "cashier");
    await engine.call("taxVoucher.update", approved<"taxVoucher.update">(aVoucher(), approvalId));
  });

  it("tells two accounts apart whose ids no double holds", async () => {
    const { engine, people } = await counterOf("cashier");
    const restore = (accountId: string) => ({ kind: "account" as const, accountId });
    const approvalId = await ask(engine, "restore.request", restore("9007199254740993"), "restoreAccount");
    await approve(engine, people, approvalId);
    await ask(engine, "restore.request", { ...restore("9007199254740992"), approvalId }, "restoreAccount");
    await engine.call(
      "restore.request",
      approved<"restore.request">(restore("9007199254740993"), approvalId),
    );
  });

  it("is never one's own, nor of who needs one too, and a PIN alone is none", async () => {
    const { engine, people } = await counterOf("cashier");
    const second = await savePersonAs(engine, people);
    const approvalId = await ask(engine, "taxVoucher.update", aVoucher(), "taxVoucher");
    const given = (personId: string, pin: string) =>
      engine.refusal("people.approve", { approvalId, personId, pin });
    expect(await given(people.cashier, PIN_OF.cashier)).toMatchObject({
      details: { reason: "own_approval" },
    });
    expect(await given(people.cashier.toUpperCase(), PIN_OF.cashier)).toMatchObject({
      details: { reason: "own_approval" },
    });
    expect(await given(second, "5555")).toMatchObject({ code: "not_allowed", details: { reason: "role" } });
    expect(await engine.refusal("people.approve", { approvalId, code: "12345678" })).toMatchObject({
      details: { reason: "not_paired" },
    });
    expect(
      await engine.refusal("people.approve", {
        approvalId: voucherSerial(9),
        personId: people.manager,
        pin: PIN_OF.manager,
      }),
    ).toMatchObject({ code: "not_found" });
    await ask(
      engine,
      "taxVoucher.update",
      approved<"taxVoucher.update">(aVoucher(), approvalId),
      "taxVoucher",
    );
  });

  it("counts a wrong PIN of the approver as any other", async () => {
    const { engine, people } = await counterOf("cashier");
    const approvalId = await ask(engine, "taxVoucher.update", aVoucher(), "taxVoucher");
    const given = (pin: string) =>
      engine.refusal("people.approve", { approvalId, personId: people.manager, pin });
    for (let n = 0; n < 5; n += 1) expect((await given("0000")).code).toBe("pin_wrong");
    expect((await given(PIN_OF.manager)).code).toBe("pin_wait");
    expect(
      (await engine.refusal("people.switch", { personId: people.manager, pin: PIN_OF.manager })).code,
    ).toBe("pin_wait");
    await ask(
      engine,
      "taxVoucher.update",
      approved<"taxVoucher.update">(aVoucher(), approvalId),
      "taxVoucher",
    );
  });

  it.each([
    [
      "was removed",
      (engine: TestEngine, people: PeopleIds) =>
        savePerson(engine, "manager", { personId: people.manager, active: false }),
    ],
    ["lost the right", (engine: TestEngine) => changeRole(engine, "manager", { taxVoucher: "approval" })],
    [
      "has another role",
      (engine: TestEngine, people: PeopleIds) =>
        savePerson(engine, "manager", { personId: people.manager, role: "cashier" }),
    ],
  ])("of somebody who %s since is none", async (_, change) => {
    const { engine, people } = await counterOf("cashier");
    const approvalId = await ask(engine, "taxVoucher.update", aVoucher(), "taxVoucher");
    await approve(engine, people, approvalId);
    await signIn(engine, people, "owner");
    await change(engine, people);
    await signIn(engine, people, "cashier");
    await ask(
      engine,
      "taxVoucher.update",
      approved<"taxVoucher.update">(aVoucher(), approvalId),
      "taxVoucher",
    );
    expect((await engine.call("outbox.list", {})).entries).toEqual([]);
  });

  it("doesn't give what the role never may", async () => {
    const { engine, people } = await counterOf("cashier");
    const approvalId = await ask(engine, "taxVoucher.update", aVoucher(), "taxVoucher");
    await approve(engine, people, approvalId);
    await signIn(engine, people, "owner");
    await changeRole(engine, "cashier", { taxVoucher: "never" });
    await signIn(engine, people, "cashier");
    expect(
      await engine.refusal("taxVoucher.update", approved<"taxVoucher.update">(aVoucher(), approvalId)),
    ).toMatchObject({
      code: "not_allowed",
      details: { reason: "role", right: "taxVoucher" },
    });
  });
});

/** A second cashier; the first works on. */
async function savePersonAs(engine: TestEngine, people: PeopleIds): Promise<string> {
  await signIn(engine, people, "owner");
  const second = await savePerson(engine, "cashier", { name: "Second", pin: "5555" });
  await signIn(engine, people, "cashier");
  return second;
}

describe("returns up to an amount", () => {
  const worth = (price: string, currencyId = "YER") =>
    aReturn({ currencyId, lines: [{ productId: 1001, measureUnitId: 1, price, quantity: "2" }] });

  it("go through to the limit of their currency, and above it or in another one by approval", async () => {
    const { engine, people } = await counterOf("owner");
    await changeRole(engine, "cashier", {}, { YER: "1000" });
    await signIn(engine, people, "cashier");
    await engine.call("purchaseReturn.post", worth("500"));
    await ask(engine, "purchaseReturn.post", worth("500.005"), "purchaseReturn");
    await ask(engine, "purchaseReturn.post", worth("1", "USD"), "purchaseReturn");
    const approvalId = await ask(engine, "purchaseReturn.post", worth("600"), "purchaseReturn");
    await approve(engine, people, approvalId);
    const { entryId } = await engine.call(
      "purchaseReturn.post",
      approved<"purchaseReturn.post">(worth("600"), approvalId),
    );
    expect(await engine.entry(entryId)).toMatchObject({
      localAmount: "1200",
      approver: named(people, "manager"),
    });
  });

  it("are approved only by who may do them without", async () => {
    const { engine, people } = await counterOf("owner");
    const limited = { ...READY_ROLES.cashier, returnsUpTo: { YER: "100" } };
    const roles = { cashier: limited, manager: { ...READY_ROLES.manager, returnsUpTo: { YER: "1000" } } };
    await engine.call("people.configure", { roles });
    await signIn(engine, people, "cashier");
    const [small, large] = [worth("100"), worth("501")];
    await approve(engine, people, await ask(engine, "purchaseReturn.post", small, "purchaseReturn"));
    const approvalId = await ask(engine, "purchaseReturn.post", large, "purchaseReturn");
    const refused = await engine.refusal("people.approve", {
      approvalId,
      personId: people.manager,
      pin: PIN_OF.manager,
    });
    expect(refused).toMatchObject({
      code: "not_allowed",
      details: { reason: "role", right: "purchaseReturn" },
    });
    await approve(engine, people, approvalId, "owner");
    await engine.call("purchaseReturn.post", approved<"purchaseReturn.post">(large, approvalId));
  });
});

it("a correction of an entry that waits needs the right to discard, and has both people", async () => {
  const { engine, people } = await counterOf("cashier");
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  const correction = aReturn({ note: "another", corrects: entryId });
  const approvalId = await ask(engine, "purchaseReturn.post", correction, "discard");
  expect(await engine.call("people.asked", { approvalId })).toMatchObject({
    enters: [{ kind: "purchaseReturn", amount: "11800", lines: 1 }],
    entry: { entryId },
  });
  expect((await engine.entry(entryId)).state).toBe("pending");
  await approve(engine, people, approvalId);
  const made = await engine.call(
    "purchaseReturn.post",
    approved<"purchaseReturn.post">(correction, approvalId),
  );
  const both = { person: named(people, "cashier"), approver: named(people, "manager") };
  expect(await engine.entry(entryId)).toMatchObject({ state: "discarded", resolution: both });
  expect(await engine.entry(made.entryId)).toMatchObject(both);
});
