/** What comes out on paper: made as PDF by the real Electron, read back as text and looked at as a picture. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { parseChannelOutput } from "../../contract/channels.ts";
import { referenceFiles } from "../../main/practice/shop/reference-files.ts";
import { SAMPLE_SHOP } from "../../main/practice/shop/sample-shop.ts";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import {
  darkShare,
  holdsWords,
  pdfFonts,
  pdfPages,
  pdfPageText,
  pdfText,
  plainText,
} from "../helpers/pdf.ts";
import { startPracticeService } from "../helpers/practice/service.ts";
import {
  answerDialog,
  LONG,
  line,
  pathFor,
  practiceOffline,
  RETURN,
  savePdf,
  TOTAL,
} from "./printing-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

/** Practice with its service switched off: nothing of what is entered is confirmed. */
const offline = practiceShop(practiceOffline);

/** The printers that the system has from now on. */
const printersAre = ({ app }: OpenedApp, names: string[]) =>
  app.evaluate(({ BrowserWindow }, given) => {
    const printers = given.map((name) => ({ name, displayName: name }));
    for (const { webContents } of BrowserWindow.getAllWindows())
      Reflect.set(webContents, "getPrintersAsync", async () => printers);
  }, names);

test("a slip says what was entered, in both languages and on both papers", async () => {
  const opened = await offline({ callsOnly: true });
  const { entryId, serialNo } = await opened.invoke("purchaseReturn.post", RETURN);
  const words = {
    en: { notYet: "Not yet confirmed", practice: "PRACTICE", title: "Purchase return" },
    ar: { notYet: "غير مؤكد بعد", practice: "تدريب", title: "مرتجع مشتريات" },
  };
  for (const language of ["en", "ar"] as const) {
    await opened.call("settings.set", { language, digits: "latin", shopName: "Al-Noor Stores" });
    for (const paper of ["a4", "roll80"] as const) {
      const { path, text } = await savePdf(opened, `slip-${language}-${paper}.pdf`, "print.slip", {
        entryId,
        paper,
      });
      const pages = pdfPages(path);
      expect(pages).toHaveLength(1);
      expect(text.replaceAll(" ", "")).toContain(serialNo);
      expect(text).toContain(TOTAL[language]);
      expect(text.indexOf("Al-Noor Stores")).toBeGreaterThanOrEqual(0);
      expect(text.indexOf("Al-Noor Stores")).toBeLessThan(text.indexOf(serialNo.slice(0, 8)));
      for (const said of Object.values(words[language]))
        expect(holdsWords(text, said), `${language} ${paper}: ${said}`).toBe(true);
      expect(text).toContain("5,900.25");
      expect(text).toContain("INV-7");
      const dark = darkShare(path);
      expect(dark).toBeGreaterThan(0.01);
      expect(dark).toBeLessThan(0.35);
      expect(pages[0]?.width).toBeCloseTo(paper === "a4" ? 210 : 80, 0);
      if (paper === "a4") expect(pages[0]?.height).toBeCloseTo(297, 0);
      else {
        expect(pages[0]?.height).toBeGreaterThan(90);
        expect(pages[0]?.height).toBeLessThan(340);
      }
      const fonts = pdfFonts(path);
      // A variable font is embedded glyph by glyph and has no name there; no font of the system may stand in for it.
      expect(fonts).toContain("IBMPlexSansArabic");
      expect(fonts).not.toMatch(/DejaVu|Liberation|Noto|Arial|Helvetica/);
    }
  }
});

test("a voucher's slip holds the amount that is asked for, and its digits as the person reads them", async () => {
  const opened = await offline({ callsOnly: true });
  const voucher = SAMPLE_SHOP.vouchers[0]?.serialNo ?? "";
  const { entryId } = await opened.invoke("taxVoucher.update", {
    serialNo: voucher,
    currencyId: "OMR",
    amount: "81.235",
    note: "رسوم البلدية — corrected",
    status: 1,
    documentReferences: [{ type: 2, reference: "Receipt 14" }],
  });
  await opened.call("settings.set", { language: "ar", digits: "arabic", statusMeanings: { 1: "معتمد" } });
  for (const paper of ["a4", "roll80"] as const) {
    const { text, path } = await savePdf(opened, `voucher-ar-${paper}.pdf`, "print.slip", { entryId, paper });
    expect(text.replaceAll(" ", "")).toContain(voucher);
    expect(text).toContain("٨١٫٢٣٥");
    expect(holdsWords(text, "غير مؤكد بعد")).toBe(true);
    expect(darkShare(path)).toBeGreaterThan(0.01);
  }
  await opened.call("settings.set", { language: "en", digits: "auto" });
  const { text } = await savePdf(opened, "voucher-en-a4.pdf", "print.slip", { entryId, paper: "a4" });
  expect(text).toContain("81.235");
  expect(text).toContain("Not yet confirmed");
  expect(text).toContain("معتمد");
});

