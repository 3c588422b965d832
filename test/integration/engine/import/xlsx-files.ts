/** Makes spreadsheets byte by byte, the honest and the hostile. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipPart {
  name: string;
  data: string | Uint8Array;
  /** Kept as it is, not packed. */
  stored?: boolean;
  /** What the directory says of it where that is a lie. */
  says?: { size?: number; crc?: number; flags?: number; method?: number };
  /** Bytes of words about it in the directory: an extra field (0, or 4 and more) and a comment. */
  words?: { extra?: number; comment?: number };
}

/** A zip archive of these parts. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data, stored = false, says = {}, words = {} } of parts) {
    const raw = Buffer.from(data);
    const packed = stored ? raw : deflateRawSync(raw);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(says.flags ?? 0x800, 2);
    common.writeUInt16LE(says.method ?? (stored ? 0 : 8), 4);
    common.writeUInt32LE(says.crc ?? crc32(raw), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says.size ?? raw.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    const extra = Buffer.alloc(words.extra ?? 0);
    if (extra.length > 0) extra.writeUInt32LE(((extra.length - 4) << 16) | 0x7e57);
    const comment = Buffer.alloc(words.comment ?? 0, "c");
    const entry = Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), common, tail]);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt16LE(comment.length, 32);
    directory.push(Buffer.concat([entry, nameBytes, extra, comment]));
    bodies.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, entries, Buffer.from("PK\u0005\u0006"), end]);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/\r/g, "_x000D_");

/** "A", "B", … "AA". */
export const letters = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : letters(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26));

/** A text (shared), or a cell's own XML: attributes, then content. */
export type CellOf = string | { attributes?: string; content: string };

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface SheetOf {
  name: string;
  rows: readonly (readonly CellOf[])[];
  state?: string;
}

interface BookOf {
  /** `<xf>` elements: the formats that cells name by `s`. */
  styles?: string;
  date1904?: boolean;
  /** An extension's elements, after all others of the workbook. */
  extension?: string;
  /** Puts one in the place of the part that would be made. */
  replaced?: Record<string, string | Uint8Array>;
}

export function partsOf(
  sheets: readonly SheetOf[],
  { styles, date1904, extension = "", replaced = {} }: BookOf = {},
): ZipPart[] {
  const texts = new Map<string, number>();
  const cell = (one: CellOf, place: string): string => {
    if (typeof one !== "string") return `<c r="${place}" ${one.attributes ?? ""}>${one.content}</c>`;
    if (one === "") return "";
    const index = texts.get(one) ?? texts.size;
    texts.set(one, index);
    return `<c r="${place}" t="s"><v>${index}</v></c>`;
  };
  const sheetXml = ({ rows }: SheetOf): string => {
    const lines = rows.map((cells, row) => {
      const inner = cells.map((one, column) => cell(one, `${letters(column)}${row + 1}`)).join("");
      return `<row r="${row + 1}">${inner}</row>`;
    });
    return `${XML}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${lines.join("")}</sheetData><pageMargins left="1"/></worksheet>`;
  };
  const sheetParts = sheets.map((sheet, n) => ({
    name: `xl/worksheets/sheet${n + 1}.xml`,
    data: sheetXml(sheet),
  }));
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (inner: string): string =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  const items = [...texts.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  const made: ZipPart[] = [
    { name: "[Content_Types].xml", data: `${XML}<Types/>` },
    { name: "_rels/.rels", data: relations(relation("rId1", "officeDocument", "xl/workbook.xml")) },
    {
      name: "xl/workbook.xml",
      data: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${date1904 ? ' date1904="1"' : ""}/><sheets>${sheets
        .map(
          ({ name, state }, n) =>
            `<sheet name="${escaped(name)}" sheetId="${n + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${n + 1}"/>`,
        )
        .join("")}</sheets>${extension}</workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      data: relations(
        sheets.map((_, n) => relation(`rId${n + 1}`, "worksheet", `worksheets/sheet${n + 1}.xml`)).join("") +
          relation("rIdS", "styles", "styles.xml") +
          relation("rIdT", "sharedStrings", "/xl/sharedStrings.xml"),
      ),
    },
    ...sheetParts,
    { name: "xl/styles.xml", data: `${XML}<styleSheet>${styles ?? ""}</styleSheet>` },
    { name: "xl/sharedStrings.xml", data: `${XML}<sst xmlns="${MAIN}">${items.join("")}</sst>` },
  ];
  return made.map((part) => ({ ...part, data: replaced[part.name] ?? part.data }));
}

/** A spreadsheet of one sheet. */
export const xlsxOf = (rows: readonly (readonly CellOf[])[], book: BookOf = {}): Buffer =>
  zipOf(partsOf([{ name: "Sheet1", rows }], book));

export const number = (raw: string, style = 0): CellOf => ({
  attributes: `s="${style}"`,
  content: `<v>${raw}</v>`,
});
