import { expect, it } from "vitest";
import { CHANNELS, type ChannelInput } from "../../../../contract/channels.ts";
import { createDocumentSearchService } from "../../../../main/engine/mirror/document-search.ts";
import { openShop } from "../import/shop-files.ts";

type Shop = ReturnType<typeof openShop>;

const serial = (n: number): string => `0b6a2a52-1f4c-4d5e-9a51-${String(n).padStart(12, "0")}`;

function openDocuments(shop: Shop) {
  const service = createDocumentSearchService({ db: shop.db }, () => undefined);
  return {
    search: (input: ChannelInput<"documents.search">) =>
      CHANNELS["documents.search"].output.parse(
        service.search(CHANNELS["documents.search"].input.parse(input)),
      ),
    get: (serialNo: string) =>
      CHANNELS["documents.get"].output.parse(
        service.get(CHANNELS["documents.get"].input.parse({ serialNo })),
      ),
  };
}

function putEntry(shop: Shop, n: number, at: number, state = "pending"): number {
  const { lastInsertRowid } = shop.db
    .prepare(
      `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, serial_no, request_body, request_hash, state,
         subject, created_at, changed_at, user_id)
       VALUES (?, 'purchaseReturn', ?, 1, ?, ?, 'hash', ?, 'North', ?, ?, 501)`,
    )
    .run(`${serial(n)}-${at}`, serial(n), serial(n), `{"n":${n},"at":${at}}`, state, at, at);
  return Number(lastInsertRowid);
}

function putDocument(
  shop: Shop,
  n: number,
  at: number,
  words: { subject?: string; note?: string; kind?: string } = {},
): void {
  const sequence = putEntry(shop, n, at);
  shop.db
    .prepare(
      `INSERT INTO document (serial_no, kind, subject, note, currency_id, local_amount, created_at, changed_at, last_sequence)
       VALUES (?, ?, ?, ?, 'USD', '12.5', ?, ?, ?)`,
    )
    .run(
      serial(n),
      words.kind ?? "purchaseReturn",
      words.subject ?? "North",
      words.note ?? "",
      at,
      at,
      sequence,
    );
}

function putAnswer(shop: Shop, n: number, raw: string): void {
  shop.db.prepare("UPDATE document SET answered_at = 1000 WHERE serial_no = ?").run(serial(n));
  shop.db
    .prepare(
      "INSERT INTO attempt (sequence, started_at, ended_at, outcome, response_body) VALUES (1, 1, 1000, 'accepted', ?)",
    )
    .run(raw);
}

it("an answer without evidence is shown with its own document, and with no other", () => {
  const shop = openShop();
  for (const n of [1, 2, 3]) putDocument(shop, n, 1_000 + n);
  const put = shop.db.prepare(
    "INSERT INTO attempt (sequence, started_at, ended_at, outcome, response_body) VALUES (?, 1, 2000, ?, ?)",
  );
  put.run(1, "no_evidence", '{"own":1}');
  put.run(2, "refused", '{"own":2}');
  const documents = openDocuments(shop);
  const rawOf = (n: number) => documents.get(serial(n)).rawAnswer;
  expect([1, 2, 3].map(rawOf)).toEqual(['{"own":1}', null, null]);
});

it("of a document's answers the one that its row tells of is shown, whatever came after it and whatever the clock said", () => {
  const shop = openShop();
  putDocument(shop, 1, 1_001);
  const second = putEntry(shop, 1, 1_002);
  const put = shop.db.prepare(
    "INSERT INTO attempt (sequence, started_at, ended_at, outcome, response_body) VALUES (?, 1, ?, ?, ?)",
  );
  const tellOf = shop.db.prepare("UPDATE document SET answered_at = ?");
  const documents = openDocuments(shop);
  const shown = () => {
    const { rawAnswer, answeredAt } = documents.get(serial(1));
    return [rawAnswer, answeredAt];
  };
  put.run(second, 4_000, "no_evidence", '{"none":1}');
  expect(shown()).toEqual(['{"none":1}', "1970-01-01T00:00:04.000Z"]);
  put.run(1, 2_000, "accepted", '{"first":1}');
  tellOf.run(2_000);
  put.run(second, 3_000, "refused", '{"refused":1}');
  // The owner counts any 2xx as confirmed: it is no evidence, and nothing of it is mirrored.
  put.run(second, 3_500, "accepted_not_understood", "<html>");
  expect(shown()).toEqual(['{"first":1}', "1970-01-01T00:00:02.000Z"]);
  // By a clock that was set back.
  put.run(second, 1_500, "accepted", '{"second":1}');
  tellOf.run(1_500);
  expect(shown()).toEqual(['{"second":1}', "1970-01-01T00:00:01.500Z"]);
});

