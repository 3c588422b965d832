/**
 * A report before it is drawn: its parts, their rows, and cells that say what they are. Each kind of report is made by a
 * pure function beside this file; the screen, paper and CSV are made from the report alone.
 */
import type { TFunction } from "i18next";
import { csvFile } from "../../contract/csv.ts";
import type { PersonName } from "../../contract/rights.ts";
import { type Formats, isolated } from "../i18n/format.ts";

/** What sentences of a report are made with. */
export interface Words {
  t: TFunction;
  formats: Pick<Formats, "count" | "date" | "dateTime" | "decimal">;
}

/** An exact decimal of a currency; `bare` leaves the currency's code away, where a column or a line has said it. */
export interface AmountCell {
  as: "amount";
  value: string;
  currencyId: string;
  bare?: true;
  strong?: true;
}

/** A record by its name, where one is known, and always by its id. */
export interface RecordCell {
  as: "record";
  id: string;
  name: string | null;
}

/** A string is words of the report itself, in its language. */
export type ReportCell =
  | string
  | AmountCell
  | RecordCell
  /** What somebody entered: in its own direction. */
  | { as: "text"; text: string }
  | { as: "strong"; text: string }
  /** An id, a serial number or a hash: left to right, every character distinct. */
  | { as: "code"; text: string }
  | { as: "quantity"; value: string }
  | { as: "count"; value: number }
  | { as: "date" | "time" | "dateTime"; at: string }
  /** Words about a document; the screen leads to it. */
  | { as: "document"; serialNo: string; words: string };

/** Cells one after the other, with what is between them. */
export type Phrase = readonly ReportCell[];

export const nameCell = (person: PersonName | null): ReportCell | null =>
  person === null ? null : { as: "text", text: person.name };

/** "Entered by" or "Approved by" with the name; nothing where there is none. */
export const byPerson = ({ t }: Words, how: "enteredBy" | "approvedBy", person: PersonName | null): Phrase =>
  person === null ? [] : [`${t(`print.${how}`)} `, { as: "text", text: person.name }];

/** Those that are there, with a dot between them. */
export const dotted = (...phrases: readonly (Phrase | null)[]): Phrase =>
  phrases
    .filter((phrase) => phrase !== null && phrase.length > 0)
    .flatMap((phrase, index) => (index === 0 ? (phrase ?? []) : [" · ", ...(phrase ?? [])]));

export interface ReportLine {
  label?: Phrase;
  /** At the end of the line. Null: not known; paper leaves the line out then, but for what is under it. */
  value?: Phrase | null;
  strong?: true;
  /** Framed, for what must be noticed. */
  loud?: true;
  /** Smaller, each on a line. */
  under?: readonly Phrase[];
  /** More lines that the screen unfolds. */
  fold?: { title: string; lines: readonly ReportLine[]; more: string | null };
}

export interface Fact {
  label: string;
  /** Each on a line. */
  value: readonly Phrase[];
  wide?: true;
}

/** A column of a table, and how wide it is on A4, in millimetres; without a width it takes what is left. */
export interface ReportColumn {
  label: string;
  width?: { least: number; most?: number };
  end?: true;
}

export interface TableRow {
  key: string;
  /** In columns, each with what is under it. */
  cells: readonly { cell: Phrase; under?: readonly Phrase[] }[];
  /** Where there is no room for columns. */
  stacked: readonly ReportLine[];
  /** Long text after the row. */
  more?: readonly Phrase[];
}

export type Part =
  | { is: "text"; text: Phrase; look?: "small" | "strong" }
  /** A text of any length. */
  | { is: "prose"; key: string; title: string; paragraphs: readonly Phrase[] }
  /** What a slip is found by: large for people, in bars for scanners. */
  | { is: "number"; label: string; code: string }
  | { is: "status"; loud: boolean; big: string; text: string }
  | { is: "secret"; code: string }
  | { is: "facts"; facts: readonly Fact[] }
  | {
      is: "lines";
      key: string;
      title: string;
      /** Beside the title. */
      note?: string;
      groups: readonly (readonly ReportLine[])[];
      /** Said where there is no group. */
      none: string;
      /** Below all groups; `cut`: not everything is listed or summed. */
      after?: { text: string; cut: boolean } | null;
      look?: "plain";
    }
  | { is: "totals"; lines: readonly ReportLine[] }
  | {
      is: "table";
      title: string | null;
      columns: readonly ReportColumn[];
      rows: readonly TableRow[];
      none: string;
      after: string | null;
    }
  /** One entry to check, with boxes to tick. */
  | {
      is: "entry";
      key: string;
      title: Phrase;
      facts: readonly Fact[];
      ticks: readonly { box: boolean; label: string; blank: boolean }[];
    }
  /** A QR code, and what is said beside it. */
  | {
      is: "qr";
      code: string;
      label: string;
      beside: readonly { text: Phrase; look?: "small" | "large" }[];
    }
  /** Places to write or sign by hand. */
  | { is: "blanks"; labels: readonly string[] }
  | { is: "ids"; ids: readonly (readonly [label: string, id: string])[] };

