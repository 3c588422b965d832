/** One run: the engine, the practice service's books, clock, network and process death under one seed. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_DEADLINE_MS } from "../../../main/engine/remote/network.ts";
import { type Db, openDatabase } from "../../../main/engine/store/file/open-database.ts";
import { Books } from "./books.ts";
import { Chance } from "./chance.ts";
import { type Counted, countedIn } from "./counted.ts";
import { Counter, settle } from "./counter.ts";
import { Disasters } from "./disasters.ts";
import { Disk, type Mark } from "./disk.ts";
import { problemsOf } from "./invariants.ts";
import { LIFE, type Life, type LifeName, openingAt } from "./life.ts";
import { stuckOf, unfinishedOf } from "./liveness.ts";
import { Memory } from "./memory.ts";
import { lastAttempt, outageCost, spentSince } from "./outage-cost.ts";
import { Person } from "./person.ts";
import { PLANTS, type PlantName, reheaderOf, rereaderOf, rewriterOf, timesOf } from "./plants.ts";
import { BookWatch, Record as RunRecord } from "./record.ts";
import { untruthsOf } from "./status-truth.ts";
import { Timeline } from "./timeline.ts";

export interface RunOptions {
  seed: number;
  /** Simulated hours of trouble; the calm after them comes on top. */
  hours: number;
  /** Whether the service merges a repeated serial number. */
  merging: boolean;
  plant?: PlantName | undefined;
  /** Dense where left out. */
  life?: LifeName | undefined;
}

export interface RunReport extends RunOptions {
  /** Everything that is wrong at the first moment that anything was; empty where all held. */
  problems: string[];
  steps: number;
  /** Simulated hours in which the program ran. */
  ranHours: number;
  figures: Record<string, number>;
  /** What happened, oldest first. */
  journal: string[];
  /** Equal for equal runs. */
  fingerprint: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Returns that are typed as an outage begins. */
const RUSH = 9;
/** Four seconds for what is under way, five tries to write what came, and some to spare. */
const LONGEST_END_MS = 20_000;
/** The engine's own deadline, and the end of the step that meets it. */
const LONGEST_REQUEST_MS = DEFAULT_DEADLINE_MS + 1_000;
const room = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Runs one seed to its end, or to the first moment at which something is wrong. */
export async function simulate(options: RunOptions): Promise<RunReport> {
  const root = mkdtempSync(join(room, "counterside-simulation-"));
  const undo = options.plant === undefined ? () => undefined : PLANTS[options.plant].plant();
  const run = new Run(options, root);
  // What nobody waits for and fails would end the real program.
  const onLost = (error: unknown): void => run.problem(`a promise failed and nobody heard: ${String(error)}`);
  process.on("unhandledRejection", onLost);
  try {
    return await run.toEnd();
  } finally {
    process.off("unhandledRejection", onLost);
    run.close();
    rmSync(root, { recursive: true, force: true });
    undo();
  }
}

class Run {
  readonly #options: RunOptions;
  readonly #life: Life;
  readonly #timeline: Timeline;
  readonly #disk: Disk;
  readonly #memory: Memory;
  readonly #books: Books;
  readonly #record: RunRecord;
  readonly #counter: Counter;
  readonly #person: Person;
  readonly #disasters: Disasters;
  readonly #chance: Chance;
  readonly #journal: string[] = [];
  readonly #hash = createHash("sha256");
  readonly #problems: string[] = [];
  #outage: { since: number; nudges: number; attempt: number; mayResend: boolean } | null = null;
  #steps = 0;
  #ranMs = 0;
  #over = false;
  #isShopOpen = true;
  #counted: { db: Db; mark: Mark; is: Counted } | null = null;
  #diskTroubleAt = Number.NEGATIVE_INFINITY;
  #checkHistory = false;

