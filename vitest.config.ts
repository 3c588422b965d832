/** Unit and integration tests: plain Node, no Electron, no display. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Workers and the programs that tests start read the same sources: Node keeps what it made of each. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node");

const DRAWN = "test/unit/drawn/**";

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "plain",
          include: [
            "test/{unit,integration,faults}/**/*.test.{ts,tsx}",
            "test/security/{gate,engine}/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, DRAWN],
        },
      },
      // One page for each process: its files draw on it one after the other.
      {
        extends: true,
        test: {
          name: "drawn",
          include: [`${DRAWN}/*.test.tsx`],
          environment: "./test/helpers/one-page.ts",
          setupFiles: ["test/helpers/after-each-drawn-file.ts"],
        },
      },
    ],
    environment: "node",
    // The last screen of npm test names each test by its line.
    includeTaskLocation: true,
    // Processes, not threads: native SQLite and killed children must not touch each other.
    pool: "forks",
    // One more than there are cores, for a quarter of the time is spent waiting for a disk, a child or a peer.
    maxWorkers: availableParallelism() + 1,
    // What every file needs is read once for each process and not once for each file.
    isolate: false,
    setupFiles: ["test/helpers/after-each-file.ts"],
    // Against what hangs, not against a busy machine: no test fails on a time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
