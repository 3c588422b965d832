/** The end of the day in the window: unknown outcomes and a file of the books, the day's sheet, and a signed slip. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { decodeQR } from "qr/decode.js";
import { readSlipCode } from "../../contract/slip-code.ts";
import { judgeSlip } from "../../renderer/check/verify.ts";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { goTo } from "../../scripts/tour/steps.mjs";
import { holdsWords, pagePicture, pdfText } from "../helpers/pdf.ts";
import { answerDialog, line, pathFor, practiceOffline, savePdf } from "./printing-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { sharedApp } from "./shell/shared-app.ts";

const RETURN = {
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note: "",
  lines: [line(1001, "450.5", "3")],
};

/** With a keyring in place of the desktop's, which a machine of tests lacks. */
const shop = sharedApp(async ({ app, invoke }) => {
  await app.evaluate(({ safeStorage }) => {
    Object.assign(safeStorage, {
      getSelectedStorageBackend: () => "gnome_libsecret",
      isEncryptionAvailable: () => true,
      encryptString: (text: string) => Buffer.from(`sealed ${text}`),
      decryptString: (bytes: Buffer) => bytes.toString().slice("sealed ".length),
    });
  });
  await invoke("practice.start", {});
});

const stateOf = async ({ invoke }: OpenedApp, entryId: string) =>
  (await invoke("outbox.get", { entryId })).state;

test("an entry whose answer was lost is confirmed by a file of the books, after two presses", async () => {
  const opened = await shop();
  const { page, app, call } = opened;
  expect(await call("practice.rehearse", { trouble: "loseAnswer" })).toMatchObject({ ok: true });
  const { entryId, serialNo } = await opened.invoke("purchaseReturn.post", RETURN);
  await expect.poll(() => stateOf(opened, entryId), { timeout: 30_000 }).toBe("outcome_unknown");
  const path = pathFor("books.csv");
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(path, `serialNo,date,currencyId,amount,status\n${serialNo},${day},YER,1351.50,2\n`);
  await answerFileDialog(app, path);
  await goTo(page, "/outbox");
  await page.getByTestId("books").click();
  await page.getByTestId("books-choose").click();
  const item = page.getByTestId("books-item");
  await expect(item).toContainText("1,351.50");
  await item.getByRole("button", { name: "Confirm it's in the books" }).click();
  expect(await stateOf(opened, entryId)).toBe("outcome_unknown");
  await item.getByRole("button", { name: "Confirm. This can't be undone" }).click();
  await expect(page.getByText("1 entry is confirmed by staff now.")).toBeVisible();
  const { state, resolution } = await opened.invoke("outbox.get", { entryId });
  expect(state).toBe("confirmed");
  expect(resolution?.words).toMatch(/books\.csv.*SHA-256 .?[0-9a-f]{64}.*row .?2/);
});

test("the day's sheet is saved, shown, printed with a line to sign, and in the activity", async () => {
  const opened = await shop();
  const { page } = opened;
  await opened.invoke("practice.startOver", {});
  await practiceOffline(opened);
  await opened.invoke("purchaseReturn.post", RETURN);
  await goTo(page, "/activity/days");
  await page.keyboard.press("Control+Enter");
  const sheet = page.getByTestId("day-sheet");
  await expect(sheet).toContainText(/Day sheet .1. of/);
  await expect(sheet).toContainText("1,351.50");
  await expect(page.getByText("The day sheets are not intact")).toBeHidden();
  const path = pathFor("day.pdf");
  await answerDialog(opened, path);
  await sheet.getByTestId("save-day-sheet").click();
  await expect(sheet.getByRole("status").getByText("day.pdf")).toBeVisible();
  const text = pdfText(path);
  for (const words of ["Day sheet 1", "1,351.50", "Not sent yet", "Counted and signed"])
    expect(holdsWords(text, words), words).toBe(true);
  await goTo(page, "/activity");
  await expect(page.getByText("Day sheet saved")).toBeVisible();
});

test("a slip's printed code is signed by the key that Settings shows, and the saved page has that key", async () => {
  const opened = await shop();
  const { page } = opened;
  await practiceOffline(opened);
  const { entryId, serialNo } = await opened.invoke("purchaseReturn.post", RETURN);
  await goTo(page, "/settings/slipKey");
  const key = await page.getByText(/^CSK1\|/).textContent();
  const publicKey = key?.split("|")[1] ?? "";
  for (const paper of ["a4", "roll80"] as const) {
    const { path } = await savePdf(opened, `signed-${paper}.pdf`, "print.slip", { entryId, paper });
    const code = decodeQR(pagePicture(path, 203));
    expect(readSlipCode(code)).toMatchObject({
      serialNo,
      amount: "1351.5",
      state: "waiting",
      practice: true,
    });
    expect(await judgeSlip(code, [publicKey])).toMatchObject({ kind: "signed" });
  }
  const saved = pathFor("check-slips.html");
  await answerDialog(opened, saved);
  await page.getByTestId("save-check-page").click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(readFileSync(saved, "utf8")).toContain(`content="CSK1|${publicKey}"`);
});
