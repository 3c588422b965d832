/** Which of a file's columns is which of ours: as a person said, or as the names let guess. */
import type { ColumnMapping } from "../../../../contract/channels/file-reading.ts";
import type { FileKind } from "../../../../contract/file-columns.ts";
import { type FieldIssue, invalidInput } from "../../../../contract/reply.ts";
import { searchable } from "../../mirror/search/search-text.ts";
import { columnNames } from "../file-rows.ts";
import { type Header, type HeaderRefusal, KINDS_OF_FILES, MAX_IGNORED, NO_WORDS } from "./columns.ts";

/** What else a column may be called, the surest first. Compared folded, without blanks and signs. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  id: ["number", "no", "code", "key", "الرقم", "رقم", "الكود", "كود", "الرمز", "رمز", "المعرف", "معرف"],
  name: ["title", "description", "label", "الاسم", "اسم", "الوصف", "البيان"],
  barcode: ["ean", "ean13", "upc", "gtin", "scan code", "الباركود", "باركود", "رمز شريطي", "الرمز الشريطي"],
  measureUnitId: [
    ...["measure unit", "unit id", "unit", "uom", "unit of measure", "unit no", "unit code"],
    ...["رقم الوحدة", "الوحدة", "وحدة", "وحدة القياس", "كود الوحدة"],
  ],
  price: [
    // Beside it a "sale price" is what it costs for a while.
    "regular price",
    "sale price",
    "selling price",
    "retail price",
    "unit price",
    "سعر البيع",
    "السعر",
    "سعر",
    "سعر الوحدة",
  ],
  costPrice: [
    ...["cost", "purchase price", "buying price", "unit cost", "buy price"],
    ...["سعر التكلفة", "التكلفة", "تكلفة", "سعر الشراء", "الكلفة"],
  ],
  deleted: ["is deleted", "removed", "inactive", "محذوف", "محذوفة", "ملغي", "حذف"],
  baseUnitId: [
    ...["base unit", "base", "parent unit", "main unit", "smallest unit"],
    ...["الوحدة الأساسية", "الوحدة الاساس", "وحدة الأساس", "الوحدة الصغرى", "رقم الوحدة الأساسية"],
  ],
  factor: [
    "conversion factor",
    "conversion",
    "multiplier",
    "ratio",
    "contains",
    "المعامل",
    "معامل التحويل",
    "معامل",
    "العبوة",
  ],
  type: ["account type", "kind", "category", "النوع", "نوع", "نوع الحساب"],
  digits: [
    "decimals",
    "decimal places",
    "precision",
    "fraction digits",
    "الخانات",
    "الخانات العشرية",
    "المنازل العشرية",
  ],
  fromCurrencyId: [
    "from currency",
    "from",
    "base currency",
    "source currency",
    "من عملة",
    "العملة",
    "من",
    "من العملة",
  ],
  toCurrencyId: [
    "to currency",
    "to",
    "target currency",
    "quote currency",
    "إلى عملة",
    "إلى",
    "إلى العملة",
    "مقابل",
  ],
  rate: ["exchange rate", "price", "value", "سعر الصرف", "الصرف", "المعدل", "السعر"],
  serialNo: [
    "serial",
    "serial number",
    "voucher no",
    "voucher number",
    "uuid",
    "الرقم التسلسلي",
    "رقم السند",
    "الرقم المتسلسل",
    "التسلسل",
  ],
  currencyId: ["currency", "currency code", "ccy", "العملة", "عملة", "رمز العملة"],
  amount: ["value", "total", "sum", "المبلغ", "مبلغ", "القيمة", "الإجمالي"],
  note: ["notes", "remark", "remarks", "comment", "description", "ملاحظة", "الملاحظة", "ملاحظات", "البيان"],
  status: ["state", "status code", "الحالة", "حالة"],
  creatorUserId: [
    ...["creator", "created by", "created by user", "user", "user id"],
    ...["المنشئ", "المستخدم المنشئ", "المستخدم", "رقم المستخدم"],
  ],
  creatorDeviceId: [
    ...["device", "device id", "creator device", "created on device"],
    ...["الجهاز", "الجهاز المنشئ", "رقم الجهاز", "معرف الجهاز"],
  ],
  productId: [
    ...["product", "product no", "product code", "item", "item id", "item no", "item code", "article", "sku"],
    ...["رقم الصنف", "كود الصنف", "الصنف", "رقم المنتج", "المنتج", "رمز الصنف"],
  ],
  storeId: [
    ...["store", "store no", "warehouse", "warehouse id", "branch", "location"],
    ...["رقم المخزن", "المخزن", "المستودع", "الفرع"],
  ],
  productionAt: [
    ...["production", "production date", "produced", "manufactured", "mfg date", "manufacturing date"],
    ...["تاريخ الإنتاج", "الإنتاج", "تاريخ التصنيع"],
  ],
  expiryAt: [
    ...["expiry", "expiry date", "expires", "expiration date", "best before", "exp date", "exp"],
    ...["تاريخ الانتهاء", "الانتهاء", "تاريخ الصلاحية", "انتهاء الصلاحية", "الصلاحية"],
  ],
  quantity: ["qty", "count", "on hand", "stock", "balance", "الكمية", "كمية", "الرصيد", "المتوفر"],
  freeQuantity: ["free", "free qty", "bonus", "الكمية المجانية", "مجاني", "بونص", "هدية"],
  documentNo: [
    ...[
      "document",
      "document number",
      "invoice",
      "invoice no",
      "invoice number",
      "bill no",
      "purchase no",
      "no",
    ],
    ...["رقم الفاتورة", "الفاتورة", "رقم المستند", "المستند", "رقم الشراء"],
  ],
  date: [
    ...["invoice date", "document date", "purchase date", "transaction date", "created at", "day"],
    ...["التاريخ", "تاريخ الفاتورة", "تاريخ الشراء"],
  ],
  supplierAccountId: [
    ...["supplier", "supplier id", "supplier no", "supplier account", "vendor", "vendor id", "account"],
    ...["رقم المورد", "المورد", "حساب المورد", "رقم الحساب"],
  ],
  batch: ["lot", "lot no", "batch no", "batch number", "رقم التشغيلة", "التشغيلة", "رقم الدفعة"],
  updatedAt: [
    "updated",
    "update time",
    "last updated",
    "modified",
    "date",
    "التاريخ",
    "تاريخ التعديل",
    "آخر تعديل",
    "آخر تحديث",
    "وقت التعديل",
  ],
};

/** The kind's own names of its id and name: "product id", "اسم الصنف". */
export const WORDS_OF_KIND: Readonly<Record<FileKind, readonly string[]>> = {
  product: ["product", "item", "article", "الصنف", "صنف", "المنتج", "منتج", "المادة"],
  measureUnit: ["measure unit", "unit", "uom", "الوحدة", "وحدة", "وحدة القياس"],
  account: ["account", "supplier", "الحساب", "حساب", "المورد"],
  store: ["store", "warehouse", "branch", "المخزن", "مخزن", "المستودع", "الفرع"],
  currency: ["currency", "العملة", "عملة"],
  exchangeRate: [],
  permission: ["permission", "right", "الصلاحية", "صلاحية"],
  taxVoucher: [],
  stock: [],
  purchase: [],
  booksExport: [],
};

