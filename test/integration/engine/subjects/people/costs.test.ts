/** What who may not see costs is answered: by every channel that shows them among other things. */
import { describe, expect, it } from "vitest";
import type { ChannelInput, EngineChannel } from "../../../../../contract/channels.ts";
import { type Allowance, READY_ROLES } from "../../../../../contract/rights.ts";
import {
  aReturn,
  connect,
  openTestEngine,
  runUntilTrue,
  type TestEngine,
} from "../../../../helpers/engine.ts";
import { hire } from "../../../../helpers/hire.ts";
import { answer, goodBody, startHttpService } from "../../../../helpers/http-service.ts";
import { take } from "../purchases/shop.ts";

// No other figure of the shop has these digits.
const COST = "77.125";
const VALUE = "925.5";
const BALANCE = "88.375";
const PURCHASE_PRICE = "55.625";
const SALES_PRICE = "99.875";
const BARCODE = "6281000017";

const made = `"status":1,"creatorUserId":1,"createdAt":"2026-03-01T08:00:00.000Z","updatorUserId":1,"updatedAt":"2026-03-01T08:00:00.000Z","description":null`;
const stored = `{"rowNo":1,"tenantId":7001,"productId":1001,"measureUnitId":1,"barcode":"${BARCODE}","currencyId":"YER","storeId":1,"productionAt":null,"expiryAt":null,"costPrice":${COST},"quantity":12,${made}}`;
const balance = `{"rowNo":1,"tenantId":7001,"accountId":1101,"currencyId":"YER","amount":${BALANCE},"ceilAmount":0,"upId":1,"typeId":1,"groupId":1,"isMain":true,"isAutomatic":false,"relatedUserId":1,${made}}`;

/** A shop with costs and balances from files and answers, an owner, and a cashier who sees costs as is said. */
async function openShop(costs: Allowance) {
  const service = await startHttpService((outgoing, came) =>
    answer(
      200,
      goodBody(came)
        .replace('"TenantBalances":[]', `"TenantBalances":[${balance}]`)
        .replace('"TenantProductStorages":[]', `"TenantProductStorages":[${stored}]`),
    )(outgoing, came),
  );
  const engine = openTestEngine();
  await connect(engine, service.url);
  await take(engine, "measureUnit", ["id,name,baseUnitId,factor", "1,Piece,,"]);
  await take(engine, "account", ["id,name,type", "1101,Hadda Trading,supplier"]);
  await take(engine, "product", [
    "id,name,barcode,measureUnitId,price,costPrice",
    `1001,Basmati rice,${BARCODE},1,${SALES_PRICE},${COST}`,
  ]);
  await take(engine, "stock", [
    "productId,measureUnitId,storeId,barcode,productionAt,expiryAt,costPrice,quantity,currencyId,updatedAt",
    `1001,1,1,${BARCODE},2026-01-01,2026-03-20,${COST},12,YER,2026-02-28`,
  ]);
  await take(engine, "purchase", [
    "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,price",
    `P-1,2026-02-01,1101,YER,1001,1,10,${PURCHASE_PRICE}`,
  ]);
  const { entryId, serialNo } = await engine.call("purchaseReturn.post", aReturn());
  await runUntilTrue(engine, async () => (await engine.entry(entryId)).state === "confirmed");
  const people = await hire(engine);
  const { cashier } = READY_ROLES;
  const roles = { ...READY_ROLES, cashier: { ...cashier, rights: { ...cashier.rights, costs } } };
  await engine.call("people.configure", { roles });
  return { engine, entryId, serialNo, ...people };
}
type World = Awaited<ReturnType<typeof openShop>>;

const ask =
  <Name extends EngineChannel>(channel: Name, input: (world: World) => ChannelInput<Name>) =>
  async (world: World): Promise<unknown> =>
    world.engine.call(channel, input(world));

