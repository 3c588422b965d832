/** The shop as the reference-data files that the app's import reads. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { columnsOf, isPlain, type List, REFERENCE_KINDS } from "../../../contract/lists.ts";
import type { SampleShop } from "./types.ts";

type Cell = string | number | boolean | null;

const cell = (value: Cell): string => {
  const text = value === null ? "" : typeof value === "boolean" ? String(Number(value)) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const csv = (list: List, rows: readonly object[]): string => {
  const names = columnsOf(list).map(({ name }) => name);
  const lines = rows.map((row) => {
    const cells = new Map<string, Cell>(Object.entries(row));
    return names.map((name) => cell(cells.get(name) ?? (name === "deleted" ? false : null))).join(",");
  });
  return `${[names.join(","), ...lines].join("\r\n")}\r\n`;
};

/** The rows of a list's file, by the names of its columns. */
export function rowsOf(shop: SampleShop, list: List): readonly object[] {
  switch (list) {
    case "product":
      return shop.products.flatMap(({ units, ...row }) => units.map((unit) => ({ ...row, ...unit })));
    case "taxVoucher":
      return shop.vouchers;
    case "stock": {
      // Before any answer: what the service says of its stock is newer.
      const of = { currencyId: shop.mainCurrencyId, updatedAt: shop.openedOn };
      return shop.stock.map((row) => ({ ...row, ...of }));
    }
    case "purchase":
      return shop.purchases.flatMap(({ lines, ...head }) => lines.map((line) => ({ ...head, ...line })));
    default:
      return shop.lists[list] ?? [];
  }
}

/** The text of each file, by the list it is imported as; of a list that the shop doesn't have none. */
export const referenceFiles = (shop: SampleShop): Record<string, string> =>
  Object.fromEntries(
    REFERENCE_KINDS.filter((list) => !isPlain(list) || shop.lists[list] !== undefined).map((list) => [
      list,
      csv(list, rowsOf(shop, list)),
    ]),
  );

/**
 * Writes one CSV file (UTF-8) a kind into the folder, which is made where missing, and returns their
 * paths by kind. They hold what the interface has no way to ask for; balances are not among them, because the app
 * learns those from answers only.
 */
export async function writeReferenceFiles(folder: string, shop: SampleShop): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true });
  const paths: Record<string, string> = {};
  for (const [kind, content] of Object.entries(referenceFiles(shop))) {
    const path = join(folder, `${kind}.csv`);
    await writeFile(path, content, "utf8");
    paths[kind] = path;
  }
  return paths;
}
