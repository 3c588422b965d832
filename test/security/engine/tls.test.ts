/** The token travels over TLS to the service that was named, or not at all. */
import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { serviceUrl } from "../../../contract/channels/connection.ts";
import { createRemoteClient } from "../../../main/engine/core/remote/client.ts";
import { createConnect } from "../../../main/engine/core/remote/connect.ts";
import { createLanes } from "../../../main/engine/core/remote/lanes.ts";
import { checkAddress } from "../../../main/engine/core/remote/network.ts";
import { systemClock } from "../../../main/engine/ports.ts";
import { type Certified, certify } from "../../helpers/certificates.ts";
import { connect, enter, newFolder, openTestEngine, TOKEN, until } from "../../helpers/engine.ts";
import { connectHeadless, spawnHeadless } from "../../helpers/headless.ts";
import { answer, startHttpService } from "../../helpers/http-service.ts";
import { startHttpsService, startTunnelProxy } from "../../helpers/https-service.ts";

const DAY_MS = 86_400_000;
const authority = certify({ name: "An authority that the system trusts" });
const stranger = certify({ name: "An authority that nobody trusts" });
const hosts = ["localhost", "127.0.0.1"];

const LAST_MONTH = { from: new Date(Date.now() - 60 * DAY_MS), to: new Date(Date.now() - 30 * DAY_MS) };
const NEXT_MONTH = { from: new Date(Date.now() + 30 * DAY_MS), to: new Date(Date.now() + 60 * DAY_MS) };

/** What is wrong with it, and the words the person reads. */
const REFUSED: [string, Certified, RegExp][] = [
  ["expired", certify({ name: "shop", issuer: authority, hosts, ...LAST_MONTH }), /expired/],
  ["not valid yet", certify({ name: "shop", issuer: authority, hosts, ...NEXT_MONTH }), /not yet valid/],
  [
    "another host's",
    certify({ name: "shop", issuer: authority, hosts: ["shop.example"] }),
    /not in the cert/,
  ],
  ["signed by itself", certify({ name: "shop", hosts }), /self-signed/],
  ["of an unknown authority", certify({ name: "shop", issuer: stranger, hosts }), /unable to verify/],
];

/** An engine in a separate process whose system trusts `authority`. */
async function engineThatTrusts(env: Record<string, string> = {}) {
  const folder = newFolder();
  const trusted = join(folder, "authority.pem");
  writeFileSync(trusted, authority.cert);
  const engine = spawnHeadless(["--profile", join(folder, "profile")], {
    NODE_EXTRA_CA_CERTS: trusted,
    ...env,
  });
  await engine.ready;
  return engine;
}

const request = { method: "POST", path: "/x", body: "{}", token: TOKEN } as const;

describe("a service's certificate", () => {
  it("that is right lets entries through: the refusals below have no other cause", async () => {
    const service = await startHttpsService(certify({ name: "shop", issuer: authority, hosts }));
    const engine = await engineThatTrusts();
    const url = `https://localhost:${service.port}`;
    expect(await engine.call("connection.check", { serviceUrl: url })).toMatchObject({ problem: null });
    await connectHeadless(engine, url);
    await engine.call("restore.request", { kind: "account", accountId: 1 });
    await until(() => service.authorizations.length > 0);
    expect(service.authorizations).toEqual([`Bearer ${TOKEN}`]);
  });

  it("that names no subject, as authorities issue by now, is right too and shown as it is", async () => {
    const service = await startHttpsService(certify({ name: "", issuer: authority, hosts }));
    const engine = await engineThatTrusts();
    const url = `https://localhost:${service.port}`;
    expect(await engine.call("connection.check", { serviceUrl: url })).toMatchObject({
      reachable: true,
      encrypted: true,
      problem: null,
      certificate: { subject: "", issuer: `CN=${authority.name}`, validTo: expect.stringMatching(/GMT$/) },
    });
    await connectHeadless(engine, url);
    await engine.call("restore.request", { kind: "account", accountId: 1 });
    await until(() => service.authorizations.length > 0);
  });

  // An environment in which some other program's installer left the check switched off must change nothing.
  for (const env of [{}, { NODE_TLS_REJECT_UNAUTHORIZED: "0" }])
    it(`is refused for good where it is wrong, ${JSON.stringify(env)}`, async () => {
      const engine = await engineThatTrusts(env);
      for (const [what, certificate, words] of REFUSED) {
        const service = await startHttpsService(certificate);
        const url = `https://localhost:${service.port}`;
        const checked = await engine.call("connection.check", { serviceUrl: url });
        expect(checked, what).toMatchObject({ reachable: false, problem: "not_secure" });
        expect(checked.detail, what).toMatch(words);
        await connectHeadless(engine, url);
        const { entryId } = await engine.call("restore.request", { kind: "account", accountId: 1 });
        // A connection is tried and tried again, and nothing is claimed for it.
        await until(async () => (await engine.call("sync.status", {})).nextAttemptAt !== null);
        const entry = await engine.call("outbox.get", { entryId });
        expect(entry, what).toMatchObject({ state: "pending", attempts: [] });
        expect(service.authorizations, what).toEqual([]);
      }
    });

  it("can be overridden by no field of any channel", async () => {
    const engine = openTestEngine();
    for (const field of ["insecure", "rejectUnauthorized", "trust", "fingerprint", "ca"])
      for (const channel of ["connection.save", "connection.check"] as const)
        expect(
          await engine.refusal(channel, {
            serviceUrl: "https://a.example",
            tenantId: 1,
            userId: 1,
            [field]: true,
          }),
        ).toMatchObject({ code: "invalid_input" });
  });
});

