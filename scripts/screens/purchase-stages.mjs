/** Returns from purchases and templates, as staff see them: what is chosen from, is left, and is shown. */
import { call, keepDraft, line } from "./shop.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").View} View
 */

const NUMBER = "INV-4112";
const SUPPLIER = 1102;
const SCREEN = "purchase-return";

/** @param {Page} shown */
async function openList(shown) {
  await shown.keyboard.press("Alt+p");
  await shown.getByTestId("purchase-row-0").waitFor();
}

/** The lines of the purchase, by keys. @param {Page} shown */
export async function openBought(shown) {
  await openList(shown);
  await shown.getByTestId("purchase-search").fill(NUMBER);
  await shown.getByTestId("purchase-row-1").waitFor({ state: "hidden" });
  await shown.keyboard.press("Enter");
  await shown.getByTestId("bought-row-0").waitFor();
}

export const PURCHASE_STAGE = {
  words: "returns from purchases, and templates",
  /** @param {Page} page @returns {Promise<View[]>} */
  views: async (page) => {
    const { lines } = await call(page, "purchases.get", { documentNo: NUMBER, supplierAccountId: SUPPLIER });
    const quantities = ["3", "900", "2"];
    await keepDraft(page, {
      supplier: 1101,
      lines: lines.map(({ productId, price, row }, at) => ({
        ...line(Number(productId), price ?? "", quantities[at] ?? ""),
        receivedQuantity: "",
        purchaseLine: { documentNo: NUMBER, supplierAccountId: `${SUPPLIER}`, row: `${row}` },
      })),
    });
    const [draft] = (await call(page, "draft.list", {})).drafts;
    for (const name of ["Monday: dairy", "Broken glass jars"])
      await call(page, "draft.save", {
        draftId: crypto.randomUUID(),
        kind: "returnTemplate",
        content: JSON.stringify({ version: 1, name, content: JSON.parse(draft?.content ?? "{}") }),
      });
    await page.reload();
    await page.locator("main h1").first().waitFor();
    return [
      {
        screen: SCREEN,
        state: "from-purchase",
        open: async (shown) => {
          await shown.getByTestId("cell-1-quantity").focus();
          // In a small window the facts of a line aren't shown.
          await shown.getByTestId("above-left").waitFor({ state: "attached" });
        },
      },
      { screen: SCREEN, state: "purchases", open: openList },
      { screen: SCREEN, state: "purchase-lines", open: openBought },
      {
        screen: SCREEN,
        state: "templates",
        open: async (shown) => {
          await shown.keyboard.press("Alt+t");
          await shown.getByTestId("template-row-0").waitFor();
        },
      },
    ];
  },
};
