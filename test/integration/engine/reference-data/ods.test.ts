/** OpenDocument spreadsheets, as other programs than the usual two write them too. */
import { describe, expect, it } from "vitest";
import { CountersideError } from "../../../../contract/reply.ts";
import { openShop } from "./shop-files.ts";
import { codesOf, preview, run } from "./wizard-steps.ts";
import { type ZipPart, zipOf } from "./xlsx-files.ts";

const MANIFEST: ZipPart = { name: "META-INF/manifest.xml", data: "<m/>" };

interface Content {
  /** Before the body: styles. */
  styles?: string;
  /** Attributes of the table. */
  table?: string;
  /** Parts beside the content. */
  beside?: readonly ZipPart[];
}

const tableOf = (rows: string, table = 'table:name="S"'): string =>
  `<table:table ${table}>${rows}</table:table>`;

const bookOf = (tables: string, { styles = "", beside = [MANIFEST] }: Content = {}): Buffer =>
  zipOf([
    ...beside,
    {
      name: "content.xml",
      data: `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    },
  ]);

const text = (words: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`;
/** As some programs write a number: without the text that is shown. */
const value = (number: number | string, more = ""): string =>
  `<table:table-cell ${more} office:value-type="float" office:value="${number}"/>`;
const row = (cells: string, more = ""): string => `<table:table-row ${more}>${cells}</table:table-row>`;
const HEADER = row(text("id") + text("name"));

/** A list whose names are these cells. */
const listOf = (cells: readonly string[], content: Content = {}): Buffer =>
  bookOf(
    tableOf(HEADER + cells.map((cell, at) => row(value(at + 1) + cell)).join(""), content.table),
    content,
  );

async function seenOf(content: Uint8Array, input: { sheet?: string } = {}) {
  const shop = openShop();
  return preview(shop, { kind: "store", path: shop.put(content), ...input });
}

async function refusalOf(content: Uint8Array): Promise<CountersideError> {
  const error = await seenOf(content).catch((caught: unknown) => caught);
  if (!(error instanceof CountersideError)) throw new Error("the file was taken");
  return error;
}

describe("the cells of an OpenDocument sheet", () => {
  it.each([
    ["a number without a text", value(7.25), "7.25"],
    ["all digits of a number", value("0.30000000000000004"), "0.30000000000000004"],
    [
      "a percentage in single quotes",
      "<table:table-cell table:formula='of:=IF([.A1]>1;2;\"x\")' office:value-type='percentage' office:value='0.5'/>",
      "0.5",
    ],
    [
      "a text in an attribute",
      '<table:table-cell office:value-type="string" office:string-value="Tea"/>',
      "Tea",
    ],
    [
      "the same and no more in it",
      '<table:table-cell office:value-type="string" office:string-value="Tea"></table:table-cell>',
      "Tea",
    ],
    [
      "a sum of money",
      '<table:table-cell office:value-type="currency" office:currency="YER" office:value="12"/>',
      "12",
    ],
    [
      "a day",
      '<table:table-cell office:value-type="date" office:date-value="2026-01-31"/>',
      "2026-01-31T00:00:00.000Z",
    ],
    [
      "an instant",
      '<table:table-cell office:value-type="date" office:date-value="2026-01-31T09:30:00.125000000"/>',
      "2026-01-31T09:30:00.125Z",
    ],
    [
      "a time",
      '<table:table-cell office:value-type="time" office:time-value="PT09H30M05.5S"/>',
      "1899-12-31T09:30:05.500Z",
    ],
    [
      "blanks, tabs and lines",
      text('a  b\n <text:s text:c="3"/>c<text:tab/>d<text:line-break/>e</text:p><text:p> f '),
      "a b    c\td\ne\nf",
    ],
    [
      "a text in pieces, and none of a remark",
      `<table:table-cell office:value-type="string"><office:annotation><text:p>remark</text:p></office:annotation><text:p>a<text:span>b</text:span><text:a>c</text:a><text:ruby><text:ruby-base>d</text:ruby-base><text:ruby-text>x</text:ruby-text></text:ruby></text:p><draw:frame><draw:text-box><text:p>y</text:p></draw:text-box></draw:frame></table:table-cell>`,
      "abcd",
    ],
    ["no type", "<table:table-cell><text:p>Tea &amp; milk</text:p></table:table-cell>", "Tea & milk"],
  ])("are read with %s", async (_, cell, read) => {
    const seen = await seenOf(listOf([cell]));
    expect(seen).toMatchObject({ fileType: "ods", headerRow: 1 });
    expect(seen.rows.map(({ cells }) => cells)).toEqual([["1", read]]);
  });

  it.each([
    [
      "an error of an old version beside a zero",
      '<table:table-cell office:value-type="float" office:value="0"><text:p>#DIV/0!</text:p></table:table-cell>',
      "name: cellError",
    ],
    [
      "an error in another language",
      '<table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#NV</text:p></table:table-cell>',
      "name: cellError",
    ],
    ["a formula that was never worked out", '<table:table-cell table:formula="of:=1+1"/>', "name: formula"],
    [
      "a day that there isn't",
      '<table:table-cell office:value-type="date" office:date-value="2026-02-30"/>',
      "name: noSuchDate",
    ],
    [
      "an hour that there isn't",
      '<table:table-cell office:value-type="date" office:date-value="2026-02-20T24:00:00"/>',
      "name: noSuchDate",
    ],
    [
      "a time in other words",
      '<table:table-cell office:value-type="time" office:time-value="09:55:33"/>',
      "name: noSuchDate",
    ],
    ["a type that nobody knows", '<table:table-cell office:value-type="void"/>', "name: unreadableNumber"],
    ["a number that is none", value("x"), "name: unreadableNumber"],
    [
      "a truth value that is none",
      '<table:table-cell office:value-type="boolean" office:boolean-value="yes"/>',
      "name: unreadableNumber",
    ],
    [
      "TRUE",
      '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>',
      "name: trueOrFalse",
    ],
  ])("cost their row, and not the file, where one holds %s", async (_, cell, problem) => {
    const seen = await seenOf(listOf([cell, text("Main")]));
    expect(seen.rows.map((each) => codesOf(each.problems))).toEqual([problem, ""]);
  });

  it("are what their formats make of them: filled with zeros, and dates of both calendars", async () => {
    const formats =
      '<number:number-style style:name="N1"><number:number number:decimal-places="0" number:min-integer-digits="6"/></number:number-style><number:date-style style:name="N2"/><style:style style:name="c1" style:family="table-cell" style:data-style-name="N1"/><style:style style:name="c2" style:family="table-cell" style:data-style-name="N2"/>';
    const cells = [value(42, 'table:style-name="c1"'), value(46053.5, 'table:style-name="c2"')];
    const inStyles = { name: "styles.xml", data: `<s xmlns:style="s">${formats}</s>` };
    const early =
      '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>';
    for (const [content, day] of [
      [listOf(cells, { styles: formats }), "2026-01-31T12:00:00.000Z"],
      [listOf(cells, { beside: [MANIFEST, inStyles] }), "2026-01-31T12:00:00.000Z"],
      [listOf(cells, { styles: formats + early }), "2030-02-01T12:00:00.000Z"],
    ] as const)
      expect((await seenOf(content)).rows.map((each) => each.cells[1])).toEqual(["000042", day]);
  });

  it("stand where they are, covered and repeated ones and blank rows among them", async () => {
    const wide = 'table:number-columns-repeated="1022"';
    const rows =
      row(`<table:table-cell ${wide}/>`, 'table:number-rows-repeated="3"') +
      row(text("id") + text("name") + text("x") + text("note")) +
      row(
        `${value(1)}${text("A")}<table:covered-table-cell office:value-type="string"><text:p>hidden</text:p></table:covered-table-cell>${text("n")}<table:table-cell ${wide}/>`,
      ) +
      row(`${value(2, 'table:number-columns-repeated="2"')}`, 'table:number-rows-repeated="2"') +
      row(`<table:table-cell ${wide}/>`, 'table:number-rows-repeated="1048569"');
    const seen = await seenOf(
      bookOf(
        tableOf(
          `<table:table-row-group><table:table-header-rows>${rows}</table:table-header-rows></table:table-row-group>`,
        ),
      ),
    );
    expect(seen.headerRow).toBe(4);
    expect(seen.rows.map(({ line, cells }) => [line, cells])).toEqual([
      [5, ["1", "A", "", "n"]],
      [6, ["2", "2", "", ""]],
      [7, ["2", "2", "", ""]],
    ]);
  });
});

describe("an OpenDocument file", () => {
  it("has its hidden sheets, and none of those that it links to", async () => {
    const styles =
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const tables =
      tableOf(HEADER + row(value(1) + text("old")), 'table:name="Old" table:style-name="ta1"') +
      tableOf(HEADER + row(value(1) + text("الرئيسي")), 'table:name="الفروع"') +
      tableOf(row(text("linked")), "");
    const content = bookOf(tables, { styles });
    const seen = await seenOf(content);
    expect(seen.sheets).toEqual([
      { name: "Old", hidden: true },
      { name: "الفروع", hidden: false },
    ]);
    expect(seen).toMatchObject({ sheet: "الفروع", rows: [{ cells: ["1", "الرئيسي"] }] });
    expect((await seenOf(content, { sheet: "Old" })).rows).toMatchObject([{ cells: ["1", "old"] }]);
  });

  it("may leave out the prefixes, and be written in UTF-16", async () => {
    const bare = `<document-content><body><spreadsheet><table name="S"><table-row><table-cell value-type="string"><p>id</p></table-cell><table-cell value-type="string"><p>name</p></table-cell></table-row><table-row><table-cell value-type="float" value="1"/><table-cell value-type="string"><p>شاي</p></table-cell></table-row></table></spreadsheet></body></document-content>`;
    const wide = Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${bare}`, "utf16le");
    for (const data of [bare, wide, Buffer.from(wide).swap16()]) {
      const seen = await seenOf(zipOf([MANIFEST, { name: "content.xml", data }]));
      expect(seen.rows).toMatchObject([{ cells: ["1", "شاي"] }]);
    }
  });

  it("may write its truth values as words or numbers", async () => {
    const marks = ["true", "1", "TRUE", "false", "0"].map(
      (mark, at) =>
        value(at + 1) +
        text("Main") +
        `<table:table-cell office:value-type="boolean" office:boolean-value="${mark}"/>`,
    );
    const header = row(text("id") + text("name") + text("deleted"));
    const shop = openShop();
    const path = shop.put(bookOf(tableOf(header + marks.map((cells) => row(cells)).join(""))));
    const { rows } = await preview(shop, { kind: "permission", path });
    expect(rows.map(({ values }) => values[2]?.value)).toEqual(["1", "1", "1", "0", "0"]);
  });

  it("with two sheets of one name is read from the first of them alone", async () => {
    const one = (name: string) => tableOf(HEADER + row(value(1) + text(name)));
    const shop = openShop();
    const path = shop.put(bookOf(one("Main") + one("Other")));
    expect(await run(shop, { kind: "store", path })).toMatchObject({ added: 1, rejectedCount: 0 });
  });

  it("is imported with rows that are repeated, each a row of its own", async () => {
    const shop = openShop();
    const path = shop.put(
      bookOf(tableOf(HEADER + row(value(1) + text("A"), 'table:number-rows-repeated="2500"'))),
    );
    expect(await run(shop, { kind: "store", path })).toMatchObject({ added: 1, unchanged: 2_499 });
  });

  it.each([
    [
      "is a text document",
      zipOf([
        MANIFEST,
        {
          name: "content.xml",
          data: "<office:document-content><office:body><office:text/></office:body></office:document-content>",
        },
      ]),
      "document",
    ],
    ["has no sheet", bookOf(""), "no_sheet"],
    [
      "is protected by a password",
      bookOf("", { beside: [{ name: "META-INF/manifest.xml", data: "<m><manifest:encryption-data/></m>" }] }),
      "encrypted",
    ],
    [
      "breaks off",
      zipOf([MANIFEST, { name: "content.xml", data: "<office:document-content><office:body>" }]),
      "broken_xml",
    ],
    [
      "declares a document type",
      zipOf([MANIFEST, { name: "content.xml", data: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }]),
      "broken_xml",
    ],
    [
      "repeats rows beyond its end",
      bookOf(tableOf(row(value(1), 'table:number-rows-repeated="2000000000"'))),
      "broken_sheet",
    ],
    [
      "repeats cells beyond its end",
      bookOf(tableOf(row(value(1, 'table:number-columns-repeated="16385"')))),
      "broken_sheet",
    ],
    [
      "repeats no number of cells",
      bookOf(tableOf(row(value(1, 'table:number-columns-repeated="-1"')))),
      "broken_sheet",
    ],
    [
      "has more rows than there are",
      bookOf(tableOf(row(value(1), 'table:number-rows-repeated="1048576"') + row(value(1)))),
      "broken_sheet",
    ],
    [
      "unpacks to more than is taken",
      zipOf([MANIFEST, { name: "content.xml", data: Buffer.alloc(40 * 1024 * 1024, 32) }]),
      "too_large_inside",
    ],
  ])("that %s is refused", async (_, content, reason) => {
    expect((await refusalOf(content)).details).toMatchObject({ reason });
  });

  it("whose cells are repeated to the sheet's end takes no more room than a row", async () => {
    const shop = openShop();
    const cells = value(1) + text("A") + value(1, 'table:number-columns-repeated="16000"');
    const path = shop.put(bookOf(tableOf(HEADER + row(cells, 'table:number-rows-repeated="5000"'))));
    expect(await run(shop, { kind: "store", path })).toMatchObject({ added: 0, rejectedCount: 5_000 });
  });
});
