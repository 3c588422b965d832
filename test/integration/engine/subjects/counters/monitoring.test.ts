/** Figures for monitoring: the textfile for Prometheus, its alert rules and dashboard, and OTLP over real HTTP. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { type CounterStatus, counterStatus } from "../../../../../contract/counter-status.ts";
import { systemClock, systemRandomness } from "../../../../../main/engine/ports.ts";
import { figuresOf, prometheusText } from "../../../../../main/engine/subjects/counters/status/figures.ts";
import { createMonitor } from "../../../../../main/engine/subjects/counters/status/monitor.ts";
import { certify } from "../../../../helpers/certificates.ts";
import { aReturn, connect, newFolder, openTestEngine, until } from "../../../../helpers/engine.ts";
import { startHttpsService, startTunnelProxy } from "../../../../helpers/https-service.ts";
import { needsPrograms } from "../../../../helpers/system-programs.ts";

const DOCS = join(import.meta.dirname, "../../../../../docs/monitoring");
const VERIFY_THREAD = new URL("../../../../../main/engine/verify-thread.ts", import.meta.url);

const status: CounterStatus = counterStatus.parse({
  format: 1,
  deviceId: "aaaaaaaa-0000-4000-8000-000000000001",
  name: 'Till "1" \\ مخرج\nsecond line',
  version: "0.1.0",
  practice: false,
  writtenAt: "2026-11-28T12:00:00.000Z",
  everySeconds: 600,
  state: "online",
  counts: { pending: 7, in_flight: 0, retry_wait: 1, outcome_unknown: 2, dead_letter: 0 },
  unsentValue: { YER: "81.235", 'a"b': "1" },
  oldestUnsentAt: "2026-11-28T11:00:00.000Z",
  lastConfirmedAt: null,
  lists: [{ list: "product", version: 3, takenAt: "2026-11-27T00:00:00.000Z" }],
  backupAt: "2026-11-28T11:30:00.000Z",
  clockDriftMs: -1_500,
  freeBytes: 5_000_000_000,
  people: 3,
  needs: ["unknown"],
});

describe("the text for Prometheus", () => {
  it("passes promtool's check, whatever a name holds", (context) => {
    needsPrograms(context, "promtool");
    const {
      status: code,
      stdout,
      stderr,
    } = spawnSync("promtool", ["check", "metrics"], {
      input: prometheusText(figuresOf(status)),
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toBe("");
    expect(code).toBe(0);
  });

  it("has a sample for what is known only, in base units, with labels escaped", () => {
    const text = prometheusText(figuresOf(status));
    expect(text).toContain('counterside_entries{state="pending"} 7\n');
    expect(text).toContain("counterside_clock_drift_seconds -1.5\n");
    expect(text).toContain('counterside_unsent_value{currency="a\\"b"} 1\n');
    expect(text).toContain('name="Till \\"1\\" \\\\ مخرج\\nsecond line"');
    expect(text).toContain('counterside_needs_person{need="unknown"} 1\n');
    expect(text).not.toContain("last_confirmed");
    for (const line of text.trimEnd().split("\n")) expect(line).toMatch(/^(?:#|counterside_)/);
  });
});

describe("what is delivered for monitoring", () => {
  it("has alert rules that pass their tests", (context) => {
    needsPrograms(context, "promtool");
    const promtool = (...words: string[]) => execFileSync("promtool", words, { cwd: DOCS, encoding: "utf8" });
    expect(promtool("check", "rules", "counterside.rules.yml")).toContain("SUCCESS");
    expect(promtool("test", "rules", "counterside.rules.test.yml")).toContain("SUCCESS");
  });

  it("asks in rules and dashboard for figures that there are", () => {
    const names = new Set(figuresOf(status).map(({ name }) => name));
    for (const file of ["counterside.rules.yml", "counterside.dashboard.json"]) {
      const asked = readFileSync(join(DOCS, file), "utf8").match(/counterside_\w+/g) ?? [];
      expect(asked.length).toBeGreaterThan(5);
      expect(asked.filter((name) => !names.has(name))).toEqual([]);
    }
  });

  it("has a dashboard whose queries Prometheus can read", (context) => {
    needsPrograms(context, "promtool");
    const dashboard = z
      .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
      .parse(JSON.parse(readFileSync(join(DOCS, "counterside.dashboard.json"), "utf8")));
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const rules = queries.map((expr, n) => ({
      record: `panel:${n}`,
      expr: expr.replaceAll("$counter", ".*"),
    }));
    const path = join(newFolder(), "queries.yml");
    writeFileSync(path, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
    expect(execFileSync("promtool", ["check", "rules", path], { encoding: "utf8" })).toContain(
      `${queries.length} rules found`,
    );
  });
});

interface Received {
  path: string;
  type: string | undefined;
  body: unknown;
}

/** A small collector. `code` 0: it never answers. */
async function startCollector(code = 200) {
  const came: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
      came.push({ path: incoming.url ?? "", type: incoming.headers["content-type"], body });
      if (code === 0) return;
      outgoing.writeHead(code, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { came, url: `http://127.0.0.1:${port}` };
}

const attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string() }) });
const point = z.object({ attributes: z.array(attribute), asDouble: z.number() });
const exported = z.object({
  resourceMetrics: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(z.object({ name: z.string(), gauge: z.object({ dataPoints: z.array(point) }) })),
        }),
      ),
    }),
  ),
});
function figuresIn({ body }: Received): Map<string, number> {
  const [metrics] = exported.parse(body).resourceMetrics;
  return new Map(
    (metrics?.scopeMetrics ?? []).flatMap(({ metrics: all }) =>
      all.flatMap(({ name, gauge }) =>
        gauge.dataPoints.map(
          ({ attributes, asDouble }) =>
            [
              `${name} ${attributes.map(({ value }) => value.stringValue).join(",")}`.trim(),
              asDouble,
            ] as const,
        ),
      ),
    ),
  );
}

