/** Moving to another computer, rehearsed on one: the steps that the practice page names, pressed as they are named. */
import { join } from "node:path";
import { expect } from "@playwright/test";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { goTo, openWholeOutbox } from "../../scripts/tour/steps.mjs";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const shop = practiceShop();

const aReturn = (note: string) => ({
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note,
  lines: [{ productId: 1001, measureUnitId: 1, price: "450.5", quantity: "3" }],
});

test("a move is rehearsed: what waited is sent once from here, after a second question, and what came after the backup is gone", async ({
  profile,
}) => {
  const { app, page, call } = await shop();
  await goTo(page, "/connect/practice");
  const outage = page.getByTestId("trouble-outage");
  await outage.click();
  await expect(outage).toHaveText("Stop the outage");
  expect(await call("purchaseReturn.post", aReturn("before the move"))).toMatchObject({ ok: true });
  await page.getByRole("button", { name: "Open Settings" }).click();
  await answerFileDialog(app, join(profile, "on-a-stick.sqlite"));
  await page.getByRole("button", { name: "Back up to a file…" }).click();
  await expect(page.getByText("Backed up and verified", { exact: false })).toBeVisible();
  expect(await call("purchaseReturn.post", aReturn("after the backup"))).toMatchObject({ ok: true });
  await goTo(page, "/connect/practice");
  await page.getByRole("button", { name: "Load a backup…" }).click();
  await expect(page.getByTestId("old-counter")).toContainText("1 entry of the backup waits for your answer");
  await outage.click();
  await expect(page.getByTestId("practice-books")).toHaveCount(0);
  const question = page.getByTestId("old-counter");
  await question.getByRole("button", { name: "No, and it will never be used again" }).click();
  await expect(question).toContainText("Send 1 entry from this computer?");
  await question.getByRole("button", { name: "Send 1 entry", exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByTestId("practice-books")).toContainText("recorded once");
  await openWholeOutbox(page);
  await expect(page.getByRole("row").filter({ hasText: "Confirmed" })).toHaveCount(1);
  const listed = JSON.stringify(await call("outbox.list", {}));
  expect(listed.match(/"entryId"/g)).toHaveLength(1);
});
