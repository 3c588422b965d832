/** Nothing that a peer does holds a request, a connection or the program's end for ever. Real sockets. */
import { createServer, type Server, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRemoteClient, MAX_ANSWER_BYTES } from "../../../../../main/engine/core/remote/client.ts";
import { createConnect } from "../../../../../main/engine/core/remote/connect.ts";
import { createLanes } from "../../../../../main/engine/core/remote/lanes.ts";
import { checkAddress } from "../../../../../main/engine/core/remote/network.ts";
import { systemClock } from "../../../../../main/engine/ports.ts";
import { aReturn, connect, enter, newFolder, openTestEngine, until } from "../../../../helpers/engine.ts";
import { connectHeadless, startHeadless } from "../../../../helpers/headless.ts";
import { startHttpService } from "../../../../helpers/http-service.ts";
import { startTunnelProxy } from "../../../../helpers/https-service.ts";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
const END_WITHIN_MS = 20_000;

/** Listens on loopback; `serve` gets each connection and the first bytes that come over it. */
async function startPeer(serve: (socket: Socket, first: boolean) => void) {
  const open = new Set<Socket>();
  let opened = 0;
  const server: Server = createServer((socket) => {
    opened += 1;
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    let isFirst = true;
    socket.on("data", () => {
      serve(socket, isFirst);
      isFirst = false;
    });
  });
  await new Promise<void>((done) => server.listen({ host: "127.0.0.1", port: 0 }, done));
  onTestFinished(async () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of open) socket.destroy();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, open, opened: () => opened };
}

/** Writes this again and again, as long as anybody listens. */
const dripping = (start: string, drop: string) => (socket: Socket, first: boolean) => {
  if (!first) return;
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 30);
  socket.once("close", () => clearInterval(timer));
};
const blanks = dripping(HEAD, "1\r\n \r\n");
const hints = dripping("", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n");
const silence = () => undefined;

async function clientOf(port: number, deadlineMs: number, now: () => number = Date.now) {
  const serviceUrl = `http://127.0.0.1:${port}`;
  const lanes = createLanes(createConnect(null), serviceUrl, now, () => undefined);
  onTestFinished(lanes.close);
  expect(await lanes.open()).toBe(true);
  const client = createRemoteClient(
    { appVersion: "test", clock: systemClock, deadlineMs },
    serviceUrl,
    lanes,
  );
  return { lanes, client };
}
const request = { method: "POST", path: "/x", body: "{}", token: "a-token" } as const;

it("a large answer that waited for another one is read when that one has ended", async () => {
  const LENGTH = 300_000;
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${LENGTH}\r\n\r\n`;
  const answering: Socket[] = [];
  const peer = await startPeer((socket) => {
    answering.push(socket);
    socket.write(`${head}"${"x".repeat(LENGTH - 2)}`);
  });
  const { lanes, client } = await clientOf(peer.port, 20_000);
  let growing = 0;
  const readsLargeAnswer = () => {
    growing += 1;
  };
  const noted = { ...request, readsLargeAnswer };
  const first = client.send(noted);
  await until(() => growing === 1);
  expect(await lanes.open()).toBe(true);
  const second = client.send(noted);
  // From here on it is held, until the first one has ended.
  await until(() => growing === 2);
  for (const socket of answering) socket.write('"');
  expect([await first, await second]).toMatchObject([
    { kind: "answer", status: 200 },
    { kind: "answer", status: 200 },
  ]);
});

