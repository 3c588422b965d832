/** What goes wrong: a service that answers with errors, an engine that stops, a printer that isn't there, a PIN. */
import { call, entriesOf, line, listenInPlace, postReturn } from "./shop.mjs";

export const OWNERS_PIN = "4711";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").App} App
 */

/** Longer than the app waits before it starts an engine that has crashed four times in a row. */
const ENGINE_BACK_MS = 20_000;

/**
 * Ends the engine's process as a crash would; the app starts it again by itself. One that was ended for the picture
 * before may still be on its way back.
 * @param {Page} page @param {App} app
 */
async function killEngine(page, app) {
  const killed = () =>
    app.evaluate(({ app: electron }) => {
      const engine = electron.getAppMetrics().find(({ name }) => /engine/i.test(name ?? ""));
      return engine !== undefined && process.kill(engine.pid, "SIGKILL");
    });
  for (const until = Date.now() + ENGINE_BACK_MS; !(await killed()); await page.waitForTimeout(250))
    if (Date.now() > until) throw new Error("no process of the engine was found");
  await page.locator("[role=alert]").first().waitFor();
}

/** @type {() => Promise<void>} */
let listenAgain = async () => undefined;

/** @type {import("./stages.mjs").Stage[]} */
export const FAILURE_STAGES = [
  {
    words: "the service answers with errors",
    views: async (page) => {
      await call(page, "sync.pause", {});
      listenAgain = await listenInPlace(page, "unavailable");
      await postReturn(page, { supplier: 1102, lines: [line(1002, "5900", "2")] });
      await call(page, "sync.resume", {});
      await call(page, "sync.now", {});
      await page.waitForTimeout(1_500);
      return ["home", "outbox"].map((screen) => ({ screen, state: "service-trouble" }));
    },
    end: () => listenAgain(),
  },
  {
    words: "a printer that is not there",
    views: async (page) => {
      await call(page, "settings.set", { printerName: "Counter printer" });
      const entry = (await entriesOf(page)).find(
        ({ state, kind }) => state === "confirmed" && kind === "purchaseReturn",
      );
      return [
        {
          screen: "outbox",
          state: "print-failed",
          route: `/outbox/${entry?.entryId ?? ""}`,
          open: async (shown) => {
            const print = shown.getByTestId("print-slip").first();
            await print.scrollIntoViewIfNeeded();
            await print.click();
            await shown
              .locator("[role=status] [data-kind=warn], [role=status] [data-kind=bad]")
              .first()
              .waitFor();
          },
        },
      ];
    },
  },
  {
    words: "the engine stopped",
    views: async () => [{ screen: "home", state: "engine-stopped", open: killEngine }],
  },
  {
    words: "a PIN before what the owner guards",
    views: async (page) => {
      await page.waitForTimeout(9_000);
      await call(page, "pin.set", {
        pin: OWNERS_PIN,
        asksFor: ["taxVoucher", "restore", "outbox", "settings"],
        keepOpenMinutes: 0,
      });
      return [
        {
          screen: "restore",
          state: "pin-asked",
          open: async (shown) => {
            await shown.getByTestId("restore-tab-permission").click();
            // Not one that a stage before restored, which is asked about first.
            const box = shown.getByTestId(/^restore-check-\d+$/).last();
            if (!(await box.isChecked())) await box.click();
            await shown.keyboard.press("Control+Enter");
            await shown.getByTestId("pin-ask").waitFor();
          },
        },
        { screen: "settings", state: "pin-set", route: "/settings/pin" },
      ];
    },
  },
];
