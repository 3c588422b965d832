/** The outbox at the size of a small counter's screen: very long amounts, and refusals in the person's terms. */
import { expect } from "@playwright/test";
import { goTo } from "../../scripts/tour/steps.mjs";
import { PLACE } from "./purchase-return-steps.ts";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const shop = practiceShop();

const line = (productId: number, price: string) => ({ productId, measureUnitId: 1, price, quantity: "1" });

test("twenty digits and a refused line: nothing scrolls sideways, and the line has its name", async () => {
  const { page, invoke } = await shop();
  const { supplierAccountId, cashOrBankAccountId, storeId, currencyId } = PLACE;
  const header = { supplierAccountId, cashOrBankAccountId, storeId, currencyId, note: "" };
  const { entryId } = await invoke("purchaseReturn.post", {
    ...header,
    lines: [line(1001, "98765432109876543.25"), line(999_999, "450.5")],
  });
  await expect
    .poll(async () => (await invoke("outbox.get", { entryId })).state, { timeout: 30_000 })
    .toBe("dead_letter");
  const { lastError } = await invoke("outbox.get", { entryId });
  expect(lastError?.match(/tenantTransactionProductInputs\.1\.productId/g)).toHaveLength(1);

  for (const [language, line2] of [
    ["en", "Line 2, Product"],
    ["ar", "البند \u20682\u2069، \u2068الصنف\u2069"],
  ] as const) {
    await invoke("settings.set", { language });
    await goTo(page, `/outbox/${entryId}`);
    const words = page.locator("blockquote").first();
    await expect(words).toContainText(line2);
    await expect(words).not.toContainText("tenantTransactionProductInputs");
    const grid = page.getByRole("grid").first();
    expect(await grid.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await expect(grid.getByRole("row").nth(1)).toContainText("98,765,432,109,876,993.75");
  }
});

test("a link to one lane leads there once: the next visit begins with what is to decide", async () => {
  const { page } = await shop();
  const follow = (query: string) =>
    page.evaluate((asked) => {
      history.pushState(null, "", `?${asked}#/outbox`);
      dispatchEvent(new HashChangeEvent("hashchange"));
    }, query);
  const lane = (name: string) => page.locator("main").getByRole("radio", { name });
  await goTo(page, "/");
  await follow("all");
  await expect(lane("All")).toBeChecked();
  await goTo(page, "/");
  // A visit ends when its screen is gone; two addresses one right after the other are none.
  await expect(lane("All")).toHaveCount(0);
  await goTo(page, "/outbox");
  await expect(lane("To decide")).toBeChecked();
  await page.locator("main").getByText("All", { exact: true }).click();
  await expect(lane("All")).toBeChecked();
  // The sign at the top says that something needs a decision; it leads there from the outbox too.
  await page.getByRole("button", { name: /Needs a decision/ }).click();
  await page.getByRole("button", { name: "Open the outbox" }).click();
  await expect(lane("To decide")).toBeChecked();
  // The entry of the test before; an empty list has a row of words, too.
  await expect(page.getByRole("grid").first().locator("[role=row][data-index]")).toHaveCount(1);
});
