/** One of several counters: the whole engine on a separate profile, used, damaged and killed. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type ChannelInput, type EngineChannel, parseChannelOutput } from "../../../contract/channels.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import type { ReplyError } from "../../../contract/reply.ts";
import type { FileOwner } from "../../../main/engine/core/context.ts";
import { type Engine, openEngine } from "../../../main/engine/engine.ts";
import { readBackup } from "../../../main/engine/file/backups/backup-files.ts";
import { openDatabase } from "../../../main/engine/file/database/open-database.ts";
import { connectionKey } from "../../../main/engine/file/profile.ts";
import type { Books } from "../simulator/books.ts";
import type { Chance } from "../simulator/chance.ts";
import { type Answered, settle } from "../simulator/counter.ts";
import type { Timeline } from "../simulator/timeline.ts";
import { during } from "./at-work.ts";
import { connectTo, type Network } from "./network.ts";
import { Owed } from "./owed.ts";
import { mayLastMs } from "./refusals.ts";

/** Two connections of each counter; every counter speaks to both services. */
export const SERVICES = ["https://one.example", "https://two.example"] as const;
const TENANT = 7001;

/** A posting that was answered with an error. */
interface Unanswered {
  /** False where the answer said that nothing was recorded. */
  mayBeHere: boolean;
  answer: string;
}

interface CounterDeps {
  n: number;
  profile: string;
  timeline: Timeline;
  chance: Chance;
  books: readonly Books[];
  note: (words: string) => void;
  problem: (words: string) => void;
}

export class Counter {
  readonly n: number;
  readonly device: string;
  profile: string;
  service = 0;
  skew = 0;
  network: Network = "good";
  readonly owed = new Owed();
  readonly #deps: CounterDeps;
  /** Until when no file can be opened for want of room. */
  #fullUntil = Number.NEGATIVE_INFINITY;
  #postings = 0;
  /** By their notes. One is taken off where its entry is found. */
  readonly #unanswered = new Map<string, Unanswered>();
  #engine: Engine | null = null;
  #alive = { is: false };
  #isSwitching = false;
  #lives = 0;

  constructor(deps: CounterDeps) {
    this.#deps = deps;
    this.n = deps.n;
    this.profile = deps.profile;
    this.device = `${String(deps.n).repeat(8)}-0000-4000-8000-000000000000`;
  }

  /** The file of the connection that was chosen last. */
  get file(): string {
    return this.ownerOf(this.service).file;
  }
  /** Where an earlier copy of its connections' folder is kept. */
  get copy(): string {
    return `${this.#deps.profile}-copy`;
  }
  get backups(): string {
    return join(this.profile, "backups", `counter-${this.device}`);
  }
  ownerOf(service: number): { owner: FileOwner; file: string } {
    const serviceUrl = SERVICES[service] ?? "";
    const owner = { serviceUrl, tenantId: String(TENANT), deviceId: this.device };
    return { owner, file: join(this.profile, "connections", `${connectionKey(serviceUrl, TENANT)}.sqlite`) };
  }

  get isFull(): boolean {
    return this.#fullUntil === Number.POSITIVE_INFINITY;
  }
  fillDisk(isFull: boolean): void {
    if (isFull) this.#fullUntil = Number.POSITIVE_INFINITY;
    else this.#fullUntil = Math.min(this.#fullUntil, this.#deps.timeline.now);
  }

