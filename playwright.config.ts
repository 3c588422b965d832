/** End-to-end tests: the built app in a real Electron. Nothing is downloaded, no browser is needed. */
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

/** What takes long, or waits for the package, and shares no app with other files. */
const LONG_WITHOUT_SHOP = [
  "**/test/e2e/package/*.test.ts",
  "**/test/e2e/{new-user-run,people,shop-folder,updates-older}.test.ts",
  "**/test/e2e/shell/{crashes,keyring,quit}.test.ts",
  "**/test/security/{electron-checklist,outside-the-page,packaged,page-leaks,token}.test.ts",
];

export default defineConfig({
  testDir: "test",
  // Node itself takes the types out. Playwright's own way is as fast only once its cache holds every file.
  build: { external: ["**/*.ts"] },
  // Each project's files are begun in turn: no process ends alone with a long one, and none holds a shared shop meanwhile.
  projects: [
    { testMatch: LONG_WITHOUT_SHOP },
    { testMatch: ["**/test/e2e/**/*.test.ts", "**/test/security/*.test.ts"], testIgnore: LONG_WITHOUT_SHOP },
  ],
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
