/** Takes a real engine, its real file and the practice service's books through a trace of the model, step by step. */
import { copyFileSync, cpSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import type { ChannelInput, ChannelOutput, EngineChannel } from "../../../contract/channels.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import type { OpenUnsentClaims } from "../../../main/engine/core/outbox/unsent-claims.ts";
import { START } from "../../helpers/clock.ts";
import { connectionFile } from "../../helpers/damage.ts";
import { aReturn, aVoucher, DEVICE, TENANT, TOKEN, USER } from "../../helpers/engine.ts";
import { Books } from "../simulator/books.ts";
import { settle } from "../simulator/counter.ts";
import { answerRequest } from "./answer-request.ts";
import { entriesIn, type FileEntry, type FileFlags, flagsIn, makeDue } from "./file-facts.ts";
import { call, type Life, openLife } from "./life.ts";
import type { Request } from "./network.ts";
import type { ModelState } from "./trace.ts";

const SERVICE_URL = "https://service.example/api";
/** What a kill leaves: the folder as it was when the claim was on the disk and not sent, or as it is now. */
interface Claimed {
  entry: number;
  before: string;
}

export class Driver {
  readonly #root: string;
  readonly #books = new Books(false, () => START);
  readonly #ids = new Map<number, { entryId: string; body: string }>();
  #lives = 0;
  #profile: string;
  #life: Life | null = null;
  #claimed: Claimed | null = null;
  #request: Request | null = null;
  /** What the service answered to the request under way, where it carried it out. */
  #done: { status: number; body: string } | null = null;
  /** Requests that reached no books yet and whose counter no longer waits. */
  readonly #late = new Map<number, Request[]>();
  #notes: ReadonlySet<string> = new Set();
  #backup = "";
  #recoveryId = 0;

  readonly #keepsNotes: boolean;

  private constructor(root: string, keepsNotes: boolean) {
    this.#root = root;
    this.#keepsNotes = keepsNotes;
    this.#profile = this.#newFolder();
    this.#books.take(TOKEN, null);
  }

  /** `keepsNotes`: a planted program, in which what was sent goes on counting as not sent. */
  static async begin(root: string, keepsNotes: boolean): Promise<Driver> {
    const driver = new Driver(root, keepsNotes);
    driver.#open(driver.#profile);
    await driver.#signIn();
    return driver;
  }

  #newFolder(): string {
    this.#lives += 1;
    const folder = join(this.#root, `life-${this.#lives}`);
    mkdirSync(folder);
    return folder;
  }

  get #engine(): Life {
    if (this.#life === null) throw new Error("the program does not run");
    return this.#life;
  }

  /** As `main/engine/core/outbox/unsent-claims.ts` keeps them; the folder is kept as it is when they are about to be sent. */
  readonly #unsent: OpenUnsentClaims = () => {
    const left = this.#notes;
    const keyOf = (claim: { entryId: string; attemptId: number; at: number }): string =>
      `${claim.entryId} ${claim.attemptId} ${claim.at}`;
    return {
      wasLeft: (claim) => left.has(keyOf(claim)),
      note: (claims) => {
        this.#notes = new Set(claims.map(keyOf));
      },
      clear: () => {
        if (this.#claimed !== null) this.#claimed.before = this.#copy();
      },
      close: () => undefined,
    };
  };

  #open(profile: string, tokens: Record<string, string> = { [tokenKey(SERVICE_URL, TENANT)]: TOKEN }): void {
    this.#life = openLife(profile, tokens, this.#unsent);
  }

  async #call<Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<ChannelOutput<Name>> {
    return call(this.#engine.engine, channel, input);
  }

  async #signIn(): Promise<void> {
    const who = { serviceUrl: SERVICE_URL, tenantId: TENANT, userId: USER, token: TOKEN };
    await this.#call("connection.save", this.#backup === "" ? { ...who, deviceId: DEVICE } : who);
  }

  #idOf(entry: number): string {
    return this.#ids.get(entry)?.entryId ?? "";
  }

  /** The folder as it lies, without the index of the log, which no kill leaves usable. */
  #copy(): string {
    const to = this.#newFolder();
    cpSync(this.#profile, to, { recursive: true, filter: (from) => !from.endsWith("-shm") });
    return to;
  }

  #onFile<T>(task: (db: Database.Database) => T): T {
    const db = new Database(connectionFile(this.#profile));
    try {
      return task(db);
    } finally {
      db.close();
    }
  }

  /** What the file says, by the model's numbers. */
  file(): Map<number, FileEntry> {
    const numbers = new Map([...this.#ids].map(([number, { entryId }]) => [entryId, number]));
    return this.#onFile((db) => entriesIn(db, numbers));
  }

  flags(): FileFlags {
    return this.#onFile(flagsIn);
  }

  async isReplaceable(entry: number): Promise<boolean> {
    return (await this.#call("outbox.get", { entryId: this.#idOf(entry) })).replaceable;
  }

  async link(): Promise<string> {
    return (await this.#call("sync.status", {})).state;
  }

  /** How often each entry is in the service's books. */
  books(): Map<number, number> {
    const applied = this.#books.appliedAfter(0);
    return new Map(
      [...this.#ids].map(([entry, { body }]) => [entry, applied.filter((one) => one.body === body).length]),
    );
  }

  get sent(): number {
    return this.#engine.network.sent.length;
  }

  #makeDue(entries: readonly number[]): void {
    this.#onFile((db) =>
      makeDue(
        db,
        entries.map((entry) => this.#idOf(entry)),
      ),
    );
  }

  async #letSend(): Promise<void> {
    const { engine, network } = this.#engine;
    engine.hint();
    await settle();
    network.openOne();
    await settle();
  }

  /** Everything is due and the service can be reached; returns how many requests were sent. */
  async tempt(): Promise<number> {
    const before = this.sent;
    this.#makeDue([...this.#ids.keys()]);
    await this.#letSend();
    // What is open would carry the next thing that is due, and the trace says when that is.
    this.#engine.network.closeOpen();
    return this.sent - before;
  }

  async step({ last, life }: ModelState): Promise<void> {
    const { entry, other, name } = last;
    const entryId = this.#idOf(entry);
    switch (name) {
      case "post":
        return this.#post(entry, null);
      case "correct":
        return this.#post(entry, this.#idOf(other));
      case "claim": {
        this.#claimed = { entry, before: "" };
        this.#makeDue([entry]);
        const before = this.sent;
        await this.#letSend();
        if (this.sent !== before + 1)
          throw new Error(`${this.sent - before} requests were sent in place of one`);
        this.#request = this.#engine.network.sent.at(-1) ?? null;
        return;
      }
      case "send":
        if (!this.#keepsNotes) this.#notes = new Set();
        this.#claimed = null;
        return;
      case "book":
        this.#done = this.#book(this.#underWay());
        return;
      case "bookLate":
        this.#book(this.#late.get(entry)?.shift() ?? null);
        return;
      case "kill":
      case "power cut":
        return this.#die(name, life.note);
      case "start":
        this.#open(this.#profile);
        return settle();
      case "resend":
        return void (await this.#call("outbox.resend", { entryId }));
      case "markRecorded":
        return void (await this.#call("outbox.markRecorded", { entryId, evidence: "seen in the books" }));
      case "discard":
        return void (await this.#call("outbox.discard", { entryId, reason: "no longer wanted" }));
      case "pause":
        return void (await this.#call("sync.pause", {}));
      case "resume":
        return void (await this.#call("sync.resume", {}));
      case "consent":
      case "noConsent":
        return void (await this.#call("policy.set", { resendUnknown: name === "consent" }));
      case "confirmAny":
      case "confirmEvidence":
        return void (await this.#call("policy.set", { confirmAnySuccess: name === "confirmAny" }));
      case "signIn":
        return this.#signIn();
      case "takeBackup": {
        const { path } = await this.#call("backup.create", {});
        this.#backup = join(this.#root, basename(path));
        copyFileSync(path, this.#backup);
        return;
      }
      case "restore":
        this.#profile = this.#newFolder();
        this.#notes = new Set();
        // Another counter, at which nobody has signed in.
        this.#open(this.#profile, {});
        this.#recoveryId = (await this.#call("backup.restore", { path: this.#backup })).recoveryId;
        return;
      case "notUsedSince":
      case "mayHaveSent":
        await this.#call("recovery.decide", {
          recoveryId: this.#recoveryId,
          oldCounter: name === "notUsedSince" ? "not_used_since" : "may_have_sent",
        });
        return;
      default:
        return this.#answer(name, entry);
    }
  }

  async #post(entry: number, corrects: string | null): Promise<void> {
    const old = corrects === null ? {} : { corrects };
    const { entryId } =
      entry <= 3
        ? await this.#call("purchaseReturn.post", aReturn({ note: `return ${entry}`, ...old }))
        : await this.#call("taxVoucher.update", aVoucher({ note: `edit ${entry}`, ...old }));
    const { requestBody } = await this.#call("outbox.get", { entryId });
    this.#ids.set(entry, { entryId, body: requestBody });
  }

  #underWay(): Request {
    if (this.#request === null) throw new Error("no request is under way");
    return this.#request;
  }

  #book(request: Request | null): { status: number; body: string } {
    if (request === null) throw new Error("there is no such request");
    const answer = this.#books.answer(request.kind, request.authorization, request.body);
    if (answer.status >= 300) throw new Error(`the service refused it: ${answer.status} ${answer.body}`);
    return answer;
  }

  async #answer(outcome: string, entry: number): Promise<void> {
    const request = this.#underWay();
    const done = this.#done;
    this.#request = null;
    this.#done = null;
    answerRequest(request, outcome, done, entry);
    if (done === null && ["no_evidence", "server_error", "answer_lost"].includes(outcome))
      this.#delay(entry, request);
    await settle();
  }

  #delay(entry: number, request: Request): void {
    this.#late.set(entry, [...(this.#late.get(entry) ?? []), request]);
  }

  /** The folder as it is at this instant goes on; the engine that was is let go of in the old one. */
  async #die(kind: string, keepsNote: boolean): Promise<void> {
    const { engine, clock, network } = this.#engine;
    const before = this.#claimed;
    const folder = before === null ? this.#copy() : before.before;
    if (kind === "power cut" || !(keepsNote || this.#keepsNotes)) this.#notes = new Set();
    const notes = this.#notes;
    if (before === null && this.#request !== null && this.#done === null)
      this.#delay(this.#numberOf(this.#request), this.#request);
    const request = this.#request;
    this.#life = null;
    this.#claimed = null;
    this.#request = null;
    this.#done = null;
    const closed = engine.close();
    request?.lose();
    network.closeAll();
    await settle();
    clock.runUntil(clock.now() + 60_000);
    await closed;
    this.#notes = notes;
    this.#profile = folder;
  }

  #numberOf({ body }: Request): number {
    return [...this.#ids].find(([, entry]) => entry.body === body)?.[0] ?? 0;
  }

  async end(): Promise<void> {
    if (this.#life !== null) await this.#die("kill", false);
    this.#books.close();
  }
}
