/** Which names of a file's columns are understood without a word from anybody. */
import { describe, expect, it } from "vitest";
import { REFERENCE_KINDS, type ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { guessColumns } from "../../../../main/engine/reference-data/guess-columns.ts";

const OF_ID = "number, no, code, key, الرقم, رقم, الكود, كود, الرمز, رمز, المعرف, معرف";
const OF_NAME = "title, description, label, الاسم, اسم, الوصف, البيان";
const OF_DELETED = "deleted, is deleted, removed, inactive, محذوف, محذوفة, ملغي, حذف";

const PRODUCT_ID =
  "productId, product, product no, product code, item, item id, item no, item code, article, sku, رقم الصنف, كود الصنف, الصنف, رقم المنتج, المنتج, رمز الصنف";
const UNIT_ID =
  "measureUnitId, measure unit, unit id, unit, uom, unit of measure, unit no, unit code, رقم الوحدة, الوحدة, وحدة, وحدة القياس, كود الوحدة";
const PRODUCTION =
  "productionAt, production, production date, produced, manufactured, mfg date, manufacturing date, تاريخ الإنتاج, الإنتاج, تاريخ التصنيع";
const EXPIRY =
  "expiryAt, expiry, expiry date, expires, expiration date, best before, exp date, exp, تاريخ الانتهاء, الانتهاء, تاريخ الصلاحية, انتهاء الصلاحية, الصلاحية";
const QUANTITY = "quantity, qty, count, on hand, stock, balance, الكمية, كمية, الرصيد, المتوفر";
const CURRENCY = "currencyId, currency, currency code, ccy, العملة, عملة, رمز العملة";

/** Each column's names by kind, the surest first. */
const NAMES: Record<ReferenceKind, Record<string, string>> = {
  product: {
    id: `id, product id, product no, product number, product code, رقم الصنف, كود الصنف, رمز الصنف, ${OF_ID}`,
    name: `name, product name, اسم الصنف, product, item, article, الصنف, صنف, المنتج, منتج, المادة, ${OF_NAME}`,
    barcode: "barcode, ean, ean13, upc, gtin, scan code, الباركود, باركود, رمز شريطي, الرمز الشريطي",
    measureUnitId:
      "measureUnitId, measure unit, unit id, unit, uom, unit of measure, unit no, unit code, رقم الوحدة, الوحدة, وحدة, وحدة القياس, كود الوحدة",
    price:
      "price, regular price, sale price, selling price, retail price, unit price, سعر البيع, السعر, سعر, سعر الوحدة",
    costPrice:
      "costPrice, cost, purchase price, buying price, unit cost, buy price, سعر التكلفة, التكلفة, تكلفة, سعر الشراء, الكلفة",
    deleted: OF_DELETED,
  },
  measureUnit: {
    id: `id, measure unit id, measure unit no, measure unit number, measure unit code, رقم الوحدة, كود الوحدة, رمز الوحدة, ${OF_ID}`,
    name: `name, measure unit name, اسم الوحدة, measure unit, unit, uom, الوحدة, وحدة, وحدة القياس, ${OF_NAME}`,
    baseUnitId:
      "baseUnitId, base unit, base, parent unit, main unit, smallest unit, الوحدة الأساسية, الوحدة الاساس, وحدة الأساس, الوحدة الصغرى, رقم الوحدة الأساسية",
    factor:
      "factor, conversion factor, conversion, multiplier, ratio, contains, المعامل, معامل التحويل, معامل, العبوة",
    deleted: OF_DELETED,
  },
  account: {
    id: `id, account id, account no, account number, account code, رقم الحساب, كود الحساب, رمز الحساب, ${OF_ID}`,
    name: `name, account name, اسم الحساب, account, supplier, الحساب, حساب, المورد, ${OF_NAME}`,
    type: "type, account type, kind, category, النوع, نوع, نوع الحساب",
    deleted: OF_DELETED,
  },
  store: {
    id: `id, store id, store no, store number, store code, رقم المخزن, كود المخزن, رمز المخزن, ${OF_ID}`,
    name: `name, store name, اسم المخزن, store, warehouse, branch, المخزن, مخزن, المستودع, الفرع, ${OF_NAME}`,
  },
  currency: {
    id: `id, currency id, currency no, currency number, currency code, رقم العملة, كود العملة, رمز العملة, ${OF_ID}`,
    name: `name, currency name, اسم العملة, currency, العملة, عملة, ${OF_NAME}`,
    digits:
      "digits, decimals, decimal places, precision, fraction digits, الخانات, الخانات العشرية, المنازل العشرية",
  },
  exchangeRate: {
    fromCurrencyId:
      "fromCurrencyId, from currency, from, base currency, source currency, من عملة, العملة, من, من العملة",
    toCurrencyId:
      "toCurrencyId, to currency, to, target currency, quote currency, إلى عملة, إلى, إلى العملة, مقابل",
    rate: "rate, exchange rate, price, value, سعر الصرف, الصرف, المعدل, السعر",
    deleted: OF_DELETED,
  },
  permission: {
    id: `id, permission id, permission no, permission number, permission code, رقم الصلاحية, كود الصلاحية, رمز الصلاحية, ${OF_ID}`,
    name: `name, permission name, اسم الصلاحية, permission, right, الصلاحية, صلاحية, ${OF_NAME}`,
    deleted: OF_DELETED,
  },
  taxVoucher: {
    serialNo:
      "serialNo, serial, serial number, voucher no, voucher number, uuid, الرقم التسلسلي, رقم السند, التسلسل",
    currencyId: "currencyId, currency, currency code, ccy, العملة, عملة, رمز العملة",
    amount: "amount, value, total, sum, المبلغ, مبلغ, القيمة, الإجمالي",
    note: "note, notes, remark, remarks, comment, description, ملاحظة, ملاحظات, البيان",
    status: "status, state, status code, الحالة, حالة",
    creatorUserId: "creatorUserId, creator, created by, user, user id, المنشئ, المستخدم, رقم المستخدم",
    creatorDeviceId: "creatorDeviceId, device, device id, creator device, الجهاز, رقم الجهاز, معرف الجهاز",
    updatedAt:
      "updatedAt, updated, update time, last updated, modified, date, التاريخ, تاريخ التعديل, آخر تعديل, وقت التعديل",
  },
  stock: {
    productId: PRODUCT_ID,
    measureUnitId: UNIT_ID,
    storeId:
      "storeId, store, store no, warehouse, warehouse id, branch, location, رقم المخزن, المخزن, المستودع, الفرع",
    barcode: "barcode, ean, ean13, upc, gtin, scan code, الباركود, باركود",
    productionAt: PRODUCTION,
    expiryAt: EXPIRY,
    costPrice: "costPrice, cost, purchase price, buying price, unit cost, سعر التكلفة, التكلفة, سعر الشراء",
    quantity: QUANTITY,
    currencyId: CURRENCY,
    updatedAt: "updatedAt, updated, update time, last updated, modified, date, التاريخ, آخر تعديل",
  },
  purchase: {
    documentNo:
      "documentNo, document, document number, invoice, invoice no, invoice number, bill no, purchase no, no, رقم الفاتورة, الفاتورة, رقم المستند, المستند, رقم الشراء",
    date: "date, invoice date, document date, purchase date, day, التاريخ, تاريخ الفاتورة, تاريخ الشراء",
    supplierAccountId:
      "supplierAccountId, supplier, supplier id, supplier no, supplier account, vendor, vendor id, account, رقم المورد, المورد, حساب المورد, رقم الحساب",
    currencyId: CURRENCY,
    productId: PRODUCT_ID,
    measureUnitId: UNIT_ID,
    quantity: QUANTITY,
    freeQuantity: "freeQuantity, free, free qty, bonus, الكمية المجانية, مجاني, بونص, هدية",
    price:
      "price, regular price, sale price, selling price, retail price, unit price, السعر, سعر, سعر الوحدة",
    productionAt: PRODUCTION,
    expiryAt: EXPIRY,
    batch: "batch, lot, lot no, batch no, batch number, رقم التشغيلة, التشغيلة, رقم الدفعة",
  },
};

const lists = REFERENCE_KINDS.flatMap((kind) =>
  Object.entries(NAMES[kind]).map(([column, names]) => [kind, column, names.split(", ")] as const),
);

describe("the names of a column", () => {
  it.each(lists)("of %s that mean %s are all known, and the surer one of two wins", (kind, column, names) => {
    for (const [at, name] of names.entries()) {
      expect(guessColumns(kind, [name]).mapping).toEqual({ [name]: column });
      for (const surer of names.slice(0, at))
        expect(guessColumns(kind, [name, surer]).mapping[surer]).toBe(column);
    }
  });

  it.each<[ReferenceKind, string, string]>([
    [
      "product",
      "Art.-Nr.;Bezeichnung;EAN;Einheit;VK-Preis;EK-Preis",
      "id;name;barcode;measureUnitId;price;costPrice",
    ],
    ["product", "Artikelnummer;Artikel;Strichcode;Preis;Gelöscht", "id;name;barcode;price;deleted"],
    ["product", "Artikel;Bezeichnung;Menge;Nr.", "-;name;-;id"],
    ["measureUnit", "Nr;Einheit;Basiseinheit;Faktor", "id;name;baseUnitId;factor"],
    ["account", "Kontonummer;Konto;Kontoart", "id;name;type"],
    ["store", "Lagernr.;Lagername", "id;name"],
    ["currency", "Währung;Bezeichnung;Nachkommastellen", "-;name;digits"],
    ["exchangeRate", "Von;Nach;Kurs", "fromCurrencyId;toCurrencyId;rate"],
    [
      "taxVoucher",
      "Belegnummer;Währung;Betrag;Bemerkung;Status;Geändert am",
      "serialNo;currencyId;amount;note;status;updatedAt",
    ],
  ])("of %s are known in German: %s", (kind, header, columns) => {
    const names = header.split(";");
    const mapping = guessColumns(kind, names).mapping;
    expect(names.map((name) => mapping[name] ?? "-").join(";")).toBe(columns);
  });

  it.each(["BAR_CODE", "bar-code", " Bar.Code ", "BarCode"])(
    "are one however they are spelled: %s",
    (name) => {
      expect(Object.values(guessColumns("product", [name]).mapping)).toEqual(["barcode"]);
    },
  );

  it("are used once: a column goes to one of ours, and one of ours to a column", () => {
    expect(guessColumns("product", ["Item", "Item", "Item Name", "No", "Code"]).mapping).toEqual({
      "Item Name": "name",
      No: "id",
    });
    expect(guessColumns("product", ["", " ", "-"]).mapping).toEqual({});
  });
});
