/** A reporter for vitest: every test with its place, and why it was skipped, which vitest's own JSON leaves out. */
import { writeFileSync } from "node:fs";

const firstLine = (message = "") => message.split("\n")[0] ?? "";

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
    // Of a group whose own hook failed every test is reported as skipped: only the group has the failure.
    const ofGroups = modules.flatMap((module) =>
      [...module.children.allSuites()].flatMap((suite) =>
        suite
          .errors()
          .map(({ message }) => `${module.relativeModuleId} › ${suite.fullName}: ${firstLine(message)}`),
      ),
    );
    const report = {
      tests,
      unloadable,
      errors: [...ofGroups, ...errors.map((error) => firstLine(error.message))],
    };
    writeFileSync(String(process.env.COUNTERSIDE_VITEST_REPORT), JSON.stringify(report));
  }
}
