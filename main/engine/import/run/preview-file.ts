/** Shows a file as an import would read it, and what a person is asked about it. Nothing is written. */
import type { ColumnMapping } from "../../../../contract/channels/file-reading.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { columnsOf } from "../../../../contract/lists.ts";
import type { RowReason } from "../../../../contract/reasons/row-reason.ts";
import type { ImportSaid } from "../../mirror/lists/import-memory.ts";
import type { RecordNames } from "../../mirror/lists/record-names.ts";
import { columnNames, isBlank, type OpenRows, type ReadRow } from "../file-rows.ts";
import {
  assertMapping,
  decimalPlaces,
  type Header,
  missingColumns,
  NO_WORDS,
  readableColumns,
  readEachCell,
  readRow,
} from "../mapping/columns.ts";
import { Continuing } from "../mapping/continuing.ts";
import { guessColumns } from "../mapping/guess-columns.ts";
import { SURVEYED_SHEET_ROWS, survey, unitsOfFile } from "../mapping/survey.ts";
import {
  addNumbers,
  HEAD_ROWS,
  headerIn,
  NumberEvidence,
  numberEvidence,
  readHead,
} from "../mapping/table.ts";
import { FileWords, isWordDecided } from "../mapping/words.ts";
import { thrownReading } from "../open-file.ts";
import { withRows } from "../open-rows.ts";

type PreviewInput = ParsedInput<"referenceData.preview">;
type Preview = ChannelOutput<"referenceData.preview">;

const SHOWN_ROWS = 20;
const SHOWN_COLUMNS = 500;
/** Letters of a cell; more says nothing about its column. */
const SHOWN_LETTERS = 500;

const shown = (text: string): string =>
  text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;

const usedOf = (mapping: ColumnMapping): [string, string][] =>
  Object.entries(mapping).flatMap(([name, column]) => (column === null ? [] : [[name, column]]));

/**
 * The columns that were named, as far as the file has them; else those of last time where it has them all, and of the
 * columns that the last file didn't have what their names and cells say. `rows`: null where they aren't known yet.
 */
function usedMapping(
  { kind, mapping }: PreviewInput,
  header: readonly string[],
  rows: readonly ReadRow[] | null,
  remembered: ColumnMapping | null,
): Pick<Preview, "mapping" | "mappedBy" | "guessed" | "askedColumns"> {
  const names = new Set(columnNames(header));
  if (mapping !== undefined)
    return {
      mapping: Object.fromEntries(usedOf(mapping).filter(([name]) => names.has(name))),
      mappedBy: "given",
      guessed: [],
      askedColumns: [],
    };
  const last = remembered === null ? [] : usedOf(remembered);
  const guess = guessColumns(kind, header, rows);
  const isKnown = last.length > 0 && last.every(([name]) => names.has(name));
  if (!isKnown) return { ...guess, mappedBy: "guessed" };
  const isUnknown = (name: string): boolean => !Object.hasOwn(remembered ?? {}, name);
  const isOpen = (ours: string): boolean => last.every(([, other]) => other !== ours);
  const fresh = usedOf(guess.mapping).filter(([name, ours]) => isUnknown(name) && isOpen(ours));
  const all = [...last, ...fresh];
  const isSame =
    guess.askedColumns.length === 0 &&
    all.length === usedOf(guess.mapping).length &&
    all.every(([name, ours]) => guess.mapping[name] === ours);
  return {
    mapping: Object.fromEntries(all),
    mappedBy: isSame ? "guessed" : "remembered",
    guessed: guess.guessed.filter(({ column }) => fresh.some(([, ours]) => ours === column)),
    // What was answered last time stays answered.
    askedColumns: guess.askedColumns.filter(
      ({ column, among }) => isOpen(column) && among.every((name) => isUnknown(name)),
    ),
  };
}

function headerOf(
  kind: PreviewInput["kind"],
  cells: readonly string[],
  mapping: Record<string, string>,
): Header {
  const names = columnNames(cells);
  const places = readableColumns(kind).map((column) => {
    const index = names.findIndex((name) => mapping[name] === column.name);
    return { column, index: index < 0 ? null : index };
  });
  return { width: cells.length, numbers: "point", wordReader: NO_WORDS, places, ignoredColumns: [] };
}

function rowOf(kind: PreviewInput["kind"], header: Header, row: ReadRow): Preview["rows"][number] {
  const read = readRow(kind, header, row);
  return {
    line: row.line,
    cells: row.cells.slice(0, SHOWN_COLUMNS).map(shown),
    values: readEachCell(header, row).map(({ value, ...cell }) => ({
      ...cell,
      value: value === null ? null : shown(value),
    })),
    problems: "problems" in read ? read.problems : [],
  };
}

/** What the numbers of whole text files show, of those that were looked at last: a look is asked for many times. */
export type KnownNumbers = Map<string, Promise<NumberEvidence>>;
const KNOWN_FILES = 16;

