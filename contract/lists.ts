/**
 * The one table of the reference lists: what a file of each holds, how its columns are called, what names a record, how it
 * is searched and shown. Import, mirror, screens and the practice shop read it; a list of plain records is a row here
 * and its words. Without zod.
 */

export const ACCOUNT_TYPES = ["supplier", "cash", "bank", "other"] as const;
/** Whether a record is deleted. */
export const DELETED_MARKS = ["0", "1"] as const;

/** needed: in the file and never empty; mayBeEmpty: in the file; optional: may be missing altogether. */
export type Need = "needed" | "mayBeEmpty" | "optional";

/** Some of a list's records, by their type. */
export const SOME_ACCOUNTS = {
  supplier: ["supplier"],
  cashOrBank: ["cash", "bank"],
} as const satisfies Record<string, readonly (typeof ACCOUNT_TYPES)[number][]>;

/** What a cell may hold, and the list whose records it may name instead. */
const HOLDS = {
  id: null,
  name: null,
  barcode: null,
  unitId: "measureUnit",
  notNegative: null,
  factor: null,
  accountType: null,
  currency: "currency",
  digits: null,
  rate: null,
  uuid: null,
  decimal: null,
  note: null,
  status: null,
  userId: null,
  time: null,
  productId: "product",
  storeId: "store",
  supplierId: "supplier",
  day: null,
  dayOrMonth: null,
  dayOrTime: null,
  documentNo: null,
  text: null,
  deleted: null,
} as const satisfies Record<string, string | null>;
export type Holds = keyof typeof HOLDS;
/** A list, or the suppliers of one, whose records a column may name. */
export type ColumnList = Exclude<(typeof HOLDS)[Holds], null>;

/** The values that a column's cells may have, where they are few. */
const CHOICES: Partial<Record<Holds, readonly string[]>> = {
  accountType: ACCOUNT_TYPES,
  deleted: DELETED_MARKS,
};

