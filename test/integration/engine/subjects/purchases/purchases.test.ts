/** Purchases and stock from files: what of a purchase may still go back. */
import { describe, expect, it } from "vitest";
import type { ChannelInput } from "../../../../../contract/channels.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { openTestEngine, until } from "../../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../../helpers/http-service.ts";
import { refusedIn } from "../../import/wizard-steps.ts";
import { back, bought, get, of, openShop, PURCHASES, STOCK, take } from "./shop.ts";

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
    // Of two lines that are alike it is the one of that price.
    expect(await take(engine, "purchase", later)).toMatchObject({ added: 1, updated: 1, unchanged: 2 });
    const { lines } = await get(engine);
    expect(lines.map(({ row, productId, bought }) => [row, productId, bought])).toEqual([
      [1, 1001, "10"],
      [2, 1002, "30"],
      [3, 1002, "6"],
      [4, 1009, "10"],
    ]);
  });

  it("takes no line for another that is like it where a later file has the other alone", async () => {
    const engine = await openShop();
    await take(engine, "purchase", PURCHASES);
    const [header = "", , , third = ""] = PURCHASES;
    expect(await take(engine, "purchase", [header, third])).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await get(engine)).lines.map(({ bought }) => bought)).toEqual(["10", "30", "5"]);
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
    const answer = await take(engine, "purchase", rows);
    expect(answer.added).toBe(1);
    expect(refusedIn(answer)).toEqual([
      [3, "documentNo: empty"],
      [4, "quantity: negative"],
      [5, "date: notDate"],
      [6, "expiryAt: beforeProduction"],
      [7, "contradicts"],
      [8, "documentNo: lostDigits"],
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

  it("is not less a line that names it and is of another product", async () => {
    const engine = await bought();
    await engine.call(
      "purchaseReturn.post",
      back({ productId: 1003, measureUnitId: 2, quantity: "4", purchaseLine: of("P-100", 1) }),
    );
    expect((await get(engine)).lines[0]).toMatchObject({ waiting: "0", left: "10" });
  });

  it("is exact where returns of pieces make whole cartons together, and in base units where they don't", async () => {
    const engine = await bought();
    const piece = back({ productId: 1001, measureUnitId: 1, quantity: "1", purchaseLine: of("P-100", 1) });
    for (let n = 1; n <= 12; n += 1) await engine.call("purchaseReturn.post", piece);
    const first = async () => (await get(engine)).lines[0];
    expect(await first()).toMatchObject({ waiting: "1", left: "9", leftInBase: "108", problem: null });
    await engine.call("purchaseReturn.post", piece);
    expect(await first()).toMatchObject({ left: "8.916667", leftInBase: "107", problem: "inexact" });
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

  it("that names a time to come keeps no later file out, and no answer of the service", async () => {
    const engine = await openShop();
    const [header = "", first = ""] = STOCK;
    await take(engine, "stock", [header, first.replace("2026-02-28", "2036-02-28")]);
    const known = async () => (await engine.call("mirror.stock", { productId: 1001 })).rows[0];
    expect(await known()).toMatchObject({ quantity: "12", updatedAt: "2026-03-01T08:00:00.000Z" });
    expect(await take(engine, "stock", [header, first.replace(",12,", ",7,")])).toMatchObject({ updated: 1 });
    expect(await known()).toMatchObject({ quantity: "7", updatedAt: "2026-02-28T00:00:00.000Z" });
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
