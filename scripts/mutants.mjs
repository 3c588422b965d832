/** `npm run mutants`: plants small faults in the code that must not be wrong, and says which of them no test notices. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { dirname, join } from "node:path";
import { wholeNumber, writeFigures } from "./lib/checks/figures-in-docs.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpPackages } from "./lib/set-up/set-up.mjs";
import { readWords } from "./lib/words.mjs";
import { areas, scoreTable } from "./mutants/areas.mjs";
import { coverageOf } from "./mutants/coverage.mjs";
import { allFaults, described, inOrder, isEquivalent, planted } from "./mutants/faults.mjs";
import { newSandbox, openSandbox } from "./mutants/sandbox.mjs";

const help = `
Plants small faults one at a time (a dropped statement, guard, flush or transaction, a negated condition, a moved bound,
another constant ...) in a copy of the tree and runs the unit, integration and security tests that reach the place.
A fault is noticed when a test fails or doesn't end. What each test reaches is found out first, once, which takes as long
as the tests do. Each area's faults are drawn by the seed, each file by its share; a second run goes on where the first
was stopped.

  npm run mutants -- [switches]

  --minutes N   stop after so many minutes of planting (30)
  --sample N    plant so many faults in each area (60); 0: all there are
  --only AREA   one area, or several with commas: ${areas.map(({ name }) => name).join(", ")}
  --seed N      which faults (1)
  --file TEXT   only in files whose path holds this
  --workers N   how many at a time; one for each processor where left out
  --again       plant what went unnoticed once more, after tests were written
  --types       see which of what went unnoticed the compiler refuses: that is not counted (a minute for each round)
  --fresh       forget what earlier runs found
  --list        say what went unnoticed, and plant nothing
  --write       write the score to docs/RELIABILITY.md
  --help        this text`;

const RESULTS = inRoot("test-results", "mutants", "results.jsonl");
/** Tests of this code that are cheap enough to be run for each fault; the simulator and the campaigns are not. */
const TESTS = ["test/{unit,integration}/**/*.test.{ts,tsx}", "test/security/{gate,engine}/**/*.test.ts"];
const NOT_ASKED = /^test\/(unit\/(scripts|docs|guide|bench|allowed)|integration\/process-kills)/;
const SOURCES = [
  "contract/**/*.ts",
  "main/{engine,lib}/**/*.ts",
  "main/shell/{people-gate,updates}.ts",
  "renderer/screens/purchase-return/**/*.ts",
];
/** The tests nearest to a fault are asked first, so many milliseconds of them; then as many again, and the rest. */
const ROUNDS_MS = [2_000, 8_000, 60_000];

/**
 * @typedef {import("./mutants/faults.mjs").Planted} Planted
 * @typedef {import("./mutants/coverage.mjs").Test} Test
 * @typedef {import("./mutants/sandbox.mjs").Sandbox} Sandbox
 * @typedef {"noticed" | "survived" | "unreached" | "untypable"} Outcome
 * @typedef {{ id: string, outcome: Outcome, by: string, ms: number }} Result
 */

