/** What an answer writes into the mirror, and what it leaves as it was. */

import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { NOBODY } from "../../../../../contract/call.ts";
import { type ReadableTransaction, readTransactions } from "../../../../../contract/service/read-answer.ts";
import { createAnswerStore } from "../../../../../main/engine/core/outbox/answers.ts";
import { createEntryStore } from "../../../../../main/engine/core/outbox/entries.ts";
import { migrate } from "../../../../../main/engine/file/schema/migrations.ts";

const SERIAL = "7a0c4e50-0000-4000-8000-000000000001";
const DEVICE = "11111111-1111-4111-8111-111111111111";
const at = (second: number): string => `2026-03-01T08:00:0${second}.000Z`;

function openStore() {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  migrate(db);
  const entries = createEntryStore(db);
  const enter = (n: number, orderingKey: string): number =>
    entries.insert(
      {
        entry_id: `00000000-0000-4000-8000-00000000000${n}`,
        kind: "taxVoucher",
        ordering_key: orderingKey,
        tenant_id: 7001,
        serial_no: SERIAL,
        request_body: "{}",
        request_hash: "",
        subject: "",
        currency_id: null,
        local_amount: null,
        created_at: n,
        corrects_entry_id: null,
      },
      { userId: 501, ...NOBODY },
    );
  return { db, enter, answers: createAnswerStore(db) };
}

function transactionOf(fields: object): ReadableTransaction {
  const read = readTransactions([{ tenantId: 7001, serialNo: SERIAL, ...fields }]);
  const [own] = read.understood ? read.value : [];
  if (own === undefined) throw new Error("the transaction was not read");
  return own;
}

const rows = (amount: number, second: number) => ({
  TenantBalances: [
    { tenantId: 7001, accountId: 5, currencyId: "YER", amount, ceilAmount: 0, updatedAt: at(second) },
  ],
  TenantProductStorages: [
    {
      tenantId: 7001,
      productId: 1,
      measureUnitId: 1,
      storeId: 1,
      currencyId: "YER",
      costPrice: 2,
      quantity: amount,
      updatedAt: at(second),
    },
  ],
});

it("of answers that cross, the balance and the stock that the service dates as newer stay", () => {
  const { db, answers } = openStore();
  const put = (amount: number, second: number) => {
    const own = transactionOf(rows(amount, second));
    answers.putTransactions({ serialNo: SERIAL, tenantId: 7001, voucher: null }, own, [own], second);
  };
  put(20, 5);
  put(10, 4);
  expect(db.prepare("SELECT amount FROM balance").pluck().all()).toEqual(["20"]);
  expect(db.prepare("SELECT quantity FROM stock").pluck().all()).toEqual(["20"]);
  expect(db.prepare("SELECT amount FROM balance_history").pluck().all()).toEqual(["20"]);
  put(30, 6);
  expect(db.prepare("SELECT amount FROM balance").pluck().all()).toEqual(["30"]);
  expect(db.prepare("SELECT quantity FROM stock").pluck().all()).toEqual(["30"]);
});

it("an answer that lacks a voucher's amount leaves the one that is known", () => {
  const { db, answers } = openStore();
  const voucher = { note: "n", creatorDeviceId: DEVICE };
  const put = (fields: object) => {
    const own = transactionOf({ currencyId: "YER", ...fields });
    answers.putTransactions({ serialNo: SERIAL, tenantId: 7001, voucher }, own, [own], 1);
  };
  put({ amount: 7.5, status: 2, updatedAt: at(1) });
  put({});
  expect(db.prepare("SELECT amount, status FROM voucher").get()).toEqual({ amount: "7.5", status: 2 });
});

it("the answer to an older restore of a record is not shown in place of the newest one's", () => {
  const { db, enter, answers } = openStore();
  const [older, newest] = [enter(1, "account:1"), enter(2, "account:1")];
  db.prepare(
    "INSERT INTO restore_record (record_key, kind, requested_at, last_sequence) VALUES (?, ?, ?, ?)",
  ).run("account:1", "restoreAccount", 1, newest);
  answers.putRestore({ sequence: newest, recordKey: "account:1" }, "newest", 1);
  answers.putRestore({ sequence: older, recordKey: "account:1" }, "older", 2);
  expect(db.prepare("SELECT answer FROM restore_record").pluck().all()).toEqual(["newest"]);
});

it("a balance without its account or its currency is left out, and the answer's others are taken", () => {
  const { db, answers } = openStore();
  const balance = {
    tenantId: 7001,
    accountId: 5,
    currencyId: "YER",
    amount: 1,
    ceilAmount: 0,
    updatedAt: at(1),
  };
  const own = transactionOf({
    TenantBalances: [{ ...balance, accountId: null }, { ...balance, currencyId: null }, balance],
  });
  answers.putTransactions({ serialNo: SERIAL, tenantId: 7001, voucher: null }, own, [own], 1);
  expect(db.prepare("SELECT account_id, currency_id, amount FROM balance").all()).toEqual([
    { account_id: 5, currency_id: "YER", amount: "1" },
  ]);
});
