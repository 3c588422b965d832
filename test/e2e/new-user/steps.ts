/** What the new user does, step by step: keys and scanner only. */
import { expect } from "@playwright/test";
import type { PracticeService } from "../../../main/practice/service.ts";
import { correctedProduct, type Run, TYPED } from "./run.ts";
import { BOUGHT, barcodeOf, PIECE } from "./shop-files.ts";

const scanInput = '[data-testid="scan-input"]';

const focused = ({ opened }: Run, selector: string) =>
  expect(opened.page.locator(`${selector}:focus, ${selector} :focus`)).toHaveCount(1);

/** What the shop's files are, in the order in which they are chosen. */
const KINDS = ["product", "measureUnit", "account", "store", "currency", "purchase"];

/** The system's dialog is not the app's: it answers with these files, and its own keys are not counted. */
export async function answerFileDialog({ opened }: Run, answers: string[][]): Promise<void> {
  await opened.app.evaluate(({ dialog }, given) => {
    const left = [...given];
    Reflect.set(dialog, "showOpenDialog", async () => ({ canceled: false, filePaths: left.shift() ?? [] }));
  }, answers);
}

export async function connect(run: Run, service: PracticeService): Promise<void> {
  const { opened, hands } = run;
  hands.begin("connect");
  await focused(run, '[data-testid="welcome-connect"]');
  await hands.press("Enter");
  await focused(run, 'input[name="serviceUrl"]');
  await hands.paste(service.url);
  await hands.press("Tab");
  await hands.type(String(service.tenantId));
  await hands.press("Tab");
  await hands.type(String(service.userId));
  await hands.press("Tab");
  await hands.paste(service.token);
  await hands.press("Tab", "Space");
  await hands.press("Control+Enter");
  await expect
    .poll(async () => await opened.call("connection.get", {}))
    .toMatchObject({ ok: true, value: { hasToken: true } });
}

/** The other way in: the sample shop, until the first scan can be made. */
export async function practise(run: Run): Promise<void> {
  const { opened, hands } = run;
  hands.begin("practice");
  await focused(run, '[data-testid="welcome-connect"]');
  await hands.press("Tab", "Enter");
  await expect
    .poll(async () => opened.call("practice.status", {}))
    .toMatchObject({ ok: true, value: { active: true } });
  await hands.press("Alt+2");
  await focused(run, '[data-testid="header-supplierAccountId"]');
}

export async function importFiles(run: Run, files: string[]): Promise<void> {
  const { opened, hands } = run;
  const { page } = opened;
  hands.begin("import");
  await answerFileDialog(run, [files]);
  await focused(run, '[data-testid="import-kind"]');
  await hands.press("Control+Enter");
  for (const [index, kind] of KINDS.entries()) {
    const name = files[index]?.split("/").at(-1) ?? "";
    await expect(page.getByTestId("import-preview")).toContainText(name);
    await expect(page.getByTestId("import-kind")).toHaveValue(kind);
    await expect(page.getByTestId("import-rows")).toBeVisible();
    await hands.press("Control+Enter");
  }
  const results = page.getByTestId("import-jobs").getByTestId("import-result");
  await expect(results).toHaveCount(files.length, { timeout: 60_000 });
}

/** The states of all entries, the newest first. */
const states = async ({ opened }: Run): Promise<string[]> =>
  (await opened.invoke("outbox.list", {})).entries.map(({ state }) => state);
/** Waits until the newest entries are so, before those that were there. */
const entriesBecome = (run: Run, before: string[], ...newest: string[]) =>
  expect.poll(() => states(run)).toEqual([...newest, ...before]);

async function rows(run: Run, count: number): Promise<void> {
  await expect
    .poll(async () => Number(await run.opened.page.locator('[role="grid"]').getAttribute("aria-rowcount")))
    .toBe(count + 1);
}

/** The user reads the list before Enter. */
const listed = ({ opened }: Run, name: string) =>
  expect(opened.page.locator('[id$="-list"] > [role="option"]').first()).toContainText(name);

export async function enterReturn(run: Run): Promise<void> {
  const { opened, hands } = run;
  const { page } = opened;
  hands.begin("return");
  await hands.press("Alt+2");
  await focused(run, '[data-testid="header-supplierAccountId"]');
  for (const typed of ["Aden", "Cash"]) {
    await hands.type(typed);
    await hands.press("Enter");
  }
  await focused(run, scanInput);
  await expect(page.locator('[data-testid="header-cashOrBankAccountId"] input')).toHaveValue(/Cash drawer/);
  for (let at = 0; at < 24; at += 1) {
    const index = 200 + at;
    await hands.scan(barcodeOf(index, PIECE));
    await rows(run, at + 1);
    if (at % 8 === 0) {
      await hands.scan(barcodeOf(index, PIECE));
      await expect(page.getByTestId(`cell-${at}-quantity`)).toHaveValue("2");
    }
    if (at % 3 === 1) {
      await hands.press("ArrowDown");
      await focused(run, `[data-testid="cell-${at}-quantity"]`);
      await hands.type("12");
      if (at === 13) {
        await hands.press("Alt+D");
        await focused(run, '[data-testid="cell-13-production"]');
        await hands.type("010126");
        await hands.press("Enter");
        await hands.type("311227");
      }
    }
    if (at === 20) {
      await hands.press("ArrowDown");
      await hands.until('[data-testid="cell-20-unit"]', "ArrowLeft");
      await hands.type("B");
    }
  }
  // Scanned codes find their way from any field; what is typed needs the field for it.
  await hands.press("Escape");
  for (const [at, { typed, name }] of TYPED.entries()) {
    await hands.type(typed);
    await listed(run, name);
    await hands.press("Enter");
    await rows(run, 25 + at);
    await hands.press("ArrowDown");
    await focused(run, `[data-testid="cell-${24 + at}-quantity"]`);
    await hands.type("6");
    await hands.press("Enter");
    await focused(run, scanInput);
  }
  await hands.press("Alt+R");
  await focused(run, '[data-testid="reference-0-type"]');
  await hands.type("1");
  await hands.press("Tab");
  await hands.type("INV-204");
  await hands.press("Control+Enter");
  await expect(page.getByTestId("posted-return")).toBeVisible();
  await rows(run, 0);
}

