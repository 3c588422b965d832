/** The import wizard in the real window: odd headers, sheets, encodings, a trial, stopping, rejected rows as a file. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { z } from "zod";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { goTo } from "../../scripts/tour/steps.mjs";
import { writeProductFile } from "../bench/profiles/large-profile.ts";
import { partsOf, zipOf } from "../integration/engine/import/xlsx-files.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { HOLD_CHANNELS, practiceShop } from "./shell/shared-app.ts";

const panel = (page: Page) => page.getByTestId("import-panel");
const number = async (page: Page, id: string): Promise<number> =>
  Number((await panel(page).getByTestId(id).first().textContent())?.replaceAll(",", ""));
const counts = async (page: Page) => ({
  added: await number(page, "import-added"),
  updated: await number(page, "import-updated"),
  unchanged: await number(page, "import-unchanged"),
  rejected: await number(page, "import-rejected-count"),
});

const ENTRY = z.object({ ok: z.literal(true), value: z.object({ entryId: z.string() }) });

async function openPanel(page: Page): Promise<void> {
  await goTo(page, "/reference-data");
  await page.getByTestId("reference-data-import").click();
  await panel(page).waitFor();
}

const shop = practiceShop();

/** Chooses a file as a person would; the dialog itself is answered for them. */
async function choose({ app, page }: OpenedApp, path: string, kind = "product"): Promise<void> {
  await answerFileDialog(app, path);
  const kinds = page.getByTestId("import-kind");
  if ((await kinds.inputValue()) !== kind) await kinds.selectOption(kind);
  await page.getByTestId("import-choose").click();
  await page.getByTestId("import-preview").waitFor();
}

const found = async ({ call }: OpenedApp, text: string): Promise<unknown> => {
  const reply = await call("mirror.search", { kind: "product", text, limit: 5 });
  return reply.ok ? reply.value : reply.error;
};

test("a sample file is saved from the panel, and imported as it is", async ({ profile }) => {
  const opened = await shop();
  const { page, app } = opened;
  await openPanel(page);
  const path = join(profile, "Products.csv");
  await answerFileDialog(app, path);
  await page.getByTestId("import-save-sample").click();
  await expect(page.getByTestId("import-sample-saved")).toContainText("Products.csv");
  expect(readFileSync(path, "utf8")).toContain('\uFEFF"ID","Name","Barcode"');
  await choose(opened, path);
  await page.getByTestId("reference-data-import").click();
  await panel(page).getByTestId("import-added").waitFor();
  expect(await counts(page)).toEqual({ added: 3, updated: 0, unchanged: 0, rejected: 0 });
  expect(await found(opened, "Tea, 100 bags")).toMatchObject({ rows: [{ id: 990_003 }] });
});

test("a CSV file with odd headers: mapping, trial, import, rejected rows, and nothing the second time", async ({
  profile,
}) => {
  const opened = await shop();
  const { page, app } = opened;
  await openPanel(page);
  const path = join(profile, "odd.csv");
  const good = Array.from(
    { length: 30 },
    (_, at) => `${70_001 + at};Odd item ${at};${(at % 9) + 0.5};${500 + at}`,
  );
  writeFileSync(
    path,
    `Artikel;Bezeichnung;VK;Regal\n${good.join("\n")}\nno number;Broken;1;Z\n70099;;much;Z\n`,
  );
  await choose(opened, path);

  // Nothing is guessed of such names, and two columns may be the id: the way on says what is missing, and writes nothing.
  await expect(page.getByTestId("reference-data-import")).toBeDisabled();
  await page.getByTestId("import-try").click();
  await expect(page.locator('[data-missing="true"] select').first()).toBeFocused();
  await page.getByTestId("import-map-id").locator("select").selectOption("Artikel");
  await page.getByTestId("import-map-name").locator("select").selectOption("Bezeichnung");
  await page.getByTestId("import-map-price").locator("select").selectOption("VK");
  await expect(page.getByTestId("import-rows")).toContainText("Odd item 3");

  await page.getByTestId("import-try").click();
  await expect(page.locator('[data-testid="import-trial"][data-step="done"]')).toBeVisible();
  expect(await counts(page)).toEqual({ added: 30, updated: 0, unchanged: 0, rejected: 2 });
  // Brought into view, with all that is wrong with a row.
  await expect(page.getByTestId("import-trial").getByTestId("import-added")).toBeInViewport();
  await expect(page.getByTestId("import-rejected").locator("tr").last().locator("p")).toHaveText([
    /Name.*: is empty/,
    /Price.*: .*"much".* is not a number/,
  ]);
  expect(await found(opened, "Odd item")).toEqual({ rows: [] });

  await page.getByTestId("reference-data-import").click();
  const jobs = page.getByTestId("import-jobs");
  await jobs.getByTestId("import-result").waitFor();
  expect(await counts(page)).toEqual({ added: 30, updated: 0, unchanged: 0, rejected: 2 });
  await expect(page.getByTestId("import-ignored")).toContainText("Regal");
  expect(await found(opened, "Odd item 23")).toMatchObject({ rows: [{ id: 70_024 }] });

  const rejected = join(profile, "odd-rejected.csv");
  await answerFileDialog(app, rejected);
  await page.getByTestId("import-save-rejected").click();
  await expect(page.getByTestId("import-saved")).toContainText("odd-rejected.csv");
  const written = readFileSync(rejected, "utf8");
  expect(written.startsWith("\uFEFF")).toBe(true);
  const lines = written.trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe('"rejectedLine","rejectedReason","Artikel","Bezeichnung","VK","Regal"');
  expect(lines[1]).toMatch(/^"32",".*id.*","no number","Broken","1","Z"$/);

  // The same file again: its columns are known, and it changes nothing.
  await choose(opened, path);
  await expect(page.getByTestId("import-remembered")).toBeVisible();
  await page.getByTestId("reference-data-import").click();
  await expect(jobs.getByTestId("import-result")).toHaveCount(2);
  expect(await counts(page)).toEqual({ added: 0, updated: 0, unchanged: 30, rejected: 2 });
});

