/**
 * What the same acts cost while the outbox grows: one connection's file after the other, each with ten times as many
 * confirmed entries as the one before and the same number waiting. The files are open side by side and every act is
 * done on each in turn, so that whatever else the machine does meets all of them.
 */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAnswerStore } from "../../main/engine/core/outbox/answers.ts";
import { createEntryStore } from "../../main/engine/core/outbox/entries.ts";
import { noUnsentClaims } from "../../main/engine/core/outbox/unsent-claims.ts";
import { createCommitBatch } from "../../main/engine/core/sync/commit-batch.ts";
import { createSettle } from "../../main/engine/core/sync/settle.ts";
import type { Engine } from "../../main/engine/engine.ts";
import { type Db, openDatabase } from "../../main/engine/file/database/open-database.ts";
import { invoked } from "./engine.ts";
import { type Figure, median, type Section } from "./figures.ts";
import { typicalReturn } from "./post.ts";
import { ENTRIES_A_DAY, growFile } from "./profiles/grown-file.ts";
import { connectionFile, openLarge } from "./profiles/large-profile.ts";
import { writePast } from "./profiles/past-entries.ts";

/** Aim: no act costs more than this much of what it costs in the smallest file. */
const AIM = 1.3;
const WHO = { tenantId: 7001, userId: 501, deviceId: "5a1e0000-0000-4000-8000-000000000002" };

export interface GrowthChoices {
  sizes: readonly number[];
  waiting: number;
  /** How often each act is done on each file in a run. */
  times: number;
  runs: number;
}

const quiet = (): void => undefined;

/** Makes the profiles. */
async function makeProfiles(
  folder: string,
  { sizes, waiting }: GrowthChoices,
  progress: (words: string) => void,
): Promise<string[]> {
  const first = join(folder, "first");
  const engine = openLarge(first);
  await invoked(engine, "connection.save", { serviceUrl: "http://127.0.0.1:9", ...WHO, token: "t" });
  await invoked(engine, "sync.pause", {});
  await engine.close();
  await writePast({ path: connectionFile(first), identity: WHO, entries: 10, products: 0 }, quiet);
  const now = Date.now();
  const made: string[] = [];
  for (const size of sizes) {
    const profile = join(folder, `entries-${size}`);
    const started = Date.now();
    cpSync(first, profile, { recursive: true });
    growFile(connectionFile(profile), size, now);
    progress(`  ${size} entries made (${((Date.now() - started) / 1_000).toFixed(0)} s)`);
    made.push(profile);
  }
  for (const profile of made) {
    const opened = openLarge(profile);
    for (let n = 0; n < waiting; n += 1) await invoked(opened, "purchaseReturn.post", typicalReturn(n));
    await opened.close();
  }
  return made;
}

/** Claims one entry as the loop does, but for the note of unsent claims, and puts it back, which isn't timed. */
function claimer(db: Db): () => number {
  const entries = createEntryStore(db);
  const commitBatch = createCommitBatch(
    db,
    entries,
    createSettle(entries, createAnswerStore(db)),
    noUnsentClaims(db.name),
  );
  const putBack = db.prepare("UPDATE entry SET state = 'pending' WHERE sequence = ?");
  return () => {
    const started = performance.now();
    const { claims } = commitBatch({
      answers: [],
      now: Date.now(),
      resendUnknown: false,
      free: () => ({ most: 1, which: "any" }),
      next: () => () => ({ at: 0, askedMs: 0 }),
    });
    const elapsed = performance.now() - started;
    const [claimed] = claims;
    if (claimed === undefined) throw new Error("nothing could be claimed");
    putBack.run(claimed.entry.sequence);
    return elapsed;
  };
}

interface Opened {
  engine: Engine;
  db: Db;
  acts: ReadonlyMap<string, () => Promise<number>>;
}

/** A file that is larger than is checked at the start is read through in the background: that is waited for. */
async function atRest(): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    const before = process.cpuUsage();
    await new Promise((done) => setTimeout(done, 100));
    const { user, system } = process.cpuUsage(before);
    calm = user + system < 20_000 ? calm + 1 : 0;
  }
}

