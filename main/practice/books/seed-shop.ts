/** Lays a shop into empty books, names it in a language, and reads it back as the books have it. */
import { isNamed, type List, PLAIN_LISTS, tableOf } from "../../../contract/lists.ts";
import { timestampOf } from "../../../contract/values.ts";
import type { SampleShop } from "../shop/types.ts";
import {
  forgetMeta,
  listColumns,
  type PracticeClock,
  type PracticeDb,
  readMeta,
  writeMeta,
} from "./books.ts";

/** Does nothing where the books hold a shop already: books outlive a restart. */
export function seedShop(db: PracticeDb, shop: SampleShop, clock: PracticeClock): void {
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
export function seedShopAgain(db: PracticeDb, shop: SampleShop, clock: PracticeClock): void {
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

function seedReferenceRecords(db: PracticeDb, shop: SampleShop): void {
  for (const list of PLAIN_LISTS) {
    const columns = listColumns(list).map(({ name }) => name);
    const marks = ["id", ...columns, "deleted"].map(() => "?").join(", ");
    const insert = db.prepare(`INSERT INTO ${tableOf(list)} VALUES (${marks})`);
    for (const { id, deleted = false, ...row } of shop.lists[list] ?? []) {
      const cells = new Map<string, unknown>(Object.entries(row));
      const values = columns.map((name) => cells.get(name) ?? null);
      insert.run(
        String(id),
        ...values.map((value) => (value === null ? null : String(value))),
        Number(deleted),
      );
    }
  }
  const product = db.prepare("INSERT INTO product VALUES (?, ?, ?)");
  const productUnit = db.prepare("INSERT INTO product_unit VALUES (?, ?, ?, ?, ?)");
  for (const row of shop.products) {
    product.run(String(row.id), row.name, Number(row.deleted));
    for (const sold of row.units) {
      productUnit.run(String(row.id), String(sold.measureUnitId), sold.barcode, sold.price, sold.costPrice);
    }
  }
}

/** The balances of the shop already hold these vouchers, so their transfers move nothing here. */
function seedVouchers(db: PracticeDb, shop: SampleShop): void {
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
export function nameShop(db: PracticeDb, shop: SampleShop, before: readonly SampleShop[]): void {
  const rename = (table: string, rows: readonly { id: number | string; name: string }[]) => {
    const update = db.prepare(`UPDATE ${table} SET name = ? WHERE id = ? AND name <> ?`);
    for (const { id, name } of rows) update.run(name, String(id), name);
  };
  const note = db.prepare("UPDATE voucher SET note = ? WHERE serial_no = ? AND note = ?");
  db.transaction(() => {
    for (const list of PLAIN_LISTS.filter(isNamed))
      rename(
        tableOf(list),
        (shop.lists[list] ?? []).flatMap((row) => ("name" in row ? { id: row.id, name: row.name } : [])),
      );
    rename("product", shop.products);
    for (const other of before)
      for (const [at, voucher] of other.vouchers.entries())
        note.run(shop.vouchers[at]?.note ?? voucher.note, voucher.serialNo, voucher.note);
  }).immediate();
}

/** The shop with what the books have changed since it was laid into them: deleted records and vouchers. */
export function presentShop(db: PracticeDb, shop: SampleShop): SampleShop {
  const deletedIn = (list: List): ReadonlySet<string> =>
    new Set(
      db
        .prepare<[], string>(`SELECT id FROM ${tableOf(list)} WHERE deleted = 1`)
        .pluck()
        .all(),
    );
  const gone = deletedIn("product");
  const lists = PLAIN_LISTS.flatMap((list) => {
    const ids = deletedIn(list);
    const rows = shop.lists[list]?.map((row) => ({ ...row, deleted: ids.has(String(row.id)) }));
    return rows === undefined ? [] : [[list, rows]];
  });
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
    lists: Object.fromEntries(lists),
    products: shop.products.map((row) => ({ ...row, deleted: gone.has(String(row.id)) })),
    vouchers: shop.vouchers.map((voucher) => {
      const now = vouchers.find(({ serial_no }) => serial_no === voucher.serialNo);
      if (now === undefined) return voucher;
      const { currency_id: currencyId, amount, note, status, updated_at: updatedAt } = now;
      return { ...voucher, currencyId, amount, note, status: Number(status), updatedAt };
    }),
  };
}
