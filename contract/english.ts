/** Reasons in English, for the headless engine, other programs, logs and files of rejected rows. The screens have the words of `renderer/i18n`. */
import type { EntryProblem, ODDITIES } from "./reasons/entry-problem.ts";
import {
  type EnglishWords,
  inEnglish,
  type RowProblem,
  type RowReason,
  type RowReasonParams,
} from "./reasons/row-reason.ts";

const ODD: Record<(typeof ODDITIES)[number], string> = {
  missing: "is missing",
  odd: "is odd",
  not_text: "not all of its bytes are letters",
  empty: "the answer is empty",
  not_json: "the answer is not JSON",
  not_transactions: "the answer is not an array of transactions",
  no_transaction: "the answer holds no transaction",
  other_serial: "no transaction in the answer has the serial number of this entry",
  other_tenant: "the transaction in the answer is not of this tenant",
  not_restore: "the answer is not a restore result",
  too_large: "the answer is too large",
  packing_unknown: "the answer is packed in a way that can't be undone",
  packing_broken: "the packed answer is broken",
  repeats_token: "the answer repeats the access token, so it was not kept",
};

const PROBLEMS: Record<
  Exclude<EntryProblem["code"], "answered" | "no_evidence" | "not_understood">,
  string
> = {
  closed: "The connection was closed",
  refused: "The connection was refused",
  name_not_found: "The service's address was not found",
  timed_out: "No whole answer came in time",
  unreachable: "The service can't be reached",
  not_secure: "The secure connection failed",
  not_an_answer: "What came is not a valid answer",
  other: "The attempt failed",
  packing_cut: "The packed answer ended too early",
  packing_broken: "The packed answer is broken",
  packing_unknown: "The answer is packed in a way that can't be undone",
  repeats_token: "The answer repeats the access token, so it was not kept",
  stopped: "The program stopped during the attempt",
  stopped_before_sending: "The program stopped before anything was sent",
  stopped_reading: "The program stopped while it read the answer",
  no_longer_resent: "Its answer was lost, and it is no longer sent again automatically",
  was_in_flight:
    "It was being sent when the file was damaged or copied: whether the service has it is not known",
  was_unknown: "Its outcome was unknown before the file was recovered, and still is",
  may_have_been_sent:
    "It may have been sent after the state that could be recovered: whether the service has it is not known",
};

/** "422: The quantity is above the stock": an entry's problem in a sentence. */
export function problemInEnglish(problem: EntryProblem): string {
  switch (problem.code) {
    case "answered":
      return `${problem.params.status}: ${problem.params.words || "the service gave no words"}`;
    case "no_evidence":
      return `The service answered, but not about this entry: ${ODD[problem.params.reason]}`;
    case "not_understood": {
      const { path, reason } = problem.params;
      return `The answer was not fully understood: ${path === "" ? "" : `${path} `}${ODD[reason]}`;
    }
    default:
      return "said" in problem.params && problem.params.said !== ""
        ? `${PROBLEMS[problem.code]}: ${problem.params.said}`
        : PROBLEMS[problem.code];
  }
}

