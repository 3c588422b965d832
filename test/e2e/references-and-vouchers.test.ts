/** Files behind references, a voucher's change from key press over a kill to the books, and reading a document by keys. */
import { createHash } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { keepDraft } from "../../scripts/screens/shop.mjs";
import { line, RETURN } from "./printing-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";
const PRACTICE = { args: ["--practice"] };

const goTo = (page: Page, path: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, path);

/** The system's dialog gives these files, and what is opened is written down instead. */
const standIn = ({ app }: OpenedApp, files: string[]) =>
  app.evaluate(({ dialog, shell }, chosen) => {
    const done: string[] = [];
    Reflect.set(globalThis, "askedSystem", done);
    Reflect.set(dialog, "showOpenDialog", async () => ({ canceled: false, filePaths: chosen }));
    Reflect.set(shell, "openPath", async (path: string) => {
      done.push(`open ${path}`);
      return "";
    });
    Reflect.set(shell, "showItemInFolder", (path: string) => done.push(`show ${path}`));
    Reflect.set(shell, "openExternal", async (href: string) => done.push(`link ${href}`));
  }, files);
const askedSystem = ({ app }: OpenedApp): Promise<string[]> =>
  app.evaluate(() => Reflect.get(globalThis, "askedSystem"));

/** Drops files of the page's own making onto the references; each of several holds its name beside this text. */
const dropOn = (page: Page, name: string | string[], content: string) =>
  page.evaluate(
    ([names, text]) => {
      const dataTransfer = new DataTransfer();
      for (const each of names)
        dataTransfer.items.add(new File([names.length > 1 ? `${each} ${text}` : text], each));
      const panel = document.querySelector('[data-testid="document-references"]');
      for (const type of ["dragenter", "dragover", "drop"])
        panel?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [[name].flat(), content] as const,
  );

/** The practice shop is connected, and its vouchers and products are in the mirror. */
const practised = ({ call }: OpenedApp) =>
  expect
    .poll(() => call("taxVoucher.find", { text: VOUCHER, limit: 1 }), { timeout: 30_000 })
    .toMatchObject({ ok: true, value: { vouchers: [{ serialNo: VOUCHER }] } });

const practisedShop = practiceShop();

const newestEntry = async ({ invoke }: OpenedApp) => (await invoke("outbox.list", { limit: 1 })).entries[0];

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");

test("files dropped beyond what is taken at once are named, not passed over", async () => {
  const { page } = await practisedShop();
  await goTo(page, `/tax-voucher/${VOUCHER}?`);
  await page.getByTestId("voucher-note").waitFor();
  const scans = Array.from({ length: 23 }, (_, n) => `scan-${n}.png`);
  await dropOn(page, scans, "scanned");
  await expect(page.getByTestId("reference-19-file")).toContainText("scan-19.png");
  await expect(page.getByTestId("reference-20-file")).toHaveCount(0);
  const references = page.getByTestId("document-references");
  await expect(references).toContainText("Files not attached: 3");
  await expect(references).toContainText("You can attach at most 20 files at once.");
});

test("a status that is a word of the language the program is written in breaks no screen", async () => {
  const { page } = await practisedShop();
  await goTo(page, `/tax-voucher/${VOUCHER}?`);
  const status = page.getByTestId("voucher-status");
  for (const word of ["__proto__", "constructor"]) {
    await status.fill(word);
    await expect(page.getByTestId("voucher-note")).toBeVisible();
    await expect(page.locator("main")).toContainText("No meaning written in Settings yet");
  }
});

test("a voucher's change with files survives a kill, is sent once, and its files stay here", async ({
  open,
  profile,
}) => {
  test.setTimeout(150_000);
  const scan = test.info().outputPath("فاتورة ١٤.pdf");
  writeFileSync(scan, "%PDF scan");
  const before = await open(PRACTICE);
  const { page } = before;
  await standIn(before, [scan, profile]);
  await practised(before);
  await goTo(page, `/tax-voucher/${VOUCHER}?`);
  await page.getByTestId("voucher-note").fill("رسوم مصححة");

  // By keys and by dropping; a folder is refused in words, beside what was attached.
  await page.keyboard.press("Alt+A");
  await expect(page.getByTestId("reference-0-file")).toContainText("فاتورة ١٤.pdf");
  await expect(page.getByTestId("reference-0-type")).toBeFocused();
  await expect(page.getByTestId("document-references")).toContainText("This is a folder.");
  await dropOn(page, "setup.exe", "MZ");
  await expect(page.getByTestId("reference-1-file")).toContainText("setup.exe");
  await expect(page.getByTestId("files-stay-here")).toContainText("stay on this computer");
  expect(readdirSync(join(profile, "attachments")).sort()).toEqual(
    [`${sha256("%PDF scan")}.pdf`, `${sha256("MZ")}.exe`].sort(),
  );

  // What is missing is marked at its field, and the keyboard is there.
  await page.getByTestId("reference-1-type").fill("2");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("reference-0-type")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByTestId("reference-0-type")).toBeFocused();
  await expect(page.getByTestId("reference-1-type")).not.toHaveAttribute("aria-invalid", "true");

  // Leaving says what became of the change.
  await page.keyboard.press("Alt+6");
  await expect(page.getByText("Draft saved, not sent")).toBeVisible();
  before.process.kill("SIGKILL");
  await expect.poll(() => before.process.signalCode ?? before.process.exitCode).not.toBeNull();

  const after = await open(PRACTICE);
  await standIn(after, []);
  await practised(after);
  await goTo(after.page, "/tax-voucher");
  await after.page.getByTestId(`begun-${VOUCHER}`).click();
  await expect(after.page.getByTestId("voucher-found-again")).toBeVisible();
  await expect(after.page.getByTestId("voucher-note")).toHaveValue("رسوم مصححة");
  await expect(after.page.getByTestId("reference-0-file")).toContainText("فاتورة ١٤.pdf");
  await after.page.getByTestId("reference-0-type").fill("٢");
  await after.page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await newestEntry(after))?.state, { timeout: 20_000 }).toBe("confirmed");
  const entry = await newestEntry(after);
  expect((await after.invoke("draft.list", {})).drafts).toEqual([]);

  // The entry's files open, or show their folder where they could run; a file that is gone is reported.
  await goTo(after.page, `/documents/${VOUCHER}`);
  await after.page.getByTestId("sent-file-0-open").click();
  await after.page.getByTestId("sent-file-1-open").click();
  await expect(after.page.getByTestId("sent-file-1")).toContainText("The folder was opened instead");
  expect(await askedSystem(after)).toEqual([
    `open ${join(profile, "attachments", `${sha256("%PDF scan")}.pdf`)}`,
    `show ${join(profile, "attachments", `${sha256("MZ")}.exe`)}`,
  ]);
  rmSync(join(profile, "attachments"), { recursive: true });
  await after.page.getByTestId("sent-file-0-open").click();
  await expect(after.page.getByTestId("sent-file-0")).toContainText("not on this computer");

  // What the service took can't be corrected: said at opening, with the way out.
  await goTo(after.page, `/tax-voucher?corrects=${entry?.entryId}`);
  await expect(after.page.getByTestId("correction-refused")).toContainText(
    "The central system has accepted it",
  );
  await after.page.getByRole("link", { name: "Make a new change to this voucher" }).click();
  await expect(after.page.getByTestId("voucher-note")).toHaveValue("رسوم مصححة");
  await expect(after.page.getByTestId("print-slip")).toBeVisible();
});

