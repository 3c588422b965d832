/** Has much waiting as the service goes out, and counts what that cost as it is well again. */
import type { Db } from "../../../main/engine/file/database/open-database.ts";
import type { Chance } from "./chance.ts";
import type { Counter } from "./counter.ts";
import type { Disk } from "./disk.ts";
import type { Person } from "./person.ts";
import type { Record as RunRecord } from "./record.ts";
import type { Timeline } from "./timeline.ts";

const MINUTE = 60_000;
/** Returns that are typed as an outage begins. */
const RUSH = 9;

const TEN_MINUTES = 600_000;
/** Of those that wait, in the first ten minutes. */
const FIRST = 3;

interface OutageFacts {
  forMs: number;
  /** Tries out of turn: a person's, the system's, and what a new run can't know. */
  nudges: number;
  /** Entries that need a person for what was sent in it. */
  spent: number;
}

/** What is wrong, in words. */
function outageCost({ forMs, nudges, spent }: OutageFacts): string[] {
  const allowed = FIRST + Math.ceil(forMs / TEN_MINUTES) + nudges;
  return spent <= allowed
    ? []
    : [`${Math.round(forMs / 1_000)} s of it cost ${spent} entries, and ${allowed} were to be expected`];
}

const lastAttempt = (db: Db): number =>
  db.prepare<[], number>("SELECT coalesce(max(attempt_id), 0) FROM attempt").pluck().get() ?? 0;

/** How many entries were refused, or are of unknown outcome, by attempts after this one. */
const spentSince = (db: Db, attempt: number): number =>
  db
    .prepare<[number], number>(
      `SELECT count(DISTINCT sequence) FROM attempt JOIN entry USING (sequence) WHERE attempt_id > ?
         AND (outcome = 'refused' OR (kind = 'purchaseReturn' AND outcome IN ('server_error','answer_lost','interrupted')))`,
    )
    .pluck()
    .get(attempt) ?? 0;

interface OutageWatchDeps {
  timeline: Timeline;
  counter: Counter;
  disk: Disk;
  record: RunRecord;
  person: Person;
  chance: Chance;
  problem: (words: string) => void;
}

export class OutageWatch {
  readonly #deps: OutageWatchDeps;
  #outage: { since: number; nudges: number; attempt: number; mayResend: boolean } | null = null;

  constructor(deps: OutageWatchDeps) {
    this.#deps = deps;
  }

  /** The queue is long when the service goes out: else an outage could cost no more than a few. */
  begins(): void {
    // A moment later: the first one begins before there is a file.
    this.#deps.timeline.after(1, async () => {
      const { nudges } = this.#deps.counter;
      const attempt = lastAttempt(this.#deps.disk.reader());
      this.#outage = {
        since: this.#deps.timeline.now,
        nudges,
        attempt,
        mayResend: this.#deps.record.mayResend,
      };
      for (let n = 0; n < RUSH; n += 1) if (this.#deps.counter.runs) await this.#deps.person.enterReturn();
      if (!this.#deps.chance.happens(0.3)) return;
      // Somebody wants to help, and learns better.
      await this.#deps.person.setPolicy("resendUnknown", true);
      this.#deps.timeline.after(MINUTE, () => this.#deps.person.lookAtOutbox());
      this.#deps.timeline.after(this.#deps.chance.between(1, 6) * MINUTE, () =>
        this.#deps.person.setPolicy("resendUnknown", false),
      );
    });
  }

  ends(): void {
    const began = this.#outage;
    this.#outage = null;
    // Where the owner lets unknown outcomes be sent again, none of them is spent.
    if (began === null || began.mayResend || this.#deps.disk.isFailing) return;
    const spent = spentSince(this.#deps.disk.reader(), began.attempt);
    const facts = {
      forMs: this.#deps.timeline.now - began.since,
      nudges: this.#deps.counter.nudges - began.nudges,
    };
    for (const words of outageCost({ ...facts, spent })) this.#deps.problem(`outage: ${words}`);
  }

  stepDone(): void {
    if (this.#outage !== null && this.#deps.record.mayResend) this.#outage.mayResend = true;
  }
}
