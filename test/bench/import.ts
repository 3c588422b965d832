/**
 * Postings while a file of products is imported into the same engine, in one process: whatever the import does in
 * one go, a posting waits for. Each is timed from the moment it was due, so that a stall counts in full.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, openEngine } from "../../main/engine/engine.ts";
import { systemClock, systemRandomness } from "../../main/engine/ports.ts";
import { median, type Section } from "./figures.ts";
import { typicalReturn } from "./post.ts";

/** Aim: no posting of a run waits longer. */
const AIM_MS = 50;
const EVERY_MS = 20;
const POSTS_BEFORE = 200;
const NEVER = "http://127.0.0.1:9";

export interface ImportRun {
  importSeconds: number;
  /** Of each posting, from when it was due to its acknowledgement. */
  waits: number[];
  /** The same before the import began: what the machine itself makes a posting wait. */
  before: number[];
}

const now = (): number => performance.now();
const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function invoked(engine: Engine, channel: string, input: unknown): Promise<void> {
  const reply = await engine.invoke(channel, input);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.message}`);
}

function writeProducts(path: string, rows: number): void {
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `${100_000 + index},Shelf item ${index} / صنف رقم ${index},${6_280_000_000_000 + index},1,${(index % 997) + 0.25},${(index % 797) + 0.5},0`,
  );
  writeFileSync(path, `id,name,barcode,measureUnitId,price,costPrice,deleted\n${lines.join("\n")}\n`);
}

/** Imports a file of so many products, and posts a return every 20 ms meanwhile. */
export async function oneImport(rows: number): Promise<ImportRun> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  const quiet = () => undefined;
  const profile = join(folder, "profile");
  const engine = openEngine({
    ...{ profile, appVersion: "bench", sqliteBinding: null, proxy: null, tokens: {} },
    ...{ clock: systemClock, randomness: systemRandomness, resendUnknown: false, emit: quiet },
    log: { info: quiet, warn: quiet, error: quiet },
  });
  try {
    await invoked(engine, "connection.save", { serviceUrl: NEVER, tenantId: 7001, userId: 501, token: "t" });
    await invoked(engine, "sync.pause", {});
    const path = join(folder, "products.csv");
    writeProducts(path, rows);
    const before: number[] = [];
    const waits: number[] = [];
    /** Posts until it is told to stop. */
    const postUntil = async (isOver: () => boolean, into: number[]): Promise<void> => {
      for (let due = now(); !isOver(); due = Math.max(due + EVERY_MS, now())) {
        await rest(Math.max(0, due - now()));
        await invoked(engine, "purchaseReturn.post", typicalReturn(before.length + waits.length));
        into.push(now() - due);
      }
    };
    await postUntil(() => before.length === POSTS_BEFORE, before);
    let isDone = false;
    const started = now();
    const whole = invoked(engine, "referenceData.import", { kind: "product", path }).finally(() => {
      isDone = true;
    });
    await postUntil(() => isDone, waits);
    await whole;
    return { importSeconds: (now() - started) / 1_000, waits, before };
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Several imports; the figures are each import's own. */
export async function measureImport(
  { runs, rows }: { runs: number; rows: number },
  say: (words: string) => void,
): Promise<Section> {
  const measured: ImportRun[] = [];
  for (let run = 0; run < runs; run += 1) {
    measured.push(await oneImport(rows));
    say(`  run ${run + 1} of ${runs}`);
  }
  const figure = (what: string, unit: string, digits: number, of: (run: ImportRun) => number) => ({
    ...{ what, unit, digits, runs: measured.map(of) },
  });
  const longest = figure("longest wait of a posting", "ms", 1, ({ waits }) => Math.max(...waits));
  const worst = median(longest.runs);
  return {
    title: "Posting while a file is imported",
    method: `A CSV file of ${rows.toLocaleString("en")} new products is imported into an engine, and a purchase return of three lines is posted to the same engine every ${EVERY_MS} ms until the import is over. A posting's wait counts from the moment it was due, so a stall of the engine counts in full; the same is done for 200 postings before the import, to show what the machine alone costs. On the machine's own disk, durable as always.`,
    figures: [
      figure("the whole import", "s", 1, ({ importSeconds }) => importSeconds),
      figure("postings meanwhile", "", 0, ({ waits }) => waits.length),
      figure("median wait of a posting", "ms", 1, ({ waits }) => median(waits)),
      figure("99th percentile", "ms", 1, ({ waits }) => quantile(waits, 0.99)),
      longest,
      figure("longest wait without an import", "ms", 1, ({ before }) => Math.max(...before)),
    ],
    verdict: `Aim: no posting waits longer than ${AIM_MS} ms. The longest wait, median over the runs: ${worst.toFixed(1)} ms: ${worst <= AIM_MS ? "met" : "not met"}.`,
  };
}
