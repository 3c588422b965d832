import { describe, expect, it } from "vitest";
import type { FaultPlanInput } from "../../../main/practice/faults/plan.ts";
import { purchaseReturnText, SERIAL, send, sendRaw, startPractice } from "../../helpers/practice.ts";

type Fault = NonNullable<FaultPlanInput["rules"]>[number]["fault"];
const always = (fault: Fault): FaultPlanInput => ({ rules: [{ match: {}, fault }] });
const once = (fault: Fault): FaultPlanInput => ({ rules: [{ match: { times: 1 }, fault }] });
const bodyOf = (raw: string): string => raw.slice(raw.indexOf("\r\n\r\n") + 4);
const lengthOf = (raw: string): number => Number(/content-length: (\d+)/i.exec(raw)?.[1]);

describe("a dropped connection", () => {
  it.each([
    ["before_commit", false, 0],
    ["after_commit", false, 1],
    ["after_commit", true, 1],
  ] as const)("%s (reset: %s) leaves no answer and %i applied", async (when, reset, applied) => {
    const service = await startPractice();
    service.setFaults(once({ type: "drop", when, reset }));
    expect(await sendRaw(service, "purchaseReturn")).toEqual({
      text: "",
      error: reset ? "ECONNRESET" : null,
    });
    expect(service.books().applied).toHaveLength(applied);
    expect(service.received()).toMatchObject([{ serialNo: SERIAL, fault: "drop" }]);
    // The plan is used up: a repeat is answered, and still applied once.
    expect((await send(service, "purchaseReturn")).status).toBe(applied === 0 ? 201 : 200);
    expect(service.books().transactions).toMatchObject([{ timesApplied: 1 }]);
  });
});

describe("an answer in its place", () => {
  it("has the status, headers and body of the plan, and writes nothing", async () => {
    const service = await startPractice();
    service.setFaults(
      always({
        type: "answer",
        status: 503,
        headers: { "retry-after": "7", "content-type": "text/html" },
        body: "<p>no",
      }),
    );
    const answer = await send(service, "purchaseReturn");
    expect([answer.status, answer.headers.get("retry-after"), answer.text]).toEqual([503, "7", "<p>no"]);
    expect(service.books().applied).toEqual([]);
    expect(service.received()).toMatchObject([{ status: 503, fault: "answer", appliedNo: null }]);
  });

  it("can come after the books were written", async () => {
    const service = await startPractice();
    service.setFaults(always({ type: "answer", status: 500, commit: true }));
    expect((await send(service, "purchaseReturn")).status).toBe(500);
    expect(service.books().transactions).toMatchObject([{ timesApplied: 1 }]);
  });

  it("can be a redirect", async () => {
    const service = await startPractice();
    service.setFaults(always({ type: "answer", status: 307, headers: { location: "http://127.0.0.1:1/" } }));
    expect((await send(service, "taxVoucher")).status).toBe(307);
  });
});

describe("a spoilt body", () => {
  it("breaks off inside the JSON with a length that fits", async () => {
    const service = await startPractice();
    service.setFaults(always({ type: "brokenJson" }));
    const answer = await send(service, "purchaseReturn");
    expect(answer.status).toBe(201);
    expect(() => JSON.parse(answer.text)).toThrow(SyntaxError);
    expect(service.books().applied).toHaveLength(1);
  });

  it("ends half way through its own length", async () => {
    const service = await startPractice();
    service.setFaults(always({ type: "halfBody" }));
    const { text } = await sendRaw(service, "purchaseReturn");
    const [promised, came] = [lengthOf(text), Buffer.byteLength(bodyOf(text))];
    expect([text.slice(0, 12), came]).toEqual(["HTTP/1.1 201", Math.ceil(promised / 2)]);
    await expect(send(service, "taxVoucher")).rejects.toThrow();
    expect(service.books().applied).toHaveLength(2);
  });

  it("comes slowly and whole", async () => {
    const service = await startPractice();
    const first = await send(service, "purchaseReturn");
    service.setFaults(always({ type: "slowBody", ms: 200, pieces: 5 }));
    const started = performance.now();
    expect((await send(service, "purchaseReturn")).text).toBe(first.text);
    expect(performance.now() - started).toBeGreaterThan(120);
  });
});

