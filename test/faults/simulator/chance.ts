/** Every dice throw of a run, from one seed: the same seed and stream throw the same on every machine. */

/** sfc32: small, fast, and good enough to steer a simulation. */
export class Chance {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  /** Streams of one seed don't move each other: a new throw in one place leaves the others as they were. */
  constructor(seed: number, stream: string) {
    let hash = 0x811c9dc5;
    for (const character of `${seed}:${stream}`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    this.#a = hash;
    this.#b = hash ^ 0x9e3779b9;
    this.#c = seed | 0;
    for (let warmUp = 0; warmUp < 15; warmUp += 1) this.#next();
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 up to but not including 1. */
  readonly fraction = (): number => this.#next() / 2 ** 32;

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** A wait in milliseconds whose mean is `meanMs`: short ones are many, long ones are few. */
  wait(meanMs: number): number {
    return Math.max(1, Math.round(-Math.log(1 - this.fraction()) * meanMs));
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const found = list[Math.floor(this.fraction() * list.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  }

  /** Picks by weight; the weights need not add up to anything. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.fraction() * list.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of list) {
      if (left < weight) return value;
      left -= weight;
    }
    const last = list.at(-1);
    if (last === undefined) throw new Error("nothing to pick from");
    return last[1];
  }

  /** A uuid in the form of version 4. */
  readonly uuid = (): string => {
    const hex = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, "0")).join("");
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
    return [...parts, hex.slice(20, 32)].join("-");
  };
}
