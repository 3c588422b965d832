/** The goods on the sample shop's shelves, and what its two stores hold of them. */
import Big from "big.js";
import {
  named,
  type SampleShop,
  type ShopLanguage,
  type ShopProductUnit,
  type ShopPurchase,
  type ShopPurchaseLine,
  type ShopStock,
} from "./types.ts";

export const PIECE = 1;
export const BOX_OF_12 = 2;
export const CARTON = 3;
export const KILOGRAM = 4;
const MAIN_STORE = 1;
const BACK_STORE = 2;
/** Goods that don't expire: the interface wants a date in every storage row. */
export const NO_EXPIRY = "9999-12-31";

type Keeping = "fresh" | "packed" | "dated" | "lasting";
/** Name in English and Arabic, cost and sell price in YER of one base unit, how it is sold, how it keeps. */
type Line = [
  id: number,
  english: string,
  arabic: string,
  cost: string,
  price: string,
  sold: "piece" | "box" | "carton" | "kilogram",
  keeping: Keeping,
];

const LINES: readonly Line[] = [
  [1001, "Basmati rice 5 kg", "أرز بسمتي 5 كجم", "5200", "5900", "carton", "packed"],
  [1002, "Basmati rice 10 kg", "أرز بسمتي 10 كجم", "10150.5", "11500", "piece", "packed"],
  [1003, "Wheat flour 10 kg", "دقيق قمح 10 كجم", "4300", "4900", "piece", "packed"],
  [1004, "White sugar 1 kg", "سكر أبيض 1 كجم", "615.25", "700", "carton", "packed"],
  [1005, "Table salt 700 g", "ملح طعام 700 جم", "120", "150", "box", "lasting"],
  [1006, "Sunflower oil 1.5 l", "زيت دوار الشمس 1.5 لتر", "1850", "2100", "carton", "packed"],
  [1007, "Olive oil 500 ml", "زيت زيتون 500 مل", "3400.75", "3900", "box", "packed"],
  [1008, "Ghee 2 kg", "سمن 2 كجم", "6100", "6900", "piece", "packed"],
  [
    1009,
    "Full-cream milk powder 2.5 kg",
    "حليب بودرة كامل الدسم 2.5 كجم",
    "9800",
    "10900",
    "carton",
    "packed",
  ],
  [1010, "Long-life milk 1 l", "حليب طويل الأجل 1 لتر", "690", "800", "box", "dated"],
  [1011, "Yoghurt 170 g", "زبادي 170 جم", "145", "180", "box", "dated"],
  [1012, "Cream cheese portions", "جبنة كريمية مثلثات", "880", "1000", "box", "fresh"],
  [1013, "White cheese 500 g", "جبنة بيضاء 500 جم", "1250", "1450", "piece", "dated"],
  [1014, "Butter 200 g", "زبدة 200 جم", "990", "1150", "box", "fresh"],
  [1015, "Eggs, tray of 30", "بيض طبق 30 حبة", "2650", "2900", "piece", "fresh"],
  [1016, "Tea bags 100", "شاي أكياس 100 كيس", "1380", "1600", "carton", "packed"],
  [1017, "Loose tea 400 g", "شاي سائب 400 جم", "1510.1", "1750", "box", "packed"],
  [1018, "Ground coffee 250 g", "بن مطحون 250 جم", "2100.2", "2450", "box", "packed"],
  [1019, "Coffee husk 1 kg", "قشر بن 1 كجم", "2900", "3300", "kilogram", "packed"],
  [1020, "Honey 500 g", "عسل سدر 500 جم", "11500", "13500", "piece", "lasting"],
  [1021, "Dates 1 kg", "تمر 1 كجم", "1700.125", "2000", "kilogram", "packed"],
  [1022, "Red lentils 1 kg", "عدس أحمر 1 كجم", "1120", "1300", "kilogram", "packed"],
  [1023, "Chickpeas 400 g tin", "حمص معلب 400 جم", "380", "450", "carton", "packed"],
  [1024, "Fava beans 400 g tin", "فول معلب 400 جم", "345", "400", "carton", "packed"],
  [1025, "Tuna in oil 170 g", "تونة بالزيت 170 جم", "760", "880", "carton", "dated"],
  [1026, "Tomato paste 135 g", "معجون طماطم 135 جم", "165", "200", "carton", "packed"],
  [1027, "Spaghetti 400 g", "مكرونة اسباجيتي 400 جم", "310", "360", "carton", "packed"],
  [1028, "Vermicelli 400 g", "شعيرية 400 جم", "305.05", "360", "carton", "packed"],
  [1029, "Chicken stock cubes", "مرقة دجاج مكعبات", "95", "120", "box", "packed"],
  [1030, "Chocolate wafer 24 pcs", "ويفر شوكولاتة 24 حبة", "1150", "1350", "carton", "packed"],
  [1031, "Biscuits 12 pcs", "بسكويت 12 حبة", "560", "650", "carton", "dated"],
  [1032, "Potato chips 40 g", "بطاطس شيبس 40 جم", "85", "100", "carton", "fresh"],
  [1033, "Mineral water 750 ml", "مياه معدنية 750 مل", "110", "150", "box", "packed"],
  [1034, "Cola 330 ml can", "كولا علبة 330 مل", "260", "300", "carton", "packed"],
  [1035, "Mango juice 200 ml", "عصير مانجو 200 مل", "140", "170", "carton", "packed"],
  [1036, "Washing powder 3 kg", "مسحوق غسيل 3 كجم", "3900", "4400", "piece", "lasting"],
  [1037, "Dish soap 750 ml", "سائل جلي 750 مل", "820", "950", "box", "lasting"],
  [1038, "Toilet soap 125 g", "صابون حمام 125 جم", "230", "280", "box", "lasting"],
  [1039, "Toothpaste 100 ml", "معجون أسنان 100 مل", "690", "800", "box", "packed"],
  [1040, "Tissues 200 sheets", "مناديل ورقية 200 منديل", "410", "480", "carton", "lasting"],
  [1041, "Baby nappies size 4", "حفاضات أطفال مقاس 4", "4100", "4700", "piece", "lasting"],
  [1042, "AA batteries, pack of 4", "بطاريات AA عبوة 4", "780", "950", "box", "lasting"],
];

