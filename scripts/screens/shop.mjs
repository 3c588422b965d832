/** The practice shop in the states that pictures are taken of: everything through the app's own channels. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { answerFileDialog } from "../lib/app/answer-file-dialog.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("@playwright/test").ElectronApplication} App
 * @typedef {import("../../contract/channels.ts").ChannelName} ChannelName
 * @typedef {import("../../contract/channels/practice.ts").PracticeTrouble} PracticeTrouble
 * @typedef {import("../../contract/channels/posting.ts").EntrySummary} EntrySummary
 */

const PATIENCE_MS = 30_000;

/**
 * Calls a channel as the screens do; throws the error's words.
 * @template {ChannelName} Name
 * @param {Page} page
 * @param {Name} channel
 * @param {import("../../contract/channels.ts").ChannelInput<Name>} input
 * @returns {Promise<import("../../contract/channels.ts").ChannelOutput<Name>>}
 */
export function call(page, channel, input) {
  return page.evaluate(
    async ([name, given]) => {
      const reply = await Reflect.apply(window.counterside.invoke, null, [name, given]);
      if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
      return reply.value;
    },
    // Not by its own type: all inputs together are more than the compiler spells out.
    /** @type {readonly [string, unknown]} */ ([channel, input]),
  );
}

/** Has the central system make trouble for the next entry. @param {Page} page @param {PracticeTrouble} trouble */
export const rehearse = (page, trouble) => call(page, "practice.rehearse", { trouble });

/**
 * Listens in place of the practice service, at its address, until the returned function is called; that one answers what
 * waits, and has the service listen again.
 * @param {Page} page @param {"unavailable" | "late"} answer at once with 503, or not before the end
 */
export async function listenInPlace(page, answer) {
  const { serviceUrl } = await call(page, "practice.status", {});
  if (serviceUrl === null) throw new Error("the practice service does not run");
  await call(page, "practice.setServiceUp", { up: false });
  /** @type {import("node:http").ServerResponse[]} */
  const waiting = [];
  /** @param {import("node:http").ServerResponse} outgoing */
  const refuse = (outgoing) => outgoing.writeHead(503, { "retry-after": "1" }).end();
  const server = createServer((_, outgoing) => {
    if (answer === "late") waiting.push(outgoing);
    else refuse(outgoing);
  });
  await new Promise((listens) =>
    server.listen(Number(new URL(serviceUrl).port), "127.0.0.1", () => listens(null)),
  );
  return async () => {
    for (const outgoing of waiting) refuse(outgoing);
    const closed = new Promise((ends) => server.close(ends));
    server.closeIdleConnections();
    await closed;
    await call(page, "practice.setServiceUp", { up: true });
  };
}

/** @param {number} productId @param {string} price @param {string} quantity */
export const line = (productId, price, quantity, description = /** @type {string | null} */ (null)) => ({
  productId,
  measureUnitId: 1,
  price,
  quantity,
  receivedQuantity: quantity,
  description,
});

/**
 * @param {Page} page
 * @param {{ supplier: number, currency?: string, note?: string, lines: ReturnType<typeof line>[] }} what
 */
export async function postReturn(page, { supplier, currency = "YER", note = "", lines }) {
  const posted = await call(page, "purchaseReturn.post", {
    currencyId: currency,
    storeId: 1,
    supplierAccountId: supplier,
    cashOrBankAccountId: 2001,
    note,
    lines,
    documentReferences: [{ type: 1, reference: "INV-2071" }],
  });
  return posted.serialNo;
}

/**
 * @typedef {ReturnType<typeof line> & {
 *   purchaseLine?: { documentNo: string, supplierAccountId: string, row: string } }} DraftLine
 */

/**
 * Keeps a return as one that is being typed, and opens the program's page anew, which brings it up first.
 * @param {Page} page
 * @param {{ supplier: number, lines: DraftLine[] }} what
 */
