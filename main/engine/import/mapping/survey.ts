/** Looks through the rows of a file for what a person is asked before it is imported. */

import { MOST_EXAMPLES } from "../../../../contract/channels/file-reading.ts";
import type { Findings } from "../../../../contract/channels/reference-data.ts";
import { hasCheckDigit } from "../../../../contract/check-digit.ts";
import type { List } from "../../../../contract/lists.ts";
import { breathe } from "../../../lib/breathe.ts";
import type { NamedRecord, RecordNames } from "../../mirror/lists/record-names.ts";
import type { ReferenceRow } from "../../mirror/lists/values.ts";
import { isBlank, type OpenRows, type ReadRow } from "../file-rows.ts";
import { type Header, readPlace } from "./columns.ts";
import { Continuing } from "./continuing.ts";
import type { FileWords } from "./words.ts";

/** Rows that are looked at before an import, of a text and of a spreadsheet. */
const SURVEYED_ROWS = 100_000;
export const SURVEYED_SHEET_ROWS = 10_000;
/** A product's name may take milliseconds to find; others have their turn in between. */
const ROWS_A_TURN = 50;
const MOST_LINES = 5;
const MOST_IDS = 20_000;

/** Finds the ids that no record here has. */
class UnknownRecords {
  readonly #names: RecordNames;
  readonly #kind: List;
  readonly #known = new Map<string, boolean>();
  readonly #found = new Map<string, { rows: number; examples: string[] }>();

  constructor(kind: List, names: RecordNames) {
    this.#kind = kind;
    this.#names = names;
  }

  /** Looks at a row's values. Of the list that the file itself brings nothing is counted. */
  add(header: Header, values: Readonly<Record<string, bigint | string | null>>): void {
    for (const { column, index } of header.places) {
      const value = values[column.name];
      if (index === null || column.words === null || "choices" in column.words) continue;
      if (value === null || value === undefined || value === "" || column.words.list === this.#kind) continue;
      const key = `${column.name} ${value}`;
      let isKnown = this.#known.get(key);
      if (isKnown === undefined) {
        isKnown = this.#names.has(column.words.list, value);
        if (this.#known.size >= MOST_IDS) this.#known.clear();
        this.#known.set(key, isKnown);
      }
      if (isKnown) continue;
      const found = this.#found.get(column.name) ?? { rows: 0, examples: [] };
      found.rows += 1;
      const text = String(value);
      if (found.examples.length < MOST_EXAMPLES && !found.examples.includes(text)) found.examples.push(text);
      this.#found.set(column.name, found);
    }
  }

  list = (): Findings["unknownRecords"] => [...this.#found].map(([column, found]) => ({ column, ...found }));
}

/** The apostrophe by which spreadsheet programs mark a number that is a text. */
const MARKED_NUMBER = /^\s*'\s*[-+=]?[\d٠-٩]/;
/** A product number of 8, 12 or 13 digits that began with zeros: its check digit is right without them too. */
const isShortBarcode = (code: string): boolean => /^\d{7}$|^\d{9,11}$/.test(code) && hasCheckDigit(code);

/** How the rows of a whole file were read; kept by a dry run. */
export class FindingsOfRows {
  readonly #words: FileWords;
  readonly #unknown: UnknownRecords;
  #apostrophes = 0;
  readonly #short = new Map<number, number>();

  constructor(kind: List, names: RecordNames, words: FileWords) {
    this.#words = words;
    this.#unknown = new UnknownRecords(kind, names);
  }

  add(header: Header, row: ReferenceRow, { cells }: ReadRow): void {
    this.#unknown.add(header, row);
    if (header.places.some(({ index }) => index !== null && MARKED_NUMBER.test(cells[index] ?? "")))
      this.#apostrophes += 1;
    const { barcode } = row;
    if (typeof barcode === "string" && isShortBarcode(barcode))
      this.#short.set(barcode.length, (this.#short.get(barcode.length) ?? 0) + 1);
  }

  all(): Findings {
    return {
      words: this.#words.list(),
      unknownRecords: this.#unknown.list(),
      apostrophes: this.#apostrophes,
      shortBarcodes: [...this.#short]
        .map(([digits, rows]) => ({ digits, rows }))
        .sort((a, b) => b.digits - a.digits),
    };
  }
}

/** The units that a file of units brings itself: its rows may name one another. */
export async function unitsOfFile(
  header: Header,
  opened: OpenRows,
  headerRow: number,
): Promise<NamedRecord[]> {
  const placeOf = (name: string) => header.places.find(({ column }) => column.name === name);
  const [id, name, deleted] = [placeOf("id"), placeOf("name"), placeOf("deleted")];
  const units: NamedRecord[] = [];
  if (id === undefined || name === undefined) return units;
  for await (const row of opened.rows(headerRow)) {
    if ("broken" in row || units.length === SURVEYED_ROWS) break;
    if (row.line <= headerRow) continue;
    const [unit, called] = [readPlace(id, row, header), readPlace(name, row, header)];
    const mark = deleted === undefined ? { value: 0n } : readPlace(deleted, row, header);
    if ("value" in mark && mark.value === 1n) continue;
    if ("value" in unit && unit.value !== null && "value" in called && called.value !== null)
      units.push({ id: unit.value, name: String(called.value) });
  }
  return units;
}

interface Survey {
  continues: { rows: number; lines: number[]; lacks: string[] } | null;
  unknownRecords: Findings["unknownRecords"];
  /** Null: all rows of the file were looked at. */
  countedRows: number | null;
}

/**
 * Reads the words of the rows by the header's reader, which counts them, and tells which rows continue the one above and
 * which ids no record has. `continues`: rows are read with what they have of the one above.
 */
export async function survey(
  kind: List,
  header: Header,
  headerCells: readonly string[],
  {
    opened,
    headerRow,
    names,
    continues,
  }: {
    opened: OpenRows;
    headerRow: number;
    names: RecordNames;
    continues: boolean;
  },
): Promise<Survey> {
  const most = opened.fileType === "csv" ? SURVEYED_ROWS : SURVEYED_SHEET_ROWS;
  const continuing = new Continuing(kind, header, headerCells);
  const unknown = new UnknownRecords(kind, names);
  const named = header.places.filter(({ column }) => column.words !== null);
  const lines: number[] = [];
  let continued = 0;
  let rows = 0;
  const look = (row: ReadRow): void => {
    const values: Record<string, bigint | string | null> = {};
    for (const place of named) {
      const read = readPlace(place, row, header);
      if ("value" in read) values[place.column.name] = read.value;
    }
    unknown.add(header, values);
  };
  let isWhole = true;
  for await (const row of opened.rows(headerRow)) {
    if ("broken" in row) break;
    if (row.line <= headerRow || isBlank(row)) continue;
    if (rows === most) {
      isWhole = false;
      break;
    }
    rows += 1;
    if (rows % ROWS_A_TURN === 0) await breathe();
    const whole = continuing.take(row);
    if (whole !== null) {
      continued += 1;
      if (lines.length < MOST_LINES) lines.push(row.line);
    }
    look(continues && whole !== null ? whole : row);
  }
  return {
    continues: continued === 0 ? null : { rows: continued, lines, lacks: [...continuing.lacks] },
    unknownRecords: unknown.list(),
    countedRows: isWhole ? null : rows,
  };
}
