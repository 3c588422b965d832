/** A day of three people at one counter, in the window: each entry is theirs, what a role lacks is approved or refused. */
import { expect, type Page } from "@playwright/test";
import { goTo } from "../../scripts/tour/steps.mjs";
import { axeFindings } from "../helpers/axe.ts";
import { line } from "./printing-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";

const RETURN = {
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note: "",
  lines: [line(1001, "450.5", "3")],
};
const STAFF = {
  Omar: { role: "owner", userId: 901, pin: "1111" },
  Huda: { role: "cashier", userId: 902, pin: "2222" },
  Mona: { role: "manager", userId: 903, pin: "3333" },
} as const;
type Name = keyof typeof STAFF;

const lockScreen = (page: Page) => page.getByTestId("lock-screen");

/** By the keyboard alone: the first letter of the name, Enter, the PIN, Enter. */
async function signIn(page: Page, name: Name): Promise<void> {
  const tile = lockScreen(page).getByRole("button", { name });
  await tile.waitFor();
  await page.keyboard.press(name.charAt(0));
  await expect(tile).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("person-pin")).toBeFocused();
  await page.keyboard.type(STAFF[name].pin);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("who-works")).toContainText(name);
}

async function changeTo(page: Page, name: Name): Promise<void> {
  await page.keyboard.press("ControlOrMeta+Shift+L");
  await signIn(page, name);
}

/** An entry in the service's books, as the service answered. */
const creatorInBooks = async ({ invoke }: OpenedApp, serialNo: string) =>
  (await invoke("documents.get", { serialNo })).transaction?.creatorUserId;

const confirmed = ({ invoke }: OpenedApp, entryId: string) =>
  expect.poll(async () => (await invoke("outbox.get", { entryId })).state).toBe("confirmed");

