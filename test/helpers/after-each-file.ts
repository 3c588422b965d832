/** Processes run many files: what the last test of one left stubbed must not be the next one's. */
import { afterAll, vi } from "vitest";
import { readReplay } from "./fuzz-seed.ts";

const replay = readReplay(process.env.COUNTERSIDE_FUZZ_SEED);
// Most files need no fast-check, and reading it takes them longer than much that they test.
if (replay !== null) (await import("fast-check")).configureGlobal(replay);

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