test("a hundred lines go over pages, each with the table's head, its number and the warning", async () => {
  const opened = await offline({ callsOnly: true });
  const lines = Array.from({ length: 100 }, (_, index) =>
    line(1001 + (index % 20), `${index + 1}.25`, "2", index % 7 === 0 ? { description: LONG } : {}),
  );
  const { entryId, serialNo } = await opened.invoke("purchaseReturn.post", { ...RETURN, lines });
  for (const language of ["en", "ar"] as const) {
    await opened.call("settings.set", { language, digits: "latin" });
    const { path } = await savePdf(opened, `long-${language}-a4.pdf`, "print.slip", { entryId, paper: "a4" });
    const pages = pdfPages(path);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index] of pages.entries()) {
      const text = pdfPageText(path, index + 1);
      // The first page has it short, as people read it out.
      expect(text.replaceAll(" ", "")).toContain(index === 0 ? serialNo.slice(0, 8) : serialNo);
      expect(holdsWords(text, language === "en" ? "Not yet confirmed" : "غير مؤكد بعد")).toBe(true);
      if (language === "en") expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      if (index < pages.length - 1) expect(text).toContain(language === "en" ? "Quantity" : "الكمية");
    }
    const all = pdfText(path);
    // 2 × (1.25 + … + 100.25)
    expect(all).toContain("10,150.00");
  }
  const roll = await savePdf(opened, "long-ar-roll80.pdf", "print.slip", { entryId, paper: "roll80" });
  expect(pdfPages(roll.path)).toHaveLength(1);
  expect(pdfPages(roll.path)[0]?.height).toBeGreaterThan(700);
  expect(roll.text).toContain("10,150.00");
});

test("a slip that the service answered says so, with the service's amount", async () => {
  const opened = await offline({ callsOnly: true });
  expect(await opened.call("practice.setServiceUp", { up: true })).toMatchObject({ ok: true });
  const { entryId } = await opened.invoke("purchaseReturn.post", {
    ...RETURN,
    lines: [line(1001, "5900", "2")],
  });
  // Else what the outage left would wait for its next try.
  expect(await opened.call("sync.now", {})).toMatchObject({ ok: true });
  await expect.poll(async () => (await opened.invoke("outbox.get", { entryId })).state).toBe("confirmed");
  const { text } = await savePdf(opened, "confirmed-en-a4.pdf", "print.slip", { entryId, paper: "a4" });
  expect(text).toContain("Confirmed by the central system");
  expect(text).toContain("Amount from the central system");
  expect(text).not.toContain("Not yet confirmed");
  expect(text.match(/11,800\.00 YER/g)).toHaveLength(2);
  expect(await opened.call("practice.setServiceUp", { up: false })).toMatchObject({ ok: true });
});

