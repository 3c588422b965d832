/**
 * Finding products by names of several kinds, typed as by someone who seeks the slow places: what the engine's
 * process computes for a key. The page's own part is measured by `search.ts`.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../../main/engine/engine.ts";
import { invoked } from "./engine.ts";
import { type Figure, median, type Section } from "./figures.ts";
import { newCounter } from "./import.ts";
import { hostileClasses, NAME_KINDS, type NameKind } from "./profiles/name-kinds.ts";
import { PRODUCT_HEADER } from "./profiles/product-names.ts";
import { percentile } from "./window/large-window.ts";

/** Aims at the 95th percentile: of every key among every kind of names, and of three letters from the middle of a code. */
const AIM_MS = 15;
const AIM_CODE_MS = 8;
const CODE = "three letters from the middle of a code";
const LISTED = 20;
/** Keys that are typed before it counts: the first ones find nothing compiled. */
const WARM_UP = 200;

export interface SearchKindsChoices {
  runs: number;
  /** Of each kind of names. */
  products: number;
  /** Of each way of typing. */
  words: number;
}

interface KindRun {
  kind: string;
  classes: { what: string; times: number[] }[];
}

const csvOf = ({ nameOf }: NameKind, products: number): string[] => [
  `${PRODUCT_HEADER}\n`,
  ...Array.from(
    { length: products },
    (_, n) => `${100_000 + n},"${nameOf(n)}",${6_280_000_000_000 + n},1,1.25,1,${n % 200 === 199 ? 1 : 0}\n`,
  ),
];

async function askAll(engine: Engine, texts: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const text of texts) {
    const before = process.cpuUsage();
    await invoked(engine, "mirror.search", { kind: "product", text, limit: LISTED });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return times;
}

async function oneKind(kind: NameKind, choices: SearchKindsChoices): Promise<KindRun> {
  const products = Math.min(choices.products, kind.most ?? choices.products);
  const folder = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  try {
    const path = join(folder, "products.csv");
    await writeFile(path, csvOf(kind, products));
    const engine = await newCounter(join(folder, "profile"));
    try {
      await invoked(engine, "referenceData.import", { kind: "product", path });
      const typed = hostileClasses(kind, products, choices.words);
      const all = typed.flatMap(({ texts }) => texts);
      await askAll(engine, all.slice(0, WARM_UP));
      const classes: KindRun["classes"] = [];
      for (const { what, texts } of typed) classes.push({ what, times: await askAll(engine, texts) });
      return { kind: kind.kind, classes };
    } finally {
      await engine.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function measureSearchKinds(
  choices: SearchKindsChoices,
  say: (words: string) => void,
): Promise<Section> {
  const all: KindRun[][] = [];
  for (let run = 0; run < choices.runs; run += 1) {
    const kinds: KindRun[] = [];
    for (const kind of NAME_KINDS) {
      kinds.push(await oneKind(kind, choices));
      say(`  run ${run + 1} of ${choices.runs}: ${kind.what}`);
    }
    all.push(kinds);
  }
  const timesOf = (run: readonly KindRun[], kind: string | null, what: string | null): number[] =>
    run
      .filter((one) => kind === null || one.kind === kind)
      .flatMap(({ classes }) => classes)
      .filter((one) => what === null || one.what === what)
      .flatMap(({ times }) => times);
  const figure = (label: string, share: number, kind: string | null, what: string | null): Figure => ({
    what: `${label}, ${share === 1 ? "longest" : `p${share * 100}`}`,
    unit: "ms",
    digits: 1,
    runs: all.map((run) => percentile(timesOf(run, kind, what), share)),
  });
  const ways = all[0]?.[0]?.classes.map(({ what }) => what) ?? [];
  const worst = (what: string | null): { what: string; p95: number } =>
    NAME_KINDS.map((kind) => ({
      what: kind.what,
      p95: median(figure("", 0.95, kind.kind, what).runs),
    })).reduce((most, one) => (one.p95 > most.p95 ? one : most));
  const [key, code] = [worst(null), worst(CODE)];
  const verdictOf = (p95: number, aim: number): string =>
    `${p95.toFixed(1)} ms, ${p95 < aim ? "met" : "**not met**"}`;
  return {
    title: `Product search among names of several kinds, ${choices.products.toLocaleString("en")} products each`,
    method:
      `Processor time of the engine for a key, ${LISTED} rows an answer, without a window; of the longest names 500,000 ` +
      `products at most. Every key of ${choices.words} words is typed in each of ${ways.length} ways that were sought to ` +
      `be slow, after ${WARM_UP} keys that don't count. Names and words are the same in every run.`,
    figures: [
      ...NAME_KINDS.map(({ kind, what }) => figure(what, 0.95, kind, null)),
      figure(`all kinds: ${CODE}`, 0.95, null, CODE),
    ],
    details: [
      ...NAME_KINDS.flatMap(({ kind, what }) => [0.5, 1].map((share) => figure(what, share, kind, null))),
      ...ways.flatMap((what) => [0.5, 0.95].map((share) => figure(`all kinds: ${what}`, share, null, what))),
    ],
    verdict:
      `Aims at p95, among the worst names: every key under ${AIM_MS} ms: ${verdictOf(key.p95, AIM_MS)} (${key.what}); ` +
      `${CODE} under ${AIM_CODE_MS} ms: ${verdictOf(code.p95, AIM_CODE_MS)} (${code.what}).`,
  };
}
