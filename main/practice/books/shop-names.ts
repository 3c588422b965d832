/** The names that the books' shop goes by, and the shop as the books have it now. */
import type { Shop } from "../shop/types.ts";
import type { Db } from "./open-books.ts";

/** Renames the records of the books as the shop calls them; a voucher's note only where nobody has changed it. */
export function nameShop(db: Db, shop: Shop, before: readonly Shop[]): void {
  const rename = (table: string, rows: readonly { id: number | string; name: string }[]) => {
    const update = db.prepare(`UPDATE ${table} SET name = ? WHERE id = ? AND name <> ?`);
    for (const { id, name } of rows) update.run(name, String(id), name);
  };
  const note = db.prepare("UPDATE voucher SET note = ? WHERE serial_no = ? AND note = ?");
  db.transaction(() => {
    rename("currency", shop.currencies);
    rename("store", shop.stores);
    rename("measure_unit", shop.measureUnits);
    rename("account", shop.accounts);
    rename("permission", shop.permissions);
    rename("product", shop.products);
    for (const other of before)
      for (const [at, voucher] of other.vouchers.entries())
        note.run(shop.vouchers[at]?.note ?? voucher.note, voucher.serialNo, voucher.note);
  }).immediate();
}

/** The shop with what the books have changed since it was laid into them: deleted records and vouchers. */
export function presentShop(db: Db, shop: Shop): Shop {
  const marked = <Row extends { id: number | string; deleted: boolean }>(
    table: string,
    rows: readonly Row[],
  ) => {
    const ids = new Set(db.prepare<[], string>(`SELECT id FROM ${table} WHERE deleted = 1`).pluck().all());
    return rows.map((row) => ({ ...row, deleted: ids.has(String(row.id)) }));
  };
  const vouchers = db
    .prepare<
      [],
      {
        serial_no: string;
        currency_id: string;
        amount: string;
        note: string;
        status: string;
        updated_at: string;
      }
    >("SELECT serial_no, currency_id, amount, note, status, updated_at FROM voucher")
    .all();
  return {
    ...shop,
    measureUnits: marked("measure_unit", shop.measureUnits),
    accounts: marked("account", shop.accounts),
    products: marked("product", shop.products),
    exchangeRates: marked("exchange_rate", shop.exchangeRates),
    permissions: marked("permission", shop.permissions),
    vouchers: shop.vouchers.map((voucher) => {
      const now = vouchers.find(({ serial_no }) => serial_no === voucher.serialNo);
      if (now === undefined) return voucher;
      const { currency_id: currencyId, amount, note, status, updated_at: updatedAt } = now;
      return { ...voucher, currencyId, amount, note, status: Number(status), updatedAt };
    }),
  };
}
