/** What one run of the new user is made of, and what is typed in it. */
import { expect } from "@playwright/test";
import type { OpenedApp } from "../shell/open-app.ts";
import { Hands } from "./hands.ts";
import { tableOf, writtenCounts } from "./written-counts.ts";

export interface Run {
  opened: OpenedApp;
  hands: Hands;
}

/** A run in this window. */
export const runOf = (opened: OpenedApp): Run => ({ opened, hands: new Hands(opened) });

/** Says what it cost, and fails where it cost more than is written. */
export function judge({ hands }: Run, prefix = ""): void {
  const counts = new Map([...hands.counts].map(([phase, count]) => [`${prefix}${phase}`, count]));
  console.log(tableOf(counts));
  const written = writtenCounts();
  for (const [phase, { keys, clicks }] of counts) {
    const most = written.get(phase);
    expect(most, `docs/NEW-USER-RUN.md has a row for ${phase}`).toBeDefined();
    expect(keys, `keys of ${phase}`).toBeLessThanOrEqual(most?.keys ?? 0);
    expect(clicks, `clicks of ${phase}`).toBeLessThanOrEqual(most?.clicks ?? 0);
  }
}

/** Goods found by typing: what is typed, the name it finds, and its place in the shop's list. */
export interface TypedGoods {
  typed: string;
  name: string;
  index: number;
}

/** Makers and goods stand in the shop's list in turn; see `shop-files.ts`. */
const placeOf = (maker: number, goods: number, number: number): number =>
  (number - 1) * 100 + maker * 20 + goods;

export const TYPED: readonly TypedGoods[] = [
  { typed: "zab tea 7", name: "Zabid Tea 7 ", index: placeOf(4, 7, 7) },
  { typed: "mar hon 3", name: "Marib Honey 3 ", index: placeOf(2, 9, 3) },
  { typed: "sab ric 9", name: "Saba Rice 9 ", index: placeOf(0, 0, 9) },
  { typed: "soc dat 2", name: "Socotra Dates 2 ", index: placeOf(3, 10, 2) },
  { typed: "shi che 5", name: "Shibam Cheese 5 ", index: placeOf(1, 6, 5) },
  { typed: "zab cof 8", name: "Zabid Coffee 8 ", index: placeOf(4, 8, 8) },
];

/** What the line that the service refuses is changed to. */
export const correctedProduct: TypedGoods = {
  typed: "zab tea 9",
  name: "Zabid Tea 9 ",
  index: placeOf(4, 7, 9),
};
