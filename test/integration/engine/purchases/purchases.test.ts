/** Purchases and stock from files: what of a purchase may still go back, and what expires. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import {
  aReturn,
  connect,
  NOWHERE,
  newFolder,
  openTestEngine,
  TENANT,
  type TestEngine,
  until,
} from "../../../helpers/engine.ts";
import { answer, goodBody, startHttpService } from "../../../helpers/http-service.ts";

async function openShop(url = NOWHERE): Promise<TestEngine> {
  const engine = openTestEngine({ randomness: systemRandomness });
  await connect(engine, url);
  return engine;
}
const take = async (engine: TestEngine, kind: ReferenceKind, rows: readonly string[]) => {
  const path = join(newFolder(), `${kind}.csv`);
  writeFileSync(path, rows.join("\n"));
  return engine.call("referenceData.import", { kind, path });
};

const UNITS = ["id,name,baseUnitId,factor", "1,Piece,,", "2,Carton of 12,1,12", "3,Kilogram,,"];
const PURCHASES = [
  "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,freeQuantity,price,productionAt,expiryAt,batch",
  "P-100,2026-02-01,1101,YER,1001,2,10,1,120,2026-01-01,2027-01-31,B1",
  "P-100,2026-02-01,1101,YER,1002,1,30,,9.5,,,",
  "P-100,2026-02-01,1101,YER,1002,1,5,,8,,,",
  "P-101,2026-02-20,1101,YER,1001,1,24,,11,,2027-06-30,B2",
  "P-100,2026-02-10,1102,USD,1003,1,7,,3,,,",
];

type Line = ChannelInput<"purchaseReturn.post">["lines"][number];
const back = (fields: Partial<Line>): ChannelInput<"purchaseReturn.post"> => {
  const [line] = aReturn().lines;
  if (line === undefined) throw new Error("a return has a line");
  return { ...aReturn(), lines: [{ ...line, expiryAt: null, productionAt: null, ...fields }] };
};
const of = (documentNo: string, row: number) => ({ documentNo, supplierAccountId: 1101, row });
const get = (engine: TestEngine, documentNo = "P-100") =>
  engine.call("purchases.get", { documentNo, supplierAccountId: 1101 });

async function bought(url = NOWHERE): Promise<TestEngine> {
  const engine = await openShop(url);
  await take(engine, "measureUnit", UNITS);
  await take(engine, "account", ["id,name,type", "1101,Hadda Trading,supplier", "1102,Al Amal,supplier"]);
  await take(engine, "product", ["id,name", "1001,Basmati rice", "1002,Black tea", "1003,Sugar"]);
  await take(engine, "purchase", PURCHASES);
  return engine;
}

describe("a file of purchases", () => {
  it("counts its rows, keeps a supplier's numbers apart, and changes nothing the second time", async () => {
    const engine = await openShop();
    expect(await take(engine, "purchase", PURCHASES)).toMatchObject({
      added: 5,
      updated: 0,
      unchanged: 0,
      rejected: [],
    });
    const before = await get(engine);
    expect(await take(engine, "purchase", PURCHASES)).toMatchObject({ added: 0, updated: 0, unchanged: 5 });
    expect(await get(engine)).toEqual(before);
    expect(before.lines.map(({ row, productId, bought, price }) => [row, productId, bought, price])).toEqual([
      [1, 1001, "10", "120"],
      [2, 1002, "30", "9.5"],
      [3, 1002, "5", "8"],
    ]);
    expect(before.lines[0]).toMatchObject({
      free: { bought: "1", left: "1" },
      batch: "B1",
      expiryAt: "2027-01-31",
    });
    const other = await engine.call("purchases.get", { documentNo: "P-100", supplierAccountId: 1102 });
    expect(other).toMatchObject({ currencyId: "USD", lines: [{ row: 1, bought: "7" }] });
  });

  it("keeps the number of a line for good, whatever order a later file has", async () => {
    const engine = await openShop();
    await take(engine, "purchase", PURCHASES);
    const [header = "", first = "", second = "", third = ""] = PURCHASES;
    const later = [header, third.replace(",5,", ",6,"), second, first, first.replace("1001", "1009")];
    // Of two lines that are alike the first in the file is the first in the purchase.
    expect(await take(engine, "purchase", later)).toMatchObject({ added: 1, updated: 2, unchanged: 1 });
    const { lines } = await get(engine);
    expect(lines.map(({ row, productId }) => [row, productId])).toEqual([
      [1, 1001],
      [2, 1002],
      [3, 1002],
      [4, 1009],
    ]);
  });

  it("refuses a wrong row by its field, and a row that gives its purchase another date", async () => {
    const engine = await openShop();
    const [header = "", first = ""] = PURCHASES;
    const rows = [
      header,
      first,
      first.replace("P-100", ""),
      first.replace(",10,", ",-1,"),
      first.replace("2026-02-01", "02-01"),
      first.replace("2027-01-31", "2025-01-31"),
      first.replace("2026-02-01", "2026-02-02"),
      first.replace("P-100", "1.2E+11"),
    ];
    const { added, rejected } = await take(engine, "purchase", rows);
    expect(added).toBe(1);
    expect(rejected.map(({ line, reason }) => [line, reason.split(":")[0]])).toEqual([
      [3, "documentNo"],
      [4, "quantity"],
      [5, "date"],
      [6, "expiryAt"],
      [7, "an earlier row of this file is about the same and says otherwise"],
      [8, "documentNo"],
    ]);
  });
});

describe("what of a purchase may still go back", () => {
  it("is less what was confirmed and what waits, in the purchase's unit, and grows again with a discard", async () => {
    const service = await startHttpService();
    const engine = await bought(service.url);
    const { entryId } = await engine.call(
      "purchaseReturn.post",
      back({
        productId: 1001,
        measureUnitId: 1,
        quantity: "18",
        freeQuantity: "6",
        purchaseLine: of("P-100", 1),
      }),
    );
    const first = async () => (await get(engine)).lines[0];
    expect(await first()).toMatchObject({
      returned: "0",
      waiting: "1.5",
      left: "8.5",
      free: { waiting: "0.5", left: "0.5" },
    });
    engine.clock.runUntil(engine.clock.now());
    await until(async () => (await engine.entry(entryId)).state === "confirmed");
    expect(await first()).toMatchObject({ returned: "1.5", waiting: "0", left: "8.5", problem: null });

    service.behave = answer(422, JSON.stringify({ message: "no" }));
    const refused = await engine.call(
      "purchaseReturn.post",
      back({ productId: 1001, measureUnitId: 2, quantity: "10", purchaseLine: of("P-100", 1) }),
    );
    engine.clock.runUntil(engine.clock.now());
    await until(async () => (await engine.entry(refused.entryId)).state === "dead_letter");
    // More than is left is never a block.
    expect(await first()).toMatchObject({ waiting: "10", left: "-1.5" });
    await engine.call("outbox.discard", { entryId: refused.entryId, reason: "wrong" });
    expect(await first()).toMatchObject({ waiting: "0", left: "8.5" });
  });

  it("says where a unit can't be converted, and where the number has no end", async () => {
    const engine = await bought();
    await engine.call(
      "purchaseReturn.post",
      back({ productId: 1001, measureUnitId: 1, quantity: "1", purchaseLine: of("P-100", 1) }),
    );
    await engine.call(
      "purchaseReturn.post",
      back({ productId: 1002, measureUnitId: 3, quantity: "1", purchaseLine: of("P-100", 2) }),
    );
    const { lines } = await get(engine);
    expect(lines[0]).toMatchObject({ waiting: "0.083333", left: "9.916667", problem: "inexact" });
    expect(lines[1]).toMatchObject({ bought: "30", returned: null, left: null, problem: "noConversion" });
    expect(lines[2]).toMatchObject({ left: "5", problem: null });
  });

  it("sends nothing of the purchase, tells it with the entry, and survives a restart", async () => {
    const engine = await bought();
    const { entryId } = await engine.call(
      "purchaseReturn.post",
      back({ productId: 1002, quantity: "2", purchaseLine: of("P-100", 2) }),
    );
    const entry = await engine.entry(entryId);
    expect(entry.requestBody).not.toMatch(/purchase|P-100/);
    expect(entry.purchaseLines).toEqual([{ line: 0, documentNo: "P-100", supplierAccountId: 1101, row: 2 }]);
    await engine.close();
    const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
    expect((await get(again)).lines[1]).toMatchObject({ waiting: "2", left: "28" });
  });
});

it("a line of a purchase that can't be is refused by its field", async () => {
  const engine = await bought();
  for (const row of [0, -1, 1.5, "9007199254740993", 2_000_000])
    expect(
      await engine.refusal("purchaseReturn.post", {
        ...back({}),
        lines: [{ ...back({}).lines[0], purchaseLine: { ...of("P-100", 1), row } }],
      }),
    ).toMatchObject({ code: "invalid_input" });
});

describe("a purchase is found", () => {
  it("by a part of its number, its supplier, a product's name, and page by page", async () => {
    const engine = await bought();
    const numbers = async (input: ChannelInput<"purchases.search">) =>
      (await engine.call("purchases.search", input)).purchases.map(
        ({ documentNo, supplierAccountId }) => `${documentNo} ${supplierAccountId}`,
      );
    expect(await numbers({})).toEqual(["P-101 1101", "P-100 1102", "P-100 1101"]);
    expect(await numbers({ text: "101" })).toEqual(["P-101 1101"]);
    expect(await numbers({ text: "amal" })).toEqual(["P-100 1102"]);
    expect(await numbers({ text: "rice" })).toEqual(["P-101 1101", "P-100 1101"]);
    expect(await numbers({ text: "100", supplierAccountId: 1101 })).toEqual(["P-100 1101"]);
    expect(await numbers({ productId: 1002 })).toEqual(["P-100 1101"]);
    expect(await numbers({ productId: 1001, supplierAccountId: 1102 })).toEqual([]);
    const first = await engine.call("purchases.search", { limit: 2 });
    expect(first.purchases).toHaveLength(2);
    const { cursor } = first;
    if (cursor === null) throw new Error("there is a second page");
    expect(await numbers({ limit: 2, cursor })).toEqual(["P-100 1101"]);
    expect(first.purchases[0]).toMatchObject({ supplierName: "Hadda Trading", lines: 1 });
    expect(await engine.refusal("purchases.search", { cursor: "x" })).toMatchObject({
      code: "invalid_input",
    });
    expect(
      await engine.refusal("purchases.get", { documentNo: "P-9", supplierAccountId: 1101 }),
    ).toMatchObject({
      code: "not_found",
    });
  });
});

const STOCK = [
  "productId,measureUnitId,storeId,barcode,productionAt,expiryAt,costPrice,quantity,currencyId,updatedAt",
  "1001,1,1,62810017,2026-01-01,2026-03-20,10,12,YER,2026-02-28",
  "1002,1,1,,,2026-02-20,8,5,YER,2026-02-28",
  "1003,1,2,,,2027-12-31,3,40,YER,",
];

describe("a file of stock", () => {
  it("is there on the first day, says its source, and changes nothing the second time", async () => {
    const engine = await openShop();
    expect(await take(engine, "stock", STOCK)).toMatchObject({ added: 3, rejected: [] });
    expect(await take(engine, "stock", STOCK)).toMatchObject({ unchanged: 3 });
    const { rows, cursor } = await engine.call("mirror.stock", {});
    expect(cursor).toBeNull();
    expect(rows[0]).toMatchObject({
      productId: 1001,
      quantity: "12",
      costPrice: "10",
      source: "file",
      updatedAt: "2026-02-28T00:00:00.000Z",
      other: null,
    });
    expect(await engine.call("mirror.lookupBarcode", { barcode: "62810017" })).toMatchObject({ id: 1001 });
  });

  it("with another cost of the same batch changes its row; one that is older changes nothing", async () => {
    const engine = await openShop();
    await take(engine, "stock", STOCK);
    const [header = "", first = ""] = STOCK;
    const dearer = first.replace(",10,12,", ",11,12,");
    expect(await take(engine, "stock", [header, dearer])).toMatchObject({ added: 0, updated: 1 });
    expect(await take(engine, "stock", [header, first.replace("2026-02-28", "2026-02-27")])).toMatchObject({
      unchanged: 1,
    });
    const { rows } = await engine.call("mirror.stock", { productId: 1001 });
    expect(rows.map(({ costPrice }) => costPrice)).toEqual(["11"]);
  });

  it("is read page by page, and no batch is cut in two", async () => {
    const engine = await openShop();
    await take(engine, "stock", STOCK);
    const first = await engine.call("mirror.stock", { limit: 2 });
    expect(first.rows.map(({ productId }) => productId)).toEqual([1001, 1002]);
    const second = await engine.call("mirror.stock", { limit: 2, cursor: first.cursor ?? "" });
    expect(second.rows.map(({ productId }) => productId)).toEqual([1003]);
    expect(second.cursor).toBeNull();
    expect((await engine.call("mirror.stock", { storeId: 2 })).rows).toHaveLength(1);
    expect(await engine.refusal("mirror.stock", { cursor: "1/2" })).toMatchObject({ code: "invalid_input" });
  });
});

describe("what expires", () => {
  it("comes the soonest first, with its value and days, within each supplier's window", async () => {
    const engine = await bought();
    await take(engine, "stock", STOCK);
    const list = async (input: ChannelInput<"expiry.list"> = {}) =>
      (await engine.call("expiry.list", input)).rows;
    expect(await list()).toMatchObject([
      { productId: 1002, daysLeft: -9, quantity: "5", value: "40", supplierAccountId: 1101 },
      { productId: 1001, daysLeft: 19, quantity: "12", value: "120", supplierAccountId: 1101 },
    ]);
    await engine.call("returnWindows.set", { accountId: 1101, days: 10 });
    expect((await list()).map(({ productId }) => productId)).toEqual([1002]);
    expect(await list({ withinDays: 3_650 })).toHaveLength(3);
    expect((await list({ withinDays: 3_650, storeId: 2 })).map(({ productId }) => productId)).toEqual([1003]);
    expect(await list({ withinDays: 3_650, supplierAccountId: 1102 })).toMatchObject([{ productId: 1003 }]);
    expect(await engine.call("returnWindows.set", { accountId: 1101, days: null })).toEqual({
      everyone: 90,
      suppliers: [],
    });
  });

  it("is summed by currency within the windows, with what has expired and what has no value", async () => {
    const engine = await bought();
    expect(await engine.call("expiry.totals", {})).toEqual({
      batches: 0,
      expired: 0,
      values: [],
      unvalued: 0,
      more: false,
    });
    await take(engine, "store", ["id,name", "1,Main store"]);
    await take(engine, "stock", [
      ...STOCK,
      "1003,1,1,,,2026-03-05,,7,USD,",
      "1003,1,2,,,2026-03-05,0.1,3,USD,",
    ]);
    expect(await engine.call("expiry.totals", {})).toEqual({
      batches: 4,
      expired: 1,
      values: [
        { currencyId: "YER", value: "160" },
        { currencyId: "USD", value: "0.3" },
      ],
      unvalued: 1,
      more: false,
    });
    expect((await engine.call("expiry.list", {})).rows[0]).toMatchObject({
      supplierName: "Hadda Trading",
      storeName: "Main store",
    });
  });

  it("is less what waits, and what was returned leaves it", async () => {
    const engine = await bought();
    await take(engine, "stock", STOCK);
    const goods = { productId: 1001, measureUnitId: 1, expiryAt: "2026-03-20" };
    const input = { ...back({ ...goods, quantity: "8" }), storeId: 1 };
    await engine.call("purchaseReturn.post", input);
    const left = async () =>
      (await engine.call("expiry.list", {})).rows.find(({ productId }) => productId === 1001);
    expect(await left()).toMatchObject({ quantity: "4", value: "40" });
    await engine.call("purchaseReturn.post", { ...back({ ...goods, quantity: "4" }), storeId: 1 });
    expect(await left()).toBeUndefined();
  });

  it("is not crowded out by what is sold out, nor one store's by another's, and says where there is more", async () => {
    const engine = await openShop();
    const [header = ""] = STOCK;
    const many = (store: number, quantity: number) =>
      Array.from({ length: 2_000 }, (_, n) => `${2_000 + n},1,${store},,,2026-02-01,1,${quantity},YER,`);
    await take(engine, "stock", [header, ...many(1, 0), ...many(2, 3), "1001,1,1,,,2026-03-10,2,4,YER,"]);
    expect(await engine.call("expiry.list", { storeId: 1 })).toMatchObject({
      rows: [{ productId: 1001, quantity: "4" }],
      more: false,
    });
    const all = await engine.call("expiry.list", {});
    expect(all).toMatchObject({ more: true });
    expect(new Set(all.rows.map(({ storeId }) => storeId))).toEqual(new Set([2]));
  });

  it("ends with none left or less, and begins again with the smallest quantity", async () => {
    const engine = await openShop();
    const [header = ""] = STOCK;
    const row = (cost: number, quantity: string, day: string) =>
      `1001,1,1,,,2026-03-10,${cost},${quantity},YER,${day}`;
    await take(engine, "stock", [header, row(1, "5", "2026-02-01"), row(2, "0", "2026-02-02")]);
    const quantities = async () =>
      (await engine.call("expiry.list", {})).rows.map(({ quantity }) => quantity);
    expect(await quantities()).toEqual(["5"]);
    await take(engine, "stock", [header, row(1, "0.00", "2026-02-03")]);
    expect(await quantities()).toEqual([]);
    await take(engine, "stock", [header, row(1, "-2", "2026-02-04")]);
    expect(await quantities()).toEqual([]);
    await take(engine, "stock", [header, row(1, "0.001", "2026-02-05")]);
    expect(await quantities()).toEqual(["0.001"]);
  });

  it("is less a return once: in the unit that went back, where the batch is held in two", async () => {
    const engine = await bought();
    const [header = ""] = STOCK;
    const cartons = "1001,2,1,,,2026-03-20,120,3,YER,";
    await take(engine, "stock", [header, "1001,1,1,,,2026-03-20,10,30,YER,", cartons]);
    const goods = { productId: 1001, expiryAt: "2026-03-20", quantity: "2" };
    const post = (measureUnitId: number) =>
      engine.call("purchaseReturn.post", { ...back({ ...goods, measureUnitId }), storeId: 1 });
    const held = async () =>
      (await engine.call("expiry.list", {})).rows.map(({ measureUnitId, quantity }) => [
        measureUnitId,
        quantity,
      ]);
    await post(2);
    await post(1);
    expect(await held()).toEqual([
      [1, "28"],
      [2, "1"],
    ]);
    await take(engine, "stock", [header, cartons.replace(",3,", ",0,")]);
    // Held in pieces alone, what went back in cartons is taken from the pieces.
    expect(await held()).toEqual([[1, "4"]]);
  });

  it("is not less what the service's own answer counted, though the answer was written before it arrived", async () => {
    const service = await startHttpService();
    const engine = await bought(service.url);
    await take(engine, "stock", STOCK);
    const goods = { productId: 1001, measureUnitId: 1, expiryAt: "2026-03-20", productionAt: "2026-01-01" };
    const returned = async (quantity: string, stock: number | null) => {
      const updatedAt = timestampOf(engine.clock.now());
      engine.clock.runUntil(engine.clock.now() + 1_500);
      const row = { ...goods, tenantId: TENANT, storeId: 1, currencyId: "YER", costPrice: 10, updatedAt };
      const storages = stock === null ? [] : [{ rowNo: 1, ...row, quantity: stock }];
      service.behave = (outgoing, came) => {
        const [own] = JSON.parse(goodBody(came));
        answer(200, JSON.stringify([{ ...own, TenantProductStorages: storages }]))(outgoing, came);
      };
      const { entryId } = await engine.call("purchaseReturn.post", {
        ...back({ ...goods, quantity }),
        storeId: 1,
      });
      engine.clock.runUntil(engine.clock.now());
      await until(async () => (await engine.entry(entryId)).state === "confirmed");
    };
    const left = async () =>
      (await engine.call("expiry.list", {})).rows.find(({ productId }) => productId === 1001);
    await returned("8", 4);
    expect(await left()).toMatchObject({ quantity: "4", source: "service" });
    // An answer without the batch leaves the stock as it was told before.
    await returned("1", null);
    expect(await left()).toMatchObject({ quantity: "3" });
  });
});
