/**
 * No sequence of switches, locks, changes of people and roles, approvals, entries, decisions, waits and starts lets a
 * right be used that nobody granted. The model says who may do what; it is written apart from the code, and small.
 */
import { cpSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EngineChannel } from "../../../../../contract/channels.ts";
import { type Allowance, READY_ROLES, type Role } from "../../../../../contract/rights.ts";
import type { OpenDatabase } from "../../../../../main/engine/file/database/open-database.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { ManualClock } from "../../../../helpers/clock.ts";
import {
  aReturn,
  aVoucher,
  newFolder,
  openCopied,
  openPaused,
  openTestEngine,
  type TestEngine,
  voucherSerial,
} from "../../../../helpers/engine.ts";
import { type PeopleIds, PIN_OF, savePeople, USER_OF } from "../../../../helpers/staff.ts";

const PLACES = ["cashier", "manager", "owner"] as const satisfies Role[];
type Place = (typeof PLACES)[number];
/** The rights that are tried, and the things that are done with them. */
const TRIED = ["purchaseReturn", "taxVoucher", "restoreAccount", "discard"] as const;
type Tried = (typeof TRIED)[number];

type Step =
  | { do: "signIn" | "approve"; who: Place; isRight: boolean; nth: number }
  | { do: "lock" | "restart" }
  | { do: "save"; who: Place; role: Role; active: boolean }
  | { do: "configure"; role: "cashier" | "manager"; right: Tried; says: Allowance }
  | { do: "act"; what: Tried | "correct"; nth: number }
  | { do: "repeat"; nth: number }
  | { do: "wait"; minutes: number };

const nth = fc.nat(3);
const place = fc.constantFrom(...PLACES);
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("signIn" as const),
        who: place,
        isRight: fc.nat(9).map((n) => n > 0),
        nth,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("approve" as const),
        who: place,
        isRight: fc.nat(9).map((n) => n > 0),
        nth,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("lock" as const, "restart" as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("save" as const),
        who: place,
        role: fc.constantFrom(...PLACES),
        active: fc.nat(3).map((n) => n > 0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("configure" as const),
        role: fc.constantFrom("cashier" as const, "manager" as const),
        right: fc.constantFrom(...TRIED),
        says: fc.constantFrom("allowed" as const, "approval" as const, "never" as const),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant("act" as const),
        what: fc.constantFrom(...TRIED, "correct" as const),
        nth,
      }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("repeat" as const), nth }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 6 }) }),
    },
  ),
  { minLength: 5, maxLength: 40, size: "max" },
);

interface Call {
  channel: EngineChannel;
  input: object;
  rights: readonly Tried[];
}
interface Asked {
  approvalId: string;
  call: Call;
  by: Place;
  /** Who approved, and when. */
  approved: { by: Place; at: number } | null;
}

/** What was granted, and what follows from it. */
class Model {
  now = 0;
  current: Place | null = null;
  readonly people = new Map<Place, { role: Role; active: boolean }>(
    PLACES.map((who) => [who, { role: who, active: true }]),
  );
  readonly says = new Map<string, Allowance>(
    TRIED.flatMap((right) => [
      [`cashier ${right}`, right === "purchaseReturn" ? "allowed" : "approval"] as const,
      [`manager ${right}`, "allowed"] as const,
    ]),
  );

  roleOf(who: Place): Role | null {
    const person = this.people.get(who);
    return person?.active ? person.role : null;
  }
  /** What a person may do alone with these rights. */
  alone(who: Place, rights: readonly Tried[]): Allowance {
    const role = this.roleOf(who);
    const all = rights.map((right) =>
      role === null ? "never" : role === "owner" ? "allowed" : this.says.get(`${role} ${right}`),
    );
    if (all.includes("never")) return "never";
    return all.includes("approval") ? "approval" : "allowed";
  }
  isOwner = (who: Place | null): boolean => who !== null && this.roleOf(who) === "owner";
  owners = (): Place[] => PLACES.filter((who) => this.isOwner(who));
  /** Whether who works may do this now, by their role or by this approval. */
  grants({ rights, channel, input }: Call, asked: Asked | null): boolean {
    const { current } = this;
    if (current === null) return false;
    const alone = this.alone(current, rights);
    if (alone !== "approval") return alone === "allowed";
    if (asked === null || asked.approved === null) return false;
    const { by, at } = asked.approved;
    const isSame = asked.by === current && asked.call.channel === channel && asked.call.input === input;
    return isSame && by !== current && this.now - at < 5 * 60_000 && this.alone(by, rights) === "allowed";
  }
}

