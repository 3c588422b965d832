import { describe, expect, it } from "vitest";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { OPERATION_KINDS, OPERATIONS } from "../../../contract/operations.ts";
import { readRestore, readTransactions } from "../../../contract/service/read-answer.ts";
import {
  restoreResult,
  type TransactionResult,
  transactionResults,
} from "../../../contract/service/results.ts";
import {
  lineText,
  type PlainAnswer,
  purchaseReturnText,
  rightBody,
  send,
  startPractice,
  taxVoucherText,
  VOUCHER,
} from "../../helpers/practice/requests.ts";

const only = (answer: PlainAnswer): TransactionResult => {
  const [result, ...others] = transactionResults.parse(parseExactJson(answer.text));
  expect(others).toEqual([]);
  if (result === undefined) throw new Error(`no transaction in ${answer.text}`);
  return result;
};

describe("every answer", () => {
  it.each(OPERATION_KINDS)("of %s is read by the contract without a note", async (kind) => {
    const service = await startPractice();
    const answer = await send(service, kind);
    expect(answer.status).toBe(kind === "purchaseReturn" ? 201 : 200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    const raw = parseExactJson(answer.text);
    const read = OPERATIONS[kind].answer === "restore" ? readRestore(raw) : readTransactions(raw);
    expect(read).toMatchObject({ understood: true, notes: [] });
    OPERATIONS[kind].response.parse(raw);
  });
});

describe("a purchase return", () => {
  it("computes its amount exactly, whatever binary floating point would say", async () => {
    const service = await startPractice();
    const lines = [
      lineText({ price: "0.1", quantity: "1" }),
      lineText({ productId: "1002", price: "0.2", quantity: "1" }),
      lineText({ productId: "1003", price: "1234567890123.4567", quantity: "1.000" }),
      lineText({ productId: "1004", price: "1e-7", quantity: "3" }),
    ];
    const result = only(await send(service, "purchaseReturn", purchaseReturnText({}, lines)));
    expect(result.amount).toBe("1234567890123.7567003");
    expect(result.TenantTransactionTransfers.map(({ accountId, amount }) => [accountId, amount])).toEqual([
      [1101, "-1234567890123.7567003"],
      [2001, "1234567890123.7567003"],
    ]);
    expect(result.TenantBalances.map(({ accountId, amount }) => [accountId, amount])).toEqual([
      [1101, "-1234566040123.2567003"],
      [2001, "1234568625123.7567003"],
    ]);
  });

  it("prints whole numbers beyond 2^53 digit for digit", async () => {
    const service = await startPractice();
    const lines = [lineText({ price: "9007199254740993", quantity: "1" })];
    const body = purchaseReturnText({ creatorUserId: "90071992547409931" }, lines);
    const answer = await send(service, "purchaseReturn", body);
    expect(answer.text).toContain('"amount":9007199254740993,');
    expect(answer.text).toContain('"creatorUserId":90071992547409931,');
    expect(only(answer).creatorUserId).toBe("90071992547409931");
  });

  it("takes goods and free goods out of the row of their dates, each row answered once", async () => {
    const service = await startPractice();
    const lines = [
      lineText({ quantity: "2", freeQuantity: "1" }),
      lineText({ quantity: "0.5" }),
      lineText({ productId: "1010", productionAt: "null", expiryAt: "null", quantity: "1" }),
    ];
    const result = only(await send(service, "purchaseReturn", purchaseReturnText({}, lines)));
    expect(
      result.TenantProductStorages.map(({ productId, expiryAt, quantity, barcode }) => [
        productId,
        expiryAt,
        quantity,
        barcode,
      ]),
    ).toEqual([
      [1001, "2027-12-31", "20.5", "2900000100107"],
      // No dates: what goes off first, here goods that went off already.
      [
        1010,
        service.shop().stock.find(({ productId }) => productId === 1010)?.expiryAt,
        "26",
        "2900000101005",
      ],
    ]);
    expect(
      result.TenantTransactionProducts.map(({ isFree, price, quantity, costPrice }) => [
        isFree,
        price,
        quantity,
        costPrice,
      ]),
    ).toEqual([
      [false, "5900", "2", "5200"],
      [true, "0", "1", "5200"],
      [false, "5900", "0.5", "5200"],
      [false, "5900", "1", "690"],
    ]);
    expect(result.TenantRequest).toHaveLength(1);
    expect(result.TenantLogs.length).toBeGreaterThan(0);
  });

  it("gives its amount in the main currency by the rate in force", async () => {
    const service = await startPractice();
    const lines = [lineText({ price: "10.25", quantity: "3" })];
    const body = purchaseReturnText({ currencyId: '"SAR"' }, lines);
    const result = only(await send(service, "purchaseReturn", body));
    expect([result.amount, result.toCurrencyId, result.toAmount]).toEqual(["30.75", "YER", "4320.375"]);
  });

  it("refuses records that are unknown, deleted or of the wrong kind, naming each, and changes nothing", async () => {
    const service = await startPractice();
    const before = service.books();
    const body = purchaseReturnText(
      { supplierAccountId: "1105", cashOrBankAccountId: "3001", storeId: "77" },
      [lineText({ measureUnitId: "5", price: "-1" })],
    );
    const answer = await send(service, "purchaseReturn", body);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: "not_accepted",
      fields: [
        { field: "storeId", reason: "store 77 is not known" },
        { field: "supplierAccountId", reason: "account 1105 was deleted" },
        { field: "cashOrBankAccountId", reason: "account 3001 is a other account, not cash or bank" },
        { field: "tenantTransactionProductInputs.0.measureUnitId", reason: "measure unit 5 was deleted" },
        { field: "tenantTransactionProductInputs.0.price", reason: "is negative" },
      ],
    });
    const after = service.books();
    expect(after).toEqual(before);
    expect(service.received()).toMatchObject([{ status: 422, appliedNo: null, body }]);
  });

  it("refuses numbers whose product no border takes", async () => {
    const service = await startPractice();
    const long = `0.${"1".repeat(50)}`;
    const body = purchaseReturnText({}, [lineText({ price: long, quantity: long })]);
    const answer = await send(service, "purchaseReturn", body);
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([422, "too_many_digits"]);
    expect(service.books().applied).toEqual([]);
  });
});