const UNITS_SOLD = {
  piece: [PIECE],
  box: [PIECE, BOX_OF_12],
  carton: [PIECE, BOX_OF_12, CARTON],
  kilogram: [KILOGRAM],
} as const;
const FACTOR: Record<number, number> = { [PIECE]: 1, [BOX_OF_12]: 12, [CARTON]: 48, [KILOGRAM]: 1 };

const DAY_MS = 86_400_000;
/** The day so many days after another; before it where `days` is negative. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

type Dates = readonly [productionAt: string, expiryAt: string];

/** Whenever the shop is opened, some of it has just expired and some will soon. */
const datesOf = (keeping: Keeping, openedOn: string): readonly Dates[] => {
  const dates = (production: number, expiry: number): Dates => [
    dayAfter(openedOn, production),
    dayAfter(openedOn, expiry),
  ];
  switch (keeping) {
    case "fresh":
      return [dates(-5, 181)];
    case "packed":
      return [
        ["2025-02-01", "2027-12-31"],
        ["2025-08-15", "2028-06-30"],
      ];
    case "dated":
      return [dates(-353, -12), dates(-160, 25)];
    case "lasting":
      return [["2024-01-01", NO_EXPIRY]];
  }
};

const unitsOf = ([id, , , cost, price, sold]: Line): ShopProductUnit[] =>
  UNITS_SOLD[sold].map((measureUnitId, index) => ({
    measureUnitId,
    barcode: inStoreBarcode(id, index),
    price: new Big(price).times(FACTOR[measureUnitId] ?? 1).toFixed(),
    costPrice: new Big(cost).times(FACTOR[measureUnitId] ?? 1).toFixed(),
  }));

