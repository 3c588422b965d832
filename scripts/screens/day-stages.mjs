/** The end of the day: unknown outcomes and a file of the books, and the day's sheet. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerFileDialog } from "../lib/app/answer-file-dialog.mjs";
import { call, entriesOf, line, postReturn, rehearse, until } from "./shop.mjs";
import { sheet } from "./slip-stages.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").App} App
 */

const OTHER = "9b2f0c11-0000-4000-8000-00000000000a";

/** @param {string} path @param {boolean} sure @returns {(page: Page, app: App) => Promise<void>} */
const looked = (path, sure) => async (page, app) => {
  await page.getByTestId("books").click();
  await answerFileDialog(app, path);
  await page.getByTestId("books-choose").click();
  await page
    .locator('[data-testid="books-panel"] [data-match], [data-testid="books-failure"]')
    .first()
    .waitFor();
  if (sure)
    await page.locator('[data-match="recorded"] > fieldset, [data-match="recorded"] > button').click();
};

const DAYS = "/activity/days";

/** A keyring for the pictures: a machine without a desktop has none. @param {App} app @param {boolean} isSafe */
const withKeyring = (app, isSafe) =>
  app.evaluate(({ safeStorage }, safe) => {
    Object.assign(safeStorage, {
      getSelectedStorageBackend: () => (safe ? "gnome_libsecret" : "basic_text"),
      isEncryptionAvailable: () => safe,
      encryptString: (/** @type {string} */ text) => Buffer.from(text),
      decryptString: (/** @type {Buffer} */ bytes) => bytes.toString(),
    });
  }, isSafe);

/** @type {import("./stages.mjs").Stage[]} */
export const DAY_STAGES = [
  {
    words: "unknown outcomes and a file of the books",
    views: async (page, folder) => {
      /** @type {string[]} */
      const serials = [];
      for (const [price, quantity] of /** @type {const} */ ([
        ["450.125", "40"],
        ["5900.25", "1.5"],
        ["62400", "2"],
        ["450", "3"],
      ])) {
        await rehearse(page, "loseAnswer");
        const serialNo = await postReturn(page, { supplier: 1101, lines: [line(1001, price, quantity)] });
        serials.push(serialNo);
        await call(page, "sync.now", {});
        await until(page, "its answer is lost", (all) =>
          all.some((entry) => entry.serialNo === serialNo && entry.state === "outcome_unknown"),
        );
      }
      const today = new Date().toISOString().slice(0, 10);
      const rows = [
        `${OTHER},${today},YER,12,2`,
        `${serials[0]},${today},YER,18005,2`,
        `${serials[1]?.toUpperCase()},${today},YER,8850.375,2`,
        `${serials[2]},${today},YER,124000,2`,
        `${OTHER},${today},YER,much,2`,
      ];
      const books = join(folder, "books of November.csv");
      writeFileSync(books, `serialNo,date,currencyId,amount,status\n${rows.join("\n")}\n`);
      const wrong = join(folder, "products.csv");
      writeFileSync(wrong, "id,name\n1,Rice\n");
      return [
        { screen: "outbox", state: "books", open: looked(books, false) },
        { screen: "outbox", state: "books-sure", open: looked(books, true) },
        { screen: "outbox", state: "books-wrong", open: looked(wrong, false) },
      ];
    },
  },
  {
    words: "the unknown outcomes, decided",
    views: async (page) => {
      for (const { entryId, state } of await entriesOf(page))
        if (state === "outcome_unknown")
          await call(page, "outbox.markRecorded", { entryId, evidence: "Seen in the books" });
      return [{ screen: "activity", state: "days-none", route: DAYS }];
    },
  },
  {
    words: "the sheets of a day",
    views: async (page) => {
      const { today } = await call(page, "daySheets.list", {});
      await call(page, "daySheets.create", { day: today });
      await call(page, "sync.pause", {});
      const twice = await postReturn(page, { supplier: 1102, lines: [line(1002, "5900", "1")] });
      await postReturn(page, {
        supplier: 1103,
        currency: "USD",
        lines: [line(1003, "12.125", "40", "Torn bags")],
      });
      const { entryId } = (await entriesOf(page)).find(({ serialNo }) => serialNo === twice) ?? {
        entryId: "",
      };
      await call(page, "outbox.discard", {
        entryId,
        reason: "Entered twice: the supplier's driver brought the same paper again. أُدخلت مرتين.",
      });
      const { number } = await call(page, "daySheets.create", { day: today });
      await call(page, "sync.resume", {});
      // After so many lost answers the program itself would wait longer than a picture does.
      await call(page, "sync.now", {});
      return [
        { screen: "activity", state: "days", route: DAYS },
        {
          screen: "activity",
          state: "days-replaced",
          route: DAYS,
          open: (shown) => shown.locator('[role="grid"] [role="row"]').last().click(),
        },
        .../** @type {const} */ (["a4", "roll80"]).map((paper) =>
          sheet(`day-${paper}`, (shown) => call(shown, "print.daySheet", { number, paper, to: "pdf" })),
        ),
      ];
    },
  },
  {
    words: "codes on slips, without a keyring",
    views: async (...[, , app]) => {
      await withKeyring(app, false);
      return [{ screen: "settings", state: "slip-codes-none", route: "/settings/slipKey" }];
    },
  },
  {
    words: "codes on slips",
    views: async (page, _, app) => {
      await withKeyring(app, true);
      const [newest] = (await entriesOf(page)).filter(({ kind }) => kind === "purchaseReturn");
      const entryId = newest?.entryId ?? "";
      return [
        { screen: "settings", state: "slip-codes", route: "/settings/slipKey" },
        .../** @type {const} */ (["a4", "roll80"]).map((paper) =>
          sheet(`signed-${paper}`, (shown) => call(shown, "print.slip", { entryId, paper, to: "pdf" })),
        ),
        sheet("key", (shown) => call(shown, "print.slipKey", { to: "pdf" })),
      ];
    },
  },
];
