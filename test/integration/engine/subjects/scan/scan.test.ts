import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScanRules } from "../../../../../contract/channels/scan.ts";
import { CHANNELS, type ChannelInput } from "../../../../../contract/channels.ts";
import { createMirrorService } from "../../../../../main/engine/mirror/mirror.ts";
import { withCheckDigit } from "../../../../../main/engine/subjects/scan/gtin.ts";
import { createScans } from "../../../../../main/engine/subjects/scan/scan.ts";
import { keptRules } from "../../../../../main/engine/subjects/scan/scan-service.ts";
import { openShop } from "../../import/shop-files.ts";

const GS = "\u001d";
const GTIN = "09501101530003";
const PLAIN: ScanRules = { inStore: [], batchInDescription: false };
const inStore = (more: Partial<ScanRules["inStore"][number]> = {}): ScanRules => ({
  ...PLAIN,
  inStore: [{ prefix: "21", itemDigits: 5, holds: "weight", decimals: 3, ownCheckDigit: false, ...more }],
});

const GOODS = [
  "id,name,barcode,measureUnitId,price,costPrice,deleted",
  "1,Milk,9501101530003,1,2.5,1.25,0",
  "1,Milk,19501101530000,2,28,15,0",
  "2,Whole code,9638507412,1,,,0",
  "20000017,By its id,,1,,,0",
  "4,UPC,012345000065,1,,,0",
  "5,Eight,96385074123,1,,,0",
  "6,Dates,2112345000008,3,4,,0",
  "7,Olives,22345,4,5,,0",
  "8,Twice,4006381333931,1,,,0",
  "9,Twice too,04006381333931,1,,,0",
  "9,Twice too,4006381333931,1,,,0",
  "10,Old,7612345678900,1,,,1",
  "11,Own code,10ABC123,1,,,0",
  "12,Egg ١,1234567,1,,,0",
  "13,Nuts,77777,5,,,0",
].join("\n");

async function openScans(rules: ScanRules = PLAIN) {
  const shop = openShop();
  await shop.take(
    "measureUnit",
    "id,name,baseUnitId,factor\n1,piece,,\n2,carton,1,12\n3,kg,,\n4,غرام,,\n5,Loose,,\n",
  );
  await shop.take("product", GOODS);
  const scans = createScans(
    createMirrorService({ db: shop.db }).productsOfBarcodes,
    () => rules,
    () => "2026-11-25",
  );
  const { input, output } = CHANNELS["mirror.scan"];
  const scan = (code: string, more: Partial<ChannelInput<"mirror.scan">> = {}) =>
    output.parse(scans.scan(input.parse({ code, ...more })));
  return { shop, scan };
}
type Scan = Awaited<ReturnType<typeof openScans>>["scan"];

/** What is found, in short. */
function found(scan: ReturnType<Scan>) {
  const { found, product, why, choices, barcode: _code, batchInDescription: _setting, ...rest } = scan;
  const name = product === undefined ? {} : { name: product.name };
  const reason = why === undefined ? {} : { why };
  const several = choices === undefined ? {} : { choices: choices.map((one) => one.product.name) };
  return { found, ...name, ...reason, ...several, ...rest };
}

