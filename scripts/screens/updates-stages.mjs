/** Every state of the updates, as shown; test/e2e/updates.test.ts tries what is behind each. */

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").App} App
 * @typedef {import("../../contract/channels/updates.ts").UpdateStatus} Status
 */

const release = {
  version: "1.4.0",
  releasedAt: "2026-05-01T08:00:00.000Z",
  notes:
    "A return finds its supplier by part of the name.\nThe checklist of unknown outcomes fits on one page.",
};
const checkedAt = "2026-05-02T07:30:00.000Z";

/** @type {Record<string, Status["now"]>} */
const STATES = {
  "package-manager": { state: "off", reason: "package_manager" },
  "not-signed": { state: "off", reason: "not_signed" },
  "no-server": { state: "no_server" },
  none: { state: "none", checkedAt, offered: "1.3.2", why: "current" },
  found: { state: "found", release },
  downloading: { state: "downloading", release, percent: 36 },
  ready: { state: "ready", release, atQuit: true },
  failed: { state: "failed", problem: "bad_signature", code: "ERR_UPDATER_INVALID_SIGNATURE", release },
};

/** Tells the page a state, as the main process would. @param {Page} page @param {App} app @param {Status["now"]} now */
async function tell(page, app, now) {
  const panel = page.getByTestId("updates");
  /** @type {Status} */
  const status = {
    version: "1.3.2",
    channel: "latest",
    server: now.state === "no_server" ? null : "https://updates.example.com/counterside",
    setBy: now.state === "no_server" ? "nobody" : "settings",
    now,
  };
  await panel.waitFor();
  await app.evaluate(({ BrowserWindow }, payload) => {
    for (const window of BrowserWindow.getAllWindows())
      window.webContents.send("counterside:event", { event: "updates.changed", payload });
  }, status);
  await panel.getByText(status.version).first().waitFor();
  await panel.evaluate((element) => element.scrollIntoView({ block: "center" }));
}

/** @type {import("./stages.mjs").Stage} */
export const UPDATES_STAGE = {
  words: "a newer version, in all its states",
  views: async () => [
    ...Object.entries(STATES).map(([name, now]) => ({
      screen: "settings",
      state: `update-${name}`,
      route: "/settings/updates",
      open: async (/** @type {Page} */ page, /** @type {App} */ app) => tell(page, app, now),
    })),
    {
      screen: "settings",
      state: "update-restart-asked",
      route: "/settings/updates",
      open: async (page, app) => {
        if (STATES.ready !== undefined) await tell(page, app, STATES.ready);
        await page.getByTestId("updates-restart").click();
        await page.getByTestId("updates-restart-ask").waitFor();
      },
    },
  ],
};
