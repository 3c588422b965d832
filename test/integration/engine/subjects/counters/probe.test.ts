/** What the probe finds of places that can less, and of places that say what is not so. */
import { describe, expect, it } from "vitest";
import { probe } from "../../../../../main/engine/subjects/counters/place/probe.ts";
import {
  type Content,
  contentOf,
  placeFailed,
  readAll,
  type ShopPlace,
} from "../../../../../main/engine/subjects/counters/place/shop-place.ts";

/** A place in memory that does all it should; `wrong` replaces what it does. */
function inMemory(wrong: (files: Map<string, Buffer>, right: ShopPlace) => Partial<ShopPlace>): {
  place: ShopPlace;
  files: Map<string, Buffer>;
} {
  const files = new Map<string, Buffer>();
  const bytesOf = (content: Content): Promise<Buffer> => readAll(content.read(), 1_000_000);
  const right: ShopPlace = {
    kind: "folder",
    renames: () => true,
    keepsApart: () => true,
    async get(name) {
      const there = files.get(name);
      return there === undefined ? null : contentOf(there).read();
    },
    async put(name, content) {
      files.set(name, await bytesOf(content));
    },
    async putIfAbsent(name, content) {
      const bytes = await bytesOf(content);
      if (files.has(name)) return false;
      files.set(name, bytes);
      return true;
    },
    list: async (prefix) =>
      [...files].flatMap(([name, { length }]) =>
        name.startsWith(prefix) ? [{ name, bytes: length, at: 0 }] : [],
      ),
    async remove(name) {
      files.delete(name);
    },
    close: () => undefined,
  };
  return { place: { ...right, ...wrong(files, right) }, files };
}

const UUID = "11111111-1111-4111-8111-111111111111";
const ALL = { putIfAbsent: true, rename: true, list: true };
const unable = async (): Promise<never> => {
  throw placeFailed("other", "HTTP 501");
};

describe("the probe", () => {
  it.each<[string, Parameters<typeof inMemory>[0], Partial<typeof ALL>]>([
    ["has everything", () => ({}), {}],
    ["has no list", () => ({ list: unable }), { list: false }],
    ["lists what it can't show", () => ({ list: async () => [] }), { list: false }],
    [
      "lists with a wrong size",
      (_, right) => ({
        list: async (prefix) => (await right.list(prefix)).map((each) => ({ ...each, bytes: 1 })),
      }),
      { list: false },
    ],
    ["can't put if absent", () => ({ putIfAbsent: unable }), { putIfAbsent: false }],
    [
      "replaces where it should put if absent",
      (_, right) => ({
        async putIfAbsent(name, content) {
          await right.put(name, content);
          return true;
        },
      }),
      { putIfAbsent: false },
    ],
    [
      "looks first and puts a moment later, so that two win",
      (files, right) => ({
        async putIfAbsent(name, content) {
          const isTaken = files.has(name);
          await new Promise((done) => setImmediate(done));
          if (!isTaken) await right.put(name, content);
          return !isTaken;
        },
      }),
      { putIfAbsent: false },
    ],
    [
      "always says that the name is taken",
      () => ({ putIfAbsent: async () => false }),
      { putIfAbsent: false },
    ],
    ["is a synced folder", () => ({ keepsApart: () => false }), { putIfAbsent: false }],
    ["gives no name its file at the end", () => ({ renames: () => false }), { rename: false }],
  ])("finds of a place that it %s", async (_, wrong, found) => {
    const { place, files } = inMemory(wrong);
    expect(await probe(place, UUID)).toEqual({ ...ALL, ...found });
    expect([...files]).toEqual([]);
  });

  it.each<[string, Parameters<typeof inMemory>[0], string, RegExp]>([
    ["loses a write", () => ({ put: async () => undefined }), "broken", /is gone/],
    [
      "serves an old copy",
      (files, right) => ({
        put: async (name, content) => (files.has(name) ? undefined : right.put(name, content)),
      }),
      "broken",
      /old copy/,
    ],
    [
      "changes what is put there",
      () => ({ get: async () => contentOf(Buffer.from(`${UUID} other`)).read() }),
      "broken",
      /not what is read/,
    ],
    [
      "says that it created what it lost",
      () => ({ putIfAbsent: async () => true }),
      "broken",
      /does not hold what took it/,
    ],
    [
      "refuses a second attempt and writes it all the same",
      (files, right) => ({
        async putIfAbsent(name, content) {
          const isTaken = files.has(name);
          await right.put(name, content);
          return !isTaken;
        },
      }),
      "broken",
      /changed what was there/,
    ],
    [
      "gives back more than was put there",
      () => ({ get: async () => contentOf(Buffer.alloc(5_000)).read() }),
      "broken",
      /more than/,
    ],
    [
      "may be read and not written to",
      () => ({
        put: async () => {
          throw placeFailed("refused", "HTTP 403");
        },
      }),
      "read_only",
      /may be read/,
    ],
    [
      "refuses everything",
      () => ({
        put: async () => {
          throw placeFailed("refused", "HTTP 403");
        },
        list: async () => {
          throw placeFailed("refused", "HTTP 403");
        },
      }),
      "refused",
      /HTTP 403/,
    ],
    [
      "is full",
      () => ({
        put: async () => {
          throw placeFailed("full", "ENOSPC");
        },
      }),
      "full",
      /ENOSPC/,
    ],
    [
      "goes away in the middle",
      () => ({
        putIfAbsent: async () => {
          throw placeFailed("unreachable", "closed");
        },
      }),
      "unreachable",
      /closed/,
    ],
  ])("refuses a place that %s", async (_, wrong, reason, said) => {
    const { place } = inMemory(wrong);
    await expect(probe(place, UUID)).rejects.toMatchObject({
      code: "place_failed",
      details: { reason, said: expect.stringMatching(said) },
    });
  });

  it("asks no more of a place that removes nothing", async () => {
    let asked = 0;
    const { place } = inMemory(() => ({
      async remove() {
        asked += 1;
        throw placeFailed("no_answer", "20 s");
      },
    }));
    expect(await probe(place, UUID)).toEqual(ALL);
    expect(asked).toBe(1);
  });
});
