/** Looks at what a counter tells, all of it at one instant, and says what of it is not true. */
import { fileBusy, type SyncStatus } from "../../../contract/channels/connection.ts";
import type { ChannelInput, ChannelOutput, EngineChannel } from "../../../contract/channels.ts";
import type { ReplyError } from "../../../contract/reply.ts";
import type { Books } from "../simulator/books.ts";
import type { Counter } from "./counter.ts";

/** So many looks in a row may be put off while the file is away: what is done meanwhile meets that too. */
const LOOKS_PUT_OFF = 2;
const ASKED_AGAIN_MS = 1_000;
/** Whatever explains it, and however often that changes. */
const LONGEST_REFUSED_MS = 180_000;
/** What a counter tells may change between two questions, but not for ever. */
const TRIES = 5;

const sum = (counts: SyncStatus["counts"]): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

interface Reported {
  status: SyncStatus;
  reports: ChannelOutput<"recovery.report">["reports"];
  entries: ChannelOutput<"outbox.list">["entries"];
}

export class Look {
  readonly #counter: Counter;
  readonly #books: readonly Books[];
  #putOff = 0;
  /** What was reported while the file was away: so many unsent, and these are not in the books. */
  #claims: { service: number; unsent: number; open: string[] }[] = [];

  constructor(counter: Counter, books: readonly Books[]) {
    this.#counter = counter;
    this.#books = books;
  }

  /** `isCalm`: whatever was wrong with the file is long over. */
  async look(isCalm: boolean): Promise<void> {
    const reported = await this.#tell(isCalm);
    if (reported === null) return;
    const { n, owed, service } = this.#counter;
    const { entries, reports } = reported;
    for (const entryId of owed.strangers(entries)) await this.#counter.meet(entryId);
    for (const words of owed.look(service, entries, reports)) this.#problem(`${words} (counter ${n})`);
    this.#lookAtStates(reported, isCalm);
  }

  #problem(words: string): void {
    this.#counter.problem(words);
  }

  #applied(): Set<string | null> {
    return new Set(this.#books[this.#counter.service]?.appliedAfter(0).map(({ serialNo }) => serialNo));
  }

  #lookAtStates({ status, reports, entries }: Reported, isCalm: boolean): void {
    const { n, service } = this.#counter;
    const applied = this.#applied();
    const states = entries.map(({ state }) => state);
    for (const [state, count] of Object.entries(status.counts)) {
      const found = states.filter((each) => each === state).length;
      if (found !== count) this.#problem(`status: counter ${n} tells ${count} ${state}, and ${found} are`);
    }
    const isHeld = reports.some(({ needsDecision }) => needsDecision);
    const open = new Map(
      entries.filter(({ serialNo }) => !applied.has(serialNo)).map((each) => [each.entryId, each]),
    );
    for (const { serialNo, state } of open.values()) {
      if (state === "confirmed")
        this.#problem(`confirmedIsInBooks: ${serialNo} is confirmed and in no books`);
      if (isCalm && !isHeld && ["pending", "retry_wait", "in_flight"].includes(state))
        this.#problem(`stuck: ${serialNo} of counter ${n} is still ${state}`);
    }
    const claims = this.#claims.filter((claim) => claim.service === service);
    this.#claims = this.#claims.filter((claim) => claim.service !== service);
    for (const claim of claims) {
      const left = claim.open.filter((id) => open.has(id)).length;
      if (left > claim.unsent)
        this.#problem(
          `status: ${claim.unsent} unsent were reported while the file was away, and ${left} were there`,
        );
    }
  }

  /** Null where it was put off, or a problem was reported. */
  async #tell(isCalm: boolean): Promise<Reported | null> {
    let before = "";
    for (let tries = 0; tries < TRIES; tries += 1) {
      const status = await this.#ask("sync.status", {}, isCalm);
      const reports = status && (await this.#ask("recovery.report", {}, isCalm));
      const listed = reports && (await this.#ask("outbox.list", { limit: 1_000 }, isCalm));
      if (status === null || reports === null || listed === null) return null;
      this.#putOff = 0;
      const reported = { status, reports: reports.reports, entries: listed.entries };
      const now = JSON.stringify(reported);
      if (now === before) return reported;
      before = now;
    }
    this.#problem(`status: counter ${this.#counter.n} never tells the same twice`);
    return null;
  }

  /** Asks until it is answered, or until what explains the refusal is over. */
  async #ask<Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
    isCalm: boolean,
  ): Promise<ChannelOutput<Name> | null> {
    let until = 0;
    let state = "";
    for (let waited = 0; ; waited += ASKED_AGAIN_MS) {
      const reply = await this.#counter.call(channel, input);
      if (reply === null) return null;
      if (reply.ok) return reply.value;
      this.#claimed(reply.error);
      const { code, message, details } = reply.error;
      const mayLast = this.#counter.mayLastMs(reply.error);
      if (!isCalm && mayLast > 0) {
        // With the disk full it stays away for as long as that lasts.
        if (this.#counter.isFull) return null;
        this.#putOff += 1;
        if (this.#putOff <= LOOKS_PUT_OFF) return null;
      }
      if (state !== details.state) until = waited + mayLast;
      state = String(details.state);
      if (waited >= Math.min(until, LONGEST_REFUSED_MS)) {
        this.#problem(
          `refused: counter ${this.#counter.n}'s ${channel} is refused with ${code}, for ${waited} ms: ${message}`,
        );
        return null;
      }
      await this.#counter.wait(ASKED_AGAIN_MS);
    }
  }

  #claimed({ code, details }: ReplyError): void {
    const { owed, service, n } = this.#counter;
    if (code === "not_connected")
      this.#problem(`status: no connection is reported, and counter ${n} has one`);
    const counts = code === "storage_busy" ? (fileBusy.safeParse(details).data?.counts ?? null) : null;
    if (counts === null) return;
    const applied = this.#applied();
    const open = owed.of(service).filter(({ serialNo }) => !applied.has(serialNo));
    this.#claims.push({ service, unsent: sum(counts), open: open.map(({ entryId }) => entryId) });
  }
}
