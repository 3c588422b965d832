/** Several returns side by side, what covers one, what is found again after a crash, and what the service says of it. */
import { expect } from "@playwright/test";
import { goTo } from "../../scripts/tour/steps.mjs";
import {
  barcodeOf,
  beginReturn,
  cell,
  lineCount,
  newReturn,
  openReturns,
  PLACE,
  paste,
  scan,
  startShop,
  writtenIn,
} from "./purchase-return-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

let opened: OpenedApp;

const entries = async () => (await opened.invoke("outbox.list", {})).entries;
/** Posts a return past the screen, and waits until the service has answered. */
async function postOne(note: string): Promise<void> {
  const { entryId } = await opened.invoke("purchaseReturn.post", {
    ...PLACE,
    note,
    lines: [{ productId: "1001", measureUnitId: "1", quantity: "3", price: "0.1" }],
  });
  await expect.poll(async () => (await opened.invoke("outbox.get", { entryId })).state).toBe("confirmed");
}
/** A date as the English screen has it. */
const shortDay = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(date));
const postButton = () => opened.page.getByRole("button", { name: /^Save and send return/ });

const shop = practiceShop(startShop);
test.beforeAll(async () => {
  opened = await shop();
});

test("a return is posted once, and its sum is shown beside the service's", async () => {
  const { page } = opened;
  const before = await entries();
  await beginReturn(opened, [{ productId: "1001", quantity: "3", price: "0.1" }]);
  await page.getByTestId("header-more").click();
  await page.getByTestId("header-note").fill("damaged on arrival");
  await page.keyboard.press("Control+Enter");
  const posted = page.getByTestId("posted-return");
  await expect(posted).toContainText(/This computer:\s*0\.30/);
  await expect(posted).toContainText(/Central system:\s*0\.30/);
  const [entry, ...others] = await entries();
  expect(entry?.state).toBe("confirmed");
  expect(others).toEqual(before);
});

test("the batches that are known fill both dates, by key and by pointer", async () => {
  const { page } = opened;
  await beginReturn(opened);
  await page.keyboard.press("F2");
  await scan(page, await barcodeOf(opened, 1012));
  await expect.poll(() => lineCount(page)).toBe(1);
  const [row] = (await opened.invoke("mirror.stock", { productId: "1012" })).rows;
  if (typeof row?.productionAt !== "string" || typeof row.expiryAt !== "string")
    throw new Error("a batch with both dates is in stock");
  const { expiryAt } = row;
  const [made, ends] = [shortDay(row.productionAt), shortDay(expiryAt)];
  const offer = page.getByTestId("batch-offer");
  await expect(offer).toContainText(made);
  expect(await writtenIn(page, 0, "production")).toBe("");

  await cell(page, 0, "expiry").focus();
  await page.keyboard.press("Alt+ArrowDown");
  const batch = page.getByRole("option", {
    name: new RegExp(`Produced ${made}.*Expires ${ends}.*Main store`),
  });
  await expect(batch).toBeVisible();
  await expect(cell(page, 0, "expiry")).toHaveAttribute("aria-expanded", "true");
  // Nothing is marked before an arrow marks it: Enter closes the list and takes none.
  await page.keyboard.press("Enter");
  await expect(batch).toBeHidden();
  expect(await writtenIn(page, 0, "production")).toBe("");
  await page.keyboard.press("Alt+ArrowDown");
  await batch.waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(cell(page, 0, "production")).toHaveValue(made);
  await expect(cell(page, 0, "expiry")).toHaveValue(expiryAt);
  await expect(page.getByText(`Batch chosen: produced ${made}, expires ${ends}.`)).toBeAttached();
  await page.keyboard.press("Control+Z");
  await expect(cell(page, 0, "production")).toHaveValue("");

  await cell(page, 0, "production").hover();
  await page.getByTestId("cell-0-production-open").click();
  await batch.click();
  await expect(cell(page, 0, "expiry")).toHaveValue(ends);
  await page.keyboard.press("Control+Z");
  await page.keyboard.press("F2");
  await page.keyboard.press("Alt+B");
  await expect(cell(page, 0, "expiry")).toHaveValue(ends);
});

test("with a panel over its lines a return is not posted, and it is said why", async () => {
  const { page } = opened;
  await beginReturn(opened, [{ productId: "1001" }]);
  const before = await entries();
  await page.keyboard.press("Alt+C");
  await expect(page.getByTestId("copy-search")).toBeFocused();
  await expect(postButton()).toBeDisabled();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("not-posted")).toHaveText(/^Not sent\. First copy/);
  await page.keyboard.press("Escape");
  await paste(opened, "1003\t2\t5\n1004\t1\t7");
  await expect(page.getByTestId("pasted-take")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("not-posted")).toHaveText(/^Not sent\. First add/);
  expect(await entries()).toEqual(before);
});

