/** Sets of product keys, as bits and as bytes. */
import { expect, it } from "vitest";
import {
  addBytes,
  addToSet,
  BLOCK_KEYS,
  bytesOf,
  descending,
  emptySet,
  keepBytes,
} from "../../../../main/engine/mirror/search/product-blocks.ts";
import { numbersOf } from "../../../bench/profiles/product-names.ts";

const next = numbersOf(3);
/** So many of all keys, about, ascending. */
const some = (share: number): number[] =>
  Array.from({ length: BLOCK_KEYS }, (_, key) => key).filter(() => next() < share);
const SHARES = [0, 0.00002, 0.001, 0.05, 0.12, 0.13, 0.5, 0.99, 1];

it.each(SHARES)(
  "a set of %d of all keys is the same after it was bytes, from numbers or from bits",
  (share) => {
    const keys = some(share);
    const bits = emptySet();
    for (const key of keys) addToSet(bits, key);
    for (const bytes of [bytesOf(keys), bytesOf(bits)]) {
      expect(bytes.length).toBeLessThanOrEqual(8_192);
      const set = emptySet();
      addBytes(set, bytes);
      expect([...descending(set)].reverse()).toEqual(keys);
    }
  },
);

it("what two sets have in common is kept, and counted", () => {
  for (const [one, other] of SHARES.slice(1, -1).map(
    (share, at) => [some(share), some(SHARES.at(-1 - at) ?? 0)] as const,
  )) {
    const set = emptySet();
    addBytes(set, bytesOf(one));
    const left = keepBytes(set, bytesOf(other));
    const wanted = new Set(other);
    const common = one.filter((key) => wanted.has(key));
    expect([...descending(set)].reverse()).toEqual(common);
    expect(left).toBe(common.length);
  }
});

it("bytes that no set was written as, and bytes in the middle of others, do no harm", () => {
  const set = emptySet();
  addBytes(
    set,
    Uint8Array.from({ length: 999 }, () => Math.floor(next() * 256)),
  );
  expect([...descending(set)].every((key) => key >= 0 && key < BLOCK_KEYS)).toBe(true);
  const dense = bytesOf(some(0.5));
  const shifted = new Uint8Array(dense.length + 1);
  shifted.set(dense, 1);
  const [straight, odd] = [emptySet(), emptySet()];
  addBytes(straight, dense);
  addBytes(odd, shifted.subarray(1));
  expect(odd).toEqual(straight);
});