describe("an answer that is large", () => {
  it("comes whole, as the right answer with spaces after it", async () => {
    const service = await startPractice();
    const first = await send(service, "purchaseReturn");
    service.setFaults(always({ type: "largeBody", bytes: 100_000 }));
    const { text } = await send(service, "purchaseReturn");
    expect([text.trimEnd(), Buffer.byteLength(text)]).toEqual([first.text, 100_000]);
  });
});

describe("a delay", () => {
  it.each(["before_commit", "after_commit"] as const)("%s answers late and rightly", async (when) => {
    const service = await startPractice();
    service.setFaults(always({ type: "delay", ms: 1_000, when }));
    const started = performance.now();
    const answering = send(service, "purchaseReturn");
    await expect.poll(() => service.received().length, { interval: 5 }).toBe(1);
    expect(service.books().applied).toHaveLength(when === "after_commit" ? 1 : 0);
    expect((await answering).status).toBe(201);
    expect(performance.now() - started).toBeGreaterThan(950);
  });

  it("is applied though the client has gone, but not by a service that went down", async () => {
    const service = await startPractice();
    service.setFaults(always({ type: "delay", ms: 1_000 }));
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

    service.setFaults(always({ type: "delay", ms: 5000 }));
    const lost = send(service, "taxVoucher").catch((error: unknown) => error);
    await expect.poll(() => service.received().length).toBe(2);
    await service.setListening(false);
    expect(await lost).toBeInstanceOf(Error);
    expect(service.books().applied).toHaveLength(1);
  });
});

describe("a service that is down", () => {
  it("refuses connections, cuts open ones, and comes back on the same port", async () => {
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

describe("over /practice/", () => {
  const put = (url: string, body: unknown): Promise<Response> =>
    fetch(url, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("takes a plan, refuses one that is none, and shows the books", async () => {
    const service = await startPractice();
    const wrong = await put(`${service.url}/practice/faults`, {
      rules: [{ match: {}, fault: { type: "flood" } }],
    });
    expect([wrong.status, (await wrong.json()).error]).toEqual([400, "not_accepted"]);
    await put(`${service.url}/practice/faults`, once({ type: "answer", status: 429 }));
    expect((await send(service, "purchaseReturn")).status).toBe(429);
    await send(service, "purchaseReturn");
    const books = await (await fetch(`${service.url}/practice/books`)).json();
    expect(books).toEqual(JSON.parse(JSON.stringify(service.books())));
    expect(books.applied[0]).toMatchObject({ serialNo: SERIAL, requestBody: purchaseReturnText() });
    expect(JSON.stringify(books)).not.toContain(service.token);
  });

  it("takes settings: merging, tokens, a while of silence", async () => {
    const service = await startPractice();
    const settings = `${service.url}/practice/settings`;
    await put(settings, {
      mergeRepeats: false,
      tokens: [{ token: "other", expiresAt: null }],
      replaceTokens: true,
    });
    expect((await send(service, "purchaseReturn")).status).toBe(401);
    const headers = { authorization: "Bearer other" };
    await send(service, "purchaseReturn", undefined, headers);
    await send(service, "purchaseReturn", undefined, headers);
    expect(service.books().transactions).toMatchObject([{ timesApplied: 2 }]);
    expect((await put(settings, { downForMs: 150 })).status).toBe(200);
    await expect.poll(() => service.up, { interval: 5 }).toBe(false);
    await expect.poll(() => service.up).toBe(true);
    expect((await send(service, "taxVoucher", undefined, headers)).status).toBe(200);
  });
});

it("replays a seeded mix", async () => {
  const mix: FaultPlanInput["mix"] = {
    chances: [
      { probability: 0.3, fault: { type: "answer", status: 500 } },
      { probability: 0.3, fault: { type: "drop", when: "after_commit" } },
    ],
  };
  const run = async (seed: number): Promise<(string | null)[]> => {
    const service = await startPractice({ seed, folder: ":memory:" });
    service.setFaults({ mix });
    for (let n = 0; n < 12; n += 1) await sendRaw(service, "taxVoucher");
    return service.received().map(({ fault }) => fault);
  };
  const first = await run(2);
  expect(first).toContain("drop");
  expect(first).toContain(null);
  expect(await run(2)).toEqual(first);
  expect(await run(12)).not.toEqual(first);
});