/** What else a column may be called; the surest first, with | between. */
interface ColumnNames {
  /** Whole names. */
  called: string;
  /** What a longer name may contain. */
  parts?: string;
}
const COLUMN_NAMES = {
  id: {
    called: "number|no|code|key|الرقم|رقم|الكود|كود|الرمز|رمز|المعرف|معرف",
    parts: "id|code|no|number|reference|ref|رقم|كود|رمز|معرف",
  },
  name: { called: "title|description|label|الاسم|اسم|الوصف|البيان", parts: "name|title|description|اسم|وصف" },
  barcode: {
    called: "ean|ean13|upc|gtin|scan code|الباركود|باركود|رمز شريطي|الرمز الشريطي",
    parts: "isbn|gencod|barcode number|barcode no|رقم الباركود",
  },
  measureUnitId: {
    called:
      "measure unit|unit id|unit|uom|unit of measure|unit no|unit code|رقم الوحدة|الوحدة|وحدة|وحدة القياس|كود الوحدة",
  },
  price: {
    // The regular one first: a "sale price" beside it is what it costs for a while.
    called: "regular price|sale price|selling price|retail price|unit price|سعر البيع|السعر|سعر|سعر الوحدة",
    parts:
      "selling rate|sale rate|retail rate|list price|lst price|price unit|price list rate|standard rate|سعر بيع",
  },
  costPrice: {
    called:
      "cost|purchase price|buying price|unit cost|buy price|سعر التكلفة|التكلفة|تكلفة|سعر الشراء|الكلفة",
    parts:
      "valuation rate|purchase rate|buying rate|incoming rate|supply price|supplier price|سعر الكلفة|كلفة|سعر توريد",
  },
  deleted: { called: "is deleted|removed|inactive|محذوف|محذوفة|ملغي|حذف" },
  baseUnitId: {
    called:
      "base unit|base|parent unit|main unit|smallest unit|الوحدة الأساسية|الوحدة الاساس|وحدة الأساس|الوحدة الصغرى|رقم الوحدة الأساسية",
  },
  factor: {
    called: "conversion factor|conversion|multiplier|ratio|contains|المعامل|معامل التحويل|معامل|العبوة",
  },
  type: { called: "account type|kind|category|النوع|نوع|نوع الحساب" },
  digits: {
    called: "decimals|decimal places|precision|fraction digits|الخانات|الخانات العشرية|المنازل العشرية",
  },
  fromCurrencyId: { called: "from currency|from|base currency|source currency|من عملة|العملة|من|من العملة" },
  toCurrencyId: { called: "to currency|to|target currency|quote currency|إلى عملة|إلى|إلى العملة|مقابل" },
  rate: { called: "exchange rate|price|value|سعر الصرف|الصرف|المعدل|السعر" },
  serialNo: {
    called:
      "serial|serial number|voucher no|voucher number|uuid|الرقم التسلسلي|رقم السند|الرقم المتسلسل|التسلسل",
  },
  currencyId: { called: "currency|currency code|ccy|العملة|عملة|رمز العملة" },
  amount: { called: "value|total|sum|المبلغ|مبلغ|القيمة|الإجمالي", parts: "amount" },
  note: { called: "notes|remark|remarks|comment|description|ملاحظة|الملاحظة|ملاحظات|البيان" },
  status: { called: "state|status code|الحالة|حالة" },
  creatorUserId: {
    called: "creator|created by|created by user|user|user id|المنشئ|المستخدم المنشئ|المستخدم|رقم المستخدم",
  },
  creatorDeviceId: {
    called: "device|device id|creator device|created on device|الجهاز|الجهاز المنشئ|رقم الجهاز|معرف الجهاز",
  },
  updatedAt: {
    called:
      "updated|update time|last updated|modified|date|التاريخ|تاريخ التعديل|آخر تعديل|آخر تحديث|وقت التعديل",
  },
  productId: {
    called:
      "product|product no|product code|item|item id|item no|item code|article|sku|رقم الصنف|كود الصنف|الصنف|رقم المنتج|المنتج|رمز الصنف",
    parts: "internal reference|default code|material|المادة",
  },
  storeId: {
    called: "store|store no|warehouse|warehouse id|branch|location|رقم المخزن|المخزن|المستودع|الفرع",
    parts: "outlet",
  },
  quantity: {
    called: "qty|count|on hand|stock|balance|الكمية|كمية|الرصيد|المتوفر",
    parts:
      "in stock|available|in hand|stock level|current quantity|actual quantity|soh|unrestricted|مخزون|متاح",
  },
  productionAt: {
    called:
      "production|production date|produced|manufactured|mfg date|manufacturing date|تاريخ الإنتاج|الإنتاج|تاريخ التصنيع",
    parts: "mfd|mfg|manufacture date|date of manufacture|packing date",
  },
  expiryAt: {
    called:
      "expiry|expiry date|expires|expiration date|best before|exp date|exp|تاريخ الانتهاء|الانتهاء|تاريخ الصلاحية|انتهاء الصلاحية|الصلاحية",
    parts: "sled|bbd|best before date|use by|sell by|expiration|expired|date of expiry",
  },
  documentNo: {
    called:
      "document|document number|invoice|invoice no|invoice number|bill no|purchase no|no|رقم الفاتورة|الفاتورة|رقم المستند|المستند|رقم الشراء",
    parts:
      "bill number|bill reference|order reference|order no|order number|purchase order|inv no|رقم فاتورة المورد|رقم الأمر",
  },
  date: {
    called:
      "invoice date|document date|purchase date|transaction date|created at|day|التاريخ|تاريخ الفاتورة|تاريخ الشراء",
    parts: "order date|inv date|bill date|posting date|date of invoice|تاريخ الأمر|تاريخ المستند",
  },
  supplierAccountId: {
    called:
      "supplier|supplier id|supplier no|supplier account|vendor|vendor id|account|رقم المورد|المورد|حساب المورد|رقم الحساب",
    parts: "partner",
  },
  freeQuantity: {
    called: "free|free qty|bonus|الكمية المجانية|مجاني|بونص|هدية",
    parts: "bonus qty|bonus quantity",
  },
  batch: {
    called: "lot|lot no|batch no|batch number|رقم التشغيلة|التشغيلة|رقم الدفعة|دفعة الإنتاج",
    parts: "lot serial number|batch code|batch id|lot number|دفعة",
  },
} as const satisfies Record<string, ColumnNames>;
export type ColumnName = keyof typeof COLUMN_NAMES;
export const namesOfColumn = (column: ColumnName): ColumnNames => COLUMN_NAMES[column];

