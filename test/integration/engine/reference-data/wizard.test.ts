/** What an import wizard needs: a look into the file, a mapping, a dry run, a file of rejected rows. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { CHANNELS, type ChannelInput } from "../../../../contract/channels.ts";
import { createRejectedFile } from "../../../../main/engine/reference-data/rejected-rows.ts";
import { openShop } from "./shop-files.ts";
import { number, partsOf, xlsxOf, zipOf } from "./xlsx-files.ts";

type Shop = ReturnType<typeof openShop>;

const preview = async (shop: Shop, input: ChannelInput<"referenceData.preview">) => {
  const parsed = CHANNELS["referenceData.preview"].input.parse(input);
  return CHANNELS["referenceData.preview"].output.parse(await shop.service.preview(parsed));
};
const run = async (shop: Shop, input: ChannelInput<"referenceData.import">) => {
  const parsed = CHANNELS["referenceData.import"].input.parse(input);
  return CHANNELS["referenceData.import"].output.parse(await shop.service.import(parsed));
};

/** Everything that the connection's file holds, and the bytes of the file and its log. */
function dump({ db, books }: Shop) {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'product_search%' ORDER BY name",
    )
    .pluck()
    .all();
  return {
    schema: db.prepare("SELECT * FROM sqlite_schema").all(),
    rows: tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).raw().all()]),
    files: readdirSync(books)
      .filter((name) => /sqlite(-wal)?$/.test(name))
      .map((name) => [name, readFileSync(join(books, name)).toString("base64")]),
  };
}

