/** Keeps what a run knows for certain while it goes on, and takes back what a crash kept anybody from learning. */
import type { Consents } from "../../../contract/channels/connection.ts";
import { parseExactJson } from "../../../contract/exact-json.ts";
import type { Db } from "../../../main/engine/file/database/open-database.ts";
import type { AppliedRow, Books } from "./books.ts";
import { boughtIn, type GivenLine } from "./bought.ts";
import type { Mark } from "./disk.ts";
import type { Sent } from "./exchange.ts";
import type {
  Acknowledged,
  Applied,
  AuditFact,
  BalanceAge,
  Decision,
  End,
  EntryFact,
  Exchange,
  History,
} from "./history.ts";
import { TENANT } from "./who.ts";

interface Answered {
  mark: Mark;
  apply: () => void;
  withdraw: () => void;
}

interface KeptExchange extends Exchange {
  mark: Mark;
  end: { what: End; order: number } | null;
  /** So much of its answer came that its end may have ended the program. */
  hasGrown: boolean;
}

export class Record {
  readonly #merging: boolean;
  readonly #acknowledged: Acknowledged[] = [];
  readonly #decisions: Decision[] = [];
  #exchanges: KeptExchange[] = [];
  readonly #policy: { from: number; to: number | null }[] = [];
  readonly #consent: { from: number; to: number | null }[] = [];
  readonly #applied: Applied[] = [];
  readonly #audited: string[] = [];
  readonly #enteredBy = new Map<string, Set<number>>();
  readonly #given = new Map<string, readonly GivenLine[]>();
  readonly #answers: AnswerMemory = new Map();
  #waiting: Answered[] = [];
  #order = 0;
  #live: KeptExchange[] = [];

  constructor(merging: boolean) {
    this.#merging = merging;
  }

  readonly next = (): number => {
    this.#order += 1;
    return this.#order;
  };

  /** Somebody is answered; it counts only if the step is not cut off before it. */
  answered(mark: Mark, apply: () => void, withdraw: () => void = () => undefined): void {
    this.#waiting.push({ mark, apply, withdraw });
  }
  acknowledged(acknowledged: Acknowledged): void {
    this.#acknowledged.push(acknowledged);
  }
  audited(act: string): void {
    this.#audited.push(act);
  }
  /** A return of that note was tried; it may be on disk from now on. */
  asked(note: string, given: readonly GivenLine[]): void {
    this.#given.set(note, given);
  }
  /** That person enters it, under this note: it may be on disk from now on. */
  enteredBy(note: string, userId: number): void {
    this.#enteredBy.set(note, (this.#enteredBy.get(note) ?? new Set()).add(userId));
  }
  decided(kind: Decision["kind"], entryId: string): void {
    this.#decisions.push({ kind, entryId, order: this.next() });
  }

