/**
 * 200 counters that start at one time and look for lists in one folder, over HTTP: how often the folder is asked, second
 * by second. Their clocks, and that of the folder, are one that is moved by hand, so the machine's speed changes nothing.
 */
import { cpSync, createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../../main/engine/engine.ts";
import { type Clock, systemRandomness } from "../../main/engine/ports.ts";
import { makeFolderAtOnce } from "../../main/lib/whole-file.ts";
import { ManualClock, START } from "../helpers/clock.ts";
import { seeded } from "../helpers/damage.ts";
import { openPriceOffice } from "../helpers/price-office.ts";
import { invoked, pausedEngine } from "./engine.ts";
import { median, type Section } from "./figures.ts";

const AIM = 3;
const SECOND = 1_000;
/** The counters' clocks are so much faster than the folder's: 200 of them ask as often as 18,000. */
const FASTER = 90;
const STEP_MS = 100;
const SEEN = join("shop-folder", "tuf");

const MOMENT_MS = 3;
/** False where something else than this ran meanwhile. */
const idleMoment = async (): Promise<boolean> => {
  const begun = performance.now();
  await new Promise((done) => setTimeout(done, MOMENT_MS));
  return performance.now() - begun < 2 * MOMENT_MS;
};

/** Serves the folder and notes when, by the clock, a list was asked for. */
async function openServer(folder: string, clock: ManualClock) {
  const asked: number[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://folder");
    if (request.method !== "GET" || !pathname.startsWith("/lists/"))
      return void response.writeHead(404).end();
    asked.push(clock.now());
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
    const path = join(folder, decodeURIComponent(pathname));
    if (!existsSync(path)) return void response.writeHead(404).end();
    createReadStream(path).pipe(response.writeHead(200));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    asked,
    /** Until nobody is being answered for a while. */
    async quiet(): Promise<void> {
      for (let still = 0; still < 4; ) still = (await idleMoment()) && open === 0 ? still + 1 : 0;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function openCounter(profile: string, place: string, clock: Clock, seed: number): Promise<Engine> {
  makeFolderAtOnce(profile);
  const rules = { rowsPercent: 10, pricesPercent: 10 };
  const config = { place, region: null, name: "counter", recipient: null, rules };
  writeFileSync(join(profile, "shop-folder.json"), JSON.stringify(config));
  const randomness = { fraction: seeded(seed), uuid: systemRandomness.uuid };
  const engine = await pausedEngine(profile, { clock, randomness });
  // Loaded now, and not while the clock runs.
  await invoked(engine, "shopFolder.get", {});
  return engine;
}

/** How often the folder is asked in each second. */
async function oneMorning(engines: number, seconds: number, seed: number): Promise<number[]> {
  const base = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  const clock = new ManualClock();
  const office = openPriceOffice(base);
  await office.publish({ store: "id,name\n1,Main\n" });
  const server = await openServer(office.folder, clock);
  const fast: Clock = {
    now: () => START + (clock.now() - START) * FASTER,
    monotonic: () => clock.monotonic() * FASTER,
    dayOf: clock.dayOf,
    schedule: (delayMs, task) => clock.schedule(Math.ceil(delayMs / FASTER), task),
  };
  const opened: Engine[] = [];
  try {
    const step = async (): Promise<void> => {
      clock.runUntil(clock.now() + STEP_MS);
      await server.quiet();
    };
    // What is signed was seen the day before: one counter looks, and the others know what it knows.
    const known = join(base, "known");
    const early = await openCounter(known, server.url, fast, seed);
    while (!existsSync(join(known, SEEN, "timestamp.json"))) await step();
    await early.close();
    for (let n = 0; n < engines; n += 1) {
      const profile = join(base, `counter-${n}`);
      cpSync(join(known, SEEN), join(profile, SEEN), { recursive: true });
      opened.push(await openCounter(profile, server.url, fast, seed * engines + n));
    }
    const begun = clock.now();
    while (clock.now() < begun + seconds * SECOND) await step();
    return Array.from({ length: seconds }, (_, n) => {
      const from = begun + n * SECOND;
      return server.asked.filter((at) => at > from && at <= from + SECOND).length;
    });
  } finally {
    await Promise.all(opened.map((engine) => engine.close()));
    server.close();
    rmSync(base, { recursive: true, force: true });
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

/** Each run is another morning. */
export async function measureListsChain(
  { runs, engines, seconds }: { runs: number; engines: number; seconds: number },
  say: (words: string) => void,
): Promise<Section> {
  const mornings: number[][] = [];
  for (let run = 0; run < runs; run += 1) {
    mornings.push(await oneMorning(engines, seconds, run));
    say(`  run ${run + 1} of ${runs}`);
  }
  const ratios = mornings.map((each) => Math.max(...each) / meanOf(each));
  const worst = Math.max(...ratios);
  return {
    title: "A folder that a chain asks",
    method:
      `${engines} counters that know a folder over HTTP, with one signed list, start at one moment. Their clocks run ${FASTER} times ` +
      `as fast as the folder's, on which ${seconds} seconds are counted, so that each asks every 10 seconds on average.`,
    figures: [
      { what: "requests in a second, on average", unit: "", digits: 1, runs: mornings.map(meanOf) },
      { what: "in the busiest second", unit: "", digits: 0, runs: mornings.map((each) => Math.max(...each)) },
      { what: "busiest to average", unit: "×", digits: 2, runs: ratios },
    ],
    details: [{ what: "median second", unit: "", digits: 0, runs: mornings.map(median) }],
    verdict: `Aim: no second over ${AIM} times the average, in any run: ${worst <= AIM ? "met" : "not met"}, ${worst.toFixed(2)} ×.`,
  };
}
