/** Connections: sign-in, pauses, who we are, and how many sockets it takes. */
import { describe, expect, it } from "vitest";
import { START, writtenRandomness } from "../../helpers/clock.ts";
import {
  connect,
  DEVICE,
  enter,
  NOWHERE,
  newFolder,
  openTestEngine,
  TENANT,
  type TestEngine,
  USER,
  until,
} from "../../helpers/engine.ts";
import { answer, startHttpService } from "../../helpers/http-service.ts";

const NO_TOKEN = { serviceUrl: NOWHERE, tenantId: TENANT, userId: USER, deviceId: DEVICE };

const settle = (engine: TestEngine): void => engine.clock.runUntil(engine.clock.now());
const counts = async (engine: TestEngine) => (await engine.call("sync.status", {})).counts;

it("practice that has no token yet asks nobody to sign in; another connection does", async () => {
  for (const [practice, state] of [
    [true, "offline"],
    [false, "sign_in_needed"],
  ] as const) {
    const engine = openTestEngine();
    await engine.call("connection.save", { ...NO_TOKEN, practice });
    expect((await engine.call("sync.status", {})).state).toBe(state);
  }
});

describe("a 401", () => {
  it("pauses the queue without a loss, until connection.save brings a token that is taken", async () => {
    const service = await startHttpService((outgoing, came) =>
      answer(came.headers.authorization === "Bearer new" ? 200 : 401)(outgoing, came),
    );
    const engine = openTestEngine();
    await connect(engine, service.url, "old");
    const ids = [await enter(engine, "purchaseReturn", 1), await enter(engine, "purchaseReturn", 2)];
    settle(engine);
    await until(async () => (await engine.call("sync.status", {})).state === "sign_in_needed");
    await until(async () => (await counts(engine)).in_flight === 0);
    const sent = service.came.length;
    ids.push(await enter(engine, "restorePermission"));
    engine.clock.runUntil(START + 3_600_000);
    await engine.call("sync.now", {});
    expect(service.came).toHaveLength(sent);

    // A wrong one again: the queue stays whole.
    await connect(engine, service.url, "wrong");
    await until(async () => service.came.length > sent && (await counts(engine)).in_flight === 0);
    await until(async () => (await engine.call("sync.status", {})).state === "sign_in_needed");
    for (const id of ids) expect(await engine.entry(id)).toMatchObject({ attemptCount: 0 });

    await connect(engine, service.url, "new");
    settle(engine);
    await until(async () => (await engine.call("sync.status", {})).lastConfirmedAt !== null);
    await until(async () => Object.values(await counts(engine)).every((n) => n === 0));
    for (const id of ids)
      expect(await engine.entry(id)).toMatchObject({ state: "confirmed", attemptCount: 1 });
  });

  it("to a token that was replaced meanwhile says nothing about the new one", async () => {
    const held: (() => void)[] = [];
    const service = await startHttpService((outgoing, came) => {
      if (came.headers.authorization === "Bearer old") held.push(() => answer(401)(outgoing, came));
      else answer(200)(outgoing, came);
    });
    const engine = openTestEngine();
    await connect(engine, service.url, "old");
    const id = await enter(engine, "purchaseReturn");
    settle(engine);
    await until(() => held.length === 1);
    await connect(engine, service.url, "new");
    held[0]?.();
    await until(async () => {
      settle(engine);
      return (await engine.entry(id)).state === "confirmed";
    });
    expect((await engine.call("sync.status", {})).state).toBe("online");
  });
});

describe("a pause", () => {
  it("holds everything back, also over a start anew, until it is ended", async () => {
    const service = await startHttpService();
    const engine = openTestEngine();
    await connect(engine, service.url);
    expect((await engine.call("sync.pause", {})).state).toBe("paused");
    const id = await enter(engine, "purchaseReturn");
    engine.clock.runUntil(START + 600_000);
    await engine.call("sync.now", {});
    await engine.close();
    const again = openTestEngine({ profile: engine.profile });
    await connect(again, service.url);
    expect((await again.call("sync.status", {})).state).toBe("paused");
    again.clock.runUntil(START + 600_000);
    expect((await again.entry(id)).attempts).toEqual([]);
    expect(service.came).toEqual([]);
    await again.call("sync.resume", {});
    await until(async () => (await again.entry(id)).state === "confirmed");
  });
});

