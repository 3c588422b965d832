/**
 * Emptying an outbox of waiting entries over real HTTP, beside a bare undici loop that sends the very same requests,
 * eight at a time, to the same service. The service is the practice service in a process of its own.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { Pool } from "undici";
import { z } from "zod";
import { ENDPOINTS } from "../../contract/service/endpoints.ts";
import { type Engine, openEngine } from "../../main/engine/engine.ts";
import { systemClock, systemRandomness } from "../../main/engine/ports.ts";
import { PARALLEL_SENDS } from "../../main/engine/session.ts";
import { median, type Section } from "./figures.ts";
import { typicalReturn } from "./post.ts";

/** Aim: at least this much of the bare loop's rate. */
const AIM = 0.8;
const serve = fileURLToPath(new URL("../../main/practice/serve.ts", import.meta.url));
const announced = z.object({ url: z.string(), token: z.string() });

/** Starts the service and reads its address from its first line. */
async function startService(): Promise<{ url: string; token: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [serve, "--port", "0", "--folder", ":memory:"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1" },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, token } = announced.parse(JSON.parse(line));
    const stop = () => {
      child.kill();
      return ended;
    };
    return { url, token, stop };
  }
  throw new Error("the service ended before it said its address");
}

async function invoked(engine: Engine, channel: string, input: unknown): Promise<unknown> {
  const reply = await engine.invoke(channel, input);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.message}`);
  return reply.value;
}

interface Run {
  perSecond: number;
  barePerSecond: number;
}

/** The bodies as they are stored: what the bare loop sends is what the engine sends. */
function storedBodies(profile: string): string[] {
  const folder = join(profile, "connections");
  const name = readdirSync(folder).find((file) => file.endsWith(".sqlite")) ?? "";
  const db = new Database(join(folder, name), { readonly: true });
  try {
    return db.prepare<[], string>("SELECT request_body FROM entry ORDER BY sequence").pluck().all();
  } finally {
    db.close();
  }
}

async function drainWithEngine(entries: number): Promise<{ seconds: number; bodies: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  const profile = join(folder, "profile");
  const quiet = () => undefined;
  const service = await startService();
  let left = entries;
  let drained: () => void = quiet;
  const empty = new Promise<void>((resolve) => {
    drained = resolve;
  });
  const engine = openEngine({
    ...{ profile, appVersion: "bench", sqliteBinding: null, proxy: null, tokens: {} },
    ...{ clock: systemClock, randomness: systemRandomness, resendUnknown: false },
    log: { info: quiet, warn: quiet, error: quiet },
    emit: ({ event, payload }) => {
      if (event !== "outbox.changed" || payload.state !== "confirmed") return;
      left -= 1;
      if (left === 0) drained();
    },
  });
  try {
    const { url, token } = service;
    await invoked(engine, "connection.save", { serviceUrl: url, tenantId: 7001, userId: 501, token });
    await invoked(engine, "sync.pause", {});
    for (let n = 0; n < entries; n += 1) await invoked(engine, "purchaseReturn.post", typicalReturn(n));
    const bodies = storedBodies(profile);
    const started = performance.now();
    await invoked(engine, "sync.resume", {});
    await empty;
    return { seconds: (performance.now() - started) / 1_000, bodies };
  } finally {
    await engine.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drainBare(bodies: readonly string[]): Promise<number> {
  const service = await startService();
  const pool = new Pool(service.url, { connections: PARALLEL_SENDS, pipelining: 1 });
  let next = 0;
  const lane = async () => {
    for (let body = bodies[next]; body !== undefined; body = bodies[next]) {
      next += 1;
      const answer = await pool.request({
        method: ENDPOINTS.purchaseReturn.method,
        path: ENDPOINTS.purchaseReturn.path,
        headers: { "content-type": "application/json", authorization: `Bearer ${service.token}` },
        body,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 201) throw new Error(`${answer.statusCode}: ${text.slice(0, 200)}`);
    }
  };
  try {
    const started = performance.now();
    await Promise.all(Array.from({ length: PARALLEL_SENDS }, lane));
    return (performance.now() - started) / 1_000;
  } finally {
    await pool.close();
    await service.stop();
  }
}

export async function measureDrain(
  choices: { runs: number; entries: number },
  progress: (words: string) => void,
): Promise<Section> {
  const runs: Run[] = [];
  for (let run = 1; run <= choices.runs; run += 1) {
    const { seconds, bodies } = await drainWithEngine(choices.entries);
    const bareSeconds = await drainBare(bodies);
    const figures = { perSecond: choices.entries / seconds, barePerSecond: choices.entries / bareSeconds };
    runs.push(figures);
    progress(
      `  run ${run} of ${choices.runs}: ${figures.perSecond.toFixed(0)} a second beside ${figures.barePerSecond.toFixed(0)}`,
    );
  }
  const ratios = runs.map(({ perSecond, barePerSecond }) => perSecond / barePerSecond);
  const met = median(ratios) >= AIM;
  return {
    title: "Emptying an outbox",
    method:
      `${choices.entries} purchase returns of three lines wait; sending begins. The time until the last one is confirmed, each ` +
      `claimed durably before it is sent and each answer mirrored durably, beside a bare undici loop that sends the same ` +
      `bodies ${PARALLEL_SENDS} at a time and reads the answers. The service is the practice service, new for each, in a process of its own on the same computer.`,
    figures: [
      { what: "engine", unit: "a second", digits: 0, runs: runs.map(({ perSecond }) => perSecond) },
      {
        what: "bare undici loop",
        unit: "a second",
        digits: 0,
        runs: runs.map(({ barePerSecond }) => barePerSecond),
      },
      { what: "ratio", unit: "×", digits: 2, runs: ratios },
    ],
    verdict: `Aim: at least ${AIM} × the bare loop. ${met ? "Met" : "**Not met**"}: ${median(ratios).toFixed(2)} ×.`,
  };
}
