/** The main job, end to end: entered while the service is down, killed, started again, all six confirmed once. */
import { expect } from "@playwright/test";
import { OPERATION_KINDS } from "../../contract/operations.ts";
import { reservedPort, startPracticeService } from "../helpers/practice/service.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";

const line = (productId: number, price: string, quantity: string) => ({
  productId,
  measureUnitId: 1,
  productionAt: null,
  expiryAt: null,
  price,
  quantity,
  freeQuantity: "0",
  receivedQuantity: quantity,
  description: null,
});

/** One purchase return with three lines, one voucher edit, the four restores. */
async function enterSix({ invoke }: OpenedApp): Promise<void> {
  await invoke("purchaseReturn.post", {
    currencyId: "YER",
    storeId: 1,
    supplierAccountId: 1101,
    cashOrBankAccountId: 2001,
    note: "مرتجع — damaged on arrival",
    lines: [line(1001, "0.1", "3"), line(1002, "5900.25", "2"), line(1003, "1234567890123.4567", "1")],
    documentReferences: [{ type: 1, reference: "INV-7" }],
  });
  await invoke("taxVoucher.update", {
    serialNo: "7a0c4e50-0000-4000-8000-000000000002",
    currencyId: "YER",
    amount: "81.235",
    note: "Corrected fee",
    status: 1,
    documentReferences: [{ type: 2, reference: "Receipt 14" }],
  });
  await invoke("restore.request", { kind: "exchangeRate", fromCurrencyId: "OMR", toCurrencyId: "YER" });
  await invoke("restore.request", { kind: "permission", permissionId: 604 });
  await invoke("restore.request", { kind: "measureUnit", measureUnitId: 5 });
  await invoke("restore.request", { kind: "account", accountId: 1105 });
}

test("six operations survive an outage and a SIGKILL, and reach the books exactly once", async ({ open }) => {
  const service = await startPracticeService({ folder: ":memory:", port: await reservedPort() });
  try {
    await service.setListening(false);
    const before = await open();
    await before.invoke("connection.save", {
      serviceUrl: service.url,
      tenantId: service.tenantId,
      userId: service.userId,
      token: service.token,
      remember: false,
    });
    await enterSix(before);
    await expect.poll(async () => (await before.invoke("sync.status", {})).state).toBe("offline");
    const entered = (await before.invoke("outbox.list", {})).entries;
    expect(entered.map((entry) => entry.kind).sort()).toEqual([...OPERATION_KINDS].sort());
    const bodies = new Map<string, string>();
    for (const { entryId } of entered)
      bodies.set(entryId, (await before.invoke("outbox.get", { entryId })).requestBody);
    await before.kill();

    await service.setListening(true);
    expect(service.books().applied).toEqual([]);
    const after = await open();
    // A run that was only killed, as by a power cut, is no fault of the program.
    expect(await after.invoke("crashes.last", {})).toEqual({ fault: null });
    // Without a keyring the token was kept for that run only: signing in again lets the queue go on.
    await after.invoke("connection.save", {
      serviceUrl: service.url,
      tenantId: service.tenantId,
      userId: service.userId,
      token: service.token,
      remember: false,
    });
    await expect
      .poll(async () => (await after.invoke("outbox.list", {})).entries.map((entry) => entry.state), {
        timeout: 20_000,
      })
      .toEqual(Array(6).fill("confirmed"));

    const books = service.books();
    expect(books.applied).toHaveLength(6);
    expect(books.transactions.map((row) => row.timesApplied)).toEqual([1, 1]);
    expect(books.restores.map((row) => row.timesApplied)).toEqual([1, 1, 1, 1]);
    expect(
      service
        .received()
        .map((attempt) => attempt.body)
        .sort(),
    ).toEqual([...bodies.values()].sort());
    for (const [entryId, body] of bodies)
      expect((await after.invoke("outbox.get", { entryId })).requestBody).toBe(body);
    expect((await after.invoke("sync.status", {})).state).toBe("online");
  } finally {
    await service.close();
  }
});
