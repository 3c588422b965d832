/** Tries what a place can do, before anything rests on it: what it says of itself is not believed. */
import type { Abilities, PlaceTrouble } from "../../../../../contract/channels/shop-folder.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import { contentOf, getAll, placeFailed, type ShopPlace } from "./shop-place.ts";

const MOST_BYTES = 1_000;
/** How often two try to take one name at the same moment. */
const RACES = 3;

/** What says of an attempt that the place can't do it, and not that it is gone. */
const INABILITY: ReadonlySet<unknown> = new Set<PlaceTrouble>(["refused", "read_only", "not_found", "other"]);
const isPlaceFailure = (error: unknown): error is CountersideError =>
  error instanceof CountersideError && error.code === "place_failed";

/** False where it says that it can't. Throws what isn't about the ability. */
async function can(attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    if (isPlaceFailure(error) && INABILITY.has(error.details.reason)) return false;
    throw error;
  }
}

const lies = (said: string): CountersideError => placeFailed("broken", said);

/** Throws `place_failed` where not even a file can be put there and read again, or where what it says is not so. */
export async function probe(place: ShopPlace, uuid: string): Promise<Abilities> {
  const own = `probe/${uuid}`;
  const used: string[] = [];
  const named = (what: string): string => {
    const name = `${own}-${what}`;
    used.push(name);
    return name;
  };
  const bytes = (text: string) => contentOf(new TextEncoder().encode(`${uuid} ${text}`));
  const read = async (name: string): Promise<string | null> => {
    const there = await getAll(place, name, MOST_BYTES);
    return there === null ? null : there.toString().slice(uuid.length + 1);
  };

  const replace = async (name: string): Promise<void> => {
    try {
      await place.put(name, bytes("one"));
    } catch (error) {
      if (!isPlaceFailure(error) || error.details.reason !== "refused") throw error;
      // What may be read and not written to was refused for no wrong key.
      const mayRead = await can(async () => (await place.list("probe/")).length >= 0);
      throw mayRead ? placeFailed("read_only", "it may be read, and nothing may be put there") : error;
    }
    await place.put(name, bytes("second"));
    const back = await read(name);
    if (back === null) throw lies("what was put there is gone");
    if (back === "one") throw lies("an old copy is read where it was replaced");
    if (back !== "second") throw lies("what was put there is not what is read");
  };
  const lists = async (name: string): Promise<boolean> => {
    const found = (await place.list("probe/")).find((each) => each.name === name);
    return found?.bytes === uuid.length + 7;
  };
  /** Nobody takes a name that is taken, and what was said to be created is there. */
  const takesOnce = async (): Promise<boolean> => {
    if (!place.keepsApart()) return false;
    const name = named("new");
    if (!(await place.putIfAbsent(name, bytes("first")))) return false;
    if ((await read(name)) !== "first") throw lies("a name that was taken does not hold what took it");
    if (await place.putIfAbsent(name, bytes("later"))) return false;
    if ((await read(name)) !== "first") throw lies("a refused attempt changed what was there");
    for (let race = 1; race <= RACES; race += 1) {
      const raced = named(`race-${race}`);
      const [left, right] = await Promise.all(
        ["left", "right"].map((who) => place.putIfAbsent(raced, bytes(who))),
      );
      if (left === right) return false;
      if ((await read(raced)) !== (left ? "left" : "right"))
        throw lies("a name that was taken holds what another put there");
    }
    return true;
  };

  try {
    const first = named("replaced");
    await replace(first);
    return {
      putIfAbsent: await can(takesOnce),
      list: await can(() => lists(first)),
      rename: place.renames(),
    };
  } finally {
    // It may not be allowed to remove anything, or be gone by now: then no more is asked of it.
    for (const name of used)
      if (
        !(await place.remove(name).then(
          () => true,
          () => false,
        ))
      )
        break;
  }
}
