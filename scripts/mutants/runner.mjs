/**
 * One warm vitest in a copy of the tree, driven by messages: it runs single test files for what they reach, or the tests
 * that reach a planted fault until one fails. A separate process, for a fault may hang it.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest } from "vitest/node";

/**
 * @typedef {import("./sandbox.mjs").Job} Job
 * @typedef {import("./sandbox.mjs").Answer} Answer
 * @typedef {import("./sandbox.mjs").RunTest} RunTest
 */

const root = process.cwd();
const covers = process.argv[2] === "cover";

/** A test that waits for what a fault prevents fails after this; in a good tree each used takes far less. */
const MOST_MS = 20_000;

const vitest = await createVitest("test", {
  root,
  watch: false,
  bail: covers ? 0 : 1,
  maxWorkers: 1,
  isolate: covers,
  testTimeout: covers ? 120_000 : MOST_MS,
  hookTimeout: covers ? 120_000 : MOST_MS,
  expect: { poll: { timeout: covers ? 30_000 : MOST_MS / 2 } },
  reporters: [{}],
  silent: true,
  setupFiles: ["test/helpers/after-each-file.ts", ...(covers ? ["cover-setup.mjs"] : [])],
});
await vitest.standalone();
const project = vitest.getRootProject();

/** @param {RunTest[]} tests @returns {Promise<import("vitest/node").TestRunResult>} */
function run(tests) {
  const files = [...new Set(tests.map(({ file }) => file))];
  vitest.state.filesMap.clear();
  return vitest.runTestSpecifications(
    files.map((file) => {
      const testIds = tests.filter((test) => test.file === file).flatMap(({ id }) => (id === "" ? [] : [id]));
      return project.createSpecification(join(root, file), testIds.length > 0 ? { testIds } : undefined);
    }),
  );
}

/** Which tests a file holds, how long each took, and what it reached. @param {string} file @returns {Promise<Answer>} */
async function cover(file) {
  const children = join(root, "cover-children");
  rmSync(children, { force: true });
  rmSync(join(root, "cover-hits.json"), { force: true });
  const { testModules } = await run([{ file, id: "" }]);
  const tests = testModules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      id: test.id,
      name: test.fullName,
      ms: test.diagnostic()?.duration ?? 0,
      passed: test.result().state === "passed",
    })),
  );
  const hits = JSON.parse(readFileSync(join(root, "cover-hits.json"), "utf8"));
  let ofChildren = "";
  try {
    ofChildren = readFileSync(children, "utf8");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
  }
  hits[""] = [...new Set([...(hits[""] ?? []), ...ofChildren.split("\n").filter(Boolean).map(Number)])];
  return { tests, hits };
}

/** The name of the first test that notices it, or null. @param {Extract<Job, { do: "plant" }>} job @returns {Promise<Answer>} */
async function plant({ path, text, rounds }) {
  const whole = join(root, path);
  const before = readFileSync(whole, "utf8");
  try {
    writeFileSync(whole, text);
    vitest.invalidateFile(whole);
    for (const round of rounds) {
      const { testModules, unhandledErrors } = await run(round);
      for (const module of testModules)
        for (const test of module.children.allTests())
          if (test.result().state === "failed") return { by: `${module.relativeModuleId}: ${test.fullName}` };
      const broken = testModules.find((module) => module.state() === "failed");
      if (broken !== undefined) return { by: `${broken.relativeModuleId}: the file can't be run` };
      if (unhandledErrors.length > 0) return { by: "an error that no test handled" };
    }
    return { by: null };
  } finally {
    writeFileSync(whole, before);
    vitest.invalidateFile(whole);
  }
}

process.on("message", async (/** @type {Job} */ job) => {
  try {
    process.send?.(job.do === "cover" ? await cover(job.file) : await plant(job));
  } catch (error) {
    process.send?.({ wrong: String(error) });
  }
});
process.on("disconnect", () => process.exit());
process.send?.({ by: null });
