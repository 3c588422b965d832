/** A confirmed restore is remembered with its record, and a click on a row chooses it. */
import { expect } from "@playwright/test";
import { closeApp, test } from "./shell/open-app.ts";

test("a row is chosen by a click, and a confirmed restore is known and asked about after a restart", async ({
  open,
}) => {
  const first = await open({ args: ["--practice"] });
  const show = async (page: typeof first.page) => {
    await page.evaluate(() => {
      location.hash = "#/restore";
    });
    // The screen may be drawn anew while the engine comes up.
    await expect(async () => {
      await page.getByTestId("restore-tab-permission").click();
      await expect(page.getByTestId("restore-row-0")).toContainText("60", { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
  };
  const row = (page: typeof first.page) => page.getByTestId("restore-row-0");
  const choose = (page: typeof first.page) => row(page).click();
  const named = async () =>
    JSON.stringify(
      await first.call("mirror.search", { kind: "permission", text: "", limit: 9, deleted: true }),
    );
  await expect.poll(named).toContain("permission");
  await show(first.page);
  const cells = row(first.page).getByRole("gridcell");
  for (let cell = 1; cell < (await cells.count()); cell += 1) {
    await cells.nth(cell).click();
    await expect(first.page.getByTestId("restore-preview").locator("li")).toHaveCount(1);
    await cells.nth(cell).click();
    await expect(first.page.getByTestId("restore-preview")).toHaveCount(0);
  }
  await choose(first.page);
  await first.page.keyboard.press("Control+Enter");
  await expect(row(first.page)).toContainText(/undeleted, confirmed\s*from here on/, { timeout: 30_000 });
  await closeApp(first);

  const second = await open({ args: ["--practice"] });
  await show(second.page);
  await expect(row(second.page)).toContainText(/undeleted, confirmed\s*from here on/);
  await choose(second.page);
  await second.page.keyboard.press("Control+Enter");
  await expect(second.page.getByTestId("restore-asked-before")).toContainText("confirmed");
  await second.page.getByTestId("restore-leave-out").click();
  await expect(second.page.getByTestId("restore-preview")).toHaveCount(0);
  expect(JSON.stringify(await second.call("outbox.list", {})).match(/"restorePermission"/g)).toHaveLength(1);
});
