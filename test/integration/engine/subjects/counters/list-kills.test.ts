import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { connectionFile } from "../../../../helpers/damage.ts";
import { NOWHERE, newFolder, until } from "../../../../helpers/engine.ts";
import { connectHeadless, type Headless, startHeadless } from "../../../../helpers/headless.ts";
import { openPriceOffice, type PriceOffice } from "../../../../helpers/price-office.ts";

const ROWS = 2_000;
const csv = (rows: number, price: string): string =>
  `id,name,price\n${Array.from({ length: rows }, (_, n) => `${n + 1},Product ${n + 1},${price}\n`).join("")}`;

/** How many products have which price, and whether they are deleted; nobody has the file open. */
function pricesIn(profile: string): Record<string, number> {
  const db = new Database(connectionFile(profile), { readonly: true });
  try {
    const rows = db
      .prepare<[], { what: string; n: number }>(
        "SELECT iif(deleted = 1, 'deleted', price) AS what, count(*) AS n FROM product_unit GROUP BY 1",
      )
      .all();
    return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
  } finally {
    db.close();
  }
}
const versionOf = async (engine: Headless): Promise<number | null | undefined> =>
  (await engine.call("shopFolder.get", {})).lists[0]?.version;

/** A counter that is killed while so many rows of the second version are in. */
async function killedAt(least: number, publishes: (office: PriceOffice) => Promise<unknown>) {
  const office = openPriceOffice(newFolder(), Date.now());
  await office.publish({ product: csv(ROWS, "5") });
  const profile = newFolder();
  const engine = await startHeadless(profile);
  await connectHeadless(engine, NOWHERE);
  await engine.call("sync.pause", {});
  await engine.call("shopFolder.set", { place: office.folder });
  await engine.call("shopFolder.configure", { rules: { rowsPercent: 100, pricesPercent: 100 } });
  await engine.call("shopFolder.refresh", {});
  expect(await versionOf(engine)).toBe(1);
  await publishes(office);
  engine.ask("shopFolder.refresh", {});
  await until(async () => {
    const { rows } = await engine.call("mirror.search", {
      kind: "product",
      text: `Product ${least}`,
      limit: 1,
    });
    const [row] = rows;
    return row !== undefined && "units" in row && row.units[0]?.price === "6";
  });
  await engine.kill();
  return { office, profile };
}

const changed = (office: PriceOffice) => office.publish({ product: csv(ROWS - 100, "6") });
const WHOLE = { "6": ROWS - 100, deleted: 100 };

it.each([1, 800])(
  "a list of which %i rows are in when the program is killed is taken to its end at the next start, without the folder",
  async (least) => {
    const { office, profile } = await killedAt(least, changed);
    const half = pricesIn(profile);
    expect(half["5"]).toBeGreaterThan(0);
    renameSync(office.folder, `${office.folder}-gone`);
    const again = await startHeadless(profile);
    await until(async () => (await versionOf(again)) === 2);
    await again.finish();
    expect(pricesIn(profile)).toEqual(WHOLE);
    expect(readdirSync(join(profile, "shop-folder"))).not.toContain("taking");
  },
);

it("a whole list that replaces another is taken to its end after a kill", async () => {
  const { office, profile } = await killedAt(1, async (of) => {
    await changed(of);
    const repository = of.repository();
    repository.removeTarget("lists", "lists/product.00000002.csv");
    repository.write(["lists"], of.world());
  });
  renameSync(office.folder, `${office.folder}-gone`);
  const again = await startHeadless(profile);
  await until(async () => (await versionOf(again)) === 2);
  await again.finish();
  expect(pricesIn(profile)).toEqual(WHOLE);
});

it("a list whose proven file is damaged after a kill is fetched again as a whole", async () => {
  const { profile } = await killedAt(1, changed);
  const taking = join(profile, "shop-folder", "taking");
  const [put = ""] = readdirSync(taking).filter((name) => name.includes(".put."));
  writeFileSync(join(taking, put), "id,name,price\n1,Damaged,1\n");
  const again = await startHeadless(profile);
  await until(
    async () => (await again.call("shopFolder.get", {})).lists[0]?.trouble?.code === "taking_damaged",
  );
  await again.call("shopFolder.refresh", {});
  expect(await versionOf(again)).toBe(2);
  await again.finish();
  expect(pricesIn(profile)).toEqual(WHOLE);
});
