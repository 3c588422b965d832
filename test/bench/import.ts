/**
 * Postings while a file of products is imported into the same engine, in one process: whatever the import does in
 * one go, a posting waits for. Each is timed from the moment it was due, so that a stall counts in full. Then the same
 * file once more without postings, beside the `sqlite3` shell.
 */

import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../../main/engine/engine.ts";
import { verifyThreadBeside } from "../../main/engine/file/backups/verify.ts";
import { invoked, pausedEngine } from "./engine.ts";
import { median, type Section } from "./figures.ts";
import { importWithShell } from "./import-shell.ts";
import { typicalReturn } from "./post.ts";
import { writeProductFile } from "./profiles/large-profile.ts";

/** Aim: no posting of a run waits longer. */
const AIM_MS = 50;
/** Aim: at most this many times as long as the shell. */
const AIM_RATIO = 2.5;
const EVERY_MS = 20;
const POSTS_BEFORE = 200;

export interface ImportRun {
  importSeconds: number;
  /** Of each posting, from when it was due to its acknowledgement. */
  waits: number[];
  /** The same before the import began: what the machine itself makes a posting wait. */
  before: number[];
  /** Without postings. */
  aloneSeconds: number;
  shellSeconds: number;
  fileMb: number;
  /** Of this process, the postings' time included. */
  peakMb: number;
}

const engineEntry = new URL("../../main/engine/index.ts", import.meta.url).href;

const now = (): number => performance.now();
const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Opens a new counter that is connected and doesn't send, as the program opens it. */
export const newCounter = (profile: string): Promise<Engine> =>
  pausedEngine(profile, { verifyThread: verifyThreadBeside(engineEntry) });

/** Posts a return every 20 ms until it is asked to stop; puts into `waits` how long each waited since it was due. */
export async function postUntil(engine: Engine, isOver: () => boolean, waits: number[]): Promise<void> {
  for (let due = now(); !isOver(); due = Math.max(due + EVERY_MS, now())) {
    await rest(Math.max(0, due - now()));
    await invoked(engine, "purchaseReturn.post", typicalReturn(waits.length));
    waits.push(now() - due);
  }
}

/** Imports the file while a return is posted every 20 ms. */
async function importAmidPostings(
  path: string,
  profile: string,
): Promise<Pick<ImportRun, "importSeconds" | "waits" | "before">> {
  const engine = await newCounter(profile);
  try {
    const before: number[] = [];
    const waits: number[] = [];
    await postUntil(engine, () => before.length === POSTS_BEFORE, before);
    let isDone = false;
    const started = now();
    const whole = invoked(engine, "referenceData.import", { kind: "product", path }).finally(() => {
      isDone = true;
    });
    await postUntil(engine, () => isDone, waits);
    await whole;
    return { importSeconds: (now() - started) / 1_000, waits, before };
  } finally {
    await engine.close();
  }
}

async function importAlone(path: string, profile: string): Promise<{ aloneSeconds: number; fileMb: number }> {
  const engine = await newCounter(profile);
  let aloneSeconds = 0;
  try {
    const started = now();
    await invoked(engine, "referenceData.import", { kind: "product", path });
    aloneSeconds = (now() - started) / 1_000;
  } finally {
    await engine.close();
  }
  const folder = join(profile, "connections");
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return { aloneSeconds, fileMb: Math.max(...sizes) / 1e6 };
}

/** One file of so many products: amid postings, alone, and with the shell. */
export async function oneImport(rows: number): Promise<ImportRun> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  try {
    const path = join(folder, "products.csv");
    await writeProductFile(path, rows);
    const amid = await importAmidPostings(path, join(folder, "amid"));
    const alone = await importAlone(path, join(folder, "alone"));
    const peakMb = process.resourceUsage().maxRSS / 1_024;
    return { ...amid, ...alone, peakMb, shellSeconds: await importWithShell(path, folder) };
  } finally {
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
    what,
    unit,
    digits,
    runs: measured.map(of),
  });
  const longest = figure("longest wait of a posting", "ms", 1, ({ waits }) => Math.max(...waits));
  const worst = median(longest.runs);
  const ratio = figure("ratio", "×", 2, ({ aloneSeconds, shellSeconds }) => aloneSeconds / shellSeconds);
  const times = median(ratio.runs);
  return {
    title: "Postings during an import",
    method:
      `A CSV file of ${rows.toLocaleString("en")} new products is imported while a purchase return of three lines ` +
      "is posted every 20 ms; a wait counts from when the posting was due. Then the same file without postings, and by " +
      "the `sqlite3` shell into tables with the same constraints and indexes in one transaction, which checks no value.",
    figures: [
      figure("the whole import", "s", 1, ({ importSeconds }) => importSeconds),
      figure("median wait of a posting", "ms", 1, ({ waits }) => median(waits)),
      figure("99th percentile", "ms", 1, ({ waits }) => quantile(waits, 0.99)),
      longest,
      figure("longest wait without an import", "ms", 1, ({ before }) => Math.max(...before)),
      figure("the import without postings", "s", 1, ({ aloneSeconds }) => aloneSeconds),
      figure("rows a second", "", 0, ({ aloneSeconds }) => rows / aloneSeconds),
      figure("`sqlite3` shell", "s", 1, ({ shellSeconds }) => shellSeconds),
      ratio,
      figure("peak memory of the process", "MB", 0, ({ peakMb }) => peakMb),
    ],
    details: [
      figure("postings meanwhile", "", 0, ({ waits }) => waits.length),
      figure("the file", "MB", 0, ({ fileMb }) => fileMb),
    ],
    verdict: `Aim: no posting waits longer than ${AIM_MS} ms. The longest wait, median over the runs: ${worst.toFixed(1)} ms: ${worst <= AIM_MS ? "met" : "not met"}. Aim: at most ${AIM_RATIO} × the shell: ${times <= AIM_RATIO ? "met" : "not met"}, ${times.toFixed(2)} ×.`,
  };
}
