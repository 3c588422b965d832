/** Shows the beginning of a file as an import would read it. Nothing is written. */
import type { ColumnMapping } from "../../../contract/channels/mirror.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/reply.ts";
import { type Header, KINDS_OF_FILES, readEachCell, readRow } from "./columns.ts";
import { columnNames, isBlank, type ReadRow } from "./file-rows.ts";
import { assertMapping, guessMapping, missingColumns } from "./mapping.ts";
import { unreadable } from "./open-file.ts";
import { type OpenRows, sheetDetails, withRows } from "./open-rows.ts";

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

/** The columns that were named, as far as the file has them; else those of last time where it has them all. */
function usedMapping(
  { kind, mapping }: PreviewInput,
  header: readonly string[],
  remembered: ColumnMapping | null,
): Pick<Preview, "mapping" | "mappedBy"> {
  const names = new Set(columnNames(header));
  if (mapping !== undefined)
    return {
      mapping: Object.fromEntries(usedOf(mapping).filter(([name]) => names.has(name))),
      mappedBy: "given",
    };
  const last = remembered === null ? [] : usedOf(remembered);
  const guessed = guessMapping(kind, header);
  const isKnown = last.length > 0 && last.every(([name]) => names.has(name));
  if (!isKnown) return { mapping: guessed, mappedBy: "guessed" };
  const isSame =
    last.length === usedOf(guessed).length && last.every(([name, ours]) => guessed[name] === ours);
  return { mapping: Object.fromEntries(last), mappedBy: isSame ? "guessed" : "remembered" };
}

function headerOf(
  kind: PreviewInput["kind"],
  cells: readonly string[],
  mapping: Record<string, string>,
): Header {
  const names = columnNames(cells);
  const places = KINDS_OF_FILES[kind].columns.map((column) => {
    const index = names.findIndex((name) => mapping[name] === column.name);
    return { column, index: index < 0 ? null : index };
  });
  return { width: cells.length, places, ignoredColumns: [] };
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
    problem: typeof read === "string" ? read : null,
  };
}

async function preview(
  input: PreviewInput,
  remembered: ColumnMapping | null,
  opened: OpenRows,
): Promise<Preview> {
  const { kind, path } = input;
  let cells: readonly string[] | null = null;
  let broken: string | null = null;
  const taken: ReadRow[] = [];
  for await (const row of opened.rows) {
    if ("broken" in row) broken = row.broken;
    else if (isBlank(row)) continue;
    else if (cells === null) {
      if (row.refused === undefined) cells = row.cells;
      else broken = row.refused;
      if (broken !== null) break;
    } else taken.push(row);
    if (taken.length === SHOWN_ROWS) break;
  }
  if (cells === null) {
    const words =
      broken === null ? "it is empty; a header row is needed" : `its header row is broken: ${broken}`;
    throw new CountersideError("file_invalid", `The file can't be imported: ${words}: ${path}`, {
      path,
      columns: [],
      ...sheetDetails(opened),
    });
  }
  const { mapping, mappedBy } = usedMapping(input, cells, remembered);
  const header = headerOf(kind, cells, mapping);
  const texts = cells;
  const { fileType, bytes, delimiter, encoding, sheets, sheet } = opened;
  return {
    fileType,
    bytes,
    delimiter,
    encoding,
    sheet,
    mapping,
    mappedBy,
    broken,
    columnCount: cells.length,
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    header: columnNames(cells)
      .slice(0, SHOWN_COLUMNS)
      .map((name, index) => ({ name, text: shown(texts[index] ?? "") })),
    columns: KINDS_OF_FILES[kind].columns.map(({ name, column }) => ({
      name,
      needed: column === "required",
    })),
    missing: missingColumns(header.places),
    rows: taken.map((row) => rowOf(kind, header, row)),
  };
}

/**
 * Looks into a file; `remembered`: the columns of this kind's last import. Throws `invalid_input` for a mapping
 * that can't be, `file_unreadable`, `file_invalid` (`details.sheets` names a spreadsheet's sheets) or `cancelled`.
 */
export async function previewFile(
  input: PreviewInput,
  remembered: ColumnMapping | null,
  signal: AbortSignal,
): Promise<Preview> {
  const { kind, path, sheet, delimiter = "found", encoding = "found", mapping } = input;
  if (mapping !== undefined) assertMapping(kind, mapping);
  try {
    return await withRows(path, { sheet, delimiter, encoding, only: SHOWN_ROWS + 1 }, signal, (opened) =>
      preview(input, remembered, opened),
    );
  } catch (error) {
    if (signal.aborted)
      throw new CountersideError("cancelled", "The look into the file was stopped.", { path });
    if (error instanceof CountersideError || !(error instanceof Error && "syscall" in error)) throw error;
    throw unreadable(path, error);
  }
}