await runScript(async () => {
  const words = readWords(help, {
    minutes: { type: "string", default: "30" },
    sample: { type: "string", default: "60" },
    only: { type: "string", default: areas.map(({ name }) => name).join(",") },
    seed: { type: "string", default: "1" },
    file: { type: "string", default: "" },
    workers: { type: "string", default: String(availableParallelism()) },
    again: { type: "boolean", default: false },
    types: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  });
  if (words === undefined) return;
  await setUpPackages();
  const minutes = wholeNumber("minutes", words.minutes);
  const sample = wholeNumber("sample", words.sample);
  const workers = Math.max(1, wholeNumber("workers", words.workers));
  const only = words.only.split(",");
  const strange = only.find((name) => !areas.some((area) => area.name === name));
  if (strange !== undefined) throw new Refusal(`--only: there is no area "${strange}"; --help names them.`);
  if (words.fresh) rmSync(RESULTS, { force: true });

  const paths = globSync(SOURCES, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
  const equivalents = JSON.parse(readFileSync(inRoot("scripts", "mutants", "equivalents.json"), "utf8"));
  const faults = allFaults(paths).filter((fault) => !isEquivalent(fault, equivalents));
  const drawn = areas
    .filter(({ name }) => only.includes(name))
    .flatMap(({ name }) => {
      const ofArea = inOrder(
        faults.filter(({ area, path }) => area === name && path.includes(words.file)),
        wholeNumber("seed", words.seed),
      );
      return ofArea.slice(0, sample === 0 ? undefined : sample);
    });
  const results = keptResults();
  const todo = words.list
    ? []
    : drawn.filter(({ id }) => {
        const outcome = results.get(id)?.outcome;
        return outcome === undefined || (words.again && (outcome === "survived" || outcome === "unreached"));
      });
  if (todo.length > 0) await plantAll(todo, paths, workers, minutes, results);

  if (words.types)
    checkTypes(
      drawn.filter(({ id }) => ["survived", "unreached"].includes(results.get(id)?.outcome ?? "")),
      (fault) => note(results, { id: fault.id, outcome: "untypable", by: "tsc", ms: 0 }, fault),
    );
  const known = drawn.filter(({ id }) => results.has(id));
  const outcomeOf = (/** @type {Planted} */ { id }) => results.get(id)?.outcome ?? "unreached";
  const unnoticed = known.filter((fault) => ["survived", "unreached"].includes(outcomeOf(fault)));
  say(`\n${unnoticed.length} of ${known.length} faults went unnoticed:`);
  for (const fault of unnoticed)
    say(`  ${outcomeOf(fault) === "unreached" ? "(no test) " : ""}${described(fault)}`);
  const asWords = [
    ...(only.length < areas.length ? [`--only ${words.only}`] : []),
    ...(words.file === "" ? [] : [`--file ${words.file}`]),
    `--sample ${sample} --seed ${words.seed}`,
    ...(words.types ? ["--types"] : []),
    ...(words.list ? ["--list"] : []),
  ].join(" ");
  const text = scoreTable(known, outcomeOf, {
    of: faults.length,
    command: `npm run mutants -- ${asWords}`,
    machine: `Node ${process.versions.node}, ${process.platform}, ${cpus().length} processors`,
  });
  say(`\n${text}`);
  if (words.write) writeFigures("RELIABILITY.md", "mutants", text);
});

/**
 * @param {readonly Planted[]} todo
 * @param {readonly string[]} paths
 * @param {number} workers
 * @param {number} minutes
 * @param {Map<string, Result>} results
 */
async function plantAll(todo, paths, workers, minutes, results) {
  const files = globSync(TESTS, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
  const asked = files.filter((file) => !NOT_ASKED.test(file));
  say(`What each of ${asked.length} test files reaches ...`);
  let saidAt = Date.now();
  const tests = await coverageOf(asked, paths, workers, (done, of) => {
    if (Date.now() - saidAt < 5_000 && done < of) return;
    saidAt = Date.now();
    say(`  ${done} of ${of} test files`);
  });
  const started = Date.now();
  const until = started + minutes * 60_000;
  const left = [...todo];
  const counts = { noticed: 0, survived: 0, unreached: 0, untypable: 0 };
  say(`${todo.length} faults, ${workers} at a time, for ${minutes} minutes at most ...`);
  const progress = () => {
    const done = todo.length - left.length;
    const rate = (done / Math.max(1, Date.now() - started)) * 60_000;
    say(
      `  ${seconds(Date.now() - started)}: ${done} of ${todo.length}, ${counts.noticed} noticed, ` +
        `${counts.survived + counts.unreached} not, ${rate.toFixed(0)} a minute`,
    );
  };
  const timer = setInterval(progress, 5_000);
  const work = async () => {
    const sandbox = openSandbox(null);
    try {
      for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
        const result = await plantOne(sandbox, fault, tests);
        counts[result.outcome] += 1;
        note(results, result, fault);
        if (Date.now() > until) left.length = 0;
      }
    } finally {
      sandbox.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    clearInterval(timer);
  }
  progress();
}

/** @param {Sandbox} sandbox @param {Planted} fault @param {readonly Test[]} tests @returns {Promise<Result>} */
async function plantOne(sandbox, fault, tests) {
  const started = Date.now();
  const result = (/** @type {Outcome} */ outcome, /** @type {string} */ by) => ({
    id: fault.id,
    outcome,
    by,
    ms: Date.now() - started,
  });
  const reaching = tests.filter(({ places }) => places.has(fault.place));
  if (reaching.length === 0) return result("unreached", "");
  const rounds = inRounds(reaching);
  const expected = rounds.flat().reduce((sum, { ms }) => sum + ms, 0);
  const ask = () =>
    sandbox.ask(
      {
        do: "plant",
        path: fault.path,
        text: planted(fault),
        rounds: rounds.map((round) => round.map(({ file, id }) => ({ file, id }))),
      },
      30_000 + expected * 4,
    );
  const first = await ask();
  // A machine that was busy, or asleep, is late as well: only what is late twice hangs.
  const answer = first === "late" ? await ask() : first;
  if (answer === "late") return result("noticed", "did not end in time");
  if ("wrong" in answer) throw new Error(`${described(fault)}: ${answer.wrong}`);
  if ("by" in answer && answer.by !== null) return result("noticed", answer.by);
  return result("survived", "");
}

/** The nearest first: what reaches little besides, and is fast. @param {readonly Test[]} tests */
function inRounds(tests) {
  const near = [...tests].sort((one, other) => one.reached * (one.ms + 50) - other.reached * (other.ms + 50));
  /** @type {Test[][]} */
  const rounds = [];
  for (const most of ROUNDS_MS) {
    /** @type {Test[]} */
    const round = [];
    for (let spent = 0; spent < most && near.length > 0; ) {
      const test = near.shift();
      if (test === undefined) break;
      round.push(test);
      spent += test.ms + 20;
    }
    if (round.length > 0) rounds.push(round);
  }
  return rounds;
}

/**
 * Finds out which of what no test noticed the compiler refuses: one of each file at a time, for a check of all takes
 * long. That an import or a name is unused then is no complaint.
 * @param {readonly Planted[]} unnoticed
 * @param {(fault: Planted) => void} refused
 */
function checkTypes(unnoticed, refused) {
  const folder = newSandbox(null);
  const left = [...unnoticed];
  try {
    while (left.length > 0) {
      /** @type {Map<string, Planted>} */
      const batch = new Map();
      for (const fault of left.splice(0)) {
        if (batch.has(fault.path)) left.push(fault);
        else batch.set(fault.path, fault);
      }
      say(`  the types of ${batch.size} faults, ${left.length} left ...`);
      for (const [path, fault] of batch) writeFileSync(join(folder, path), planted(fault));
      const tsc = inRoot("node_modules", "typescript", "bin", "tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false"], {
        cwd: folder,
        encoding: "utf8",
      });
      const complaints = stdout
        .split("\n")
        .filter((line) => /error TS(?!6133|6192|6196|6198|7027)/.test(line));
      for (const [path, fault] of batch) {
        if (complaints.some((line) => line.startsWith(`${path}(`))) refused(fault);
        writeFileSync(join(folder, path), readFileSync(inRoot(path)));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {Map<string, Result>} results @param {Result} result @param {Planted} fault */
function note(results, result, fault) {
  results.set(fault.id, result);
  mkdirSync(dirname(RESULTS), { recursive: true });
  appendFileSync(RESULTS, `${JSON.stringify({ ...result, fault: described(fault) })}\n`);
}

/** @returns {Map<string, Result>} */
function keptResults() {
  if (!existsSync(RESULTS)) return new Map();
  const lines = readFileSync(RESULTS, "utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map((result) => [result.id, result]));
}
