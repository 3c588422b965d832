/** Finds the line of a byte in a file that is read in chunks, front to back. */

const LF = 10;
const CR = 13;

export class LineFinder {
  /** Chunks that end beyond the last byte asked for. */
  #chunks: { start: number; bytes: Uint8Array }[] = [];
  #end = 0;
  #counted = 0;
  #breaks = 0;
  /** The byte that ends a line; a file with lone carriage returns (old Mac) is told by its first break. */
  #breakByte: number | null = null;

  /** Takes the file's next chunk. */
  feed(bytes: Uint8Array): void {
    if (this.#breakByte === null) {
      const first = bytes.findIndex((byte) => byte === LF || byte === CR);
      if (first >= 0) this.#breakByte = bytes[first] === CR && bytes[first + 1] !== LF ? CR : LF;
    }
    this.#chunks.push({ start: this.#end, bytes });
    this.#end += bytes.length;
  }

  /** How many line breaks stand before `offset`. Ask in ascending order. */
  breaksBefore(offset: number): number {
    while (this.#counted < offset) {
      const chunk = this.#chunks[0];
      if (chunk === undefined) break;
      const from = this.#counted - chunk.start;
      const to = Math.min(offset - chunk.start, chunk.bytes.length);
      this.#breaks += this.#breaksIn(chunk.bytes.subarray(from, to));
      this.#counted = chunk.start + to;
      if (to === chunk.bytes.length) this.#chunks.shift();
    }
    return this.#breaks;
  }

  #breaksIn(bytes: Uint8Array): number {
    const breakByte = this.#breakByte ?? LF;
    let count = 0;
    for (let at = bytes.indexOf(breakByte); at >= 0; at = bytes.indexOf(breakByte, at + 1)) count += 1;
    return count;
  }
}
