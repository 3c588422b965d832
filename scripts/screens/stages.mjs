/** What the pictures show: the shop brought from state to state, and at each the views worth a picture. */

import { editVoucher, fillPurchaseReturn, setServiceUp } from "../tour/steps.mjs";
import { DAY_STAGES } from "./day-stages.mjs";
import { EXPIRING_STAGES, LARGE_STATEMENT } from "./expiring-stages.mjs";
import { FAILURE_STAGES } from "./failure-stages.mjs";
import { IMPORT_STAGES } from "./import-stages.mjs";
import { OWNER_STAGES } from "./owner-stages.mjs";
import { PEOPLE_STAGE } from "./people-stages.mjs";
import { openBought, PURCHASE_STAGE } from "./purchase-stages.mjs";
import {
  call,
  entriesOf,
  entryOf,
  importLongNames,
  importManyProducts,
  keepDraft,
  LONG,
  line,
  listenInPlace,
  postReturn,
  postVoucher,
  rehearse,
  until,
} from "./shop.mjs";
import { NO_SHOP_FOLDER_STAGE, SHOP_FOLDER_STAGE } from "./shop-folder-stages.mjs";
import { postToEnd, SLIP_STAGES } from "./slip-stages.mjs";
import { UPDATES_STAGE } from "./updates-stages.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("@playwright/test").ElectronApplication} App
 * @typedef {object} View
 * @property {string} screen
 * @property {string} state
 * @property {string} [route] the screen's own where left out
 * @property {(page: Page, app: App) => Promise<void>} [open] what is done there before the picture
 * @property {(page: Page, app: App, path: string) => Promise<void>} [take] takes the picture itself
 * @property {string[]} [held] channels whose answers are held back: the picture shows what is seen meanwhile
 * @typedef {{ words: string, views: (page: Page, folder: string, app: App) => Promise<View[]>,
 *   end?: () => Promise<void> }} Stage `end` runs after its pictures
 */

const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";
const OTHER_VOUCHER = "7a0c4e50-0000-4000-8000-000000000003";

/** @param {string} state @param {string[]} screens @returns {View[]} */
const each = (state, screens) => screens.map((screen) => ({ screen, state }));

/** @param {string} name @returns {View} */
const helpPage = (name) => ({ screen: "help", state: name, route: `/help/${name}` });

/** The radio of a tab or a filter, by its place. @param {number} index @returns {(page: Page) => Promise<void>} */
const tab = (index) => (page) => page.locator("main [role=tab]").nth(index).click();

/** @param {string} keys @param {string} selector @returns {(page: Page) => Promise<void>} */
const pressed = (keys, selector) => async (page) => {
  await page.keyboard.press(keys);
  await page.locator(selector).first().waitFor();
};

/** @type {() => Promise<void>} */
let answerLate = async () => undefined;