/** What a column's cells hold: needed, where nothing else is said. `empty`: what an empty cell means, if not nothing. */
type Spec = Holds | readonly [holds: Holds, need: Need, empty?: string | bigint];

/** A cell of an example: the same in every language, or the key of a word. */
type SampleCell = string | { readonly word: string };
const word = <const W extends string>(key: W) => ({ word: key });

/** How rows of a file may leave out what the row above says of the same record. */
interface Continued {
  /** What names the record: a row that lacks some of it, and contradicts none of the rest, may belong to the one above. */
  record: readonly ColumnName[];
  /** What it has of the row above too where it is empty, as long as `unless` is empty or the same in both. */
  also: readonly ColumnName[];
  unless: ColumnName | null;
}

interface FileOf {
  /** In the order of its example. */
  columns: Readonly<Partial<Record<ColumnName, Spec>>>;
  /** What a record is called in the names of its id and name: "product id"; with | between. */
  called?: string;
  /** Words that say nothing more beside a column's name, besides. */
  besides?: string;
  /** What else this kind's columns may contain in their names, before what any may. */
  parts?: Readonly<Partial<Record<ColumnName, string>>>;
  continued?: Continued;
}

interface ListOf extends FileOf {
  /** The columns that tell its records apart; where left out, its id. */
  key?: readonly ColumnName[];
  /** The columns whose text is searched; where left out, its name. */
  searched?: readonly ColumnName[];
  /** Its columns on the screen; where left out, name, id and the others. */
  shown?: readonly ColumnName[];
  /** Rows that are more than one table's, or not the file's alone: code for this list writes, finds and shows them. */
  apart?: true;
  /** Its table, where that has another name. */
  table?: string;
  /** Parts of what people call such files; with | between. */
  files: string;
  /**
   * Three rows that are taken in. Their ids are high, so that a file imported as it is hardly meets a shop's own records;
   * the barcodes are short, for sheet programs spoil long ones.
   */
  sample: readonly (readonly SampleCell[])[];
}

const DELETED = ["deleted", "optional", 0n] as const;
const OPTIONAL_DATE = ["dayOrMonth", "optional", ""] as const;
const PRODUCT_WORDS = "product|item|article|material|medicine|good|service|صنف|منتج|مادة|سلعة|بضاعة|خدمة";
const DEVICE = "5b1e0a52-7c54-4d0e-9a51-3f2b8c6d7e10";

