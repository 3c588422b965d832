/** End-to-end tests: the built app in a real Electron. Nothing is downloaded, no browser is needed. */
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "test",
  testMatch: ["**/test/e2e/**/*.test.ts", "**/test/security/*.test.ts"],
  outputDir: "test-results/e2e",
  // Each file's apps have profiles of their own, so files may run side by side; the tests of one may share an app.
  fullyParallel: false,
  // One more than there are cores: much of a test's time is waiting for a process, a timer or the display.
  workers: availableParallelism() + 1,
  // One more try tells chance from defect. It counts as failed all the same: scripts/lib/checks/counts.mjs.
  retries: 1,
  // Against what hangs, not against a busy machine: no test fails on a time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  use: { trace: "off", screenshot: "off" },
});
