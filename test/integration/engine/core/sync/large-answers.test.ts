/** Answers that are larger than any answer need be: memory and the books stay bounded, and nothing is resent for ever. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { OperationKind } from "../../../../../contract/operations.ts";
import {
  connect,
  enter,
  newFolder,
  openTestEngine,
  type TestEngine,
  until,
} from "../../../../helpers/engine.ts";
import { answer, goodBody, startHttpService } from "../../../../helpers/http-service.ts";

const KEPT = 65_536;

/** Sends what is due now, and waits until the newest attempt has its result. */
async function settled(engine: TestEngine, entryId: string) {
  await until(async () => {
    engine.clock.runUntil(engine.clock.now());
    return (await engine.entry(entryId)).attempts.at(-1)?.endedAt != null;
  });
  return engine.entry(entryId);
}

describe("an answer that is larger than what is kept", () => {
  it.each([
    ["of a refusal", 422, `{"message":"${"no ".repeat(400_000)}"}`, "dead_letter", /^422: /],
    ["of a failing service", 500, "x".repeat(3_000_000), "outcome_unknown", /^500: /],
    [
      "of success that is no evidence",
      200,
      `[${'"x",'.repeat(60_000)}1]`,
      "outcome_unknown",
      /not about this entry/,
    ],
    ["of letters of two bytes", 422, `"${"ش".repeat(200_000)}"`, "dead_letter", /^422: /],
  ] as const)("%s is kept by its beginning, and that is said", async (_what, status, body, state, words) => {
    const engine = openTestEngine();
    const service = await startHttpService(answer(status, body));
    await connect(engine, service.url);
    const entry = await settled(engine, await enter(engine, "purchaseReturn"));
    const [attempt] = entry.attempts;
    expect(entry).toMatchObject({ state, lastError: expect.stringMatching(words) });
    expect(attempt).toMatchObject({ answerCut: true, problem: null, httpStatus: status });
    const kept = attempt?.responseBody ?? "";
    expect(body.startsWith(kept)).toBe(true);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(KEPT - 4);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(KEPT);
  });

  it("of a service that fails for ever is kept in short after twenty tries", async () => {
    const engine = openTestEngine();
    const service = await startHttpService(answer(500, "x".repeat(100_000)));
    await connect(engine, service.url);
    const entryId = await enter(engine, "restoreAccount");
    for (let tries = 1; tries <= 25; tries += 1) {
      const { nextAttemptAt } = await settled(engine, entryId);
      engine.clock.runUntil(Date.parse(nextAttemptAt ?? ""));
      await until(async () => (await engine.entry(entryId)).attempts.length > tries);
    }
    const { attempts } = await engine.entry(entryId);
    expect(attempts.slice(0, 25).map(({ responseBody }) => responseBody?.length)).toEqual([
      ...Array<number>(20).fill(KEPT),
      ...Array<number>(5).fill(2_048),
    ]);
  });

  it("of a refusal that never ends is not waited for, and the token at the border of what is kept isn't in it", async () => {
    const token = "a-secret-token-of-some-length";
    const engine = openTestEngine();
    const service = await startHttpService((outgoing) => {
      outgoing.writeHead(422, { "content-type": "text/plain" });
      outgoing.write("x".repeat(KEPT - 10) + token + "y".repeat(KEPT - 25) + token.repeat(10_000));
    });
    await connect(engine, service.url, token);
    const entry = await settled(engine, await enter(engine, "purchaseReturn"));
    const kept = entry.attempts[0]?.responseBody ?? "";
    expect(kept).toMatch(/x\[token rem$/);
  });

  it("of evidence is kept whole, and several at a time are read one after the other", async () => {
    const engine = openTestEngine();
    const long = (body: string) =>
      body.replace('"description":null', `"description":"${"x".repeat(300_000)}"`);
    const service = await startHttpService(answer(200));
    await connect(engine, service.url);
    // Evidence widens what may be under way at a time.
    await settled(engine, await enter(engine, "restoreAccount", 1));
    await settled(engine, await enter(engine, "restoreAccount", 2));
    service.behave = answer(200, (came) => long(goodBody(came)));
    const entered = [];
    for (let n = 0; n < 4; n += 1) entered.push(await enter(engine, "purchaseReturn", n));
    for (const entryId of entered) {
      const entry = await settled(engine, entryId);
      expect(entry.state).toBe("confirmed");
      expect(entry.attempts[0]?.responseBody).toHaveLength(
        300_000 + goodBody(service.came[2] ?? { kind: null, body: "{}" }).length - 2,
      );
    }
    expect(
      readdirSync(join(engine.profile, "connections")).filter((name) => name.endsWith("-answers")),
    ).toEqual([]);
  });

  it.each([
    ["rows", (rows: string) => `[{"TenantBalances":[${rows}]}]`],
    ["transactions' parts that the interface doesn't name", (rows: string) => `[{"more":[${rows}]}]`],
  ])("of very many empty %s is left to a person, of all six kinds", async (_what, bodyOf) => {
    const engine = openTestEngine();
    const service = await startHttpService(answer(200, bodyOf(`${"{},".repeat(700_000)}{}`)));
    await connect(engine, service.url);
    for (const kind of ["purchaseReturn", "restoreAccount"] satisfies OperationKind[]) {
      const entry = await settled(engine, await enter(engine, kind));
      expect(entry).toMatchObject({
        state: "outcome_unknown",
        attempts: [{ outcome: "no_evidence", answerCut: true }],
      });
      expect(entry.lastError).toMatch(/too large/);
      await engine.call("sync.now", {});
    }
  });
});

/** The headless engine with a bounded heap, and how much memory it took at most. */
function startBounded(profile: string, heapMb: number) {
  const entry = join(import.meta.dirname, "../../../../../main/engine/headless.ts");
  const measured = join(newFolder(), "memory.mjs");
  writeFileSync(
    measured,
    `process.on("exit", () => process.stderr.write("maxRSS " + process.resourceUsage().maxRSS + "\\n"));`,
  );
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, "--import", measured, entry, "--profile", profile],
    { stdio: ["pipe", "pipe", "pipe"], env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1" } },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let words = "";
  child.stdout.on("data", (text: Buffer) => {
    out += text.toString();
  });
  child.stderr.on("data", (text: Buffer) => {
    words += text.toString();
  });
  child.stdin.on("error", () => undefined);
  let asked = 0;
  return {
    child,
    words: () => words,
    /** The reply to a call, as text; the empty text where the engine ended first. */
    async call(channel: string, input: object): Promise<string> {
      asked += 1;
      const id = asked;
      child.stdin.write(`${JSON.stringify({ id, channel, input })}\n`);
      const reply = (): string => out.split("\n").find((line) => line.startsWith(`{"id":${id},`)) ?? "";
      await until(() => reply() !== "" || child.exitCode !== null || child.signalCode !== null);
      return reply();
    },
  };
}

const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const oneChunk = (head: string, row: string, times: number): string => chunkOf(head + row.repeat(times));
const manyChunks = (head: string, row: string, times: number): string =>
  chunkOf(head) + chunkOf(row).repeat(times);

/** A service that answers everything with this much of the same row; the answer ends, or never does. */
async function startFlood(head: string, row: string, times: number, ends: boolean, chunks = oneChunk) {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    requests += 1;
    outgoing.writeHead(200, { "content-type": "application/json" });
    outgoing.on("error", () => undefined);
    outgoing.flushHeaders();
    outgoing.socket?.write(chunks(head, row, times), () => ends && outgoing.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, requests: () => requests };
}

const CONNECTION = { tenantId: 7001, userId: 501, token: "a-token-of-a-test" };

describe("the engine", () => {
  it.each([
    ["of odd rows", '[{"TenantBalances":[', '{"a":"","b":[[]]},', 900_000, oneChunk],
    ["that comes byte by byte", "[", " ", 15_000_000, manyChunks],
    ["of numbers that could be bytes", "[", "7,", 8_000_000, oneChunk],
    ["of escapes of escapes between tags", "", "%25252525<b>\0=\n", 1_000_000, oneChunk],
    ["of lines that could be base64", "", "AA\n", 5_500_000, oneChunk],
  ] as const)(
    "takes no more than its stated memory for the largest answer that it reads, %s",
    {
      timeout: 120_000,
    },
    async (_what, head, row, times, chunks) => {
      const flood = await startFlood(head, row, times, true, chunks);
      const engine = startBounded(newFolder(), 400);
      await engine.call("connection.save", { ...CONNECTION, serviceUrl: flood.url });
      const posted = await engine.call("restore.request", { kind: "account", accountId: 1 });
      const { entryId } = JSON.parse(posted).value;
      await until(async () =>
        (await engine.call("outbox.get", { entryId })).includes('"state":"outcome_unknown"'),
      );
      engine.child.stdin.end();
      await once(engine.child, "close");
      const peak = Number(/maxRSS (\d+)/.exec(engine.words())?.[1]) / 1_024;
      expect(peak).toBeLessThan(600);
    },
  );

  it("that an answer ended leaves its entry to a person and sends it no more by itself", {
    timeout: 120_000,
  }, async () => {
    // The answer never ends, and the program is killed over it: what ended it in earnest no bound was thought of.
    const flood = await startFlood('[{"more":[', '"abcdefgh",', 20_000, false);
    const profile = newFolder();
    const folder = join(profile, "connections");
    const noted = (): string[] =>
      existsSync(folder)
        ? readdirSync(folder).filter(
            (name) => name.endsWith("-answers") && statSync(join(folder, name)).size > 0,
          )
        : [];
    const first = startBounded(profile, 400);
    await first.call("connection.save", { ...CONNECTION, serviceUrl: flood.url });
    const posted = await first.call("restore.request", { kind: "account", accountId: 1 });
    const entryId: unknown = JSON.parse(posted).value.entryId;
    await until(() => noted().length === 1);
    first.child.kill("SIGKILL");
    await once(first.child, "close");
    expect(flood.requests()).toBe(1);

    const second = startBounded(profile, 400);
    await second.call("connection.save", { ...CONNECTION, serviceUrl: flood.url });
    expect(JSON.parse(await second.call("outbox.get", { entryId })).value).toMatchObject({
      state: "outcome_unknown",
      attempts: [{ outcome: "answer_not_read", counted: true }],
    });
    await second.call("policy.set", { resendUnknown: true });
    await second.call("sync.now", {});
    await second.call("restore.request", { kind: "account", accountId: 2 });
    await until(() => flood.requests() === 2);
    expect(JSON.parse(await second.call("outbox.get", { entryId })).value).toMatchObject({
      state: "outcome_unknown",
    });
  });
});