  /** The owner asks for one of the two: it may be on from now on. */
  policyAsked(name: keyof Consents): void {
    const spans = this.#spansOf(name);
    if (spans.at(-1)?.to === null) return;
    spans.push({ from: this.next(), to: null });
  }
  /** The owner knows that it is off. */
  policyEnded(name: keyof Consents): void {
    const last = this.#spansOf(name).at(-1);
    if (last !== undefined && last.to === null) last.to = this.next();
  }
  #spansOf(name: keyof Consents) {
    return name === "resendUnknown" ? this.#policy : this.#consent;
  }

  /** The owner's consent to resend may be in force. */
  get mayResend(): boolean {
    return this.#policy.at(-1)?.to === null;
  }

  /** The owner's consent to count any 2xx as confirmed may be in force. */
  get mayConfirmAny(): boolean {
    return this.#consent.at(-1)?.to === null;
  }

  /** `nudges`: how many tries were asked for out of turn so far. */
  sent(sent: Sent, entryId: string | null, mark: Mark, sentAt: number, nudges: number): Exchange {
    const exchange: KeptExchange = {
      order: this.next(),
      entryId,
      kind: sent.kind,
      body: sent.body,
      end: null,
      mark,
      sentAt,
      nudges,
      waitUntil: null,
      hasGrown: false,
    };
    this.#exchanges.push(exchange);
    this.#live.push(exchange);
    return exchange;
  }
  grew(exchange: Exchange): void {
    for (const one of this.#live) if (one === exchange) one.hasGrown = true;
  }
  ended(exchange: Exchange, what: End, waitUntil: number | null): void {
    exchange.waitUntil = waitUntil;
    exchange.end = { what, order: this.next() };
    this.#live = this.#live.filter((one) => one !== exchange);
  }

  applied(row: AppliedRow, wireMade: boolean): void {
    this.#applied.push({ ...row, wireMade });
  }

  /** The step ended as it should. */
  stepDone(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { apply } of waiting) apply();
  }

  /**
   * A crash fell: what had not `happened` by then was not said and not sent, and what was under way is uncertain from
   * now on. Returns the numbers of the requests that never left.
   */
  crashed(
    { happened, isOnDisk }: { happened: (mark: Mark) => boolean; isOnDisk: (mark: Mark) => boolean },
    isStillInFlight: (entryId: string) => boolean,
  ): Set<number> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { mark, apply, withdraw } of waiting) (happened(mark) ? apply : withdraw)();
    const notSent = this.#live.filter(({ mark }) => !happened(mark));
    const unsent = new Set(notSent.map(({ order }) => order));
    const claimedOnly = new Set(notSent.filter(({ mark }) => isOnDisk(mark)).map(({ entryId }) => entryId));
    this.#exchanges = this.#exchanges.filter(({ order }) => !unsent.has(order));
    // What may have ended the program is not sent again without a person's word, as what was about something else.
    const grown = new Set<Exchange>(this.#live.filter(({ hasGrown }) => hasGrown));
    const endOf = (exchange: Exchange): Exchange["end"] => ({
      what: grown.has(exchange) ? "foreign" : "uncertain",
      order: this.next(),
    });
    for (const exchange of this.#live) exchange.end = endOf(exchange);
    // What the engine had received, and could not write any more, it doesn't know.
    const newest = new Map(this.#exchanges.map((exchange) => [exchange.entryId, exchange]));
    for (const [entryId, exchange] of newest)
      if (entryId !== null && !claimedOnly.has(entryId) && isStillInFlight(entryId))
        exchange.end = endOf(exchange);
    this.#live = [];
    return unsent;
  }

  /** Everything so far, with the rows as they lie in the file. */
  history(db: Db): History {
    return {
      merging: this.#merging,
      acknowledged: this.#acknowledged,
      decisions: this.#decisions,
      exchanges: this.#exchanges,
      policy: this.#policy,
      consent: this.#consent,
      applied: this.#applied,
      mirrored: db
        .prepare<[], string | null>(
          "SELECT amount FROM balance UNION ALL SELECT amount FROM balance_history UNION ALL SELECT quantity FROM stock",
        )
        .pluck()
        .all(),
      balances: balanceAges(db, this.#answers),
      rows: db.prepare<[], EntryFact>("SELECT * FROM entry ORDER BY sequence").all(),
      enteredBy: this.#enteredBy,
      given: this.#given,
      bought: boughtIn(db),
      audit: db.prepare<[], AuditFact>("SELECT * FROM audit ORDER BY sequence").all(),
      audited: this.#audited,
    };
  }

  get figures() {
    const ends = (what: End) => this.#exchanges.filter((exchange) => exchange.end?.what === what).length;
    return {
      acknowledged: this.#acknowledged.length,
      decisions: this.#decisions.length,
      requests: this.#exchanges.length,
      uncertain: ends("uncertain"),
      foreign: ends("foreign"),
      applied: this.#applied.length,
      wireMade: this.#applied.filter(({ wireMade }) => wireMade).length,
    };
  }
}

/** The dates of our balances in each kept answer, read once. */
type AnswerMemory = Map<string, readonly (readonly [account: string, at: string])[]>;

const isFields = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Of the transactions in an answer's text: account, currency and date of each balance of our tenant. */
function datesIn(raw: string): readonly (readonly [account: string, at: string])[] {
  const list = parseExactJson(raw.replace(/^\uFEFF/, ""));
  const found: [string, string][] = [];
  for (const transaction of Array.isArray(list) ? list : [])
    for (const balance of isFields(transaction) && Array.isArray(transaction.TenantBalances)
      ? transaction.TenantBalances
      : [])
      if (
        isFields(balance) &&
        String(balance.tenantId) === String(TENANT) &&
        typeof balance.updatedAt === "string"
      )
        found.push([`${String(balance.accountId)} ${String(balance.currencyId)}`, balance.updatedAt]);
  return found;
}

function balanceAges(db: Db, memory: AnswerMemory): BalanceAge[] {
  const mirrored = new Map(
    db
      .prepare<[], { account: string; at: string | null }>(
        "SELECT CAST(account_id AS INTEGER) || ' ' || currency_id AS account, service_updated_at AS at FROM balance",
      )
      .all()
      .map(({ account, at }) => [account, at]),
  );
  const newest = new Map<string, string>();
  const answers = db.prepare<[], { key: string; raw: string }>(
    `SELECT document.serial_no || ' ' || sequence || ' ' || ended_at AS key, response_body AS raw
     FROM document JOIN entry ON entry.serial_no = document.serial_no JOIN attempt USING (sequence)
     WHERE ended_at = answered_at AND outcome IN ('accepted','accepted_not_understood')`,
  );
  for (const { key, raw } of answers.iterate()) {
    const dates = memory.get(key) ?? datesIn(raw);
    memory.set(key, dates);
    for (const [account, at] of dates) if (at > (newest.get(account) ?? "")) newest.set(account, at);
  }
  return [...newest].map(([account, newestAnswer]) => ({
    account,
    newestAnswer,
    mirrored: mirrored.get(account) ?? null,
  }));
}

/** Notes what a request changed in the books. */
export class BookWatch {
  readonly #books: Books;
  readonly #record: Record;
  #seen = 0;

  constructor(books: Books, record: Record) {
    this.#books = books;
    this.#record = record;
  }

  look(wireMade: boolean): void {
    for (const row of this.#books.appliedAfter(this.#seen)) {
      this.#record.applied(row, wireMade);
      this.#seen = row.n;
    }
  }
}