export async function keepDraft(page, { supplier, lines }) {
  const draftId = crypto.randomUUID();
  const content = {
    version: 1,
    supplierAccountId: `${supplier}`,
    cashOrBankAccountId: "2001",
    storeId: "1",
    currencyId: "YER",
    note: "",
    references: [],
    corrects: null,
    lines: lines.map(({ productId, price, quantity, receivedQuantity, description, purchaseLine }, at) => ({
      purchaseLine,
      lineId: `line-${at}`,
      productId: `${productId}`,
      measureUnitId: "1",
      price,
      priceTyped: true,
      productionAt: "2025-02-01",
      expiryAt: "2027-12-31",
      scanned: false,
      quantity,
      receivedQuantity,
      freeQuantity: purchaseLine === undefined ? "0" : "",
      description: description ?? "",
    })),
  };
  await call(page, "draft.save", { draftId, kind: "purchaseReturn", content: JSON.stringify(content) });
  await page.reload();
  await page.locator("main h1").first().waitFor();
}

/** @param {Page} page @param {string} serialNo @param {string} amount */
export async function postVoucher(page, serialNo, amount) {
  await call(page, "taxVoucher.update", {
    serialNo,
    currencyId: "YER",
    amount,
    note: "Municipality licence fee, corrected after the receipt came",
    status: 1,
    documentReferences: [{ type: 2, reference: "Receipt 14" }],
  });
}

/** @param {Page} page @returns {Promise<EntrySummary[]>} newest first */
export const entriesOf = async (page) => (await call(page, "outbox.list", { limit: 100 })).entries;

/** The entry of a serial number. @param {Page} page @param {string} serialNo */
export async function entryOf(page, serialNo) {
  const entry = (await entriesOf(page)).find((one) => one.serialNo === serialNo);
  if (entry === undefined) throw new Error(`no entry has the serial number ${serialNo}`);
  return entry.entryId;
}

/** @param {Page} page @param {string} what @param {(entries: EntrySummary[]) => boolean} isSo */
export async function until(page, what, isSo) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const entries = await entriesOf(page);
    if (isSo(entries)) return;
    if (Date.now() > end)
      throw new Error(
        `waited ${PATIENCE_MS / 1000} s in vain until ${what}; the states: ${entries.map(({ state }) => state).join(", ")}`,
      );
    await page.waitForTimeout(150);
  }
}

/**
 * Reads a file of rows into the reference data, as the import does.
 * @param {App} app @param {Page} page @param {string} folder
 * @param {"product" | "account" | "stock"} kind @param {string} header @param {string[]} rows
 */
export async function importRows(app, page, folder, kind, header, rows) {
  const path = join(folder, `${kind}-${rows.length}.csv`);
  writeFileSync(path, `${[header, ...rows].join("\r\n")}\r\n`);
  await answerFileDialog(app, path);
  await call(page, "file.choose", { purpose: "referenceData" });
  await call(page, "referenceData.import", { kind, path });
}

export const LONG = {
  account: 1990,
  product: 9990,
  name: "Hadramout and Al-Mahra United Company for the Import, Storage and Distribution of Foodstuffs and Household Goods Limited / شركة حضرموت والمهرة المتحدة لاستيراد وتخزين وتوزيع المواد الغذائية والأدوات المنزلية المحدودة",
  goods:
    "Basmati rice, extra long grain, aged two years, Punjab harvest, woven bag with inner liner, 40 kg / أرز بسمتي طويل الحبة جداً معتّق سنتين كيس منسوج ٤٠ كيلو",
};

/** @param {App} app @param {Page} page @param {string} folder */
export async function importLongNames(app, page, folder) {
  await importRows(app, page, folder, "account", "id,name,type,deleted", [
    `${LONG.account},"${LONG.name}",supplier,0`,
  ]);
  await importRows(app, page, folder, "product", "id,name,barcode,measureUnitId,price,costPrice,deleted", [
    `${LONG.product},"${LONG.goods}",29000001990000001234,1,123456789012.123456,98765432101.654321,0`,
  ]);
}

/** @param {App} app @param {Page} page @param {string} folder @param {number} count */
export async function importManyProducts(app, page, folder, count) {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `${100_000 + index},"Shelf item ${String(index + 1).padStart(5, "0")} / صنف",${6_280_000_000_000 + index},1,${(index % 997) + 0.25},${(index % 797) + 0.5},0`,
  );
  await importRows(
    app,
    page,
    folder,
    "product",
    "id,name,barcode,measureUnitId,price,costPrice,deleted",
    rows,
  );
}