describe("sending side by side", () => {
  it("takes eight kept-alive connections for any number of entries", async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const service = await startHttpService((outgoing, came) => {
      waiting.push(() => answer(200)(outgoing, came));
      most = Math.max(most, waiting.length);
    });
    const engine = openTestEngine();
    await connect(engine, service.url);
    await until(async () => (await engine.call("sync.status", {})).state === "online");
    const looks = service.connections();
    for (let n = 1; n <= 100; n += 1) await enter(engine, "restorePermission", n);
    settle(engine);
    let width = 1;
    for (let answered = 0; answered < 100; ) {
      // Nobody is answered before all are there that may be, or all that are left.
      await until(() => waiting.length === Math.min(width, 8, 100 - answered));
      expect((await counts(engine)).in_flight).toBe(waiting.length);
      answered += waiting.length;
      width *= 2 ** waiting.length;
      for (const one of waiting.splice(0)) one();
    }
    await until(async () => Object.values(await counts(engine)).every((n) => n === 0));
    expect(most).toBe(8);
    expect(service.came).toHaveLength(100);
    // The look's own carries requests, too.
    expect(service.connections() - looks).toBeLessThanOrEqual(8);
  });

  it("tells by its serial number which record alone changed, and of several at once that something did", async () => {
    const service = await startHttpService();
    const engine = openTestEngine();
    await connect(engine, service.url);
    await until(async () => (await engine.call("sync.status", {})).state === "online");
    const heads = () =>
      engine.events.flatMap((event) => (event.event === "mirror.changed" ? [event.payload.serialNo] : []));
    const confirmed = async (ids: string[]) => {
      settle(engine);
      for (const id of ids) await until(async () => (await engine.entry(id)).state === "confirmed");
      engine.clock.runUntil(engine.clock.now() + 1_000);
      return heads().splice(-1);
    };
    const one = await enter(engine, "purchaseReturn", 1);
    expect(await confirmed([one])).toEqual([(await engine.entry(one)).serialNo]);
    expect(await confirmed([await enter(engine, "restoreAccount", 2)])).toEqual([null]);
    expect(
      await confirmed([await enter(engine, "purchaseReturn", 3), await enter(engine, "taxVoucher", 4)]),
    ).toEqual([null]);
    const last = await enter(engine, "taxVoucher", 5);
    expect(await confirmed([last])).toEqual([(await engine.entry(last)).serialNo]);
    expect(heads()).toHaveLength(4);
  });

  it("sends entries of one key one after the other, in the order they were entered", async () => {
    let underWay = 0;
    let most = 0;
    const service = await startHttpService((outgoing, came) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        answer(200)(outgoing, came);
      });
    });
    const engine = openTestEngine();
    await connect(engine, service.url);
    await until(async () => (await engine.call("sync.status", {})).state === "online");
    for (let n = 1; n <= 12; n += 1)
      await engine.call("taxVoucher.update", {
        // One voucher, however its serial number is spelled.
        serialNo:
          n % 2 === 0 ? "7A0C4E50-0000-4000-8000-00000000000A" : "7a0c4e50-0000-4000-8000-00000000000a",
        currencyId: "YER",
        amount: String(n),
        note: "",
        status: 1,
      });
    settle(engine);
    await until(async () => Object.values(await counts(engine)).every((n) => n === 0));
    expect(service.came.map(({ body }) => Number(/"amount":(\d+)/.exec(body)?.[1]))).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    expect(most).toBe(1);
  });
});

