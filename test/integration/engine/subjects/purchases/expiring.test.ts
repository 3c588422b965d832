/** What expires soon, by the newest facts of the stock, less what went back. */
import { describe, expect, it } from "vitest";
import { type TestEngine, until } from "../../../../helpers/engine.ts";
import { answer, goodBody, startHttpService } from "../../../../helpers/http-service.ts";
import { back, bought, STOCK, take } from "./shop.ts";

const [STOCK_HEADER = ""] = STOCK;
/** A product in a unit, made on a day or not known when, that expires on 20 March. */
const stockRow = (unit: number, productionAt: string, quantity: string): string =>
  `1001,${unit},1,,${productionAt},2026-03-20,10,${quantity},YER,2026-02-28`;
const EXPIRING = { productId: 1001, measureUnitId: 1, expiryAt: "2026-03-20" };

const quantities = async (engine: TestEngine): Promise<(string | null)[]> =>
  (await engine.call("expiry.list", {})).rows.map(({ quantity }) => quantity);

/** The service answers how much of the batch is left there, by its own clock. */
const tellsStock = (quantity: number, updatedAt: string, time = "") =>
  answer(200, (came) => {
    const [transaction] = JSON.parse(goodBody(came));
    const dates = { productionAt: `2026-01-01${time}`, expiryAt: `2026-03-20${time}` };
    const by = { status: 1, creatorUserId: 1, createdAt: updatedAt, updatorUserId: 1, updatedAt };
    const row = {
      rowNo: 1,
      tenantId: 7001,
      productId: 1001,
      measureUnitId: 1,
      barcode: "",
      currencyId: "YER",
    };
    const storage = { ...row, storeId: 1, ...dates, costPrice: 10, quantity, ...by, description: null };
    return JSON.stringify([{ ...transaction, TenantProductStorages: [storage] }]);
  });

const confirmed = async (engine: TestEngine, entryId: string): Promise<void> => {
  engine.clock.runUntil(engine.clock.now() + 1_000);
  await until(async () => (await engine.entry(entryId)).state === "confirmed");
};

describe("what was returned of a batch", () => {
  it("is in the service's answer already, whatever its clock says", async () => {
    const service = await startHttpService(tellsStock(8, "2026-03-01T07:00:00.000Z"));
    const engine = await bought(service.url);
    await take(engine, "stock", [STOCK_HEADER, stockRow(1, "2026-01-01", "12")]);
    const goods = { ...EXPIRING, productionAt: "2026-01-01", quantity: "4" };
    const { entryId } = await engine.call("purchaseReturn.post", { ...back(goods), storeId: 1 });
    expect(await quantities(engine)).toEqual(["8"]);
    await confirmed(engine, entryId);
    expect(await quantities(engine)).toEqual(["8"]);
    // An answer that crossed a later one has the older number, and the later one knew of its return.
    service.behave = tellsStock(11, "2026-03-01T06:00:00.000Z");
    const crossed = await engine.call("purchaseReturn.post", back({ ...goods, quantity: "1" }));
    await confirmed(engine, crossed.entryId);
    expect(await quantities(engine)).toEqual(["8"]);
  });

  it("is in one batch with a file's rows where the service answers its dates with a time at midnight", async () => {
    const service = await startHttpService(tellsStock(8, "2026-03-01T07:00:00.000Z", "T00:00:00.000Z"));
    const engine = await bought(service.url);
    await take(engine, "stock", [STOCK_HEADER, stockRow(1, "2026-01-01", "12")]);
    const goods = back({ ...EXPIRING, productionAt: "2026-01-01", quantity: "4" });
    await confirmed(engine, (await engine.call("purchaseReturn.post", goods)).entryId);
    expect(await quantities(engine)).toEqual(["8"]);
  });

  it("is taken out once where several batches fit it, out of the one that fits best first", async () => {
    const engine = await bought();
    await take(engine, "stock", [
      STOCK_HEADER,
      stockRow(1, "2026-01-01", "12"),
      stockRow(1, "2026-01-05", "12"),
      stockRow(2, "", "5"),
    ]);
    expect(await quantities(engine)).toEqual(["12", "12", "5"]);
    await engine.call(
      "purchaseReturn.post",
      back({ ...EXPIRING, productionAt: "2026-01-05", quantity: "8" }),
    );
    expect(await quantities(engine)).toEqual(["12", "4", "5"]);
    await engine.call("purchaseReturn.post", back({ ...EXPIRING, quantity: "15" }));
    expect(await quantities(engine)).toEqual(["1", "5"]);
    await engine.call("purchaseReturn.post", back({ ...EXPIRING, measureUnitId: 2, quantity: "5" }));
    expect(await quantities(engine)).toEqual(["1"]);
  });

  it("leaves nothing over where pieces of a carton add up", async () => {
    const engine = await bought();
    await take(engine, "stock", [STOCK_HEADER, stockRow(2, "", "5")]);
    for (const quantity of ["10", "10", "10", "10", "20"])
      await engine.call("purchaseReturn.post", back({ ...EXPIRING, quantity }));
    expect(await quantities(engine)).toEqual([]);
  });
});

describe("what expires in a shop with thousands of batches", () => {
  it("is not hidden behind what is sold out, nor behind other suppliers' goods", async () => {
    const engine = await bought();
    const many = (quantity: string) =>
      Array.from({ length: 2_100 }, (_, n) => `${10_000 + n},1,1,,,2025-12-01,10,${quantity},YER,2026-02-28`);
    await take(engine, "stock", [STOCK_HEADER, ...many("0"), stockRow(1, "", "12")]);
    expect(await engine.call("expiry.totals", {})).toMatchObject({ batches: 1, expired: 0, more: false });
    await take(engine, "stock", [STOCK_HEADER, ...many("1")]);
    const { rows, more } = await engine.call("expiry.list", { supplierAccountId: 1101 });
    expect(rows).toMatchObject([{ productId: 1001, quantity: "12" }]);
    expect(more).toBe(false);
    expect(await engine.call("expiry.list", {})).toMatchObject({ more: true });
  });

  it("ends a batch of the service with a file's newer nought", async () => {
    const service = await startHttpService(tellsStock(8, "2026-03-01T07:00:00.000Z"));
    const engine = await bought(service.url);
    const goods = back({ ...EXPIRING, productionAt: "2026-01-01", quantity: "4" });
    await confirmed(engine, (await engine.call("purchaseReturn.post", goods)).entryId);
    expect(await quantities(engine)).toEqual(["8"]);
    const soldOut = stockRow(1, "2026-01-01", "0").replace("2026-02-28", "2026-03-02");
    await take(engine, "stock", [STOCK_HEADER, soldOut]);
    expect(await quantities(engine)).toEqual([]);
  });
});
