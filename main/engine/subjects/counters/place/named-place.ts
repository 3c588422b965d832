/** Which kind of place a text names, and the way to it. What a kind needs is loaded where such a place is named. */
import type { PlaceKind } from "../../../../../contract/channels/shop-folder.ts";
import { invalidField } from "../../../../../contract/error.ts";
import type { ShopPlace } from "./shop-place.ts";

/** A place as the profile keeps it, and what opens it. */
export interface NamedPlace {
  place: string;
  region: string | null;
  key: string | null;
  secret: string | null;
}

/** Throws `invalid_input` where it names none. */
export function placeKindOf(place: string): PlaceKind {
  if (place.startsWith("s3://")) return "s3";
  if (/^https?:\/\//.test(place)) return "webdav";
  if (/^(?:\/|[A-Za-z]:[\\/]|\\\\[^\\]+\\[^\\]+)/.test(place)) return "folder";
  throw invalidField("place", "invalid", { expected: "absolute_path" });
}

/** `proxy`: as the engine's own requests have it. */
export async function openPlace(named: NamedPlace, _proxy: string | null): Promise<ShopPlace> {
  const kind = placeKindOf(named.place);
  switch (kind) {
    case "folder":
      return (await import("./folder.ts")).openFolder(named.place);
    case "webdav":
    case "s3":
      throw invalidField("place", "invalid");
  }
}
