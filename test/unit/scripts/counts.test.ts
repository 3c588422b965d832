import { describe, expect, it } from "vitest";
import {
  closingLine,
  failed,
  lastScreen,
  listedOutcome,
  passed,
  playwrightOutcome,
  skipped,
  sum,
  TRIED_AGAIN,
  vitestOutcome,
  withExit,
} from "../../../scripts/lib/checks/counts.mjs";

describe("the last screen", () => {
  it("says what failed and how to run it alone, what was skipped and why, and closes with the count alone", () => {
    const total = sum([
      passed(3),
      failed("test/e2e/pin.test.ts › locks", "--test test/e2e/pin.test.ts:33", TRIED_AGAIN),
      skipped("a.test.ts › one", "there is no strace"),
      failed("lint (biome)", "--only lint"),
      skipped("b.test.ts › two", "only on Windows"),
      skipped("c.test.ts › three", "there is no strace"),
    ]);
    expect(lastScreen(total)).toEqual([
      "Failed, and how to run it alone:",
      "  test/e2e/pin.test.ts › locks (passed only when tried again, which counts as failed)",
      "    npm test -- --test test/e2e/pin.test.ts:33",
      "  lint (biome)",
      "    npm test -- --only lint",
      "",
      "Skipped, and why:",
      "  there is no strace",
      "    a.test.ts › one",
      "    c.test.ts › three",
      "  only on Windows",
      "    b.test.ts › two",
      "",
      "3 passed, 2 failed, 3 skipped",
    ]);
  });

  it("is the count alone where all passed", () => {
    expect(lastScreen(passed(4))).toEqual(["4 passed, 0 failed, 0 skipped"]);
  });
});

describe("vitest's report", () => {
  it("names what failed by its line, and gives the reason of what was skipped", () => {
    const outcome = vitestOutcome({
      tests: [
        { file: "test/unit/a.test.ts", line: 7, title: "adds", state: "passed" },
        { file: "test/unit/a.test.ts", line: 9, title: "counts", state: "failed" },
        { file: "test/unit/a.test.ts", line: 11, title: "traces", state: "skipped", reason: "no strace" },
        { file: "test/unit/a.test.ts", line: 13, title: "waits", state: "skipped" },
      ],
      unloadable: ["test/unit/b.test.ts"],
      errors: ["a promise was rejected"],
    });
    expect(closingLine(outcome)).toBe("1 passed, 3 failed, 2 skipped");
    expect(outcome.failures).toEqual([
      { test: "test/unit/a.test.ts › counts", again: "--test test/unit/a.test.ts:9" },
      { test: "test/unit/b.test.ts could not be loaded", again: "--test test/unit/b.test.ts" },
      { test: "an error outside every test: a promise was rejected", again: "--only unit" },
    ]);
    expect(outcome.skips.map(({ reason }) => reason)).toEqual(["no strace", "no reason is given"]);
  });
});

describe("Playwright's report", () => {
  const spec = (
    title: string,
    status: string,
    annotations: { type: string; description?: string }[] = [],
  ) => ({
    title,
    file: "e2e/drafts.test.ts",
    line: 5,
    tests: [{ status, annotations }],
  });

  it("counts a test that passed only when tried again as failed, and names it", () => {
    const inner = { title: "drafts", specs: [spec("kept", "flaky"), spec("found", "expected")] };
    const suites = [{ title: "drafts.test.ts", specs: [spec("lost", "unexpected")], suites: [inner] }];
    const outcome = playwrightOutcome({ suites });
    expect(closingLine(outcome)).toBe("1 passed, 2 failed, 0 skipped");
    expect(outcome.failures).toEqual([
      { test: "test/e2e/drafts.test.ts › lost", again: "--test test/e2e/drafts.test.ts:5" },
      {
        test: "test/e2e/drafts.test.ts › kept",
        again: "--test test/e2e/drafts.test.ts:5",
        note: TRIED_AGAIN,
      },
    ]);
  });

  it("gives the reason of what was skipped", () => {
    const annotations = [{ type: "skip", description: "a deb is made on Linux" }];
    const suites = [
      { title: "deb", specs: [spec("lists", "skipped", annotations), spec("after", "skipped")] },
    ];
    expect(playwrightOutcome({ suites }).skips).toEqual([
      { test: "test/e2e/drafts.test.ts › lists", reason: "a deb is made on Linux" },
      {
        test: "test/e2e/drafts.test.ts › after",
        reason: "an earlier test of the same series did not pass",
      },
    ]);
  });

  it("counts an error outside every test", () => {
    const { failures } = playwrightOutcome({ errors: [{ message: "no display\nat x" }] });
    expect(failures).toEqual([{ test: "an error outside every test: no display", again: "--only e2e" }]);
  });

  it("names an error outside every test also where a test failed", () => {
    const suites = [{ title: "drafts.test.ts", specs: [spec("lost", "unexpected")] }];
    const { failures } = playwrightOutcome({ suites, errors: [{ message: "the worker ended" }] });
    expect(failures.map(({ test }) => test)).toEqual([
      "test/e2e/drafts.test.ts › lost",
      "an error outside every test: the worker ended",
    ]);
  });

  it("counts each listed test as skipped where there is no Electron, and a failing list as failed", () => {
    const stdout = "Listing tests:\n  e2e/pin.test.ts:3:1 › locks\nTotal: 1 test\n";
    expect(closingLine(listedOutcome({ code: 0, stdout }, "no Electron"))).toBe(
      "0 passed, 0 failed, 1 skipped",
    );
    expect(closingLine(listedOutcome({ code: 1, stdout: "" }, "no Electron"))).toBe(
      "0 passed, 1 failed, 0 skipped",
    );
  });
});

describe("a runner's exit", () => {
  it("is a failure when it ended badly though every test passed", () => {
    expect(withExit(passed(4), false, "unit").failed).toBe(1);
    expect(withExit(passed(4), true, "unit").failed).toBe(0);
  });

  it("is not counted on top of failed tests", () => {
    expect(withExit(sum([passed(4), failed("a", "b")]), false, "unit").failed).toBe(1);
  });
});
