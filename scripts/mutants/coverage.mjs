/** What each test reaches: places are blocks and arrows, numbered through all files. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../lib/paths.mjs";
import { placesIn } from "./kinds.mjs";
import { openSandbox } from "./sandbox.mjs";

/**
 * @typedef {{ file: string, id: string, ms: number, reached: number, places: Set<string> }} Test
 * @typedef {{ key: string, tests: { id: string, ms: number, places: string[] }[] }} Kept
 */

const KEPT = inRoot("test-results", "mutants", "coverage.json");

/** A test file that takes longer than this is not asked. */
const LONGEST_FILE_MS = 240_000;
/** A test that takes longer than this is not asked either: a fault would wait for it too often. */
const LONGEST_TEST_MS = 10_000;

/** @param {string} text */
const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Each file's text with a call at the start of each place. @param {readonly string[]} paths @param {string} hit @returns {Map<string, string>} */
export function instrumented(paths, hit) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  let number = 0;
  for (const path of paths) {
    const source = readFileSync(inRoot(path), "utf8");
    /** @type {[number, string][]} */
    const added = [[0, `import { hit as reachedHere } from ${JSON.stringify(hit)}; reachedHere(${number});`]];
    number += 1;
    for (const { start, end, isBlock } of placesIn(path, source)) {
      if (isBlock) added.push([start + 1, `reachedHere(${number});`]);
      else added.push([start, `(reachedHere(${number}), `], [end, ")"]);
      number += 1;
    }
    let text = source;
    for (const [at, words] of added.sort(([one], [other]) => other - one))
      text = text.slice(0, at) + words + text.slice(at);
    texts.set(path, text);
  }
  return texts;
}

/** The names of all places, by the numbers of `instrumented`. @param {readonly string[]} paths */
function namesOfPlaces(paths) {
  return paths.flatMap((path) => [
    `${path}:-1`,
    ...placesIn(path, readFileSync(inRoot(path), "utf8")).map(({ start }) => `${path}:${start}`),
  ]);
}

/**
 * Every test of `files` that passes and what it reaches of `paths`; what is known of an earlier run is kept while neither
 * the test file nor a source it reached has changed.
 * @param {readonly string[]} files
 * @param {readonly string[]} paths
 * @param {number} workers
 * @param {(done: number, of: number) => void} progress
 * @returns {Promise<Test[]>}
 */
export async function coverageOf(files, paths, workers, progress) {
  /** @type {Record<string, Kept>} */
  const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")) : {};
  const digests = new Map(paths.map((path) => [path, digest(readFileSync(inRoot(path), "utf8"))]));
  const keyOf = (
    /** @type {string} */ file,
    /** @type {Kept["tests"]} */ tests,
    text = readFileSync(inRoot(file), "utf8"),
  ) => {
    const reached = new Set(tests.flatMap(({ places }) => places.map((place) => place.split(":")[0] ?? "")));
    const sources = [...reached].sort().map((path) => digests.get(path) ?? "gone");
    return digest([text, ...sources].join("\n"));
  };
  const unknown = files.filter((file) => {
    const known = kept[file];
    return known === undefined || known.key !== keyOf(file, known.tests);
  });
  const names = namesOfPlaces(paths);
  let done = 0;
  const left = [...unknown];
  const work = async () => {
    const sandbox = openSandbox(paths);
    try {
      for (let file = left.shift(); file !== undefined; file = left.shift()) {
        const answer = await sandbox.ask({ do: "cover", file }, LONGEST_FILE_MS);
        const tests = answer !== "late" && "tests" in answer ? answer.tests : [];
        const hits = answer !== "late" && "hits" in answer ? answer.hits : {};
        const quick = tests
          .filter(({ passed, ms }) => passed && ms <= LONGEST_TEST_MS)
          .map(({ id, ms }) => ({
            id,
            ms,
            places: [...new Set([...(hits[id] ?? []), ...(hits[""] ?? [])])].map((n) => names[n] ?? ""),
          }));
        // As it was run: somebody may have changed it meanwhile.
        kept[file] = {
          key: keyOf(file, quick, readFileSync(join(sandbox.folder, file), "utf8")),
          tests: quick,
        };
        done += 1;
        progress(done, unknown.length);
        mkdirSync(dirname(KEPT), { recursive: true });
        writeFileSync(KEPT, JSON.stringify(kept));
      }
    } finally {
      sandbox.close();
    }
  };
  if (unknown.length > 0) await Promise.all(Array.from({ length: workers }, work));
  return files.flatMap((file) =>
    (kept[file]?.tests ?? []).map(({ id, ms, places }) => ({
      file,
      id,
      ms,
      reached: places.length,
      places: new Set(places),
    })),
  );
}
