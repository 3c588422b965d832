/** Reads what a spreadsheet's sheets share: their names and places, the texts, the number formats. */
import { posix } from "node:path";
import { ImportRefusal, MAX_FORMAT_LETTERS, ownCopy } from "../../file-rows.ts";
import { NUMBERS } from "../../recognise.ts";
import { createXmlReader, readXml, type XmlHandlers } from "../xml-reader.ts";
import type { ZipParts } from "../zip-parts.ts";
import { type NumberFormat, unescaped } from "./cells.ts";

const SMALL_PART_BYTES = 32 * 1024 * 1024;
const TEXTS_BYTES = 512 * 1024 * 1024;
const MAX_SHEETS = 1_000;
/** Two for each row that a sheet may have. */
const MAX_TEXTS = 2 * 1_048_576;
/** All the texts together; they are kept in memory while a sheet is read. */
const MAX_TEXT_LETTERS = 64 * 1024 * 1024;
const MAX_FORMATS = 100_000;

interface Sheet {
  name: string;
  hidden: boolean;
  part: string;
}

export interface XlsxBook {
  sheets: Sheet[];
  date1904: boolean;
  formats: NumberFormat[];
  textsPart: string | null;
}

interface Relation {
  type: string;
  part: string;
}

const ignored: XmlHandlers = { open: () => undefined, close: () => undefined, text: () => undefined };

/** A part's relations by id; the last word of a relation's type says what it is, in both of the standard's dialects. */
async function relationsOf(zip: ZipParts, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!zip.has(name)) return relations;
  await readXml(zip.read(name, SMALL_PART_BYTES), {
    ...ignored,
    open(element, { Id, Type = "", Target, TargetMode }) {
      if (element !== "Relationship" || Id === undefined || Target === undefined) return;
      if (TargetMode === "External") return;
      const path = Target.startsWith("/") ? Target : posix.join("/", folder, Target);
      relations.set(Id, {
        type: Type.slice(Type.lastIndexOf("/") + 1),
        part: posix.normalize(path).slice(1),
      });
    },
  });
  return relations;
}

const partOf = (relations: ReadonlyMap<string, Relation>, type: string): string | null =>
  [...relations.values()].find((relation) => relation.type === type)?.part ?? null;

function notASpreadsheet(zip: ZipParts): ImportRefusal {
  if (
    zip
      .list()
      .some(({ name }) =>
        /(?:^|\/)(?:Index\/Document\.iwa|Index\.zip|buildVersionHistory\.plist)$/i.test(name),
      )
  )
    return new ImportRefusal(NUMBERS);
  return new ImportRefusal({ reason: "not_a_spreadsheet" });
}

const workbookPart = async (zip: ZipParts): Promise<string | null> =>
  partOf(await relationsOf(zip, ""), "officeDocument");

/** Which kind of spreadsheet an archive is, by its parts. Throws ImportRefusal where it is none. */
export async function archiveType(zip: ZipParts): Promise<"xlsx" | "xlsb" | "ods"> {
  if (zip.has("content.xml") && (zip.has("META-INF/manifest.xml") || zip.has("mimetype"))) return "ods";
  const part = await workbookPart(zip);
  if (part === null || !zip.has(part)) throw notASpreadsheet(zip);
  return part.endsWith(".bin") ? "xlsb" : "xlsx";
}

/** Quoted words, letters that stand for themselves, colours and conditions; one without an end goes to the end of it. */
const ASIDE = /"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?/g;
const ELAPSED = /^\[(?:h+|m+|s+)\]$/i;

/** What a format's code makes of a number; colours, conditions and quoted words in it don't matter. */
export function formatMeaning(code: string): NumberFormat {
  if (code.length > MAX_FORMAT_LETTERS) return { means: "unknown" };
  if (/^0{2,40}$/.test(code)) return { means: "zeros", width: code.length };
  const bare = code.replace(ASIDE, (aside) => (ELAPSED.test(aside) ? aside : ""));
  return { means: /[ymdhs]/i.test(bare) ? "date" : "number" };
}

