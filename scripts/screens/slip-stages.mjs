/** What comes out on paper: each state of a slip and the checklist, as the program's own print page draws them. */
import { call, entriesOf, entryOf, LONG, line, postReturn, rehearse, until } from "./shop.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stages.mjs").App} App
 * @typedef {import("./stages.mjs").View} View
 * @typedef {(page: Page) => Promise<unknown>} Print
 */

/**
 * Takes the picture while the system's dialog for the file would be open: the sheets are drawn then, and nothing is kept.
 * @param {App} app @param {Page} page @param {Print} print @param {string} path
 */
async function takeSheets(app, page, print, path) {
  await app.evaluate(({ BrowserWindow, dialog }) => {
    const asked = new Promise((drawn) => {
      dialog.showSaveDialog = () =>
        new Promise((answer) => {
          // A hidden window draws no frames.
          for (const window of BrowserWindow.getAllWindows()) window.showInactive();
          Reflect.set(globalThis, "cancelSaving", () => answer({ canceled: true, filePath: "" }));
          drawn(undefined);
        });
    });
    Reflect.set(globalThis, "savingAsked", asked);
  });
  const [sheets, printed] = [app.waitForEvent("window"), print(page)];
  const paper = await sheets;
  await Promise.race([app.evaluate(() => Reflect.get(globalThis, "savingAsked")), printed]);
  // Before it is measured: a scroll bar at the left would shift an Arabic sheet out of its picture.
  await paper.evaluate(() => document.documentElement.style.setProperty("scrollbar-width", "none"));
  await paper.locator("#paper > *").first().screenshot({ path });
  await app.evaluate(() => Reflect.get(globalThis, "cancelSaving")());
  await printed;
}

/** @param {string} state @param {Print} print @returns {View} */
export const sheet = (state, print) => ({
  screen: "slips",
  state,
  take: (page, app, path) => takeSheets(app, page, print, path),
});

/** A slip on both papers. @param {string} state @param {string} entryId @returns {View[]} */
const slips = (state, entryId) =>
  /** @type {const} */ (["a4", "roll80"]).map((paper) =>
    sheet(`${state}-${paper}`, (page) => call(page, "print.slip", { entryId, paper, to: "pdf" })),
  );

/**
 * Has a return end as wanted, and answers with its entry.
 * @param {Page} page @param {"lost" | "refused"} how @param {Parameters<typeof postReturn>[1]} what
 */
export async function postToEnd(page, how, what = { supplier: 1101, lines: LINES }) {
  await rehearse(page, how === "lost" ? "loseAnswer" : "refuse");
  return postUntil(page, how === "lost" ? "outcome_unknown" : "dead_letter", what);
}

/**
 * Posts a return, waits for its state and answers with its entry.
 * @param {Page} page @param {import("./shop.mjs").EntrySummary["state"]} state @param {Parameters<typeof postReturn>[1]} what
 */
async function postUntil(page, state, what) {
  const entryId = await entryOf(page, await postReturn(page, what));
  // After refusals in the same words the queue pauses.
  await call(page, "sync.now", {});
  await until(page, `a return is ${state}`, (all) =>
    all.some((entry) => entry.entryId === entryId && entry.state === state),
  );
  return entryId;
}

const LINES = [
  { ...line(1001, "62400", "2"), measureUnitId: 2 },
  { ...line(1002, "5900.25", "1.5"), productionAt: "2026-02-01", expiryAt: "2027-12-31" },
  line(1003, "450.125", "40", "Torn bags"),
];

/** @type {import("./stages.mjs").Stage[]} */
export const SLIP_STAGES = [
  {
    words: "slips",
    views: async (page) => {
      const listed = await entriesOf(page);
      /** @param {import("./shop.mjs").EntrySummary["kind"]} kind @param {import("./shop.mjs").EntrySummary["state"]} state */
      const newest = (kind, state) =>
        listed.find((entry) => entry.kind === kind && entry.state === state)?.entryId ?? "";
      await call(page, "settings.set", { shopName: "Al-Noor Stores / متاجر النور" });
      const recorded = await postToEnd(page, "lost");
      await call(page, "outbox.markRecorded", { entryId: recorded, evidence: "Transaction 9 in the books" });
      // Refused in the same words as the one before, with nothing taken in between, it would be the service's trouble.
      await postUntil(page, "confirmed", { supplier: 1101, lines: LINES });
      const discarded = await postToEnd(page, "refused");
      await call(page, "outbox.discard", { entryId: discarded, reason: "The supplier took it back" });
      return [
        ...slips("unknown", newest("purchaseReturn", "outcome_unknown")),
        ...slips("refused", newest("purchaseReturn", "dead_letter")),
        ...slips("confirmed", newest("purchaseReturn", "confirmed")),
        ...slips("by-hand", recorded),
        ...slips("discarded", discarded),
        ...slips("voucher", newest("taxVoucher", "confirmed")),
        ...slips("long", listed.find(({ subject }) => subject === LONG.name)?.entryId ?? ""),
        sheet("checklist", (shown) => call(shown, "print.checklist", { to: "pdf" })),
      ];
    },
  },
  {
    words: "slips, not sent yet",
    views: async (page) => {
      await call(page, "sync.pause", {});
      const serialNo = await postReturn(page, { supplier: 1101, note: "Two boxes too many", lines: LINES });
      return slips("waiting", await entryOf(page, serialNo));
    },
  },
  {
    words: "slips, and the sending again",
    views: async (page) => {
      await call(page, "sync.resume", {});
      // Else it would meet the next stage's fault in the place of that stage's own return.
      await until(page, "what waited is confirmed", ([newest]) => newest?.state === "confirmed");
      return [];
    },
  },
];
