/** The owner's PIN in the real app: kept by the main process, asked for by the page. */
import { expect, type Page } from "@playwright/test";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

/** On purpose: within half a second of a refusal the program takes a press for the same one and asks nobody again. */
const aPersonsPause = (page: Page): Promise<void> => page.waitForTimeout(600);

const ALL = ["taxVoucher", "restore", "outbox", "settings"] as const;
/** Not one that the screen of restores shows: a record that was asked for is asked about again. */
const RESTORE = { kind: "permission", permissionId: 3 };
const VOUCHER = {
  serialNo: "7a0c4e50-0000-4000-8000-000000000002",
  currencyId: "YER",
  amount: "81.235",
  note: "Corrected fee",
  status: 1,
};
const RETURN = {
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  lines: [{ productId: 1001, measureUnitId: 1, price: "0.1", quantity: "3" }],
};

/** What a call through the bridge is answered with: "ok" or the error's code. */
async function codeOf({ call }: OpenedApp, channel: string, input: unknown): Promise<string> {
  const reply = await call(channel, input);
  return reply.ok ? "ok" : reply.error.code;
}

/** A PIN before everything; answers the recovery code. */
const setPin = async ({ invoke }: OpenedApp, keepOpenMinutes: 0 | 5 | 15 = 0): Promise<string> =>
  (await invoke("pin.set", { pin: "2468", asksFor: [...ALL], keepOpenMinutes })).recoveryCode;

/** The service is down, so that entries stay. Each test removes the PIN that it sets. */
const sharedShop = practiceShop(({ invoke }) => invoke("practice.setServiceUp", { up: false }));

async function sharedShopWithPin(keepOpenMinutes: 0 | 15 = 0, callsOnly = false): Promise<OpenedApp> {
  const opened = await sharedShop({ callsOnly });
  await setPin(opened, keepOpenMinutes);
  return opened;
}

const withoutPin = async (opened: OpenedApp, pin = "2468"): Promise<void> =>
  expect(await codeOf(opened, "pin.remove", { pin })).toBe("ok");

test("what asks for the PIN is refused to any caller, and one PIN lets one action through", async () => {
  const opened = await sharedShopWithPin(0, true);
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  const asking: [string, unknown][] = [
    ["taxVoucher.update", VOUCHER],
    ["restore.request", RESTORE],
    ["outbox.discard", { entryId, reason: "typed twice" }],
    ["outbox.markRecorded", { entryId, evidence: "seen in the books" }],
    ["settings.set", { theme: "dark", statusMeanings: { "1": "open" } }],
    ["policy.set", { resendUnknown: true }],
    ["connection.save", { serviceUrl: "https://books.example", tenantId: 1, userId: 1 }],
    ["vault.forget", {}],
    ["practice.start", {}],
  ];
  for (const [channel, input] of asking)
    expect(await codeOf(opened, channel, input), channel).toBe("pin_needed");
  expect(await codeOf(opened, "settings.set", { theme: "dark" })).toBe("ok");
  expect(await codeOf(opened, "purchaseReturn.post", RETURN)).toBe("ok");

  expect(await codeOf(opened, "pin.unlock", { pin: "٢٤٦٨" })).toBe("ok");
  expect(await codeOf(opened, "restore.request", RESTORE)).toBe("ok");
  expect(await codeOf(opened, "restore.request", RESTORE)).toBe("pin_needed");
  const entries = await opened.call("outbox.list", {});
  expect(JSON.stringify(entries).match(/"restorePermission"/g)).toHaveLength(1);
  await withoutPin(opened);
});

test("the page asks, does the action once, and loses nothing where the person declines", async () => {
  const opened = await sharedShopWithPin();
  const { page } = opened;
  // What is being sent can't be discarded, and each try of a service that is down is a moment of that.
  expect(await codeOf(opened, "sync.pause", {})).toBe("ok");
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  await page.evaluate((id) => {
    location.hash = `#/outbox/${id}`;
  }, entryId);
  await page.getByRole("button", { name: "Discard entry", exact: true }).click();
  const reason = page.getByRole("textbox", { name: /why/i });
  await reason.fill("Typed twice");
  const confirm = page.locator('form button[type="submit"]');
  await confirm.focus();
  await page.keyboard.press("Enter");

  const prompt = page.getByRole("dialog");
  const field = prompt.getByTestId("pin-ask");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(prompt).toBeHidden();
  await expect(confirm).toBeFocused();
  await expect(reason).toHaveValue("Typed twice");

  await aPersonsPause(page);
  await page.keyboard.press("Enter");
  await field.fill("1111");
  await page.keyboard.press("Enter");
  await expect(prompt.getByRole("status")).toHaveText("Wrong PIN.");
  await expect(field).toBeFocused();
  await page.keyboard.type("2468");
  await page.keyboard.press("Enter");
  await expect(prompt).toBeHidden();
  await expect.poll(async () => (await opened.invoke("outbox.get", { entryId })).state).toBe("discarded");
  const audit = JSON.stringify(await opened.call("audit.list", {}));
  expect(audit.match(/"entry.discarded"/g)).toHaveLength(1);
  await withoutPin(opened);
});

