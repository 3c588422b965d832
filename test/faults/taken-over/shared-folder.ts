/** The one shop folder of a simulated shop, and each computer's way to it: gone, slow, without answers. */
import {
  type Content,
  placeFailed,
  readAll,
  type ShopPlace,
} from "../../../main/engine/subjects/counters/place/shop-place.ts";
import type { Chance } from "../simulator/chance.ts";
import type { Timeline } from "../simulator/timeline.ts";

export const LINKS = ["good", "away", "slow", "late answers", "loses answers"] as const;
export type Link = (typeof LINKS)[number];

const QUICK_MS = 200;
const SLOW_MS = 120_000;
const LATE_MS = 480_000;

interface Kept {
  bytes: Buffer;
  at: number;
}

export class SharedFolder {
  readonly #timeline: Timeline;
  readonly #files = new Map<string, Kept>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  names(prefix: string): string[] {
    return [...this.#files.keys()].filter((name) => name.startsWith(prefix)).sort();
  }

  json(name: string): unknown {
    return JSON.parse(this.#files.get(name)?.bytes.toString("utf8") ?? "null");
  }

  /** The way of one life of a computer. `link` says how it is at the moment. */
  placeFor(link: () => Link, chance: Chance): ShopPlace {
    const files = this.#files;
    const timeline = this.#timeline;
    const way = (isBack: boolean): Promise<void> => {
      if (link() === "away") return Promise.reject(placeFailed("unreachable", "away"));
      const isLate = isBack && link() === "late answers";
      const ms = chance.between(1, isLate ? LATE_MS : link() === "slow" ? SLOW_MS : QUICK_MS);
      return new Promise((done) => void timeline.after(ms, done));
    };
    /** What is asked for travels there, is done at one instant, and its answer travels back. */
    const ask = async <T>(act: () => T): Promise<T> => {
      await way(false);
      if (link() === "away") throw placeFailed("unreachable", "away");
      const done = act();
      await way(true);
      if (link() === "loses answers" && chance.happens(0.5)) throw placeFailed("no_answer", "lost");
      return done;
    };
    const wholeOf = (content: Content): Promise<Buffer> => readAll(content.read(), 1e9);
    return {
      kind: "folder",
      renames: () => true,
      keepsApart: () => true,
      get: async (name) => {
        const found = await ask(() => files.get(name)?.bytes ?? null);
        if (found === null) return null;
        return (async function* () {
          yield found;
        })();
      },
      put: async (name, content) => {
        const bytes = await wholeOf(content);
        await ask(() => void files.set(name, { bytes, at: timeline.now }));
      },
      putIfAbsent: async (name, content) => {
        const bytes = await wholeOf(content);
        return ask(() => {
          if (files.has(name)) return false;
          files.set(name, { bytes, at: timeline.now });
          return true;
        });
      },
      list: (prefix) =>
        ask(() =>
          this.names(prefix).map((name) => {
            const kept = files.get(name);
            return { name, bytes: kept?.bytes.length ?? 0, at: kept?.at ?? 0 };
          }),
        ),
      remove: (name) => ask(() => void files.delete(name)),
      close: () => undefined,
    };
  }
}