  constructor(options: RunOptions, root: string) {
    const { seed, merging, plant } = options;
    this.#life = LIFE[options.life ?? "dense"];
    const timeline = new Timeline(this.#life.start);
    this.#timeline = timeline;
    this.#options = options;
    this.#chance = new Chance(seed, "people");
    this.#disk = new Disk(root, plant === undefined ? openDatabase : PLANTS[plant].openDatabase);
    this.#memory = new Memory(() => this.#disk.mark(), plant !== undefined && "keepsNote" in PLANTS[plant]);
    this.#books = new Books(merging, () => timeline.now);
    this.#record = new RunRecord(merging);
    const watch = new BookWatch(this.#books, this.#record);
    const note = (words: string): void => this.#note(words);
    this.#counter = new Counter(
      {
        timeline,
        disk: this.#disk,
        memory: this.#memory,
        record: this.#record,
        note,
        chance: new Chance(seed, "engine"),
        problem: (words) => this.problem(words),
        ...timesOf(plant === undefined ? null : PLANTS[plant]),
        wire: {
          isHasty: plant !== undefined && "isHasty" in PLANTS[plant],
          rewrite: rewriterOf(plant === undefined ? null : PLANTS[plant]),
          reread: rereaderOf(plant === undefined ? null : PLANTS[plant]),
          rehead: reheaderOf(plant === undefined ? null : PLANTS[plant]),
          passesProxy: plant !== undefined && "passesProxy" in PLANTS[plant],
          spell: () => this.#disasters.spell(),
          onGrown: () => this.#disasters.answerGrew(),
          land: (kind, sent, late) => {
            const answer = this.#books.answer(kind, sent.authorization, sent.body);
            watch.look(late);
            note(`the service answers ${answer.status} to ${kind}${late ? ", late or repeated" : ""}`);
            return answer;
          },
        },
      },
      "token-1",
    );
    this.#disasters = new Disasters({
      life: this.#life,
      isShopOpen: () => this.#isShopOpen,
      timeline,
      counter: this.#counter,
      disk: this.#disk,
      books: this.#books,
      note,
      outage: (begins) => (begins ? this.#outageBegins() : this.#outageEnds()),
      chance: new Chance(seed, "disasters"),
    });
    this.#person = new Person({
      counter: this.#counter,
      disk: this.#disk,
      record: this.#record,
      chance: this.#chance,
      note,
      isInBooks: (serialNo) =>
        this.#books.appliedAfter(0).some((row) => serialNo !== null && row.serialNo === serialNo),
    });
  }

  /** The queue is long when the service goes out: else an outage could cost no more than a few. */
  #outageBegins(): void {
    // A moment later: the first one begins before there is a file.
    this.#timeline.after(1, async () => {
      const { nudges } = this.#counter;
      const attempt = lastAttempt(this.#disk.reader());
      this.#outage = { since: this.#timeline.now, nudges, attempt, mayResend: this.#record.mayResend };
      for (let n = 0; n < RUSH; n += 1) if (this.#counter.runs) await this.#person.enterReturn();
      if (!this.#chance.happens(0.3)) return;
      // Somebody wants to help, and is told better.
      await this.#person.setPolicy("resendUnknown", true);
      this.#timeline.after(MINUTE, () => this.#person.lookAtOutbox());
      this.#timeline.after(this.#chance.between(1, 6) * MINUTE, () =>
        this.#person.setPolicy("resendUnknown", false),
      );
    });
  }

  #outageEnds(): void {
    const began = this.#outage;
    this.#outage = null;
    // Where the owner lets unknown outcomes be sent again, none of them is spent.
    if (began === null || began.mayResend || this.#disk.inTrouble) return;
    const spent = spentSince(this.#disk.reader(), began.attempt);
    const facts = { forMs: this.#timeline.now - began.since, nudges: this.#counter.nudges - began.nudges };
    this.#problems.push(...outageCost({ ...facts, spent }).map((words) => `outage: ${words}`));
  }

  problem(words: string): void {
    this.#problems.push(words);
  }

  #note(words: string): void {
    const line = `${new Date(this.#timeline.now).toISOString()} ${words}`;
    this.#journal.push(line);
    this.#hash.update(line);
  }

  async toEnd(): Promise<RunReport> {
    const { hours } = this.#options;
    this.#disasters.start();
    if (!this.#counter.start()) this.problem("the program can't be started on an empty folder");
    await this.#counter.signIn(this.#counter.token);
    this.#people();
    if (this.#life.hasNights) this.#untilItCloses();
    const end = this.#life.start + hours * HOUR;
    await this.#runUntil(end);
    await this.#calm();
    const figures = { ...this.#record.figures, ...this.#disasters.happened };
    return {
      ...this.#options,
      problems: [...new Set(this.#problems)],
      steps: this.#steps,
      figures,
      journal: this.#journal,
      ranHours: this.#ranMs / HOUR,
      fingerprint: this.#hash.digest("hex"),
    };
  }

  #every(meanMs: number, task: () => Promise<void>): void {
    this.#timeline.after(this.#chance.wait(meanMs), async () => {
      if (this.#over) return;
      if (this.#counter.runs && this.#isShopOpen) await task();
      this.#every(meanMs, task);
    });
  }

  #people(): void {
    const { people, check } = this.#life;
    this.#every(people.enter, () => this.#person.enter());
    this.#every(people.look, () => this.#person.lookAtOutbox());
    this.#every(people.press, () => this.#person.press());
    this.#every(people.signIn, async () => {
      if (this.#counter.signInNeeded) await this.#counter.signIn(this.#disasters.newToken());
    });
    this.#every(check, async () => {
      this.#checkHistory = true;
    });
  }

  /** In the evening most end the program, some leave it on; in the morning somebody starts it. */
  #untilItCloses(): void {
    const { until } = openingAt(this.#timeline.now);
    this.#timeline.after(until - this.#timeline.now, () => {
      if (this.#over) return;
      this.#isShopOpen = false;
      this.#checkHistory = true;
      if (this.#chance.happens(0.85))
        this.#counter.close(() => {
          if (this.#isShopOpen) this.#disasters.startSoon();
        });
      this.#untilItOpens();
    });
  }

  #untilItOpens(): void {
    const { until } = openingAt(this.#timeline.now);
    this.#timeline.after(until - this.#timeline.now, () => {
      if (this.#over) return;
      this.#isShopOpen = true;
      this.#disasters.disturb();
      if (this.#counter.isGone) this.#disasters.startSoon();
      this.#untilItCloses();
    });
  }

  async #runUntil(end: number): Promise<void> {
    for (let next = this.#timeline.next(); next !== null && next <= end; next = this.#timeline.next()) {
      if (this.#problems.length > 0) return;
      await this.#step();
    }
    this.#timeline.now = Math.max(this.#timeline.now, end);
  }

  /** Whatever is due next, all that follows from it at once, and then a look whether the truth was told. */
  async #step(): Promise<void> {
    const before = this.#disk.mark();
    if (this.#disasters.armed !== null) this.#disk.expectCrash();
    this.#steps += 1;
    const { now } = this.#timeline;
    const { runs } = this.#counter;
    await this.#timeline.step();
    if (runs) this.#ranMs += this.#timeline.now - now;
    await settle();
    const after = this.#disk.mark();
    const wrote = before.salt !== after.salt || before.frames !== after.frames;
    const crash = this.#disasters.armed;
    if (this.#outage !== null && this.#record.mayResend) this.#outage.mayResend = true;
    // Power is cut while a connection is being opened, too: the router and the computer go together. Not each time: every
    // claim follows such a moment, and would never be met.
    const falls =
      wrote || this.#disasters.isFatal || (this.#counter.isConnecting && this.#chance.happens(0.1));
    if (crash !== null && falls && !this.#counter.isGone) {
      await this.#counter.crash(crash, before);
      this.#disasters.crashed(crash);
      this.#checkHistory = true;
      return;
    }
    this.#record.stepDone();
    this.#disk.stepDone(wrote);
    this.#memory.stepDone();
    if (this.#disk.inTrouble) this.#diskTroubleAt = this.#timeline.now;
    if (!this.#lookAround()) return;
    if (this.#steps % this.#life.statusEvery === 0 || this.#checkHistory) await this.#checkStatus(after);
    if (this.#checkHistory && this.#counter.runs) this.#checkAll();
  }

  /** Whether the program runs; and whatever is not well keeps calm from going on. */
  #lookAround(): boolean {
    const { runs } = this.#counter;
    const { paused, signInNeeded } = this.#counter.facts();
    const isWell = runs && paused === false && !signInNeeded && !this.#disk.inTrouble;
    if (!isWell || this.#disasters.spell().kind !== "good") this.#disasters.disturb();
    const { forEnd, forAnswer } = this.#counter.waits;
    this.#disasters.restartUnder(forAnswer);
    if (forEnd > LONGEST_END_MS) this.problem(`stuck: the end of the program has taken ${forEnd} ms`);
    if (forAnswer > LONGEST_REQUEST_MS)
      this.problem(`stuck: a request has been under way for ${forAnswer} ms`);
    return runs;
  }

  /** Counted again only where something was written since. Each life begins anew: the logs of two may look the same. */
  #countedAt(mark: Mark): Counted {
    const known = this.#counted;
    const db = this.#disk.reader();
    const isSame = known?.db === db && known.mark.salt === mark.salt && known.mark.frames === mark.frames;
    if (isSame && mark.salt !== "") return known.is;
    const is = countedIn(db);
    this.#counted = { db, mark, is };
    return is;
  }

  async #checkStatus(mark: Mark): Promise<void> {
    const reply = await this.#counter.call("sync.status", {});
    if (reply === null) return;
    if (!reply.ok) return this.problem(`the status can't be told: ${reply.error.message}`);
    const facts = this.#counter.facts();
    const takesResults = this.#timeline.now - this.#diskTroubleAt > 3_000;
    const open = takesResults ? facts.open : null;
    const counted = this.#countedAt(mark);
    for (const words of untruthsOf(reply.value, {
      ...facts,
      ...counted,
      open,
      lineHas: this.#disasters.lineHas(),
    }))
      this.problem(`status: ${words}`);
  }

  #checkAll(): void {
    this.#checkHistory = false;
    const history = this.#record.history(this.#disk.reader());
    const stuck = stuckOf(history.rows, this.#counter.wallNow(), this.#disasters.calmMs);
    this.#problems.push(...problemsOf(history), ...stuck.map((words) => `stuck: ${words}`));
  }

  /** Everything is well for long enough that whatever can go on has gone on. */
  async #calm(): Promise<void> {
    if (this.#problems.length > 0) return;
    this.#over = true;
    this.#isShopOpen = true;
    this.#disasters.end();
    if (this.#counter.isGone) this.#disasters.startSoon();
    await this.#runUntil(this.#timeline.now + MINUTE);
    await this.#person.pause(false);
    await this.#person.setPolicy("resendUnknown", false);
    await this.#person.setPolicy("confirmAnySuccess", false);
    await this.#counter.signIn(this.#disasters.newToken());
    await this.#runUntil(this.#timeline.now + 25 * MINUTE);
    await this.#finished();
    await this.#person.lookAtOutbox(true);
    await this.#runUntil(this.#timeline.now + 25 * MINUTE);
    await this.#finished();
    const reply = await this.#counter.call("audit.list", {});
    if (reply?.ok && !reply.value.chainIntact)
      this.problem("the engine itself finds its audit's chain broken");
  }

  async #finished(): Promise<void> {
    if (this.#problems.length > 0) return;
    if (!this.#counter.runs) return this.problem("the program doesn't run after a long calm");
    await settle();
    this.#record.stepDone();
    this.#checkAll();
    const { rows } = this.#record.history(this.#disk.reader());
    this.#problems.push(...unfinishedOf(rows).map((words) => `stuck: ${words}`));
  }

  close(): void {
    this.#disk.closeAll();
    this.#books.close();
  }
}
