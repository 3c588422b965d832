/** One run: the engine, the practice service's books, clock, network and process kills under one seed. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_DEADLINE_MS } from "../../../main/engine/core/remote/network.ts";
import { Books } from "./books.ts";
import { Chance } from "./chance.ts";
import { Checks } from "./checks.ts";
import { Counter, settle } from "./counter.ts";
import { Disasters } from "./disasters.ts";
import { Disk } from "./disk.ts";
import { LIFE, type Life, type LifeName } from "./life.ts";
import { Memory } from "./memory.ts";
import { OutageWatch } from "./outage-watch.ts";
import { Person } from "./person.ts";
import { changesBy, type PlantName } from "./plants.ts";
import { BookWatch, Record as RunRecord } from "./record.ts";
import { ShopHours } from "./shop-hours.ts";
import { Staff } from "./staff.ts";
import { Timeline } from "./timeline.ts";

export interface RunOptions {
  seed: number;
  /** Simulated hours of faults; the calm after them comes on top. */
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
  /** Simulated hours until it ended. */
  tookHours: number;
  figures: Record<string, number>;
  /** What happened, oldest first. */
  journal: string[];
  /** Equal for equal runs. */
  fingerprint: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Four seconds for what is under way, five tries to write what came, and some to spare. */
const LONGEST_END_MS = 20_000;
/** The engine's own deadline, and the end of the step that meets it. */
const LONGEST_REQUEST_MS = DEFAULT_DEADLINE_MS + 1_000;
const room = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Runs one seed to its end, or to the first moment at which something is wrong. */
export async function simulate(options: RunOptions): Promise<RunReport> {
  const root = mkdtempSync(join(room, "counterside-simulation-"));
  const undo = changesBy(options.plant).plant();
  const run = new Run(options, root);
  // What nobody waits for and fails would end the real program.
  const onLost = (error: unknown): void =>
    run.problem(`a promise failed and nobody caught it: ${String(error)}`);
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
  readonly #staff: Staff;
  readonly #disasters: Disasters;
  readonly #outages: OutageWatch;
  readonly #hours: ShopHours;
  readonly #checks: Checks;
  readonly #chance: Chance;
  readonly #journal: string[] = [];
  readonly #hash = createHash("sha256");
  readonly #problems: string[] = [];
  #steps = 0;
  #ranMs = 0;
  #over = false;
  #checkHistory = false;

  constructor(options: RunOptions, root: string) {
    const { seed, merging } = options;
    const planted = changesBy(options.plant);
    this.#life = LIFE[options.life ?? "dense"];
    const timeline = new Timeline(this.#life.start);
    this.#timeline = timeline;
    this.#options = options;
    this.#chance = new Chance(seed, "people");
    this.#disk = new Disk(root, planted.openDatabase);
    this.#memory = new Memory(() => this.#disk.mark(), planted.keepsNote);
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
        planted,
        wire: {
          gateway: new Chance(seed, "gateway"),
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
      isShopOpen: () => this.#hours.isOpen,
      timeline,
      counter: this.#counter,
      disk: this.#disk,
      books: this.#books,
      note,
      outage: (begins) => (begins ? this.#outages.begins() : this.#outages.ends()),
      chance: new Chance(seed, "disasters"),
    });
    this.#staff = new Staff({
      counter: this.#counter,
      record: this.#record,
      chance: new Chance(seed, "staff"),
      note,
      problem: (words) => this.problem(words),
    });
    this.#person = new Person({
      counter: this.#counter,
      staff: this.#staff,
      disk: this.#disk,
      record: this.#record,
      chance: this.#chance,
      note,
      problem: (words) => this.problem(words),
      isInBooks: (serialNo) =>
        this.#books.appliedAfter(0).some((row) => serialNo !== null && row.serialNo === serialNo),
    });
    const parts = {
      timeline,
      counter: this.#counter,
      disk: this.#disk,
      record: this.#record,
      disasters: this.#disasters,
      person: this.#person,
      chance: this.#chance,
      problem: (words: string) => this.problem(words),
    };
    this.#outages = new OutageWatch(parts);
    this.#checks = new Checks(parts);
    this.#hours = new ShopHours({
      ...parts,
      isOver: () => this.#over,
      closed: () => {
        this.#checkHistory = true;
      },
    });
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
    await this.#staff.save();
    this.#people();
    if (this.#life.hasNights) this.#hours.untilItCloses();
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
      tookHours: (this.#timeline.now - this.#life.start) / HOUR,
      fingerprint: this.#hash.digest("hex"),
    };
  }

  #every(meanMs: number, task: () => Promise<void>): void {
    this.#timeline.after(this.#chance.wait(meanMs), async () => {
      if (this.#over) return;
      if (this.#counter.runs && this.#hours.isOpen) await task();
      this.#every(meanMs, task);
    });
  }

  #people(): void {
    const { people, check } = this.#life;
    this.#every(people.enter, () => this.#person.enter());
    this.#every(people.look, () => this.#person.lookAtOutbox());
    this.#every(people.press, () => this.#person.press());
    this.#every(people.signIn, async () => {
      if (!this.#counter.signInNeeded) return;
      await this.#staff.as("owner");
      await this.#counter.signIn(this.#disasters.newToken());
    });
    this.#every(check, async () => {
      this.#checkHistory = true;
    });
  }

  async #runUntil(end: number): Promise<void> {
    for (let next = this.#timeline.next(); next !== null && next <= end; next = this.#timeline.next()) {
      if (this.#problems.length > 0) return;
      await this.#step();
    }
    this.#timeline.now = Math.max(this.#timeline.now, end);
  }

  /** Whatever is due next, all that follows from it at once, and then a look whether the status is true. */
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
    this.#outages.stepDone();
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
    this.#checks.stepDone();
    if (!this.#lookAround()) return;
    if (this.#steps % this.#life.statusEvery === 0 || this.#checkHistory) await this.#checks.status(after);
    if (this.#checkHistory && this.#counter.runs) this.#checkAll();
  }

  /** Whether the program runs; and whatever is not well keeps calm from going on. */
  #lookAround(): boolean {
    const { runs } = this.#counter;
    const { paused, signInNeeded } = this.#counter.facts();
    const isWell = runs && paused === false && !signInNeeded && !this.#disk.isFailing;
    if (!isWell || this.#disasters.spell().kind !== "good") this.#disasters.disturb();
    const { forEnd, forAnswer } = this.#counter.waits;
    this.#disasters.restartUnder(forAnswer);
    if (forEnd > LONGEST_END_MS) this.problem(`stuck: the end of the program has taken ${forEnd} ms`);
    if (forAnswer > LONGEST_REQUEST_MS)
      this.problem(`stuck: a request has been under way for ${forAnswer} ms`);
    return runs;
  }

  /** Everything is well for long enough that whatever can go on has gone on. */
  async #calm(): Promise<void> {
    if (this.#problems.length > 0) return;
    this.#over = true;
    this.#hours.isOpen = true;
    this.#disasters.end();
    if (this.#counter.isGone) this.#disasters.startSoon();
    await this.#runUntil(this.#timeline.now + MINUTE);
    await this.#person.pause(false);
    await this.#person.setPolicy("resendUnknown", false);
    await this.#person.setPolicy("confirmAnySuccess", false);
    await this.#staff.as("owner");
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

  #checkAll(): void {
    this.#checkHistory = false;
    this.#checks.history();
  }

  async #finished(): Promise<void> {
    if (this.#problems.length > 0) return;
    if (!this.#counter.runs) return this.problem("the program doesn't run after a long calm");
    await settle();
    this.#record.stepDone();
    this.#checkAll();
    this.#checks.nothingLeft();
  }

  close(): void {
    this.#disk.closeAll();
    this.#books.close();
  }
}
