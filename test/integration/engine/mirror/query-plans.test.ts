/**
 * How SQLite answers what the engine asks all day. A day is acted on the real engine; every statement that it runs is
 * seen as SQLite sees it, and none may walk through a table that grows, or sort what an index could hand out in order.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { type Db, holdPragma } from "../../../../main/engine/file/database/open-database.ts";
import { FORMS } from "../../../../main/engine/file/database/row-rules.ts";
import { systemClock } from "../../../../main/engine/ports.ts";
import {
  aReturn,
  connect,
  enter,
  newFolder,
  openTestEngine,
  type TestEngine,
  until,
  voucherSerial,
} from "../../../helpers/engine.ts";
import { answer, goodBody, startHttpService } from "../../../helpers/http-service.ts";

/** These grow with the shop; the rest stays small. */
const BIG = [
  ...["entry", "attempt", "audit", "document", "voucher", "balance_history"],
  ...["stock", "balance", "product", "product_unit", "restore_record", "kept_file", "account"],
  ...["purchase", "purchase_line", "return_line"],
];

/** What walks or sorts all the same, and why it may. Each must still be there. */
const ALLOWED: readonly { statement: RegExp; step: RegExp; why: string }[] = [
  {
    statement: /^INSERT INTO entry /,
    step: /^SCAN (restore_record|document)$/,
    why: "run only while a reference to an entry that isn't there yet is open (FkIfZero); there never is one",
  },
  {
    statement: /^SELECT ended_at, response_body AS raw/,
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    why: "sorts the answers of one document, which are as many as its entries were tried",
  },
  {
    statement: /FROM audit ORDER BY sequence DESC LIMIT/,
    step: /^SCAN audit$/,
    why: "from the end, and ends at its limit",
  },
  {
    statement: /INDEXED BY entry_tried_often/,
    step: /USING INDEX entry_tried_often$/,
    why: "the index holds only what was tried ten times and still waits",
  },
  {
    statement: /INDEXED BY entry_asked_long/,
    step: /USING INDEX entry_asked_long$/,
    why: "the index holds only what the service has put off for more than an hour",
  },
  {
    statement: /INDEXED BY entry_by_consent/,
    step: /USING COVERING INDEX entry_by_consent$/,
    why: "the index holds only what waits by the owner's consent",
  },
  {
    statement: /FROM attempt WHERE ended_at IS NOT NULL/,
    step: /^SCAN attempt$/,
    why: "from the end, and ends at its limit; no more attempts are open than may be under way",
  },
  {
    statement: /^SELECT product_key FROM json_each\(.*CROSS JOIN product/,
    step: /FOR ORDER BY$/,
    why: "only the products that were found are sorted, fewer than the limit",
  },
  {
    statement: /FROM voucher WHERE NOT EXISTS/,
    step: /voucher_search$|FOR LAST TERM OF ORDER BY$/,
    why: "a part of a word is in no index; newest first until the limit, and only what was found is sorted",
  },
  {
    statement: /^SELECT purchase\.\*, account\.name/,
    step: /FOR ORDER BY$/,
    why: "sorts the rows of one page",
  },
  {
    statement: /^SELECT \? AS kind, .* FROM account WHERE/,
    step: /^SCAN account USING COVERING INDEX account_by_name$|FOR ORDER BY$/,
    why: "a part of a name is in no index, and a shop has few accounts",
  },
  {
    statement: /FROM stock WHERE product_id = .* ORDER BY coalesce\(service_updated_at/,
    step: /FOR ORDER BY$/,
    why: "sorts the rows of one batch, one or two",
  },
  {
    statement: /^SELECT \* FROM stock ORDER BY product_id/,
    step: /^SCAN stock USING INDEX sqlite_autoindex_stock_1$/,
    why: "in the order of the key, and ends at its limit",
  },
  {
    statement: /FROM product_unit CROSS JOIN product /,
    step: /FOR ORDER BY$/,
    why: "sorts the few rows of one barcode",
  },
  {
    statement: /FROM product_count\) IS \(SELECT count/,
    step: /^SCAN product USING COVERING INDEX/,
    why: "the check of a whole file, which reads every page anyway; a start checks a small file only",
  },
  {
    statement: /^SELECT CASE WHEN NOT \(.* WHERE NOT \(/,
    step: /^SCAN /,
    why: "the check of what each row holds, a part of the same",
  },
  {
    statement: /^SELECT EXISTS \(SELECT state, n FROM entry_count/,
    step: /^SCAN entry USING COVERING INDEX|FOR ORDER BY$/,
    why: "the check of the counts, a part of the same",
  },
];

/** Whole table, whole index, or rows that are gathered and sorted. */
function isWalk(step: string, shape = ""): boolean {
  const name = /^SCAN (\w+)\b(?!.*VIRTUAL TABLE)/.exec(step)?.[1];
  const table = new RegExp(`(\\w+) AS ${name}\\b`).exec(shape)?.[1] ?? name;
  return BIG.some((big) => big === table);
}
const isSort = (step: string): boolean => /^USE TEMP B-TREE FOR (ORDER BY|LAST|RIGHT)/.test(step);

/** The statement without what it was asked with. */
const shapeOf = (sql: string): string =>
  sql
    .replaceAll(/'(?:[^']|'')*'/g, "?")
    .replaceAll(/\b\d+(?:\.\d+)?\b/g, "?")
    .replaceAll(/\s+/g, " ")
    .trim();

interface Seen {
  act: string;
  sql: string;
}

/** Every statement that was run, by its shape, with the act that ran it first. */
const seen = new Map<string, Seen>();
let act = "";

function watched(path: string): Db {
  mkdirSync(dirname(path), { recursive: true });
  const db = new Database(path, {
    verbose: (sql: unknown) => {
      const text = String(sql);
      // A trigger's own statements are given as comments; their plans are part of the statement that fires it.
      if (act === "" || text.startsWith("--") || !/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text))
        return;
      const shape = shapeOf(text);
      if (!seen.has(shape)) seen.set(shape, { act, sql: text });
    },
  });
  holdPragma(db, "journal_mode", "WAL", "wal");
  holdPragma(db, "synchronous", "FULL", 2);
  holdPragma(db, "foreign_keys", "ON", 1);
  return db;
}

const PURCHASES =
  "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,expiryAt\n" +
  "P-1,2026-01-02,1101,YER,1001,1,5,2027-01-31\nP-2,2026-01-03,1101,YER,1002,1,6,\n";
const STOCK =
  "productId,measureUnitId,storeId,quantity,expiryAt,costPrice\n1001,1,1,5,2027-01-31,1\n1001,1,1,0,2027-01-31,2\n" +
  "1002,1,1,6,,\n1003,1,2,7,,\n";

const answered = (body: string): string =>
  body
    .replace(
      '"TenantBalances":[]',
      '"TenantBalances":[{"tenantId":7001,"accountId":1101,"currencyId":"YER","amount":1,"ceilAmount":2,"updatedAt":"2026-03-01T08:00:00.000Z"}]',
    )
    .replace(
      '"TenantProductStorages":[]',
      '"TenantProductStorages":[{"tenantId":7001,"productId":1001,"measureUnitId":1,"storeId":1,"barcode":"77","currencyId":"YER","costPrice":1,"quantity":2,"updatedAt":"2026-03-01T08:00:00.000Z"}]',
    );

async function actADay(profile: string): Promise<void> {
  const service = await startHttpService(answer(201, (came) => answered(goodBody(came))));
  const open = (): TestEngine => openTestEngine({ profile, liveClock: systemClock, openDatabase: watched });
  const inOutbox = async (
    engine: TestEngine,
    state: "confirmed" | "dead_letter" | "outcome_unknown",
    n: number,
  ) =>
    until(
      async () => (await engine.call("outbox.list", { states: [state], limit: 500 })).entries.length >= n,
    );

  let engine = open();
  await connect(engine, service.url);
  const books = join(profile, "books.csv");
  writeFileSync(books, `serialNo,date,currencyId,amount,status\n${voucherSerial(7)},2026-03-01,YER,1,2\n`);
  const csv = join(profile, "products.csv");
  writeFileSync(
    csv,
    `id,name,barcode,measureUnitId,price,costPrice,deleted\n${Array.from({ length: 60 }, (_, n) => `${1001 + n},Green tea ${n},62810000${n + 10},1,2.5,1.25,0`).join("\n")}\n`,
  );
  await engine.call("referenceData.import", { kind: "product", path: csv });

  act = "post, claim and settle";
  for (let n = 1; n <= 12; n += 1) await enter(engine, "purchaseReturn", n);
  for (let n = 1; n <= 3; n += 1) await enter(engine, "taxVoucher", n);
  await enter(engine, "restorePermission");
  await engine.call("draft.save", {
    draftId: "11111111-0000-4000-8000-000000000001",
    kind: "purchaseReturn",
    content: "{}",
  });
  await inOutbox(engine, "confirmed", 16);
  act = "a refusal";
  // Refused in the same words, the second would count as refused by a service in trouble.
  service.behave = (out, came) =>
    answer(422, came.body.includes("return 20") ? '{"message":"no"}' : '{"message":"never"}')(out, came);
  const refused = await enter(engine, "purchaseReturn", 20);
  const refusedToo = await enter(engine, "purchaseReturn", 21);
  await inOutbox(engine, "dead_letter", 2);
  act = "an answer that is lost";
  service.behave = (outgoing) => void outgoing.destroy();
  const unknown = await enter(engine, "purchaseReturn", 22);
  await inOutbox(engine, "outcome_unknown", 1);
  service.behave = answer(201);
  act = "purchases and stock of files";
  writeFileSync(csv, PURCHASES);
  await engine.call("referenceData.import", { kind: "purchase", path: csv });
  writeFileSync(csv, STOCK);
  await engine.call("referenceData.import", { kind: "stock", path: csv });
  const { cursor: afterPurchase } = await engine.call("purchases.search", { limit: 1 });
  if (afterPurchase !== null) await engine.call("purchases.search", { limit: 1, cursor: afterPurchase });
  await engine.call("purchases.search", { text: "tea" });
  await engine.call("purchases.search", { text: "P-1", productId: 1001, supplierAccountId: 1101 });
  await engine.call("purchases.get", { documentNo: "P-1", supplierAccountId: 1101 });
  await engine.call("expiry.list", { withinDays: 3_650 });
  await engine.call("expiry.totals", {});
  const { cursor: afterStock } = await engine.call("mirror.stock", { limit: 1 });
  if (afterStock !== null) await engine.call("mirror.stock", { limit: 1, cursor: afterStock });
  await engine.call("mirror.stock", { storeId: 1, limit: 1 });
  await engine.call("mirror.stock", { storeId: 1, limit: 1, cursor: "1/1/1//" });
  act = "what a person decides";
  await engine.call("outbox.discard", { entryId: refusedToo, reason: "entered twice" });
  await engine.call("outbox.markRecorded", { entryId: unknown, evidence: "seen in the books" });
  await engine.call("purchaseReturn.post", { ...aReturn({ note: "corrected" }), corrects: refused });
  await inOutbox(engine, "confirmed", 18);

  act = "the status";
  await engine.call("sync.status", {});
  act = "a page of the outbox";
  const newest = await engine.call("outbox.list", { limit: 5 });
  const beforeSequence = newest.entries.at(-1)?.sequence ?? 0;
  await engine.call("outbox.list", { limit: 5, beforeSequence });
  await engine.call("outbox.list", { states: ["pending", "retry_wait"], limit: 5, beforeSequence });
  await engine.call("outbox.get", { entryId: refused });
  act = "Home";
  await engine.call("outbox.summary", {});
  act = "a statement";
  const { cursor: afterReturn } = await engine.call("statements.get", { accountId: 1101, limit: 1 });
  if (afterReturn !== null)
    await engine.call("statements.get", {
      accountId: 1101,
      limit: 1,
      cursor: afterReturn,
      from: "2026-01-01",
    });
  act = "a page of documents";
  const documents = await engine.call("documents.search", { limit: 5 });
  if (documents.cursor !== null)
    await engine.call("documents.search", { limit: 5, cursor: documents.cursor });
  await engine.call("documents.search", { kind: "taxVoucher" });
  await engine.call("documents.search", { text: "return 3" });
  await engine.call("documents.get", { serialNo: documents.documents[0]?.serialNo ?? "" });
  await engine.call("taxVoucher.find", { text: "corrected" });
  act = "products";
  await engine.call("mirror.scan", { code: "6281000012" });
  await engine.call("mirror.scan", { code: "]d2010950110153000310A" });
  await engine.call("mirror.lookupBarcode", { barcode: "6281000012" });
  await engine.call("mirror.lookupBarcode", { barcode: "77" });
  for (const text of ["", "1003", "green te", "tea 4", "62810000"])
    await engine.call("mirror.search", { kind: "product", text });
  const { cursor } = await engine.call("mirror.browse", { kind: "product", limit: 5 });
  if (cursor !== null) await engine.call("mirror.browse", { kind: "product", limit: 5, cursor });
  await engine.call("mirror.stock", { productId: 1001 });
  await engine.call("mirror.balances", { accountId: 1101 });
  await engine.call("mirror.balanceHistory", { accountId: 1101 });
  act = "a page of the activity";
  const { entries } = await engine.call("audit.list", { limit: 5 });
  await engine.call("audit.list", { limit: 5, beforeSequence: entries.at(-1)?.sequence ?? 0 });
  act = "the end of the day";
  const { today } = await engine.call("daySheets.list", {});
  await engine.call("daySheets.create", { day: today });
  await engine.call("daySheets.create", { day: today });
  await engine.call("daySheets.list", { limit: 5 });
  await engine.call("unknown.match", { path: books });
  act = "a start";
  await engine.close();
  engine = open();
  await engine.call("sync.status", {});
  act = "";
  await engine.close();
}

/** What SQLite does for each statement that was seen, step by step. */
function plansOf(profile: string): (Seen & { shape: string; steps: string[] })[] {
  const folder = join(profile, "connections");
  const db = new Database(join(folder, readdirSync(folder).find((name) => name.endsWith(".sqlite")) ?? ""));
  for (const [rule] of FORMS) db.function(rule, (_: unknown) => 1);
  try {
    return [...seen].map(([shape, { act: of, sql }]) => {
      const rows = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
      return { shape, act: of, sql, steps: rows.map(({ detail }) => detail) };
    });
  } finally {
    db.close();
  }
}

/** What the test is about: each must have been run, or nothing is shown of it. */
const HOT: readonly (readonly [what: string, statement: RegExp])[] = [
  ["claim", /FROM entry AS e INDEXED BY entry_due/],
  ["open an attempt", /^INSERT INTO attempt/],
  ["end an attempt", /^UPDATE attempt SET ended_at/],
  ["settle", /^UPDATE entry SET state = \?, attempts = attempts/],
  ["mirror the answer", /^UPDATE document SET service_amount/],
  ["mirror a balance", /^INSERT INTO balance /],
  ["mirror stock", /^INSERT INTO stock/],
  ["post", /^INSERT INTO entry /],
  ["the end of the audit", /FROM audit ORDER BY sequence DESC LIMIT/],
  ["next due", /SELECT next_attempt_at FROM entry/],
  ["the oldest of a state", /SELECT sequence, created_at FROM entry INDEXED BY entry_by_state WHERE state/],
  ["the outbox", /FROM entry WHERE sequence < \? ORDER BY sequence DESC/],
  [
    "the outbox by state",
    /FROM entry INDEXED BY entry_by_state WHERE state = \? AND sequence < \? UNION ALL/,
  ],
  ["documents", /FROM document/],
  ["what expires", /FROM stock AS live INDEXED BY stock_by_expiry/],
  ["a batch with rows that are used up", /FROM stock WHERE product_id = \+.* ORDER BY rowid$/],
  ["a product's barcode", /WHERE barcode = \?/],
  ["products", /FROM product\b/],
  ["a day's entries", /FROM entry INDEXED BY entry_by_time WHERE created_at >= \? AND created_at < \?/],
  ["a day's decisions", /FROM audit AS a INDEXED BY audit_by_time LEFT JOIN entry/],
  ["unknown outcomes", /FROM entry INDEXED BY entry_by_state WHERE state = \? ORDER BY sequence$/],
  ["the activity", /FROM audit WHERE sequence < \?/],
  ["what was in flight", /FROM entry WHERE state = \? ORDER BY sequence/],
];

it("answers a day's questions from its indexes, in order", { timeout: 120_000 }, async () => {
  const profile = newFolder();
  await actADay(profile);
  const plans = plansOf(profile);
  const isAllowed = (shape: string, step: string): boolean =>
    ALLOWED.some((allowed) => allowed.statement.test(shape) && allowed.step.test(step));
  const bad = plans.flatMap(({ shape, act: of, steps }) =>
    steps
      .filter((step) => (isWalk(step, shape) || isSort(step)) && !isAllowed(shape, step))
      .map((step) => `${of}: ${step} <- ${shape}`),
  );
  expect(bad).toEqual([]);
  for (const [what, statement] of HOT)
    expect(
      plans.some(({ shape }) => statement.test(shape)),
      what,
    ).toBe(true);
  for (const { statement, step, why } of ALLOWED)
    expect(
      plans.some(({ shape, steps }) => statement.test(shape) && steps.some((one) => step.test(one))),
      `no longer needed: ${why}`,
    ).toBe(true);
});

it("tells a walk and a sort from what is found by an index", () => {
  const db = new Database(":memory:");
  db.exec(
    "CREATE TABLE entry (sequence INTEGER PRIMARY KEY, state TEXT, n INTEGER); CREATE INDEX by_state ON entry(state)",
  );
  const steps = (sql: string): string[] =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail);
  expect(steps("SELECT * FROM entry WHERE n = 1").some((step) => isWalk(step))).toBe(true);
  expect(steps("SELECT count(*) FROM entry").some((step) => isWalk(step))).toBe(true);
  expect(steps("SELECT * FROM entry WHERE state = 'a' ORDER BY n").some(isSort)).toBe(true);
  const ofAlias = "SELECT one.n FROM entry AS one";
  expect(steps(ofAlias).some((step) => isWalk(step, ofAlias))).toBe(true);
  const found = steps("SELECT * FROM entry WHERE state = 'a' ORDER BY sequence DESC LIMIT 5");
  expect(found.some((step) => isWalk(step) || isSort(step))).toBe(false);
  db.close();
});