it("pages by key, newest first, each document once, also while new ones come", () => {
  const shop = openShop();
  // Several in one millisecond: the serial number decides.
  for (let n = 0; n < 25; n += 1) putDocument(shop, n, 1_000 + Math.floor(n / 4));
  const documents = openDocuments(shop);
  const seen: string[] = [];
  let cursor: string | null = null;
  let page = 0;
  do {
    const found = documents.search(cursor === null ? { limit: 7 } : { limit: 7, cursor });
    seen.push(...found.documents.map(({ serialNo }) => serialNo));
    cursor = found.cursor;
    putDocument(shop, 100 + page, 9_000 + page);
    page += 1;
  } while (cursor !== null);
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => serial(24 - index)));
});

it.each(["x", "1.2", `1.${serial(1)}.3`, `99999999999999999.${serial(1)}`])(
  "refuses the cursor %s",
  (cursor) => {
    expect(() => openDocuments(openShop()).search({ cursor })).toThrow(/cursor/);
  },
);

it("finds by a part of the serial number, note or subject, in either language, and by kind", () => {
  const shop = openShop();
  putDocument(shop, 1, 1, { subject: "شركة الأمَل", note: "Broken BOXES" });
  putDocument(shop, 2, 2, { subject: "South", note: "رسوم ١٢", kind: "taxVoucher" });
  const documents = openDocuments(shop);
  const found = (input: ChannelInput<"documents.search">) =>
    documents.search(input).documents.map(({ serialNo }) => serialNo);
  expect(found({ text: "الامل" })).toEqual([serial(1)]);
  expect(found({ text: "box broken" })).toEqual([serial(1)]);
  expect(found({ text: "12" })).toContain(serial(2));
  expect(found({ text: "00001" })).toEqual([serial(1)]);
  expect(found({ kind: "taxVoucher" })).toEqual([serial(2)]);
  expect(found({ text: "absent" })).toEqual([]);
  shop.db.prepare("UPDATE document SET note = 'Changed' WHERE serial_no = ?").run(serial(1));
  expect(found({ text: "box" })).toEqual([]);
  expect(found({ text: "changed" })).toEqual([serial(1)]);
});

it("shows vouchers that only a file or the service named, and each once", async () => {
  const shop = openShop();
  const header = "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt";
  await shop.take(
    "taxVoucher",
    `${header}\n${serial(1)},USD,9,fee,1,,,2026-01-01T00:00:00.000Z\n${serial(2)},USD,9,fee,1,,,2026-01-01T00:00:00.000Z\n`,
  );
  putDocument(shop, 2, 5, { kind: "taxVoucher" });
  const documents = openDocuments(shop);
  expect(documents.search({}).documents.map(({ serialNo, state }) => [serialNo, state])).toEqual([
    [serial(1), null],
    [serial(2), "pending"],
  ]);
  expect(documents.search({ kind: "purchaseReturn" }).documents).toEqual([]);
  expect(documents.get(serial(1))).toMatchObject({
    document: { kind: "taxVoucher", note: "fee", serviceAmount: null },
    entries: [],
    requestBody: null,
  });
});

it("gives the transaction with its parts, exact and with the fields no one named", () => {
  const shop = openShop();
  putDocument(shop, 1, 1);
  const newest = putEntry(shop, 1, 2, "confirmed");
  shop.db.prepare("UPDATE document SET last_sequence = ? WHERE serial_no = ?").run(newest, serial(1));
  const raw = `[{"serialNo":"${serial(1)}","tenantId":1,"id":9007199254740993,"amount":0.10,"newField":1.50,"deep":{"n":[1e3,12345678901234567890]},
    "TenantBalances":[{"accountId":4,"currencyId":"USD","amount":-1.230,"isMain":"odd"},"not a row"],
    "TenantTransactionTransfers":[],"TenantTransactionProducts":[],"TenantRequest":[],"TenantLogs":[{"id":1,"description":"x"}],
    "TenantProductStorages":"none"}]`;
  putAnswer(shop, 1, raw);
  const found = openDocuments(shop).get(serial(1).toUpperCase());
  expect(found.transaction).toMatchObject({
    id: "9007199254740993",
    amount: "0.1",
    newField: "1.50",
    deep: { n: ["1e3", "12345678901234567890"] },
  });
  expect(found.transaction).not.toHaveProperty("TenantBalances");
  expect(found.balances).toHaveLength(1);
  expect(found.balances[0]).toMatchObject({ accountId: 4, amount: "-1.23", isMain: null });
  expect(found.logs[0]).toMatchObject({ id: 1, description: "x" });
  expect(found.notes).toContainEqual({ path: "0.newField", problem: "unknown_field" });
  expect(found.notes).toContainEqual({ path: "0.TenantBalances.0.isMain", problem: "odd" });
  expect(found.rawAnswer).toBe(raw);
  expect(found.answeredAt).toBe("1970-01-01T00:00:01.000Z");
  expect(found.requestBody).toBe('{"n":1,"at":2}');
  expect(found.entries.map(({ state }) => state)).toEqual(["confirmed", "pending"]);
  expect(found.document.state).toBe("confirmed");
  expect(JSON.parse(JSON.stringify(found))).toEqual(found);
});

