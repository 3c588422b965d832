/** Finding a product among very many while typing, and a document: from the page's call to its answer. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { z } from "zod";
import { searchWords } from "../../main/engine/mirror/search/search-text.ts";
import { type Figure, median, type Section } from "./figures.ts";
import { connectionFile, type LargeProfile } from "./profiles/large-profile.ts";
import { type TypedClass, typedClasses, typedForDocuments } from "./profiles/typed-words.ts";
import { inLargeWindow, percentile, timedCalls, timedDocuments } from "./window/large-window.ts";

/** Aim: no more than this at the 95th percentile. */
const AIM_MS = 10;
/** As many as the field under which products are found lists, and as those of reference data and documents ask. */
const LISTED = 20;
const REFERENCE_DATA = 60;
const DOCUMENTS = 100;

export interface SearchChoices {
  runs: number;
  profile: LargeProfile;
  /** Words typed in each class. */
  words: number;
  /** Also the libraries that keep their index in memory. */
  peers: boolean;
}

interface Run {
  classes: { what: string; times: number[] }[];
  referenceData: number[];
  /** To the whole answer. */
  documents: { what: string; times: number[] }[];
  documentCalls: number[];
  bare: number[];
}

/** The same index by one prepared statement: every trigram of every word, and the names of the newest hits. */
function bareTimes(file: string, classes: readonly TypedClass[]): number[] {
  const db = new Database(file, { readonly: true });
  try {
    const ask = db.prepare(
      `SELECT product.id, product.name FROM product_search CROSS JOIN product ON product_key = product_search.rowid
       WHERE product_search MATCH ? ORDER BY product_search.rowid DESC LIMIT ${LISTED}`,
    );
    const trigrams = (word: string): string[] => {
      const letters = [...word];
      return letters.slice(2).map(
        (_, at) =>
          `"${letters
            .slice(at, at + 3)
            .join("")
            .replaceAll('"', '""')}"`,
      );
    };
    return classes
      .flatMap(({ texts }) => texts)
      .flatMap((text) => {
        const match = searchWords(text).flatMap(trigrams).join(" AND ");
        if (match === "") return [];
        const began = performance.now();
        ask.all(match);
        return [performance.now() - began];
      });
  } finally {
    db.close();
  }
}

const peerAnswer = z.object({
  version: z.string(),
  buildSeconds: z.number(),
  residentMb: z.number(),
  p95: z.number(),
});

/** A library in a separate process, which builds its index and answers the same keys. */
async function peer(name: "minisearch" | "flexsearch", { profile, words }: SearchChoices) {
  const script = new URL("./search-peer.ts", import.meta.url).pathname;
  const args = ["--max-old-space-size=14000", script, name, String(profile.products), String(words)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 });
  return peerAnswer.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
}

const peerFigures = async (choices: SearchChoices, say: (words: string) => void): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const name of ["minisearch", "flexsearch"] as const) {
    say(`  ${name} builds its index ...`);
    const { version, buildSeconds, residentMb, p95 } = await peer(name, choices);
    const figure = (what: string, unit: string, digits: number, value: number): Figure => ({
      what: `${name} ${version} in memory, ${what}`,
      unit,
      digits,
      runs: [value],
    });
    figures.push(
      figure("index built at every start", "s", 1, buildSeconds),
      figure("resident", "MB", 0, residentMb),
      figure("p95 in process", "ms", 2, p95),
    );
  }
  return figures;
};