/** In the order of the screen's tabs. */
export const LISTS = {
  product: {
    columns: {
      id: "id",
      name: "name",
      barcode: ["barcode", "optional"],
      measureUnitId: ["unitId", "optional"],
      price: ["notNegative", "optional"],
      costPrice: ["notNegative", "optional"],
      deleted: DELETED,
    },
    key: ["id", "measureUnitId", "barcode"],
    apart: true,
    called: "product|item|article|الصنف|صنف|المنتج|منتج|المادة",
    besides: PRODUCT_WORDS,
    parts: { id: "internal reference|default code|sku|plu|token", price: "rate" },
    files: "product|item|article|goods|catalog|صنف|أصناف|منتج|بضائع|مواد",
    // The price of another unit is another one.
    continued: {
      record: ["id", "name"],
      also: ["measureUnitId", "price", "costPrice", "deleted"],
      unless: "measureUnitId",
    },
    sample: [
      ["990001", word("water"), "62810017", "9901", "1.50", "1.10", "0"],
      ["990002", word("rice"), "62810024", "9903", "8.75", "7.25", "0"],
      ["990003", word("tea"), "62810031", "9902", "84", "71.5", "0"],
    ],
  },
  measureUnit: {
    columns: {
      id: "id",
      name: "name",
      baseUnitId: ["unitId", "mayBeEmpty"],
      factor: ["factor", "mayBeEmpty"],
      deleted: DELETED,
    },
    shown: ["name", "id", "factor", "baseUnitId"],
    called: "measure unit|unit|uom|الوحدة|وحدة|وحدة القياس",
    files: "unit|uom|وحد",
    sample: [
      ["9901", word("piece"), "", "", "0"],
      ["9902", word("carton"), "9901", "12", "0"],
      ["9903", word("kilogram"), "", "", "0"],
    ],
  },
  account: {
    columns: { id: "id", name: "name", type: "accountType", deleted: DELETED },
    called: "account|supplier|الحساب|حساب|المورد",
    besides: "vendor|partner|company|شركة",
    files: "account|supplier|حساب|مورد",
    sample: [
      ["990101", word("supplier"), "supplier", "0"],
      ["990201", word("cash"), "cash", "0"],
      ["990202", word("bank"), "bank", "0"],
    ],
  },
  store: {
    columns: { id: "id", name: "name" },
    called: "store|warehouse|branch|المخزن|مخزن|المستودع|الفرع",
    files: "store|warehouse|branch|مخزن|مخازن|مستودع|فرع|فروع",
    sample: [
      ["9901", word("mainStore")],
      ["9902", word("branch")],
      ["9903", word("warehouse")],
    ],
  },
  currency: {
    columns: { id: "currency", name: "name", digits: ["digits", "mayBeEmpty"] },
    searched: ["name", "id"],
    called: "currency|العملة|عملة",
    files: "currenc|عمل",
    sample: [
      ["SAR", word("riyal"), "2"],
      ["KWD", word("dinar"), "3"],
      ["USD", word("dollar"), "2"],
    ],
  },
  exchangeRate: {
    columns: { fromCurrencyId: "currency", toCurrencyId: "currency", rate: "rate", deleted: DELETED },
    key: ["fromCurrencyId", "toCurrencyId"],
    searched: ["fromCurrencyId", "toCurrencyId"],
    parts: { rate: "rate" },
    files: "rate|صرف",
    sample: [
      ["USD", "SAR", "3.75", "0"],
      ["KWD", "SAR", "12.2", "0"],
      ["AED", "SAR", "1.021", "0"],
    ],
  },
  permission: {
    columns: { id: "id", name: "name", deleted: DELETED },
    called: "permission|right|الصلاحية|صلاحية",
    files: "permission|right|صلاحي",
    sample: [
      ["9901", word("enterReturns"), "0"],
      ["9902", word("editVouchers"), "0"],
      ["9903", word("undelete"), "0"],
    ],
  },
  taxVoucher: {
    columns: {
      serialNo: "uuid",
      currencyId: "currency",
      amount: "decimal",
      note: ["note", "mayBeEmpty", ""],
      status: "status",
      creatorUserId: ["userId", "mayBeEmpty"],
      creatorDeviceId: ["uuid", "mayBeEmpty"],
      updatedAt: "time",
    },
    key: ["serialNo"],
    searched: [],
    apart: true,
    table: "voucher",
    files: "voucher|سند",
    sample: [
      [
        ...["0d6f3c1e-4a0b-4c57-8f0e-1b2c3d4e5f01", "SAR", "150.5"],
        ...[word("fee"), "1", "7", DEVICE, "2026-01-31T09:30:00.000Z"],
      ],
      ["0d6f3c1e-4a0b-4c57-8f0e-1b2c3d4e5f02", "SAR", "75", "", "1", "7", DEVICE, "2026-02-01T08:00:00.000Z"],
      ["0d6f3c1e-4a0b-4c57-8f0e-1b2c3d4e5f03", "USD", "20", "", "2", "", "", "2026-02-02T10:15:00.000Z"],
    ],
  },
  stock: {
    columns: {
      productId: "productId",
      measureUnitId: "unitId",
      storeId: "storeId",
      barcode: ["barcode", "optional"],
      productionAt: OPTIONAL_DATE,
      expiryAt: OPTIONAL_DATE,
      // A cost that is not known is a batch's own.
      costPrice: ["notNegative", "optional", ""],
      quantity: "decimal",
      currencyId: ["currency", "optional", ""],
      updatedAt: ["dayOrTime", "optional"],
    },
    key: ["productId", "measureUnitId", "storeId", "productionAt", "expiryAt", "currencyId", "costPrice"],
    searched: [],
    apart: true,
    besides: PRODUCT_WORDS,
    files: "stock|inventory|storage|مخزون|جرد",
    // Not the store: what lacks it may be a row of sums.
    continued: { record: ["productId"], also: ["measureUnitId"], unless: null },
    sample: [
      ["990001", "9901", "9901", "62810017", "2026-01-15", "2027-01-14", "1.10", "240", "SAR", "2026-02-01"],
      ["990002", "9903", "9901", "62810024", "", "2026-12-31", "7.25", "36", "SAR", ""],
      ["990003", "9902", "9902", "", "", "", "71.5", "4", "SAR", ""],
    ],
  },
  purchase: {
    columns: {
      documentNo: "documentNo",
      date: "day",
      supplierAccountId: "supplierId",
      currencyId: "currency",
      productId: "productId",
      measureUnitId: "unitId",
      quantity: "notNegative",
      freeQuantity: ["notNegative", "optional", "0"],
      price: ["notNegative", "optional"],
      productionAt: OPTIONAL_DATE,
      expiryAt: OPTIONAL_DATE,
      batch: ["text", "optional", ""],
    },
    key: ["supplierAccountId", "documentNo"],
    searched: ["documentNo"],
    apart: true,
    besides: `${PRODUCT_WORDS}|supplier|vendor|purchase|order|invoice|bill|line|مورد|شراء|فاتورة`,
    parts: { price: "rate" },
    files: "purchase|invoice|مشتريات|شراء|فاتورة",
    continued: { record: ["documentNo", "date", "supplierAccountId", "currencyId"], also: [], unless: null },
    sample: [
      [
        ...["INV-7001", "2026-01-20", "990101", "SAR", "990001", "9901"],
        ...["480", "24", "1.10", "2026-01-15", "2027-01-14", "B12"],
      ],
      ["INV-7001", "2026-01-20", "990101", "SAR", "990002", "9903", "60", "", "7.25", "", "2026-12-31", ""],
      ["INV-7002", "2026-01-28", "990101", "SAR", "990003", "9902", "10", "", "71.5", "", "", ""],
    ],
  },
} as const satisfies Record<string, ListOf>;