it.each([
  [200, MAX_ANSWER_BYTES, true],
  [299, MAX_ANSWER_BYTES + 1, false],
  [299, 200_000, true],
  [300, 131_072, true],
  [300, 131_073, false],
  [422, 131_073, false],
])("an answer of %i with %i bytes is read whole: %s", async (status, length, isWhole) => {
  const peer = await startPeer((socket) => {
    const head = `HTTP/1.1 ${status} x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
    socket.write(`${head}"${"x".repeat(length - 2)}"`);
  });
  const { client } = await clientOf(peer.port, 20_000);
  const result = await client.send(request);
  expect(result).toMatchObject({ kind: "answer", status });
  expect(result).toHaveProperty("body.length", isWhole ? length : expect.any(Number));
  expect("unread" in result).toBe(!isWhole);
});

describe("a request", () => {
  it("that got an informational answer before its connection was lost has no status", async () => {
    const peer = await startPeer((socket) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n", () => socket.end());
    });
    const { client } = await clientOf(peer.port, 20_000);
    expect(await client.send(request)).toMatchObject({ kind: "answer_lost", status: null, body: null });
  });

  it.each([
    ["a blank every moment", blanks, 200, "answer_lost"],
    ["an informational answer every moment", hints, null, "answer_lost"],
    ["nothing", silence, null, "answer_lost"],
  ] as const)(
    "that gets %s is lost at its deadline, and its connection is closed",
    async (_what, serve, status, kind) => {
      const peer = await startPeer(serve);
      const { client, lanes } = await clientOf(peer.port, 2_000);
      const result = await client.send(request);
      expect(result).toMatchObject({
        kind,
        status,
        problem: { code: "timed_out", params: { said: "no whole answer within 2 s" } },
      });
      await until(() => peer.open.size === 0);
      expect(lanes.idle()).toBe(0);
    },
  );

  it.each([
    ["as long as the owner's policy says", { deadlineMs: 45_000 }, 45_000],
    ["two minutes where it says nothing", {}, 120_000],
  ])("of an engine has %s, and no longer", async (_, policy, deadlineMs) => {
    let hasCome = false;
    const peer = await startPeer(() => {
      hasCome = true;
    });
    const engine = openTestEngine(policy);
    await connect(engine, `http://127.0.0.1:${peer.port}`);
    const id = await enter(engine, "purchaseReturn");
    engine.clock.runUntil(engine.clock.now());
    await until(() => hasCome);
    engine.clock.runUntil(engine.clock.now() + deadlineMs - 1);
    expect((await engine.entry(id)).state).toBe("in_flight");
    engine.clock.runUntil(engine.clock.now() + 1);
    await until(async () => (await engine.entry(id)).state === "outcome_unknown");
    expect((await engine.entry(id)).lastProblem).toEqual({
      code: "timed_out",
      params: { said: `no whole answer within ${deadlineMs / 1_000} s` },
    });
  });

  it("that is aborted before its first byte was never sent", async () => {
    const peer = await startPeer(silence);
    const { client, lanes } = await clientOf(peer.port, 10_000);
    const sent = client.send(request);
    client.abort({ code: "stopped", params: {} });
    expect(await sent).toMatchObject({ kind: "no_connection" });
    expect(lanes.take()).toBeNull();
    expect(await client.send(request)).toMatchObject({ kind: "no_connection" });
  });

  it("whose informational answer is followed by a break has no status", async () => {
    const peer = await startPeer((socket) => {
      socket.end("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n");
    });
    const { client } = await clientOf(peer.port, 10_000);
    expect(await client.send(request)).toMatchObject({ kind: "answer_lost", status: null });
  });

  it("takes the connection that the look opened, and the next one takes it again", async () => {
    const service = await startHttpService();
    const { client, lanes } = await clientOf(service.port, 10_000);
    for (let n = 0; n < 3; n += 1)
      expect(await client.send({ ...request, path: "/TenantAccounts/restore" })).toMatchObject({
        kind: "answer",
      });
    expect(service.connections()).toBe(1);
    expect(lanes.idle()).toBe(1);
  });

  it("leaves no lane behind where the service closes after each answer", async () => {
    const peer = await startPeer((socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
    });
    const { client, lanes } = await clientOf(peer.port, 10_000);
    expect(await client.send(request)).toMatchObject({ kind: "answer", status: 200 });
    expect(lanes.idle()).toBe(0);
  });
});