/** Thirty lines of two purchases: price, unit and dates are known, only quantities are typed. */
export async function enterReturnFromPurchases(run: Run): Promise<void> {
  const { opened, hands } = run;
  const { page } = opened;
  const before = await states(run);
  hands.begin("return from purchases");
  await hands.press("Alt+2");
  await focused(run, '[data-testid="header-supplierAccountId"]');
  for (const [purchase, number] of BOUGHT.numbers.entries()) {
    await hands.press("Alt+p");
    await focused(run, '[data-testid="purchase-search"]');
    await hands.type(number.slice(-2));
    await expect(page.getByTestId("purchase-row-0")).toContainText(number);
    await expect(page.getByTestId("purchase-row-1")).toBeHidden();
    await hands.press("Enter");
    await expect(page.getByTestId("bought-row-0")).toBeVisible();
    await hands.press("Alt+Enter");
    await rows(run, (purchase + 1) * BOUGHT.lines);
    for (let line = 0; line < BOUGHT.lines; line += 1) {
      const row = purchase * BOUGHT.lines + line;
      await focused(run, `[data-testid="cell-${row}-quantity"]`);
      await hands.type(line % 3 === 1 ? "12" : "6");
      if (line + 1 < BOUGHT.lines) await hands.press("ArrowDown");
    }
  }
  // The supplier and the currency came with the first purchase.
  await page.locator('[data-testid="header-cashOrBankAccountId"] input').waitFor();
  await hands.press("Control+Enter");
  await focused(run, '[data-testid="header-cashOrBankAccountId"]');
  await hands.type("Cash");
  await hands.press("Enter");
  await hands.press("Control+Enter");
  await entriesBecome(run, before, "confirmed");
}

const GS = "\u001d";

/** Ten lines with dates and quantities, all of it from the GS1 codes on the goods. */
export async function enterGs1Return(run: Run): Promise<void> {
  const { hands } = run;
  const before = await states(run);
  hands.begin("return with GS1 codes");
  await hands.press("Alt+2");
  await focused(run, '[data-testid="header-supplierAccountId"]');
  for (const typed of ["Aden", "Cash"]) {
    await hands.type(typed);
    await hands.press("Enter");
  }
  await focused(run, scanInput);
  for (let at = 0; at < 10; at += 1) {
    const batch = `24${at}`;
    await hands.scan(
      `]d201${barcodeOf(200 + at, PIECE).padStart(14, "0")}11260101${"17271231"}10${batch}${GS}30${12 + at}`,
    );
    await rows(run, at + 1);
  }
  await hands.press("Control+Enter");
  await entriesBecome(run, before, "confirmed");
}

export async function correct(run: Run): Promise<void> {
  const { opened, hands } = run;
  const { page } = opened;
  hands.begin("correct");
  await expect.poll(async () => (await states(run))[0]).toBe("dead_letter");
  const [, ...before] = await states(run);
  // The person goes there once the menu says so.
  await expect(page.locator('nav a[href$="/outbox"]')).toContainText("decision");
  await hands.press("Alt+5");
  await expect(page.getByTestId("entry-correct")).toBeVisible();
  await focused(run, '[role="grid"]');
  await hands.press("Control+E");
  await rows(run, 30);
  await focused(run, '[data-testid="cell-10-product"]');
  await hands.type(correctedProduct.typed);
  await listed(run, correctedProduct.name);
  await hands.press("Enter");
  await expect(page.getByTestId("cell-10-unit")).toBeFocused();
  await hands.press("Control+Enter");
  await entriesBecome(run, before, "confirmed", "discarded");
}

export async function print(run: Run, path: string): Promise<void> {
  const { opened, hands } = run;
  const { page } = opened;
  hands.begin("print");
  await opened.app.evaluate(({ dialog }, filePath) => {
    Reflect.set(dialog, "showSaveDialog", async () => ({ canceled: false, filePath }));
  }, path);
  await hands.press("Control+Shift+P");
  await expect(page.getByText(path)).toBeVisible({ timeout: 30_000 });
}

/** Five lines in Arabic: four scanned, one found by typing its name. */
export async function enterArabicReturn(run: Run): Promise<void> {
  const { hands } = run;
  const before = await states(run);
  hands.begin("return");
  await hands.press("Alt+2");
  await focused(run, '[data-testid="header-supplierAccountId"]');
  for (const typed of ["تجارة 10", "صندوق"]) {
    await hands.type(typed);
    await hands.press("Enter");
  }
  await focused(run, scanInput);
  for (let at = 0; at < 4; at += 1) {
    await hands.scan(barcodeOf(300 + at, PIECE));
    await rows(run, at + 1);
  }
  await hands.type("عسل مأرب 3");
  await listed(run, "عسل مأرب 3");
  await hands.press("Enter");
  await rows(run, 5);
  await hands.press("Control+Enter");
  await entriesBecome(run, before, "confirmed");
}
