/** The way to a place by its address. What a kind needs is loaded where such a place is named. */
import { invalidField } from "../../../../../contract/error.ts";
import { type PlaceAddress, type PlaceKind, placeAddressOf } from "../../../../../contract/place-address.ts";
import type { PlaceSecrets } from "../../../../../contract/process-messages.ts";
import type { ShopPlace } from "./shop-place.ts";

/** A place as the profile keeps it, and what opens it. */
export interface NamedPlace extends PlaceSecrets {
  place: string;
  region: string | null;
}

/** Throws `invalid_input` where it names none. */
function addressOf(place: string): PlaceAddress {
  const address = placeAddressOf(place);
  if (typeof address === "string") throw invalidField("place", address);
  return address;
}
export const kindOf = (place: string): PlaceKind => addressOf(place).kind;

export type OpenShopPlace = (named: NamedPlace, proxy: string | null) => Promise<ShopPlace>;

/** `proxy`: as the engine's own requests have it. */
export async function openPlace(
  { place, region, key, secret }: NamedPlace,
  proxy: string | null,
): Promise<ShopPlace> {
  const address = addressOf(place);
  switch (address.kind) {
    case "folder":
      return (await import("./folder.ts")).openFolder(address.path);
    case "webdav":
      return (await import("./webdav.ts")).openWebdav(address, { key, secret }, proxy);
    case "s3":
      return (await import("./s3.ts")).openBucket(address, region, { key, secret }, proxy);
  }
}