export interface Report {
  title: string;
  shopName: string;
  practice: boolean;
  /** Small at the head of every page but the first, at both ends. */
  running: readonly [Phrase, Phrase];
  /** Below the title, never parted. */
  head: readonly Part[];
  parts: readonly Part[];
  /** Never parted. */
  foot: readonly Part[];
  /** What must be on the page before it counts as drawn. */
  holds: Phrase;
  /** The same facts for a spreadsheet, where the report has such a form. */
  sheet?: Sheet;
}

/** A flat table: its heads, and under each a cell of every row, or null. */
export interface Sheet {
  heads: readonly string[];
  rows: readonly (readonly (ReportCell | null)[])[];
}

/** The column of people's names: it is there where a row has one. */
const ENTERED_BY = "print.enteredBy";

/** Rows that name the columns they fill, as a sheet. */
export function sheetOf<Id extends string>(
  columns: readonly Id[],
  head: (column: Id) => string,
  rows: readonly Partial<Record<Id, ReportCell | null>>[],
): Sheet {
  const shown = columns.filter((column) => column !== ENTERED_BY || rows.some((row) => row[column] != null));
  return {
    heads: shown.map((column) => head(column)),
    rows: rows.map((row) => shown.map((column) => row[column] ?? null)),
  };
}

/** A cell as a spreadsheet gets it: amounts exact, times in UTC. */
function sheetText(cell: ReportCell | null): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  switch (cell.as) {
    case "text":
    case "strong":
    case "code":
      return cell.text;
    case "amount":
    case "quantity":
    case "count":
      return String(cell.value);
    case "date":
    case "time":
    case "dateTime":
      return cell.at;
    case "record":
      return cell.id;
    case "document":
      return cell.words;
  }
}

/** The CSV file of a sheet. */
export const csvOf = ({ heads, rows }: Sheet): string =>
  csvFile([heads, ...rows.map((row) => row.map(sheetText))]);

const SENTENCE_END = /[.!?؟،,;:\s]/u;

/** When it is printed. */
const printedAt = ({ t, formats }: Words, madeAt: string): string =>
  t("print.printedAt", { at: isolated(formats.dateTime(madeAt)) });

/** The last line of a paper: by what program, and when. */
export const imprint = (words: Words, madeAt: string): Part => ({
  is: "text",
  text: [`${words.t("common.appName")} · ${printedAt(words, madeAt)}`],
  look: "small",
});

/** The line below a title: whose it is, and the imprint. `before`: what comes first. */
export const tenantLine = (
  words: Words,
  { tenantId, madeAt }: { tenantId: number | string; madeAt: string },
  before = "",
): Part => ({
  is: "text",
  text: [
    `${before}${words.t("field.tenantId")} `,
    { as: "code", text: String(tenantId) },
    ` · ${words.t("common.appName")} · ${printedAt(words, madeAt)}`,
  ],
  look: "small",
});

/** The end of the small head of later pages: from practice or not, and when it is printed. */
export const runningEnd = (
  words: Words,
  { practice, madeAt }: { practice: boolean; madeAt: string },
): Phrase => [
  ...(practice ? [{ as: "strong", text: `${words.t("status.practice.badge")} · ` } as const] : []),
  printedAt(words, madeAt),
];

/** What somebody entered, in paragraphs. */
export const entered = (paragraphs: readonly string[]): Phrase[] =>
  paragraphs.map((text) => [{ as: "text", text }]);

/** Long text in paragraphs that a page can hold, cut at its own line ends and otherwise between words. */
export function paragraphsOf(text: string, longest = 700): string[] {
  const chunks: string[] = [];
  for (const line of text.trim().split(/\r?\n/)) {
    let rest = [...line];
    while (rest.length > longest) {
      const cut = rest.slice(0, longest).findLastIndex((letter) => SENTENCE_END.test(letter));
      const at = cut < longest / 2 ? longest : cut + 1;
      chunks.push(rest.slice(0, at).join("").trimEnd());
      rest = rest.slice(at);
    }
    chunks.push(rest.join(""));
  }
  return chunks.every((chunk) => chunk.trim() === "") ? [] : chunks;
}
