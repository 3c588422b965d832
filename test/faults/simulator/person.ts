/** The people at the counter: what they enter, what they decide, and how wise they are about it. */
import type { Consents } from "../../../contract/channels/connection.ts";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import type { ChannelInput, EngineChannel } from "../../../contract/channels.ts";
import { ofPurchases } from "./bought.ts";
import type { Chance } from "./chance.ts";
import type { Answered, Counter } from "./counter.ts";
import type { Disk } from "./disk.ts";
import type { Decision } from "./history.ts";
import type { Record } from "./record.ts";
import type { Staff } from "./staff.ts";

export interface PersonDeps {
  counter: Counter;
  staff: Staff;
  disk: Disk;
  record: Record;
  chance: Chance;
  /** A look into the service's books by other means, as a call to the supplier. */
  isInBooks: (serialNo: string | null) => boolean;
  note: (words: string) => void;
  problem: (words: string) => void;
}

type Posting = "purchaseReturn.post" | "taxVoucher.update" | "restore.request";

const VOUCHERS = [1, 2, 3].map((n) => `7a0c4e50-0000-4000-8000-${String(n).padStart(12, "0")}`);
/** Deleted records of the sample shop, one that is not deleted, and one that isn't there. */
const RESTORES: readonly ChannelInput<"restore.request">[] = [
  { kind: "exchangeRate", fromCurrencyId: "OMR", toCurrencyId: "YER" },
  { kind: "permission", permissionId: 604 },
  { kind: "permission", permissionId: 605 },
  { kind: "measureUnit", measureUnitId: 5 },
  { kind: "account", accountId: 1105 },
  { kind: "account", accountId: 2102 },
  { kind: "permission", permissionId: 601 },
  { kind: "measureUnit", measureUnitId: 99 },
];
const AUDIT_OF = {
  "purchaseReturn.post": "purchaseReturn.posted",
  "taxVoucher.update": "taxVoucher.updated",
  "restore.request": "restore.requested",
} as const;

/** Every fifth time something of before is posted once more, as after a reply that nobody saw. */
const REPEATS = 5;

export class Person {
  readonly #deps: PersonDeps;
  #entered = 0;
  /** The last posting, while no reply has come. */
  #unanswered: (() => Promise<void>) | null = null;
  /** Post again what an entry was made of, under the same id. */
  readonly #repeats: (() => Promise<void>)[] = [];

  constructor(deps: PersonDeps) {
    this.#deps = deps;
  }