/** One spelling for headers that differ in case, blanks, any signs, and Arabic letters' forms. */
export const folded = (name: string): string => searchable(name).replace(/[^\p{L}\p{N}]/gu, "");

/** What a kind's column may be called as a whole, the surest first. */
export function namesOf(kind: FileKind, column: string): string[] {
  const own = WORDS_OF_KIND[kind];
  const ofKind = (...words: string[]): string[] =>
    own.flatMap((one) => words.map((word) => word.replace("*", one)));
  return [
    column,
    ...(column === "id" ? ofKind("* id", "* no", "* number", "* code", "رقم *", "كود *", "رمز *") : []),
    ...(column === "name" ? [...ofKind("* name", "اسم *"), ...own] : []),
    ...(SYNONYMS[column] ?? []),
  ];
}

/** Throws `invalid_input` for a column that the kind doesn't have, and for one that is named twice. */
export function assertMapping(kind: FileKind, mapping: ColumnMapping): void {
  const known: string[] = KINDS_OF_FILES[kind].columns.map(({ name }) => name);
  const used = Object.entries(mapping).filter(([, column]) => column !== null);
  const issues = used.flatMap(([name, column], at): FieldIssue[] => {
    const issue = { field: `mapping.${name}`, reason: "unknown_choice" as const, params: {} };
    if (!known.includes(column ?? ""))
      return [{ ...issue, message: `${kind} has no column ${JSON.stringify(column)}` }];
    const first = used.findIndex(([, other]) => other === column);
    return first === at ? [] : [{ ...issue, message: `another column is ${column} already` }];
  });
  if (issues.length > 0) throw invalidInput(issues);
}

/** Finds the mapped columns in a header row; all the others are ignored. */
export function mappedHeader(
  kind: FileKind,
  header: readonly string[],
  mapping: ColumnMapping,
): Header | HeaderRefusal {
  const names = columnNames(header);
  const used = Object.entries(mapping).filter(([, column]) => column !== null);
  const absent = used.map(([name]) => name).filter((name) => !names.includes(name));
  if (absent.length > 0)
    return {
      reason: "other_file_now",
      words: `the column ${absent.map((name) => `"${name}"`).join(", ")} of the mapping is not in it`,
      columns: absent,
    };
  const places = KINDS_OF_FILES[kind].columns.map((column) => {
    const name = used.find(([, ours]) => ours === column.name)?.[0];
    return { column, index: name === undefined ? null : names.indexOf(name) };
  });
  const missing = missingColumns(places);
  if (missing.length > 0)
    return {
      reason: "missing_columns",
      words: `nothing is mapped to the column ${missing.map((name) => `"${name}"`).join(", ")}`,
      columns: missing,
    };
  const taken = new Set(used.map(([name]) => name));
  const ignoredColumns = names.filter((name) => !taken.has(name)).slice(0, MAX_IGNORED);
  return { width: header.length, numbers: "point", wordReader: NO_WORDS, places, ignoredColumns };
}

/** The needed columns that stand nowhere. */
export const missingColumns = (places: Header["places"]): string[] =>
  places.flatMap(({ column, index }) =>
    index === null && column.column === "required" ? [column.name] : [],
  );
