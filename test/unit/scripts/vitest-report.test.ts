import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../../../scripts/lib/run-command.mjs";

const ROOT = join(import.meta.dirname, "..", "..", "..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-report-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("a group of tests whose own hook failed is named with its error, though its tests are reported as skipped", async () => {
  writeFileSync(
    join(folder, "a.test.js"),
    `describe("a group", () => {
      beforeAll(() => { throw new Error("no room\\nat x"); });
      it("is never begun", () => undefined);
    });`,
  );
  const report = join(folder, "report.json");
  const cli = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const reporter = join(ROOT, "scripts", "lib", "checks", "vitest-report.mjs");
  const { code } = await runCommand(
    process.execPath,
    [cli, "run", "--globals", "--root", folder, `--reporter=${reporter}`],
    { env: { ...process.env, COUNTERSIDE_VITEST_REPORT: report } },
  );
  expect(code).not.toBe(0);
  expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
    tests: [{ title: "a group > is never begun", state: "skipped" }],
    errors: ["a.test.js › a group: no room"],
  });
});