test("a workbook whose first sheet is empty: the other one is chosen and imported", async ({ profile }) => {
  const opened = await shop();
  const { page } = opened;
  await openPanel(page);
  const path = join(profile, "book.xlsx");
  const rows = [
    ["رقم الصنف", "اسم الصنف", "سعر البيع"],
    ["71001", "شاي أخضر", "12.25"],
    ["71002", "بن محوّج", "30"],
  ];
  writeFileSync(
    path,
    zipOf(
      partsOf([
        { name: "Cover", rows: [] },
        { name: "Prices", rows },
      ]),
    ),
  );
  await choose(opened, path);
  await expect(page.getByTestId("import-failure")).toBeVisible();
  await page.getByTestId("import-sheet").selectOption("Prices");
  await expect(page.getByTestId("import-rows")).toContainText("شاي أخضر");
  await page.getByTestId("reference-data-import").click();
  await page.getByTestId("import-jobs").getByTestId("import-result").waitFor();
  expect(await counts(page)).toEqual({ added: 2, updated: 0, unchanged: 0, rejected: 0 });
  expect(await found(opened, "شاي أخضر")).toMatchObject({ rows: [{ id: 71_001 }] });
});

test("an Arabic file of Windows is asked for with its words, and is imported in the encoding that was chosen", async ({
  profile,
}) => {
  const opened = await shop();
  const { page } = opened;
  await openPanel(page);
  const path = join(profile, "windows.csv");
  // "زعفران" in Windows-1256.
  writeFileSync(
    path,
    Buffer.concat([Buffer.from("id,name\n72001,"), Buffer.from([0xd2, 0xda, 0xdd, 0xd1, 0xc7, 0xe4, 10])]),
  );
  await choose(opened, path);
  await expect(page.getByTestId("import-rows")).toContainText("زعفران");
  await expect(page.getByTestId("reference-data-import")).toBeDisabled();
  const arabic = page.getByTestId("import-ask-encoding").getByRole("radio", { name: /Windows-1256.*زعفران/ });
  await expect(arabic).not.toBeChecked();
  await page.getByTestId("import-encoding").selectOption("utf8");
  await expect(page.getByTestId("import-rows")).not.toContainText("زعفران");
  // Pressed while the file is read again: the press waits for it.
  await opened.app.evaluate(() => Reflect.get(globalThis, "heldChannels").hold(["referenceData.preview"]));
  await arabic.check();
  await expect(page.getByTestId("import-encoding")).toHaveValue("windows1256");
  await page.getByTestId("reference-data-import").click();
  await expect(page.getByTestId("import-preview")).toBeVisible();
  await opened.app.evaluate(() => Reflect.get(globalThis, "heldChannels").letGo());
  await page.getByTestId("import-jobs").getByTestId("import-result").waitFor();
  expect(await found(opened, "زعفران")).toMatchObject({ rows: [{ id: 72_001 }] });
});