function openOne(profile: string, size: number): Opened {
  const engine = openLarge(profile);
  const db = openDatabase(connectionFile(profile), null);
  const sql =
    "SELECT (SELECT n FROM entry_count WHERE state = 'confirmed') - (SELECT count(*) FROM recovery)";
  if (db.prepare<[], number>(sql).pluck().get() !== size)
    throw new Error(`the file of ${size} entries is not what was made`);
  const claim = claimer(db);
  let n = 0;
  const timed = (channel: string, input: () => unknown) => async (): Promise<number> => {
    const started = performance.now();
    await invoked(engine, channel, input());
    return performance.now() - started;
  };
  const acts = new Map<string, () => Promise<number>>([
    ["claim", async () => claim()],
    [
      "post",
      timed("purchaseReturn.post", () => {
        n += 1;
        return typicalReturn(n);
      }),
    ],
    ["status", timed("sync.status", () => ({}))],
    ["first page of the outbox", timed("outbox.list", () => ({}))],
    ["first page of confirmed entries", timed("outbox.list", () => ({ states: ["confirmed"] }))],
    ["first page of waiting entries", timed("outbox.list", () => ({ states: ["pending", "retry_wait"] }))],
    ["first page of refused entries", timed("outbox.list", () => ({ states: ["dead_letter"] }))],
    ["Home's facts", timed("outbox.summary", () => ({}))],
  ]);
  return { engine, db, acts };
}

/** The median of each act on each file, in the order of their sizes. */
type Medians = ReadonlyMap<string, readonly number[]>;

const ratioOf = (bySize: readonly number[]): number => Math.max(...bySize) / (bySize[0] ?? Number.NaN);

/** Every act on every file in turn, so many times after a warm-up. */
async function oneRun(opened: readonly Opened[], names: readonly string[], times: number): Promise<Medians> {
  const taken = new Map(names.map((name) => [name, opened.map((): number[] => [])]));
  const warmUp = Math.ceil(times / 5);
  for (let round = -warmUp; round < times; round += 1)
    for (const name of names)
      for (let turn = 0; turn < opened.length; turn += 1) {
        // The first finds the processor's caches full of something else: each is first in its turn.
        const index = (turn + round + warmUp) % opened.length;
        const elapsed = (await opened[index]?.acts.get(name)?.()) ?? Number.NaN;
        if (round >= 0) taken.get(name)?.[index]?.push(elapsed);
      }
  return new Map([...taken].map(([name, bySize]) => [name, bySize.map(median)]));
}

/** How far apart the files are. */
const apart = (name: string, runs: readonly Medians[]): Figure => ({
  what: `${name}: slowest to smallest`,
  unit: "×",
  digits: 2,
  runs: runs.map((run) => ratioOf(run.get(name) ?? [])),
});

const eachFile = (name: string, sizes: readonly number[], runs: readonly Medians[]): Figure[] =>
  sizes.map((size, index) => ({
    what: `${name}, ${size} entries`,
    unit: "ms",
    digits: 3,
    runs: runs.map((run) => run.get(name)?.[index] ?? Number.NaN),
  }));

export async function measureGrowth(
  choices: GrowthChoices,
  progress: (words: string) => void,
): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-growth-"));
  const opened: Opened[] = [];
  try {
    for (const [index, profile] of (await makeProfiles(folder, choices, progress)).entries()) {
      opened.push(openOne(profile, choices.sizes[index] ?? 0));
      await atRest();
    }
    const names = [...(opened[0]?.acts.keys() ?? [])];
    const runs: Medians[] = [];
    for (let run = 0; run < choices.runs; run += 1) {
      runs.push(await oneRun(opened, names, choices.times));
      progress(`  run ${run + 1} of ${choices.runs}`);
    }
    const ratios = names.map((name) => median(runs.map((run) => ratioOf(run.get(name) ?? []))));
    const worst = Math.max(...ratios);
    const worstName = names[ratios.indexOf(worst)] ?? "";
    const [least, most] = [choices.sizes[0], choices.sizes.at(-1)];
    return {
      title: "Growth of the outbox",
      method:
        `Files of ${choices.sizes.join(", ")} confirmed purchase returns, ${ENTRIES_A_DAY} a day up to today, and ` +
        `${choices.waiting} waiting, made with the program's schema, triggers and audit chain. Each operation is done on ` +
        `each file in turn, ${choices.times} times a run.`,
      figures: names.map((name) => apart(name, runs)),
      details: names.flatMap((name) => eachFile(name, choices.sizes, runs)),
      verdict:
        `Aim: every operation within ${AIM} × from ${least} to ${most} entries. ` +
        `${worst <= AIM ? "Met" : "**Not met**"}: the largest growth is "${worstName}", ${worst.toFixed(2)} ×.`,
    };
  } finally {
    for (const { engine, db } of opened) {
      db.close();
      await engine.close();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
