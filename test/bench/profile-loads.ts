/** The engine's side of some benchmarks, to be watched by a profiler: made ready, run once, closed. */
import { join } from "node:path";
import { type Engine, openEngine } from "../../main/engine/engine.ts";
import { systemClock, systemRandomness } from "../../main/engine/ports.ts";
import { pausedEngine, postReturn } from "./post-contestants.ts";
import { writeProductFile } from "./profiles/large-profile.ts";
import { typedClasses } from "./profiles/typed-words.ts";
import { startPractice } from "./services/drain-services.ts";

/** A load that is ready to run. */
export interface Load {
  /** What is profiled, in words. */
  what: string;
  run(): Promise<void>;
  close(): Promise<void>;
}

const quiet = () => undefined;

async function invoked(engine: Engine, channel: string, input: unknown): Promise<void> {
  const reply = await engine.invoke(channel, input);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.message}`);
}

async function postings(engine: Engine, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) await postReturn(engine, n);
}

/** Purchase returns of three lines, one after the other, sending paused. */
async function postLoad(folder: string): Promise<Load> {
  const [warm, posts] = [2_000, 10_000];
  const engine = await pausedEngine(join(folder, "profile"));
  await postings(engine, 0, warm);
  return {
    what: `${posts.toLocaleString("en")} postings of three lines, one after the other`,
    run: () => postings(engine, warm, warm + posts),
    close: () => engine.close(),
  };
}

/** An outbox that is sent to the practice service, which runs in a process of its own. */
async function drainLoad(folder: string): Promise<Load> {
  const entries = 5_000;
  const { url, token, stop } = await startPractice();
  let left = entries;
  let drained: () => void = quiet;
  const empty = new Promise<void>((resolve) => {
    drained = resolve;
  });
  const engine = openEngine({
    profile: join(folder, "profile"),
    appVersion: "bench",
    sqliteBinding: null,
    proxy: null,
    tokens: {},
    clock: systemClock,
    randomness: systemRandomness,
    resendUnknown: false,
    log: { info: quiet, warn: quiet, error: quiet },
    emit: ({ event, payload }) => {
      if (event !== "outbox.changed" || payload.state !== "confirmed") return;
      left -= 1;
      if (left === 0) drained();
    },
  });
  await invoked(engine, "connection.save", { serviceUrl: url, tenantId: 7001, userId: 501, token });
  await invoked(engine, "sync.pause", {});
  await postings(engine, 0, entries);
  return {
    what: `${entries.toLocaleString("en")} waiting entries sent to the practice service and confirmed`,
    async run() {
      await invoked(engine, "sync.resume", {});
      await empty;
    },
    async close() {
      await engine.close();
      await stop();
    },
  };
}

const PRODUCTS = 50_000;

async function productFile(folder: string): Promise<{ engine: Engine; path: string }> {
  const path = join(folder, "products.csv");
  await writeProductFile(path, PRODUCTS);
  return { engine: await pausedEngine(join(folder, "profile")), path };
}

/** The keys of typed words, each asking for twenty products. */
async function searchLoad(folder: string): Promise<Load> {
  const { engine, path } = await productFile(folder);
  await invoked(engine, "referenceData.import", { kind: "product", path });
  const texts = typedClasses(PRODUCTS, 50).flatMap((one) => one.texts);
  return {
    what: `${texts.length.toLocaleString("en")} keys typed to find a product among ${PRODUCTS.toLocaleString("en")}`,
    async run() {
      for (const text of texts) await invoked(engine, "mirror.search", { kind: "product", text, limit: 20 });
    },
    close: () => engine.close(),
  };
}

/** A file of new products. */
async function importLoad(folder: string): Promise<Load> {
  const { engine, path } = await productFile(folder);
  return {
    what: `a file of ${PRODUCTS.toLocaleString("en")} new products imported`,
    run: () => invoked(engine, "referenceData.import", { kind: "product", path }),
    close: () => engine.close(),
  };
}

/** By the word after `--what`; each makes its load ready in an empty folder. */
export const LOADS = { post: postLoad, drain: drainLoad, search: searchLoad, import: importLoad };