describe("a look into a file", () => {
  it("shows columns, a guessed mapping, rows and each cell's problem, and writes nothing", async () => {
    const shop = openShop();
    const path = shop.put(
      "\uFEFFرقم الصنف;اسم الصنف;Bar_Code;سعر البيع;Deleted;;Name\n1;شاي;0012;2.50;0;x;y\n\nx;;;1,5;maybe;;\n3;A\n",
    );
    const before = dump(shop);
    const seen = await preview(shop, { kind: "product", path });
    expect(seen).toMatchObject({
      fileType: "csv",
      delimiter: "semicolon",
      sheets: [],
      sheet: null,
      columnCount: 7,
      missing: [],
      broken: null,
      mapping: {
        "رقم الصنف": "id",
        Name: "name",
        Bar_Code: "barcode",
        "سعر البيع": "price",
        Deleted: "deleted",
      },
    });
    expect(seen.header.map(({ name }) => name)).toEqual([
      ...["رقم الصنف", "اسم الصنف", "Bar_Code", "سعر البيع", "Deleted", "(column 6)", "Name"],
    ]);
    expect(seen.columns.filter(({ needed }) => needed).map(({ name }) => name)).toEqual(["id", "name"]);
    expect(seen.rows.map(({ line, problem }) => [line, problem])).toEqual([
      [2, null],
      [4, 'id: "x" is not a whole number'],
      [5, "the row has 2 cells where the header has 7"],
    ]);
    expect(seen.rows[0]?.cells).toEqual(["1", "شاي", "0012", "2.50", "0", "x", "y"]);
    expect(seen.rows[0]?.values).toContainEqual({ column: "price", value: "2.5", problem: null });
    expect(seen.rows[1]?.values.map(({ column, problem }) => [column, problem])).toEqual([
      ["id", 'id: "x" is not a whole number'.slice(4)],
      ["name", "is empty"],
      ["barcode", null],
      ["price", '"1,5" is not a decimal number such as 81.235'],
      ["deleted", '"maybe" is neither 0 nor 1'],
    ]);
    expect(dump(shop)).toEqual(before);
    expect(shop.events).toEqual([]);
  });

  it("shows a spreadsheet's sheets and the first rows of the one that is named, however many there are", async () => {
    const shop = openShop();
    const many = Array.from({ length: 3_000 }, (_, n) => [number(String(n)), `name ${n}`]);
    const content = zipOf(
      partsOf([
        { name: "Cover", state: "veryHidden", rows: [["x"]] },
        {
          name: "Stores",
          rows: [
            ["Store No.", "STORE_NAME"],
            [number("1"), { attributes: 't="e"', content: "<v>#N/A</v>" }],
            ...many,
          ],
        },
        { name: "Empty", rows: [] },
      ]),
    );
    const path = shop.put(content, "stores.xlsx");
    const seen = await preview(shop, { kind: "store", path });
    expect(seen).toMatchObject({
      fileType: "xlsx",
      bytes: content.length,
      delimiter: null,
      sheet: "Stores",
      sheets: [
        { name: "Cover", hidden: true },
        { name: "Stores", hidden: false },
        { name: "Empty", hidden: false },
      ],
      mapping: { "Store No.": "id", STORE_NAME: "name" },
    });
    expect(seen.rows).toHaveLength(20);
    expect(seen.rows[0]).toMatchObject({ line: 2, cells: ["1", ""], problem: "name: holds the error #N/A" });
    expect(seen.rows[1]).toMatchObject({ cells: ["0", "name 0"], problem: null });
    await expect(preview(shop, { kind: "store", path, sheet: "Empty" })).rejects.toThrow(/it is empty/);
    await expect(preview(shop, { kind: "store", path, sheet: "None" })).rejects.toThrow(
      /no sheet of the name/,
    );
  });

  it("takes a mapping and a delimiter as given, and says what is missing", async () => {
    const shop = openShop();
    const path = shop.put("a\tb,c\n1\tx,y\n");
    expect(await preview(shop, { kind: "store", path })).toMatchObject({
      delimiter: "comma",
      mapping: {},
      missing: ["id", "name"],
    });
    const seen = await preview(shop, {
      kind: "store",
      path,
      delimiter: "tab",
      mapping: { a: "id", "b,c": "name", gone: null },
    });
    expect(seen).toMatchObject({
      delimiter: "tab",
      missing: [],
      rows: [{ problem: null, cells: ["1", "x,y"] }],
    });
  });

  it("finds the columns below blank rows, and the lines are the file's", async () => {
    const shop = openShop();
    const seen = await preview(shop, { kind: "store", path: shop.put(",,\n,,\nid,name\n1,A\n") });
    expect(seen).toMatchObject({ missing: [], rows: [{ line: 4, cells: ["1", "A"], problem: null }] });
  });

  it("shows what comes before a row that breaks the file off, and bounds what is wide", async () => {
    const shop = openShop();
    const seen = await preview(shop, { kind: "store", path: shop.put('id,name\n1,A\n2,"open\n') });
    expect(seen.rows).toHaveLength(1);
    expect(seen.broken).toMatch(/never closed/);
    const wide = `id,name,${Array.from({ length: 900 }, (_, n) => `c${n}`).join(",")}\n1,${"x".repeat(5_000)}${",".repeat(900)}`;
    const cut = await preview(shop, { kind: "store", path: shop.put(wide) });
    expect(cut.columnCount).toBe(902);
    expect(cut.header).toHaveLength(500);
    expect(JSON.stringify(cut).length).toBeLessThan(40_000);
  });

  it.each([
    ["a column that the kind doesn't have", { id: "rate" }, /mapping.id: store has no column "rate"/],
    ["one column twice", { a: "id", b: "id" }, /mapping.b: another column is id already/],
  ])("refuses a mapping of %s, as the import does", async (_, mapping, words) => {
    const shop = openShop();
    const input = { kind: "store", path: shop.put("a,b\n"), mapping } as const;
    await expect(preview(shop, input)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(run(shop, input)).rejects.toThrow(words);
  });
});

describe("guessing", () => {
  it.each([
    [
      "product",
      "Item Code,Item Name,EAN-13,UOM,Retail Price,Unit Cost,is deleted",
      ["id", "name", "barcode", "measureUnitId", "price", "costPrice", "deleted"],
    ],
    [
      "product",
      "كود الصنف,الصنف,الباركود,الوحدة,السعر,سعر التكلفه,محذوف",
      ["id", "name", "barcode", "measureUnitId", "price", "costPrice", "deleted"],
    ],
    ["measureUnit", "Unit ID,Unit,Base Unit,Conversion Factor", ["id", "name", "baseUnitId", "factor"]],
    [
      "measureUnit",
      "رقم الوحدة,اسم الوحدة,الوحدة الأساسية,معامل التحويل",
      ["id", "name", "baseUnitId", "factor"],
    ],
    ["account", "account_no,Account Name,Account Type", ["id", "name", "type"]],
    ["currency", "Currency Code,Currency Name,Decimals", ["id", "name", "digits"]],
    ["exchangeRate", "From,To,Exchange rate", ["fromCurrencyId", "toCurrencyId", "rate"]],
    ["exchangeRate", "من عملة,إلى عملة,سعر الصرف", ["fromCurrencyId", "toCurrencyId", "rate"]],
    ["permission", "الرقم,الصلاحية", ["id", "name"]],
    [
      "taxVoucher",
      "Serial No,Currency,Amount,Remarks,Status,Created By,Device,Last Updated",
      ["serialNo", "currencyId", "amount", "note", "status", "creatorUserId", "creatorDeviceId", "updatedAt"],
    ],
  ] as const)("knows a %s file's %s", async (kind, header, expected) => {
    const shop = openShop();
    const { mapping } = await preview(shop, {
      kind,
      path: shop.put(`${header}
`),
    });
    expect(header.split(",").map((name) => mapping[name] ?? null)).toEqual(expected);
  });
});

it("imports by a mapping: only what is mapped, with the delimiter that the header shows", async () => {
  const shop = openShop();
  const path = shop.put("no;label;name\n7;Till;wrong\n");
  expect(
    await run(shop, { kind: "store", path, mapping: { no: "id", label: "name", name: null } }),
  ).toMatchObject({
    added: 1,
    ignoredColumns: ["name"],
  });
  expect(shop.db.prepare("SELECT name FROM store").pluck().all()).toEqual(["Till"]);
  await expect(run(shop, { kind: "store", path, mapping: { no: "id" } })).rejects.toThrow(
    /nothing is mapped to the column "name"/,
  );
  await expect(run(shop, { kind: "store", path, mapping: { no: "id", x: "name" } })).rejects.toThrow(
    /"x" of the mapping is not in it/,
  );
});

describe("a dry run", () => {
  const FILES: Record<string, { kind: ReferenceKind; header: string; rows: fc.Arbitrary<string> }> = {
    product: {
      kind: "product",
      header: "id,name,barcode,measureUnitId,price,costPrice,deleted",
      rows: fc
        .tuple(
          fc.constantFrom("1", "2", "x"),
          fc.constantFrom("A", "B"),
          fc.constantFrom("", "7"),
          fc.constantFrom("", "1"),
          fc.constantFrom("1", "1.0", "2"),
          fc.constantFrom("", "3"),
          fc.constantFrom("0", "1"),
        )
        .map((cells) => cells.join(",")),
    },
    measureUnit: {
      kind: "measureUnit",
      header: "id,name,baseUnitId,factor",
      rows: fc
        .tuple(
          fc.constantFrom("1", "2"),
          fc.constantFrom("A", "B", ""),
          fc.constant(""),
          fc.constantFrom("", "2"),
        )
        .map((cells) => cells.join(",")),
    },
    exchangeRate: {
      kind: "exchangeRate",
      header: "fromCurrencyId,toCurrencyId,rate",
      rows: fc
        .tuple(
          fc.constantFrom("USD", "usd", "SAR"),
          fc.constantFrom("USD", "YER"),
          fc.constantFrom("1", "1.00", "2"),
        )
        .map((cells) => cells.join(",")),
    },
    taxVoucher: {
      kind: "taxVoucher",
      header: "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt",
      rows: fc
        .tuple(
          fc.constantFrom(
            "0b6a2a52-1f4c-4d5e-9a51-0f0a3b1c2d3e",
            "0B6A2A52-1F4C-4D5E-9A51-0F0A3B1C2D3E",
            "1b6a2a52-1f4c-4d5e-9a51-0f0a3b1c2d3e",
          ),
          fc.constantFrom("1", "2"),
          fc.constantFrom("2026-01-04T00:00:00Z", "2026-01-06T00:00:00Z"),
        )
        .map(([serialNo, amount, at]) => `${serialNo},USD,${amount},by the service,2,,,${at}`),
    },
  };

  it.each(Object.keys(FILES))(
    "of %s counts exactly what the import then does, and writes nothing",
    async (name) => {
      const file = FILES[name];
      if (file === undefined) throw new Error(name);
      const { kind, header, rows } = file;
      await fc.assert(
        fc.asyncProperty(
          fc.array(rows, { maxLength: 6 }),
          fc.array(rows, { minLength: 1, maxLength: 10 }),
          async (held, coming) => {
            const shop = openShop();
            if (kind === "taxVoucher")
              shop.db
                .prepare(
                  `INSERT INTO voucher (serial_no, currency_id, amount, note, status, updated_at, source, mirrored_at)
               VALUES ('0b6a2a52-1f4c-4d5e-9a51-0f0a3b1c2d3e', 'USD', '1', 'by the service', 2, '2026-01-05T00:00:00.000Z', 'service', 5)`,
                )
                .run();
            if (held.length > 0) await shop.take(kind, [header, ...held].join("\n"));
            shop.pass(1_000);
            const path = shop.put([header, ...coming].join("\n"));
            const before = dump(shop);
            const { dryRun, ...counted } = await run(shop, { kind, path, dryRun: true });
            expect(dryRun).toBe(true);
            expect(dump(shop)).toEqual(before);
            expect(await run(shop, { kind, path })).toEqual(counted);
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  it("is exact over many batches, leaves no trace, and lets others write meanwhile", async () => {
    const shop = openShop();
    await shop.take("product", "id,name,price\n1,One,1\n2,Two,2\n");
    const events = shop.events.length;
    const recorded = shop.recorded.length;
    const rows = Array.from(
      { length: 5_000 },
      (_, n) => `${n % 1_500},Name ${n % 1_500 === 700 ? n : n % 1_500},${n % 1_500}`,
    );
    const path = shop.put(`id,name,price\n${rows.join("\n")}`);
    const before = dump(shop);
    const counting = run(shop, { kind: "product", path, dryRun: true });
    const counted = await counting;
    expect(dump(shop)).toEqual(before);
    expect(shop.db.prepare("SELECT count(*) FROM sqlite_temp_schema").pluck().get()).toBe(0);
    expect(shop.recorded).toHaveLength(recorded);
    expect(shop.events.slice(events).map(({ event }) => event)).not.toContain("mirror.changed");

    let isDone = false;
    const again = run(shop, { kind: "product", path, dryRun: true }).finally(() => {
      isDone = true;
    });
    let written = 0;
    while (!isDone) {
      shop.db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('written', ?)").run(String(written));
      written += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(written).toBeGreaterThan(5);
    expect(await again).toEqual(counted);
    expect(shop.db.prepare("SELECT value FROM meta WHERE key = 'written'").pluck().get()).toBe(
      String(written - 1),
    );
    const { dryRun: _, ...result } = counted;
    expect(await run(shop, { kind: "product", path })).toEqual(result);
  });

  it("stops when the connection closes, and says that nothing was written", async () => {
    const shop = openShop();
    const rows = Array.from({ length: 20_000 }, (_, n) => `${n},Name ${n}`);
    const path = shop.put(`id,name\n${rows.join("\n")}`);
    const before = dump(shop);
    const stopped = Promise.allSettled([
      run(shop, { kind: "product", path, dryRun: true, rejectedPath: join(shop.folder, "rejected.csv") }),
    ]);
    while (shop.events.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    await shop.service.close();
    expect(await stopped).toMatchObject([
      {
        status: "rejected",
        reason: { code: "cancelled", message: "The dry run was stopped; nothing was written." },
      },
    ]);
    expect(dump(shop)).toEqual(before);
  });

  it("of a file that is none fails as the import does, and leaves no table behind", async () => {
    const shop = openShop();
    await expect(
      run(shop, { kind: "store", path: shop.put("PK\u0003\u0004"), dryRun: true }),
    ).rejects.toMatchObject({ code: "file_invalid" });
    expect(shop.db.prepare("SELECT count(*) FROM sqlite_temp_schema").pluck().get()).toBe(0);
  });
});

describe("the file of rejected rows", () => {
  const outside = (shop: Shop, name = "rejected.csv"): string => join(shop.folder, name);

  it("holds line, reason and the cells, is safe in a sheet program, and is imported when mended", async () => {
    const shop = openShop();
    const rejectedPath = outside(shop);
    const path = shop.put(
      'no,label\nx,"=HYPERLINK(""http://x"")"\n1,Good\n2,\ny,\'=quoted\n-5x,"two\nlines"\n3\n',
    );
    const mapping = { no: "id", label: "name" };
    const answer = await run(shop, { kind: "store", path, mapping, rejectedPath });
    expect(answer).toMatchObject({ added: 1, rejectedCount: 5, rejectedPath });
    const written = readFileSync(rejectedPath, "utf8");
    expect(written.split("\r\n").slice(0, 3)).toEqual([
      '\uFEFF"rejectedLine","rejectedReason","no","label"',
      `"2","id: ""x"" is not a whole number","x","'=HYPERLINK(""http://x"")"`,
      '"4","name: is empty","2",""',
    ]);
    expect(written).toContain(`,"y","''=quoted"`);
    expect(written).toContain(`,"'-5x",`);

    const again = await run(shop, { kind: "store", path: rejectedPath, mapping });
    expect(again).toMatchObject({ added: 0, rejectedCount: 5, ignoredColumns: [] });
    expect(again.rejected.map(({ reason }) => reason)).toEqual(answer.rejected.map(({ reason }) => reason));

    const mended = written
      .replace(',"x",', ",10,")
      .replace(',"y",', ",11,")
      .replace('empty","2",""', 'empty",2,Two');
    const mendedPath = shop.put(mended, "mended.csv");
    const last = await run(shop, { kind: "store", path: mendedPath, mapping, rejectedPath });
    expect(last).toMatchObject({ added: 3, rejectedCount: 2 });
    expect(shop.db.prepare("SELECT name FROM store ORDER BY id").pluck().all()).toEqual([
      ...["Good", "Two", '=HYPERLINK("http://x")', "'=quoted"],
    ]);
    // An older file of rejected rows gives way to the newer one.
    expect(readFileSync(rejectedPath, "utf8").split("\r\n")[0]).toBe(
      '\uFEFF"rejectedLine","rejectedReason","no","label"',
    );
  });

  it("brings every cell of every rejected row back, also of a spreadsheet", async () => {
    const cell = fc
      .array(fc.constantFrom(...("ab'=+-@,;\" \t\n\r5شé".match(/./gsu) ?? [])), { maxLength: 6 })
      .map((all) => all.join(""));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (cells, asSheet) => {
          const shop = openShop();
          const table = [["id", "name", "note"], ...cells.map(([one, two]) => ["wrong", one, two])];
          const content = asSheet
            ? xlsxOf(table)
            : table.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\n");
          const rejectedPath = outside(shop);
          await run(shop, { kind: "store", path: shop.put(content), rejectedPath });
          const seen = await preview(shop, { kind: "store", path: rejectedPath });
          expect(seen.rows.map((row) => row.cells)).toEqual(table.slice(1));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("is not made where nothing is rejected, is made by a dry run too, and leaves no half of itself", async () => {
    const shop = openShop();
    const rejectedPath = outside(shop);
    const good = await run(shop, { kind: "store", path: shop.put("id,name\n1,A\n"), rejectedPath });
    expect(good).not.toHaveProperty("rejectedPath");
    expect(existsSync(rejectedPath)).toBe(false);
    const dry = await run(shop, {
      kind: "store",
      path: shop.put(`id,name\n${"x,A\n".repeat(2_500)}`),
      rejectedPath,
      dryRun: true,
    });
    expect(dry).toMatchObject({ rejectedPath, rejectedCount: 2_500 });
    expect(readFileSync(rejectedPath, "utf8").trimEnd().split("\r\n")).toHaveLength(2_501);
    expect(readdirSync(shop.folder).sort()).toEqual(["books", "file.csv", "rejected.csv"]);
  });

  it("may have rows without anything in the file's own columns when it comes back: they are passed over", async () => {
    const shop = openShop();
    const table = [
      ["rejectedLine", " rejectedReason ", "id", "name"],
      ["2", "why", "1", "'=A"],
      ["3", "why", "", " "],
      ["", "", "", ""],
      ["4", "why", "x", "B"],
    ];
    const csv = table.map((cells) => cells.join(",")).join("\n");
    for (const content of [csv, `\uFEFF${csv}`, xlsxOf(table)]) {
      const path = shop.put(content);
      expect(await run(shop, { kind: "store", path, dryRun: true })).toMatchObject({
        added: 1,
        ignoredColumns: [],
        rejected: [{ line: 5, reason: 'id: "x" is not a whole number' }],
      });
    }
    const wrong = { attributes: 't="e"', content: "<v>#REF!</v>" };
    const sheet = shop.put(
      xlsxOf([...table.slice(0, 1), ["2", "why", wrong, "A"], ["3", "why", "2", wrong]]),
    );
    expect((await run(shop, { kind: "store", path: sheet, dryRun: true })).rejected).toEqual([
      { line: 2, reason: "id: holds the error #REF!" },
      { line: 3, reason: "name: holds the error #REF!" },
    ]);
    // Only both columns at the beginning make it such a file: else a guard is a part of the name.
    const path = shop.put("rejectedLine,id,name,rejectedReason\n2,1,'=A,why\n");
    await run(shop, { kind: "store", path });
    expect(shop.db.prepare("SELECT name FROM store").pluck().all()).toEqual(["'=A"]);
  });

  it("is told as what can't be written where its folder goes away meanwhile, and not the imported file", async () => {
    const shop = openShop();
    const folder = outside(shop, "out");
    mkdirSync(folder);
    const rejectedPath = join(folder, "rejected.csv");
    const path = shop.put(`id,name\n${"x,A\n".repeat(20_000)}`);
    const importing = run(shop, { kind: "store", path, rejectedPath }).catch((error: unknown) => error);
    while (readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve));
    rmSync(folder, { recursive: true });
    expect(await importing).toMatchObject({
      code: "file_invalid",
      details: { path: rejectedPath, reason: "ENOENT" },
      message: expect.stringMatching(/^The rejected rows can't be written there: there is no such folder: /),
    });

    // What was taken in before is written down all the same.
    mkdirSync(folder);
    const both = shop.put(
      `id,name\n${Array.from({ length: 5_000 }, (_, n) => `${n + 1},A\n`).join("")}${"x,A\n".repeat(20_000)}`,
    );
    const second = run(shop, { kind: "store", path: both, rejectedPath }).catch((error: unknown) => error);
    while (readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve));
    rmSync(folder, { recursive: true });
    expect(await second).toMatchObject({ code: "file_invalid" });
    expect(shop.db.prepare("SELECT kind, added FROM import_log").all()).toEqual([
      { kind: "store", added: 5_000 },
    ]);

    const gone = createRejectedFile(rejectedPath);
    const rows = [{ line: 2, reason: "no", cells: [] }];
    await expect(gone.write(["id"], rows)).rejects.toMatchObject({ details: { reason: "ENOENT" } });
    await gone.abandon();
  });

  it("is written nowhere but where it may be, and then nothing is imported", async () => {
    const shop = openShop();
    const path = shop.put("id,name\nx,A\n1,B\n");
    const other = outside(shop, "other.csv");
    writeFileSync(other, "id,name\n");
    const link = outside(shop, "link.csv");
    symlinkSync(other, link);
    const places: [string, string][] = [
      [join(shop.books, "rejected.csv"), "live_folder"],
      [path, "same_file"],
      [other, "not_rejected_rows"],
      [link, "not_rejected_rows"],
      [shop.books, "not_rejected_rows"],
      [join(outside(shop), "no", "such.csv"), "ENOENT"],
      ["a\0b", "invalid"],
    ];
    for (const [rejectedPath, reason] of places)
      await expect(run(shop, { kind: "store", path, rejectedPath })).rejects.toMatchObject({
        code: "file_invalid",
        details: { reason },
      });
    expect(shop.db.prepare("SELECT count(*) FROM store").pluck().get()).toBe(0);
    const mended = outside(shop, "mended.csv");
    writeFileSync(mended, "\uFEFFrejectedLine,rejectedReason,id,name\r\n2,why,x,A\r\n");
    await expect(run(shop, { kind: "store", path: mended, rejectedPath: mended })).rejects.toMatchObject({
      details: { reason: "same_file" },
    });
  });
});
