/** What the tests of printing share: what is entered, where it is saved, and the system's dialog answered. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { pdfText } from "../helpers/pdf.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";

export const LONG =
  "Condensed milk, sweetened, full cream, carton of forty-eight tins of three hundred and ninety grams";

export const line = (
  productId: number,
  price: string,
  quantity: string,
  more: Record<string, unknown> = {},
) => ({
  productId,
  measureUnitId: 1,
  productionAt: null,
  expiryAt: null,
  price,
  quantity,
  freeQuantity: "0",
  receivedQuantity: quantity,
  description: null,
  ...more,
});

export const RETURN = {
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note: "مرتجع — damaged on arrival, 3 cartons",
  lines: [
    line(1001, "0.1", "3"),
    line(1002, "5900.25", "2", { productionAt: "2025-02-01", expiryAt: "2026-12-31", freeQuantity: "1.5" }),
    line(1003, "1234567890123.4567", "1", { description: LONG }),
    line(999_999, "12.5", "4", { description: "كرتون تالف" }),
  ],
  documentReferences: [{ type: 1, reference: "INV-7", description: "فاتورة المورّد" }],
};
/** 0.3 + 11800.5 + 1234567890123.4567 + 50 */
export const TOTAL = { en: "1,234,567,901,974.2567", ar: "1,234,567,901,974.2567" };

interface Made {
  path: string;
  text: string;
}

/** Makes the system's dialog for saving answer with this path; null cancels. */
export const answerDialog = ({ app }: OpenedApp, path: string | null) =>
  app.evaluate(({ dialog }, filePath) => {
    Reflect.set(dialog, "showSaveDialog", async () => ({
      canceled: filePath === null,
      filePath: filePath ?? "",
    }));
  }, path);

export const pathFor = (name: string): string => {
  const folder = test.info().outputPath("prints");
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
};

export async function savePdf(
  opened: OpenedApp,
  name: string,
  channel: string,
  input: object,
): Promise<Made> {
  const path = pathFor(name);
  await answerDialog(opened, path);
  const reply = await opened.call(channel, { ...input, to: "pdf" });
  expect(reply, JSON.stringify(reply)).toMatchObject({ ok: true, value: { outcome: "saved", path } });
  return { path, text: pdfText(path) };
}

/** Practice mode with its service switched off, so that nothing is confirmed. */
export async function practiceOffline({ invoke }: OpenedApp): Promise<void> {
  await invoke("practice.start", {});
  await invoke("practice.setServiceUp", { up: false });
}
