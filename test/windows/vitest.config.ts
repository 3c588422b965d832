/**
 * What runs on Windows' Node: `npm run windows`, and a part of it as a stage of `npm test`. In Wine vitest itself stays on this
 * system and its workers are Windows'; on Windows it is vitest as anywhere.
 */
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { type WineRun, winePool } from "./wine-pool.ts";

/** Files, locks, backups, recovery, attached files, imports, headless, and what is only Windows'. */
const WHOLE = [
  "test/windows/*.test.ts",
  "test/integration/whole-files.test.ts",
  "test/integration/engine/*.test.ts",
  "test/integration/engine/{file,import}/**/*.test.ts",
  "test/integration/process-kills/*.test.ts",
];

/** Of these what says most in two minutes. */
const QUICK = [
  "test/windows/*.test.ts",
  "test/integration/whole-files.test.ts",
  "test/integration/engine/connection.test.ts",
  "test/integration/engine/file/{file-owner,kept-files,storage-failures,updates}.test.ts",
  "test/integration/engine/file/backups/{backup,backup-files,loaded-backup}.test.ts",
  "test/integration/engine/import/rejected-rows.test.ts",
];

const run: WineRun | null = process.env.COUNTERSIDE_WINE ? JSON.parse(process.env.COUNTERSIDE_WINE) : null;

export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: {
    include: process.env.COUNTERSIDE_WINDOWS === "whole" ? WHOLE : QUICK,
    environment: "node",
    includeTaskLocation: true,
    isolate: false,
    ...(run === null ? { pool: "forks" } : { pool: winePool(run), maxWorkers: 2 }),
    // Node reads the sources by itself: no bundler of another system is needed where they run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: [
      "test/helpers/after-each-file.ts",
      "test/windows/json-modules.ts",
      "test/windows/left-out.ts",
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
