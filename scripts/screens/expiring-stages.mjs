/** What expires, and the supplier statement: 1,000 batches of the practice shop. */
import { call, importRows } from "./shop.mjs";
import { sheet } from "./slip-stages.mjs";

/** @typedef {import("./stages.mjs").Stage} Stage */

const ROWS = 1_000;
const DAY_MS = 86_400_000;

/** @param {number} days from today @returns {string} */
const dayIn = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** @type {Stage[]} */
export const EXPIRING_STAGES = [
  {
    words: "a thousand batches that expire",
    views: async (page, folder, app) => {
      const rows = Array.from({ length: ROWS }, (_, at) => {
        const product = 1001 + (at % 40);
        const cost = at % 50 === 7 ? "" : `${(at % 90) + 1}.${at % 10}25`;
        return `${product},1,${1 + (at % 2)},,${dayIn(-300)},${dayIn((at % 140) - 12)},${cost},${1 + (at % 300)}.5,${at % 9 === 4 ? "USD" : "YER"},${dayIn(-1)}`;
      });
      await importRows(
        app,
        page,
        folder,
        "stock",
        "productId,measureUnitId,storeId,barcode,productionAt,expiryAt,costPrice,quantity,currencyId,updatedAt",
        rows,
      );
      return [
        { screen: "home", state: "expiring" },
        { screen: "expiring", state: "thousand" },
        {
          screen: "expiring",
          state: "by-supplier",
          open: (shown) => shown.locator('main label[for$="-supplier"]').click(),
        },
        {
          screen: "expiring",
          state: "chosen",
          open: async (shown) => {
            await shown.getByTestId("expiring-check-1").click();
            await shown.getByTestId("expiring-check-3").click();
          },
        },
        {
          screen: "purchase-return",
          state: "of-expiring",
          route: "/expiring",
          open: async (shown) => {
            await shown.getByTestId("expiring-start").click();
            await shown.getByTestId("draft-new").waitFor();
          },
        },
        {
          screen: "settings",
          state: "expiring",
          route: "/settings/expiring",
          open: (shown) => shown.getByRole("textbox").nth(1).waitFor(),
        },
      ];
    },
  },
  {
    words: "a supplier's statement",
    views: async () => [
      { screen: "statement", state: "choose", route: "/documents/statement" },
      {
        screen: "statement",
        state: "all",
        route: "/documents/statement/1101",
        open: (shown) => shown.locator('main label[for$="-all"]').click(),
      },
      {
        screen: "statement",
        state: "days",
        route: "/documents/statement/1103",
        open: (shown) => shown.locator('main label[for$="-days"]').click(),
      },
      { screen: "statement", state: "empty", route: "/documents/statement/1105" },
      .../** @type {const} */ (["a4", "roll80"]).map((paper) =>
        sheet(`statement-${paper}`, (shown) =>
          call(shown, "print.statement", { of: { accountId: 1101 }, paper, to: "pdf" }),
        ),
      ),
    ],
  },
];

/** @type {import("./stages.mjs").View} */
export const LARGE_STATEMENT = {
  screen: "statement",
  state: "large",
  route: "/documents/statement/1101",
  open: (shown) => shown.locator('main label[for$="-all"]').click(),
};
