/** What expires goes back to its supplier in a few keys, and leaves the list. */
import { expect } from "@playwright/test";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const shop = practiceShop();

test("all that expires of a supplier goes back with its dates, cost and quantity, and leaves the list", async () => {
  const { page, invoke } = await shop();
  const { rows } = await invoke("expiry.list", {});
  const [first] = rows;
  if (first === undefined) throw new Error("nothing expires in the practice shop");
  const isOfFirst = (row: typeof first) =>
    row.supplierAccountId === first.supplierAccountId &&
    row.storeId === first.storeId &&
    row.currencyId === first.currencyId;
  const own = rows.filter(isOfFirst);
  await page.keyboard.press("Alt+E");
  await expect(page.getByTestId("expiring-row-0")).toContainText("expired");
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("draft-new").waitFor();
  const drafts = async () =>
    (await invoke("draft.list", {})).drafts.map(({ content }): unknown => JSON.parse(content));
  const lines = own.map(({ productId, quantity, costPrice, expiryAt }) => ({
    productId: String(productId),
    quantity,
    price: costPrice,
    expiryAt,
  }));
  await expect.poll(drafts).toContainEqual(
    expect.objectContaining({
      supplierAccountId: String(first.supplierAccountId),
      storeId: String(first.storeId),
      currencyId: first.currencyId,
      lines: lines.map((line) => expect.objectContaining(line)),
    }),
  );
  // The practice shop has no return before this one that could tell the account.
  await invoke("purchaseReturn.post", {
    currencyId: first.currencyId ?? "",
    storeId: first.storeId,
    supplierAccountId: first.supplierAccountId ?? "",
    cashOrBankAccountId: 2001,
    lines: own.map((row) => ({
      productId: row.productId,
      measureUnitId: row.measureUnitId,
      productionAt: row.productionAt,
      expiryAt: row.expiryAt,
      price: row.costPrice ?? "0",
      quantity: row.quantity ?? "0",
    })),
  });
  await page.keyboard.press("Alt+E");
  const left = rows.length - own.length;
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", String(left + 1));
  await page.keyboard.press("Alt+1");
  await expect(page.getByRole("link", { name: /batches? within the suppliers' days/ })).toContainText(
    String(left),
  );
});
