/** What a job in the shop folder is done with. */
import type { ShopPlace } from "./place/shop-place.ts";

export interface JobWorld {
  place: ShopPlace;
  /** The profile folder; what comes from the shop folder is kept in `shop-folder/` in it. */
  profile: string;
  now(): number;
  uuid(): string;
}
