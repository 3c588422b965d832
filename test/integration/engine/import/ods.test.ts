/** OpenDocument spreadsheets, as other programs than the usual two write them too: where the library alone would misread them. */
import { describe, expect, it } from "vitest";
import { CountersideError } from "../../../../contract/error.ts";
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

async function seenOf(content: Uint8Array) {
  const shop = openShop();
  return preview(shop, { kind: "store", path: shop.put(content) });
}

async function refusalOf(content: Uint8Array): Promise<CountersideError> {
  const error = await seenOf(content).catch((caught: unknown) => caught);
  if (!(error instanceof CountersideError)) throw new Error("the file was taken");
  return error;
}

describe("the cells of an OpenDocument sheet", () => {
  it("are read with and without the text beside their values", async () => {
    const cells: [string, string][] = [
      [value(7.25), "7.25"],
      [value("0.30000000000000004"), "0.30000000000000004"],
      ['<table:table-cell office:value-type="percentage" office:value="0.5"></table:table-cell>', "0.5"],
      ['<table:table-cell office:value-type="string" office:string-value="Tea"/>', "Tea"],
      ['<table:table-cell office:value-type="string" office:string-value="Tea"></table:table-cell>', "Tea"],
      ['<table:table-cell office:value-type="currency" office:currency="YER" office:value="12"/>', "12"],
      [
        '<table:table-cell office:value-type="date" office:date-value="2026-01-31"/>',
        "2026-01-31T00:00:00.000Z",
      ],
      [
        '<table:table-cell office:value-type="date" office:date-value="2026-01-31T09:30:00.125000000"/>',
        "2026-01-31T09:30:00.125Z",
      ],
      ["<table:table-cell><text:p>Tea &amp; milk</text:p></table:table-cell>", "Tea & milk"],
      [text("<![CDATA[Tea & <milk>]]>"), "Tea & <milk>"],
      [
        '<table:table-cell office:value-type="string" office:value="x"><text:p>Tea</text:p></table:table-cell>',
        "Tea",
      ],
      [
        text(
          `a  b\n <text:s text:c='2' /><text:s></text:s>c<text:tab/>d<text:line-break/>e</text:p><text:p> f `,
        ),
        "a b    c\td\ne\nf",
      ],
      [
        '<table:table-cell office:value-type="string"><office:annotation><text:p>remark</text:p></office:annotation><text:p>a<text:span>b</text:span></text:p></table:table-cell>',
        "ab",
      ],
    ];
    const seen = await seenOf(listOf(cells.map(([cell]) => cell)));
    expect(seen).toMatchObject({ fileType: "ods", headerRow: 1 });
    expect(seen.rows.map((each) => each.cells[1])).toEqual(cells.map(([, read]) => read));
  });

  it.each([
    [
      "an error of an old version beside a zero",
      '<table:table-cell office:value-type="float" office:value="0"><text:p>#DIV/0!</text:p></table:table-cell>',
      "cellError",
    ],
    [
      "an error",
      '<table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>',
      "cellError",
    ],
    [
      "an error of a formula",
      '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
      "cellError",
    ],
    ["TRUE", '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>', "trueOrFalse"],
    ["a formula that was never calculated", '<table:table-cell table:formula="of:=1+1"/>', "formula"],
    [
      "a day that there isn't",
      '<table:table-cell office:value-type="date" office:date-value="2026-02-30"/>',
      "noSuchDate",
    ],
    [
      "an hour that there isn't",
      '<table:table-cell office:value-type="date" office:date-value="2026-02-20T24:00:00"/>',
      "noSuchDate",
    ],
    [
      "a time in other words",
      '<table:table-cell office:value-type="time" office:time-value="09:55:33"><text:p>9:55</text:p></table:table-cell>',
      "noSuchDate",
    ],
    ["a type that nobody knows", '<table:table-cell office:value-type="void"/>', "unreadableNumber"],
    ["a number that is none", value("x"), "unreadableNumber"],
    ["a number with a comma", value("1,5"), "unreadableNumber"],
    ["a number with a plus", value("+5"), "unreadableNumber"],
    ["a number of more digits than are kept", value("123456789012345.678"), "tooManyDigits"],
    [
      "a truth value that is none",
      '<table:table-cell office:value-type="boolean" office:boolean-value="yes"/>',
      "unreadableNumber",
    ],
  ])("reject their own row only where one holds %s", async (_, cell, code) => {
    const seen = await seenOf(listOf([cell, text("Main")]));
    expect(seen.rows.map((each) => codesOf(each.problems))).toEqual([`name: ${code}`, ""]);
  });

  it("are not repeated by what is within another attribute's value", async () => {
    const cells = [
      `<table:table-row a/b="x table:number-rows-repeated=999999 ">${value(3)}${text("Main")}</table:table-row>`,
    ];
    const seen = await seenOf(bookOf(tableOf(HEADER + cells.join(""))));
    expect(seen.rows.map((each) => each.cells)).toEqual([["3", "Main"]]);
  });

  it("keep a text that looks like a count, and a formula with signs of tags", async () => {
    const cells = [
      text("note:c=see -digits =x"),
      "<table:table-cell table:formula='of:=IF([.A1]>1;2;\"x\")' office:value-type='float' office:value='2'/>",
      value("0.10000000000000000555"),
    ];
    expect((await seenOf(listOf(cells))).rows.map((each) => each.cells[1])).toEqual([
      ...["note:c=see -digits =x", "2", "0.1"],
    ]);
  });

  it("are what their formats make of them: filled with zeros, and dates of both calendars", async () => {
    const formats =
      '<number:number-style style:name="N1"><number:number number:decimal-places="0" number:min-integer-digits="6"/></number:number-style><number:date-style style:name="N2"><number:year/></number:date-style>';
    const styles =
      '<style:style style:name="c1" style:family="table-cell" style:data-style-name="N1"/><style:style style:name="c2" style:family="table-cell" style:data-style-name="N2"/>';
    const cells = [value(42, 'table:style-name="c1"'), value(46053.5, 'table:style-name="c2"')];
    const inStyles = { name: "styles.xml", data: `<s xmlns:style="s">${formats}</s>` };
    const early =
      '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>';
    for (const [content, day] of [
      [listOf(cells, { styles: formats + styles }), "2026-01-31T12:00:00.000Z"],
      [listOf(cells, { styles, beside: [MANIFEST, inStyles] }), "2026-01-31T12:00:00.000Z"],
      [listOf(cells, { styles: formats + styles + early }), "2030-02-01T12:00:00.000Z"],
    ] as const)
      expect((await seenOf(content)).rows.map((each) => each.cells[1])).toEqual(["000042", day]);
  });

  it("have their places, with covered and repeated cells and blank rows among them", async () => {
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
  it("may write its truth values as words or numbers", async () => {
    const marks = ["true", "1", "false", "0"].map(
      (mark, at) =>
        value(at + 1) +
        text("Main") +
        `<table:table-cell office:value-type="boolean" office:boolean-value="${mark}"/>`,
    );
    const header = row(text("id") + text("name") + text("deleted"));
    const shop = openShop();
    const path = shop.put(bookOf(tableOf(header + marks.map((cells) => row(cells)).join(""))));
    const { rows } = await preview(shop, { kind: "permission", path });
    expect(rows.map(({ values }) => values[2]?.value)).toEqual(["1", "1", "0", "0"]);
  });

  it("is imported with rows that are repeated, each a separate row", async () => {
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
      "repeats rows two billion times",
      bookOf(tableOf(row(value(1), 'table:number-rows-repeated="2000000000"'))),
      "broken_sheet",
    ],
    [
      "repeats rows 2e9 times",
      bookOf(tableOf(row(value(1), "table:number-rows-repeated='2e9'"))),
      "broken_sheet",
    ],
    [
      "repeats rows two billion times, and once in another name space",
      bookOf(tableOf(row(value(1), 'table:number-rows-repeated="2000000000" text:number-rows-repeated="1"'))),
      "broken_sheet",
    ],
    [
      "repeats rows two billion times in a tag with a comment in it",
      bookOf(tableOf(row(value(1), 'table:number-rows-repeated="2000000000" x="<!-- -->"'))),
      "broken_sheet",
    ],
    [
      "has a tag without an end",
      bookOf(tableOf(row(value(1), 'x="<" table:number-rows-repeated="2000000000"'))),
      "broken_sheet",
    ],
    ["has a comment without an end", bookOf(`${tableOf(row(value(1)))}<!-- `), "broken_sheet"],
    [
      "repeats cells two billion times",
      bookOf(tableOf(row(value(1, 'table:number-columns-repeated="2000000000"')))),
      "broken_sheet",
    ],
    [
      "repeats blanks in a text four hundred million times",
      bookOf(tableOf(row(text('<text:s text:c="400000000"/>')))),
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
});
