/** One practice shop for the files about entering returns: each of their tests begins with a return of its own. */
import { test as base } from "@playwright/test";
import { type OpenApp, openApp, temporaryProfile } from "../helpers/app.ts";
import { startShop } from "./purchase-return-steps.ts";

/**
 * Opened once for each process of the tests, which ends with a failed test: what a test meets there, besides the draft
 * that it begins with (`beginReturn`), is what others have posted.
 */
export const test = base.extend<object, { shop: OpenApp }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const { profile, remove } = temporaryProfile();
      try {
        const opened = await openApp(profile);
        try {
          await startShop(opened);
          await use(opened);
        } finally {
          await opened.close();
        }
      } finally {
        remove();
      }
    },
    { scope: "worker" },
  ],
});
