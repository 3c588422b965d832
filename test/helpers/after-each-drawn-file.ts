/** Each file of drawn parts begins with the program's own modules as they are loaded, and with no state of another's. */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.resetModules();
});