it("sets each balance of the answer beside what was last known of it before", () => {
  const shop = openShop();
  const known = (currency: string, amount: string | null, n: number | null, at: number) =>
    shop.db
      .prepare("INSERT INTO balance_history VALUES (4, ?, ?, ?, ?)")
      .run(currency, amount, n === null ? null : serial(n), at);
  shop.db.exec(
    "INSERT INTO account (id, name, type, search_name, source, updated_at) VALUES (4, 'North', 'supplier', 'north', 'file', 0)",
  );
  putDocument(shop, 1, 1);
  const balance = (currencyId: string, amount: string) =>
    `{"tenantId":1,"accountId":4,"currencyId":"${currencyId}","amount":${amount}}`;
  const rows = [
    balance("USD", "80.15"),
    balance("YER", "5"),
    balance("SAR", "1"),
    '{"tenantId":1,"accountId":null,"currencyId":"X"}',
    '{"tenantId":2,"accountId":4,"currencyId":"USD","amount":-55555}',
  ];
  putAnswer(
    shop,
    1,
    `[{"serialNo":"${serial(1)}","tenantId":1,"TenantBalances":[${rows.join(",")}],"TenantTransactionTransfers":[],
      "TenantTransactionProducts":[],"TenantRequest":[],"TenantLogs":[],"TenantProductStorages":[]}]`,
  );
  known("USD", "90.5", 5, 400);
  // In the same millisecond: before it, itself, and after it.
  known("USD", "100.25", 2, 1_000);
  known("USD", "80.15", 1, 1_000);
  known("USD", "70", 3, 1_000);
  known("USD", "60", 3, 2_000);
  known("YER", null, 2, 900);
  known("YER", "5", 1, 1_000);
  known("SAR", "1", 1, 1_000);
  const { balanceChanges } = openDocuments(shop).get(serial(1));
  expect(balanceChanges).toEqual([
    {
      accountId: 4,
      accountName: "North",
      currencyId: "USD",
      before: "100.25",
      after: "80.15",
      beforeAt: "1970-01-01T00:00:01.000Z",
      difference: "-20.1",
    },
    expect.objectContaining({
      currencyId: "YER",
      before: null,
      after: "5",
      difference: null,
    }),
    expect.objectContaining({
      currencyId: "SAR",
      before: null,
      beforeAt: null,
      after: "1",
      difference: null,
    }),
  ]);
});

it.each(["<html>", "{}", "[1]", "[]", "null", "[".repeat(100_000), '[{"__proto__":{"a":1}}]'])(
  "keeps an answer that is not understood: %.20s",
  (raw) => {
    const shop = openShop();
    putDocument(shop, 1, 1);
    putAnswer(shop, 1, raw);
    const found = openDocuments(shop).get(serial(1));
    expect(found.rawAnswer).toBe(raw);
    expect(found.balances).toEqual([]);
    expect(found.balanceChanges).toEqual([]);
  },
);

it("doesn't know an unknown serial number", () => {
  expect(() => openDocuments(openShop()).get(serial(9))).toThrow(/No document/);
});

it("finds the oldest of very many by going on where an answer stopped, each once", () => {
  const shop = openShop();
  putDocument(shop, 3, 3, { note: "torn bag" });
  putDocument(shop, 500, 500, { note: "torn bag" });
  shop.db.exec(`
    WITH RECURSIVE number (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < 14000)
    INSERT INTO document (serial_no, kind, subject, note, created_at, changed_at)
    SELECT substr('${serial(0)}', 1, 24) || printf('%012d', n), 'purchaseReturn', 'North', 'broken', n, n FROM number`);
  const documents = openDocuments(shop);
  const seen: string[] = [];
  const first = documents.search({ text: "torn", limit: 1 });
  expect(first).toEqual({ documents: [], cursor: expect.any(String) });
  for (let { cursor } = first; cursor !== null; ) {
    const found = documents.search({ text: "torn", limit: 1, cursor });
    seen.push(...found.documents.map(({ serialNo }) => serialNo));
    cursor = found.cursor;
  }
  expect(seen).toEqual([serial(500), serial(3)]);
  expect(documents.search({ text: "broken", limit: 5 }).documents).toHaveLength(5);
});