type Lists = typeof LISTS;
export type List = keyof Lists;
/** A list whose records have one id and a name. */
export type NamedList = {
  [L in List]: Lists[L]["columns"] extends { readonly id: Spec; readonly name: Spec } ? L : never;
}[List];
/** A list whose records are one row each of the list's table. */
export type PlainList = { [L in List]: Lists[L] extends { readonly apart: true } ? never : L }[List];
/** What the mirror finds by a text. */
export type SearchedList = NamedList | PlainList;

type ContinuedList = { [L in List]: Lists[L] extends { readonly continued: Continued } ? L : never }[List];

const ROWS: Readonly<Record<List, ListOf>> = LISTS;
const isList = (name: string): name is List => Object.hasOwn(LISTS, name);
export const REFERENCE_KINDS: readonly List[] = Object.keys(LISTS).filter(isList);
/** All that is known of a list. */
export const listOf = (list: List): ListOf => ROWS[list];
export const isNamed = (list: List): list is NamedList =>
  ["id", "name"].every((name) => name in ROWS[list].columns);
export const isPlain = (list: List): list is PlainList => ROWS[list].apart !== true;
const isSearched = (list: List): list is SearchedList => isNamed(list) || isPlain(list);
/** Whether rows of its files may leave out what the row above says. */
export const isContinued = (list: List): list is ContinuedList => ROWS[list].continued !== undefined;
export const PLAIN_LISTS = REFERENCE_KINDS.filter(isPlain);
export const SEARCHED_LISTS = REFERENCE_KINDS.filter(isSearched);

/** The columns of the books, as their program exports them. */
const BOOKS_EXPORT: FileOf = {
  columns: {
    serialNo: "uuid",
    date: "dayOrTime",
    currencyId: "currency",
    amount: "decimal",
    // The books' own word or number.
    status: ["text", "optional", ""],
  },
};
/** What a file may be about. */
export type FileKind = List | "booksExport";
export const FILE_KINDS: readonly FileKind[] = [...REFERENCE_KINDS, "booksExport"];
export const fileOf = (kind: FileKind): FileOf => (kind === "booksExport" ? BOOKS_EXPORT : ROWS[kind]);