const oneRun = (choices: SearchChoices, say: (words: string) => void): Promise<Run> => {
  const { profile, words } = choices;
  const classes = typedClasses(profile.products, words);
  return inLargeWindow(profile, say, async (page, folder) => {
    const ask = (texts: readonly string[], limit: number) =>
      timedCalls(
        page,
        "mirror.search",
        texts.map((text) => ({ kind: "product" as const, text, limit })),
      );
    const run: Run = { classes: [], referenceData: [], documents: [], documentCalls: [], bare: [] };
    for (const { what, texts } of classes) run.classes.push({ what, times: await ask(texts, LISTED) });
    run.referenceData = await ask(
      classes.flatMap(({ texts }) => texts),
      REFERENCE_DATA,
    );
    const file = connectionFile(folder);
    for (const { what, texts } of typedForDocuments(file, Math.ceil(words / 4))) {
      const { whole, calls } = await timedDocuments(page, texts, DOCUMENTS);
      run.documents.push({ what, times: whole });
      run.documentCalls.push(...calls);
    }
    run.bare = bareTimes(file, classes);
    return run;
  });
};

export async function measureSearch(choices: SearchChoices, say: (words: string) => void): Promise<Section> {
  const all: Run[] = [];
  for (let run = 0; run < choices.runs; run += 1) {
    all.push(await oneRun(choices, say));
    say(`  run ${run + 1} of ${choices.runs}`);
  }
  const figure = (what: string, share: number, of: (run: Run) => readonly number[]): Figure => ({
    what: `${what}, ${share === 1 ? "longest" : `p${share * 100}`}`,
    unit: "ms",
    digits: 1,
    runs: all.map((run) => percentile(of(run), share)),
  });
  const both = (what: string, of: (run: Run) => readonly number[]): Figure[] => [
    figure(what, 0.5, of),
    figure(what, 0.95, of),
  ];
  const kinds = all[0]?.classes.map(({ what }) => what) ?? [];
  const documentKinds = all[0]?.documents.map(({ what }) => what) ?? [];
  const timesOf = (of: (run: Run) => Run["classes"], what: string) => (run: Run) =>
    of(run).find((one) => one.what === what)?.times ?? [];
  const every = figure("every key", 0.95, (run) => run.classes.flatMap(({ times }) => times));
  const documents = figure("documents: every key to its whole answer", 0.95, (run) =>
    run.documents.flatMap(({ times }) => times),
  );
  const [p95, documentsP95] = [median(every.runs), median(documents.runs)];
  const { products, entries } = choices.profile;
  return {
    title: `Product search while typing, ${products.toLocaleString("en")} products`,
    method:
      "In the real window, from the page's call of `mirror.search` to its answer, for every key of words typed in " +
      `${kinds.length} ways, one key after another, ${LISTED} rows an answer. Beside it one prepared statement in plain Node, ` +
      "without one or two letters, and libraries in memory, which find no middle of a word. " +
      `Documents: ${entries.toLocaleString("en")}, ${DOCUMENTS} rows an answer.`,
    figures: [
      figure("every key", 0.5, (run) => run.classes.flatMap(({ times }) => times)),
      every,
      figure("every key", 1, (run) => run.classes.flatMap(({ times }) => times)),
      ...both(
        `every key, ${REFERENCE_DATA} rows for the reference data`,
        ({ referenceData }) => referenceData,
      ),
      ...both("bare FTS5, one statement in plain Node", ({ bare }) => bare),
      figure("documents: every key to its whole answer", 0.5, (run) =>
        run.documents.flatMap(({ times }) => times),
      ),
      documents,
      ...(choices.peers ? await peerFigures(choices, say) : []),
    ],
    details: [
      ...kinds.flatMap((what) =>
        both(
          what,
          timesOf((run) => run.classes, what),
        ),
      ),
      ...both("documents: one call to the engine", ({ documentCalls }) => documentCalls),
      ...documentKinds.flatMap((what) =>
        both(
          `documents: ${what}`,
          timesOf((run) => run.documents, what),
        ),
      ),
    ],
    verdict:
      `Aim: under ${AIM_MS} ms at p95. Products: ${p95.toFixed(1)} ms, ${p95 < AIM_MS ? "met" : "**not met**"}. ` +
      `Documents: ${documentsP95.toFixed(1)} ms, ${documentsP95 < AIM_MS ? "met" : "**not met**"}.`,
  };
}
