/** Adding up what the test runners report, so that the closing line is arithmetic and not an impression. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const none = { passed: 0, failed: 0, skipped: 0 };

/** @param {Counts[]} parts @returns {Counts} */
export function sum(parts) {
  return parts.reduce(
    (total, part) => ({
      passed: total.passed + part.passed,
      failed: total.failed + part.failed,
      skipped: total.skipped + part.skipped,
    }),
    none,
  );
}

/**
 * A test file that could not even be loaded holds no tests but is a failure.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults?: { status: string, assertionResults: unknown[] }[] }} report vitest's JSON report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  const unloadable = (report.testResults ?? []).filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/**
 * A test that passed on a second attempt only is counted as failed: it cannot be relied on. `triedAgain` names it.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   errors?: unknown[] }} report Playwright's JSON report
 * @returns {Counts}
 */
export function playwrightCounts({ stats, errors = [] }) {
  const { expected, unexpected, flaky, skipped } = stats;
  const failed = unexpected + flaky;
  return {
    passed: expected,
    failed: failed === 0 && errors.length > 0 ? errors.length : failed,
    skipped,
  };
}

/**
 * @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite
 */

/**
 * The tests that failed once and passed when tried again, by their titles: each is a defect nobody has understood yet.
 * @param {{ suites?: Suite[] }} report Playwright's JSON report
 * @returns {string[]}
 */
export function triedAgain({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ title }) => `${suite.title} › ${title}`),
    ...triedAgain(suite),
  ]);
}

/**
 * A runner that ended badly although no test failed has failed all the same.
 * @param {Counts} counts
 * @param {boolean} endedWell
 * @returns {Counts}
 */
export function withExit(counts, endedWell) {
  return endedWell || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** The closing line. @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
