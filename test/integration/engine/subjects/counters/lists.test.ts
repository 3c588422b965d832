import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { List } from "../../../../../contract/lists.ts";
import {
  FIRST_LOOK_WITHIN_MS,
  LOOK_EVERY_MS,
} from "../../../../../main/engine/subjects/counters/lists/lists.ts";
import { openPlace } from "../../../../../main/engine/subjects/counters/place/named-place.ts";
import {
  placeFailed,
  type ShopPlace,
} from "../../../../../main/engine/subjects/counters/place/shop-place.ts";
import { newFolder, openPaused, type TestEngine, until } from "../../../../helpers/engine.ts";
import { openPriceOffice, type PriceOffice } from "../../../../helpers/price-office.ts";

const HEADER = "id,name,barcode,measureUnitId,price\n";
const products = (count: number, priceOf: (n: number) => string = () => "5"): string =>
  HEADER +
  Array.from({ length: count }, (_, n) => `${n + 1},Product ${n + 1},,,${priceOf(n + 1)}\n`).join("");

async function openCounter(
  office: PriceOffice,
  options: Parameters<typeof openPaused>[0] = {},
): Promise<TestEngine> {
  const engine = await openPaused(options);
  await engine.call("shopFolder.set", { place: office.folder });
  return engine;
}
async function refreshed(engine: TestEngine, list: List = "product") {
  const state = await engine.call("shopFolder.refresh", {});
  return { ...state, list: state.lists.find((one) => one.list === list) };
}
const priceOf = async (engine: TestEngine, text: string) => {
  const { rows } = await engine.call("mirror.search", { kind: "product", text });
  const [row] = rows;
  return row !== undefined && "units" in row
    ? [row.name, row.deleted, row.units.map(({ price }) => price)]
    : null;
};

