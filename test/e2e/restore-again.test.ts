/** A confirmed undeletion is remembered with its record, and a click on a row chooses it. */
import { expect } from "@playwright/test";
import { goTo } from "../../scripts/tour/steps.mjs";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const shop = practiceShop();

test("a row is chosen by a click, and a confirmed restore is known and asked about when the screen is opened again", async () => {
  const { page, call } = await shop();
  const row = page.getByTestId("restore-row-0");
  const show = async () => {
    await goTo(page, "/restore");
    await page.getByTestId("restore-tab-permission").click();
    await expect(row).toContainText("60");
  };
  await show();
  const cells = row.getByRole("gridcell");
  for (let cell = 1; cell < (await cells.count()); cell += 1) {
    await cells.nth(cell).click();
    await expect(page.getByTestId("restore-preview").locator("li")).toHaveCount(1);
    await cells.nth(cell).click();
    await expect(page.getByTestId("restore-preview")).toHaveCount(0);
  }
  await row.click();
  await page.keyboard.press("Control+Enter");
  await expect(row).toContainText(/undeleted, confirmed\s*from here on/);

  await page.reload();
  await show();
  await expect(row).toContainText(/undeleted, confirmed\s*from here on/);
  await row.click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("restore-asked-before")).toContainText("confirmed");
  await page.getByTestId("restore-leave-out").click();
  await expect(page.getByTestId("restore-preview")).toHaveCount(0);
  expect(JSON.stringify(await call("outbox.list", {})).match(/"restorePermission"/g)).toHaveLength(1);
});
