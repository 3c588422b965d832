/** The looks at a run: whether the status tells the truth, and whether all that happened holds. */
import type { Db } from "../../../main/engine/file/database/open-database.ts";
import { type Counted, countedIn } from "./counted.ts";
import type { Counter } from "./counter.ts";
import type { Disasters } from "./disasters.ts";
import type { Disk, Mark } from "./disk.ts";
import { problemsOf } from "./invariants.ts";
import { stuckOf, unfinishedOf } from "./liveness.ts";
import type { Record as RunRecord } from "./record.ts";
import { untruthsOf } from "./status-truth.ts";
import type { Timeline } from "./timeline.ts";

interface ChecksDeps {
  timeline: Timeline;
  counter: Counter;
  disk: Disk;
  record: RunRecord;
  disasters: Disasters;
  problem: (words: string) => void;
}

export class Checks {
  readonly #deps: ChecksDeps;
  #counted: { db: Db; mark: Mark; is: Counted } | null = null;
  #diskFailedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: ChecksDeps) {
    this.#deps = deps;
  }

  stepDone(): void {
    if (this.#deps.disk.isFailing) this.#diskFailedAt = this.#deps.timeline.now;
  }

  /** Counted again only where something was written since. Each life begins anew: the logs of two may look the same. */
  #countedAt(mark: Mark): Counted {
    const known = this.#counted;
    const db = this.#deps.disk.reader();
    const isSame = known?.db === db && known.mark.salt === mark.salt && known.mark.frames === mark.frames;
    if (isSame && mark.salt !== "") return known.is;
    const is = countedIn(db);
    this.#counted = { db, mark, is };
    return is;
  }

  /** Whether the status tells the truth. */
  async status(mark: Mark): Promise<void> {
    const reply = await this.#deps.counter.call("sync.status", {});
    if (reply === null) return;
    if (!reply.ok) return this.#deps.problem(`the status can't be reported: ${reply.error.message}`);
    const facts = this.#deps.counter.facts();
    const takesResults = this.#deps.timeline.now - this.#diskFailedAt > 3_000;
    const open = takesResults ? facts.open : null;
    const counted = this.#countedAt(mark);
    for (const words of untruthsOf(reply.value, {
      ...facts,
      ...counted,
      open,
      linkHas: this.#deps.disasters.linkHas(),
    }))
      this.#deps.problem(`status: ${words}`);
  }

  /** Whether all that happened agrees with the file and the books. */
  history(): void {
    const history = this.#deps.record.history(this.#deps.disk.reader());
    const stuck = stuckOf(history.rows, this.#deps.counter.wallNow(), this.#deps.disasters.calmMs);
    for (const words of [...problemsOf(history), ...stuck.map((words) => `stuck: ${words}`)])
      this.#deps.problem(words);
  }

  /** Whether everything that could go on has gone on, after a long calm. */
  nothingLeft(): void {
    const { rows } = this.#deps.record.history(this.#deps.disk.reader());
    for (const words of unfinishedOf(rows)) this.#deps.problem(`stuck: ${words}`);
  }
}
