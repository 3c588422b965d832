/** The practice shop speaks the language of the screen: its products, units, accounts and vouchers. */
import { expect } from "@playwright/test";
import { chooseLanguageAndTheme, goTo } from "../../scripts/tour/steps.mjs";
import { test } from "./shell/open-app.ts";

test("the practice shop's names follow the language of the screen, also after a restart", async ({
  open,
}) => {
  const first = await open();
  await first.call("practice.start", {});
  await goTo(first.page, "/catalogue");
  await expect(first.page.getByText("Basmati rice 5 kg", { exact: true }).first()).toBeVisible();
  await chooseLanguageAndTheme(first.page, "ar", "light");
  await goTo(first.page, "/catalogue");
  await expect(first.page.getByText("أرز بسمتي 5 كجم", { exact: true }).first()).toBeVisible();
  await expect(first.page.getByText("Basmati rice 5 kg")).toHaveCount(0);
  await goTo(first.page, "/tax-voucher");
  await expect(first.page.getByText("تجديد السجل التجاري").first()).toBeVisible();
  await first.app.close();

  const second = await open();
  await goTo(second.page, "/catalogue");
  await expect(second.page.getByText("أرز بسمتي 5 كجم", { exact: true }).first()).toBeVisible();
});