/** Why rows of files are refused. Those about a cell follow its column's name. */
const ROWS: EnglishWords<RowReasonParams> = {
  empty: () => "is empty",
  severalLines: () => "runs over several lines: is a quote left open?",
  controlCharacter: () => "holds a control character",
  trueOrFalse: () => "holds TRUE or FALSE, not a text or a number: make the cell text and type it again",
  noSuchDate: () => "holds a date that there isn't",
  formula: () => "holds a formula that was never worked out: open the file in its program and save it",
  lostText: () => "holds a text that the file doesn't have",
  unknownLetters: () =>
    "holds letters whose encoding the file doesn't name: open the file in its program and save it as .xlsx",
  notUtf8: () => "the row holds bytes that are not UTF-8 text",
  zeroByte: () => "the row holds a zero byte",
  openQuote: () =>
    "a quote that begins in this row is not closed in it; the rows after it were read on their own",
  factorMissing: () => "factor is empty, and baseUnitId says that the unit is made of another",
  contradicts: () => "an earlier row of this file is about the same and says otherwise",
  notWhole: ({ cell }) => `${cell} is not a whole number`,
  twoNumbers: ({ cell }) =>
    `${cell} may be two numbers, for nothing in the file shows what its comma separates`,
  lostDigits: ({ cell }) =>
    `${cell} has lost its last digits: make the column text in its program and fill it again`,
  shortened: ({ cell }) =>
    `${cell} was shortened by a spreadsheet program: give the column a number format that shows all its digits, and save the file again`,
  severalBarcodes: ({ cell }) => `${cell} holds several barcodes: give each of them a row with the same id`,
  negative: ({ cell }) => `${cell} is less than zero`,
  notPositive: ({ cell }) => `${cell} is not more than zero`,
  notCurrency: ({ cell }) => `${cell} is not a currency code`,
  notDigits: ({ cell }) => `${cell} is not a number of digits from 0 to 18`,
  notUuid: ({ cell }) => `${cell} is not a uuid (8-4-4-4-12 hexadecimal)`,
  notMark: ({ cell }) => `${cell} is neither 0 nor 1`,
  notTime: ({ cell }) => `${cell} is not a UTC time such as 2026-01-31T09:30:00.000Z`,
  notDate: ({ cell }) => `${cell} is not a date such as 2027-12-31`,
  twoDates: ({ cell }) => `${cell} may be two dates: write the year with four digits`,
  beforeProduction: ({ cell }) => `${cell} is before the production date`,
  ownBase: ({ cell }) => `factor: ${cell} can't be, for the unit is its own base unit`,
  noRecord: ({ cell }) => `${cell} is no ID and no name of a record`,
  severalRecords: ({ cell }) => `${cell} is the name of several records`,
  leftOut: ({ cell }) => `${cell} has no record, and its rows are left out`,
  unreadableNumber: ({ cell }) => `holds the number ${cell}, which can't be read`,
  cellError: ({ cell }) => `holds the error ${cell}`,
  notDecimal: ({ cell, example }) => `${cell} is not a decimal number such as ${example}`,
  notChoice: ({ cell, choices }) => `${cell} is not one of ${choices.join(", ")}`,
  tooLong: ({ count }) => `is longer than ${count} characters`,
  tooManyDigits: ({ count }) =>
    `holds a number of more than ${count} digits, and a number cell doesn't keep them all: make the cell text`,
  cellTooLong: ({ most }) => `holds more than ${most} letters`,
  formatTooLong: ({ most }) => `has a number format of more than ${most} letters`,
  rowTooWide: ({ most }) => `the row has more than ${most} cells`,
  fileTooLong: ({ most }) =>
    `with this row the file holds more than ${most} letters, more than one import takes; it and what follows it were not read`,
  productRows: ({ most }) =>
    `its product has ${most} rows already, the most that one product takes: is the column of the id the right one?`,
  productNames: ({ most }) =>
    `its product has ${most} names already, or very long ones, the most that one product takes: is the column of the id the right one?`,
  purchaseLines: ({ most }) =>
    `its purchase has ${most} lines already, the most that one purchase takes: is the column of the document number the right one?`,
  cells: ({ count, header }) => `the row has ${count} cells where the header has ${header}`,
  rowTooLong: ({ column, most }) => `column ${column} makes the row longer than ${most} letters`,
  brokenOff: ({ row, because }) => `${because}; nothing after row ${row} was read`,
};

/** What is wrong with a row as a whole, or with a cell. */
export const rowReasonInEnglish = (reason: RowReason): string => inEnglish(ROWS, reason);

/** All that is wrong with a row. */
export const rowProblemsInEnglish = (problems: readonly RowProblem[]): string =>
  problems
    .map((one) =>
      one.column === null ? rowReasonInEnglish(one) : `${one.column}: ${rowReasonInEnglish(one)}`,
    )
    .join("; ");
