/** What a 2xx must hold to confirm, what of it is kept and mirrored, and what the owner may decide otherwise. */
import { beforeEach, describe, expect, it } from "vitest";
import { OPERATION_KINDS, OPERATIONS } from "../../../../../contract/operations.ts";
import {
  aReturn,
  aVoucher,
  connect,
  enter,
  openTestEngine,
  TENANT,
  type TestEngine,
  until,
  voucherSerial,
} from "../../../../helpers/engine.ts";
import {
  answer,
  type Came,
  goodBody,
  type HttpService,
  startHttpService,
} from "../../../../helpers/http-service.ts";

let service: HttpService;
let engine: TestEngine;
beforeEach(async () => {
  service = await startHttpService();
  engine = openTestEngine();
});

const settled = async (entryId: string, on: TestEngine = engine) => {
  on.clock.runUntil(on.clock.now());
  await until(async () => (await on.entry(entryId)).attempts.some(({ endedAt }) => endedAt !== null));
  return on.entry(entryId);
};

type Row = Record<string, unknown>;
const at = (second: number): string => `2026-03-01T08:00:${String(second).padStart(2, "0")}.000Z`;
/** The good answer with its own rows in place of none. */
const withRows =
  (parts: { TenantBalances?: Row[]; TenantProductStorages?: Row[] }) =>
  (came: Pick<Came, "kind" | "body">): string =>
    JSON.stringify(JSON.parse(goodBody(came)).map((one: Row) => ({ ...one, ...parts })));
const balance = (amount: number, updated: number, fields: Row = {}): Row => ({
  rowNo: 1,
  tenantId: TENANT,
  accountId: 1101,
  currencyId: "YER",
  amount,
  ceilAmount: 0,
  upId: 1,
  typeId: 1,
  groupId: 1,
  isMain: true,
  isAutomatic: false,
  relatedUserId: 1,
  description: null,
  status: 1,
  creatorUserId: 1,
  createdAt: at(0),
  updatorUserId: 1,
  updatedAt: at(updated),
  ...fields,
});
const storage = (quantity: number, fields: Row = {}): Row => ({
  rowNo: 1,
  tenantId: TENANT,
  productId: 1001,
  measureUnitId: 1,
  barcode: "628",
  currencyId: "YER",
  storeId: 1,
  productionAt: "2025-01-01",
  expiryAt: "2027-01-01",
  costPrice: 5,
  quantity,
  status: 1,
  creatorUserId: 1,
  createdAt: at(0),
  updatorUserId: 1,
  updatedAt: at(1),
  description: null,
  ...fields,
});

describe("the kept answer", () => {
  it("is byte for byte what came, also where it isn't UTF-8", async () => {
    await connect(engine, service.url);
    const bytes = Buffer.from([0x3c, 0xe9, 0xff, 0x00, 0x3e]);
    service.behave = (outgoing) => void outgoing.writeHead(200).end(bytes);
    const { serialNo, entryId } = await engine.call("purchaseReturn.post", aReturn());
    const [attempt] = (await settled(entryId)).attempts;
    expect(attempt).toMatchObject({ outcome: "no_evidence", responseBase64: bytes.toString("base64") });
    const document = await engine.call("documents.get", { serialNo });
    expect(document).toMatchObject({ transaction: null, rawAnswerBase64: bytes.toString("base64") });
  });

  it("in a legacy encoding is evidence all the same, and marked", async () => {
    await connect(engine, service.url);
    service.behave = (outgoing, came) => {
      const body = goodBody(came).replace('"description":null', '"description":"?"');
      const bytes = Buffer.from(body);
      bytes[body.indexOf("?")] = 0xe9;
      outgoing.writeHead(200).end(bytes);
    };
    const { serialNo, entryId } = await engine.call("purchaseReturn.post", aReturn());
    const entry = await settled(entryId);
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
    const document = await engine.call("documents.get", { serialNo });
    expect(document.transaction).toMatchObject({ id: 42 });
    const kept = Buffer.from(document.rawAnswerBase64 ?? "", "base64");
    expect(kept.includes(0xe9)).toBe(true);
  });

  it("holds a number that equals the token, and is evidence", async () => {
    const token = "1234567890";
    await connect(engine, service.url, token);
    service.behave = answer(200, (came) =>
      goodBody(came).replace('"id":42', `"id":${token},"said":"${token}"`),
    );
    const { serialNo, entryId } = await engine.call("purchaseReturn.post", aReturn());
    expect(await settled(entryId)).toMatchObject({ state: "confirmed", answerUnderstood: true });
    const { rawAnswer, transaction } = await engine.call("documents.get", { serialNo });
    expect(transaction).toMatchObject({ id: Number(token), said: "[token removed]" });
    expect(rawAnswer).not.toContain(`"${token}"`);
  });
});

