/** End-to-end tests: the built app in a real Electron. Nothing is downloaded, no browser is needed. */
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "test",
  testMatch: ["e2e/**/*.test.ts", "security/*.test.ts"],
  outputDir: "test-results/e2e",
  // Each test opens its own app on its own profile, so two may run side by side.
  fullyParallel: false,
  workers: 2,
  // A real window on a busy machine: one more try tells chance from defect. It counts as failed all the same.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  use: { trace: "off", screenshot: "off" },
});
