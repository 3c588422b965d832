/** Spreadsheets that a library reads on a separate thread, .xls and .xlsb; and .ods files as the library writes them. */
import { describe, expect, it } from "vitest";
import { CountersideError } from "../../../../contract/error.ts";
import { libraryFile, type SheetOf } from "./library-files.ts";
import { openShop } from "./shop-files.ts";
import { codesOf, preview, refusedIn, run } from "./wizard-steps.ts";

const FORMATS = [
  ["xls", "biff8", "xls"],
  ["xls", "xls without an envelope", "biff2"],
  ["xls", "biff5", "biff5"],
  ["xlsb", "xlsb", "xlsb"],
  ["ods", "ods", "ods"],
] as const;
const UNICODE = FORMATS.filter(([, name]) => name === "biff8" || name === "xlsb" || name === "ods");

const products: SheetOf = {
  name: "Products",
  rows: [
    ["Price list", null, null, null, null],
    ["id", "name", "barcode", "price", "deleted"],
    [1, "Pen", "6281000000017", 1.1, false],
    [2, "Ink", 6281000000024, 0.30000000000000004, true],
    [900719925474099, "Pad", "012", 1234567.125, null],
  ],
};

const refusalOf = async (content: Uint8Array, input = {}): Promise<CountersideError> => {
  const shop = openShop();
  const path = shop.put(content);
  const error = await preview(shop, { kind: "product", path, ...input }).catch((caught: unknown) => caught);
  if (!(error instanceof CountersideError)) throw new Error("the file was taken");
  return error;
};

