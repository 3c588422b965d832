/** Everything that goes wrong by itself: spells of the link and the service, jumps of the clock, kills, disks. */
import type { Books } from "./books.ts";
import type { Chance } from "./chance.ts";
import type { Counter } from "./counter.ts";
import type { Crash, Disk } from "./disk.ts";
import type { Life } from "./life.ts";
import type { Timeline } from "./timeline.ts";
import { FAIR, isReachable, nextSpell, type Spell } from "./weather.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long a request without an answer is waited for before the program is ended all the same. */
const PATIENCE_MS = 30 * MINUTE;

export interface DisasterDeps {
  timeline: Timeline;
  life: Life;
  /** Nobody starts the program while the shop is closed. */
  isShopOpen: () => boolean;
  chance: Chance;
  counter: Counter;
  disk: Disk;
  books: Books;
  /** The service answers nothing but one thing; `false` when that is over. */
  outage: (begins: boolean) => void;
  note: (words: string) => void;
}

export class Disasters {
  readonly #deps: DisasterDeps;
  #spell: Spell = FAIR;
  #downSince: number | null = null;
  #calmSince: number;
  /** A crash that falls in the next step that writes. */
  armed: Crash | null = null;
  /** It falls in any step. */
  isFatal = false;
  #tokens = 0;
  /** When the program is ended and started again at the latest. */
  #restartBy = Number.POSITIVE_INFINITY;
  #over = false;
  readonly happened: Record<string, number> = {};

  constructor(deps: DisasterDeps) {
    this.#deps = deps;
    this.#calmSince = deps.timeline.now;
  }

  readonly spell = (): Spell => this.#spell;