test("a day of three people: each entry is in the books under who entered it, and decisions under who approved", async ({
  open,
}) => {
  const opened = await open();
  const { page, invoke } = opened;
  await invoke("practice.start", {});
  for (const [name, person] of Object.entries(STAFF)) await invoke("people.save", { name, ...person });

  await test.step("each enters under their own user", async () => {
    for (const name of ["Huda", "Mona"] as const) {
      await changeTo(page, name);
      const { entryId, serialNo } = await invoke("purchaseReturn.post", RETURN);
      await confirmed(opened, entryId);
      expect((await invoke("outbox.get", { entryId })).person?.name).toBe(name);
      expect(await creatorInBooks(opened, serialNo)).toBe(STAFF[name].userId);
      await goTo(page, `/outbox/${entryId}`);
      await expect(page.locator("main")).toContainText(name);
    }
  });

  await test.step("locked, nothing of the shop is in the window, and nothing is entered", async () => {
    await page.keyboard.press("ControlOrMeta+Shift+L");
    await lockScreen(page).waitFor();
    await page.evaluate(() => {
      location.hash = "#/outbox";
    });
    await expect(page.locator("header, nav, [role=grid]")).toHaveCount(0);
    expect(await page.locator("body").innerText()).not.toMatch(/1,351|YER|Outbox/);
    const refused: [string, unknown][] = [
      ["purchaseReturn.post", RETURN],
      ["settings.set", { shopName: "Mine" }],
      ["mirror.balances", {}],
    ];
    for (const [channel, input] of refused)
      expect(await opened.call(channel, input), channel).toMatchObject({ error: { code: "not_allowed" } });
    await signIn(page, "Huda");
  });

  await test.step("what a role may not do isn't offered, and is refused to any caller", async () => {
    await goTo(page, "/settings/people");
    await expect(page.getByText("Your PIN", { exact: true }).first()).toBeVisible();
    await expect(page.getByTestId("people-panel")).toHaveCount(0);
    for (const channel of ["people.renewCode", "vault.forget", "practice.startOver"])
      expect(await opened.call(channel, {}), channel).toMatchObject({ error: { code: "not_allowed" } });
  });

  await test.step("a discard waits for an approval: declined it changes nothing, approved it is done once", async () => {
    // What is being sent can't be discarded.
    await invoke("sync.pause", {});
    const { entryId } = await invoke("purchaseReturn.post", RETURN);
    await goTo(page, `/outbox/${entryId}`);
    await page.getByRole("button", { name: "Discard entry", exact: true }).click();
    const reason = page.getByRole("textbox", { name: /why/i });
    await reason.fill("Typed twice");
    const send = page.locator('form button[type="submit"]');
    await send.click();
    const prompt = page.getByRole("dialog");
    const asked = prompt.getByTestId("approval-asked");
    for (const words of ["Huda", "1,351.50", "Typed twice"]) await expect(asked).toContainText(words);
    await page.keyboard.press("Escape");
    await expect(prompt).toBeHidden();
    await expect(reason).toHaveValue("Typed twice");
    expect((await invoke("outbox.get", { entryId })).state).toBe("pending");

    // Within half a second of a refusal the program takes a press for the same one.
    await page.waitForTimeout(600);
    await send.click();
    // The one who asks is not among them.
    await expect(prompt.getByRole("radio")).toHaveCount(2);
    await prompt.getByText("Mona", { exact: true }).click();
    await prompt.getByTestId("approval-pin").fill(STAFF.Omar.pin);
    await page.keyboard.press("Enter");
    await expect(prompt.getByRole("status")).toHaveText("Wrong PIN.");
    await page.keyboard.type(STAFF.Mona.pin);
    await page.keyboard.press("Enter");
    await expect(prompt).toBeHidden();
    await expect.poll(async () => (await invoke("outbox.get", { entryId })).state).toBe("discarded");
    const { resolution } = await invoke("outbox.get", { entryId });
    expect([resolution?.person?.name, resolution?.approver?.name]).toEqual(["Huda", "Mona"]);
    await expect(page.locator("main")).toContainText("approved by Mona");
    await invoke("sync.resume", {});
  });

  await test.step("a half-typed return is handed over, and says whose it was", async () => {
    await goTo(page, "/purchase-return");
    await page.getByTestId("scan-input").fill("Milk");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await invoke("draft.list", {})).drafts.length).toBe(1);
    await changeTo(page, "Mona");
    await goTo(page, "/purchase-return");
    await page.getByTestId("others-drafts").click();
    await page.getByText(/Take over from .?Huda/).click();
    await expect(page.locator("main")).toContainText(/taken over from .?Huda/);
    const { drafts } = await invoke("draft.list", {});
    expect(drafts.map(({ person, takenFrom }) => [person?.name, takenFrom?.name])).toEqual([
      ["Mona", "Huda"],
    ]);
  });

  await test.step("a day's sheet is one person's, with what they entered alone", async () => {
    await changeTo(page, "Omar");
    const { people } = await invoke("people.list", {});
    const huda = people.find(({ name }) => name === "Huda");
    const { today } = await invoke("daySheets.list", {});
    const sheet = await invoke("daySheets.create", { day: today, personId: huda?.personId });
    expect(sheet.entered.map(({ userId, entries }) => [userId, entries])).toEqual([[STAFF.Huda.userId, 2]]);
    await goTo(page, "/activity/days");
    await expect(page.getByTestId("day-sheet")).toContainText("Huda");
  });

  await test.step("after a start nobody is signed in", async () => {
    await page.reload();
    await expect(page.getByTestId("who-works")).toContainText("Omar");
    await opened.kill();
    const again = await open();
    await lockScreen(again.page).waitFor();
    expect(await again.call("purchaseReturn.post", RETURN)).toMatchObject({ error: { code: "not_allowed" } });
    await signIn(again.page, "Mona");
  });
});

test("a name in Arabic is whole in the frame, in a wide window and in a small one, and the longest leaves the rest of it, and of an approval, where they are", async ({
  open,
}) => {
  const { page, invoke } = await open();
  await invoke("practice.start", {});
  await page.setViewportSize({ width: 1360, height: 860 });
  const header = page.getByRole("banner");
  const height = async () => (await header.boundingBox())?.height;
  const before = await height();
  const owner = { ...STAFF.Omar, name: "سلمى باوزير" };
  await invoke("people.save", owner);
  const name = page.getByTestId("who-works").locator("bdi");
  for (const width of [1360, 900]) {
    await page.setViewportSize({ width, height: 700 });
    await expect
      .poll(() => name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      .toBe(0);
  }
  expect(await axeFindings(page, "the frame with a name")).toEqual([]);

  await page.setViewportSize({ width: 1360, height: 860 });
  await invoke("people.save", { name: "Mona", ...STAFF.Mona });
  const cashier = { ...STAFF.Huda, name: "W".repeat(60) };
  const { personId } = await invoke("people.save", cashier);
  await invoke("people.switch", { personId, pin: cashier.pin });
  await expect(page.getByTestId("who-works")).toContainText("W");
  expect(await height()).toBe(before);
  await goTo(page, "/restore");
  await page.getByTestId("restore-check-0").click();
  await page.keyboard.press("ControlOrMeta+Enter");
  const box = page.getByRole("dialog");
  await expect(box.getByTestId("approval-asked")).toContainText(cashier.name);
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(box.getByRole("radio", { name: owner.name })).toBeFocused();
  await expect(box.locator("label", { hasText: owner.name })).toHaveCSS("outline-style", "solid");
});