/** Each with what of costs it shows to who may see them. */
const SHOWING: [channel: string, figures: string[], asked: (world: World) => Promise<unknown>][] = [
  ["mirror.stock", [COST], ask("mirror.stock", () => ({ productId: 1001 }))],
  ["mirror.lookupBarcode", [COST], ask("mirror.lookupBarcode", () => ({ barcode: BARCODE }))],
  ["mirror.scan", [COST], ask("mirror.scan", () => ({ code: BARCODE }))],
  ["mirror.productDetail", [COST], ask("mirror.productDetail", () => ({ productId: 1001 }))],
  ["mirror.search", [COST], ask("mirror.search", () => ({ kind: "product", text: "rice" }))],
  ["mirror.browse", [COST], ask("mirror.browse", () => ({ kind: "product" }))],
  ["expiry.list", [COST, VALUE], ask("expiry.list", () => ({ withinDays: 90 }))],
  ["documents.get", [COST, BALANCE], ask("documents.get", ({ serialNo }) => ({ serialNo }))],
  ["outbox.get", [COST, BALANCE], ask("outbox.get", ({ entryId }) => ({ entryId }))],
];
const ONLY_COSTS: [EngineChannel, object][] = [
  ["mirror.balances", {}],
  ["mirror.balanceHistory", { accountId: 1101 }],
  ["statements.get", { accountId: 1101 }],
  ["expiry.totals", {}],
];

const figuresIn = (value: unknown): string[] =>
  [COST, VALUE, BALANCE].filter((figure) => JSON.stringify(value).includes(figure));

async function allShown(world: World) {
  const shown: [string, string[]][] = [];
  for (const [channel, , asked] of SHOWING) shown.push([channel, figuresIn(await asked(world))]);
  return shown;
}
const EVERYTHING = SHOWING.map(([channel, figures]) => [channel, figures]);
const NOTHING = SHOWING.map(([channel]) => [channel, []]);
const refusals = async (engine: TestEngine) =>
  Promise.all(ONLY_COSTS.map(async ([channel, input]) => (await engine.refusal(channel, input)).code));

describe("costs and balances", () => {
  it.each(["never", "approval"] as const)(
    "are in no answer to a cashier who may see them %s, and the owner sees them before and after",
    async (costs) => {
      const world = await openShop(costs);
      const { engine, owner, cashier, signIn } = world;
      expect(await allShown(world)).toEqual(EVERYTHING);
      await signIn(cashier);
      expect(await allShown(world)).toEqual(NOTHING);
      const code = costs === "never" ? "not_allowed" : "approval_needed";
      expect(await refusals(engine)).toEqual(ONLY_COSTS.map(() => code));
      await signIn(owner);
      expect(await allShown(world)).toEqual(EVERYTHING);
    },
  );

  it("are shown to a cashier who may see them, and to nobody while the counter is locked", async () => {
    const world = await openShop("allowed");
    await world.signIn(world.cashier);
    expect(await allShown(world)).toEqual(EVERYTHING);
    await world.engine.call("people.lock", {});
    expect(await allShown(world)).toEqual(NOTHING);
    expect(await refusals(world.engine)).toEqual(ONLY_COSTS.map(() => "not_allowed"));
  });

  it("leave everything else in its place: quantities, sales prices, what was paid, amounts and states", async () => {
    const world = await openShop("never");
    const { engine, cashier, entryId, serialNo, signIn } = world;
    await signIn(cashier);
    expect(await engine.call("mirror.lookupBarcode", { barcode: BARCODE })).toMatchObject({
      units: [{ price: SALES_PRICE, costPrice: null }],
      stock: [{ quantity: "12", costPrice: null }, { quantity: "12" }],
    });
    const { lines } = await engine.call("purchases.get", { documentNo: "P-1", supplierAccountId: 1101 });
    expect(lines).toMatchObject([{ price: PURCHASE_PRICE }]);
    const document = await engine.call("documents.get", { serialNo });
    expect(document).toMatchObject({
      document: { serviceAmount: "11800", state: "confirmed" },
      balances: [],
      balanceChanges: [],
      storages: [{ costPrice: null, quantity: "12" }],
    });
    expect(JSON.parse(document.rawAnswer ?? "")).toMatchObject([{ amount: 11800, TenantBalances: [] }]);
    expect(await engine.call("outbox.get", { entryId })).toMatchObject({
      state: "confirmed",
      attempts: [{ outcome: "accepted_not_understood", responseBase64: null }],
    });
  });
});