describe("a scan", () => {
  it.each([
    ["a count of none", `]C101${GTIN}300${GS}10A`],
    ["a weight of nothing", `]C101${GTIN}3103000000`],
  ])("of %s has the quantity entered by a person, as one more would be a guess", async (_what, code) => {
    const { scan } = await openScans();
    expect(found(scan(code))).toMatchObject({ found: "product", name: "Milk", asksQuantity: true });
  });

  it.each([
    ["9501101530003", { name: "Milk", measureUnitId: 1 }],
    ["]E09501101530003", { name: "Milk", measureUnitId: 1 }],
    ["09501101530003", { name: "Milk", measureUnitId: 1 }],
    ["19501101530000", { name: "Milk", measureUnitId: 2 }],
    ["]I119501101530000", { name: "Milk", measureUnitId: 2 }],
    ["٩٥٠١١٠١٥٣٠٠٠٣", { name: "Milk", measureUnitId: 1 }],
    ["0012345000065", { name: "UPC", measureUnitId: 1 }],
    ["01234565", { name: "UPC", measureUnitId: 1 }],
    ["10ABC123", { name: "Own code", measureUnitId: 1 }],
    ["]C010ABC123", { name: "Own code", measureUnitId: 1 }],
    ["7612345678900", { name: "Old", measureUnitId: 1 }],
    ["1234567\0", { name: "Egg ١", measureUnitId: 1 }],
    [
      `]C101${GTIN}1126010517271231${"10A7"}${GS}21S`,
      {
        name: "Milk",
        measureUnitId: 1,
        productionAt: "2026-01-05",
        expiryAt: "2027-12-31",
        batch: "A7",
        serial: "S",
      },
    ],
    [`]d2019501101530003017271231`, { why: "checkDigit" }],
    [
      `]C102195011015300001727123137${"3"}`,
      { name: "Milk", measureUnitId: 2, quantity: "3", expiryAt: "2027-12-31" },
    ],
    [
      "https://id.example.com/01/09501101530003?17=271200",
      { name: "Milk", measureUnitId: 1, expiryAt: "2027-12-31" },
    ],
  ])("of %j finds what it names", async (code, facts) => {
    const { scan } = await openScans();
    expect(found(scan(code))).toEqual({ found: "why" in facts ? "unknown" : "product", ...facts });
  });

  it.each([
    ["the beginning of a barcode", "96385074"],
    ["a product's id", "20000017"],
    ["a barcode with something behind it", "95011015300031"],
    ["a barcode with its last digit wrong", "9501101530004"],
    ["a product's name", "Milk"],
    ["a GS1 code of goods that are not here", `]d20104006381333948${GS}10A`],
    ["a batch behind a barcode, without what says so", "9501101530003172712"],
    ["nothing at all", "\r\n"],
    ["a symbology identifier alone", "]C0"],
  ])("of %s finds nothing", async (_what, code) => {
    const { scan } = await openScans();
    expect(found(scan(code))).toMatchObject({ found: "unknown" });
    expect(scan(code)).not.toHaveProperty("product");
  });

  it("of a code that two products have asks which, and of its exact spelling prefers that", async () => {
    const { scan } = await openScans();
    expect(found(scan("4006381333931"))).toEqual({ found: "several", choices: ["Twice", "Twice too"] });
    expect(found(scan("04006381333931"))).toMatchObject({ found: "product", name: "Twice too" });
  });

  it("asks where a batch may end with an expiry, and fills nothing meanwhile", async () => {
    const { scan } = await openScans();
    const asked = scan(`01${GTIN}10ABC17271231`);
    expect(found(asked)).toEqual({ found: "several", choices: ["Milk", "Milk"] });
    expect(asked.choices?.map(({ batch, expiryAt }) => [batch, expiryAt])).toEqual([
      ["ABC", "2027-12-31"],
      ["ABC17271231", undefined],
    ]);
  });

  it.each([
    ["kilograms", "3103001250", 6, "1.25"],
    ["grams", "3103001250", 7, "1250"],
    ["another name, as the code says", "3103001250", 13, "1.25"],
    ["pounds in kilograms", "3202000100", 6, "0.45359237"],
  ])("puts a weight into the product's unit: %s", async (_unit, weight, id, quantity) => {
    const { scan, shop } = await openScans();
    shop.db
      .prepare(
        "UPDATE product_unit SET barcode = '9501101530003' WHERE product_key = (SELECT product_key FROM product WHERE id = ?)",
      )
      .run(id);
    shop.db
      .prepare(
        "UPDATE product_unit SET barcode = '' WHERE product_key = (SELECT product_key FROM product WHERE id = 1)",
      )
      .run();
    expect(scan(`]e001${GTIN}${weight}`)).toMatchObject({ found: "product", quantity });
  });

  it.each([
    ["pounds", "3202000100"],
    ["a weight", "3103001250"],
    ["a length", "3111001250"],
  ])("asks for the quantity where %s can't be put into the unit: pieces", async (_what, measure) => {
    const { scan } = await openScans();
    expect(scan(`]e001${GTIN}${measure}`)).toMatchObject({ found: "product", asksQuantity: true });
  });

  it.each(["Carton of 48", "قطعة", "حبة", "PCS"])(
    "takes no weight for a number of what is counted: %s",
    async (name) => {
      const { scan, shop } = await openScans();
      shop.db.prepare("UPDATE measure_unit SET name = ? WHERE id = 1").run(name);
      expect(scan(`]e001${GTIN}3103001250`)).toMatchObject({ found: "product", asksQuantity: true });
    },
  );

  it("says of a code beyond 4,000 characters that it is too long", async () => {
    const { scan } = await openScans();
    const code = (length: number) => scan(`]d201${GTIN}10`.padEnd(length, "7"));
    expect(code(4_000).why).not.toBe("tooLong");
    expect(code(4_001)).toMatchObject({ found: "unknown", why: "tooLong" });
    expect(CHANNELS["mirror.scan"].input.safeParse({ code: "7".repeat(8_000) }).success).toBe(true);
  });

  it("takes no part of any code, and never fails", async () => {
    const { scan, shop } = await openScans();
    const barcodes = shop.db
      .prepare<[], string>("SELECT barcode FROM product_unit WHERE barcode <> ''")
      .pluck()
      .all();
    const around = fc.string({ unit: "binary", maxLength: 30 });
    const inside = fc.tuple(around, fc.constantFrom(...barcodes), around).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(around, inside), (code) => {
        if (code === "") return;
        const found = scan(code);
        if (found.found === "unknown") return;
        // Found whole: nothing is around the barcode but what a scanner puts there, or GS1 says that it is in it.
        const bare = code.replace(/^\][A-Za-z][0-9A-Za-z]/, "").replace(/[\s\p{Cc}]/gu, "");
        const isWhole = barcodes.some((barcode) => bare.replace(/^0+/, "") === barcode.replace(/^0+/, ""));
        expect(isWhole || /01\d{14}|(?:01|02)\//.test(bare) || found.barcode === "012345000065").toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a code of the shop's own scale", () => {
  it.each([
    [
      "a weight behind the item, found by its code without weight",
      inStore(),
      "2112345012508",
      { name: "Dates", quantity: "1.25" },
    ],
    [
      "a price that divides by the sales price",
      inStore({ holds: "price", decimals: 2 }),
      "2112345010009",
      { name: "Dates", quantity: "2.5", amount: "10" },
    ],
    [
      "a price that doesn't",
      inStore({ holds: "price", decimals: 2 }),
      "2112345010016",
      { name: "Dates", asksQuantity: true, amount: "10.01" },
    ],
    [
      "a number of pieces",
      inStore({ holds: "count", decimals: 0 }),
      "2112345000125",
      { name: "Dates", quantity: "12" },
    ],
    [
      "a weight in grams, found by first digits and item",
      inStore({ prefix: "22", itemDigits: 3, ownCheckDigit: true }),
      "2234500012503",
      { name: "Olives", quantity: "1250" },
    ],
  ])("has %s", async (_what, rules, code, facts) => {
    const { scan } = await openScans(rules);
    expect(scan(withCheckDigit(code.slice(0, 12)))).toMatchObject({
      found: "product",
      product: { name: facts.name },
      ...Object.fromEntries(Object.entries(facts).filter(([key]) => key !== "name")),
    });
  });

  it("is unknown without a rule, with another's first digits, and with a wrong check digit", async () => {
    const { scan } = await openScans();
    expect(found(scan("2112345012508")).found).toBe("unknown");
    expect(found(scan("2112345012507", { rules: inStore() })).found).toBe("unknown");
    expect(found(scan("2312345012502", { rules: inStore() })).found).toBe("unknown");
  });

  it("is found as it is where a product has all of it", async () => {
    const { scan } = await openScans(inStore());
    expect(found(scan("2112345000008"))).toEqual({ found: "product", name: "Dates", measureUnitId: 3 });
  });
});

describe("the owner's rules", () => {
  it("that can't be read are none", () => {
    for (const text of [null, "", "{", "[]", '{"inStore":[{"prefix":"30"}],"batchInDescription":true}'])
      expect(keptRules(text)).toEqual(PLAIN);
    expect(keptRules(JSON.stringify(inStore()))).toEqual(inStore());
  });

  it.each([
    ["first digits that GS1 gives to others", { prefix: "30" }],
    ["no digit left for the value", { itemDigits: 10 }],
    ["more decimals than digits", { itemDigits: 8, decimals: 4 }],
  ])("are refused with %s", (_what, wrong) => {
    expect(CHANNELS["scanRules.set"].input.safeParse(inStore(wrong)).success).toBe(false);
  });

  it("are refused twice for the same first digits", () => {
    const {
      inStore: [rule],
    } = inStore();
    expect(CHANNELS["scanRules.set"].input.safeParse({ inStore: [rule, rule] }).success).toBe(false);
  });
});
