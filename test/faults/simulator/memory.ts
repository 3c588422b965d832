/** The runtime folder, in memory: what a kill leaves as it was at that instant, and what is gone with the power. */
import type { OpenUnsentClaims, UnsentClaim } from "../../../main/engine/core/outbox/unsent-claims.ts";
import type { Crash, Mark } from "./disk.ts";

const keyOf = ({ entryId, attemptId, at }: UnsentClaim): string => `${entryId} ${attemptId} ${at}`;

export class Memory {
  #held: ReadonlySet<string> = new Set();
  /** What it held from which mark on, in this step. */
  #changes: { mark: Mark; held: ReadonlySet<string> }[] = [];
  readonly #mark: () => Mark;
  readonly #neverCleared: boolean;

  /** `neverCleared`: a planted program forgets to take its note back. */
  constructor(mark: () => Mark, neverCleared: boolean) {
    this.#mark = mark;
    this.#neverCleared = neverCleared;
  }

  readonly open: OpenUnsentClaims = () => {
    const left = this.#held;
    return {
      wasLeft: (claim) => left.has(keyOf(claim)),
      note: (claims) => this.#change(new Set(claims.map(keyOf))),
      clear: () => {
        if (!this.#neverCleared) this.#change(new Set());
      },
      close: () => undefined,
    };
  };

  #change(held: ReadonlySet<string>): void {
    this.#changes.push({ mark: this.#mark(), held });
  }

  stepDone(): void {
    this.#held = this.#changes.at(-1)?.held ?? this.#held;
    this.#changes = [];
  }

  crash(kind: Crash, happened: (mark: Mark) => boolean): void {
    this.#changes = this.#changes.filter(({ mark }) => happened(mark));
    this.stepDone();
    if (kind === "power_cut") this.#held = new Set();
  }
}
