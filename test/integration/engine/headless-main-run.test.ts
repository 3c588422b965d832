/** The main run: entered while the service is down, killed, started again, and each in the books exactly once. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { openBooks } from "../../../main/practice/books/books.ts";
import { newFolder, until } from "../../helpers/engine.ts";
import { connectHeadless, type Headless, startHeadless } from "../../helpers/headless.ts";
import { reportBooks } from "../../helpers/practice/books-report.ts";
import { startPractice } from "../../helpers/practice/requests.ts";
import { reservedPort } from "../../helpers/practice/service.ts";

const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";
const line = (productId: number, price: string, quantity: string) => ({
  productId,
  measureUnitId: 1,
  productionAt: "2025-02-01",
  expiryAt: "2027-12-31",
  price,
  quantity,
  freeQuantity: "0",
  receivedQuantity: "0",
  description: null,
});

/** One return with three lines, one voucher edit, four restores: the entries' ids, in order. */
async function enterAll(engine: Headless): Promise<string[]> {
  const posted = await engine.call("purchaseReturn.post", {
    currencyId: "YER",
    storeId: 1,
    supplierAccountId: 1101,
    cashOrBankAccountId: 2001,
    note: "تالف عند الوصول — damaged",
    lines: [
      line(1001, "5900.125", "2"),
      line(1002, "0.30000000000000004", "1"),
      line(1003, "1234567890123.4567", "0.001"),
    ],
    documentReferences: [{ type: 1, reference: "INV-7", otherType: null, url: null, description: null }],
  });
  const edited = await engine.call("taxVoucher.update", {
    serialNo: VOUCHER,
    currencyId: "YER",
    amount: "18750.75",
    note: "corrected fee",
    status: 2,
    documentReferences: [],
  });
  const restores = [
    { kind: "exchangeRate", fromCurrencyId: "OMR", toCurrencyId: "YER" },
    { kind: "permission", permissionId: 604 },
    { kind: "measureUnit", measureUnitId: 5 },
    { kind: "account", accountId: 1105 },
  ] as const;
  const requested: string[] = [];
  for (const input of restores) requested.push((await engine.call("restore.request", input)).entryId);
  return [posted.entryId, edited.entryId, ...requested];
}

it("six entries survive an outage and a SIGKILL and stand in the books exactly once, byte for byte", async () => {
  const service = await startPractice({ port: await reservedPort() });
  const profile = newFolder();
  await service.setListening(false);

  const first = await startHeadless(profile);
  const connection = await connectHeadless(first, service.url, service.token);
  expect(connection).toMatchObject({ serviceUrl: service.url, hasToken: true });
  expect(first.output()).not.toContain(service.token);
  const ids = await enterAll(first);
  const stored = await Promise.all(ids.map((entryId) => first.call("outbox.get", { entryId })));
  expect(stored.map(({ state }) => state)).not.toContain("confirmed");
  await first.kill();

  const second = await startHeadless(profile);
  await connectHeadless(second, service.url, service.token);
  const found = (await second.call("outbox.list", {})).entries.map(({ entryId }) => entryId);
  expect(found).toEqual(ids.toReversed());
  await service.setListening(true);
  await second.call("sync.now", {});
  const unsent = async () =>
    Object.values((await second.call("sync.status", {})).counts).reduce((a, b) => a + b);
  await until(async () => (await unsent()) === 0);

  const after = await Promise.all(ids.map((entryId) => second.call("outbox.get", { entryId })));
  expect(after.map(({ state, answerUnderstood }) => [state, answerUnderstood])).toEqual(
    ids.map(() => ["confirmed", true]),
  );
  const books = service.books();
  expect(books.transactions.map(({ timesApplied }) => timesApplied)).toEqual([1, 1]);
  expect(books.restores.map(({ timesApplied }) => timesApplied)).toEqual([1, 1, 1, 1]);
  expect(service.received()).toHaveLength(6);
  const bodies = (list: readonly { operation: string; body: string }[]) =>
    list.map(({ operation, body }) => [operation, body]).sort();
  expect(bodies(service.received())).toEqual(
    bodies(after.map(({ kind, requestBody }) => ({ operation: kind, body: requestBody }))),
  );
  // The bytes that were stored before the kill are those that were sent after it.
  for (const [index, entry] of after.entries()) {
    expect(entry.requestBody).toBe(stored[index]?.requestBody);
    expect(entry.requestHash).toBe(createHash("sha256").update(entry.requestBody).digest("hex"));
  }
  expect(after[0]?.requestBody).toContain('"price":0.30000000000000004,');
  expect(after[0]?.requestBody).toContain('"price":1234567890123.4567,');
  expect((await second.finish()).code).toBe(0);
});

it("what was sent and lost on the way is asked about for the return, and converges for the rest", async () => {
  const service = await startPractice();
  const profile = newFolder();
  service.setFaults((n) => (n > 6 ? null : { type: "drop", when: "after_commit" }));
  const engine = await startHeadless(profile);
  await connectHeadless(engine, service.url, service.token);
  const ids = await enterAll(engine);
  const [returned = ""] = ids;
  await until(
    async () => (await engine.call("outbox.get", { entryId: returned })).state === "outcome_unknown",
  );
  await until(async () => {
    const { counts } = await engine.call("sync.status", {});
    if (counts.retry_wait > 0) await engine.call("sync.now", {});
    return counts.pending + counts.in_flight + counts.retry_wait === 0;
  });
  expect((await engine.call("sync.status", {})).counts.outcome_unknown).toBe(1);
  // The staff's word: the service merges a repeated serial number, and the books hold it once.
  await engine.call("outbox.resend", { entryId: returned });
  await until(async () => (await engine.call("outbox.get", { entryId: returned })).state === "confirmed");
  const booked = service.books().transactions.find(({ operation }) => operation === "purchaseReturn");
  expect(booked?.timesApplied).toBe(1);
  const received = service.received().filter(({ operation }) => operation === "purchaseReturn");
  expect(received).toHaveLength(2);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

/** The practice service as a separate program, on books that stay. */
async function startPracticeProgram(folder: string, port: number) {
  const args = [
    resolve("test/helpers/practice/serve.ts"),
    "--port",
    String(port),
    "--folder",
    folder,
    "--token",
    "T",
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url } = JSON.parse(String(line));
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { url: String(url), stop };
}

it("the same against the practice service run by itself", async () => {
  const folder = newFolder();
  const profile = newFolder();
  const before = await startPracticeProgram(folder, 0);
  await before.stop();
  const first = await startHeadless(profile);
  await connectHeadless(first, before.url, "T");
  const ids = await enterAll(first);
  const stored = await Promise.all(ids.map((entryId) => first.call("outbox.get", { entryId })));
  await first.kill();

  const service = await startPracticeProgram(folder, Number(new URL(before.url).port));
  const second = await startHeadless(profile);
  await connectHeadless(second, before.url, "T");
  await until(async () =>
    (await second.call("outbox.list", {})).entries.every(({ state }) => state === "confirmed"),
  );
  expect((await second.finish()).code).toBe(0);
  await service.stop();
  const db = openBooks(folder);
  onTestFinished(() => void db.close());
  const books = reportBooks(db);
  expect(books).toMatchObject({
    transactions: [{ timesApplied: 1 }, { timesApplied: 1 }],
    restores: [{ timesApplied: 1 }, { timesApplied: 1 }, { timesApplied: 1 }, { timesApplied: 1 }],
  });
  expect(books.applied.map(({ requestBody }) => requestBody).sort()).toEqual(
    stored.map(({ requestBody }) => requestBody).sort(),
  );
});