describe("OTLP over HTTP", () => {
  it("brings the same figures to a collector, each time those of now", async () => {
    const { came, url } = await startCollector();
    const monitor = createMonitor({ monitoring: { otlp: url }, proxy: null });
    expect(await monitor.tell(status)).toEqual([]);
    expect(
      await monitor.tell({ ...status, backupAt: null, people: 4, lastConfirmedAt: status.writtenAt }),
    ).toEqual([]);
    expect(came).toHaveLength(2);
    expect(came[0]).toMatchObject({ path: "/v1/metrics", type: "application/json" });
    const [first, second] = came.map(figuresIn);
    expect(first?.get("counterside_entries pending")).toBe(7);
    expect(first?.get("counterside_unsent_value YER")).toBe(81.235);
    expect(first?.get("counterside_people")).toBe(3);
    expect(second?.get("counterside_people")).toBe(4);
    expect(second?.has("counterside_backup_timestamp_seconds")).toBe(false);
    expect(second?.get("counterside_last_confirmed_timestamp_seconds")).toBe(
      Date.parse(status.writtenAt) / 1_000,
    );
    expect(JSON.stringify(came[0]?.body)).toContain('"service.instance.id"');
    await monitor.close();
  });

  it("says that a collector refused, and goes on", async () => {
    const { came, url } = await startCollector(403);
    const monitor = createMonitor({ monitoring: { otlp: url }, proxy: null });
    expect(await monitor.tell(status)).toMatchObject([{ of: "otlp" }]);
    expect(await monitor.tell(status)).toMatchObject([{ of: "otlp" }]);
    expect(came).toHaveLength(2);
    await monitor.close();
  });
});

describe("OTLP over https", () => {
  const authority = certify({ name: "An authority that the system trusts" });
  const TELL = `
const [monitor, given, status] = JSON.parse(process.argv[1]);
const { createMonitor } = await import(monitor);
const open = createMonitor(given);
process.stdout.write(JSON.stringify(await open.tell(status)));
process.exit(0);`;
  const MONITOR = new URL("../../../../../main/engine/subjects/counters/status/monitor.ts", import.meta.url);

  /** Tells it in a process whose system trusts these. */
  async function tellTrusting(trusted: string, otlp: string, proxy: string): Promise<string> {
    const path = join(newFolder(), "authority.pem");
    writeFileSync(path, trusted);
    const words = JSON.stringify([MONITOR.href, { monitoring: { otlp }, proxy }, status]);
    const child = spawn(process.execPath, ["--input-type=module", "--eval", TELL, words], {
      env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1", NODE_EXTRA_CA_CERTS: path },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await new Promise((ended) => child.on("close", ended));
    return said;
  }

  it("goes through the proxy to a collector whose certificate the system trusts, and to no other", async () => {
    const service = await startHttpsService(
      certify({ name: "collector", issuer: authority, hosts: ["shop.example"] }),
    );
    const proxy = await startTunnelProxy();
    const url = `https://shop.example:${service.port}`;
    const through = `http://127.0.0.1:${proxy.port}`;
    const stranger = certify({ name: "Another authority" });
    expect(await tellTrusting(stranger.cert, url, through)).toContain('"of":"otlp"');
    expect(service.authorizations).toEqual([]);
    expect(await tellTrusting(authority.cert, url, through)).toBe("[]");
    expect(service.authorizations).toEqual([undefined]);
    expect(new Set(proxy.tunnels)).toEqual(new Set([`shop.example:${service.port}`]));
    expect(proxy.rest).toEqual([]);
  });
});

describe("an engine whose policy names monitoring", () => {
  it("writes the textfile without a shop folder, whole, for other accounts to read, on its own thread", async () => {
    const folder = newFolder();
    const { came, url } = await startCollector();
    const engine = openTestEngine({
      liveClock: { ...systemClock, schedule: (ms, task) => systemClock.schedule(Math.min(ms, 50), task) },
      randomness: systemRandomness,
      verifyThread: VERIFY_THREAD,
      fixedCounters: { shopFolder: null, monitoring: { textfile: folder, otlp: url } },
    });
    await connect(engine, "http://127.0.0.1:9");
    const path = join(folder, "counterside.prom");
    await until(() => existsSync(path) && came.length > 0);
    expect(statSync(path).mode & 0o777).toBe(0o644);
    await engine.call("purchaseReturn.post", aReturn());
    await until(() =>
      /counterside_entries\{state="(?:pending|retry_wait)"\} 1\n/.test(readFileSync(path, "utf8")),
    );
    expect(readFileSync(path, "utf8")).not.toContain("counterside_unsent_value");
    await engine.close();
  });

  it("posts and ends in time where the collector never answers and the folder is gone", async () => {
    const { came, url } = await startCollector(0);
    const folder = newFolder();
    rmSync(folder, { recursive: true });
    const engine = openTestEngine({
      liveClock: { ...systemClock, schedule: (ms, task) => systemClock.schedule(Math.min(ms, 50), task) },
      randomness: systemRandomness,
      verifyThread: VERIFY_THREAD,
      fixedCounters: { shopFolder: null, monitoring: { textfile: folder, otlp: url } },
    });
    await connect(engine, "http://127.0.0.1:9");
    await until(() => came.length > 0);
    const before = performance.now();
    await engine.call("purchaseReturn.post", aReturn());
    await engine.close();
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
