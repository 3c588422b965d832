import { describe, expect, it } from "vitest";
import { purchaseReturnText, send, sendRaw, startPractice } from "../../helpers/practice/requests.ts";

describe("a dropped connection", () => {
  it.each([
    ["before_commit", false, 0],
    ["after_commit", false, 1],
    ["after_commit", true, 1],
  ] as const)("%s (reset: %s) leaves no answer and %i applied", async (when, reset, applied) => {
    const service = await startPractice();
    service.setFaults((n) => (n === 1 ? { type: "drop", when, reset } : null));
    expect(await sendRaw(service, "purchaseReturn")).toEqual({
      text: "",
      error: reset ? "ECONNRESET" : null,
    });
    expect(service.books().applied).toHaveLength(applied);
    expect(service.received()).toMatchObject([{ operation: "purchaseReturn", body: purchaseReturnText() }]);
    // The plan is used up: a repeat is answered, and still applied once.
    expect((await send(service, "purchaseReturn")).status).toBe(applied === 0 ? 201 : 200);
    expect(service.books().transactions).toMatchObject([{ timesApplied: 1 }]);
  });
});

describe("a delay", () => {
  it.each(["before_commit", "after_commit"] as const)("%s answers late and rightly", async (when) => {
    const service = await startPractice();
    service.setFaults(() => ({ type: "delay", ms: 1_000, when }));
    const started = performance.now();
    const answering = send(service, "purchaseReturn");
    await expect.poll(() => service.received().length, { interval: 5 }).toBe(1);
    expect(service.books().applied).toHaveLength(when === "after_commit" ? 1 : 0);
    expect((await answering).status).toBe(201);
    expect(performance.now() - started).toBeGreaterThan(950);
  });

  it("is applied though the client has gone, but not by a service that went down", async () => {
    const service = await startPractice();
    service.setFaults(() => ({ type: "delay", ms: 1_000, when: "before_commit" }));
    const client = new AbortController();
    const asked = fetch(`${service.url}/TenantTransaction/Commercial/PurchaseReturn/Advance`, {
      method: "POST",
      headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
      body: purchaseReturnText(),
      signal: client.signal,
    });
    await expect.poll(() => service.received().length, { interval: 5 }).toBe(1);
    client.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => service.books().applied.length).toBe(1);

    service.setFaults(() => ({ type: "delay", ms: 5000, when: "before_commit" }));
    const lost = send(service, "taxVoucher").catch((error: unknown) => error);
    await expect.poll(() => service.received().length).toBe(2);
    await service.setListening(false);
    expect(await lost).toBeInstanceOf(Error);
    expect(service.books().applied).toHaveLength(1);
  });
});

describe("a service that is down", () => {
  it("refuses connections, cuts open ones, and returns on the same port", async () => {
    const service = await startPractice();
    expect((await send(service, "taxVoucher")).status).toBe(200);
    await service.setListening(false);
    expect([service.up, (await sendRaw(service, "taxVoucher")).error]).toEqual([false, "ECONNREFUSED"]);
    await service.setListening(true);
    expect([service.up, (await send(service, "taxVoucher")).status]).toEqual([true, 200]);
  });

  it("settles at what was asked last", async () => {
    const service = await startPractice();
    await Promise.all([false, true, false, false, true].map((up) => service.setListening(up)));
    expect((await send(service, "taxVoucher")).status).toBe(200);
  });
});