/** The products of the sample shop, each with its units, barcodes and prices. */
export const sampleProducts = (language: ShopLanguage): SampleShop["products"] =>
  LINES.map((line) => ({
    id: line[0],
    name: named(language, line[1], line[2]),
    deleted: false,
    units: unitsOf(line),
  }));

const quantityOf = (id: number, unit: number, batch: number): string => {
  const base = 24 + ((id * 7 + unit * 13 + batch * 29) % 60);
  return unit === KILOGRAM ? new Big(base).plus("0.375").toFixed() : String(base);
};

/** What the two stores hold: base units in the main one, the largest units in the back one. */
export const sampleStock = (openedOn: string): ShopStock[] =>
  LINES.flatMap((line) =>
    datesOf(line[6], openedOn).flatMap(([productionAt, expiryAt], batch) => {
      const units = unitsOf(line);
      const [smallest, largest] = [units[0], units[units.length - 1]];
      const rows: ShopStock[] = [];
      for (const [storeId, unit] of [
        [MAIN_STORE, smallest],
        [BACK_STORE, largest],
      ] as const) {
        if (unit === undefined) continue;
        rows.push({
          productId: line[0],
          measureUnitId: unit.measureUnitId,
          storeId,
          productionAt,
          expiryAt,
          quantity: quantityOf(line[0], Number(unit.measureUnitId), batch),
          costPrice: unit.costPrice,
          barcode: unit.barcode,
        });
      }
      return rows;
    }),
  );

const SUPPLIERS = [1101, 1102, 1103, 1104];
/** Days before the shop was opened. */
const BOUGHT = [23, 3];

/** A line of every product with that batch: the first purchase in the largest units, the second in the smallest. */
const boughtLines = (supplier: number, batch: number, openedOn: string): ShopPurchaseLine[] =>
  LINES.filter((_, index) => index % SUPPLIERS.length === supplier).flatMap((line) => {
    const dates = datesOf(line[6], openedOn)[batch];
    const units = unitsOf(line);
    const unit = batch === 0 ? units.at(-1) : units[0];
    if (dates === undefined || unit === undefined) return [];
    const [productionAt, expiryAt] = dates;
    return [
      {
        productId: line[0],
        measureUnitId: unit.measureUnitId,
        quantity: String(4 + ((line[0] * 3 + batch * 11) % 20)),
        freeQuantity: line[0] % 5 === 0 ? "1" : "0",
        price: unit.costPrice,
        productionAt,
        expiryAt: expiryAt === NO_EXPIRY ? "" : expiryAt,
        batch: `L${line[0]}${batch + 1}`,
      },
    ];
  });

/** Two purchases from each supplier, which together bought every product. */
export const samplePurchases = (openedOn: string): ShopPurchase[] =>
  SUPPLIERS.flatMap((supplierAccountId, supplier) =>
    BOUGHT.map((days, batch) => ({
      documentNo: `INV-${4101 + supplier * 10 + batch}`,
      date: dayAfter(openedOn, -days),
      supplierAccountId,
      currencyId: "YER",
      lines: boughtLines(supplier, batch, openedOn),
    })),
  );

/** The 13th digit of an EAN-13 barcode from its first twelve. */
export function ean13CheckDigit(twelve: string): number {
  if (!/^\d{12}$/.test(twelve)) throw new RangeError(`${twelve} is not twelve digits`);
  const sum = [...twelve].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** The in-store barcode of one unit (0 to 9) of a product (up to five digits). */
function inStoreBarcode(productId: number, unitIndex: number): string {
  const twelve = `2900${String(productId).padStart(7, "0")}${unitIndex}`;
  return `${twelve}${ean13CheckDigit(twelve)}`;
}