/** The formats that every file knows by number: 14 to 22 and 45 to 47 are dates and times, 27 to 36 and 50 to 58 eastern ones. */
const isDateNumber = (id: number): boolean =>
  [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].some(([from = 0, to = 0]) => id >= from && id <= to);

async function formatsOf(zip: ZipParts, part: string): Promise<NumberFormat[]> {
  const meanings = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  await readXml(zip.read(part, SMALL_PART_BYTES), {
    ...ignored,
    open(element, { numFmtId = "0", formatCode }) {
      if (element === "numFmt" && formatCode !== undefined) {
        if (meanings.size < MAX_FORMATS) meanings.set(numFmtId, formatMeaning(formatCode));
      } else if (element === "cellXfs") inCells = true;
      else if (element === "xf" && inCells && formats.length < MAX_FORMATS) {
        const usual = isDateNumber(Number(numFmtId)) ? ("date" as const) : ("number" as const);
        formats.push(meanings.get(numFmtId) ?? { means: usual });
      }
    },
    close(element) {
      if (element === "cellXfs") inCells = false;
    },
  });
  return formats;
}

/** Reads a spreadsheet's table of contents. Throws ImportRefusal. */
export async function readXlsxBook(zip: ZipParts): Promise<XlsxBook> {
  const workbook = await workbookPart(zip);
  if (workbook === null) throw notASpreadsheet(zip);
  const relations = await relationsOf(zip, workbook);
  const sheets: Sheet[] = [];
  let date1904 = false;
  await readXml(zip.read(workbook, SMALL_PART_BYTES), {
    ...ignored,
    open(element, attributes) {
      // An extension has an element of the same name, which says nothing of it.
      if (element === "workbookPr" && attributes.date1904 !== undefined)
        date1904 = /^(?:1|true|on)$/.test(attributes.date1904);
      if (element !== "sheet" || sheets.length >= MAX_SHEETS) return;
      // The relation's prefix is the writer's choice.
      const id = Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
      const relation = relations.get(id);
      if (relation?.type !== "worksheet" || !zip.has(relation.part)) return;
      const { name = "", state = "visible" } = attributes;
      sheets.push({ name, hidden: state !== "visible", part: relation.part });
    },
  });
  if (sheets.length === 0) throw new ImportRefusal({ reason: "no_sheet" });
  const styles = partOf(relations, "styles");
  const texts = partOf(relations, "sharedStrings");
  return {
    sheets,
    date1904,
    textsPart: texts !== null && zip.has(texts) ? texts : null,
    formats: styles !== null && zip.has(styles) ? await formatsOf(zip, styles) : [],
  };
}

/**
 * The first `count` of the texts that cells name by number; all of them where `count` is left out.
 * Throws ImportRefusal, and what the signal throws.
 */
export async function readTexts(
  zip: ZipParts,
  part: string,
  signal: AbortSignal,
  count = MAX_TEXTS,
): Promise<string[]> {
  const texts: string[] = [];
  let letters = 0;
  let pieces: string[] = [];
  let phonetic = 0;
  let inText = false;
  const handlers: XmlHandlers = {
    open(element) {
      if (element === "si") pieces = [];
      else if (element === "rPh") phonetic += 1;
      else if (element === "t") inText = phonetic === 0;
    },
    text(piece) {
      if (!inText) return;
      letters += piece.length;
      pieces.push(piece);
    },
    close(element) {
      if (element === "t") inText = false;
      else if (element === "rPh") phonetic -= 1;
      else if (element === "si") texts.push(ownCopy(unescaped(pieces.join(""))));
      if (texts.length > MAX_TEXTS || letters > MAX_TEXT_LETTERS)
        throw new ImportRefusal({ reason: "too_large_inside", what: "text" });
    },
  };
  const reader = createXmlReader(handlers);
  for await (const chunk of zip.read(part, TEXTS_BYTES)) {
    signal.throwIfAborted();
    reader.write(chunk);
    if (texts.length >= count) return texts;
  }
  reader.end();
  return texts;
}
