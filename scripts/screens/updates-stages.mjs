/** Every state of the updates, as the program tells them; what stands behind each is tried in test/e2e/updates.test.ts. */

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").App} App
 * @typedef {import("../../contract/channels/updates.ts").UpdateStatus} Status
 */

const release = {
  version: "1.4.0",
  releasedAt: "2026-05-01T08:00:00.000Z",
  bytes: 131_072_000,
  notes:
    "A return finds its supplier by part of the name.\nThe checklist of unknown outcomes fits on one page.",
  file: "Counterside-1.4.0-linux-x64.AppImage",
};
/** @type {Omit<Status, "now">} */
const counter = {
  version: "1.3.2",
  channel: "latest",
  setBy: "settings",
  replacesItself: true,
  last: null,
  server: "https://updates.example.com/counterside",
};

/** @type {Record<string, Status>} */
const STATES = {
  off: { ...counter, server: null, setBy: "nobody", now: { state: "off", reason: "no_key" } },
  "no-server": { ...counter, server: null, setBy: "nobody", now: { state: "no_server" } },
  none: {
    ...counter,
    now: { state: "none", checkedAt: "2026-05-02T07:30:00.000Z", offered: null, why: "current" },
  },
  found: { ...counter, now: { state: "found", release } },
  "by-hand": { ...counter, replacesItself: false, now: { state: "found", release } },
  downloading: { ...counter, now: { state: "downloading", release, received: 47_185_920 } },
  ready: { ...counter, now: { state: "ready", release, atQuit: true } },
  failed: {
    ...counter,
    now: {
      state: "failed",
      problem: "bad_signature",
      at: "2026-05-02T07:30:00.000Z",
      release: null,
      detail: "the signature of the release doesn't fit this program's key",
    },
  },
};

/** Tells the page a state, as the main process would. @param {Page} page @param {App} app @param {Status} status */
async function tell(page, app, status) {
  const panel = page.getByTestId("updates");
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
    ...Object.entries(STATES).map(([name, status]) => ({
      screen: "settings",
      state: `update-${name}`,
      route: "/settings/updates",
      open: async (/** @type {Page} */ page, /** @type {App} */ app) => tell(page, app, status),
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