test("a panel stays with its return: another one beside it is free, and takes none of its rows", async () => {
  const { page } = opened;
  await beginReturn(opened, [{ productId: "1001" }]);
  const before = await entries();
  await page.keyboard.press("F2");
  await paste(opened, "1003\t2\t5\n1004\t1\t7");
  await expect(page.getByTestId("pasted-take")).toBeFocused();
  await newReturn(page);
  await expect(postButton()).toBeEnabled();
  await expect(page.getByTestId("pasted-take")).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("The return has no lines yet.", { exact: false })).toBeVisible();
  await page.getByTestId("draft-tab-0").click();
  // What was said of the other return is not said of this one.
  await expect(page.getByText("The return has no lines yet.", { exact: false })).toHaveCount(0);
  await expect(page.getByTestId("pasted-take")).toHaveText("Add 2 lines");
  await page.getByTestId("pasted-take").click();
  await expect.poll(() => lineCount(page)).toBe(3);
  expect(await entries()).toEqual(before);
});

test("a scan while a panel is open becomes a line, and its Enter presses nothing there", async () => {
  const { page } = opened;
  await beginReturn(opened, [{ productId: "1001" }]);
  await page.keyboard.press("F2");
  await paste(opened, "1005\t2\t5\n1006\t1\t7");
  await expect(page.getByTestId("pasted-take")).toBeFocused();
  await scan(page, await barcodeOf(opened, 1007));
  await expect(page.getByText(/^Added: /)).toBeVisible();
  await page.getByTestId("pasted-leave").click();
  await expect.poll(() => lineCount(page)).toBe(2);
});

test("a past return is copied with lines, header and note, and not with its papers", async () => {
  const { page } = opened;
  await postOne("wet cartons");
  await beginReturn(opened);
  await page.keyboard.press("Alt+C");
  await page.getByTestId("copy-search").fill("wet cartons");
  await expect(page.getByTestId("copy-take")).toBeEnabled();
  await expect(page.getByText(/Document references are not copied/)).toBeVisible();
  await page.getByTestId("copy-search").press("Enter");
  await expect.poll(() => lineCount(page)).toBe(1);
  expect(await writtenIn(page, 0, "price")).toBe("0.10");
  expect(await writtenIn(page, 0, "quantity")).toBe("3");
  await expect(page.getByTestId("header-more")).toContainText("wet cartons");
});

test("drafts, each with what was typed into it, and a template are found again after the app was killed", async ({
  open,
}) => {
  const before = await open();
  await startShop(before);
  await beginReturn(before, [{ productId: "1001", quantity: "7" }, { productId: "1002" }]);
  await before.page.keyboard.press("Alt+T");
  await before.page.getByTestId("template-name").fill("Dairy on Mondays");
  await before.page.keyboard.press("Enter");
  await expect(before.page.getByTestId("template-row-0")).toContainText("Dairy on Mondays");
  await newReturn(before.page);
  await scan(before.page, await barcodeOf(before, 1003));
  await expect.poll(() => lineCount(before.page)).toBe(1);
  await cell(before.page, 0, "description").fill("كرتون مبلول");
  const drafts = async ({ invoke }: OpenedApp) => (await invoke("draft.list", {})).drafts;
  await expect
    .poll(async () => (await drafts(before)).map(({ content }) => content).join())
    .toContain("كرتون مبلول");
  const kept = await drafts(before);
  expect(kept.map(({ kind }) => kind).sort()).toEqual(["purchaseReturn", "purchaseReturn", "returnTemplate"]);
  await before.kill();

  const after = await open();
  const { page } = after;
  await page.locator("main h1").first().waitFor();
  expect(await drafts(after)).toEqual(kept);
  await openReturns(page);
  await page.setViewportSize({ width: 1360, height: 768 });
  await expect(page.getByRole("tab")).toHaveCount(2);
  // The one that was typed in last is in front.
  await expect(cell(page, 0, "description")).toHaveValue("كرتون مبلول");
  await page.getByTestId("draft-tab-1").click();
  await expect.poll(() => lineCount(page)).toBe(2);

  // The template is begun from the palette on another screen.
  await goTo(page, "/");
  await page.keyboard.press("Control+K");
  // On a busy machine it opens so late that the first letters would go elsewhere.
  await page.locator("[data-palette] input").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("mondays", { delay: 90 });
  // Rows for the letters before may still be above it.
  await page.locator("[data-palette] [data-selected]", { hasText: "Dairy on Mondays" }).waitFor();
  await page.keyboard.press("Enter");
  await expect(cell(page, 0, "quantity")).toHaveValue("7");
});
