/** The shop as the reference-data files that the app's import reads. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Shop } from "./types.ts";

type Cell = string | number | boolean | null;

const cell = (value: Cell): string => {
  const text = value === null ? "" : typeof value === "boolean" ? String(Number(value)) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const csv = (header: string, rows: Cell[][]): string =>
  `${[header, ...rows.map((row) => row.map(cell).join(","))].join("\r\n")}\r\n`;

/** The text of each file, by the kind it is imported as. */
export function referenceFiles(shop: Shop): Record<string, string> {
  return {
    currency: csv(
      "id,name,digits",
      shop.currencies.map((row) => [row.id, row.name, row.digits]),
    ),
    store: csv(
      "id,name",
      shop.stores.map((row) => [row.id, row.name]),
    ),
    measureUnit: csv(
      "id,name,baseUnitId,factor,deleted",
      shop.measureUnits.map((row) => [row.id, row.name, row.baseUnitId, row.factor, row.deleted]),
    ),
    account: csv(
      "id,name,type,deleted",
      shop.accounts.map((row) => [row.id, row.name, row.type, row.deleted]),
    ),
    product: csv(
      "id,name,barcode,measureUnitId,price,costPrice,deleted",
      shop.products.flatMap((row) =>
        row.units.map((unit) => [
          row.id,
          row.name,
          unit.barcode,
          unit.measureUnitId,
          unit.price,
          unit.costPrice,
          row.deleted,
        ]),
      ),
    ),
    exchangeRate: csv(
      "fromCurrencyId,toCurrencyId,rate,deleted",
      shop.exchangeRates.map((row) => [row.fromCurrencyId, row.toCurrencyId, row.rate, row.deleted]),
    ),
    permission: csv(
      "id,name,deleted",
      shop.permissions.map((row) => [row.id, row.name, row.deleted]),
    ),
    taxVoucher: csv(
      "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt",
      shop.vouchers.map((row) => [
        row.serialNo,
        row.currencyId,
        row.amount,
        row.note,
        row.status,
        row.creatorUserId,
        row.creatorDeviceId,
        row.updatedAt,
      ]),
    ),
    stock: csv(
      "productId,measureUnitId,storeId,barcode,productionAt,expiryAt,costPrice,quantity,currencyId,updatedAt",
      shop.stock.map((row) => [
        row.productId,
        row.measureUnitId,
        row.storeId,
        row.barcode,
        row.productionAt,
        row.expiryAt,
        row.costPrice,
        row.quantity,
        shop.mainCurrencyId,
        // Before any answer: what the service says of its stock is newer.
        shop.openedOn,
      ]),
    ),
    purchase: csv(
      "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,freeQuantity,price,productionAt,expiryAt,batch",
      shop.purchases.flatMap(({ documentNo, date, supplierAccountId, currencyId, lines }) =>
        lines.map((line) => [
          documentNo,
          date,
          supplierAccountId,
          currencyId,
          line.productId,
          line.measureUnitId,
          line.quantity,
          line.freeQuantity,
          line.price,
          line.productionAt,
          line.expiryAt,
          line.batch,
        ]),
      ),
    ),
  };
}

/**
 * Writes one CSV file (UTF-8) a kind into the folder, which is made where missing, and returns their
 * paths by kind. They hold what the interface has no way to ask for; balances are not among them, because the app
 * learns those from answers only.
 */
export async function writeReferenceFiles(folder: string, shop: Shop): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true });
  const paths: Record<string, string> = {};
  for (const [kind, content] of Object.entries(referenceFiles(shop))) {
    const path = join(folder, `${kind}.csv`);
    await writeFile(path, content, "utf8");
    paths[kind] = path;
  }
  return paths;
}
