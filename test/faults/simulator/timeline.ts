/** The one time of a run, and everything that is due in it. It stays still until the next thing is due. */

interface Due {
  at: number;
  order: number;
  task: () => void | Promise<void>;
}

export class Timeline {
  now: number;
  #order = 0;
  /** Latest first, so that the next one is taken off the end. */
  readonly #due: Due[] = [];

  constructor(start: number) {
    this.now = start;
  }

  /** Runs `task` after `delayMs` of true time; the returned function cancels it. */
  after(delayMs: number, task: () => void | Promise<void>): () => void {
    const due: Due = { at: this.now + Math.max(0, delayMs), order: this.#order, task };
    this.#order += 1;
    let from = 0;
    let to = this.#due.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#due[middle];
      // Of those that are due together the one that was asked for first runs first.
      if (other !== undefined && other.at > due.at) from = middle + 1;
      else to = middle;
    }
    this.#due.splice(from, 0, due);
    return () => {
      const index = this.#due.indexOf(due);
      if (index >= 0) this.#due.splice(index, 1);
    };
  }

  /** When the next thing is due, or null. */
  next(): number | null {
    return this.#due.at(-1)?.at ?? null;
  }

  /** Moves to the next thing that is due and does it. */
  async step(): Promise<void> {
    const due = this.#due.pop();
    if (due === undefined) return;
    this.now = due.at;
    await due.task();
  }
}
