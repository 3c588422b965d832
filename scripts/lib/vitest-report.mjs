/** A reporter for vitest: every test with its place, and why it was skipped, which vitest's own JSON leaves out. */
import { writeFileSync } from "node:fs";

export default class VitestReporter {
  /**
   * @param {ReadonlyArray<import("vitest/node").TestModule>} modules
   * @param {ReadonlyArray<{ message?: string }>} errors
   */
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => {
        const result = test.result();
        return {
          file: module.relativeModuleId,
          line: test.location?.line,
          title: test.fullName,
          state: result.state,
          reason: result.state === "skipped" ? result.note : undefined,
          ms: Math.round(test.diagnostic()?.duration ?? 0),
        };
      }),
    );
    const unloadable = modules
      .filter((module) => module.errors().length > 0)
      .map((module) => module.relativeModuleId);
    const report = { tests, unloadable, errors: errors.map(({ message = "" }) => message.split("\n")[0]) };
    writeFileSync(String(process.env.COUNTERSIDE_VITEST_REPORT), JSON.stringify(report));
  }
}