describe("a spreadsheet that a library reads", () => {
  it.each(FORMATS)(
    "%s (%s): keeps texts, and numbers with all the digits that it holds",
    async (fileType, _, bookType) => {
      const shop = openShop();
      const path = shop.put(libraryFile(bookType, [products]));
      const seen = await preview(shop, { kind: "product", path });
      expect(seen).toMatchObject({ fileType, headerRow: 2, missing: [], undecided: [], broken: null });
      expect(await run(shop, { kind: "product", path })).toMatchObject({ added: 3, rejected: [] });
      expect(
        shop.db.prepare("SELECT name, barcode, price, deleted FROM product_unit ORDER BY price").raw().all(),
      ).toEqual([
        ["Ink", "6281000000024", "0.30000000000000004", 1],
        ["Pen", "6281000000017", "1.1", 0],
        ["Pad", "012", "1234567.125", 0],
      ]);
    },
  );

  it.each(UNICODE)(
    "%s: names its sheets, opens the first visible one or the chosen one, in Arabic too",
    async (_, __, bookType) => {
      const shop = openShop();
      const stores = (name: string, text: string, hidden = false): SheetOf => ({
        name,
        rows: [
          ["id", "name"],
          [1, text],
        ],
        hidden,
      });
      const path = shop.put(
        libraryFile(bookType, [stores("Old", "x", true), stores("الفروع", "الرئيسي"), stores("B", "Back")]),
      );
      const seen = await preview(shop, { kind: "store", path });
      // The library writes no hidden sheets of an OpenDocument file.
      const hidden = bookType !== "ods";
      expect(seen.sheet).toBe(hidden ? "الفروع" : "Old");
      expect(seen.sheets.map(({ name }) => name)).toEqual(["Old", "الفروع", "B"]);
      expect(seen.sheets.map(({ hidden }) => hidden)).toEqual([hidden, false, false]);
      const named = await preview(shop, { kind: "store", path, sheet: "الفروع" });
      expect(named.rows[0]?.cells).toEqual(["1", "الرئيسي"]);
      expect((await preview(shop, { kind: "store", path, sheet: "B" })).rows[0]?.cells).toEqual([
        "1",
        "Back",
      ]);
      const gone = await preview(shop, { kind: "store", path, sheet: "Gone" }).catch(
        (error: unknown) => error,
      );
      expect(gone).toMatchObject({ details: { reason: "no_such_sheet", sheets: [{ name: "Old" }, {}, {}] } });
    },
  );

  it.each(UNICODE)(
    "%s: reads dates of both calendars, and says what a cell can't be",
    async (_, __, bookType) => {
      for (const date1904 of [false, true]) {
        // An OpenDocument file has dates, and no day numbers that begin somewhere.
        if (date1904 && bookType === "ods") continue;
        const shop = openShop();
        const rows = [
          ["id", "name"],
          [46053.395833333336 - (date1904 ? 1462 : 0), "x"],
          [true, "y"],
          [3, true],
          [4, null],
          [1e20, "long"],
        ];
        const extra = {
          A2: { z: "yyyy-mm-dd hh:mm" },
          ...(bookType === "ods" ? {} : { B5: { t: "e" as const, v: 42 } }),
        };
        const path = shop.put(libraryFile(bookType, [{ name: "S", rows, extra }], date1904));
        const seen = await preview(shop, { kind: "store", path });
        expect(seen.rows[0]?.cells[0]).toBe("2026-01-31T09:30:00.000Z");
        expect(seen.rows.map(({ problems }) => codesOf(problems))).toEqual([
          ...["id: notWhole", "id: trueOrFalse", "name: trueOrFalse"],
          ...[bookType === "ods" ? "name: empty" : "name: cellError", "id: tooManyDigits"],
        ]);
      }
    },
  );

  it("xls: letters whose table the file doesn't name reject their rows, and so does a byte that no table has", async () => {
    const rows = [
      ["id", "name"],
      [1, "Tea"],
      [2, "Kxse"],
      [3, "Salt"],
    ];
    const bytes = libraryFile("biff2", [{ name: "S", rows }]);
    const letter = bytes.indexOf("Kxse") + 1;
    const at = bytes.indexOf(Buffer.from([0x42, 0x00, 0x02, 0x00]));
    const named = at >= 0;
    bytes[letter] = 0xe4;
    const bare = named ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 6)]) : bytes;
    const shop = openShop();
    const answer = await run(shop, { kind: "store", path: shop.put(bare) });
    expect(answer).toMatchObject({ added: 2 });
    expect(refusedIn(answer)).toEqual([[3, "name: unknownLetters"]]);
    const western = Buffer.from([0x42, 0x00, 0x02, 0x00, 0xe4, 0x04]);
    const begin = 4 + bare.readUInt16LE(2);
    const marked = Buffer.concat([bare.subarray(0, begin), western, bare.subarray(begin)]);
    expect(await run(shop, { kind: "store", path: shop.put(marked) })).toMatchObject({
      added: 1,
      unchanged: 2,
    });
    expect(shop.db.prepare("SELECT name FROM store WHERE id = 2").pluck().get()).toBe("Käse");
    marked[marked.indexOf("K\u00e4se", 0, "latin1") + 1] = 0x81;
    expect(await run(shop, { kind: "store", path: shop.put(marked) })).toMatchObject({
      unchanged: 2,
      rejectedCount: 1,
    });
  });

  it("hands over more rows than one answer takes", async () => {
    const shop = openShop();
    const rows = Array.from({ length: 4_500 }, (_, index) => [index + 1, `Store ${index + 1}`]);
    const path = shop.put(libraryFile("biff8", [{ name: "S", rows: [["id", "name"], ...rows] }]));
    expect(await run(shop, { kind: "store", path })).toMatchObject({ added: 4_500, rejectedCount: 0 });
  });

  it("rejects what no row can hold, and the rest is taken", async () => {
    const shop = openShop();
    const wide = [2, "b", ...Array.from({ length: 1_500 }, () => "x")];
    const rows = [["id", "name"], [1, "a"], wide, [3, "c"]];
    const answer = await run(shop, {
      kind: "store",
      path: shop.put(libraryFile("xlsb", [{ name: "S", rows }])),
    });
    expect(answer).toMatchObject({ added: 2, rejected: [{ line: 3 }] });
  });

  /** Each sector is followed by the one before it, without an end. */
  function circle(): Buffer {
    const bytes = Buffer.from(libraryFile("biff8", [products]));
    const table = (bytes.readUInt32LE(76) + 1) * 512;
    for (let at = 4; at < 512; at += 4) bytes.writeUInt32LE(at / 4 - 1, table + at);
    return bytes;
  }

  it("refuses a compound document whose sectors lead in a circle", async () => {
    expect((await refusalOf(circle())).code).toBe("file_invalid");
  }, 90_000);

  it("rejects a row that holds a zero byte, and takes the others", async () => {
    const rows = [
      ["id", "name"],
      [1, "T\0a"],
      [2, "Salt"],
    ];
    const shop = openShop();
    for (const type of ["biff8", "xlsb"] as const) {
      const path = shop.put(libraryFile(type, [{ name: "S", rows }]));
      const answer = await run(shop, { kind: "store", path });
      expect(refusedIn(answer)).toEqual([[2, "zeroByte"]]);
    }
  });

  it("is left, with its thread, when the import is stopped", async () => {
    const shop = openShop();
    const path = shop.put(libraryFile("biff8", [products]));
    const stopped = shop.service.import({ kind: "product", path, importId: "x" });
    await shop.service.close();
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
  });
});