test("a document is found, read and its balance over time looked at by keys alone", async () => {
  test.setTimeout(120_000);
  const opened = await practisedShop();
  const { page, call } = opened;
  await standIn(opened, []);
  const links = [
    { type: 1, reference: "INV-7", url: "https://example.com/inv/7" },
    { type: 1, reference: "INV-8", url: "file:///etc/passwd" },
  ];
  for (const [note, price] of [
    ["first of two", "5"],
    ["second with a long amount", "12345678901234567890.125"],
  ])
    expect(
      await call("purchaseReturn.post", {
        ...RETURN,
        note,
        lines: [line(1002, price ?? "", "2")],
        documentReferences: links,
      }),
    ).toMatchObject({ ok: true });
  await expect.poll(async () => (await newestEntry(opened))?.state, { timeout: 20_000 }).toBe("confirmed");

  // The keys come before the document is read: the keyboard follows when it is there.
  await opened.app.evaluate(() => Reflect.get(globalThis, "heldChannels").hold(["documents.get"]));
  await page.keyboard.press("Alt+6");
  await expect(page.getByTestId("document-0")).toContainText("24,691,357,802,469,135,780.25");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("long amount");
  await expect(page.getByTestId("document-1")).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("main [role=grid]")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("document-detail")).toBeVisible();
  await expect(page.getByTestId("document-detail").getByRole("heading", { level: 2 })).toHaveCount(0);
  await opened.app.evaluate(() => Reflect.get(globalThis, "heldChannels").letGo());
  await expect(page.getByTestId("document-detail").getByRole("heading", { level: 2 })).toBeFocused();

  // Nothing scrolls sideways: the list and the six parts fit into what they have.
  const wide = await page.evaluate(
    () =>
      [...document.querySelectorAll('[role="grid"]')].filter(
        (grid) => grid.scrollWidth > grid.clientWidth + 1,
      ).length,
  );
  expect(wide).toBe(0);
  await page.getByTestId("part-products").getByRole("grid").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("whole-products")).toContainText("12,345,678,901,234,567,890.125");

  await page.getByTestId("balance-over-time").first().focus();
  await page.keyboard.press("Enter");
  const changes = page.getByTestId("balance-changes");
  await expect(changes.getByText("2 known values.")).toBeVisible();
  const plot = changes.getByLabel("Chart of the balance; use the arrow keys to go from value to value");
  await plot.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(changes).toContainText("As a table");

  // An address leads to the browser where it is of the web; another is refused in words.
  await page.getByTestId("sent-link-0-open").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => askedSystem(opened)).toEqual(["link https://example.com/inv/7"]);
  await expect(page.getByTestId("sent-link-1")).toContainText("Only addresses that begin with");
  await expect(page.getByTestId("sent-link-1-open")).toHaveCount(0);
});

test("a reference that is in the way of posting a return takes the keyboard, though it is out of sight", async () => {
  const { page } = await practisedShop();
  await keepDraft(page, { supplier: 1101, lines: [line(1001, "5200", "1")] });
  await goTo(page, "/purchase-return");
  await page.getByTestId("cell-0-quantity").waitFor();
  await page.keyboard.press("Alt+R");
  await expect(page.getByTestId("reference-0-type")).toBeFocused();
  await page.getByTestId("reference-0-reference").fill("INV-2071");
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("reference-0-type")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByTestId("reference-0-type")).toBeFocused();
  await expect(page.getByTestId("reference-0-type")).toBeInViewport();
});