describe("a tax voucher", () => {
  it("moves the balances by the difference, and converges when it comes again", async () => {
    const service = await startPractice();
    const balances = () =>
      new Map(service.books().balances.map((row) => [`${row.accountId} ${row.currencyId}`, row.amount]));
    const first = only(await send(service, "taxVoucher"));
    expect([first.serialNo, first.amount, first.status, first.description]).toEqual([
      VOUCHER,
      "20000.25",
      2,
      "corrected",
    ]);
    expect(balances().get("2001 YER")).toBe("733500.25");
    expect(balances().get("3001 YER")).toBe("188999.75");
    const after = balances();
    const second = only(await send(service, "taxVoucher"));
    expect(balances()).toEqual(after);
    expect(second.id).toBe(first.id);
    expect(service.books().transactions).toEqual([
      { operation: "taxVoucher", serialNo: VOUCHER, timesApplied: 2 },
    ]);
    expect(service.books().vouchers[1]).toMatchObject({
      amount: "20000.25",
      updatedAt: "2026-08-01T10:00:00.000Z",
    });
  });

  it("changes its currency by taking the old amount back", async () => {
    const service = await startPractice();
    const result = only(
      await send(service, "taxVoucher", taxVoucherText({ currencyId: '"SAR"', amount: "100" })),
    );
    const moved = result.TenantBalances.map((row) => [row.accountId, row.currencyId, row.amount]);
    expect(moved).toEqual([
      [3001, "SAR", "100"],
      [2001, "SAR", "1100"],
      [3001, "YER", "168999.5"],
      [2001, "YER", "753500.5"],
    ]);
  });

  it("is not found under an unknown serial number", async () => {
    const service = await startPractice();
    const body = taxVoucherText({ serialNo: '"aaaaaaaa-0000-4000-8000-00000000dead"' });
    const answer = await send(service, "taxVoucher", body);
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([404, "voucher_not_found"]);
  });
});

describe("a restore", () => {
  const kinds = OPERATION_KINDS.filter((kind) => OPERATIONS[kind].answer === "restore");

  it.each(kinds)("by %s brings the record back, and a repeat gets the same answer", async (kind) => {
    const service = await startPractice();
    const first = await send(service, kind);
    const { id } = restoreResult.parse(parseExactJson(first.text));
    expect(
      service.books().deleted.some((row) => row.operation === kind && row.recordKey === String(id)),
    ).toBe(false);
    expect(await send(service, kind)).toMatchObject({ status: 200, text: first.text });
    expect(service.books().restores).toEqual([{ operation: kind, recordKey: String(id), timesApplied: 1 }]);
  });

  it("says so where there is nothing to restore", async () => {
    const service = await startPractice();
    const live = rightBody("restoreAccount").replace("1105", "1101");
    const unknown = rightBody("restoreAccount").replace("1105", "123456789012345678901");
    expect(await send(service, "restoreAccount", live)).toMatchObject({ status: 409 });
    expect(await send(service, "restoreAccount", unknown)).toMatchObject({ status: 404 });
  });

  it("lets a refused purchase return through", async () => {
    const service = await startPractice();
    const body = purchaseReturnText({ supplierAccountId: "1105" });
    expect((await send(service, "purchaseReturn", body)).status).toBe(422);
    await send(service, "restoreAccount");
    expect((await send(service, "purchaseReturn", body)).status).toBe(201);
  });
});