  start(): void {
    const { timeline, chance, books, note, problem } = this.#deps;
    const alive = { is: true };
    this.#alive = alive;
    try {
      this.#engine = openEngine({
        profile: this.profile,
        appVersion: "0.0.0-simulated",
        sqliteBinding: null,
        clock: {
          now: () => timeline.now + this.skew,
          monotonic: () => timeline.now,
          schedule: (delayMs, task) => timeline.after(delayMs, task),
          dayOf: (moment) => new Date(moment).toISOString().slice(0, 10),
        },
        randomness: chance,
        log: {
          info: () => undefined,
          warn: () => undefined,
          error: (message, details) => {
            if (message.includes("is recovered")) this.owed.recovered();
            note(`log ${this.n}: ${message} ${String(details?.error ?? "")}`);
          },
        },
        emit: () => undefined,
        tokens: Object.fromEntries(SERVICES.map((url) => [tokenKey(url, String(TENANT)), "token"])),
        proxy: null,
        resendUnknown: false,
        automaticBackups: true,
        staysRefused: true,
        openDatabase: (...where) => {
          if (this.isFull && alive.is)
            throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
          return openDatabase(...where);
        },
        connect: connectTo({
          timeline,
          books,
          services: SERVICES,
          network: () => (alive.is ? this.network : "away"),
          sends: (service, body) => {
            if (service !== this.service && !this.#isSwitching)
              problem(`one loop: counter ${this.n} sends for a connection that it left`);
            if (body.includes('"note":"counter ') && !body.includes(`"note":"counter ${this.n} `))
              problem(`foreign: counter ${this.n} sends what another counter entered`);
          },
        }),
      });
    } catch (error) {
      problem(`stuck: counter ${this.n} can't be started: ${String(error)}`);
    }
  }

  async pass(ms: number): Promise<void> {
    const { timeline } = this.#deps;
    const end = timeline.now + ms;
    for (let next = timeline.next(); next !== null && next <= end; next = timeline.next()) {
      await this.#step();
      await settle();
    }
    timeline.now = Math.max(timeline.now, end);
  }

  /** What a timer throws would end the process. */
  async #step(): Promise<void> {
    try {
      await this.#deps.timeline.step();
    } catch (error) {
      this.#deps.problem(`ended: a timer ended the program: ${String(error)}`);
    }
  }

  #during<T>(work: Promise<T>): Promise<T> {
    const { timeline, problem } = this.#deps;
    return during(work, {
      timeline,
      idleTurns: 10,
      longestMs: 900_000,
      step: () => this.#step(),
      stuck: () => problem(`stuck: counter ${this.n} gives no answer`),
    });
  }

  /** Lets time pass, and whatever the system is asked for meanwhile come to its end. */
  wait(ms: number): Promise<void> {
    return this.#during(new Promise((done) => this.#deps.timeline.after(ms, done)));
  }

  async call<Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<Answered<Name> | null> {
    if (this.#engine === null) return null;
    const reply = await this.#during(this.#engine.invoke(channel, input));
    if (reply.ok) return { ok: true, value: parseChannelOutput(channel, reply.value) };
    const { error } = reply;
    if (error.code === "internal") this.#deps.problem(`${channel} failed: ${error.message}`);
    return { ok: false, error };
  }

  async choose(service: number): Promise<void> {
    this.#isSwitching = true;
    const reply = await this.call("connection.save", {
      serviceUrl: SERVICES[service] ?? "",
      tenantId: TENANT,
      userId: 501,
      token: "token",
      deviceId: this.device,
    });
    if (reply?.ok === true) this.service = service;
    if (reply?.ok === false) this.#expect("connection.save", reply.error, ["storage_full"]);
    this.#isSwitching = false;
  }

  async post(): Promise<void> {
    const before = this.#isSwitching ? null : this.service;
    this.#postings += 1;
    const note = `counter ${this.n} return ${this.#postings}`;
    const reply = await this.call("purchaseReturn.post", {
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1101,
      cashOrBankAccountId: 2001,
      note,
      lines: [{ productId: 1001, measureUnitId: 1, price: "5900", quantity: "2" }],
    });
    if (reply === null) return;
    if (!reply.ok) {
      const { code, message } = reply.error;
      this.#expect("purchaseReturn.post", reply.error, ["storage_damaged"]);
      // Any other answer says that nothing was recorded.
      this.#unanswered.set(note, { mayBeHere: code === "storage_damaged", answer: message });
      return;
    }
    const { entryId, serialNo } = reply.value;
    const service = this.#isSwitching ? null : before;
    this.owed.acknowledged({ entryId, serialNo, service, isBackedUp: false });
  }

  /** An entry that was not reported is here: it must be a posting of this counter whose answer left that open. */
  async meet(entryId: string): Promise<void> {
    const { problem } = this.#deps;
    const reply = await this.call("outbox.get", { entryId });
    if (reply?.ok !== true) {
      problem(`foreign: counter ${this.n} lists ${entryId}, and can't show it`);
      return;
    }
    const { requestBody, serialNo } = reply.value;
    const note = /"note":"([^"]*)"/.exec(requestBody)?.[1] ?? "";
    const posting = this.#unanswered.get(note);
    this.#unanswered.delete(note);
    if (posting === undefined) problem(`foreign: counter ${this.n} has "${note}", which it didn't enter`);
    else if (!posting.mayBeHere)
      problem(`recorded: counter ${this.n} has "${note}", and its answer was: ${posting.answer}`);
    else this.owed.acknowledged({ entryId, serialNo, service: this.service, isBackedUp: false });
  }

  async backUp(): Promise<void> {
    const listed = await this.call("outbox.list", { limit: 1_000 });
    const reply = await this.call("backup.create", {});
    if (reply?.ok === false) this.#expect("backup.create", reply.error, ["storage_damaged"]);
    if (listed?.ok !== true || reply?.ok !== true) return;
    this.owed.backedUp(listed.value.entries.map(({ entryId }) => entryId));
  }

  /** Loads a backup into the connection that it belongs to; what it holds may be here from then on. */
  async load(path: string): Promise<void> {
    const held = readBackup(path, null, (db) =>
      db.prepare<[], string>("SELECT entry_id FROM entry").pluck().all(),
    );
    const reply = await this.call("backup.restore", { path });
    if (reply?.ok === true) this.owed.loaded(held ?? []);
    if (reply?.ok === false) this.#expect("backup.restore", reply.error, ["wrong_state", "storage_full"]);
  }

  /** Lets the engine meet what was done to its file: it gives its memory of it back, and is asked for something. */
  async touch(): Promise<void> {
    this.#engine?.release();
    await this.call("outbox.list", { limit: 10 });
  }

  /** The same, but nobody asks: the system's word on the network has the status reported. */
  async letTimersLook(): Promise<void> {
    this.#engine?.release();
    this.#engine?.hint();
    await this.pass(1_000);
  }

  problem(words: string): void {
    this.#deps.problem(words);
  }

  /** For how long a refusal may go on from now; 0 where nothing explains it. */
  mayLastMs(error: ReplyError): number {
    return mayLastMs(error, { fullUntil: this.#fullUntil, now: this.#deps.timeline.now });
  }

  /** Fails where neither the state of the file explains a refusal, nor the act that was refused. */
  #expect(channel: EngineChannel, error: ReplyError, codes: readonly ReplyError["code"][]): void {
    if (codes.includes(error.code) || this.mayLastMs(error) > 0) return;
    this.problem(`refused: counter ${this.n}'s ${channel} is refused with ${error.code}: ${error.message}`);
  }

  async end(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    if (engine !== null) await this.#during(engine.close());
    this.#alive.is = false;
  }

  /** The files as they are at this instant are opened in another place; what the killed engine still does reaches nobody. */
  kill(): void {
    const left = this.profile;
    const engine = this.#engine;
    this.#lives += 1;
    this.profile = `${this.#deps.profile}-life-${this.#lives}`;
    cpSync(left, this.profile, { recursive: true });
    this.#alive.is = false;
    writeFileSync(join(left, "places.json"), JSON.stringify({ secondFolder: null }));
    engine?.close().catch((error: unknown) => this.#deps.note(`the killed engine: ${String(error)}`));
    this.start();
  }
}
