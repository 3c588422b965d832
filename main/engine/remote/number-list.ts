/** A list of whole numbers below 2^32, four bytes each. */
export class NumberList {
  length = 0;
  #all = new Uint32Array(64);

  push(one: number): void {
    if (this.length === this.#all.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#all);
      this.#all = larger;
    }
    this.#all[this.length] = one;
    this.length += 1;
  }

  at(index: number): number {
    return this.#all[index] ?? 0;
  }
}
