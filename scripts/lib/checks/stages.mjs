/** The stages of `npm test`: what each runs and how its outcome is counted. */
import { readFileSync } from "node:fs";
import { benches, NOT_MEASURED } from "../../bench/benches.mjs";
import { ensureBuilt } from "../build.mjs";
import { inRoot } from "../paths.mjs";
import { runCommand } from "../run-command.mjs";
import { Refusal, say } from "../say.mjs";
import { electronEnvironment, foundRuntime } from "../set-up/electron-runtime.mjs";
import { withNodeFirst } from "../set-up/fitting-node.mjs";
import { withDisplay } from "../set-up/xvfb.mjs";
import { checkBundles } from "./bundle-budgets.mjs";
import { failed, listedOutcome, passed, playwrightOutcome, skipped, sum, vitestOutcome } from "./counts.mjs";
import { counted, countedByVitest, freshReport, tool } from "./run-tests.mjs";
import { windowsStage } from "./windows-run.mjs";

/**
 * @typedef {object} StageContext
 * @property {import("../set-up/electron-runtime.mjs").ElectronRuntime} [runtime]
 * @property {string} [noElectron] why there is none to test with
 * @property {string} [test] the one test that is run alone: its file, or file:line
 *
 * @typedef {import("./counts.mjs").Outcome} Outcome
 * @typedef {{ name: string, title: string, needsElectron?: boolean, together?: "static" | "half_idle",
 *   run: (context: StageContext) => Promise<Outcome> }} Stage
 */

/** Playwright's workers set FORCE_COLOR and Node then complains of NO_COLOR, so Playwright gets these. */
const uncoloured = process.stdout.isTTY ? {} : { NO_COLOR: undefined, FORCE_COLOR: "0" };

const depcruise = tool("dependency-cruiser", "bin", "dependency-cruiser.mjs");

/**
 * Those that follow each other with one value of `together` run at once: what is static needs none of what tests are set
 * up with, and is done before anything else runs; the others leave half of the machine idle each.
 * @type {Stage[]}
 */
export const stages = [
  check("types", "types (tsc)", [tool("typescript", "bin", "tsc")]),
  check("lint", "lint (biome)", [tool("@biomejs", "biome", "bin", "biome"), "check", "--max-diagnostics=50"]),
  check("imports", "allowed imports (dependency-cruiser)", [
    depcruise,
    "--config",
    ".dependency-cruiser.cjs",
    ...["contract", "main", "preload", "renderer"],
  ]),
  check("lock", "the lock file's digests", [inRoot("scripts", "check-lock.mjs")]),
  check("dead-code", "dead code (knip)", [tool("knip", "bin", "knip.js")]),
  { name: "build", title: "build, and the size of its bundles", together: "static", run: build },
  { name: "unit", title: "unit and integration tests (vitest)", run: vitest },
  { name: "e2e", title: "end-to-end tests (playwright)", needsElectron: true, run: playwright },
  {
    name: "windows",
    title: "the engine on Windows' own Node",
    together: "half_idle",
    run: ({ test }) => windowsStage(test),
  },
  {
    name: "bench",
    title: "benchmarks, a quick run of each",
    needsElectron: true,
    together: "half_idle",
    run: bench,
  },
];

/** The stage that runs a test file. @param {string} test a file, or file:line */
export const stageOf = (test) =>
  /^test[\\/]windows[\\/]/.test(test)
    ? "windows"
    : /^test[\\/](e2e[\\/]|security[\\/][^\\/]+\.test\.)/.test(test)
      ? "e2e"
      : "unit";

/**
 * A static check: one passed or one failed, and silent when passed.
 * @param {string} name
 * @param {string} title
 * @param {string[]} args
 * @returns {Stage}
 */
function check(name, title, args) {
  return {
    name,
    title,
    together: "static",
    run: async () => {
      const result = await runCommand(process.execPath, args, { env: withNodeFirst(process.execPath) });
      if (result.code === 0) return passed();
      say(result.output.trim());
      return failed(title, `--only ${name}`);
    },
  };
}

/** @returns {Promise<Outcome>} */
async function build() {
  try {
    await ensureBuilt();
    const styles = readFileSync(tool("@mantine", "core", "styles.css"), "utf8");
    const { lines, wrong } = checkBundles(inRoot("out"), styles);
    for (const line of [...lines, ...wrong]) say(line);
    return sum([passed(), wrong.length === 0 ? passed() : failed("the size of the bundles", "--only build")]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
    return failed("build", "--only build");
  }
}

/** @param {StageContext} context */
function vitest({ test }) {
  const report = freshReport("unit.json");
  const args = [...countedByVitest, ...(test === undefined ? [] : [test])];
  const env = { ...process.env, COUNTERSIDE_VITEST_REPORT: report };
  return counted("unit", tool("vitest", "vitest.mjs"), args, env, report, (written) =>
    vitestOutcome(test === undefined ? written : { ...written, tests: written.tests.filter(wasAskedFor) }),
  );
}

/** Of one test run alone, vitest says of its neighbours that they were skipped. @param {import("./counts.mjs").ReportedTest} test */
const wasAskedFor = ({ state, reason }) => state !== "skipped" || reason !== undefined;

/** @param {StageContext} context */
async function playwright({ runtime, noElectron, test }) {
  const cli = tool("@playwright", "test", "cli.js");
  const some = test === undefined ? [] : [test];
  if (runtime === undefined) return skippedWhole(cli, some, noElectron ?? "there is no Electron");
  const report = freshReport("e2e.json");
  return withDisplay(
    (env) => {
      const forApp = { ...electronEnvironment(runtime, env), ...foundRuntime(runtime) };
      const forRunner = { ...forApp, ...uncoloured, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
      return counted(
        "e2e",
        cli,
        ["test", "--reporter=dot,json", ...some],
        forRunner,
        report,
        playwrightOutcome,
      );
    },
    { always: true },
  );
}

/** Each test that can't be run is counted. @param {string} cli @param {string[]} some @param {string} reason */
async function skippedWhole(cli, some, reason) {
  const listed = await runCommand(process.execPath, [cli, "test", "--list", ...some]);
  if (listed.code !== 0) say(listed.output.trim());
  return listedOutcome(listed, reason);
}

/** @param {StageContext} context @returns {Promise<Outcome>} */
async function bench({ runtime, noElectron }) {
  const title = "a quick run of each benchmark";
  if (runtime === undefined) return skipped(title, noElectron ?? "there is no Electron");
  // Quick figures say nothing, so those that drive a window and those that don't may take time from each other.
  const results = await Promise.all(
    [true, false].map((drives) => {
      const names = benches
        .filter(({ needsBuild, quickAs }) => needsBuild === drives && quickAs === undefined)
        .map(({ name }) => name);
      return runCommand(
        process.execPath,
        [inRoot("scripts", "bench.mjs"), "--quick", "--only", names.join(",")],
        { env: { ...withNodeFirst(process.execPath), ...foundRuntime(runtime) } },
      );
    }),
  );
  const bad = results.filter(({ code }) => code !== 0);
  for (const { output } of bad) say(output.trim());
  const left = results
    .flatMap(({ stdout }) => stdout.split("\n"))
    .filter((line) => line.startsWith(NOT_MEASURED));
  return sum([
    bad.length === 0 ? passed() : failed(title, "--only bench"),
    ...left.map((line) => {
      const [name = "", ...reason] = line.slice(NOT_MEASURED.length).split(": ");
      return skipped(`the benchmark ${name}`, reason.join(": "));
    }),
  ]);
}