function evidenceOf(
  path: string,
  opened: OpenRows,
  headerRow: number,
  places: readonly number[],
  known: KnownNumbers,
): Promise<NumberEvidence> {
  const { version, delimiter, encoding } = opened;
  const key = JSON.stringify([path, version, delimiter, encoding, headerRow, places]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const evidence = numberEvidence(opened, headerRow, places).catch((error: unknown) => {
    known.delete(key);
    throw error;
  });
  const [oldest] = known.keys();
  if (known.size >= KNOWN_FILES && oldest !== undefined) known.delete(oldest);
  known.set(key, evidence);
  return evidence;
}

/** The rows below the header row that are shown, and what keeps those after them from being read. */
async function shownRows(
  opened: OpenRows,
  headerRow: number,
): Promise<{ rows: ReadRow[]; broken: RowReason | null }> {
  const rows: ReadRow[] = [];
  for await (const row of opened.rows(headerRow)) {
    if ("broken" in row) return { rows, broken: row.broken };
    if (row.line > headerRow && !isBlank(row)) rows.push(row);
    if (rows.length === SHOWN_ROWS) break;
  }
  return { rows, broken: null };
}

const FITTED_CELLS = 200;
const HEAD_CELLS = 8;
const HEAD_LETTERS = 40;

/** What is known before a file is looked at. */
interface Known {
  said: ImportSaid;
  names: RecordNames;
  numbers: KnownNumbers;
}

async function preview(
  input: PreviewInput,
  { said, names, numbers: knownNumbers }: Known,
  opened: OpenRows,
): Promise<Preview> {
  const { kind, path, headOnly = false } = input;
  const remembered = said.columns;
  const head = await readHead(opened);
  const fit = (cells: readonly string[]) => {
    // Each of the first rows is looked at: of a very wide one its beginning.
    const header = cells.slice(0, FITTED_CELLS);
    const { mapping } = usedMapping(input, header, null, remembered);
    const { places } = headerOf(kind, header, mapping);
    return { mapped: Object.keys(mapping).length, missing: missingColumns(places).length };
  };
  const { cells, line: headerRow } = headerIn(head, fit, path, opened, input.headerRow);
  const { rows, broken } = await shownRows(opened, headerRow);
  const { mapping, mappedBy, guessed, askedColumns } = usedMapping(input, cells, rows, remembered);
  const unstyled = headerOf(kind, cells, mapping);
  const decimals = decimalPlaces(unstyled);
  const shownEvidence = new NumberEvidence();
  for (const each of rows) addNumbers(shownEvidence, decimals, each);
  // Of a spreadsheet only what is shown: its texts are many to read.
  const evidence =
    opened.fileType === "csv" && !headOnly
      ? await evidenceOf(path, opened, headerRow, decimals, knownNumbers)
      : shownEvidence;
  const numbers = input.numbers ?? evidence.style;
  if (kind === "measureUnit" && !headOnly)
    names.add("measureUnit", await unitsOfFile(unstyled, opened, headerRow));
  const fileWords = new FileWords(names, input.words, said.words);
  const header = { ...unstyled, numbers, wordReader: fileWords };
  const answer = input.continues ?? said.continues;
  const surveyed = headOnly
    ? { continues: null, unknownRecords: [], countedRows: 0 }
    : await survey(kind, header, cells, { opened, headerRow, names, continues: answer === true });
  const words = headOnly ? [] : fileWords.list();
  // Rows that continue may begin after those that were counted: then the last answer is still of use.
  const laterRows =
    surveyed.countedRows !== null && answer !== null ? { rows: 0, lines: [], lacks: [] } : null;
  const found = surveyed.continues ?? laterRows;
  const continues = found === null ? null : { ...found, answer };
  const continuing = answer === true ? new Continuing(kind, header, cells) : null;
  const { fileType, bytes, delimiter, encoding, encodings, sheets, sheet } = opened;
  return {
    fileType,
    bytes,
    delimiter,
    encoding,
    encodings,
    numbers,
    headerRow,
    sheet,
    mapping,
    mappedBy,
    guessed,
    askedColumns,
    broken,
    numberExamples: (evidence.examples.length > 0 ? evidence : shownEvidence).examples,
    undecided: [
      ...(opened.isEncodingCertain ? [] : (["encoding"] as const)),
      ...(numbers === null ? (["numbers"] as const) : []),
      ...(askedColumns.length === 0 ? [] : (["columns"] as const)),
      ...(continues?.answer === null ? (["continues"] as const) : []),
      ...(words.every(isWordDecided) ? [] : (["words"] as const)),
    ],
    words,
    continues,
    unknownRecords: surveyed.unknownRecords,
    countedRows: surveyed.countedRows,
    headRows: head.flatMap((one) =>
      "cells" in one
        ? { line: one.line, cells: one.cells.slice(0, HEAD_CELLS).map((cell) => cell.slice(0, HEAD_LETTERS)) }
        : [],
    ),
    columnCount: cells.length,
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    header: columnNames(cells)
      .slice(0, SHOWN_COLUMNS)
      .map((name, index) => ({ name, text: shown(cells[index] ?? "") })),
    columns: columnsOf(kind).map(({ name, need }) => ({ name, needed: need !== "optional" })),
    missing: missingColumns(header.places),
    rows: rows.map((each) => rowOf(kind, header, continuing?.take(each) ?? each)),
  };
}

/**
 * Looks into a file as far as a person is asked about it. Throws `invalid_input` for a mapping
 * that can't be, `file_unreadable`, `file_invalid` (`details.sheets` names a spreadsheet's sheets) or `cancelled`.
 */
export async function previewFile(input: PreviewInput, known: Known, signal: AbortSignal): Promise<Preview> {
  const { kind, path, sheet, delimiter = "found", encoding = "found", mapping } = input;
  if (mapping !== undefined) assertMapping(kind, mapping);
  const only = HEAD_ROWS + (input.headOnly === true ? SHOWN_ROWS : SURVEYED_SHEET_ROWS);
  try {
    return await withRows(path, { sheet, delimiter, encoding, only }, signal, (opened) =>
      preview(input, known, opened),
    );
  } catch (error) {
    if (signal.aborted) throw new CountersideError("cancelled", { reason: "look", path });
    throw thrownReading(path, error);
  }
}