test("a shortcut locks at once", async () => {
  const opened = await sharedShopWithPin(15);
  expect(await codeOf(opened, "pin.unlock", { pin: "2468" })).toBe("ok");
  await expect(opened.page.getByTestId("pin-lock")).toBeVisible();
  expect(await codeOf(opened, "policy.set", { resendUnknown: false })).toBe("ok");
  await opened.page.keyboard.press("ControlOrMeta+Shift+L");
  await expect(opened.page.getByTestId("pin-lock")).toBeHidden();
  expect(await codeOf(opened, "policy.set", { resendUnknown: false })).toBe("pin_needed");
  await withoutPin(opened);
});

test("the machine's sleep locks", async () => {
  const opened = await sharedShopWithPin(15, true);
  expect(await codeOf(opened, "pin.unlock", { pin: "2468" })).toBe("ok");
  await opened.app.evaluate(({ powerMonitor }) => void powerMonitor.emit("suspend"));
  expect(await codeOf(opened, "restore.request", RESTORE)).toBe("pin_needed");
  await withoutPin(opened);
});

test("one PIN one action restores all that the person saw, and no more", async () => {
  const opened = await sharedShopWithPin();
  const { page } = opened;
  const restores = async () =>
    (JSON.stringify(await opened.call("outbox.list", {})).match(/"kind":"restore/g) ?? []).length;
  const before = await restores();
  await page.evaluate(() => {
    location.hash = "#/restore";
  });
  const run = async (kind: string): Promise<void> => {
    await page.getByTestId(`restore-tab-${kind}`).click();
    await page.getByTestId("restore-check-0").click();
  };
  await run("exchangeRate");
  await run("permission");
  await run("account");
  await expect(page.getByTestId("restore-preview").locator("li")).toHaveCount(3);
  await page.keyboard.press("Control+Enter");
  const prompt = page.getByRole("dialog");
  await expect(prompt.getByTestId("pin-ask")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(prompt).toBeHidden();
  // Declined: nothing was entered, and what was chosen is still chosen.
  await expect(page.getByTestId("restore-preview").locator("li")).toHaveCount(3);
  expect(await restores()).toBe(before);

  await aPersonsPause(page);
  await page.keyboard.press("Control+Enter");
  await prompt.getByTestId("pin-ask").fill("2468");
  await page.keyboard.press("Enter");
  await expect(prompt).toBeHidden();
  await expect(page.getByTestId("restore-results").locator("li")).toHaveCount(3);
  await expect.poll(restores).toBe(before + 3);
  // The one action is used up.
  expect(await codeOf(opened, "restore.request", RESTORE)).toBe("pin_needed");
  await page.getByTestId("restore-check-1").click();
  await page.keyboard.press("Control+Enter");
  await expect(prompt.getByTestId("pin-ask")).toBeFocused();
  await page.keyboard.press("Escape");
  expect(await restores()).toBe(before + 3);
  await withoutPin(opened);
});

test("the recovery code of a new PIN is left only through a confirmation that says what is lost", async () => {
  const opened = await sharedShop();
  const { page } = opened;
  await page.evaluate(() => {
    location.hash = "#/settings/pin";
  });
  await page.getByRole("button", { name: "Set a PIN" }).click();
  await page.getByTestId("pin-new").fill("2468");
  await page.getByTestId("pin-again").fill("2486");
  await page.getByTestId("pin-new").press("Enter");
  // What is wrong is gone to, wherever the button was.
  await expect(page.getByTestId("pin-again")).toBeFocused();
  await page.getByTestId("pin-again").fill("2468");
  await page.getByTestId("pin-again").press("Enter");
  const code = page.getByTestId("recovery-code");
  await expect(code).toBeVisible();
  const digits = await code.textContent();
  // Neither a key nor an address leads away from it.
  await page.keyboard.press("Alt+1");
  await page.evaluate(() => {
    location.hash = "#/outbox";
  });
  await expect(code).toHaveText(digits ?? "");
  await page.keyboard.press("Escape");
  const leave = page.getByTestId("recovery-code-leave");
  await expect(leave).toContainText("The code is shown only once");
  await page.getByRole("button", { name: "Back to the code" }).click();
  await expect(code).toHaveText(digits ?? "");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Leave without it" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await codeOf(opened, "pin.status", {})).toBe("ok");
  await withoutPin(opened);
});