export interface FileColumn {
  name: ColumnName;
  holds: Holds;
  need: Need;
  /** What an empty cell means. */
  empty: string | bigint | null;
  list: ColumnList | null;
  choices: readonly string[] | null;
}

const isColumn = (name: string): name is ColumnName => Object.hasOwn(COLUMN_NAMES, name);

const columnsIn = ({ columns }: FileOf): FileColumn[] =>
  Object.entries(columns).flatMap(([name, spec]): FileColumn[] => {
    if (!isColumn(name)) return [];
    const [holds, need = "needed", empty = null] = typeof spec === "string" ? [spec] : spec;
    // The currency of a list of currencies names none of them.
    const list = name === "id" ? null : HOLDS[holds];
    return [{ name, holds, need, empty, list, choices: CHOICES[holds] ?? null }];
  });
const COLUMNS = new Map(FILE_KINDS.map((kind) => [kind, columnsIn(fileOf(kind))]));
/** The columns of a kind of file, in the order of its example. */
export const columnsOf = (kind: FileKind): readonly FileColumn[] => COLUMNS.get(kind) ?? [];
export const columnOf = (kind: FileKind, name: string): FileColumn | null =>
  columnsOf(kind).find((column) => column.name === name) ?? null;

/** Whether the kind's column may have empty cells. */
export const mayBeEmpty = (kind: FileKind, name: string): boolean =>
  columnsOf(kind).some((column) => column.name === name && column.need !== "needed");

const BY_NAME = new Map([...COLUMNS.values()].flat().map((column) => [String(column.name), column]));
/** The column of that name, whichever kind has it: each of them says the same of its list and its choices. */
export const columnNamed = (name: string): FileColumn | null => BY_NAME.get(name) ?? null;

/** The columns that tell a list's records apart. */
export const keyColumnsOf = (list: List): readonly ColumnName[] => ROWS[list].key ?? ["id"];
export const hasDeleted = (list: List): boolean => "deleted" in ROWS[list].columns;
/** A list's columns on the screen, the one that names a record first. */
export function shownColumns(list: List): FileColumn[] {
  const { shown = ["name", "id"] } = listOf(list);
  const others = columnsOf(list).filter(({ name }) => name !== "deleted" && !shown.includes(name));
  return [...shown.flatMap((name) => columnOf(list, name) ?? []), ...others];
}
/** Whether its ids are words, such as USD. */
export const hasCodes = (list: List): boolean => columnOf(list, "id")?.holds === "currency";

/** The name of a column or list in a database: measure_unit_id. */
export const inSql = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const tableOf = (list: List): string => ROWS[list].table ?? inSql(list);

/** Lists in an order in which each comes after those whose records it names. */
export const FILL_ORDER: readonly List[] = REFERENCE_KINDS.reduce<List[]>((placed) => {
  const isPlaced = (named: ColumnList | null, own: List): boolean => {
    const list = named === "supplier" ? "account" : named;
    return list === null || list === own || placed.includes(list);
  };
  const next = REFERENCE_KINDS.find(
    (list) => !placed.includes(list) && columnsOf(list).every((column) => isPlaced(column.list, list)),
  );
  return next === undefined ? placed : [...placed, next];
}, []);

/** The words of a list with | between. */
export const wordsIn = (text = ""): string[] => (text === "" ? [] : text.split("|"));

/** Three rows of a list's file. */
export const sampleOf = (list: List): readonly (readonly Lists[List]["sample"][number][number][])[] =>
  LISTS[list].sample;

type ColumnsOf<L extends List> = Lists[L]["columns"];
/** What a record of a plain list holds, beside its mark of deletion; `V`: the types of cells. */
export type RecordOf<L extends PlainList, V extends Record<Holds, unknown>> = {
  [C in Exclude<keyof ColumnsOf<L>, "deleted">]: ColumnsOf<L>[C] extends infer S
    ? S extends readonly [infer H extends Holds, "needed", ...unknown[]]
      ? V[H]
      : S extends readonly [infer H extends Holds, Need]
        ? V[H] | null
        : S extends readonly [infer H extends Holds, Need, unknown]
          ? V[H]
          : S extends Holds
            ? V[S]
            : never
    : never;
};
