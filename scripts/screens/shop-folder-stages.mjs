/** The shop folder in its states, as shown: the engine's answers are given here; test/e2e/shop-folder.test.ts tries what they show. */
import { call } from "./shop.mjs";
import { sheet } from "./slip-stages.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").App} App
 * @typedef {import("./stages.mjs").View} View
 */

/** @param {number} minutes */
const ago = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
const DAY = 24 * 60;

const LISTS = /** @type {const} */ ([
  "product",
  "measureUnit",
  "account",
  "store",
  "currency",
  "exchangeRate",
  "permission",
  "stock",
  "balance",
  "purchase",
]);

/** @param {string} list @param {object} [more] */
const listOf = (list, more = {}) => ({
  list,
  version: 41,
  takenAt: ago(95),
  checkedAt: ago(4),
  next: null,
  trouble: null,
  ...more,
});

const WAITS = {
  version: 42,
  waitsFor: "person",
  added: 120,
  changed: 980,
  removed: 14,
  prices: 940,
  because: ["prices"],
};

const NOTHING = {
  place: null,
  kind: null,
  hasSecret: false,
  can: null,
  name: "Main street, left",
  lastContactAt: null,
  trouble: null,
  trust: { state: "none", expiresAt: null, reason: null, root: null },
  rules: { rowsPercent: 10, pricesPercent: 5 },
  signed: [],
  lists: [],
  backups: { recipient: null, lastAt: null, trouble: null },
  fence: { state: "none", byDeviceId: null, at: null, held: 0 },
};
const RECIPIENT = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
const FOLDER = {
  ...NOTHING,
  place: "\\\\server\\shop\\counters",
  kind: "folder",
  can: { putIfAbsent: true, rename: true, list: true },
  lastContactAt: ago(2),
  trust: { state: "signed", expiresAt: "2027-01-15T00:00:00.000Z", reason: null, root: "9f".repeat(32) },
  lists: LISTS.map((list) => listOf(list)),
  backups: { recipient: RECIPIENT, lastAt: ago(38), trouble: null },
  fence: { state: "clear", byDeviceId: null, at: null, held: 0 },
};
const OLD = {
  ...FOLDER,
  trouble: { code: "unreachable", at: ago(12) },
  lastContactAt: ago(3 * DAY),
  can: { putIfAbsent: false, rename: true, list: true },
  trust: { state: "out_of_date", expiresAt: ago(DAY), reason: null, root: "9f".repeat(32) },
  lists: [
    listOf("product", { next: WAITS }),
    listOf("account", { checkedAt: ago(3 * DAY), takenAt: ago(5 * DAY) }),
    listOf("store", { trouble: { code: "damaged", at: ago(30) } }),
    listOf("exchangeRate", { version: null, takenAt: null, checkedAt: null }),
  ],
  backups: { recipient: RECIPIENT, lastAt: ago(3 * DAY), trouble: { code: "unreachable", at: ago(12) } },
};

const WORDS =
  "abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid acoustic acquire across act action actor actress actual".split(
    " ",
  );
const KEY = "AGE-SECRET-KEY-1QYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQS5ZZ4YU";

const NEEDS = [
  ["unknown", "backup_old"],
  ["unsent_long"],
  ["list_waits"],
  ["disk_low"],
  ["sign_in", "refused"],
];
/** @param {number} at */
const counterOf = (at) => ({
  format: 1,
  deviceId: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
  name: at % 3 === 0 ? `الفرع ${at}، نقطة البيع اليمنى` : `Branch ${at}, counter ${(at % 4) + 1}`,
  version: "0.1.0",
  practice: false,
  writtenAt: at % 611 === 7 ? ago(3 * DAY + at) : ago(at % 5),
  everySeconds: 600,
  state: at % 97 === 3 ? "offline" : "online",
  counts: {
    pending: at % 7,
    in_flight: 0,
    retry_wait: 0,
    outcome_unknown: at % 401 === 5 ? 2 : 0,
    dead_letter: 0,
  },
  unsentValue: {},
  oldestUnsentAt: at % 7 === 0 ? null : ago((at % 300) + 1),
  lastConfirmedAt: ago((at % 90) + 1),
  lists: [],
  backupAt: ago((at % 55) + 5),
  clockDriftMs: 0,
  freeBytes: 1e11,
  people: 3,
  needs: at % 401 === 5 ? (NEEDS[at % NEEDS.length] ?? []) : [],
  signature: at === 2_222 ? "bad" : "good",
});

