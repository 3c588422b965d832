/** Lays a shop into empty books, names it in a language, and reads it back as the books have it. */
import { timestampOf } from "../../../contract/values.ts";
import type { Shop } from "../shop/types.ts";
import { type Clock, type Db, forgetMeta, readMeta, writeMeta } from "./books.ts";

/** Does nothing where the books hold a shop already: books outlive a restart. */
export function seedShop(db: Db, shop: Shop, clock: Clock): void {
  const at = timestampOf(clock.now());
  const user = String(shop.userId);
  const seed = db.transaction(() => {
    if (readMeta(db, "tenantId") !== null) return;
    writeMeta(db, "tenantId", String(shop.tenantId));
    writeMeta(db, "userId", user);
    writeMeta(db, "mainCurrencyId", shop.mainCurrencyId);
    writeMeta(db, "openedOn", shop.openedOn);
    seedReferenceRecords(db, shop);
    const balance = db.prepare("INSERT INTO balance VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (const row of shop.balances) {
      balance.run(String(row.accountId), row.currencyId, row.amount, row.ceilAmount, user, at, user, at);
    }
    const storage = db.prepare("INSERT INTO storage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const row of shop.stock) {
      storage.run(
        String(row.productId),
        String(row.measureUnitId),
        String(row.storeId),
        row.productionAt,
        row.expiryAt,
        row.barcode,
        shop.mainCurrencyId,
        row.costPrice,
        row.quantity,
        user,
        at,
        user,
        at,
      );
    }
    seedVouchers(db, shop);
  });
  seed.immediate();
}

/** Empties the books and lays the shop into them as the company after the one they were of. */
export function seedShopAgain(db: Db, shop: Shop, clock: Clock): void {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'meta'",
    )
    .pluck()
    .all();
  const again = db.transaction(() => {
    const tenantId = Number(readMeta(db, "tenantId")) + 1;
    db.pragma("defer_foreign_keys = ON");
    for (const table of tables) db.exec(`DELETE FROM ${table}`);
    forgetMeta(db, "tenantId");
    seedShop(db, { ...shop, tenantId }, clock);
  });
  again.immediate();
}

function seedReferenceRecords(db: Db, shop: Shop): void {
  const deleted = (row: { deleted: boolean }): number => Number(row.deleted);
  const currency = db.prepare("INSERT INTO currency VALUES (?, ?, ?)");
  for (const row of shop.currencies) currency.run(row.id, row.name, row.digits);
  const store = db.prepare("INSERT INTO store VALUES (?, ?)");
  for (const row of shop.stores) store.run(String(row.id), row.name);
  const unit = db.prepare("INSERT INTO measure_unit VALUES (?, ?, ?, ?, ?)");
  for (const row of shop.measureUnits) {
    const base = row.baseUnitId === null ? null : String(row.baseUnitId);
    unit.run(String(row.id), row.name, base, row.factor, deleted(row));
  }
  const account = db.prepare("INSERT INTO account VALUES (?, ?, ?, ?)");
  for (const row of shop.accounts) account.run(String(row.id), row.name, row.type, deleted(row));
  const permission = db.prepare("INSERT INTO permission VALUES (?, ?, ?)");
  for (const row of shop.permissions) permission.run(String(row.id), row.name, deleted(row));
  const rate = db.prepare("INSERT INTO exchange_rate VALUES (?, ?, ?, ?, ?)");
  for (const row of shop.exchangeRates) {
    rate.run(String(row.id), row.fromCurrencyId, row.toCurrencyId, row.rate, deleted(row));
  }
  const product = db.prepare("INSERT INTO product VALUES (?, ?, ?)");
  const productUnit = db.prepare("INSERT INTO product_unit VALUES (?, ?, ?, ?, ?)");
  for (const row of shop.products) {
    product.run(String(row.id), row.name, deleted(row));
    for (const sold of row.units) {
      productUnit.run(String(row.id), String(sold.measureUnitId), sold.barcode, sold.price, sold.costPrice);
    }
  }
}

/** The balances of the shop already hold these vouchers, so their transfers move nothing here. */
function seedVouchers(db: Db, shop: Shop): void {
  const transaction = db.prepare("INSERT INTO book_transaction (kind, serial_no) VALUES ('taxVoucher', ?)");
  const voucher = db.prepare("INSERT INTO voucher VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '[]')");
  const transfer = db.prepare(
    "INSERT INTO transfer (transaction_id, account_id, currency_id, amount) VALUES (?, ?, ?, ?)",
  );
  for (const row of shop.vouchers) {
    const { lastInsertRowid } = transaction.run(row.serialNo);
    voucher.run(
      row.serialNo.toLowerCase(),
      row.serialNo,
      lastInsertRowid,
      row.currencyId,
      row.amount,
      row.note,
      String(row.status),
      String(row.creatorUserId),
      row.creatorDeviceId,
      row.updatedAt,
      row.updatedAt,
      String(row.feesAccountId),
      String(row.cashAccountId),
    );
    transfer.run(lastInsertRowid, String(row.feesAccountId), row.currencyId, row.amount);
    transfer.run(lastInsertRowid, String(row.cashAccountId), row.currencyId, `-${row.amount}`);
  }
}

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
