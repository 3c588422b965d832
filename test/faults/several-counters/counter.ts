/** One of several counters: the whole engine on a profile of its own, used, damaged and killed, and what it owes. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { fileBusy, type SyncStatus } from "../../../contract/channels/connection.ts";
import { type ChannelInput, type EngineChannel, parseChannelOutput } from "../../../contract/channels.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import { connectionKey } from "../../../main/engine/connection-key.ts";
import { type Engine, openEngine } from "../../../main/engine/engine.ts";
import type { FileOwner } from "../../../main/engine/store/backup-files.ts";
import { openDatabase } from "../../../main/engine/store/open-database.ts";
import type { Books } from "../simulator/books.ts";
import type { Chance } from "../simulator/chance.ts";
import { type Answered, settle } from "../simulator/counter.ts";
import type { Timeline } from "../simulator/timeline.ts";
import { connectTo, type Network } from "./network.ts";

/** Two connections of each counter; every counter speaks to both services. */
export const SERVICES = ["https://one.example", "https://two.example"] as const;
const TENANT = 7001;

/** An entry that was acknowledged. `service` is null until it was seen in one of the two files. */
interface Posted {
  entryId: string;
  serialNo: string | null;
  service: number | null;
  /** A backup holds it. */
  isBackedUp: boolean;
}

interface CounterParts {
  n: number;
  profile: string;
  timeline: Timeline;
  chance: Chance;
  books: readonly Books[];
  note: (words: string) => void;
  problem: (words: string) => void;
}

const unsent = (counts: SyncStatus["counts"]): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Simulated time goes on once the process has had nothing to do for so many turns; the real clock isn't asked. */
const IDLE_TURNS = 10;
/** A file that is being opened, written or closed is work under way. */
const isAtWork = (): boolean =>
  process
    .getActiveResourcesInfo()
    .some((name) => name.includes("FSReq") || name.endsWith("CloseReq") || name === "Immediate");

/** In simulated milliseconds. */
const LONGEST_CALL_MS = 900_000;

export class Counter {
  readonly n: number;
  readonly device: string;
  profile: string;
  service = 0;
  skew = 0;
  network: Network = "good";
  /** No file can be opened: the disk is full. */
  isFull = false;
  readonly #parts: CounterParts;
  readonly #posted: Posted[] = [];
  /** Postings that were answered with an error: each of them may be here all the same. */
  #unanswered = 0;
  #engine: Engine | null = null;
  #alive = { is: false };
  #isSwitching = false;
  /** What recoveries of either file named as lost, and whether one could not name everything. */
  readonly #told = new Set<string | null>();
  #mayLackMore = false;
  /** What was lost by it is told once the file is open. */
  #isRecovered = false;
  #lives = 0;

  constructor(parts: CounterParts) {
    this.#parts = parts;
    this.n = parts.n;
    this.profile = parts.profile;
    this.device = `${String(parts.n).repeat(8)}-0000-4000-8000-000000000000`;
  }

  /** The file of the connection that was chosen last. */
  get file(): string {
    return this.ownerOf(this.service).file;
  }
  /** Where an earlier copy of its connections' folder is kept. */
  get copy(): string {
    return `${this.#parts.profile}-copy`;
  }
  get backups(): string {
    return join(this.profile, "backups", `counter-${this.device}`);
  }
  ownerOf(service: number): { owner: FileOwner; file: string } {
    const serviceUrl = SERVICES[service] ?? "";
    const owner = { serviceUrl, tenantId: String(TENANT), deviceId: this.device };
    return { owner, file: join(this.profile, "connections", `${connectionKey(serviceUrl, TENANT)}.sqlite`) };
  }

