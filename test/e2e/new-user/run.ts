/** What one run of the new user is made of, and what is typed in it. */
import type { OpenedApp } from "../shell/open-app.ts";
import type { Hands } from "./hands.ts";

export interface Run {
  opened: OpenedApp;
  hands: Hands;
  /** Keeps a picture of where the user stands. */
  look: (name: string) => Promise<void>;
}

/** Goods found by typing: what is typed, the name it stands for, and its place in the shop's list. */
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