const ROWS = Array.from({ length: 1_114 }, (_, at) =>
  at % 9 === 4
    ? { change: "added", name: `Tea ${at} g / شاي`, cells: [{ column: "price", before: null, after: "950" }] }
    : at % 80 === 7
      ? { change: "removed", name: `Soap ${at}`, cells: [{ column: "price", before: "300", after: null }] }
      : {
          change: "changed",
          name: `Basmati rice ${at} kg / أرز بسمتي`,
          cells: [
            { column: "price", before: String(4_000 + at), after: String(40_000 + at * 10) },
            ...(at % 3 === 0 ? [{ column: "name", before: "Rice", after: "Basmati rice" }] : []),
          ],
        },
);

const GONE = [
  ["Main street, left", false, null, 42],
  ["Main street, right", true, null, 8],
  ["الفرع الشمالي", false, "00000000-0000-4000-8000-000000000009", 3 * DAY],
].map(([name, isAlive, claimedBy, minutes], at) => ({
  deviceId: `00000000-0000-4000-8000-00000000000${at}`,
  name,
  backupAt: ago(Number(minutes)),
  bytes: 48_000_000 + at * 9e6,
  lastStatusAt: ago(Number(minutes) / 4),
  isAlive,
  claimedBy,
}));

/** Lets the page be answered so from now on. @param {Page} page @param {App} app @param {Record<string, unknown>} answers */
async function answered(page, app, answers) {
  await app.evaluate((_, given) => Reflect.get(globalThis, "heldChannels").answer(given), answers);
  await page.reload();
  await page.locator("main h1").first().waitFor();
}

/**
 * @param {string} screen @param {string} state @param {string} route @param {Record<string, unknown>} answers
 * @param {(page: Page) => Promise<unknown>} open @returns {View}
 */
const shown = (screen, state, route, answers, open) => ({
  screen,
  state,
  route,
  open: async (page, app) => {
    await answered(page, app, answers);
    await open(page);
  },
});

/** @param {string} id @returns {(page: Page) => Promise<unknown>} */
const seen = (id) => async (page) => {
  const element = page.getByTestId(id).first();
  await element.waitFor();
  await element.evaluate((found) => found.scrollIntoView({ block: "start" }));
};

/** What is drawn goes to a printer only: the page of the checklist is given its content. @param {"a4" | "roll80"} paper @returns {View} */
function keySheet(paper) {
  const drawn = sheet(`backup-key-${paper}`, (page) => call(page, "print.checklist", { to: "pdf" }));
  return {
    ...drawn,
    take: async (page, app, path) => {
      const content = {
        kind: "backupKey",
        paper,
        publicKey: RECIPIENT,
        key: KEY,
        words: WORDS,
        settings: await call(page, "settings.get", {}),
        names: { accounts: {}, stores: {}, products: {}, measureUnits: {}, currencyDigits: {} },
        practice: false,
        madeAt: ago(0),
      };
      await app.evaluate((_, given) => Reflect.get(globalThis, "heldChannels").answer(given), {
        "print.content": content,
      });
      await drawn.take?.(page, app, path);
    },
  };
}

const SETTINGS = "/settings/shopFolder";

