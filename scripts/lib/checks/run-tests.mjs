/** Test runners that are started as others start them, and whose reports are counted. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "../paths.mjs";
import { runCommand } from "../run-command.mjs";
import { withNodeFirst } from "../set-up/fitting-node.mjs";
import { failed, withExit } from "./counts.mjs";

/** @typedef {import("./counts.mjs").Outcome} Outcome */

/** A tool's script, run by this very Node. @param {string[]} path */
export const tool = (...path) => inRoot("node_modules", ...path);

/** Vitest's words, which have it write each test into the report that COUNTERSIDE_VITEST_REPORT names. */
export const countedByVitest = [
  "run",
  "--reporter=dot",
  `--reporter=${inRoot("scripts", "lib", "checks", "vitest-report.mjs")}`,
];

/**
 * Runs a test runner, shows what it says, and reads its report.
 * @param {string} stage
 * @param {string} script
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report
 * @param {(report: any) => Outcome} read
 * @returns {Promise<Outcome>}
 */
export async function counted(stage, script, args, env, report, read) {
  const result = await runCommand(process.execPath, [script, ...args], {
    env: { ...env, PATH: withNodeFirst(process.execPath).PATH },
    echo: true,
  });
  if (!existsSync(report)) return failed(`${stage} ended without a report`, `--only ${stage}`);
  return withExit(read(JSON.parse(readFileSync(report, "utf8"))), result.code === 0, stage);
}

/** An old report must never be read as this run's. @param {string} name */
export function freshReport(name) {
  const path = inRoot("test-results", name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}
