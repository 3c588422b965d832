/** The stages of `npm test`: what each runs and how its outcome is counted. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { checkBundles } from "./bundle-budgets.mjs";
import { playwrightCounts, triedAgain, vitestCounts, withExit } from "./counts.mjs";
import { electronEnvironment } from "./electron-runtime.mjs";
import { withNodeFirst } from "./fitting-node.mjs";
import { inRoot } from "./paths.mjs";
import { runCommand } from "./run-command.mjs";
import { Refusal, say } from "./say.mjs";
import { withDisplay } from "./xvfb.mjs";

/**
 * @typedef {{ runtime?: import("./electron-runtime.mjs").ElectronRuntime | undefined }} StageContext
 * @typedef {{ name: string, title: string, needsElectron?: boolean,
 *   run: (context: StageContext) => Promise<import("./counts.mjs").Counts> }} Stage
 */

/** A tool's script, run by this very Node. @param {string[]} path */
const tool = (...path) => inRoot("node_modules", ...path);

/** Playwright's workers set FORCE_COLOR and Node then complains of NO_COLOR, so it is told in its own way. */
const uncoloured = process.stdout.isTTY ? {} : { NO_COLOR: undefined, FORCE_COLOR: "0" };

const depcruise = tool("dependency-cruiser", "bin", "dependency-cruiser.mjs");

/** @type {Stage[]} */
export const stages = [
  check("types", "types (tsc)", [tool("typescript", "bin", "tsc")]),
  check("lint", "lint (biome)", [tool("@biomejs", "biome", "bin", "biome"), "check", "--max-diagnostics=50"]),
  check("imports", "allowed imports (dependency-cruiser)", [
    depcruise,
    "--config",
    ".dependency-cruiser.cjs",
    ...["contract", "main", "preload", "renderer"],
  ]),
  check("dead-code", "dead code (knip)", [tool("knip", "bin", "knip.js")]),
  { name: "unit", title: "unit and integration tests (vitest)", run: () => vitest() },
  { name: "build", title: "build, and the size of its bundles", run: () => build() },
  {
    name: "e2e",
    title: "end-to-end tests (playwright)",
    needsElectron: true,
    run: (context) => playwright(context),
  },
  {
    ...check("bench", "benchmarks, a quick run of each", [inRoot("scripts", "bench.mjs"), "--quick"]),
    needsElectron: true,
  },
];

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
    run: async () => {
      const result = await runCommand(process.execPath, args, { env: withNodeFirst(process.execPath) });
      if (result.code === 0) return { passed: 1, failed: 0, skipped: 0 };
      say(result.output.trim());
      return { passed: 0, failed: 1, skipped: 0 };
    },
  };
}

async function build() {
  try {
    await ensureBuilt();
    const styles = readFileSync(tool("@mantine", "core", "styles.css"), "utf8");
    const { lines, wrong } = checkBundles(inRoot("out"), styles);
    for (const line of [...lines, ...wrong]) say(line);
    return { passed: wrong.length === 0 ? 2 : 1, failed: wrong.length === 0 ? 0 : 1, skipped: 0 };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function vitest() {
  const report = freshReport("unit.json");
  const args = ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  return counted(tool("vitest", "vitest.mjs"), args, process.env, report, vitestCounts);
}

/** @param {StageContext} context */
async function playwright({ runtime }) {
  const tests = inRoot("test", "e2e");
  const some =
    existsSync(tests) &&
    readdirSync(tests, { recursive: true }).some((name) => /\.test\.ts$/.test(String(name)));
  if (!some) {
    say("There are no end-to-end tests in this checkout.");
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const report = freshReport("e2e.json");
  return withDisplay(
    (env) => {
      const forApp = runtime === undefined ? env : electronEnvironment(runtime, env);
      const forRunner = { ...forApp, ...uncoloured, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
      const args = ["test", "--reporter=list,json"];
      return counted(tool("@playwright", "test", "cli.js"), args, forRunner, report, (answer) => {
        for (const test of triedAgain(answer)) say(`Passed only when tried again: ${test}`);
        return playwrightCounts(answer);
      });
    },
    { always: true },
  );
}

/**
 * Runs a test runner, shows what it says, and reads its report.
 * @param {string} script
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report
 * @param {(report: any) => import("./counts.mjs").Counts} read
 */
async function counted(script, args, env, report, read) {
  const result = await runCommand(process.execPath, [script, ...args], {
    env: { ...env, PATH: withNodeFirst(process.execPath).PATH },
    echo: true,
  });
  if (!existsSync(report)) {
    say("It ended without a report.");
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return withExit(read(JSON.parse(readFileSync(report, "utf8"))), result.code === 0);
}

/** An old report must never be taken for this run's. @param {string} name */
function freshReport(name) {
  const path = inRoot("test-results", name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}