test("a long import says how far it is, is stopped, says what stays, and is finished by the next one", async ({
  profile,
}) => {
  test.setTimeout(180_000);
  const opened = await shop();
  const { page } = opened;
  await openPanel(page);
  const path = join(profile, "long.csv");
  const all = 50_000;
  const rows = Array.from(
    { length: all },
    (_, at) => `${1_000_000 + at},Long item ${at},${(at % 90) + 0.25}`,
  );
  writeFileSync(path, `id,name,price\n${rows.join("\n")}\n`);
  await choose(opened, path);
  await page.getByTestId("reference-data-import").click();
  const jobs = page.getByTestId("import-jobs");
  // More than one row: a first transaction may hold a single one, and the words would be another plural form.
  await expect(jobs.getByTestId("import-progress")).toContainText(/[1-9][\d,]{2,}/);
  await jobs.getByTestId("import-cancel").click();
  const failure = jobs.getByTestId("import-failure");
  await expect(failure).toContainText(/rows were new or changed/);
  const kept = Number(
    ((await failure.textContent()) ?? "").match(/([\d,]+) rows were new/)?.[1]?.replaceAll(",", ""),
  );
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(all);

  await choose(opened, path);
  await page.getByTestId("import-try").click();
  await expect(page.locator('[data-testid="import-trial"][data-step="done"]')).toBeVisible({
    timeout: 120_000,
  });
  const trial = (await page.getByTestId("import-trial").getByTestId("import-added").textContent()) ?? "";
  const unchanged =
    (await page.getByTestId("import-trial").getByTestId("import-unchanged").textContent()) ?? "";
  // What the words said stays is what the books have.
  expect(Number(unchanged.replaceAll(",", ""))).toBe(kept);
  expect(Number(trial.replaceAll(",", ""))).toBe(all - kept);
});

test("a long import in the built program: postings go on meanwhile, and a thread writes its log back", async ({
  profile: folder,
}) => {
  test.setTimeout(180_000);
  const opened = await shop();
  const { page, call, profile } = opened;
  await openPanel(page);
  const path = join(folder, "products.csv");
  const all = 25_000;
  await writeProductFile(path, all);
  await choose(opened, path);
  await page.getByTestId("reference-data-import").click();
  const jobs = page.getByTestId("import-jobs");
  await expect(jobs.getByTestId("import-progress")).toContainText(/\d/);

  const logs = () =>
    readdirSync(profile, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".sqlite-wal"),
    );
  const result = jobs.getByTestId("import-result");
  const line = { productId: 1001, measureUnitId: 1, price: "450.5", quantity: "1" };
  const posted: string[] = [];
  let longest = 0;
  while (!(await result.isVisible())) {
    const reply = await call("purchaseReturn.post", {
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1101,
      cashOrBankAccountId: 2001,
      note: "",
      lines: [line],
    });
    posted.push(ENTRY.parse(reply).value.entryId);
    // A busy counter's pace: as fast as it can, the test would work at its postings more than at the import.
    await page.waitForTimeout(100);
    for (const log of logs()) longest = Math.max(longest, statSync(join(profile, log)).size);
  }
  expect(await counts(page)).toEqual({ added: all, updated: 0, unchanged: 0, rejected: 0 });
  expect(posted.length).toBeGreaterThan(0);
  for (const entryId of posted) expect((await call("outbox.get", { entryId })).ok).toBe(true);
  // The log of so many rows is twice as long where nobody writes it back.
  expect(longest).toBeGreaterThan(16_000_000);
  expect(longest).toBeLessThan(65_000_000);
  const said = readFileSync(join(profile, "logs", "main.log"), "utf8");
  expect(said).not.toContain("the engine's own thread");
});

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../fixtures/files-of-programs", name), "utf8");