describe("an address without TLS", () => {
  const taken = (address: string) => serviceUrl.safeParse(address).success;

  it("is accepted for this very computer only", () => {
    for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"])
      expect(taken(`http://${host}:4600`), host).toBe(true);
    for (const host of [
      ...["books.example", "192.168.1.5", "10.0.0.1", "0.0.0.0", "169.254.169.254", "[::]", "[fe80::1]"],
      ...[
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "xn--localhost-",
        "localhost.",
        "evil.localhost",
      ],
      ...[
        "[::ffff:192.168.1.5]",
        "127.0.0.1@evil.example",
        "evil.example#127.0.0.1",
        "evil.example?localhost",
      ],
    ])
      expect(taken(`http://${host}/`), host).toBe(false);
  });

  it("is no way around: other schemes, names and passwords in it are refused too", () => {
    for (const address of [
      ...["ftp://localhost", "file:///etc/passwd", "ws://localhost", "javascript:1", "//localhost"],
      ...["https://user:pass@books.example", "http://user@localhost", "https://books.example/?token=1"],
    ])
      expect(taken(address), address).toBe(false);
  });
});

describe("a redirect", () => {
  for (const status of [301, 302, 303, 307, 308])
    it(`of ${status} is not followed, and the token goes nowhere else`, async () => {
      const other = await startHttpService();
      const service = await startHttpService(
        answer(status, "{}", { location: `${other.url}/api/books`, refresh: `0; url=${other.url}` }),
      );
      const engine = openTestEngine();
      await connect(engine, service.url);
      const id = await enter(engine, "restoreAccount");
      engine.clock.runUntil(engine.clock.now());
      await until(async () => (await engine.entry(id)).state === "dead_letter");
      engine.clock.runUntil(engine.clock.now() + DAY_MS);
      expect(service.came).toHaveLength(1);
      expect(other.connections()).toBe(0);
    });
});

it("what the system's own certificate store trusts is trusted", () => {
  const trusted = join(newFolder(), "authority.pem");
  writeFileSync(trusted, authority.cert);
  const program = join(import.meta.dirname, "../../helpers/trusted-authorities.ts");
  const { stdout } = spawnSync(process.execPath, [program], {
    encoding: "utf8",
    env: { ...process.env, SSL_CERT_FILE: trusted },
  });
  expect(stdout.split(" ")).toContain(new X509Certificate(authority.cert).fingerprint256);
});

describe("a proxy", () => {
  it("sees where a secured request goes, and nothing of it", async () => {
    const service = await startHttpsService(certify({ name: "shop", hosts: ["shop.example"] }));
    const proxy = await startTunnelProxy();
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const checked = await checkAddress(
      createConnect(`http://127.0.0.1:${proxy.port}`),
      `https://shop.example:${service.port}`,
      Date.now,
    );
    // The certificate behind the proxy is checked as any other.
    expect(checked).toMatchObject({ problem: "not_secure", detail: expect.stringMatching(/self-signed/) });
    expect(proxy.tunnels).toEqual([`shop.example:${service.port}`]);
    expect(proxy.rest).toEqual([]);
    expect(service.authorizations).toEqual([]);
  });

  it("is passed by on the way to this computer, so that no token leaves it in the clear", async () => {
    const proxy = await startTunnelProxy();
    const service = await startHttpService();
    const open = createConnect(`http://127.0.0.1:${proxy.port}`);
    for (const host of ["127.0.0.1", "localhost"]) {
      const serviceUrl = `http://${host}:${service.port}`;
      const lanes = createLanes(open, serviceUrl, Date.now, () => undefined);
      onTestFinished(lanes.close);
      expect(await lanes.open()).toBe(true);
      const client = createRemoteClient(
        { appVersion: "test", clock: systemClock, deadlineMs: 10_000 },
        serviceUrl,
        lanes,
      );
      const path = "/api/TenantAccounts/restore";
      expect(await client.send({ ...request, path, body: '{"id":1}' })).toMatchObject({ kind: "answer" });
    }
    expect(service.came).toHaveLength(2);
    expect([...proxy.tunnels, ...proxy.rest]).toEqual([]);
  });
});
