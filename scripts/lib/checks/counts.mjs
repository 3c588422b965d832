/** Adding up what the test runners report, so that the last screen is arithmetic and not an impression. Pure. */

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ test: string, again: string, note?: string }} Failure `again`: the words that run it alone
 * @typedef {{ test: string, reason: string }} Skip
 * @typedef {Counts & { failures: Failure[], skips: Skip[] }} Outcome
 */

/** @type {Outcome} */
export const none = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };

/** One check or more that passed. */
export const passed = (count = 1) => ({ ...none, passed: count });

/** @param {string} test @param {string} again @param {string} [note] @returns {Outcome} */
export const failed = (test, again, note) => ({
  ...none,
  failed: 1,
  failures: [{ test, again, ...(note === undefined ? {} : { note }) }],
});

/** @param {string} test @param {string} reason @returns {Outcome} */
export const skipped = (test, reason) => ({ ...none, skipped: 1, skips: [{ test, reason }] });

/** @param {Outcome[]} parts @returns {Outcome} */
export function sum(parts) {
  return parts.reduce(
    (total, part) => ({
      passed: total.passed + part.passed,
      failed: total.failed + part.failed,
      skipped: total.skipped + part.skipped,
      failures: [...total.failures, ...part.failures],
      skips: [...total.skips, ...part.skips],
    }),
    none,
  );
}

/** The words that run one test alone. @param {string} file @param {number | undefined} line */
const alone = (file, line) => `--test ${file}${line === undefined ? "" : `:${line}`}`;

export const TRIED_AGAIN = "passed only when tried again, which counts as failed";

/**
 * @typedef {{ file: string, line?: number | undefined, title: string, state: string, reason?: string | undefined }} ReportedTest
 * @typedef {{ tests: ReportedTest[], unloadable: string[], errors: string[] }} VitestReport what `vitest-report.mjs` writes
 */

/**
 * A file that could not even be loaded holds no tests but is a failure, and so is an error outside every test.
 * @param {VitestReport} report
 * @param {(file: string, line: number | undefined) => string} again the words that run one test alone
 * @returns {Outcome}
 */
export function vitestOutcome({ tests, unloadable, errors }, again = alone) {
  return sum([
    ...tests.map(({ file, line, title, state, reason }) => {
      const test = `${file} › ${title}`;
      if (state === "passed") return passed();
      if (state === "skipped") return skipped(test, reason ?? "no reason is given");
      return failed(test, again(file, line));
    }),
    ...unloadable.map((file) => failed(`${file} could not be loaded`, again(file, undefined))),
    ...errors.map((error) => failed(`an error outside every test: ${error}`, "--only unit")),
  ]);
}

/**
 * @typedef {{ status: string, annotations?: { type: string, description?: string }[] }} PlaywrightTest
 * @typedef {{ title: string, file?: string, line?: number, tests: PlaywrightTest[] }} Spec
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * A test that passed on a second attempt only is counted as failed: it is a defect that nobody has understood yet. An
 * error outside every test is named also where a test failed.
 * @param {{ suites?: Suite[], errors?: { message?: string }[] }} report Playwright's JSON report
 * @returns {Outcome}
 */
export function playwrightOutcome({ suites = [], errors = [] }) {
  return sum([
    ...suites.map(suiteOutcome),
    ...errors.map(({ message = "" }) =>
      failed(`an error outside every test: ${message.split("\n")[0]}`, "--only e2e"),
    ),
  ]);
}

/** @param {Suite} suite @returns {Outcome} */
const suiteOutcome = ({ specs = [], suites = [] }) =>
  sum([
    ...specs.flatMap((spec) => spec.tests.map((test) => testOutcome(spec, test))),
    ...suites.map(suiteOutcome),
  ]);

/** @param {Spec} spec @param {PlaywrightTest} test @returns {Outcome} */
function testOutcome({ title, file = "", line }, { status, annotations = [] }) {
  const path = `test/${file}`;
  const name = `${path} › ${title}`;
  switch (status) {
    case "expected":
      return passed();
    case "skipped": {
      const reason = annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
      return skipped(name, reason ?? "an earlier test of the same series did not pass");
    }
    case "flaky":
      return failed(name, alone(path, line), TRIED_AGAIN);
    default:
      return failed(name, alone(path, line));
  }
}

/**
 * Each test of a list that can't be run, reported as skipped; a list that could not be made is a failure.
 * @param {{ code: number | null, stdout: string }} listed what `playwright test --list` came to
 * @param {string} reason
 * @returns {Outcome}
 */
export function listedOutcome({ code, stdout }, reason) {
  const tests = stdout.split("\n").filter((line) => line.includes(" › "));
  return sum([
    ...tests.map((line) => skipped(`test/${line.trim()}`, reason)),
    ...(code === 0 ? [] : [failed("the list of the end-to-end tests", "--only e2e")]),
  ]);
}

/**
 * A runner that ended badly although no test failed has failed all the same.
 * @param {Outcome} outcome
 * @param {boolean} endedWell
 * @param {string} stage
 * @returns {Outcome}
 */
export const withExit = (outcome, endedWell, stage) =>
  endedWell || outcome.failed > 0
    ? outcome
    : sum([outcome, failed(`${stage} ended badly although no test failed`, `--only ${stage}`)]);

/** The closing line. @param {Counts} counts */
export const closingLine = (counts) =>
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;

/**
 * The last screen: what failed and how to run that alone, what was skipped and why, and the closing line by itself.
 * @param {Outcome} outcome
 * @returns {string[]}
 */
export function lastScreen(outcome) {
  const failures = outcome.failures.flatMap(({ test, again, note }) => [
    `  ${test}${note === undefined ? "" : ` (${note})`}`,
    `    npm test -- ${again}`,
  ]);
  const reasons = [...new Set(outcome.skips.map(({ reason }) => reason))];
  const skips = reasons.flatMap((reason) => [
    `  ${reason}`,
    ...outcome.skips.flatMap((skip) => (skip.reason === reason ? [`    ${skip.test}`] : [])),
  ]);
  return [
    ...(failures.length === 0 ? [] : ["Failed, and how to run it alone:", ...failures, ""]),
    ...(skips.length === 0 ? [] : ["Skipped, and why:", ...skips, ""]),
    closingLine(outcome),
  ];
}