  start(): void {
    const { timeline, chance, books, note, problem } = this.#parts;
    const alive = { is: true };
    this.#alive = alive;
    try {
      this.#engine = openEngine({
        profile: this.profile,
        appVersion: "0.0.0-simulated",
        sqliteBinding: null,
        clock: {
          now: () => timeline.now + this.skew,
          schedule: (delayMs, task) => timeline.after(delayMs, task),
          dayOf: (moment) => new Date(moment).toISOString().slice(0, 10),
        },
        randomness: chance,
        log: {
          info: () => undefined,
          warn: () => undefined,
          error: (message, details) => {
            if (message.includes("is recovered")) this.#isRecovered = true;
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
    const { timeline } = this.#parts;
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
      await this.#parts.timeline.step();
    } catch (error) {
      this.#parts.problem(`ended: a timer ended the program: ${String(error)}`);
    }
  }

  /** Waits for what the system does at its own pace, and lets simulated time go on where that is not enough. */
  async #during<T>(work: Promise<T>): Promise<T> {
    const { timeline, problem } = this.#parts;
    const began = timeline.now;
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    work.then(over, over);
    while (!isOver) {
      for (let idle = 0; !isOver && idle < IDLE_TURNS; idle = isAtWork() ? 0 : idle + 1) await settle();
      if (isOver) break;
      if (timeline.next() !== null) await this.#step();
      if (timeline.now - began > LONGEST_CALL_MS) {
        problem(`stuck: counter ${this.n} gives no answer`);
        throw new Error("no answer");
      }
    }
    return work;
  }

  async call<Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<Answered<Name> | null> {
    if (this.#engine === null) return null;
    const reply = await this.#during(this.#engine.invoke(channel, input));
    if (reply.ok) return { ok: true, value: parseChannelOutput(channel, reply.value) };
    const { error } = reply;
    if (error.code === "internal") this.#parts.problem(`${channel} failed: ${error.message}`);
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
    this.#isSwitching = false;
  }

  async post(): Promise<void> {
    const before = this.#isSwitching ? null : this.service;
    const reply = await this.call("purchaseReturn.post", {
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1101,
      cashOrBankAccountId: 2001,
      note: `counter ${this.n} return ${this.#posted.length}`,
      lines: [{ productId: 1001, measureUnitId: 1, price: "5900", quantity: "2" }],
    });
    if (reply?.ok !== true) {
      this.#unanswered += 1;
      return;
    }
    const { entryId, serialNo } = reply.value;
    const service = this.#isSwitching ? null : before;
    this.#posted.push({ entryId, serialNo, service, isBackedUp: false });
  }

  async backUp(): Promise<void> {
    const listed = await this.call("outbox.list", { limit: 1_000 });
    const reply = await this.call("backup.create", {});
    if (listed?.ok !== true || reply?.ok !== true) return;
    const here = new Set(listed.value.entries.map(({ entryId }) => entryId));
    for (const each of this.#posted) if (here.has(each.entryId)) each.isBackedUp = true;
  }

  /** Lets the engine meet what was done to its file: it gives its memory of it back, and is asked for something. */
  async touch(): Promise<void> {
    this.#engine?.release();
    await this.call("outbox.list", { limit: 10 });
  }

  /** The same, but nobody asks: the system's word on the network has the status told. */
  async letTimersLook(): Promise<void> {
    this.#engine?.release();
    this.#engine?.hint();
    await this.pass(1_000);
  }

  async end(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    if (engine !== null) await this.#during(engine.close());
    this.#alive.is = false;
  }

  /** The files as they are at this instant are opened in another place; what the dead engine still does reaches nobody. */
  kill(): void {
    const dead = this.profile;
    const engine = this.#engine;
    this.#lives += 1;
    this.profile = `${this.#parts.profile}-life-${this.#lives}`;
    cpSync(dead, this.profile, { recursive: true });
    this.#alive.is = false;
    writeFileSync(join(dead, "places.json"), JSON.stringify({ secondFolder: null }));
    engine?.close().catch((error: unknown) => this.#parts.note(`the dead engine: ${String(error)}`));
    this.start();
  }

  /** Whether what is told is true. `isCalm`: whatever was wrong with the file is long over. */
  async check(isCalm: boolean): Promise<void> {
    const { problem, books } = this.#parts;
    const applied = new Set(books[this.service]?.appliedAfter(0).map(({ serialNo }) => serialNo));
    const status = await this.call("sync.status", {});
    if (status === null) return;
    const mine = this.#posted.filter(({ service }) => service === this.service);
    const open = mine.filter(({ serialNo }) => !applied.has(serialNo));
    if (!status.ok) {
      if (isCalm) problem(`stuck: the file of counter ${this.n} is not back: ${status.error.message}`);
      if (status.error.code !== "storage_busy") return;
      const counts = fileBusy.safeParse(status.error.details).data?.counts ?? null;
      if (counts !== null && !this.#isRecovered && open.length > 0 && unsent(counts) === 0)
        problem(`status: nothing unsent is told while the file is away, and ${open.length} are`);
      return;
    }
    this.#isRecovered = false;
    const listed = await this.call("outbox.list", { limit: 1_000 });
    const reports = await this.call("recovery.report", {});
    if (listed?.ok === false && listed.error.code === "not_connected")
      problem(`status: no connection is told, and counter ${this.n} has one`);
    if (listed?.ok !== true || reports?.ok !== true) return;
    const here = new Map(listed.value.entries.map((entry) => [entry.entryId, entry]));
    for (const each of this.#posted) if (here.has(each.entryId)) each.service ??= this.service;
    const told = reports.value.reports.flatMap(({ details }) => details.lost.map(({ entryId }) => entryId));
    const mayLackMore =
      told.includes(null) || reports.value.reports.some(({ details }) => details.mayLackMore);
    for (const entryId of told) this.#told.add(entryId);
    this.#mayLackMore ||= mayLackMore;
    for (const { entryId, serialNo, isBackedUp } of mine) {
      const entry = here.get(entryId);
      if (entry === undefined && isBackedUp)
        problem(`nothingLost: counter ${this.n}'s ${serialNo} is gone, and a backup held it`);
      if (entry === undefined && !told.includes(entryId) && !mayLackMore)
        problem(`nothingLost: counter ${this.n}'s ${serialNo} is gone, and nobody was told`);
      if (entry?.state === "confirmed" && !applied.has(serialNo))
        problem(`confirmedIsInBooks: ${serialNo} is confirmed and in no books`);
    }
    const own = new Set(this.#posted.map(({ entryId }) => entryId));
    const others = [...here.keys()].filter((id) => !own.has(id));
    if (others.length > this.#unanswered)
      problem(`foreign: counter ${this.n} has ${others.length} entries that it didn't enter`);
    const isHere = open.filter(({ entryId }) => here.has(entryId)).length;
    const now = await this.call("sync.status", {});
    if (isHere > 0 && now?.ok === true && unsent(now.value.counts) === 0)
      problem(`status: nothing is unsent, and ${isHere} are not in the books`);
  }

  /** Once both files were looked through: what was in neither must be named as lost by one of them. */
  checkUnplaced(): void {
    for (const { entryId, serialNo, service } of this.#posted)
      if (service === null && !this.#mayLackMore && !this.#told.has(entryId))
        this.#parts.problem(
          `nothingLost: counter ${this.n}'s ${serialNo} is in neither file, and nobody was told`,
        );
  }
}