describe("connection.save", () => {
  it("never gives the token back, and says what it keeps", async () => {
    const engine = openTestEngine();
    const saved = await connect(engine, "http://127.0.0.1:9/api/", "secret-token");
    expect(saved).toEqual({
      serviceUrl: "http://127.0.0.1:9/api",
      tenantId: 7001,
      userId: 501,
      deviceId: DEVICE,
      hasToken: true,
      practice: false,
    });
    const all = [
      await engine.call("connection.get", {}),
      await engine.call("connection.list", {}),
      await engine.call("app.info", {}),
      await engine.call("sync.status", {}),
      engine.events,
      engine.logged,
    ];
    expect(JSON.stringify(all)).not.toContain("secret-token");
  });

  it("lists no practice shop but the one that is open", async () => {
    const engine = openTestEngine();
    const shop = {
      serviceUrl: "http://127.0.0.1:9",
      tenantId: 7001,
      userId: 501,
      token: "t",
      practice: true,
    };
    const listed = async () =>
      (await engine.call("connection.list", {})).connections.map(({ tenantId }) => tenantId);
    await engine.call("connection.save", shop);
    await engine.call("connection.save", { ...shop, tenantId: 7002 });
    expect(await listed()).toEqual([7002]);
    await engine.call("connection.save", { ...shop, tenantId: 1, practice: false });
    expect(await listed()).toEqual([1]);
  });

  it("keeps the device's uuid and each connection's own entries", async () => {
    const engine = openTestEngine({ randomness: writtenRandomness(0.5) });
    const first = { serviceUrl: "http://127.0.0.1:9", tenantId: 1, userId: 501, token: "t" };
    const { deviceId } = await engine.call("connection.save", first);
    const id = await enter(engine, "purchaseReturn");
    const second = await engine.call("connection.save", { ...first, tenantId: "9007199254740993" });
    expect(second).toMatchObject({ deviceId, tenantId: "9007199254740993" });
    expect((await engine.call("outbox.list", {})).entries).toEqual([]);
    const other = await enter(engine, "purchaseReturn");
    expect(JSON.stringify(await engine.entry(other))).toContain('\\"tenantId\\":9007199254740993,');
    const { connections } = await engine.call("connection.list", {});
    expect(connections.map(({ tenantId, unsent, current }) => [tenantId, unsent, current])).toEqual([
      [1, 1, false],
      ["9007199254740993", 1, true],
    ]);
    await engine.call("connection.save", first);
    expect((await engine.call("outbox.list", {})).entries.map(({ entryId }) => entryId)).toEqual([id]);
  });

  it.each([
    ["another user", { userId: 502 }],
    ["another device", { deviceId: "22222222-2222-4222-8222-222222222222" }],
    ["another user and device", { userId: 502, deviceId: "22222222-2222-4222-8222-222222222222" }],
    ["practice", { practice: true }],
  ])("for %s on the same books counts for what is entered next", async (_, other) => {
    const engine = openTestEngine();
    const saved = await connect(engine, "http://127.0.0.1:9");
    const before = await enter(engine, "purchaseReturn", 1);
    const now = { ...saved, ...other };
    const { serviceUrl, tenantId, userId, deviceId, practice } = now;
    const input = { serviceUrl, tenantId, userId, deviceId, practice, token: "another" };
    expect(await engine.call("connection.save", input)).toEqual(now);
    expect(await engine.call("connection.get", {})).toEqual(now);
    const after = await enter(engine, "purchaseReturn", 2);
    const whose = async (id: string) => {
      const { creatorUserId, creatorDeviceId } = JSON.parse((await engine.entry(id)).requestBody);
      return [creatorUserId, creatorDeviceId];
    };
    expect(await whose(before)).toEqual([saved.userId, saved.deviceId]);
    expect(await whose(after)).toEqual([userId, deviceId]);
    expect((await engine.call("support.facts", {})).connection).toMatchObject({ userId, deviceId });
  });

  it("by the same one leaves the file open and what is under way as it is", async () => {
    const held: (() => void)[] = [];
    const service = await startHttpService((outgoing, came) => {
      held.push(() => answer(200)(outgoing, came));
    });
    const engine = openTestEngine();
    await connect(engine, service.url);
    const id = await enter(engine, "purchaseReturn");
    settle(engine);
    await until(() => held.length === 1);
    await connect(engine, service.url, "another");
    expect((await engine.entry(id)).state).toBe("in_flight");
    held[0]?.();
    await until(async () => (await engine.entry(id)).state === "confirmed");
  });

  it.each([
    ["http://example.com", "insecure_url"],
    ["ftp://127.0.0.1", "not_a_url"],
    ["not an address", "not_a_url"],
    ["https://user:pass@example.com", "has_credentials"],
    ["https://example.com/?a=1", "not_a_url"],
    ["https://example.com/#a", "not_a_url"],
  ])("refuses the address %s: %s", async (serviceUrl, reason) => {
    const engine = openTestEngine();
    const error = await engine.refusal("connection.save", { serviceUrl, tenantId: 1, userId: 1, token: "t" });
    expect(error).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ field: "serviceUrl", reason }] },
    });
    expect(await engine.call("connection.get", {})).toBeNull();
  });

  it.each(["", "two words", "a\nb", "tökén", "\u0000"])("refuses the token %j", async (token) => {
    const engine = openTestEngine();
    const input = { serviceUrl: "http://127.0.0.1:9", tenantId: 1, userId: 1, token };
    expect(await engine.refusal("connection.save", input)).toMatchObject({
      code: "invalid_input",
      details: { issues: expect.arrayContaining([expect.objectContaining({ field: "token" })]) },
    });
  });

  it("sends below the address's own path", async () => {
    const service = await startHttpService();
    const engine = openTestEngine();
    await connect(engine, `${service.url}/shop/api/`);
    const id = await enter(engine, "restoreAccount");
    settle(engine);
    await until(async () => (await engine.entry(id)).state === "confirmed");
    expect(service.came.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /shop/api/TenantAccounts/restore",
    ]);
  });
});

describe("connection.check", () => {
  it("opens a connection, sends not one byte, and says what it met", async () => {
    const service = await startHttpService();
    const engine = openTestEngine({ profile: newFolder() });
    const good = await engine.call("connection.check", { serviceUrl: service.url });
    expect(good).toMatchObject({ reachable: true, encrypted: false, problem: null });
    expect(service.came).toEqual([]);
    const plain = await engine.call("connection.check", {
      serviceUrl: service.url.replace("http:", "https:"),
    });
    expect(plain).toMatchObject({ reachable: false, encrypted: true });
    await service.setUp(false);
    expect(await engine.call("connection.check", { serviceUrl: service.url })).toMatchObject({
      reachable: false,
      problem: "refused",
    });
  });
});
