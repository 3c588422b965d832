/** The field that finds a record by its name: Enter is a decision, whatever the program does meanwhile. */
import { expect } from "@playwright/test";
import { IPC_EVENT } from "../../contract/bridge.ts";
import { test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const shop = practiceShop();

test("Enter is not forgotten where the list is being asked for once more", async () => {
  const { app, page } = await shop();
  await page.evaluate(() => {
    location.hash = "#/purchase-return";
  });
  const supplier = page.getByTestId("header-supplierAccountId").locator("input").first();
  await supplier.fill("1101");
  await expect(page.getByRole("option").first()).toContainText("Hadramout");
  await app.evaluate(() => Reflect.get(globalThis, "heldChannels").hold(["mirror.search"]));
  // An answer of the service came: what was found may be another now.
  await app.evaluate(({ BrowserWindow }, channel) => {
    for (const { webContents } of BrowserWindow.getAllWindows())
      webContents.send(channel, { event: "mirror.changed", payload: { serialNo: null } });
  }, IPC_EVENT);
  const waiting = async () =>
    JSON.stringify(await app.evaluate(() => Reflect.get(globalThis, "heldChannels").waiting()));
  await expect.poll(waiting).toContain("1101");
  await supplier.press("Enter");
  await app.evaluate(() => Reflect.get(globalThis, "heldChannels").letGo());
  await expect(supplier).toHaveValue(/Hadramout/);
});

test("what fits no record is said to fit none, and nothing is said of a marked row", async () => {
  const { page } = await shop();
  await page.evaluate(() => {
    location.hash = "#/purchase-return";
  });
  const supplier = page.getByTestId("header-supplierAccountId");
  const input = supplier.locator("input").first();
  await input.fill("Hadramout");
  await expect(page.getByRole("option").first()).toContainText("Hadramout");
  await input.press("Control+Enter");
  await expect(supplier.getByRole("alert")).toContainText("Press Enter");
  await input.fill("zzqq");
  await expect(page.getByRole("option")).toHaveCount(0);
  await input.press("Control+Enter");
  await expect(supplier.getByRole("alert")).toContainText("Nothing matches what you typed");
});
