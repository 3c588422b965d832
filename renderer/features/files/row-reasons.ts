/** Reads the engine's reasons for a refused row, so that they can be said in the person's language. */

export const REASONS = [
  "empty",
  "tooLong",
  "severalLines",
  "controlCharacter",
  "notWhole",
  "notDecimal",
  "twoNumbers",
  "lostDigits",
  "shortened",
  "severalBarcodes",
  "trueOrFalse",
  "negative",
  "notPositive",
  "notCurrency",
  "notDigits",
  "notUuid",
  "notMark",
  "notChoice",
  "notTime",
  "notDate",
  "twoDates",
  "beforeProduction",
  "cells",
  "notUtf8",
  "zeroByte",
  "factorMissing",
  "ownBase",
  "openQuote",
  "rowTooLong",
  "rowTooWide",
  "fileTooLong",
  "contradicts",
  "productRows",
  "productNames",
  "purchaseLines",
  "brokenOff",
  "tooManyDigits",
  "unreadableNumber",
  "noSuchDate",
  "formula",
  "lostText",
  "cellError",
  "cellTooLong",
  "formatTooLong",
  "unknownLetters",
  "noRecord",
  "severalRecords",
  "leftOut",
] as const;
export type Reason = (typeof REASONS)[number];

export interface ReadReason {
  /** The column it is about; null where it is about the whole row. */
  column: string | null;
  reason: Reason;
  /** The cell as it stood, shortened by the engine, with its quotes. */
  cell: string;
  /** The choices, a limit or a count, by the reason. */
  more: string;
  other: string;
}

const CELL = '(?<cell>".*") ';

const OF_ROW: readonly (readonly [Reason, RegExp])[] = [
  ["cells", /^the row has (?<more>\d+) cells where the header has (?<other>\d+)$/],
  ["notUtf8", /^the row holds bytes that are not UTF-8 text$/],
  ["factorMissing", /^factor is empty, and baseUnitId says/],
  ["ownBase", /^factor: (?<cell>".*") can't be, for the unit is its own base unit$/],
  ["zeroByte", /^the row holds a zero byte$/],
  ["openQuote", /^a quote that begins in this row is not closed in it/],
  ["rowTooLong", /^column (?<more>\d+) makes the row longer than (?<other>\d+) letters$/],
  ["rowTooWide", /^the row has more than (?<more>\d+) cells$/],
  ["fileTooLong", /^with this row the file holds more than (?<more>\d+) letters/],
  ["brokenOff", /; nothing after row (?<more>\d+) was read$/],
  ["contradicts", /^an earlier row of this file is about the same/],
  ["productRows", /^its product has (?<more>\d+) rows already/],
  ["productNames", /^its product has (?<more>\d+) names already/],
  ["purchaseLines", /^its purchase has (?<more>\d+) lines already/],
];

const OF_CELL: readonly (readonly [Reason, RegExp])[] = [
  ["empty", /^is empty$/],
  ["tooLong", /^is longer than (?<more>\d+) characters$/],
  ["severalLines", /^runs over several lines/],
  ["controlCharacter", /^holds a control character$/],
  ["notWhole", new RegExp(`^${CELL}is not a whole number$`)],
  ["notDecimal", new RegExp(`^${CELL}is not a decimal number`)],
  ["twoNumbers", new RegExp(`^${CELL}may be two numbers`)],
  ["lostDigits", new RegExp(`^${CELL}has lost its last digits`)],
  ["shortened", new RegExp(`^${CELL}was shortened by a spreadsheet program`)],
  ["severalBarcodes", new RegExp(`^${CELL}holds several barcodes`)],
  ["trueOrFalse", /^holds TRUE or FALSE/],
  ["negative", new RegExp(`^${CELL}is less than zero$`)],
  ["notPositive", new RegExp(`^${CELL}is not more than zero$`)],
  ["notCurrency", new RegExp(`^${CELL}is not a currency code$`)],
  ["notDigits", new RegExp(`^${CELL}is not a number of digits`)],
  ["notUuid", new RegExp(`^${CELL}is not a uuid`)],
  ["notMark", new RegExp(`^${CELL}is neither 0 nor 1$`)],
  ["notChoice", new RegExp(`^${CELL}is not one of (?<more>.*)$`)],
  ["notTime", new RegExp(`^${CELL}is not a UTC time`)],
  ["notDate", new RegExp(`^${CELL}is not a date such as`)],
  ["twoDates", new RegExp(`^${CELL}may be two dates`)],
  ["beforeProduction", new RegExp(`^${CELL}is before the production date$`)],
  ["noRecord", new RegExp(`^${CELL}is no ID and no name of a record$`)],
  ["severalRecords", new RegExp(`^${CELL}is the name of several records$`)],
  ["leftOut", new RegExp(`^${CELL}has no record, and its rows are left out$`)],
  ["tooManyDigits", /^holds a number of more than (?<more>\d+) digits/],
  ["unreadableNumber", /^holds the number (?<cell>.*), which can't be read$/],
  ["noSuchDate", /^holds a date that there isn't$/],
  ["formula", /^holds a formula that was never worked out/],
  ["lostText", /^holds a text that the file doesn't have$/],
  ["cellError", /^holds the error (?<cell>.*)$/],
  ["cellTooLong", /^holds more than (?<more>\d+) letters$/],
  ["formatTooLong", /^has a number format of more than (?<more>\d+) letters$/],
  ["unknownLetters", /^holds letters whose encoding the file doesn't name/],
];

function find(
  patterns: readonly (readonly [Reason, RegExp])[],
  text: string,
  column: string | null,
): ReadReason | null {
  for (const [reason, pattern] of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined && !pattern.test(text)) continue;
    return { column, reason, cell: groups?.cell ?? "", more: groups?.more ?? "", other: groups?.other ?? "" };
  }
  return null;
}

/** What is wrong with a cell, as data; the words don't name its column. */
export const readCellReason = (text: string): ReadReason | null => find(OF_CELL, text, null);

/** The reason for one cell, which begins with its column; null for one that this page doesn't know. */
function readNamedCell(text: string): ReadReason | null {
  const parts = /^(?<column>\w+): (?<problem>.*)$/s.exec(text)?.groups;
  return parts === undefined ? null : find(OF_CELL, parts.problem ?? "", parts.column ?? null);
}

/** All that is wrong with a row, cell by cell; null for what this page doesn't know. */
export function readReasons(text: string): ReadReason[] | null {
  const ofRow = find(OF_ROW, text, null);
  if (ofRow !== null) return [ofRow];
  const read: ReadReason[] = [];
  // A cell's own text may hold what stands between two reasons: a part that isn't one goes on with the next.
  let open = "";
  for (const part of text.split("; ")) {
    open = open === "" ? part : `${open}; ${part}`;
    const reason = readNamedCell(open);
    if (reason === null) continue;
    read.push(reason);
    open = "";
  }
  return open === "" ? read : null;
}