const FIRST_RIGHTS = { cashier: READY_ROLES.cashier, manager: READY_ROLES.manager };

type Faults = { openDatabase?: OpenDatabase; makeClock?: () => ManualClock };

/** Carries the steps out; throws with the first right that was used without being granted, or refused though it was. */
async function live(
  template: string,
  people: PeopleIds,
  list: readonly Step[],
  faults: Faults,
): Promise<void> {
  const profile = newFolder();
  cpSync(template, profile, { recursive: true });
  const clock = faults.makeClock?.() ?? new ManualClock();
  const start = () =>
    openTestEngine({
      profile,
      // Ids that count up would be the same after each start.
      randomness: systemRandomness,
      clock,
      ...(faults.openDatabase === undefined ? {} : { openDatabase: faults.openDatabase }),
    });
  let engine: TestEngine = start();
  const model = new Model();
  const asked: Asked[] = [];
  const waiting: string[] = [];
  let made = 0;
  let roles = FIRST_RIGHTS;

  const callOf = (what: Tried | "correct", at: number): Call | null => {
    made += 1;
    const entryId = waiting[at % waiting.length];
    const note = `entry ${made}`;
    switch (what) {
      case "purchaseReturn":
        return { channel: "purchaseReturn.post", input: aReturn({ note }), rights: ["purchaseReturn"] };
      case "taxVoucher":
        return {
          channel: "taxVoucher.update",
          input: aVoucher({ note, serialNo: voucherSerial(made) }),
          rights: ["taxVoucher"],
        };
      case "restoreAccount":
        return {
          channel: "restore.request",
          input: { kind: "account", accountId: made },
          rights: ["restoreAccount"],
        };
      case "discard":
        return entryId === undefined
          ? null
          : { channel: "outbox.discard", input: { entryId, reason: note }, rights: ["discard"] };
      case "correct":
        return entryId === undefined
          ? null
          : {
              channel: "purchaseReturn.post",
              input: aReturn({ note, corrects: entryId }),
              rights: ["purchaseReturn", "discard"],
            };
    }
  };
  const act = async (call: Call, by: Asked | null): Promise<void> => {
    const granted = model.grants(call, by);
    const { channel, input } = call;
    const reply = await engine.invoke(channel, by === null ? input : { ...input, approvalId: by.approvalId });
    if (reply.ok) {
      expect(granted, `${channel} by ${model.current} (${call.rights.join()}) was granted`).toBe(true);
      if (by !== null && model.current !== null && model.alone(model.current, call.rights) === "approval")
        by.approved = null;
      if (channel === "purchaseReturn.post" && "corrects" in input)
        waiting.splice(waiting.indexOf(String(input.corrects)), 1);
      if (channel === "outbox.discard" && "entryId" in input)
        waiting.splice(waiting.indexOf(String(input.entryId)), 1);
      const { value } = reply;
      if (
        channel === "purchaseReturn.post" &&
        typeof value === "object" &&
        value !== null &&
        "entryId" in value
      )
        waiting.push(String(value.entryId));
      return;
    }
    const { code, details } = reply.error;
    // What was discarded meanwhile is no question of rights.
    if (code === "wrong_state") return;
    expect(granted, `${channel} by ${model.current} was refused: ${code}`).toBe(false);
    if (code !== "approval_needed" || model.current === null) return;
    // Used, or lost: an approver who may no longer uses it up too.
    if (by !== null && by.by === model.current && by.call === call) by.approved = null;
    asked.push({ approvalId: String(details.approvalId), call, by: model.current, approved: null });
  };

  for (const step of list) {
    switch (step.do) {
      case "signIn": {
        const pin = step.isRight ? PIN_OF[step.who] : "0000";
        const reply = await engine.invoke("people.switch", { personId: people[step.who], pin });
        if (!reply.ok) break;
        expect(step.isRight && model.roleOf(step.who) !== null, `${step.who} may sign in`).toBe(true);
        model.current = step.who;
        break;
      }
      case "lock":
        await engine.call("people.lock", {});
        model.current = null;
        break;
      case "restart":
        await engine.close();
        engine = start();
        model.current = null;
        for (const one of asked) one.approved = null;
        break;
      case "save": {
        const { who, role, active } = step;
        const input = { personId: people[who], name: who, userId: USER_OF[who], role, active };
        const reply = await engine.invoke("people.save", input);
        const keepsOwner = model.owners().some((other) => other !== who) || (role === "owner" && active);
        expect(reply.ok, `${who} may be saved by ${model.current}`).toBe(
          model.isOwner(model.current) && keepsOwner,
        );
        if (!reply.ok) break;
        model.people.set(who, { role, active });
        if (model.current === who && !active) model.current = null;
        break;
      }
      case "configure": {
        const of = roles[step.role];
        const next = { ...roles, [step.role]: { ...of, rights: { ...of.rights, [step.right]: step.says } } };
        const reply = await engine.invoke("people.configure", { roles: next });
        expect(reply.ok, `roles may be changed by ${model.current}`).toBe(model.isOwner(model.current));
        if (!reply.ok) break;
        roles = next;
        model.says.set(`${step.role} ${step.right}`, step.says);
        break;
      }
      case "approve": {
        const one = asked.at(-1 - step.nth);
        if (one === undefined) break;
        const pin = step.isRight ? PIN_OF[step.who] : "0000";
        const reply = await engine.invoke("people.approve", {
          approvalId: one.approvalId,
          personId: people[step.who],
          pin,
        });
        if (!reply.ok) break;
        const may = step.who !== one.by && model.alone(step.who, one.call.rights) === "allowed";
        expect(step.isRight && may, `${step.who} may approve ${one.call.channel}`).toBe(true);
        one.approved = { by: step.who, at: model.now };
        break;
      }
      case "act": {
        const call = callOf(step.what, step.nth);
        if (call !== null) await act(call, null);
        break;
      }
      case "repeat": {
        const one = asked.at(-1 - step.nth);
        if (one !== undefined) await act(one.call, one);
        break;
      }
      case "wait":
        model.now += step.minutes * 60_000;
        clock.runUntil(clock.now() + step.minutes * 60_000);
        break;
    }
  }
  await engine.close();
}

