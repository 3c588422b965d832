/** A fortnight of work, an owner's policy and reports of faults, as shown; test/e2e tries what they show. */

import { call } from "./shop.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").App} App
 */

const PATH = "/etc/counterside/policy.json";
const HOLDS = {
  state: "holds",
  path: PATH,
  policy: {
    version: 1,
    serviceUrl: "https://books.example.com/api",
    tenantId: 4711,
    language: "en",
    theme: "light",
    updates: { server: "https://updates.example.com/counterside", channel: "latest" },
    pinAsksFor: ["taxVoucher", "restore", "settings"],
    secondBackupFolder: "/mnt/backup/counterside",
    support: { name: "Example IT", telephone: "+962 6 555 0100" },
  },
};
const UNUSABLE = {
  state: "unusable",
  path: PATH,
  why: "refused",
  issues: [
    { field: "token", reason: "unknown_field", message: "is not a field of this input", params: {} },
    { field: "serviceUrl", reason: "insecure_url", message: "must be https", params: {} },
  ],
};

const FAULT = { at: "2026-05-02T07:30:00.000Z", process: "engine", kind: "process_gone" };

const LOADED = {
  recoveryId: 1,
  at: "2026-05-02T07:30:00.000Z",
  kind: "restored",
  reason: "a backup was loaded",
  details: {
    aside: null,
    base: "backup",
    backup: { name: "counterside-2026-05-01.backup", at: "2026-05-01T16:40:00.000Z" },
    fileReadable: false,
    entries: { all: 240, added: 0, confirmedByFile: 0, held: 0 },
    lost: [],
    mayLackMore: false,
    audit: { added: 0, apart: 0 },
    tables: [],
    rowsApart: 0,
  },
  decision: null,
  needsDecision: true,
  waiting: 12,
  seen: false,
  entries: [],
};

/** Lets the page hear these answers from now on. @param {Page} page @param {App} app @param {Record<string, unknown>} answers */
async function answered(page, app, answers) {
  await app.evaluate((_, given) => Reflect.get(globalThis, "heldChannels").answer(given), answers);
  await page.reload();
  await page.locator("main h1").first().waitFor();
}

/** @param {Page} page @param {string} id */
async function show(page, id) {
  const element = page.getByTestId(id);
  await element.waitFor();
  await element.evaluate((found) => found.scrollIntoView({ block: "center" }));
}

/** Returns and answer times of a fortnight, oldest first: one slow day, one day off. */
const FORTNIGHT = [
  [4, 120],
  [0, null],
  [6, 90],
  [8, 140],
  [3, 110],
  [5, 4_200],
  [9, 130],
  [0, null],
  [7, 100],
  [6, 95],
  [12, 160],
  [8, 120],
  [5, 105],
  [4, 115],
];

/** @type {import("./stages.mjs").Stage[]} */
export const OWNER_STAGES = [
  {
    words: "a fortnight of work",
    views: async () => [
      {
        screen: "home",
        state: "fortnight",
        open: async (page, app) => {
          const summary = await call(page, "outbox.summary", {});
          const days = summary.days.map((day, index) => {
            const [purchaseReturns, answerMs] = FORTNIGHT[index] ?? [0, null];
            return { ...day, purchaseReturns, answerMs };
          });
          await answered(page, app, { "outbox.summary": { ...summary, days } });
          await page.getByTestId("home-plots").locator("canvas").first().waitFor();
          await show(page, "home-plots");
        },
      },
    ],
  },
  {
    words: "an owner's policy, and one that can't be used",
    views: async () => [
      {
        screen: "settings",
        state: "policy",
        route: "/settings/policy",
        open: async (page, app) => {
          await answered(page, app, { "ownerPolicy.get": HOLDS });
          await show(page, "owner-policy");
        },
      },
      {
        screen: "settings",
        state: "policy-locked",
        open: async (page, app) => {
          await answered(page, app, { "ownerPolicy.get": HOLDS });
          await show(page, "look-locked");
        },
      },
      {
        screen: "connect",
        state: "policy",
        open: async (page, app) => {
          await answered(page, app, { "ownerPolicy.get": HOLDS });
          await page.locator("[readonly]").first().waitFor();
        },
      },
      {
        screen: "settings",
        state: "policy-unusable",
        route: "/settings/policy",
        open: async (page, app) => {
          await answered(page, app, { "ownerPolicy.get": UNUSABLE });
          await show(page, "owner-policy");
        },
      },
    ],
  },
  {
    words: "a fault of the run before",
    views: async (page, _, app) => {
      await answered(page, app, {
        "ownerPolicy.get": { state: "none", path: PATH },
        "crashes.last": { fault: FAULT },
      });
      return [
        {
          screen: "home",
          state: "faults",
          open: async (page) => {
            // The look before may have left it open.
            await page.reload();
            await show(page, "crash-notice");
          },
        },
      ];
    },
  },
  {
    words: "a backup of another computer, just loaded",
    views: async (page, _, app) => {
      await answered(page, app, {
        "crashes.last": { fault: null },
        "recovery.report": { reports: [LOADED] },
      });
      /** @type {import("./stages.mjs").View[]} */
      const views = [
        {
          screen: "connect",
          state: "old-computer",
          // The next look begins with the question again.
          open: async (shown) => {
            await shown.reload();
            await shown.getByTestId("old-counter").waitFor();
          },
        },
        {
          screen: "connect",
          state: "old-computer-sure",
          open: (shown) => shown.getByTestId("old-counter").getByRole("button").nth(1).click(),
        },
      ];
      return views;
    },
  },
  {
    words: "neither of them any more",
    views: async (page, _, app) => {
      await app.evaluate(() => Reflect.get(globalThis, "heldChannels").answerNoMore());
      await page.reload();
      await page.locator("main h1").first().waitFor();
      return [];
    },
  },
];