describe("lists from the shop folder", () => {
  it("takes a whole list, then only what has changed", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(50) });
    const engine = await openCounter(office);
    const first = await refreshed(engine);
    expect(first.trust.state).toBe("signed");
    expect(first.list).toMatchObject({ version: 1, next: null, trouble: null });
    await office.publish({ product: products(49, (n) => (n === 3 ? "6" : "5")) });
    const second = await refreshed(engine);
    expect(second.list).toMatchObject({ version: 2, next: null, trouble: null });
    expect(await priceOf(engine, "Product 3")).toEqual(["Product 3", false, ["6"]]);
    expect(await priceOf(engine, "Product 50")).toEqual(["Product 50", true, ["5"]]);
    expect(readdirSync(join(engine.profile, "shop-folder"))).not.toContain("taking");
  });

  it("takes the whole list where a difference is missing", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(50) });
    const engine = await openCounter(office);
    await refreshed(engine);
    await office.publish({ product: products(50, (n) => (n === 3 ? "6" : "5")) });
    await office.publish({ product: products(49, (n) => (n === 3 ? "6" : n === 4 ? "7" : "5")) });
    const repository = office.repository();
    repository.removeTarget("lists", "lists/product.00000002.csv");
    repository.write(["lists"], office.world());
    expect((await refreshed(engine)).list).toMatchObject({ version: 3, next: null, trouble: null });
    expect(await priceOf(engine, "Product 3")).toEqual(["Product 3", false, ["6"]]);
    expect(await priceOf(engine, "Product 4")).toEqual(["Product 4", false, ["7"]]);
    expect(await priceOf(engine, "Product 50")).toEqual(["Product 50", true, ["5"]]);
  });

  it("waits for a person where more changes than the owner lets pass, and shows what would change", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(50) });
    const engine = await openCounter(office);
    await refreshed(engine);
    await office.publish({ product: products(49, (n) => (n <= 20 ? "9" : "5")) });
    const counts = { added: 0, changed: 20, removed: 1, prices: 20 };
    expect((await refreshed(engine)).list).toMatchObject({
      version: 1,
      next: { version: 2, waitsFor: "person", ...counts, because: ["rows", "prices"] },
    });
    const { rows } = await engine.call("shopFolder.changes", { list: "product" });
    expect(rows).toHaveLength(21);
    expect(rows[0]).toEqual({
      change: "changed",
      name: "Product 1",
      cells: [{ column: "price", before: "5", after: "9" }],
    });
    expect(rows[20]).toMatchObject({ change: "removed", name: "Product 50" });
    expect(
      await engine.refusal("shopFolder.decide", { list: "product", version: 3, take: true }),
    ).toMatchObject({
      code: "wrong_state",
    });
    const declined = await engine.call("shopFolder.decide", { list: "product", version: 2, take: false });
    expect(declined.lists[0]?.next).toMatchObject({ waitsFor: "declined" });
    expect((await refreshed(engine)).list?.next).toMatchObject({ waitsFor: "declined" });
    const taken = await engine.call("shopFolder.decide", { list: "product", version: 2, take: true });
    expect(taken.lists[0]).toMatchObject({ version: 2, next: null });
    expect(await priceOf(engine, "Product 7")).toEqual(["Product 7", false, ["9"]]);
  });

  it("shows the few rows that go beside many that change", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(600) });
    const engine = await openCounter(office);
    await refreshed(engine);
    await office.publish({ product: products(598, () => "6") });
    expect((await refreshed(engine)).list?.next).toMatchObject({ changed: 598, removed: 2 });
    const { rows } = await engine.call("shopFolder.changes", { list: "product" });
    const shown = (change: string) => rows.filter((row) => row.change === change).length;
    expect([shown("changed"), shown("removed")]).toEqual([200, 2]);
  });

  it("takes lists also from a folder that can't be written to, and says so", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(5) });
    let isFull = false;
    const engine = await openCounter(office, {
      openShopPlace: async (named, proxy) => {
        const place = await openPlace(named, proxy);
        const put: ShopPlace["put"] = (name, content) =>
          isFull ? Promise.reject(placeFailed("full", "ENOSPC")) : place.put(name, content);
        return { ...place, put };
      },
    });
    await refreshed(engine);
    await office.publish({ product: products(5, (n) => (n === 3 ? "6" : "5")) });
    await engine.call("shopFolder.configure", { rules: { rowsPercent: 100, pricesPercent: 100 } });
    isFull = true;
    expect(await engine.refusal("shopFolder.refresh", {})).toMatchObject({ details: { reason: "full" } });
    const state = await engine.call("shopFolder.get", {});
    expect(state.trouble?.code).toBe("full");
    expect(state.lists.map(({ version }) => version)).toEqual([2]);
  });

  it("waits by the rules that the administrator has signed, whatever is set on the counter", async () => {
    const office = openPriceOffice(newFolder());
    const rules = { rowsPercent: 1, pricesPercent: 1 };
    await office.publish({ product: products(50) }, { settings: { rules } });
    const engine = await openCounter(office);
    await engine.call("shopFolder.configure", { rules: { rowsPercent: 100, pricesPercent: 100 } });
    const { rules: inForce, signed } = await refreshed(engine);
    expect({ inForce, signed }).toEqual({ inForce: rules, signed: ["rules"] });
    expect(await engine.refusal("shopFolder.configure", { rules, name: "Till 1" })).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ field: "rules", reason: "signed" }] },
    });
    await engine.call("shopFolder.configure", { name: "Till 1" });
    await office.publish({ product: products(50, (n) => (n === 1 ? "9" : "5")) });
    expect((await refreshed(engine)).list?.next).toMatchObject({
      waitsFor: "person",
      because: ["rows", "prices"],
    });
  });

  it("says in the activity when the administrator has signed another key for the backups", async () => {
    const office = openPriceOffice(newFolder());
    const engine = await openCounter(office);
    const { recipient } = await engine.call("shopFolder.makeKey", {});
    await office.publish({}, { settings: { recipient } });
    expect((await refreshed(engine)).backups.recipient).toBe(recipient);
    const { entries } = await engine.call("audit.list", {});
    expect(entries.filter(({ action }) => action === "shopFolder.recipientChanged")).toHaveLength(1);
  });

  it("has no settings of an administrator any more where they are taken back, or its place is another", async () => {
    const office = openPriceOffice(newFolder());
    const rules = { rowsPercent: 1, pricesPercent: 1 };
    await office.publish({ product: products(5) }, { settings: { rules } });
    const engine = await openCounter(office);
    expect(await refreshed(engine)).toMatchObject({ signed: ["rules"], rules });
    await office.publish({}, { settings: {} });
    expect((await refreshed(engine)).signed).toEqual([]);
    await office.publish({}, { settings: { rules } });
    expect((await refreshed(engine)).signed).toEqual(["rules"]);
    await engine.call("shopFolder.set", { place: newFolder() });
    expect(await refreshed(engine)).toMatchObject({ signed: [], trust: { state: "none" }, trouble: null });
    await engine.call("shopFolder.configure", { rules: { rowsPercent: 2, pricesPercent: 2 } });
    await engine.call("shopFolder.set", { place: office.folder });
    expect(await refreshed(engine)).toMatchObject({ signed: ["rules"], rules });
    expect((await engine.call("shopFolder.set", { place: null })).signed).toEqual([]);
    await engine.call("shopFolder.configure", { rules: { rowsPercent: 3, pricesPercent: 3 } });
  });

  it("waits for its turn where a version goes to a share of the counters", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(50) });
    const engine = await openCounter(office);
    await refreshed(engine);
    const next = products(50, (n) => (n === 3 ? "6" : "5"));
    await office.publish({ product: next }, { rollout: { ...office.everybody(), percent: 0 } });
    expect((await refreshed(engine)).list).toMatchObject({
      version: 1,
      next: { version: 2, waitsFor: "rollout" },
    });
    office.setRollout("product", office.everybody());
    expect((await refreshed(engine)).list).toMatchObject({ version: 2, next: null });
  });

  it("takes the newest at once where it has nothing of the list, in any rollout", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(5) }, { rollout: { ...office.everybody(), percent: 0 } });
    expect((await refreshed(await openCounter(office))).list).toMatchObject({ version: 1 });
  });

  it("goes on with what is signed after its time, and says that it may be out of date", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(5) });
    const engine = await openCounter(office);
    engine.clock.turnTo(engine.clock.now() + 100 * 86_400_000);
    const late = await refreshed(engine);
    expect(late.trust.state).toBe("out_of_date");
    expect(late.list).toMatchObject({ version: 1 });
  });

  it("takes the next version whole after a file was imported by hand, and says so until then", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ product: products(50) });
    const engine = await openCounter(office);
    await refreshed(engine);
    const path = join(newFolder(), "by-hand.csv");
    writeFileSync(path, `${HEADER}2,Product 2,,,8\n900,By hand,,,1\n`);
    await engine.call("referenceData.import", { kind: "product", path });
    expect((await engine.call("shopFolder.get", {})).lists[0]?.trouble).toMatchObject({
      code: "imported_by_hand",
    });
    await office.publish({ product: products(50, (n) => (n === 3 ? "6" : "5")) });
    expect((await refreshed(engine)).list).toMatchObject({ version: 2, trouble: null });
    expect(await priceOf(engine, "Product 2")).toEqual(["Product 2", false, ["5"]]);
    expect(await priceOf(engine, "By hand")).toEqual(["By hand", true, ["1"]]);
  });

  it("takes every list: what is no longer there is marked where it can be, and else removed; documents stay", async () => {
    const office = openPriceOffice(newFolder());
    const voucher = (n: number) =>
      `0d6f3c1e-4a0b-4c57-8f0e-1b2c3d4e5f0${n},SAR,${n},,1,,,2026-01-31T09:30:00.000Z\n`;
    const VOUCHERS = "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt\n";
    const PURCHASES = "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity\n";
    const STOCK = "productId,measureUnitId,storeId,costPrice,quantity,updatedAt\n";
    const filled = {
      measureUnit: "id,name,baseUnitId,factor\n1,piece,,\n2,carton,1,12\n",
      account: "id,name,type\n7,North,supplier\n8,South,supplier\n",
      store: "id,name\n1,Main\n2,Branch\n",
      currency: "id,name,digits\nSAR,Riyal,2\nUSD,Dollar,2\n",
      exchangeRate: "fromCurrencyId,toCurrencyId,rate\nUSD,SAR,3.75\nSAR,USD,0.26\n",
      permission: "id,name\n1,Post\n2,Edit\n",
      taxVoucher: VOUCHERS + voucher(1) + voucher(2),
      stock: `${STOCK}1,1,1,2,10,2026-02-01\n1,1,1,3,20,2026-02-01\n2,1,1,2,5,2026-02-01\n`,
      purchase: `${PURCHASES}A-1,2026-01-01,7,SAR,1,1,5\nA-1,2026-01-01,7,SAR,1,1,3\nA-2,2026-01-01,7,SAR,1,1,1\n`,
      product: products(2),
    };
    await office.publish(filled);
    const engine = await openCounter(office);
    await engine.call("shopFolder.configure", { rules: { rowsPercent: 100, pricesPercent: 100 } });
    expect((await refreshed(engine)).lists.map(({ version, trouble }) => [version, trouble])).toEqual(
      Object.keys(filled).map(() => [1, null]),
    );
    await office.publish({
      measureUnit: "id,name,baseUnitId,factor\n1,piece,,\n",
      account: "id,name,type\n7,North,supplier\n",
      store: "id,name\n1,Main\n",
      currency: "id,name,digits\nSAR,Riyal,2\n",
      exchangeRate: "fromCurrencyId,toCurrencyId,rate\nUSD,SAR,3.80\n",
      permission: "id,name\n1,Post\n",
      taxVoucher: VOUCHERS + voucher(1),
      stock: `${STOCK}1,1,1,2,10,2026-01-01\n1,1,1,4,20,2026-01-01\n2,1,1,2,5,2026-02-01\n`,
      purchase: `${PURCHASES}A-1,2026-01-01,7,SAR,1,1,6\nA-1,2026-01-01,7,SAR,1,1,3\n`,
      product: products(1),
    });
    expect((await refreshed(engine)).lists.map(({ version, trouble }) => [version, trouble])).toEqual(
      Object.keys(filled).map(() => [2, null]),
    );
    const counted = (await engine.call("mirror.counts", {})).kinds.map(({ kind, live, deleted }) => [
      kind,
      live,
      deleted,
    ]);
    expect(Object.fromEntries(counted.map(([kind, ...counts]) => [kind, counts]))).toEqual({
      product: [1, 1],
      measureUnit: [1, 1],
      account: [1, 1],
      store: [1, 0],
      currency: [1, 0],
      exchangeRate: [1, 1],
      permission: [1, 1],
      taxVoucher: [2, 0],
      stock: [3, 0],
      purchase: [2, 0],
    });
    const { rows } = await engine.call("mirror.stock", { productId: 1 });
    expect(rows.map(({ costPrice, quantity }) => [costPrice, quantity])).toEqual([
      ["2", "10"],
      ["4", "20"],
    ]);
    const bought = await engine.call("purchases.get", { documentNo: "A-1", supplierAccountId: 7 });
    expect(bought.lines.map((line) => line.bought)).toEqual(["6", "3"]);
  });

  it("keeps in the log of imports and in the activity which version was taken", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ store: "id,name\n1,Main\n" });
    const engine = await openCounter(office);
    await refreshed(engine, "store");
    const { entries } = await engine.call("audit.list", { limit: 5 });
    expect(entries.find(({ action }) => action === "referenceData.imported")?.details).toMatchObject({
      file: "store@1.csv",
      version: 1,
      added: 1,
    });
  });

  it("is looked for without being asked, and not where no place is named", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ store: "id,name\n1,Main\n" });
    const engine = await openCounter(office);
    const version = async () => (await engine.call("shopFolder.get", {})).lists[0]?.version;
    expect(await version()).toBeUndefined();
    engine.clock.runUntil(engine.clock.now() + FIRST_LOOK_WITHIN_MS);
    await until(async () => (await version()) === 1);
    await office.publish({ store: "id,name\n1,Chief\n" });
    engine.clock.runUntil(engine.clock.now() + 2 * LOOK_EVERY_MS);
    await until(async () => (await engine.call("shopFolder.get", {})).lists[0]?.next?.version === 2);
    await engine.call("shopFolder.set", { place: null });
    const checkedAt = (await engine.call("shopFolder.get", {})).lists[0]?.checkedAt;
    engine.clock.runUntil(engine.clock.now() + 4 * LOOK_EVERY_MS);
    expect((await engine.call("shopFolder.get", {})).lists[0]?.checkedAt).toBe(checkedAt);
  });

  it("takes a plain folder where the policy says so, and a newer file in it", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "plain"));
    const path = join(folder, "plain", "store.csv");
    writeFileSync(path, "id,name\n1,Main\n2,Other\n");
    const rules = { rowsPercent: 100, pricesPercent: 100 };
    const shopFolder = { place: folder, unsigned: true, rules };
    const engine = await openPaused({ fixedCounters: { shopFolder, monitoring: null } });
    const first = await refreshed(engine, "store");
    expect(first.trust).toMatchObject({ state: "unsigned", root: null });
    expect(first.list?.version).toBeGreaterThan(0);
    writeFileSync(join(folder, "plain", "product.csv"), "no,such,columns\n");
    writeFileSync(path, "id,name\n1,Chief\n");
    utimesSync(path, new Date(), new Date(Date.now() + 60_000));
    const second = await refreshed(engine, "store");
    expect(second.list?.version).toBeGreaterThan(first.list?.version ?? 0);
    const product = second.lists.find(({ list }) => list === "product");
    expect(product).toMatchObject({ version: null, trouble: { code: "file_invalid" } });
    const { rows } = await engine.call("mirror.search", { kind: "store", text: "" });
    expect(rows.map((row) => "name" in row && row.name)).toEqual(["Chief"]);
  });

  it("refuses a folder whose root is not the policy's, says why, and changes nothing", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ store: "id,name\n1,Main\n" });
    const shopFolder = { place: office.folder, root: "0".repeat(64) };
    const engine = await openPaused({ fixedCounters: { shopFolder, monitoring: null } });
    const state = await refreshed(engine, "store");
    expect(state.trust).toMatchObject({ state: "refused", reason: "other_root" });
    expect(state.lists).toEqual([]);
  });
});
