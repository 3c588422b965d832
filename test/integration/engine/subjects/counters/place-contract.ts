/** What every kind of place must do: one suite, run against each. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Abilities } from "../../../../../contract/channels/shop-folder.ts";
import { probe } from "../../../../../main/engine/subjects/counters/place/probe.ts";
import {
  type Content,
  contentOf,
  getAll,
  type ShopPlace,
} from "../../../../../main/engine/subjects/counters/place/shop-place.ts";

interface Tested {
  /** Why it can't be tested here; null: it can. */
  lacking: string | null;
  /** Opens it anew, empty or not. */
  open(): Promise<ShopPlace>;
  can: Abilities;
}

const of = (text: string): Content => contentOf(new TextEncoder().encode(text));
const MOST = 10_000_000;

let runs = 0;

export function placeContract(kind: string, { lacking, open, can }: Tested): void {
  describe.skipIf(lacking !== null)(`${kind}${lacking === null ? "" : ` (${lacking})`}`, () => {
    let place: ShopPlace;
    runs += 1;
    const room = `lists/run-${process.pid}-${runs}`;
    const text = async (name: string): Promise<string | null> =>
      (await getAll(place, name, MOST))?.toString() ?? null;
    beforeAll(async () => {
      place = await open();
      return () => place.close();
    });

    it("has nothing under a name that nobody put there", async () => {
      expect(await place.get(`${room}/none`)).toBeNull();
      await place.remove(`${room}/none`);
    });

    it("gives what was put there, whole, and the last of what was put there twice", async () => {
      await place.put(`${room}/a.json`, of("one"));
      expect(await text(`${room}/a.json`)).toBe("one");
      await place.put(`${room}/a.json`, of("the second one"));
      expect(await text(`${room}/a.json`)).toBe("the second one");
      await place.put(`${room}/empty`, of(""));
      // A mount by rclone makes an empty file only after it was closed.
      await expect.poll(() => text(`${room}/empty`)).toBe("");
      const large = Buffer.alloc(3_000_000, "0123456789");
      await place.put(`${room}/a/folder/deep.down/large-1_2`, {
        bytes: large.length,
        async *read() {
          for (let from = 0; from < large.length; from += 65_536) yield large.subarray(from, from + 65_536);
        },
      });
      expect((await getAll(place, `${room}/a/folder/deep.down/large-1_2`, MOST))?.equals(large)).toBe(true);
    });

    it("leaves what was there where a put fails on the way", async () => {
      await place.put(`${room}/kept`, of("kept"));
      const broken: Content = {
        bytes: 200_000,
        async *read() {
          yield Buffer.alloc(100_000);
          throw new Error("the disk can't be read");
        },
      };
      await expect(place.put(`${room}/kept`, broken)).rejects.toThrow();
      await expect(place.put(`${room}/never`, broken)).rejects.toThrow();
      expect(await text(`${room}/kept`)).toBe("kept");
      expect(await place.get(`${room}/never`)).toBeNull();
    });

    it("lists by the beginning of a name, with sizes and times, in order", async () => {
      const began = Date.now() - 120_000;
      for (const name of ["b/2", "b/1", "b/sub/3", "bc/4", "b-5", "c/6", "b/7", "b/8"])
        await place.put(`${room}/list/${name}`, of("12345"));
      const names = async (prefix: string) =>
        (await place.list(`${room}/list/${prefix}`)).map(({ name }) => name.slice(room.length + 6));
      expect(await names("b/")).toEqual(["b/1", "b/2", "b/7", "b/8", "b/sub/3"]);
      expect(await names("b")).toEqual(["b-5", "b/1", "b/2", "b/7", "b/8", "b/sub/3", "bc/4"]);
      expect(await names("nothing/")).toEqual([]);
      for (const { bytes, at } of await place.list(`${room}/list/`)) {
        expect(bytes).toBe(5);
        expect(at).toBeGreaterThan(began);
        expect(at).toBeLessThan(Date.now() + 120_000);
      }
    });

    it("removes a name, and another time without an error", async () => {
      await place.put(`${room}/gone`, of("x"));
      await place.remove(`${room}/gone`);
      await place.remove(`${room}/gone`);
      expect(await place.get(`${room}/gone`)).toBeNull();
      expect(await place.list(`${room}/gone`)).toEqual([]);
    });

    it("gives a name to the first of those that take it, and keeps its content", async (context) => {
      if (!can.putIfAbsent) context.skip("what a program serves as a disk answers for one computer alone");
      const name = `${room}/fence/00000001.json`;
      expect(await place.putIfAbsent(name, of("first"))).toBe(true);
      expect(await place.putIfAbsent(name, of("second"))).toBe(false);
      expect(await text(name)).toBe("first");
      const other = await open();
      const raced = `${room}/fence/00000002.json`;
      const won = await Promise.all(
        [place, other, place, other].map((each, at) => each.putIfAbsent(raced, of(`by ${at}`))),
      );
      other.close();
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await text(raced)).toBe(`by ${won.indexOf(true)}`);
      expect((await place.list(`${room}/fence/`)).map(({ bytes }) => bytes)).toEqual([5, 4]);
    });

    it("takes no name that leads elsewhere", async () => {
      for (const name of ["", "/a", "a/", "a//b", "../a", "a/../b", "./a", "a b", "a\\b", "é", "a\0"]) {
        const refused = { code: "place_failed" };
        await expect(place.get(name), name).rejects.toMatchObject(refused);
        await expect(place.put(name, of("x")), name).rejects.toMatchObject(refused);
        await expect(place.putIfAbsent(name, of("x")), name).rejects.toMatchObject(refused);
        await expect(place.remove(name), name).rejects.toMatchObject(refused);
      }
    });

    it("can what the probe finds, which leaves nothing behind", async () => {
      expect(await probe(place, globalThis.crypto.randomUUID())).toEqual(can);
      expect(await place.list("probe/")).toEqual([]);
    });
  });
}