describe("an answer without evidence", () => {
  it.each(OPERATION_KINDS)("isn't met again by itself for %s, only by a person's word", async (kind) => {
    await connect(engine, service.url);
    await engine.call("policy.set", { resendUnknown: true });
    service.behave = answer(200, "[]");
    const entryId = await enter(engine, kind);
    expect(await settled(entryId)).toMatchObject({ state: "outcome_unknown", attemptCount: 1 });
    await engine.call("policy.set", { resendUnknown: false });
    await engine.call("policy.set", { resendUnknown: true });
    engine.clock.runUntil(engine.clock.now() + 600_000);
    expect((await engine.entry(entryId)).state).toBe("outcome_unknown");
    expect(service.came.filter((came) => came.path === OPERATIONS[kind].path)).toHaveLength(1);
    service.behave = answer(200);
    await engine.call("outbox.resend", { entryId });
    engine.clock.runUntil(engine.clock.now());
    await until(async () => (await engine.entry(entryId)).state === "confirmed");
  });

  it("never shows another entry's transaction or amount as the document's own", async () => {
    await connect(engine, service.url);
    const other = '"serialNo":"99999999-9999-4999-8999-999999999999"';
    service.behave = answer(200, (came) => goodBody(came).replace(/"serialNo":"[^"]+"/, other));
    const { serialNo, entryId } = await engine.call("purchaseReturn.post", aReturn());
    expect((await settled(entryId)).state).toBe("outcome_unknown");
    const { document, transaction, rawAnswer, entries } = await engine.call("documents.get", { serialNo });
    expect([transaction, document.serviceAmount]).toEqual([null, null]);
    expect(entries.map(({ lastOutcome }) => lastOutcome)).toEqual(["no_evidence"]);
    expect(rawAnswer).toContain("99999999");
  });

  it("leaves what an earlier answer said of the voucher", async () => {
    await connect(engine, service.url);
    await settled((await engine.call("taxVoucher.update", aVoucher())).entryId);
    service.behave = answer(200, "{}");
    const second = await engine.call("taxVoucher.update", aVoucher({ amount: "1" }));
    expect((await settled(second.entryId)).state).toBe("outcome_unknown");
    const found = await engine.call("documents.get", { serialNo: voucherSerial(1) });
    expect(found.transaction).toMatchObject({ id: 42 });
    expect(found.document.serviceAmount).toBe("11800");
  });
});

describe("an owner who counts any 2xx as confirmed", () => {
  it.each(OPERATION_KINDS)("gets %s confirmed and marked, and nothing of it mirrored", async (kind) => {
    await connect(engine, service.url);
    expect(await engine.call("policy.get", {})).toEqual({ resendUnknown: false, confirmAnySuccess: false });
    const set = await engine.call("policy.set", { confirmAnySuccess: true });
    expect(set).toEqual({ resendUnknown: false, confirmAnySuccess: true });
    service.behave = answer(200, (came) =>
      kind.startsWith("restore")
        ? '{"success":true}'
        : withRows({ TenantBalances: [balance(1, 1)] })(came).replaceAll(
            `"tenantId":${TENANT}`,
            '"tenantId":9',
          ),
    );
    const entry = await settled(await enter(engine, kind));
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
    expect(entry.attempts[0]?.outcome).toBe("accepted_not_understood");
    expect((await engine.call("mirror.balances", {})).rows).toEqual([]);
    const { entries } = await engine.call("audit.list", {});
    expect(entries.find(({ action }) => action === "policy.changed")).toMatchObject({
      subject: "confirmAnySuccess",
    });
  });

  it("keeps what was said of repeats", async () => {
    await connect(engine, service.url);
    await engine.call("policy.set", { resendUnknown: true });
    await engine.call("policy.set", { confirmAnySuccess: true });
    const both = { resendUnknown: true, confirmAnySuccess: true };
    expect(await engine.call("policy.set", {})).toEqual(both);
    expect(await engine.call("policy.set", { confirmAnySuccess: false })).toEqual({
      ...both,
      confirmAnySuccess: false,
    });
  });
});

describe("the mirror", () => {
  it("takes only rows that name our tenant", async () => {
    await connect(engine, service.url);
    const ours = { TenantBalances: [balance(900, 1)], TenantProductStorages: [storage(7)] };
    service.behave = answer(200, withRows(ours));
    await settled((await engine.call("purchaseReturn.post", aReturn())).entryId);
    const { tenantId: _none, ...nobodys } = balance(-3, 9);
    const foreign = {
      TenantBalances: [
        balance(-55_555, 9, { tenantId: 7002 }),
        nobodys,
        balance(-4, 9, { tenantId: "7002" }),
      ],
      TenantProductStorages: [storage(-1, { tenantId: 7002, updatedAt: at(9) })],
    };
    service.behave = answer(200, withRows(foreign));
    const { entryId, serialNo } = await engine.call("purchaseReturn.post", aReturn());
    expect((await settled(entryId)).state).toBe("confirmed");
    expect((await engine.call("mirror.balances", {})).rows).toMatchObject([{ amount: "900" }]);
    expect((await engine.call("mirror.stock", {})).rows).toMatchObject([{ quantity: "7" }]);
    const history = await engine.call("mirror.balanceHistory", { accountId: 1101 });
    expect(history.points.map(({ amount }) => amount)).toEqual(["900"]);
    expect((await engine.call("documents.get", { serialNo })).balanceChanges).toEqual([]);
  });

  it("takes nothing of another tenant's transaction beside our own", async () => {
    await connect(engine, service.url);
    service.behave = answer(200, (came) => {
      const [own] = JSON.parse(withRows({ TenantBalances: [balance(900, 1)] })(came));
      const other = { ...own, tenantId: 7002, TenantBalances: [balance(-55_555, 9)] };
      return JSON.stringify([other, own]);
    });
    await settled((await engine.call("purchaseReturn.post", aReturn())).entryId);
    expect((await engine.call("mirror.balances", {})).rows).toMatchObject([{ amount: "900" }]);
  });

  it("keeps a balance and its history together where two answers cross", async () => {
    await connect(engine, service.url);
    service.behave = answer(200, withRows({ TenantBalances: [balance(700, 9)] }));
    await settled((await engine.call("purchaseReturn.post", aReturn())).entryId);
    // Sent before it, answered after it.
    service.behave = answer(200, withRows({ TenantBalances: [balance(900, 5)] }));
    const { entryId, serialNo } = await engine.call("purchaseReturn.post", aReturn());
    await settled(entryId);
    const { rows } = await engine.call("mirror.balances", {});
    const { points } = await engine.call("mirror.balanceHistory", { accountId: 1101 });
    expect(rows.map(({ amount }) => amount)).toEqual(["700"]);
    expect(points.map(({ amount }) => amount)).toEqual(["700"]);
    expect((await engine.call("documents.get", { serialNo })).balanceChanges).toEqual([]);
  });

  it("keeps stock rows apart that differ in their full dates, their cost or its currency", async () => {
    await connect(engine, service.url);
    const rows = [
      storage(1),
      storage(2, { productionAt: at(1) }),
      storage(3, { productionAt: at(2) }),
      storage(4, { expiryAt: at(3) }),
      storage(5, { costPrice: 6 }),
      storage(6, { currencyId: "USD" }),
    ];
    service.behave = answer(200, withRows({ TenantProductStorages: rows }));
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    expect(await settled(entryId)).toMatchObject({ state: "confirmed", answerUnderstood: true });
    const stock = (await engine.call("mirror.stock", {})).rows;
    expect(stock.map(({ quantity }) => quantity).sort()).toEqual(["1", "2", "3", "4", "5", "6"]);
    const { stock: totals } = await engine.call("mirror.unitConversion", {
      measureUnitId: 1,
      productId: 1001,
    });
    expect(totals).toHaveLength(1);
    // The same batch again is the same row.
    service.behave = answer(200, withRows({ TenantProductStorages: [storage(9, { updatedAt: at(5) })] }));
    await settled((await engine.call("purchaseReturn.post", aReturn())).entryId);
    expect((await engine.call("mirror.stock", {})).rows).toHaveLength(6);
  });
});