  /** For how long the link has been plainly down or plainly fair. */
  linkHas(): { been: "down" | "fair"; forMs: number } | null {
    const { timeline } = this.#deps;
    if (this.#downSince !== null) return { been: "down", forMs: timeline.now - this.#downSince };
    return this.#spell.kind === "good" ? { been: "fair", forMs: this.calmMs } : null;
  }

  /** Something is not well: calm begins anew. */
  disturb(): void {
    this.#calmSince = this.#deps.timeline.now;
  }
  get calmMs(): number {
    return this.#deps.timeline.now - this.#calmSince;
  }

  start(): void {
    const { disasters } = this.#deps.life;
    this.#every(disasters.clock, () => this.#jump());
    this.#every(disasters.crash, () => this.#arm());
    this.#every(disasters.restart, () => {
      this.#restartBy = this.#deps.timeline.now + PATIENCE_MS;
    });
    this.#every(disasters.lock, () => this.#lock());
    this.#every(disasters.full, () => this.#fill());
    this.#changeSpell();
    this.newToken();
  }

  /** Again and again, with this mean time between. */
  #every(meanMs: number, task: () => void): void {
    const { timeline, chance } = this.#deps;
    timeline.after(chance.wait(meanMs), () => {
      if (this.#over) return;
      task();
      this.#every(meanMs, task);
    });
  }

  #count(what: string): void {
    this.happened[what] = (this.happened[what] ?? 0) + 1;
  }

  #changeSpell(): void {
    const { timeline, chance, counter, note } = this.#deps;
    if (this.#over) return;
    if (this.#spell.kind === "outage") this.#deps.outage(false);
    this.#spell = nextSpell(chance, this.#deps.life.goodSpell);
    if (this.#spell.kind === "outage") this.#deps.outage(true);
    this.#count(this.#spell.kind);
    note(`spell: ${this.#spell.kind}`);
    this.disturb();
    if (isReachable(this.#spell)) {
      this.#downSince = null;
      // The system notices a network that is back more often than not.
      if (chance.happens(0.5)) counter.hint();
    } else {
      this.#downSince ??= timeline.now;
      counter.breakLink(0.5);
    }
    timeline.after(this.#spell.lastsMs, () => this.#changeSpell());
  }

  /** A token for some hours; the one before is not taken any more. */
  newToken(): string {
    const { timeline, chance, books, life } = this.#deps;
    this.#tokens += 1;
    const token = `token-${this.#tokens}`;
    books.take(token, this.#over ? null : timeline.now + chance.wait(life.disasters.token));
    return token;
  }

  #jump(): void {
    const { chance, counter, note } = this.#deps;
    const by = chance.weighted<() => number>([
      [3, () => chance.between(-1_500, 1_500)],
      [3, () => chance.between(-10 * MINUTE, 10 * MINUTE)],
      [2, () => chance.between(-6 * HOUR, 6 * HOUR)],
      [1, () => chance.between(-72 * HOUR, 72 * HOUR)],
      [3, () => -counter.skew],
    ])();
    counter.skew += by;
    // A pause is over sooner by a clock that is set forward.
    counter.nudges += 1;
    this.disturb();
    this.#count("clock jump");
    note(`the clock jumps by ${by} ms`);
  }

  #arm(): void {
    this.armed = this.#deps.chance.pick(["kill", "power_cut"]);
  }
  /** Half of the large answers end the program while it reads them. */
  answerGrew(): void {
    const { timeline, chance } = this.#deps;
    if (!this.#over && chance.happens(0.5))
      timeline.after(1, () => {
        this.armed = "kill";
        this.isFatal = true;
      });
  }
  crashed(kind: Crash): void {
    this.armed = null;
    if (this.isFatal) this.#count("answer that ended the program");
    this.isFatal = false;
    this.#count(kind);
    this.startSoon();
  }

  /** People end a program that seems to hang: it is ended while a request has had no answer for a while, if one has. */
  restartUnder(forAnswerMs: number): void {
    const { counter, timeline } = this.#deps;
    const isTime =
      timeline.now >= this.#restartBy || (this.#restartBy < Number.POSITIVE_INFINITY && forAnswerMs > 2_000);
    if (!isTime || !counter.runs || this.#over) return;
    this.#restartBy = Number.POSITIVE_INFINITY;
    this.#count("restart");
    counter.close(() => this.startSoon());
  }

  /** Somebody starts the program again; where the disk doesn't let it, they try again. */
  startSoon(): void {
    const { timeline, chance, counter, isShopOpen } = this.#deps;
    const wait = this.#over
      ? 1_000
      : chance.weighted([
          [3, chance.between(500, 30_000)],
          [1, chance.wait(40 * MINUTE)],
        ]);
    timeline.after(wait, () => {
      this.disturb();
      if (!isShopOpen()) return;
      if (counter.isGone && !counter.start()) this.startSoon();
    });
  }

  #lock(): void {
    const { timeline, chance, disk, note } = this.#deps;
    if (!disk.lock()) return;
    this.#count("locked file");
    note("the file is locked");
    this.disturb();
    timeline.after(chance.between(500, 3 * MINUTE), () => {
      disk.unlock();
      this.disturb();
      note("the file is free");
    });
  }

  #fill(): void {
    const { timeline, chance, disk, note } = this.#deps;
    this.#count("full disk");
    note("the disk is full");
    disk.setFull(true);
    this.disturb();
    timeline.after(chance.wait(6 * MINUTE), () => {
      disk.setFull(false);
      this.disturb();
      note("the disk has room");
    });
  }

  /** Everything is well from now on. */
  end(): void {
    const { counter, disk, note } = this.#deps;
    note("everything is well");
    if (this.#spell.kind === "outage") this.#deps.outage(false);
    this.#over = true;
    this.armed = null;
    this.#spell = FAIR;
    this.#downSince = null;
    disk.unlock();
    disk.setFull(false);
    // A clock that was behind is set forward now, and a pause is over sooner by it.
    if (counter.skew !== 0) counter.nudges += 1;
    counter.skew = 0;
    this.disturb();
  }
}