describe("a connection", () => {
  it("that nobody uses is closed, and the other side sees it", async () => {
    const peer = await startPeer(silence);
    const { lanes } = await clientOf(peer.port, 10_000);
    lanes.close();
    await until(() => peer.open.size === 0);
    expect(await checkAddress(createConnect(null), `http://127.0.0.1:${peer.port}`, Date.now)).toMatchObject({
      reachable: true,
    });
    await until(() => peer.open.size === 0 && peer.opened() === 2);
  });

  it("that never finishes TLS is given up in time", async () => {
    const peer = await startPeer(silence);
    const open = createConnect(null, 300);
    const checked = await checkAddress(open, `https://127.0.0.1:${peer.port}`, Date.now);
    expect(checked).toMatchObject({ reachable: false, problem: "timed_out" });
    await until(() => peer.open.size === 0);
  });

  it("goes through the proxy, and says what is wrong with the proxy in its own words", async () => {
    const service = "https://shop.example:4433";
    const check = (proxy: string) => checkAddress(createConnect(proxy, 500), service, Date.now);
    const refusing = await startPeer((socket) => {
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
    });
    expect(await check(`http://127.0.0.1:${refusing.port}`)).toMatchObject({
      reachable: false,
      problem: "proxy_refused",
      certificate: null,
      detail: "the proxy answered 403 to CONNECT shop.example:4433",
    });
    expect(await check("http://127.0.0.1:9")).toMatchObject({ problem: "proxy_unreachable" });
    const silent = await startPeer(silence);
    expect(await check(`http://127.0.0.1:${silent.port}`)).toMatchObject({ reachable: false });
    const proxy = await startTunnelProxy();
    await check(`http://127.0.0.1:${proxy.port}`);
    expect(proxy.tunnels).toEqual(["shop.example:4433"]);
  });
});

describe("a service that closes each connection soon after its answer", () => {
  it("gets each request over a separate connection, so that none is written as it closes", async () => {
    const peer = await startPeer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]");
      setTimeout(() => socket.end(), 5);
    });
    // However long this machine takes from one to the other, it is soon.
    const { client, lanes } = await clientOf(peer.port, 10_000, () => 0);
    expect(await client.send(request)).toMatchObject({ kind: "answer", status: 200 });
    await until(() => peer.open.size === 0 && lanes.idle() === 0);
    for (const more of [2, 3]) {
      expect(await lanes.open()).toBe(true);
      expect(await client.send(request)).toMatchObject({ kind: "answer", status: 200 });
      expect(lanes.idle()).toBe(0);
      expect(peer.opened()).toBe(more);
    }
  });
});

describe("while a connection is being opened", () => {
  it("nothing is claimed, however long it takes", async () => {
    let tries = 0;
    const engine = openTestEngine({
      connect: () => {
        tries += 1;
        return new Promise(() => undefined);
      },
    });
    await connect(engine, "http://127.0.0.1:9");
    const id = await enter(engine, "purchaseReturn");
    engine.clock.runUntil(engine.clock.now() + 60_000);
    expect(tries).toBeGreaterThan(0);
    expect(await engine.entry(id)).toMatchObject({ state: "pending", attempts: [] });
  });

  it("a kill leaves no outcome unknown, where TLS never finishes", async () => {
    const peer = await startPeer(silence);
    const profile = newFolder();
    const first = await startHeadless(profile);
    await connectHeadless(first, `https://127.0.0.1:${peer.port}`);
    for (let n = 0; n < 5; n += 1) await first.call("purchaseReturn.post", aReturn({ note: `return ${n}` }));
    await until(() => peer.opened() > 0);
    await first.call("sync.status", {});
    await first.kill();
    const again = await startHeadless(profile);
    expect((await again.call("sync.status", {})).counts).toEqual({
      pending: 5,
      in_flight: 0,
      retry_wait: 0,
      outcome_unknown: 0,
      dead_letter: 0,
    });
  });
});

describe("the end of the program", () => {
  it.each([
    ["answers a blank every moment", blanks, 1],
    ["says nothing", silence, 1],
  ] as const)(
    "comes within 20 s where the service %s",
    { timeout: 60_000 },
    async (_what, serve, unknown) => {
      const peer = await startPeer(serve);
      const profile = newFolder();
      const engine = await startHeadless(profile);
      await connectHeadless(engine, `http://127.0.0.1:${peer.port}`);
      await engine.call("purchaseReturn.post", aReturn());
      await until(async () => (await engine.call("sync.status", {})).counts.in_flight === 1);
      const started = Date.now();
      expect(await engine.finish()).toMatchObject({ code: 0 });
      expect(Date.now() - started).toBeLessThan(END_WITHIN_MS);
      const again = await startHeadless(profile);
      expect((await again.call("sync.status", {})).counts.outcome_unknown).toBe(unknown);
    },
  );
});
