/**
 * Draining the outbox of waiting entries over real HTTP, beside a bare undici loop that sends the very same requests,
 * eight at a time, to the same service. Twice: to the practice service, which keeps its own books, and to one that
 * answers at once, so that the engine's own limit shows.
 */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Pool } from "undici";
import { OPERATIONS } from "../../contract/operations.ts";
import { PARALLEL_SENDS } from "../../main/engine/core/sync/sync.ts";
import { invoked, openBench } from "./engine.ts";
import { type Figure, median, type Section } from "./figures.ts";
import { typicalReturn } from "./post.ts";
import { type Service, startLean, startPractice } from "./services/drain-services.ts";

/** Aims: at least this much of the bare loop's rate. */
const AIM = { practice: 0.8, lean: 0.2 } as const;

interface Run {
  perSecond: number;
  barePerSecond: number;
}

function readStored(profile: string, sql: string): string[] {
  const folder = join(profile, "connections");
  const name = readdirSync(folder).find((file) => file.endsWith(".sqlite")) ?? "";
  const db = new Database(join(folder, name), { readonly: true });
  try {
    return db.prepare<[], string>(sql).pluck().all();
  } finally {
    db.close();
  }
}

/** The bodies as they are stored: what the bare loop sends is what the engine sends. */
const storedBodies = (profile: string): string[] =>
  readStored(profile, "SELECT request_body FROM entry ORDER BY sequence");

/** Each entry must be confirmed by one attempt, and its answer be there: else the time is of something else. */
function assertDrained(profile: string, entries: number): void {
  const [found] = readStored(
    profile,
    `SELECT count(*) FROM entry JOIN attempt USING (sequence) JOIN document
       ON document.serial_no = entry.serial_no AND answered_at = ended_at
     WHERE state = 'confirmed' AND answer_understood = 1 AND outcome = 'accepted' AND attempts = 1`,
  );
  if (Number(found) !== entries)
    throw new Error(`${found} of ${entries} entries were confirmed and mirrored`);
}

async function drainWithEngine(
  service: Service,
  entries: number,
): Promise<{ seconds: number; bodies: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  const profile = join(folder, "profile");
  const quiet = () => undefined;
  let left = entries;
  let drained: () => void = quiet;
  const empty = new Promise<void>((resolve) => {
    drained = resolve;
  });
  const engine = openBench(profile, {
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
    const seconds = (performance.now() - started) / 1_000;
    assertDrained(profile, entries);
    return { seconds, bodies };
  } finally {
    await engine.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drainBare(service: Service, bodies: readonly string[]): Promise<number> {
  const pool = new Pool(service.url, { connections: PARALLEL_SENDS, pipelining: 1 });
  let next = 0;
  const lane = async () => {
    for (let body = bodies[next]; body !== undefined; body = bodies[next]) {
      next += 1;
      const answer = await pool.request({
        method: OPERATIONS.purchaseReturn.method,
        path: OPERATIONS.purchaseReturn.path,
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

/** Both ways, one after the other, each to a separate service. */
async function oneRun(start: () => Promise<Service>, entries: number): Promise<Run & { bodies: string[] }> {
  const { seconds, bodies } = await drainWithEngine(await start(), entries);
  const bareSeconds = await drainBare(await start(), bodies);
  return { perSecond: entries / seconds, barePerSecond: entries / bareSeconds, bodies };
}

const ratiosOf = (runs: readonly Run[]): number[] =>
  runs.map(({ perSecond, barePerSecond }) => perSecond / barePerSecond);

const figuresOf = (to: string, runs: readonly Run[]): Figure[] => [
  { what: `${to}: engine`, unit: "a second", digits: 0, runs: runs.map(({ perSecond }) => perSecond) },
  {
    what: `${to}: bare undici loop`,
    unit: "a second",
    digits: 0,
    runs: runs.map(({ barePerSecond }) => barePerSecond),
  },
  { what: `${to}: ratio`, unit: "×", digits: 2, runs: ratiosOf(runs) },
];

export async function measureDrain(
  choices: { runs: number; entries: number },
  progress: (words: string) => void,
): Promise<Section> {
  const practice: Run[] = [];
  const lean: Run[] = [];
  for (let run = 1; run <= choices.runs; run += 1) {
    const toPractice = await oneRun(startPractice, choices.entries);
    const toLean = await oneRun(() => startLean(toPractice.bodies[0] ?? ""), choices.entries);
    practice.push(toPractice);
    lean.push(toLean);
    const words = ({ perSecond, barePerSecond }: Run) =>
      `${perSecond.toFixed(0)} a second beside ${barePerSecond.toFixed(0)}`;
    progress(`  run ${run} of ${choices.runs}: practice ${words(toPractice)}, lean ${words(toLean)}`);
  }
  const judged = (aim: number, runs: readonly Run[]): string => {
    const ratio = median(ratiosOf(runs));
    return `${ratio >= aim ? "met" : "**not met**"} (${ratio.toFixed(2)} ×)`;
  };
  return {
    title: "Draining the outbox",
    method:
      `${choices.entries} purchase returns of three lines wait; measured is the time until the last one is confirmed, in ` +
      `turn with a bare undici loop that sends the same bodies ${PARALLEL_SENDS} at a time. Each measurement gets a new ` +
      "service process. The lean service answers at once with a recorded answer: the engine's limit, which no real " +
      "service shows.",
    figures: [...figuresOf("practice service", practice), ...figuresOf("lean service", lean)],
    verdict:
      `Aims: at least ${AIM.practice} × the bare loop to the practice service, ${judged(AIM.practice, practice)}; ` +
      `at least ${AIM.lean} × to the lean one, ${judged(AIM.lean, lean)}.`,
  };
}