/** @type {import("./stages.mjs").Stage} */
export const SHOP_FOLDER_STAGE = {
  words: "a shop folder",
  views: async () => [
    shown("settings", "shop-folder-none", SETTINGS, { "shopFolder.get": NOTHING }, seen("shop-folder")),
    shown("settings", "shop-folder-bucket", SETTINGS, { "shopFolder.get": NOTHING }, async (page) => {
      await page.getByTestId("shop-folder-set-up").click();
      await page.getByTestId("place-kind").selectOption("s3");
    }),
    shown(
      "settings",
      "shop-folder",
      SETTINGS,
      { "shopFolder.get": FOLDER, "takeover.list": { counters: GONE } },
      seen("shop-folder"),
    ),
    shown("settings", "shop-folder-lists", SETTINGS, { "shopFolder.get": FOLDER }, seen("folder-lists")),
    shown("settings", "shop-folder-backups", SETTINGS, { "shopFolder.get": FOLDER }, seen("backup-key")),
    shown("settings", "shop-folder-offline", SETTINGS, { "shopFolder.get": OLD }, seen("shop-folder")),
    shown("settings", "shop-folder-old-lists", SETTINGS, { "shopFolder.get": OLD }, seen("folder-lists")),
    shown(
      "settings",
      "shop-folder-key",
      SETTINGS,
      {
        "shopFolder.get": { ...FOLDER, backups: { ...FOLDER.backups, recipient: null } },
        "shopFolder.makeKey": { recipient: RECIPIENT, key: KEY, words: WORDS },
        "pin.codeShown": {},
      },
      async (page) => {
        await page.getByTestId("backup-key").locator("button").first().click();
        await page.getByTestId("key-words").waitFor();
      },
    ),
    shown("settings", "shop-folder-key-proven", SETTINGS, {}, async (page) => {
      await page.getByTestId("backup-key").locator("button").first().click();
      await page.getByTestId("key-words").waitFor();
      await page.getByRole("dialog").getByRole("button").nth(2).click();
      await page.getByTestId("key-word-0").fill("abandn");
      await page.keyboard.press("Enter");
    }),
    shown(
      "settings",
      "counters-none",
      `${SETTINGS}/counters`,
      {
        "shopFolder.get": FOLDER,
        "shopFolder.counters": { at: ago(0), counters: [], unreadable: [], missing: [] },
      },
      async () => undefined,
    ),
    shown(
      "settings",
      "counters-5000",
      `${SETTINGS}/counters`,
      {
        "shopFolder.counters": {
          at: ago(0),
          counters: Array.from({ length: 5_000 }, (_, at) => counterOf(at + 1)),
          unreadable: ["status/notes.txt.json"],
          missing: [{ deviceId: "x", name: "Old kiosk", lastAt: ago(9 * DAY) }],
        },
      },
      seen("counter-row-0"),
    ),
    shown("home", "lists", "/home", { "shopFolder.get": FOLDER }, seen("home-lists")),
    shown("home", "lists-old", "/home", { "shopFolder.get": OLD }, async (page) => {
      await page.getByTestId("home-lists").waitFor();
      await page.getByTestId("waiting-lists").waitFor();
    }),
    shown(
      "home",
      "taken-over",
      "/home",
      {
        "shopFolder.get": {
          ...FOLDER,
          fence: { state: "claimed", byDeviceId: "x", at: ago(200), held: 0 },
        },
      },
      seen("fence-claimed"),
    ),
    shown(
      "home",
      "held",
      "/home",
      { "shopFolder.get": { ...OLD, fence: { state: "not_seen", byDeviceId: null, at: null, held: 4 } } },
      seen("fence-held"),
    ),
    shown(
      "reference-data",
      "changes",
      "/reference-data/changes/product",
      { "shopFolder.get": OLD, "shopFolder.changes": { version: 42, rows: ROWS } },
      seen("change-row-0"),
    ),
    shown(
      "reference-data",
      "changes-none",
      "/reference-data/changes/account",
      { "shopFolder.get": FOLDER },
      async () => undefined,
    ),
    shown(
      "connect",
      "takeover",
      "/connect/takeover",
      { "shopFolder.get": OLD, "takeover.list": { counters: GONE } },
      async (page) => {
        await page.getByRole("radio").nth(1).click();
        await page.getByTestId("takeover-key").fill(WORDS.join(" "));
      },
    ),
    shown(
      "connect",
      "takeover-first",
      "/connect/takeover",
      { "shopFolder.get": NOTHING },
      async () => undefined,
    ),
    shown(
      "connect",
      "takeover-none",
      "/connect/takeover",
      { "shopFolder.get": FOLDER, "takeover.list": { counters: [] } },
      async () => undefined,
    ),
    shown(
      "connect",
      "takeover-done",
      "/connect/takeover",
      {
        "shopFolder.get": FOLDER,
        "takeover.list": { counters: GONE },
        "takeover.claim": {
          deviceId: "y",
          serviceUrl: "https://books.example.com/api",
          tenantId: 4711,
          backupAt: ago(42),
          entries: 318,
          decisions: 6,
          files: 12,
          missingFiles: 1,
          fenced: true,
          recoveryId: 1,
        },
      },
      async (page) => {
        await page.getByRole("radio").first().click();
        await page.getByTestId("takeover-key").fill(WORDS.join(" "));
        await page.getByTestId("takeover-claim").click();
        await page.getByTestId("takeover-done").waitFor();
      },
    ),
    .../** @type {const} */ (["a4", "roll80"]).map(keySheet),
  ],
};

/** @type {import("./stages.mjs").Stage} */
export const NO_SHOP_FOLDER_STAGE = {
  words: "no shop folder any more",
  views: async (page, _, app) => {
    await app.evaluate(() => Reflect.get(globalThis, "heldChannels").answerNoMore());
    await page.reload();
    await page.locator("main h1").first().waitFor();
    return [];
  },
};
