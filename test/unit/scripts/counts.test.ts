import { describe, expect, it } from "vitest";
import {
  closingLine,
  playwrightCounts,
  sum,
  triedAgain,
  vitestCounts,
  withExit,
} from "../../../scripts/lib/counts.mjs";

describe("the closing line", () => {
  it("adds the stages up", () => {
    const total = sum([
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 1, failed: 2, skipped: 0 },
    ]);
    expect(closingLine(total)).toBe("4 passed, 2 failed");
  });

  it("names skipped tests only when there are some", () => {
    expect(closingLine({ passed: 1, failed: 0, skipped: 2 })).toBe("1 passed, 0 failed, 2 skipped");
  });
});

describe("vitest's report", () => {
  it("counts a file that could not be loaded as a failure", () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 0,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { status: "passed", assertionResults: [{}, {}] },
        { status: "failed", assertionResults: [] },
      ],
    };
    expect(vitestCounts(report)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });
});

describe("Playwright's report", () => {
  it("counts a flaky test as failed, and names it", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(playwrightCounts({ stats })).toEqual({ passed: 5, failed: 2, skipped: 2 });
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const inner = { title: "drafts", specs: [spec("kept", "flaky"), spec("found", "expected")] };
    const suites = [{ title: "drafts.test.ts", specs: [spec("lost", "unexpected")], suites: [inner] }];
    expect(triedAgain({ suites })).toEqual(["drafts › kept"]);
    expect(triedAgain({})).toEqual([]);
  });

  it("counts an error outside every test", () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe("a runner's exit", () => {
  it("is a failure when it ended badly though every test passed", () => {
    expect(withExit({ passed: 4, failed: 0, skipped: 0 }, false).failed).toBe(1);
  });

  it("is not counted on top of failed tests", () => {
    expect(withExit({ passed: 4, failed: 2, skipped: 0 }, false).failed).toBe(2);
  });
});
