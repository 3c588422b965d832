/** Tries what a place can do, before anything rests on it: what it says of itself is not believed. */
import type { Abilities } from "../../../../../contract/channels/shop-folder.ts";
import { contentOf, getAll, placeFailed, type ShopPlace } from "./shop-place.ts";

/** Throws `place_failed` where not even a file can be put there and read again. */
export async function probe(place: ShopPlace, uuid: string): Promise<Abilities> {
  const name = `probe/${uuid}`;
  const bytes = (text: string) => contentOf(new TextEncoder().encode(text));
  try {
    await place.put(name, bytes("one"));
    await place.put(name, bytes("two"));
    const back = await getAll(place, name, 100);
    if (back?.toString() !== "two") throw placeFailed("broken", "what was put there is not what is read");
    const list = (await place.list("probe/")).some((each) => each.name === name);
    const isReplaced = await place.putIfAbsent(name, bytes("three"));
    const isKept = (await getAll(place, name, 100))?.toString() === "two";
    return { putIfAbsent: !isReplaced && isKept, rename: true, list };
  } finally {
    await place.remove(name).catch(() => undefined);
  }
}