test("what goes wrong is an answer in its own name, and the entry is not touched", async () => {
  const opened = await offline({ callsOnly: true });
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  const outcome = async (channel: string, input: unknown) => {
    const reply = await opened.call(channel, input);
    return reply.ok ? parseChannelOutput("print.slip", reply.value).outcome : reply.error.code;
  };
  await answerDialog(opened, null);
  expect(await outcome("print.slip", { entryId, to: "pdf" })).toBe("cancelled");
  await answerDialog(opened, join("/", "no", "such", "folder", "slip.pdf"));
  expect(await outcome("print.slip", { entryId, to: "pdf" })).toBe("not_written");
  await printersAre(opened, []);
  expect(await outcome("print.slip", { entryId, to: "printer" })).toBe("no_printer");
  await printersAre(opened, ["till"]);
  await opened.call("settings.set", { printerName: "other" });
  expect(await outcome("print.slip", { entryId, to: "printer" })).toBe("printer_gone");
  expect(await outcome("print.slip", { entryId: crypto.randomUUID(), to: "pdf" })).toBe("not_found");
  expect(await opened.call("outbox.get", { entryId })).toMatchObject({ ok: true, value: { entryId } });
  // Every hidden page is gone again.
  await expect
    .poll(() => opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
    .toBe(1);
});

test("a chosen printer prints at once, after the page was drawn; no printer chosen asks", async () => {
  const opened = await offline({ callsOnly: true });
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  await opened.app.evaluate(({ app, BrowserWindow }) => {
    const asked: unknown[] = [];
    Reflect.set(globalThis, "askedPrints", asked);
    const prepare = (contents: Electron.WebContents) => {
      Reflect.set(contents, "getPrintersAsync", async () => [{ name: "till", displayName: "Till" }]);
      Reflect.set(contents, "print", async (options: unknown, done: (ok: boolean, why: string) => void) => {
        const words: unknown = await contents.executeJavaScript("document.body.textContent");
        asked.push({ options, words });
        done(true, "");
      });
    };
    for (const window of BrowserWindow.getAllWindows()) prepare(window.webContents);
    const prepareNew = (_: unknown, contents: Electron.WebContents) => prepare(contents);
    app.on("web-contents-created", prepareNew);
    Reflect.set(globalThis, "printAsBefore", () => app.off("web-contents-created", prepareNew));
  });
  const printed = { ok: true, value: { outcome: "printed", pages: 1 } };
  await opened.call("settings.set", { printerName: "till", printCopies: 2 });
  expect(await opened.call("print.slip", { entryId, to: "printer", paper: "roll80" })).toMatchObject(printed);
  await opened.call("settings.set", { printerName: null });
  expect(await opened.call("print.slip", { entryId, to: "printer" })).toMatchObject(printed);
  const asked: unknown = await opened.app.evaluate(() => Reflect.get(globalThis, "askedPrints"));
  expect(asked).toMatchObject([
    { options: { silent: true, deviceName: "till", copies: 2, pageSize: { width: 80_000 } } },
    { options: { silent: false, pageSize: { width: 210_000, height: 297_000 } } },
  ]);
  expect(JSON.stringify(asked)).toContain("Not yet confirmed");
  // The page itself prints nothing, and each test says which printers there are.
  await opened.app.evaluate(() => Reflect.apply(Reflect.get(globalThis, "printAsBefore"), null, []));
});

test("the buttons say how it ended, in words with a remedy", async () => {
  const opened = await offline();
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  const { page } = opened;
  await page.evaluate((id) => {
    window.location.hash = `#/outbox/${id}`;
  }, entryId);
  const path = pathFor("by-button.pdf");
  await answerDialog(opened, path);
  await page.getByTestId("print-other").click();
  await page.getByTestId("save-roll80").click();
  await expect(page.getByText("Saved:")).toBeVisible();
  expect(pdfPages(path)[0]?.width).toBeCloseTo(80, 0);
  await printersAre(opened, []);
  await page.keyboard.press("Control+p");
  await expect(page.getByText("No printer is set up on this computer", { exact: false })).toBeVisible();
  await expect(page.getByText("The entry itself isn't affected.")).toBeVisible();
  await expect(page.getByTestId("checklist")).toBeDisabled();
  await page.evaluate(() => {
    window.location.hash = "#/settings/printer";
  });
  await page.getByText("80 mm roll", { exact: true }).click();
  await expect.poll(async () => (await opened.invoke("settings.get", {})).printPaper).toBe("roll80");
});

test("the print page may call two channels, and the program's page may not call those", async () => {
  const opened = await offline();
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  expect(await opened.call("print.openSaved", { path: "/etc/hostname", how: "open" })).toMatchObject({
    error: { code: "file_not_chosen" },
  });
  expect(await opened.call("print.content", { jobId: crypto.randomUUID() })).toMatchObject({
    error: { code: "forbidden_sender" },
  });
  expect(
    await opened.call("print.drawn", { jobId: crypto.randomUUID(), result: "problem", words: "x" }),
  ).toMatchObject({
    error: { code: "forbidden_sender" },
  });
  const path = pathFor("held.pdf");
  // While the system's dialog is open the page is there, drawn: what can it reach?
  await opened.app.evaluate(({ dialog, BrowserWindow }, filePath) => {
    Reflect.set(dialog, "showSaveDialog", async () => {
      const hidden = BrowserWindow.getAllWindows().find((window) => !window.isVisible());
      const tries = ["outbox.list", "settings.get", "connection.get", "print.slip"].map(
        (channel) =>
          `window.counterside.invoke(${JSON.stringify(channel)}, {}).then((reply) => reply.ok ? "ok" : reply.error.code)`,
      );
      const seen: unknown = await hidden?.webContents.executeJavaScript(
        `Promise.all([${tries.join(",")}, typeof process, typeof require, location.href])`,
      );
      Reflect.set(globalThis, "printPageReached", seen);
      return { canceled: false, filePath };
    });
  }, path);
  await opened.call("print.slip", { entryId, to: "pdf" });
  expect(existsSync(path)).toBe(true);
  const reached: unknown = await opened.app.evaluate(() => Reflect.get(globalThis, "printPageReached"));
  expect(reached).toEqual([
    ...Array(4).fill("forbidden_sender"),
    "undefined",
    "undefined",
    expect.stringMatching(/^app:\/\/counterside\/print\/index\.html#[0-9a-f-]{36}$/),
  ]);
  expect(plainText(String(pdfText(path)))).toContain("Not yet confirmed");
});

test("the checklist lists every unknown outcome, on paper and as a table no spreadsheet runs", async ({
  profile,
}) => {
  const service = await startPracticeService({ folder: ":memory:", port: 0 });
  try {
    // The last of this file: its connection ends practice.
    const opened = await offline();
    await opened.call("connection.save", {
      serviceUrl: service.url,
      tenantId: service.tenantId,
      userId: service.userId,
      token: service.token,
      remember: false,
    });
    const files = referenceFiles(SAMPLE_SHOP);
    for (const kind of ["currency", "account"]) {
      const path = join(profile, `${kind}.csv`);
      writeFileSync(path, files[kind] ?? "");
      await answerFileDialog(opened.app, path);
      await opened.call("file.choose", { purpose: "referenceData" });
      await opened.call("referenceData.import", { kind, path });
    }
    service.setFaults(() => ({ type: "drop", when: "after_commit" }));
    const first = await opened.invoke("purchaseReturn.post", RETURN);
    const second = await opened.invoke("purchaseReturn.post", {
      ...RETURN,
      supplierAccountId: 1103,
      note: "=cmd|' /C calc'!A0",
      lines: [line(1001, "81.235", "1")],
    });
    await expect.poll(async () => (await opened.invoke("sync.status", {})).counts.outcome_unknown).toBe(2);
    for (const language of ["en", "ar"] as const) {
      await opened.call("settings.set", { language, digits: "latin" });
      const { text, path } = await savePdf(opened, `checklist-${language}.pdf`, "print.checklist", {});
      for (const { serialNo } of [first, second]) expect(text.replaceAll(" ", "")).toContain(serialNo);
      expect(text).toContain(TOTAL[language]);
      expect(text).toContain("81.235");
      expect(
        holdsWords(
          text,
          language === "en" ? "Checklist of unknown outcomes" : "قائمة التحقق من النتائج غير المعروفة",
        ),
      ).toBe(true);
      expect(text).not.toContain("PRACTICE");
      expect(darkShare(path)).toBeGreaterThan(0.01);
    }
    const csv = pathFor("checklist.csv");
    await answerDialog(opened, csv);
    expect(await opened.call("print.checklist", { to: "csv" })).toMatchObject({
      ok: true,
      value: { outcome: "saved", path: csv },
    });
    const bytes = readFileSync(csv);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString("utf8");
    expect(text).toContain(`"'=cmd|' /C calc'!A0"`);
    expect(text).toContain('"1234567901974.2567"');
    expect(text).not.toMatch(/(?:^|,)"[=+\-@\t\r]/m);
    expect(text.trimEnd().split("\r\n")).toHaveLength(3);
  } finally {
    await service.close();
  }
});
