/** All products, page by page in the order of their names: none twice, none left out, and no page dearer than another. */
import { describe, expect, it } from "vitest";
import { CHANNELS, type ChannelInput } from "../../../../contract/channels.ts";
import { createMirrorService } from "../../../../main/engine/mirror/mirror.ts";
import { openShop } from "../import/shop-files.ts";

/** Three products of each name, every seventh of them deleted. */
const file = `id,name,deleted\n${Array.from(
  { length: 1_200 },
  (_, at) =>
    `${at + 1},${at % 3 === 0 ? "صنف" : "Item"} ${String(at % 400).padStart(3, "0")},${at % 7 === 0 ? 1 : 0}`,
).join("\n")}\n`;

async function shopOf() {
  const shop = openShop();
  await shop.take("product", file);
  const mirror = createMirrorService({ db: shop.db });
  const page = (input: ChannelInput<"mirror.browse">) =>
    CHANNELS["mirror.browse"].output.parse(mirror.browse(CHANNELS["mirror.browse"].input.parse(input)));
  const all = (filter: { deleted?: boolean }, limit: number) => {
    const rows = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 2_000; pages += 1) {
      const read = page({ kind: "product", limit, ...filter, ...(cursor === undefined ? {} : { cursor }) });
      rows.push(...read.rows);
      if (read.cursor === null) return rows;
      cursor = read.cursor;
    }
    throw new Error("there is no end to the pages");
  };
  return { shop, page, all };
}

describe("browsing products", () => {
  it.each([
    [{}, 1_200],
    [{ deleted: false }, 1_028],
    [{ deleted: true }, 172],
  ])("gives each product once, in one order whatever the page's size: %j", async (filter, count) => {
    const { all } = await shopOf();
    const small = all(filter, 7).map(({ id }) => id);
    expect(small).toHaveLength(count);
    expect(new Set(small).size).toBe(count);
    expect(all(filter, 500).map(({ id }) => id)).toEqual(small);
  });

  it("goes on after a product that was deleted or came in meanwhile", async () => {
    const { shop, page } = await shopOf();
    const first = page({ kind: "product", limit: 100 });
    await shop.take("product", "id,name,deleted\n9001,AAA first,0\n9002,zzz last,0\n");
    const next = page({ kind: "product", limit: 1_000, cursor: first.cursor ?? "" });
    const ids = new Set(first.rows.map(({ id }) => id));
    expect(next.rows.some(({ id }) => ids.has(id))).toBe(false);
    expect(next.rows.some(({ id }) => id === 9_001)).toBe(false);
  });

  it("refuses a cursor that is not its own, in words", async () => {
    const { page } = await shopOf();
    expect(() => page({ kind: "product", cursor: "first page" })).toThrow(/cursor/);
  });
});
