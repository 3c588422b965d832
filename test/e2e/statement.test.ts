/** A supplier's statement, opened from its account, on the screen, as PDF on both papers, and as a table. */
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { answerDialog, line, pathFor, RETURN, savePdf } from "./printing-steps.ts";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const shop = practiceShop();

test("a supplier's statement is opened from its account, and says the same on paper and in a table", async () => {
  const opened = await shop();
  const { page, invoke } = opened;
  const { serialNo } = await invoke("purchaseReturn.post", {
    ...RETURN,
    note: "=1+1",
    lines: [line(1001, "450.5", "3")],
  });
  await expect
    .poll(async () => (await invoke("outbox.list", { states: ["confirmed"] })).entries.length)
    .toBe(1);
  await page.keyboard.press("Alt+7");
  await page.getByTestId("reference-data-tab-account").click();
  await page.getByTestId("reference-data-search").fill("1101");
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", "2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const row = page.getByTestId("statement-row-0");
  await expect(row).toContainText(serialNo.slice(0, 8));
  await expect(row).toContainText("Confirmed");
  const balances = page.getByRole("region", { name: "Balances of the central system" });
  await expect(balances).toContainText(serialNo);
  const of = { accountId: 1101 };
  for (const paper of ["a4", "roll80"]) {
    const { text } = await savePdf(opened, `statement-${paper}.pdf`, "print.statement", { of, paper });
    expect(text).toContain("Supplier statement");
    expect(text.replace(/\s/g, "")).toContain(serialNo);
  }
  const path = pathFor("statement.csv");
  await answerDialog(opened, path);
  await page.getByTestId("statement-ways").click();
  await page.getByTestId("statement-csv").click();
  await expect(page.getByTestId("saved-inFolder")).toBeVisible();
  const table = readFileSync(path, "utf8");
  expect(table).toContain(serialNo);
  expect(table).toContain(`"'=1+1"`);
});