test("files of other programs: names are found or answered once, rows continue, and it is all known the next time", async ({
  open,
  profile,
}) => {
  const opened = await open({ preloads: [HOLD_CHANNELS] });
  const { page, call } = opened;
  // Where nothing answers: a shop without any lists.
  await call("connection.save", {
    serviceUrl: "http://127.0.0.1:9",
    tenantId: 1,
    userId: 1,
    token: "none",
    remember: false,
  });
  await openPanel(page);
  const put = (name: string, content: string): string => {
    const path = join(profile, name);
    writeFileSync(path, content);
    return path;
  };
  const jobs = page.getByTestId("import-jobs");
  let taken = 0;
  const take = async (expected: { added: number; unchanged?: number }) => {
    await page.getByTestId("reference-data-import").click();
    taken += 1;
    await expect(jobs.getByTestId("import-result")).toHaveCount(taken);
    expect(await counts(page)).toEqual({ updated: 0, unchanged: 0, rejected: 0, ...expected });
  };
  const map = (column: string, source: string) =>
    page.getByTestId(`import-map-${column}`).locator("select").selectOption(source);

  await choose(
    opened,
    put(
      "units.csv",
      "id,name,baseUnitId,factor\n5,Piece / حبة,,\n6,Carton / كرتون,5,12\n7,Kilo / كيلو,,\n8,Units,,\n",
    ),
    "measureUnit",
  );
  await take({ added: 4 });

  const products = put(
    "products.csv",
    `${fixture("products-units-by-name.csv").trimEnd()}\n1004;شاي;6281000000053;شوال;90;80\n`,
  );
  await choose(opened, products);
  const asked = page.getByTestId("import-ask-words-measureUnitId");
  await expect(asked.getByTestId("word-asked")).toHaveText(/شوال/);
  await expect(page.getByTestId("words-found")).toContainText("Found by name: 3 words");
  await expect(page.getByTestId("reference-data-import")).toBeDisabled();
  await page.getByTestId("import-try").click();
  await expect(asked.getByRole("combobox")).toBeFocused();
  // Pressed while the file is looked at again: the press waits for it.
  await opened.app.evaluate(() => Reflect.get(globalThis, "heldChannels").hold(["referenceData.preview"]));
  await asked.getByRole("combobox").selectOption("Carton / كرتون");
  await page.getByTestId("import-try").click();
  await opened.app.evaluate(() => Reflect.get(globalThis, "heldChannels").letGo());
  await expect(page.locator('[data-testid="import-trial"][data-step="done"]')).toBeVisible();
  await expect(page.getByTestId("import-findings")).toContainText(
    "Found by name: 3 words · Answered: 1 word",
  );
  await take({ added: 4 });

  await choose(opened, put("continued.csv", fixture("rows-that-continue.csv")));
  await map("barcode", "Barcodes/Barcode");
  await map("price", "Sales Price");
  await map("costPrice", "Cost");
  await map("measureUnitId", "Unit of Measure");
  const continues = page.getByTestId("import-ask-continues");
  await expect(continues).toContainText("2 rows have no ID or name. Do they belong to the row above?");
  await page.getByTestId("import-try").click();
  await continues.getByRole("radio", { name: /^Yes/ }).press("Space");
  await expect(page.getByTestId("import-rows").getByText("Desk lamp")).toHaveCount(3);
  // 1001 and 1002 have other barcodes in this file.
  await page.getByTestId("reference-data-import").click();
  taken += 1;
  await expect(jobs.getByTestId("import-result")).toHaveCount(taken);
  expect(await number(page, "import-rejected-count")).toBe(0);
  const lamp = z.object({ rows: z.tuple([z.object({ units: z.array(z.object({ barcode: z.string() })) })]) });
  const [{ units }] = lamp.parse(await found(opened, "Desk lamp")).rows;
  expect(units.map(({ barcode }) => barcode).slice(-3)).toEqual([
    "6281000000015",
    "6281000000022",
    "6281000000039",
  ]);

  await choose(opened, put("accounts.csv", fixture("accounts-types-in-arabic.csv")), "account");
  await map("id", "كود المورد");
  await map("name", "اسم المورد");
  await map("type", "النوع");
  await take({ added: 4 });

  await choose(opened, put("purchase.csv", fixture("purchase-by-names.csv")), "purchase");
  await expect(page.getByTestId("words-found")).toContainText("Found by name: 3 words");
  await take({ added: 1 });

  await choose(opened, products, "product");
  await expect(page.getByTestId("word-asked")).toHaveCount(0);
  await expect(page.getByTestId("words-found")).toContainText("As last time: 1 word");
  await page.getByTestId("words-found").locator("summary").click();
  await expect(page.getByTestId("words-found").locator("li", { hasText: "شوال" })).toContainText("Carton");
  await page.getByTestId("reference-data-import").click();
  taken += 1;
  await expect(jobs.getByTestId("import-result")).toHaveCount(taken);
  expect(await number(page, "import-rejected-count")).toBe(0);
});
