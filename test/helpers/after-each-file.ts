/** Processes run many files: what the last test of one left stubbed must not be the next one's. */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
