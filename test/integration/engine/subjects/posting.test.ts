/** From a posting channel to the service and back to the channels that show it. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { parseExactJson } from "../../../../contract/exact-json.ts";
import { localAmountOf } from "../../../../contract/return-line.ts";
import { purchaseReturnBody, taxVoucherBody } from "../../../../contract/service/requests.ts";
import { AUDIT_START, type AuditRow, auditHash } from "../../../../main/engine/core/audit.ts";
import { START } from "../../../helpers/clock.ts";
import {
  aReturn,
  aVoucher,
  connect,
  DEVICE,
  openPaused,
  openTestEngine,
  type TestEngine,
  until,
} from "../../../helpers/engine.ts";
import { answer, goodBody, startHttpService } from "../../../helpers/http-service.ts";
import { purchaseReturnText, startPractice } from "../../../helpers/practice/requests.ts";

const confirmed = (engine: TestEngine, entryId: string) =>
  until(async () => {
    engine.clock.runUntil(engine.clock.now());
    return (await engine.entry(entryId)).state === "confirmed";
  });

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }).map((list) => list.join(""));
const price = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), digits).map(([whole, fraction]) => {
  const right = fraction.replace(/0+$/, "");
  return right === "" ? String(whole) : `${whole}.${right}`;
});

describe("numbers", () => {
  it("survive key press, frozen bytes, the service's strict reading, its answer and the mirror", async () => {
    const service = await startHttpService((outgoing, came) => {
      // The service answers the very digits that it read: as amount, and as stock and balance.
      const sent = purchaseReturnBody.parse(parseExactJson(came.body));
      const [line] = sent.tenantTransactionProductInputs;
      if (line === undefined) throw new Error("no line");
      const at =
        '"createdAt":"2026-03-01T08:00:00.000Z","updatorUserId":1,"updatedAt":"2026-03-01T08:00:00.000Z"';
      const made = `"status":1,"creatorUserId":1,${at},"description":null`;
      const storage = `{"rowNo":1,"tenantId":7001,"productId":${line.productId},"measureUnitId":1,"barcode":"1","currencyId":"YER","storeId":${sent.storeId},"productionAt":"2025-01-01","expiryAt":"2027-01-01","costPrice":${line.price},"quantity":${line.quantity},${made}}`;
      const balance = `{"rowNo":1,"tenantId":7001,"accountId":${sent.supplierAccountId},"currencyId":"YER","amount":${line.price},"ceilAmount":${line.quantity},"upId":1,"typeId":1,"groupId":1,"isMain":true,"isAutomatic":false,"relatedUserId":1,${made}}`;
      const good = goodBody(came)
        .replace('"amount":11800', `"amount":${line.price}`)
        .replace('"TenantBalances":[]', `"TenantBalances":[${balance}]`)
        .replace('"TenantProductStorages":[]', `"TenantProductStorages":[${storage}]`);
      answer(200, good)(outgoing, came);
    });
    const engine = openTestEngine();
    await connect(engine, service.url);
    const id = fc.bigInt({ min: 1n, max: 10n ** 19n }).map(String);
    const examples: [string, string, string, string][] = [
      ["0.30000000000000004", "1234567890123.4567", "9007199254740993", "9007199254740995"],
      ["0.1", "0.2", "1", "2"],
    ];
    await fc.assert(
      fc.asyncProperty(price, price, id, id, async (cost, quantity, productId, accountId) => {
        const line = { productId, measureUnitId: 1, price: cost, quantity };
        const input = aReturn({ supplierAccountId: accountId, lines: [line] });
        const { entryId, serialNo } = await engine.call("purchaseReturn.post", input);
        await confirmed(engine, entryId);
        const entry = await engine.entry(entryId);
        expect(entry.answerUnderstood).toBe(true);
        expect(entry.localAmount).toBe(new Big(cost).times(quantity).toFixed());
        const { rows: stock } = await engine.call("mirror.stock", { productId });
        expect(stock.map((row) => [String(row.productId), row.costPrice, row.quantity])).toContainEqual([
          productId,
          cost,
          quantity,
        ]);
        const { rows: balances } = await engine.call("mirror.balances", { accountId });
        expect(balances.map((row) => [String(row.accountId), row.amount])).toEqual([[accountId, cost]]);
        const found = await engine.call("documents.get", { serialNo });
        expect(JSON.stringify(found)).toContain(JSON.stringify(cost));
      }),
      { numRuns: 40, examples },
    );
  });

  it("add up exactly: price times quantity, free goods for nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(price, price), { maxLength: 20 }), (pairs) => {
        const lines = purchaseReturnBody.shape.tenantTransactionProductInputs.parse(
          pairs.map(
            ([cost, quantity]) =>
              Object(
                parseExactJson(
                  purchaseReturnText({}, [
                    `{"productId":1,"measureUnitId":1,"productionAt":null,"expiryAt":null,"price":${cost},"quantity":${quantity},"freeQuantity":5,"receivedQuantity":0,"description":null}`,
                  ]),
                ),
              ).tenantTransactionProductInputs[0],
          ),
        );
        // In whole units of 10^-24, so that the check shares no arithmetic with the code.
        const whole = (text: string): bigint => {
          const [left = "0", right = ""] = text.split(".");
          return BigInt(left + right.padEnd(12, "0"));
        };
        const expected = pairs.reduce((sum, [cost, quantity]) => sum + whole(cost) * whole(quantity), 0n);
        const [left = "0", right = ""] = localAmountOf(lines).split(".");
        expect(BigInt(left + right.padEnd(24, "0"))).toBe(expected);
      }),
    );
  });
});

describe("a purchase return", () => {
  it("is taken where its sum has more digits than any number that may be typed", async () => {
    const engine = openTestEngine();
    await connect(engine, "http://127.0.0.1:9");
    const many = "9".repeat(60);
    const line = { productId: 1, measureUnitId: 1, price: many, quantity: many };
    const { entryId } = await engine.call("purchaseReturn.post", { ...aReturn(), lines: [line, line] });
    expect((await engine.entry(entryId)).localAmount).toBe(String(2n * BigInt(many) ** 2n));
  });

  it("is sent as the interface has it, field for field", async () => {
    const service = await startHttpService();
    const engine = openTestEngine();
    await connect(engine, service.url);
    const full: ChannelInput<"purchaseReturn.post"> = {
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1101,
      cashOrBankAccountId: 2001,
      note: 'سطر أول\nsecond "line" \\ 🧾\t.',
      status: 3,
      lines: [
        {
          productId: 1001,
          measureUnitId: 2,
          productionAt: "2024-02-29",
          expiryAt: "2024-02-29",
          price: "81.2350",
          quantity: 2,
          freeQuantity: "0.5",
          receivedQuantity: "1.50",
          description: "d",
        },
        { productId: 1002, measureUnitId: 1, price: 0, quantity: "1" },
      ],
      documentReferences: [
        { type: 1, otherType: "x", reference: "INV-1", url: "https://a.example/1", description: "" },
      ],
    };
    const { entryId, serialNo } = await engine.call("purchaseReturn.post", full);
    await confirmed(engine, entryId);
    expect(service.came).toHaveLength(1);
    expect(JSON.parse(service.came[0]?.body ?? "")).toEqual({
      tenantId: 7001,
      serialNo,
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1101,
      cashOrBankAccountId: 2001,
      note: full.note,
      transfers: [],
      status: 3,
      createdAt: new Date(START).toISOString(),
      creatorUserId: 501,
      creatorDeviceId: DEVICE,
      tenantTransactionProductInputs: [
        {
          productId: 1001,
          measureUnitId: 2,
          productionAt: "2024-02-29",
          expiryAt: "2024-02-29",
          price: 81.235,
          quantity: 2,
          freeQuantity: 0.5,
          receivedQuantity: 1.5,
          description: "d",
        },
        {
          productId: 1002,
          measureUnitId: 1,
          productionAt: null,
          expiryAt: null,
          price: 0,
          quantity: 1,
          freeQuantity: 0,
          receivedQuantity: 0,
          description: null,
        },
      ],
      documentReferences: full.documentReferences,
    });
  });

  it("takes its draft away in the same transaction", async () => {
    const engine = openTestEngine();
    await connect(engine, "http://127.0.0.1:9");
    await engine.call("draft.save", { draftId: "d1", kind: "purchaseReturn", content: "{}" });
    await engine.refusal(
      "purchaseReturn.post",
      aReturn({ draftId: "d1", corrects: "99999999-9999-4999-8999-999999999999" }),
    );
    expect((await engine.call("draft.list", {})).drafts).toHaveLength(1);
    await engine.call("purchaseReturn.post", aReturn({ draftId: "d1" }));
    expect((await engine.call("draft.list", {})).drafts).toEqual([]);
  });
});

describe("a tax voucher", () => {
  it("is sent as the interface has it, its references with the device", async () => {
    const service = await startHttpService();
    const engine = openTestEngine();
    await connect(engine, service.url);
    const other = "22222222-2222-4222-8222-222222222222";
    const input = aVoucher({ amount: "-0.10", documentReferences: [{ type: 2, reference: "R" }] });
    const first = await engine.call("taxVoucher.update", input);
    await confirmed(engine, first.entryId);
    const second = await engine.call("taxVoucher.update", {
      ...input,
      creatorUserId: "9007199254740993",
      creatorDeviceId: other,
    });
    await confirmed(engine, second.entryId);
    const [one, two] = service.came.map(({ body }) => taxVoucherBody.parse(parseExactJson(body)));
    expect(one).toEqual({
      tenantId: 7001,
      serialNo: input.serialNo,
      currencyId: "YER",
      amount: "-0.1",
      note: "corrected",
      status: 2,
      updatedAt: new Date(START).toISOString(),
      creatorUserId: 501,
      creatorDeviceId: DEVICE,
      deviceId: DEVICE,
      documentReferences: [
        { type: 2, otherType: null, reference: "R", url: null, description: null, deviceId: DEVICE },
      ],
    });
    expect(two).toMatchObject({
      creatorUserId: "9007199254740993",
      creatorDeviceId: other,
      deviceId: DEVICE,
    });
  });
});

it("everything that is entered is in a chain that a changed row would break", async () => {
  const engine = await openPaused();
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  await engine.call("taxVoucher.update", aVoucher());
  await engine.call("restore.request", { kind: "account", accountId: 5 });
  await engine.call("outbox.discard", { entryId, reason: "typed twice" });
  await engine.close();
  const folder = join(engine.profile, "connections");
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite")) ?? "";
  const db = new Database(join(folder, file), { readonly: true });
  const rows = db.prepare<[], AuditRow>("SELECT * FROM audit ORDER BY sequence").all();
  db.close();
  const actions = rows.map(({ action }) => action).filter((action) => action !== "connection.saved");
  expect(actions).toEqual([
    "purchaseReturn.posted",
    "taxVoucher.updated",
    "restore.requested",
    "entry.discarded",
  ]);
  let before = AUDIT_START;
  for (const row of rows) {
    expect(row.previous_hash).toBe(before);
    expect(auditHash(row)).toBe(row.hash);
    expect(auditHash({ ...row, subject: `${row.subject}!` })).not.toBe(row.hash);
    before = row.hash;
  }
});

it("the practice service takes what each of the posting channels makes", async () => {
  const service = await startPractice();
  const engine = openTestEngine();
  await connect(engine, service.url, service.token);
  const posted = [
    (await engine.call("purchaseReturn.post", aReturn())).entryId,
    (await engine.call("taxVoucher.update", aVoucher())).entryId,
    (
      await engine.call("restore.request", {
        kind: "exchangeRate",
        fromCurrencyId: "OMR",
        toCurrencyId: "YER",
      })
    ).entryId,
    (await engine.call("restore.request", { kind: "permission", permissionId: 604 })).entryId,
    (await engine.call("restore.request", { kind: "measureUnit", measureUnitId: 5 })).entryId,
    (await engine.call("restore.request", { kind: "account", accountId: 1105 })).entryId,
  ];
  for (const entryId of posted) await confirmed(engine, entryId);
  expect(
    service
      .received()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual([200, 200, 200, 200, 200, 201]);
  for (const entryId of posted) expect((await engine.entry(entryId)).answerUnderstood).toBe(true);
});

it("an entry that a corrected one replaced is listed as corrected, not as discarded, and counts once", async () => {
  const engine = await openPaused();
  const wrong = await engine.call("purchaseReturn.post", aReturn());
  const right = await engine.call("purchaseReturn.post", aReturn({ corrects: wrong.entryId }));
  const other = await engine.call("purchaseReturn.post", aReturn());
  await engine.call("outbox.discard", { entryId: other.entryId, reason: "typed twice" });
  const listed = async (corrected: boolean) =>
    (await engine.call("outbox.list", { corrected })).entries.map(({ entryId }) => entryId);
  expect(await listed(true)).toEqual([wrong.entryId]);
  expect(await listed(false)).toEqual([other.entryId]);
  const { document, entries } = await engine.call("documents.get", { serialNo: wrong.serialNo });
  expect(document.correctedByEntryId).toBe(right.entryId);
  expect(entries.map(({ correctedByEntryId }) => correctedByEntryId)).toEqual([right.entryId]);
  const { days } = await engine.call("outbox.summary", {});
  expect(days.at(-1)?.purchaseReturns).toBe(2);
});