async function sequences(faults: Faults = {}) {
  const template = newFolder();
  const first = await openPaused({ profile: template });
  const people = await savePeople(first);
  await first.close();
  return fc.asyncProperty(steps, (list) => live(template, people, list, faults));
}

it("no right is used that nobody granted, and none is refused that was", { timeout: 120_000 }, async () => {
  await fc.assert(await sequences(), { numRuns: 60 });
});

/** The engine reads other people than there are. */
const reading =
  (columns: string): OpenDatabase =>
  (path, binding, migrations) => {
    const db = openCopied(path, binding, migrations);
    const prepare = db.prepare.bind(db);
    const other = (sql: string) =>
      prepare(
        sql.replace(
          "SELECT * FROM person",
          `SELECT person_id, name, user_id, ${columns}, wrong_pins, writes FROM person`,
        ),
      );
    return Object.assign(db, { prepare: other });
  };
/** Time that never passes for what counts a while. */
const standingStill = (): ManualClock => Object.assign(new ManualClock(), { monotonic: () => 0 });

describe.each<[string, RegExp, Faults]>([
  [
    "who was removed works on",
    /may sign in|was granted|may be saved/,
    { openDatabase: reading("role, pin, 1 AS active") },
  ],
  [
    "a cashier has a manager's rights",
    /was granted|may approve/,
    { openDatabase: reading("CASE role WHEN 'cashier' THEN 'manager' ELSE role END AS role, pin, active") },
  ],
  ["an approval counts without end", /was granted/, { makeClock: standingStill }],
])("where %s", (_, foundBy, faults) => {
  it("a sequence is found", { timeout: 120_000 }, async () => {
    const found = await fc.check(await sequences(faults), { numRuns: 400, seed: 1, endOnFailure: true });
    expect(String(found.errorInstance)).toMatch(foundBy);
  });
});
