/** Who works at the counter: three people with roles, who change places, approve for each other, and meet locked starts. */
import type { ChannelInput, EngineChannel } from "../../../contract/channels.ts";
import { ROLES, type Role } from "../../../contract/rights.ts";
import type { Chance } from "./chance.ts";
import type { Answered, Counter } from "./counter.ts";
import type { Record as RunRecord } from "./record.ts";

export const STAFF = {
  cashier: { name: "Salma", userId: 611, pin: "1111" },
  manager: { name: "Nabil", userId: 622, pin: "2222" },
  owner: { name: "Huda", userId: 633, pin: "3333" },
} as const satisfies Record<Role, object>;

/** Who takes over, and how often at an act. */
const TAKES_OVER = 0.08;
const SHARES = [
  [6, "cashier"],
  [3, "manager"],
  [1, "owner"],
] as const;

interface StaffDeps {
  counter: Counter;
  record: RunRecord;
  /** Another stream than the one of what is done: it stays what it was, no matter who does it. */
  chance: Chance;
  note: (words: string) => void;
  problem: (words: string) => void;
}

export class Staff {
  readonly #deps: StaffDeps;
  readonly #ids = new Map<Role, string>();
  /** Who is signed in, since which start of the program. */
  #in: { role: Role; start: number } | null = null;

  constructor(deps: StaffDeps) {
    this.#deps = deps;
  }

  /** Makes the three, and leaves. */
  async save(): Promise<void> {
    const { counter, problem } = this.#deps;
    for (const role of ROLES) {
      const reply = await counter.call("people.save", { ...STAFF[role], role });
      if (reply?.ok) this.#ids.set(role, reply.value.personId);
      else problem(`people: ${role} can't be saved: ${reply?.error.message ?? "not running"}`);
    }
    await counter.call("people.lock", {});
  }

  get #who(): Role | null {
    return this.#in?.start === this.#deps.counter.starts ? this.#in.role : null;
  }

  /** Signs somebody in, where they aren't; nobody is where the disk doesn't let them. */
  async as(role: Role): Promise<void> {
    const { counter, note } = this.#deps;
    const personId = this.#ids.get(role);
    if (personId === undefined || this.#who === role) return;
    const reply = await counter.call("people.switch", { personId, pin: STAFF[role].pin });
    note(`${role} signs in: ${reply === null ? "not running" : reply.ok ? "done" : reply.error.code}`);
    if (reply?.ok) this.#in = { role, start: counter.starts };
  }

  /** Somebody does it: who is there, who takes over, or who has to. What needs approval is approved, most of it. */
  async call<Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
    by?: Role,
  ): Promise<Answered<Name> | null> {
    const { counter, chance, record, problem } = this.#deps;
    const there = this.#who;
    const tries = chance.happens(0.3);
    if (there === null && tries && (await counter.call(channel, input))?.ok)
      problem(`people: ${channel} went through while nobody was signed in`);
    const other = chance.weighted(SHARES);
    await this.as(by ?? (there === null || chance.happens(TAKES_OVER) ? other : there));
    const who = this.#who;
    if (who !== null && "note" in input && typeof input.note === "string")
      record.enteredBy(input.note, STAFF[who].userId);
    const reply = await counter.call(channel, input);
    if (who === null || reply === null || reply.ok || reply.error.code !== "approval_needed") return reply;
    return this.#approved(channel, input, who, reply);
  }

  async #approved<Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
    who: Role,
    needed: Answered<Name> & { ok: false },
  ): Promise<Answered<Name> | null> {
    const { counter, chance, note, problem } = this.#deps;
    const { approvalId } = needed.error.details;
    const approver = who === "cashier" ? chance.pick(["manager", "owner"] as const) : "owner";
    const personId = this.#ids.get(approver);
    if (typeof approvalId !== "string" || personId === undefined || chance.happens(0.1)) return needed;
    const given = await counter.call("people.approve", { approvalId, personId, pin: STAFF[approver].pin });
    note(`${approver} approves ${channel} of ${who}: ${given?.ok ?? "not running"}`);
    if (!given?.ok) return given === null ? null : needed;
    const repeated: ChannelInput<Name> = Object.assign({}, input, { approvalId });
    const reply = await counter.call(channel, repeated);
    // What was sent again is not unknown any more, and needs no approval.
    const repeats = channel !== "outbox.resend" && chance.happens(0.3);
    if (reply?.ok && repeats && (await counter.call(channel, repeated))?.ok)
      problem(`people: an approval of ${channel} counted twice`);
    return reply;
  }
}