  /** Enters something; most of it right. */
  async enter(): Promise<void> {
    const { chance } = this.#deps;
    const old =
      this.#entered % REPEATS === 0 ? this.#repeats[(this.#entered * 7) % this.#repeats.length] : undefined;
    await (this.#unanswered ?? old)?.();
    await chance.weighted<() => Promise<void>>([
      [55, () => this.#post("purchaseReturn.post", this.#aReturn())],
      [30, () => this.#post("taxVoucher.update", this.#anEdit(chance.pick(VOUCHERS)))],
      [15, () => this.#post("restore.request", { ...chance.pick(RESTORES), postingId: this.#newPosting() })],
    ])();
  }

  /** Enters a return, of which an outage may cost the outcome. */
  async enterReturn(): Promise<void> {
    await this.#post("purchaseReturn.post", this.#aReturn());
  }

  #newPosting(): string {
    this.#entered += 1;
    return `7a0c4e50-1111-4000-8000-${String(this.#entered).padStart(12, "0")}`;
  }

  #aReturn(): ChannelInput<"purchaseReturn.post"> {
    const { chance, record } = this.#deps;
    const postingId = this.#newPosting();
    const note = `return ${this.#entered}`;
    const typed = Array.from({ length: chance.between(1, 3) }, () => ({
      // Now and then a product that the service doesn't know.
      productId: chance.happens(0.06) ? 99_999 : chance.between(1001, 1042),
      measureUnitId: 1,
      price: `${chance.between(1, 9_999)}.${chance.between(10, 99)}`,
      quantity: String(chance.between(1, 9)),
    }));
    const { lines, given } = ofPurchases(this.#entered, typed);
    record.asked(note, given);
    return {
      postingId,
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1101,
      cashOrBankAccountId: 2001,
      note,
      lines,
    };
  }

  #anEdit(serialNo: string): ChannelInput<"taxVoucher.update"> {
    const { chance } = this.#deps;
    const postingId = this.#newPosting();
    const amount = `${chance.happens(0.05) ? "-" : ""}${chance.between(1, 99_999)}.5`;
    return { postingId, serialNo, currencyId: "YER", amount, note: `edit ${this.#entered}`, status: 1 };
  }

  async #post<Name extends Posting>(channel: Name, input: ChannelInput<Name>): Promise<void> {
    const { staff, disk, record, note, problem } = this.#deps;
    this.#unanswered = () => this.#post(channel, input);
    const reply: Answered<Posting> | null = await staff.call(channel, input);
    if (reply !== null) this.#unanswered = null;
    if (reply === null || !reply.ok) return note(`${channel}: ${reply?.error.code ?? "not running"}`);
    const { entryId } = reply.value;
    const body =
      disk
        .reader()
        .prepare<[string], { kind: EntrySummary["kind"]; serial_no: string | null; request_body: string }>(
          "SELECT kind, serial_no, request_body FROM entry WHERE entry_id = ?",
        )
        .get(entryId) ?? null;
    note(`${channel}: ${entryId}`);
    record.answered(disk.mark(), () => {
      if (body !== null)
        record.acknowledged({ entryId, kind: body.kind, serialNo: body.serial_no, body: body.request_body });
      else record.acknowledged({ entryId, kind: "purchaseReturn", serialNo: null, body: "" });
      record.audited(`${AUDIT_OF[channel]} ${entryId}`);
      this.#repeats.push(async () => {
        const again: Answered<Posting> | null = await staff.call(channel, input);
        if (again?.ok && again.value.entryId !== entryId)
          problem(`postedOnce: ${entryId} was posted again under its id and became ${again.value.entryId}`);
      });
    });
  }

  /** Looks at the outbox and decides what is there for a decision; `thorough` leaves nothing undecided. */
  async lookAtOutbox(thorough = false): Promise<void> {
    const { counter, chance } = this.#deps;
    const states = ["outcome_unknown", "dead_letter", "retry_wait", "pending"] as const;
    const reply = await counter.call("outbox.list", { states: [...states], limit: 200 });
    if (reply === null || !reply.ok) return;
    for (const entry of reply.value.entries) {
      if (entry.state === "outcome_unknown" && (thorough || chance.happens(0.6)))
        await this.#judge(entry, thorough);
      if (entry.state === "dead_letter" && chance.happens(0.4)) await this.#correct(entry);
      const waits = entry.state === "retry_wait" || entry.state === "pending";
      // What was tried is meddled with more often: people see it wait.
      if (waits && !thorough && chance.happens(entry.attempts > 0 ? 0.12 : 0.03)) await this.#meddle(entry);
    }
  }

  /** An unknown outcome: most look first, some just press. */
  async #judge(entry: EntrySummary, wisely: boolean): Promise<void> {
    const { chance, isInBooks } = this.#deps;
    if (wisely || chance.happens(0.7)) {
      if (isInBooks(entry.serialNo)) await this.#decide("mark_recorded", entry);
      else await this.#decide(chance.happens(0.8) ? "resend" : "discard", entry);
    } else await this.#decide(chance.pick(["resend", "resend", "discard", "replace"]), entry);
  }

  /** A refused entry: most correct it. */
  async #correct(entry: EntrySummary): Promise<void> {
    await this.#decide(
      this.#deps.chance.pick(["replace", "replace", "resend", "discard", "mark_recorded"]),
      entry,
    );
  }

  /** Something that only waits is pushed, dropped or replaced. */
  async #meddle(entry: EntrySummary): Promise<void> {
    await this.#decide(this.#deps.chance.pick(["resend", "discard", "replace"]), entry);
  }

  async #decide(kind: Decision["kind"], { entryId, kind: of, serialNo }: EntrySummary): Promise<void> {
    const { staff, disk, record, note } = this.#deps;
    record.decided(kind, entryId);
    if (kind === "replace") {
      if (of === "purchaseReturn")
        await this.#post("purchaseReturn.post", { ...this.#aReturn(), corrects: entryId });
      else if (of === "taxVoucher" && serialNo !== null)
        await this.#post("taxVoucher.update", { ...this.#anEdit(serialNo), corrects: entryId });
      return note(`replace ${entryId}`);
    }
    const calls = {
      resend: { act: "entry.resent", call: () => staff.call("outbox.resend", { entryId }) },
      discard: {
        act: "entry.discarded",
        call: () => staff.call("outbox.discard", { entryId, reason: "no longer wanted" }),
      },
      mark_recorded: {
        act: "entry.markedRecorded",
        call: () => staff.call("outbox.markRecorded", { entryId, evidence: "seen in the books" }),
      },
    };
    const { act, call } = calls[kind];
    const reply = await call();
    note(`${kind} ${entryId}: ${reply === null ? "not running" : reply.ok ? "done" : reply.error.code}`);
    if (reply?.ok) record.answered(disk.mark(), () => record.audited(`${act} ${entryId}`));
  }

  /** One of the things that people press. */
  async press(): Promise<void> {
    const { counter, chance } = this.#deps;
    await chance.weighted<() => Promise<void>>([
      [30, async () => void (await counter.call("sync.now", {}))],
      [25, async () => counter.hint()],
      [15, () => this.pause(true)],
      [25, () => this.pause(false)],
      [8, () => this.setPolicy("resendUnknown", chance.happens(0.4))],
      [4, () => this.setPolicy("confirmAnySuccess", chance.happens(0.3))],
    ])();
  }

  async pause(wanted: boolean): Promise<void> {
    const { counter, staff, disk, record, note } = this.#deps;
    const channel: EngineChannel = wanted ? "sync.pause" : "sync.resume";
    const reply = await staff.call(channel, {});
    note(`${channel}: ${reply === null ? "not running" : reply.ok}`);
    if (!reply?.ok) return;
    counter.paused = wanted;
    const nobodyKnows = () => {
      counter.paused = null;
    };
    record.answered(disk.mark(), () => undefined, nobodyKnows);
  }

  /** The owner's word on resending unknown outcomes, or on counting any 2xx as confirmed. */
  async setPolicy(name: keyof Consents, on: boolean): Promise<void> {
    const { staff, disk, record, note } = this.#deps;
    if (on) record.policyAsked(name);
    const reply = await staff.call("policy.set", { [name]: on }, "owner");
    note(`policy.set ${name} ${on}: ${reply === null ? "not running" : reply.ok}`);
    if (!reply?.ok) return;
    record.answered(disk.mark(), () => {
      if (!on) record.policyEnded(name);
      record.audited(`policy.changed ${name}`);
    });
  }
}
