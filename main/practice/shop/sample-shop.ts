/** The sample shop that practice mode and the tests work in. Every id in it is stable. */
import {
  BOX_OF_12,
  CARTON,
  KILOGRAM,
  PIECE,
  sampleProducts,
  samplePurchases,
  sampleStock,
} from "./sample-products.ts";
import { named, type SampleShop, type ShopLanguage, type ShopVoucher } from "./types.ts";

const USER = 501;
const CASH_YER = 2001;
const GOVERNMENT_FEES = 3001;
const DEVICE = "5c0de000-0000-4000-8000-00000000c0de";

const voucher = (
  number: number,
  currencyId: string,
  amount: string,
  note: string,
  updatedAt: string,
): ShopVoucher => ({
  serialNo: `7a0c4e50-0000-4000-8000-${String(number).padStart(12, "0")}`,
  currencyId,
  amount,
  note,
  status: 1,
  creatorUserId: USER,
  creatorDeviceId: DEVICE,
  updatedAt,
  feesAccountId: GOVERNMENT_FEES,
  cashAccountId: CASH_YER,
});

/** The sample shop with its names in a language, as on that day: tenant 7001, user 501; see the names for the rest. */
export function sampleShop(language: ShopLanguage, openedOn: string) {
  const name = (english: string, arabic: string) => named(language, english, arabic);
  return {
    tenantId: 7001,
    userId: USER,
    name: name("Al-Noor Grocery", "بقالة النور"),
    openedOn,
    mainCurrencyId: "YER",
    lists: {
      currency: [
        { id: "YER", name: name("Yemeni rial", "ريال يمني"), digits: 2 },
        { id: "SAR", name: name("Saudi riyal", "ريال سعودي"), digits: 2 },
        { id: "USD", name: name("US dollar", "دولار أمريكي"), digits: 2 },
        { id: "OMR", name: name("Omani rial", "ريال عماني"), digits: 3 },
      ],
      store: [
        { id: 1, name: name("Main store", "المخزن الرئيسي") },
        { id: 2, name: name("Back store", "المخزن الخلفي") },
      ],
      measureUnit: [
        { id: PIECE, name: name("Piece", "حبة"), baseUnitId: null, factor: "1" },
        { id: BOX_OF_12, name: name("Box of 12", "علبة 12"), baseUnitId: PIECE, factor: "12" },
        { id: CARTON, name: name("Carton of 48", "كرتون 48"), baseUnitId: PIECE, factor: "48" },
        { id: KILOGRAM, name: name("Kilogram", "كيلوجرام"), baseUnitId: null, factor: "1" },
        { id: 5, name: name("Half dozen", "نصف درزن"), baseUnitId: PIECE, factor: "6", deleted: true },
        { id: 6, name: name("Gram", "جرام"), baseUnitId: KILOGRAM, factor: "0.001", deleted: true },
      ],
      account: [
        {
          id: 1101,
          name: name("Hadramout Food Trading", "حضرموت لتجارة الأغذية"),
          type: "supplier",
        },
        { id: 1102, name: name("Red Sea Imports", "واردات البحر الأحمر"), type: "supplier" },
        {
          id: 1103,
          name: name("Al-Saeed Distribution", "مؤسسة السعيد للتوزيع"),
          type: "supplier",
        },
        { id: 1104, name: name("Aden Dairy Co.", "شركة ألبان عدن"), type: "supplier" },
        { id: 1105, name: name("Taiz Household Supplies", "مستلزمات تعز"), type: "supplier", deleted: true },
        { id: CASH_YER, name: name("Counter cash", "صندوق نقطة البيع"), type: "cash" },
        { id: 2002, name: name("Safe", "الخزنة"), type: "cash" },
        { id: 2101, name: name("Bank current account", "حساب بنكي جاري"), type: "bank" },
        { id: 2102, name: name("Old bank account", "حساب بنكي قديم"), type: "bank", deleted: true },
        { id: GOVERNMENT_FEES, name: name("Government fees", "رسوم حكومية"), type: "other" },
      ],
      exchangeRate: [
        { id: 401, fromCurrencyId: "SAR", toCurrencyId: "YER", rate: "140.5" },
        { id: 402, fromCurrencyId: "USD", toCurrencyId: "YER", rate: "530.25" },
        { id: 403, fromCurrencyId: "OMR", toCurrencyId: "YER", rate: "1376.125", deleted: true },
        { id: 404, fromCurrencyId: "USD", toCurrencyId: "SAR", rate: "3.75", deleted: true },
      ],
      permission: [
        { id: 601, name: name("Record purchase returns", "تسجيل مرتجعات المشتريات") },
        { id: 602, name: name("Edit tax vouchers", "تعديل سندات الضرائب") },
        { id: 603, name: name("See balances", "عرض الأرصدة") },
        { id: 604, name: name("Approve discounts", "اعتماد الخصومات"), deleted: true },
        { id: 605, name: name("Close the day", "إقفال اليوم"), deleted: true },
      ],
    },
    balances: [
      { accountId: 1101, currencyId: "YER", amount: "1850000.5", ceilAmount: "5000000" },
      { accountId: 1101, currencyId: "SAR", amount: "4200.25", ceilAmount: "20000" },
      { accountId: 1102, currencyId: "USD", amount: "3150.75", ceilAmount: "10000" },
      { accountId: 1102, currencyId: "YER", amount: "0", ceilAmount: "5000000" },
      { accountId: 1103, currencyId: "YER", amount: "642300", ceilAmount: "2000000" },
      { accountId: 1104, currencyId: "YER", amount: "98750.125", ceilAmount: "500000" },
      { accountId: CASH_YER, currencyId: "YER", amount: "735000", ceilAmount: "0" },
      { accountId: CASH_YER, currencyId: "SAR", amount: "1200", ceilAmount: "0" },
      { accountId: 2002, currencyId: "YER", amount: "2500000", ceilAmount: "0" },
      { accountId: 2101, currencyId: "YER", amount: "9800000.75", ceilAmount: "0" },
      { accountId: 2101, currencyId: "USD", amount: "12500", ceilAmount: "0" },
      { accountId: GOVERNMENT_FEES, currencyId: "YER", amount: "187500", ceilAmount: "0" },
    ],
    products: sampleProducts(language),
    stock: sampleStock(openedOn),
    purchases: samplePurchases(openedOn),
    vouchers: [
      voucher(
        1,
        "YER",
        "25000",
        name("Trade licence renewal", "تجديد السجل التجاري"),
        "2026-01-12T08:30:00.000Z",
      ),
      voucher(2, "YER", "18500.5", name("Municipal cleaning fee", "رسوم نظافة"), "2026-02-03T10:05:12.250Z"),
      voucher(
        3,
        "YER",
        "64000",
        name("Sales tax, first quarter", "ضريبة مبيعات الربع الأول"),
        "2026-04-02T07:45:30.000Z",
      ),
      voucher(4, "YER", "12000", name("Health certificate", "شهادة صحية"), "2026-05-20T09:15:00.500Z"),
      voucher(5, "SAR", "300.75", name("Customs fee", "رسوم جمركية"), "2026-06-11T11:00:00.000Z"),
      voucher(
        6,
        "YER",
        "67999.999",
        name("Sales tax, second quarter", "ضريبة مبيعات الربع الثاني"),
        "2026-07-04T08:00:00.000Z",
      ),
    ],
  } satisfies SampleShop;
}

export const SAMPLE_SHOP = sampleShop("en", "2026-09-10");