/** @type {Stage[]} */
export const STAGES = [
  {
    words: "not connected",
    views: async () =>
      each("not-connected", [
        "home",
        "connect",
        "purchase-return",
        "tax-voucher",
        "outbox",
        "expiring",
        "reference-data",
        "restore",
        "activity",
      ]),
  },
  {
    words: "the first day",
    views: async (page) => {
      await call(page, "practice.start", {});
      return [
        ...each("first-day", ["home", "purchase-return", "tax-voucher", "restore", "outbox", "documents"]),
        ...each("first-day", ["expiring", "reference-data", "activity", "settings", "connect"]),
        helpPage("first-day"),
        helpPage("scanning-and-keys"),
        {
          screen: "help",
          state: "search",
          route: "/help/unknown-outcome",
          open: (shown) => shown.getByTestId("help-search").fill("PDF"),
        },
      ];
    },
  },
  {
    words: "offline, with work unsent",
    views: async (page) => {
      await setServiceUp(page, false);
      await postReturn(page, {
        supplier: 1101,
        lines: [line(1001, "450.5", "3"), line(1002, "5900.25", "2")],
      });
      await postReturn(page, { supplier: 1102, currency: "USD", lines: [line(1003, "12.125", "40")] });
      await postReturn(page, { supplier: 1103, lines: [line(1001, "450", "12", "Torn bags")] });
      await postReturn(page, { supplier: 1104, lines: [line(1002, "5900", "1")] });
      await postVoucher(page, VOUCHER, "18650.25");
      await call(page, "restore.request", { kind: "permission", permissionId: 604 });
      await call(page, "restore.request", { kind: "measureUnit", measureUnitId: 5 });
      await page.waitForTimeout(800);
      return [
        ...each("offline", [
          "home",
          "purchase-return",
          "outbox",
          "tax-voucher",
          "restore",
          "documents",
          "activity",
        ]),
        {
          screen: "status",
          state: "offline",
          route: "/",
          open: async (shown) => {
            await shown.locator("header [data-tone]").first().click();
            await shown.getByRole("dialog").waitFor();
          },
        },
      ];
    },
  },
  {
    words: "answered: some confirmed, one refused, one whose answer was lost",
    views: async (page) => {
      const listed = await call(page, "outbox.list", { limit: 100 });
      /** @param {string} amount */
      const serialOf = (amount) =>
        listed.entries.find(({ localAmount }) => localAmount?.startsWith(amount) ?? false)?.serialNo ?? "";
      const good = serialOf("13152");
      await setServiceUp(page, true);
      await call(page, "sync.now", {});
      await until(page, "all are confirmed", (entries) =>
        entries.every(({ state }) => state === "confirmed"),
      );
      const bought = [line(1003, "12.125", "40")];
      const lost = await postToEnd(page, "lost", { supplier: 1102, currency: "USD", lines: bought });
      const torn = [line(1001, "450", "11", "Torn bags")];
      const refused = await postToEnd(page, "refused", { supplier: 1103, lines: torn });
      await fillPurchaseReturn(page, {
        // By ID: the shop's names are in the language of the pictures taken last.
        supplier: "1101",
        cash: "2001",
        store: "1",
        currency: "YER",
        lines: [
          { barcode: "2900000100107", quantity: "3" },
          { barcode: "2900000101005", quantity: "2000" },
          { barcode: "2900000100114", quantity: "1.5" },
        ],
      });
      await editVoucher(page, { serialNo: OTHER_VOUCHER, amount: "20400.75" });
      return [
        ...each("working", ["home", "purchase-return", "restore", "activity", "settings"]),
        ...["codes", "unknown", "backups", "support", "about"].map((name) => ({
          screen: "settings",
          state: name,
          route: `/settings/${name}`,
        })),
        {
          screen: "settings",
          state: "search",
          open: async (shown) => {
            const isArabic = (await shown.locator("html").getAttribute("lang")) === "ar";
            await shown.getByTestId("settings-search").fill(isArabic ? "رمز" : "code");
          },
        },
        { screen: "tax-voucher", state: "working", route: `/tax-voucher/${OTHER_VOUCHER}` },
        {
          screen: "home",
          state: "deciding",
          route: "/",
          open: async (shown) => {
            await shown.locator("main li button[aria-expanded]").first().click();
            await shown.locator("main li section button").first().waitFor();
          },
        },
        ...each("working", ["connect", "outbox"]),
        { screen: "connect", state: "practice", route: "/connect/practice" },
        { screen: "outbox", state: "unknown", route: `/outbox/${lost}` },
        { screen: "outbox", state: "refused", route: `/outbox/${refused}` },
        { screen: "outbox", state: "confirmed", route: `/outbox/${await entryOf(page, good)}` },
        { screen: "documents", state: "list" },
        { screen: "documents", state: "six-parts", route: `/documents/${good}` },
        {
          screen: "documents",
          state: "six-parts-end",
          route: `/documents/${good}`,
          open: async (shown) => {
            await shown.waitForTimeout(300);
            await shown.evaluate(() => {
              for (const box of document.querySelectorAll("main, main *")) box.scrollTop = 1_000_000;
            });
          },
        },
        ...[0, 1, 2, 3, 4, 5].map((index) => ({
          screen: "reference-data",
          state: `tab-${index + 1}`,
          open: tab(index),
        })),
        {
          screen: "restore",
          state: "chosen",
          open: async (shown) => {
            await shown.getByTestId("restore-tab-account").click();
            const box = shown.getByTestId("restore-check-0");
            if (!(await box.isChecked())) await box.click();
          },
        },
        { screen: "palette", state: "open", route: "/", open: pressed("Control+k", "[role=dialog]") },
        {
          screen: "shortcuts",
          state: "open",
          route: "/outbox",
          open: pressed("Control+Slash", "[role=dialog]"),
        },
      ];
    },
  },
  {
    words: "very long names",
    views: async (page, folder, app) => {
      await importLongNames(app, page, folder);
      const serialNo = await postReturn(page, {
        supplier: LONG.account,
        note: `${LONG.name}. ${LONG.goods}.`,
        lines: [line(LONG.product, "98765432101.654321", "123456.789", LONG.goods)],
      });
      await until(page, "the long one is answered", (entries) => entries.every(isOver));
      await keepDraft(page, {
        supplier: LONG.account,
        lines: [
          line(LONG.product, "98765432101.654321", "123456.789", LONG.goods),
          ...[1001, 1002, 1003].map((product) => line(product, "5900.25", "2", "Torn bags")),
        ],
      });
      return [
        { screen: "outbox", state: "long", route: `/outbox/${await entryOf(page, serialNo)}` },
        { screen: "documents", state: "long", route: `/documents/${serialNo}` },
        ...each("long", ["home", "purchase-return", "documents", "reference-data", "activity"]),
      ];
    },
  },
  ...SLIP_STAGES,
  ...DAY_STAGES,
  {
    words: "10,000 products",
    views: async (page, folder, app) => {
      await importManyProducts(app, page, folder, 10_000);
      return [
        {
          screen: "reference-data",
          state: "many",
          open: async (shown) => {
            await shown.locator("main input").first().fill("Shelf");
            await shown.waitForTimeout(400);
          },
        },
      ];
    },
  },
  ...IMPORT_STAGES,
  ...EXPIRING_STAGES,
  {
    words: "waiting for answers",
    views: async (page) => {
      const [entry] = await entriesOf(page);
      const kept = (await entriesOf(page)).find(({ serialNo }) => serialNo !== null)?.serialNo ?? "";
      return [
        { screen: "home", state: "loading", held: ["outbox.summary", "outbox.list", "mirror.counts"] },
        { screen: "outbox", state: "loading", held: ["outbox.list"] },
        {
          screen: "outbox",
          state: "entry-loading",
          held: ["outbox.get"],
          route: `/outbox/${entry?.entryId ?? ""}`,
        },
        { screen: "documents", state: "loading", held: ["documents.search"] },
        {
          screen: "documents",
          state: "document-loading",
          route: `/documents/${kept}`,
          held: ["documents.get"],
        },
        { screen: "reference-data", state: "loading", held: ["mirror.search"] },
        { screen: "restore", state: "loading", held: ["mirror.search"] },
        { screen: "activity", state: "loading", held: ["audit.list"] },
      ];
    },
  },
  PURCHASE_STAGE,
  {
    words: "1,000 lines",
    views: async (page) => {
      const lines = Array.from({ length: 1_000 }, (_, at) =>
        line(1001 + (at % 42), `${at % 90}.25`, `${1 + (at % 7)}`),
      );
      const serialNo = await postReturn(page, { supplier: 1101, note: "A thousand lines", lines });
      await until(page, "the thousand lines are answered", (entries) => entries.every(isOver));
      await keepDraft(page, { supplier: 1101, lines });
      return [
        { screen: "purchase-return", state: "thousand-lines" },
        { screen: "documents", state: "thousand-lines", route: `/documents/${serialNo}` },
        { screen: "outbox", state: "thousand-lines", route: `/outbox/${await entryOf(page, serialNo)}` },
      ];
    },
  },
  {
    words: "text at 200 %",
    views: async (page) => {
      const undecided = await postToEnd(page, "lost");
      await call(page, "settings.set", { textScale: 2 });
      return [
        { screen: "outbox", state: "unknown-large", route: `/outbox/${undecided}` },
        ...each("large", ["home", "purchase-return", "tax-voucher", "restore", "outbox", "documents"]),
        ...each("large", ["expiring", "reference-data", "activity", "settings", "connect"]),
        { screen: "purchase-return", state: "purchase-lines-large", open: openBought },
        LARGE_STATEMENT,
        { ...helpPage("unknown-outcome"), state: "large" },
        {
          screen: "shortcuts",
          state: "large",
          route: "/outbox",
          open: pressed("Control+Slash", "[role=dialog]"),
        },
      ];
    },
  },
  {
    words: "sending, with the answers late",
    views: async (page) => {
      await call(page, "settings.set", { textScale: 1 });
      answerLate = await listenInPlace(page, "late");
      const serialNo = await postReturn(page, { supplier: 1101, lines: [line(1001, "450.5", "7")] });
      await page.waitForTimeout(500);
      return [
        { screen: "home", state: "sending" },
        { screen: "outbox", state: "sending", route: `/outbox/${await entryOf(page, serialNo)}` },
      ];
    },
    end: () => answerLate(),
  },
  UPDATES_STAGE,
  ...OWNER_STAGES,
  SHOP_FOLDER_STAGE,
  NO_SHOP_FOLDER_STAGE,
  ...FAILURE_STAGES,
  {
    words: "sign-in needed",
    views: async (page) => {
      await setServiceUp(page, false);
      await call(page, "sync.pause", {});
      await setServiceUp(page, true);
      await rehearse(page, "expireToken");
      await postReturn(page, { supplier: 1103, lines: [line(1001, "450.5", "9")] });
      await call(page, "sync.resume", {});
      await call(page, "sync.now", {});
      await page.waitForTimeout(1_500);
      return each("sign-in", ["home", "connect", "outbox"]);
    },
  },
  // Nothing follows: people stay.
  PEOPLE_STAGE,
];

/** @param {import("./shop.mjs").EntrySummary} entry */
function isOver({ state }) {
  return ["confirmed", "dead_letter", "outcome_unknown", "discarded"].includes(state);
}
