/** A shop as a new user brings it: its books for the stand-in service, and the files another program exported. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ean13CheckDigit } from "../../../main/practice/shop/sample-products.ts";
import type { SampleShop } from "../../../main/practice/shop/types.ts";

export const PRODUCTS = 20_000;
const FIRST_ID = 100_001;
/** Every tenth product is sold by the box too. */
const ALSO_BY_BOX = 10;
export const PIECE = 1;
export const BOX = 2;

const GOODS: readonly [english: string, arabic: string][] = [
  ["Rice", "أرز"],
  ["Flour", "دقيق"],
  ["Sugar", "سكر"],
  ["Sunflower oil", "زيت دوار الشمس"],
  ["Milk powder", "حليب بودرة"],
  ["Yoghurt", "زبادي"],
  ["Cheese", "جبنة"],
  ["Tea", "شاي"],
  ["Coffee", "بن"],
  ["Honey", "عسل"],
  ["Dates", "تمر"],
  ["Lentils", "عدس"],
  ["Chickpeas", "حمص"],
  ["Tuna", "تونة"],
  ["Tomato paste", "معجون طماطم"],
  ["Spaghetti", "مكرونة"],
  ["Biscuits", "بسكويت"],
  ["Mango juice", "عصير مانجو"],
  ["Dish soap", "سائل جلي"],
  ["Nappies", "حفاضات"],
];
const MAKERS: readonly [english: string, arabic: string][] = [
  ["Saba", "سبأ"],
  ["Shibam", "شبام"],
  ["Marib", "مأرب"],
  ["Socotra", "سقطرى"],
  ["Zabid", "زبيد"],
];

const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError("an empty list");
  return item;
};

/** The barcode of a product's piece or box. */
export function barcodeOf(index: number, unit: number): string {
  const twelve = `29${unit}${String(index).padStart(9, "0")}`;
  return `${twelve}${ean13CheckDigit(twelve)}`;
}

/** The id of the index-th product, counted from 0. */
export const idOf = (index: number): number => FIRST_ID + index;

/** Made by one of five, of a kind of goods, with a number no other has: "Saba Rice 17 / أرز سبأ 17". */
function nameOf(index: number): string {
  const [goods, arabicGoods] = at(GOODS, index);
  const [maker, arabicMaker] = at(MAKERS, Math.floor(index / GOODS.length));
  const number = Math.floor(index / (GOODS.length * MAKERS.length)) + 1;
  return `${maker} ${goods} ${number} / ${arabicGoods} ${arabicMaker} ${number}`;
}

/** What a piece of it cost, in hundredths exactly. */
export const costOf = (index: number): string => `${100 + ((index * 37) % 900)}.25`;
const boxCostOf = (index: number): string => String(12 * Number(costOf(index)));

const productOf = (index: number): SampleShop["products"][number] => ({
  id: idOf(index),
  name: nameOf(index),
  deleted: false,
  units: [
    {
      measureUnitId: PIECE,
      barcode: barcodeOf(index, PIECE),
      price: costOf(index + 1),
      costPrice: costOf(index),
    },
    ...(index % ALSO_BY_BOX === 0
      ? [
          {
            measureUnitId: BOX,
            barcode: barcodeOf(index, BOX),
            price: boxCostOf(index + 1),
            costPrice: boxCostOf(index),
          },
        ]
      : []),
  ],
});

/** One store, one currency, a cash drawer, a bank account, twelve suppliers, twenty thousand products. */
export const NEW_SHOP = {
  openedOn: "2026-09-10",
  tenantId: 88,
  userId: 31,
  name: "Bab al-Yemen Grocery / بقالة باب اليمن",
  mainCurrencyId: "YER",
  lists: {
    currency: [{ id: "YER", name: "Yemeni rial / ريال يمني", digits: 2 }],
    store: [{ id: 1, name: "Shop floor / صالة البيع" }],
    measureUnit: [
      { id: PIECE, name: "Piece / حبة", baseUnitId: null, factor: "1", deleted: false },
      { id: BOX, name: "Box of 12 / علبة 12", baseUnitId: PIECE, factor: "12", deleted: false },
    ],
    account: [
      ...Array.from({ length: 12 }, (_, index) => ({
        id: 1101 + index,
        name: `${at(["Hadramout", "Aden", "Taiz", "Ibb"], index)} Trading ${index + 1} / تجارة ${index + 1}`,
        type: "supplier" as const,
        deleted: false,
      })),
      { id: 2001, name: "Cash drawer / صندوق", type: "cash", deleted: false },
      { id: 2101, name: "Bank / بنك", type: "bank", deleted: false },
    ],
  },
  balances: [],
  products: Array.from({ length: PRODUCTS }, (_, index) => productOf(index)),
  stock: [],
  purchases: [],
  vouchers: [],
} satisfies SampleShop;

/** The service has stopped dealing in one product since the files were exported. */
export const GONE = 210;
export const SERVICE_SHOP: SampleShop = {
  ...NEW_SHOP,
  products: NEW_SHOP.products.map((row) => (row.id === idOf(GONE) ? { ...row, deleted: true } : row)),
};

const table = (header: string, rows: readonly (readonly (string | number | null)[])[]): string =>
  `${[header, ...rows.map((row) => row.map((cell) => cell ?? "").join(","))].join("\r\n")}\r\n`;

/** What was bought of the supplier "Aden Trading 2": two purchases of fifteen lines each. */
export const BOUGHT = { supplier: 1102, numbers: ["INV-71", "INV-72"], lines: 15, quantity: 24 } as const;

/** The place of a bought line's product in the shop's list. */
export const boughtIndex = (purchase: number, line: number): number => 400 + purchase * BOUGHT.lines + line;

/** Writes the file of purchases, and answers its path. */
export function writePurchases(folder: string): string {
  const path = join(folder, "purchases.csv");
  writeFileSync(
    path,
    table(
      "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,freeQuantity,price,productionAt,expiryAt,batch",
      BOUGHT.numbers.flatMap((number, purchase) =>
        Array.from({ length: BOUGHT.lines }, (_, line) => [
          number,
          `2026-0${purchase + 2}-01`,
          BOUGHT.supplier,
          "YER",
          idOf(boughtIndex(purchase, line)),
          PIECE,
          BOUGHT.quantity,
          0,
          costOf(boughtIndex(purchase, line)),
          "2026-01-01",
          "2027-12-31",
          `B${line + 1}`,
        ]),
      ),
    ),
  );
  return path;
}

/** Writes the five files under headings that other programs use; answers their paths in the order of the screen. */
export function writeShopFiles(folder: string): string[] {
  const files = {
    "products.csv": table(
      "Product code,Product name,EAN13,Unit code,Cost",
      NEW_SHOP.products.flatMap(({ id, name, units }) =>
        units.map((unit) => [id, name, unit.barcode, unit.measureUnitId, unit.costPrice]),
      ),
    ),
    "units.csv": table(
      "Unit code,Unit name,Base unit,Factor",
      NEW_SHOP.lists.measureUnit.map(({ id, name, baseUnitId, factor }) => [id, name, baseUnitId, factor]),
    ),
    "accounts.csv": table(
      "Account no,Account name,Type",
      NEW_SHOP.lists.account.map(({ id, name, type }) => [id, name, type]),
    ),
    "stores.csv": table(
      "Store no,Store name",
      NEW_SHOP.lists.store.map(({ id, name }) => [id, name]),
    ),
    "currencies.csv": table(
      "Currency code,Currency name,Decimals",
      NEW_SHOP.lists.currency.map(({ id, name, digits }) => [id, name, digits]),
    ),
  };
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
}
