/** One practice shop for the files about entering returns: each of their tests begins with a return of its own. */
import { startShop } from "./purchase-return-steps.ts";
import {
  test as base,
  closeApp,
  newProfile,
  type OpenedApp,
  openApp,
  removeProfile,
} from "./shell/open-app.ts";

/**
 * Opened once for each process of the tests, which ends with a failed test: what a test meets there, besides the draft
 * that it begins with (`beginReturn`), is what others have posted.
 */
export const test = base.extend<object, { shop: OpenedApp }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const folder = newProfile();
      const opened = await openApp(folder);
      try {
        await startShop(opened);
        await use(opened);
      } finally {
        await closeApp(opened);
        removeProfile(folder);
      }
    },
    { scope: "worker" },
  ],
});
