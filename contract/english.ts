/** Reasons in English, for the headless engine, other programs, logs and files of rejected rows. The screens have the words of `renderer/i18n`. What the details of an error hold is what its words are made of. */
import type { FileBusy } from "./channels/connection.ts";
import type { TextEncoding } from "./channels/file-reading.ts";
import type { PlaceTrouble } from "./channels/shop-folder.ts";
import type { ErrorCode, Expectation, FieldReason } from "./codes.ts";
import type { EntryState } from "./entry-states.ts";
import type { PinAction } from "./pin-actions.ts";
import type { EntryProblem, ODDITIES } from "./reasons/entry-problem.ts";
import type { RowProblem, RowReason, RowReasonParams } from "./reasons/row-reason.ts";
import type { FieldIssue, ReplyError } from "./reply.ts";
import type { Right } from "./rights.ts";

/** English for every code of a union. */
type EnglishWords<Params> = { [C in keyof Params]: (params: Params[C]) => string };

/** What each key of `Params` goes with: which is meant is said by the field `By`. */
type MeantBy<By extends string, Params> = {
  [Meaning in keyof Params]: Record<By, Meaning> & Params[Meaning];
}[keyof Params];

/** English for what says by a field which of several meanings it has. */
const wordsBy = <By extends string, Params>(by: By, words: EnglishWords<Params>) => {
  const say = <Meaning extends keyof Params>(params: Record<By, Meaning> & Params[Meaning]): string => {
    const meaning: Meaning = params[by];
    return words[meaning](params);
  };
  return Object.assign((params: MeantBy<By, Params>): string => say(params), {
    meanings: Object.keys(words),
  });
};
const byReason = <Params>(words: EnglishWords<Params>) => wordsBy("reason", words);
const byWhat = <Params>(words: EnglishWords<Params>) => wordsBy("what", words);

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
  halfCharacter: () => "holds half a character: one of a surrogate pair alone",
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
export const rowReasonInEnglish = <C extends keyof RowReasonParams>(
  reason: Record<"code", C> & Record<"params", RowReasonParams[C]>,
): string => ROWS[reason.code](reason.params);

/** All that is wrong with a row. */
export const rowProblemsInEnglish = (problems: readonly RowProblem[]): string =>
  problems
    .map((one) =>
      one.column === null ? rowReasonInEnglish(one) : `${one.column}: ${rowReasonInEnglish(one)}`,
    )
    .join("; ");

const EXPECTED: Record<Expectation, string> = {
  cursor: "is not a cursor that this channel gave",
  barcode: "is no barcode that a product can have",
  begun_day: "is a day that has not begun here",
  token: "holds characters a token can't have",
  file_hash: "is not a SHA-256 in hexadecimal digits",
  owners_key: "is not an owner's key",
  matching_key: "is not the key that the file was encrypted for",
  file_name: "is not a file's name",
  absolute_path: "is not an absolute path",
  one_line: "is not one line of text",
  enough_digits: "leaves too few digits for the value",
  different_prefixes: "holds two rules for the same first digits",
};
const expectedIn = (expected: unknown): string =>
  Object.entries(EXPECTED).find(([name]) => name === expected)?.[1] ?? "is not valid";

const FIELDS: Record<FieldReason, (params: FieldIssue["params"]) => string> = {
  required: () => "is missing",
  wrong_type: ({ expected }) => `is not of type ${expected}`,
  unknown_field: () => "is not a field of this input",
  unknown_choice: ({ choices }) => `is not one of ${choices}`,
  too_short: ({ min }) => (min === "1" ? "is empty" : `is shorter than ${min} characters`),
  too_long: ({ max }) => `is longer than ${max} characters`,
  too_few: ({ min }) => `holds fewer than ${min}`,
  too_many: ({ max }) => `holds more than ${max}`,
  too_small: ({ min }) => `is less than ${min}`,
  too_big: ({ max }) => `is more than ${max}`,
  negative: () => "must not be negative",
  not_a_decimal: () => "is not a decimal number",
  not_an_integer: () => "is not a whole number",
  not_a_uuid: () => "is not a uuid (8-4-4-4-12 hexadecimal)",
  not_a_currency: () => "is not a currency code",
  unknown_currency: ({ value }) => `${value} is not among the currencies of the reference data`,
  not_a_date: () => "is not a calendar date (YYYY-MM-DD)",
  not_a_timestamp: () => "is not a UTC timestamp with milliseconds",
  not_a_url: () => "is not an address such as https://example.com/api, without a query or a fragment",
  insecure_url: () => "must be https: the token would cross the network in the clear",
  has_credentials: () => "must not hold a user name or password",
  expiry_before_production: () => "is before the production date",
  unknown_account: () => "is not among the accounts of the reference data",
  control_character: () => "holds a control character",
  half_character: () => "holds half a character: one of a surrogate pair alone",
  not_a_pin: () => "is not four to twelve digits",
  signed: () => "is signed by the administrator for every counter",
  not_a_recovery_code: () => "is not a recovery code: look for a wrong digit",
  taken: ({ value }) => (value === undefined ? "is taken already" : `${value} is taken already`),
  invalid: ({ expected, pattern }) =>
    pattern === undefined ? expectedIn(expected) : `is not of the form ${pattern}`,
};

/** Why a field is refused; follows the field's name. */
export const fieldInEnglish = ({ reason, params }: Pick<FieldIssue, "reason" | "params">): string =>
  FIELDS[reason](params);

type Id = string | number;
type Path = { path: string };
type Field<Name extends string> = { field: Name };
/** What the system, a library or a check said in its own words, for support. */
type Said = { said: string };
/** `os`: the system's or SQLite's code, such as ENOENT. */
type OfSystem = Said & { os: string };
type OnDisk = Path & OfSystem;
type Encodings = Field<"encoding"> & { choices: TextEncoding[] };
type Part = { part: string };
type Most = { most: number };
type Columns = { columns: string[] };
type Why = Columns & { why: RowReason };

const XLSX_OR_CSV = "as .xlsx or as CSV in UTF-8";
const SAVE_OTHERWISE = `save the sheet ${XLSX_OR_CSV} and import that`;
const OPEN_AND_SAVE = `save it ${XLSX_OR_CSV} and import that`;
const EXPORT = `export the list from the program it comes from, ${XLSX_OR_CSV}, and import that`;
const named = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(", ");

const SPREADSHEETS = {
  numbers: ".numbers",
  dif: "DIF",
  sylk: "SYLK, .slk",
  xml_2003: "XML Spreadsheet 2003",
  fods: "OpenDocument as one XML file, .fods",
};
const DOCUMENTS = {
  pdf: "a PDF",
  rtf: "a text document (RTF)",
  picture: "a picture",
  other: "a document of another program",
};
const DATA = {
  sqlite: "SQLite",
  packed: "a packed file",
  json: "JSON",
  xml: "XML",
};

const tooLargeInside = byWhat({
  time: () => `it takes too long to be read; ${SAVE_OTHERWISE}`,
  memory: () => `it needs too much memory to be read; ${SAVE_OTHERWISE}`,
  text: () => "it holds more text than is taken from a spreadsheet; save it as CSV in UTF-8 and import that",
  file: ({ most }: Most) => `it is larger than ${most} bytes; ${SAVE_OTHERWISE}`,
  unpacked: ({ most }: Most) => `it unpacks to more than ${most} bytes; ${SAVE_OTHERWISE}`,
  part: ({ part, bytes, most }: Part & Most & { bytes: number }) =>
    `its part ${part} unpacks to ${bytes} bytes, more than the ${most} that are taken`,
  ratio: ({ part, most }: Part & Most) =>
    `its part ${part} unpacks to more than ${most} times its size, as no real sheet does`,
});
const brokenArchive = byWhat({
  read: ({ said }: Said) => said,
  packing: ({ part }: Part) => `${part} is packed in a way that spreadsheets don't use`,
  parts: ({ count }: { count: number }) => `it has ${count} parts`,
  directory: () => "its directory says more of a part than there is to say",
  twice: ({ part }: Part) => `${part} is in it twice`,
  missing: ({ part }: Part) => `${part} is missing`,
  checksum: ({ part }: Part) => `${part} is damaged: its checksum is another`,
});
const brokenXml = byWhat({
  read: ({ said }: Said) => said,
  encoding: ({ encoding }: { encoding: string }) => `it is written in ${encoding}`,
  doctype: () => "it declares a document type",
  deep: ({ most }: Most) => `its elements are nested more than ${most} deep`,
  not_unicode: () => "it is neither UTF-8 nor UTF-16",
  long_piece: () => "one tag or text in it is longer than a million letters",
});
const brokenSheet = byWhat({
  read: ({ said }: Said) => `it is damaged or of a kind that can't be read: ${said}`,
  no_answer: () => "its reader ended without an answer",
  repeated: () => "cells are repeated beyond its end",
  no_end: () => "a part of it has no end",
  open_tag: () => "it has a tag without an end",
  beyond: ({ most }: Most) => `a cell is beyond column ${most}`,
  place: ({ place }: { place: string }) => `a cell's place is ${JSON.stringify(place)}`,
  row_order: ({ row, after }: { row: string; after: number }) =>
    `row ${JSON.stringify(row)} is after row ${after}`,
  cell_order: ({ row }: { row: number }) => `cells of row ${row} out of order`,
});

export type BrokenArchive = Parameters<typeof brokenArchive>[0];
export type BrokenXml = Parameters<typeof brokenXml>[0];
export type BrokenSheet = Parameters<typeof brokenSheet>[0];
type NumbersUndecided = Field<"numbers"> & {
  choices: ("point" | "comma")[];
  example: { text: string; point: string | null; comma: string | null } | null;
};
/** Why a file can't be imported; follows "The file can't be imported". */
export const importProblemInEnglish = byReason({
  encrypted: () => "the spreadsheet is protected by a password; save it without one and import that",
  utf16: () => "it is text in UTF-16; save it as CSV in UTF-8 and import that, or name it in `encoding`",
  not_text: () => "it is not text: it holds zero bytes; save it as CSV in UTF-8 and import that",
  other_encoding: ({ choices }: Encodings) =>
    `it is not UTF-8 (perhaps ${choices.join(", ")}): name what it is in \`encoding\`, or save it as CSV in UTF-8 and import that`,
  encoding_undecided: ({ choices }: Encodings) =>
    `its letters may be ${choices.join(", ")}: name the right one in \`encoding\`, or save it as CSV in UTF-8 and import that`,
  numbers_undecided: ({ example }: NumbersUndecided) =>
    `nothing in it shows whether ${example?.text} is ${example?.point} or ${example?.comma}: name the decimal sign in \`numbers\` ("point" or "comma"), or write the numbers without commas`,
  other_spreadsheet: ({ format }: { format: keyof typeof SPREADSHEETS }) =>
    `it is a spreadsheet in another format (${SPREADSHEETS[format]}); open it in its program, ${OPEN_AND_SAVE}`,
  web_page: () =>
    `it is a web page (HTML), whatever its name ends with; open it in a spreadsheet program, ${OPEN_AND_SAVE}`,
  document: ({ format }: { format: keyof typeof DOCUMENTS }) =>
    `it is ${DOCUMENTS[format]} and no table; ${EXPORT}`,
  program_data: ({ format }: { format: keyof typeof DATA }) =>
    `it is data for programs (${DATA[format]}); ${EXPORT}`,
  not_a_spreadsheet: () => "it is an archive and no spreadsheet (.xlsx)",
  no_such_sheet: ({ name }: { name: string }) => `it has no sheet of the name ${JSON.stringify(name)}`,
  no_sheet: () => "the spreadsheet has no sheet with cells in it",
  too_large_inside: tooLargeInside,
  broken_archive: (problem: BrokenArchive) =>
    `the spreadsheet's archive is broken (${brokenArchive(problem)})`,
  broken_xml: (problem: BrokenXml) => `the spreadsheet's XML is broken or not plain (${brokenXml(problem)})`,
  broken_sheet: (problem: BrokenSheet) => `the sheet is broken (${brokenSheet(problem)})`,
});
/** Why a file is no table that can be imported. */
export type ImportProblem = Parameters<typeof importProblemInEnglish>[0];

/** What is wrong with a file's header row. By semicolons, by tabs: its columns are separated by those, and not by commas. */
const ofHeader = byReason({
  missing_columns: ({ columns }: Columns) =>
    columns.length === 1
      ? `the column ${named(columns)} is missing`
      : `columns are missing: ${named(columns)}`,
  missing_by_semicolons: ({ columns }: Columns) =>
    `the column ${named(columns)} is missing (its columns seem to be separated by semicolons; use commas)`,
  missing_by_tabs: ({ columns }: Columns) =>
    `the column ${named(columns)} is missing (its columns seem to be separated by tabs; use commas)`,
  column_twice: ({ columns }: Columns) => `the column ${named(columns)} is in it twice`,
  empty_file: (_: Columns) => "it is empty; a header row is needed",
  wide_header: ({ why }: Why) => `its header row is broken: ${rowReasonInEnglish(why)}`,
  broken_header: ({ why }: Why) => `its header row is broken: ${rowReasonInEnglish(why)}`,
  /** What was chosen for the file isn't in it any more: the header row of that line, or columns. */
  other_file_now: ({ columns, line }: Columns & { line: number | null }) =>
    line === null
      ? `the column ${named(columns)} of the mapping is not in it`
      : `no row is in line ${line}, which was named as its header row`,
});
export type HeaderProblem = Parameters<typeof ofHeader>[0];

/** Which of the program's files shall be written there. */
const WRITTEN = {
  backup: "The backup",
  rejected_rows: "The rejected rows",
  activity: "The activity",
  sample: "The sample",
  hand_over: "What is handed over",
};
export type FileWritten = keyof typeof WRITTEN;
type Written = Path & { writes: FileWritten };
const unwritten = (writes: FileWritten, why: string, path: string): string =>
  `${WRITTEN[writes]} can't be written there: ${why}: ${path}`;
const unloaded = (why: string, path: string): string => `This backup can't be restored: ${why}: ${path}`;
const untaken = (why: string, path: string): string =>
  `What was handed over can't be taken in: ${why}: ${path}`;
/** Of a backup, or of what was handed over. */
const unusable = (why: string, path: string): string => `This file can't be used: ${why}: ${path}`;

/** What else makes a file, or the place of one, invalid. `occupied`: by something else than a backup of this program. */
const ofFileElse = byReason({
  no_rows: ({ path, first }: Path & { first: { line: number; problems: readonly RowProblem[] } | null }) =>
    `The file can't be used: ${first === null ? "it has a header row and no row below it" : `none of its rows can be read (row ${first.line}: ${rowProblemsInEnglish(first.problems)})`}: ${path}`,
  zero_byte: ({ writes, path }: Written) => unwritten(writes, "the name holds a zero byte", path),
  live_folder: ({ writes, path }: Written) => unwritten(writes, "the folder is for the files in use", path),
  not_writable: ({ writes, path, os, said }: Written & OfSystem) =>
    unwritten(writes, os === "ENOENT" || os === "ENOTDIR" ? "there is no such folder" : said, path),
  occupied: ({ path }: Path) =>
    unwritten("backup", "something is already there that is not a backup of this program", path),
  not_rejected_rows: ({ path }: Path) =>
    unwritten("rejected_rows", "something is already there that is no file of rejected rows", path),
  not_an_export: ({ path }: Path) =>
    unwritten("activity", "something is already there that is no earlier export of the activity", path),
  not_handed_over: ({ path }: Path) =>
    unwritten("hand_over", "something is already there that was not handed over", path),
  same_file: ({ path }: Path) => unwritten("rejected_rows", "it is the file that is imported", path),
  relative: ({ path }: Path) => `The folder has no full path: ${path}`,
  out_of_reach: ({ path, os }: Path & { os: string }) => `The folder is out of reach: ${path} (${os})`,
  not_a_backup: ({ path }: Path) =>
    unloaded("it is not a backup of this program. A file in use is no backup: make one with “Back up”", path),
  no_owner: ({ path }: Path) => unloaded("it doesn't say whose books it holds", path),
  other_tenant: ({ path }: Path) => unloaded("it holds entries of another tenant", path),
  other_counter: ({ path }: Path) => untaken("it is of another counter than those taken over here", path),
  not_a_hand_over: ({ path }: Path) => untaken("it is not a file that was handed over", path),
  other_owner: ({ path }: Path) =>
    untaken("the owner's key is right and doesn't open it: it was made for another owner, or changed", path),
  changed_or_cut: ({ path }: Path) => untaken("it was changed or cut short since it was written", path),
  foreign_parts: ({ path, parts }: Path & { parts: string[] }) =>
    unusable(`it holds what this program never put there (${parts.join(", ")})`, path),
  missing_parts: ({ path, parts }: Path & { parts: string[] }) =>
    unusable(`it lacks what guards it (${parts.join(", ")})`, path),
  damaged: ({ path, said }: Path & Said) => unusable(`it is damaged (${said})`, path),
  another_program: ({ path }: Path) => `The file is another program's; nothing was changed: ${path}`,
  link: ({ path, to }: Path & { to: string }) =>
    `This is a link, and the file itself was expected: ${path} leads to ${to}. Nothing was changed. Put that file in the link's place, with those beside it that have its name and -wal or -mark behind it. To keep it elsewhere, make a link of the folder "connections" instead.`,
  not_plain: ({ path }: Path) =>
    `This is no plain file, and a plain file was expected: ${path}. Nothing was changed: take it away from there.`,
});

/** A spreadsheet's sheets, so that another one can be chosen. */
type Sheets = { sheets?: { name: string; hidden: boolean }[]; sheet?: string | null };
type FileImported = ImportProblem & Path & Sheets;
type FileHeaded = HeaderProblem & Path & Sheets;
type FileInvalid = FileImported | FileHeaded | Parameters<typeof ofFileElse>[0];
const isImported = (details: FileInvalid): details is FileImported =>
  importProblemInEnglish.meanings.includes(details.reason);
const isHeaded = (details: FileInvalid): details is FileHeaded => ofHeader.meanings.includes(details.reason);
const ofFile = (details: FileInvalid): string => {
  if (isImported(details))
    return `The file can't be imported, ${importProblemInEnglish(details)}: ${details.path}`;
  return isHeaded(details)
    ? `The file can't be imported: ${ofHeader(details)}: ${details.path}`
    : ofFileElse(details);
};

/** What the system's code of a file that can't be read means. */
const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this program may not read it",
  EPERM: "this program may not read it",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  EMFILE: "too many files are open",
  EIO: "the disk gave an error",
};
/** What the system's code of a place that can't be written to means. */
const UNWRITTEN: Readonly<Record<string, string>> = {
  EACCES: "this program may not write there",
  EPERM: "this program may not write there",
  EROFS: "the disk is read-only",
  ENOENT: "there is no such folder",
  ENOTDIR: "a part of its path is not a folder",
  EEXIST: "something else has that name",
};
const unread = (why: string, path: string): string => `The file can't be read, ${why}: ${path}`;

/** What came of an import until it was stopped. */
type Imported = Path &
  Record<"added" | "updated" | "unchanged" | "rejectedCount", number> & { dryRun: boolean };
const stays = ({ dryRun, added, updated }: Imported): string =>
  dryRun ? "nothing was written." : `the ${added + updated} rows that were taken in so far stay.`;
const nameOf = (dryRun: boolean): string => (dryRun ? "dry run" : "import");

/** What became of a call whose engine was not there, or went away. */
const AFTER = {
  nothing: "Nothing was recorded by this call.",
  perhaps_entered:
    "The entry may or may not be recorded: if it is, the outbox has it. Look there before entering it again.",
  perhaps_done: "What was asked for may or may not have been done.",
};
const AWAY: Record<FileBusy["state"], string> = {
  opening: "The connection is being changed; nothing was recorded. Try again in a moment.",
  recovering:
    "The file was damaged and is being recovered at this moment; nothing was recorded. Try again in a moment.",
  waiting: "The file can't be opened at this moment; nothing was recorded. It is tried again by itself.",
};
const NO_ENTRY_BY_THIS = "look at its entry in the outbox. Nothing was recorded by this call.";

/** Of a file that this version refuses: what was known of it last. */
type Refused = Partial<Pick<FileBusy, "counts" | "oldestUnsentAt" | "knownAt">>;
type Corrected = Field<"corrects">;
type Earlier = { entryId: string; state: string };
type Lacking = Path & { os: string; of: "schema" | "entries" | "audit"; found: number; expected: number };
type Wait = { waitMs: number };

const ERRORS = {
  invalid_input: ({ issues }: { issues: FieldIssue[] }) =>
    issues.map((issue) => `${issue.field || "input"}: ${fieldInEnglish(issue)}`).join("; "),
  unknown_channel: ({ channel }: { channel: string }) => `There is no channel ${JSON.stringify(channel)}.`,
  not_json: byReason({
    broken: ({ said }: Said) => `The line is not JSON: ${said}`,
    not_an_object: () => 'The line is not an object such as {"id":1,"channel":"sync.status","input":{}}.',
    not_utf8: () => "The line is not UTF-8.",
  }),
  too_large: byReason({
    line: ({ most }: Most) => `A line is longer than ${most} bytes.`,
    answer: () => "The answer is longer than one line can be; what was asked for was done.",
    input: (_: { channel: string }) => "The input is too large or is not plain data.",
    drafts: ({ most }: Field<"content"> & Most) =>
      `All drafts together would hold more than ${most} bytes; post or delete some of them.`,
  }),
  forbidden_sender: () => "This page may not call the program.",
  server_not_confirmed: (_: { channel: string; server: string }) =>
    "Nobody confirmed that this server be contacted.",
  shop_folder_not_confirmed: (_: { channel: string; field: string }) =>
    "Nobody confirmed the place or the public key of the shop folder in the program's own dialog.",
  file_not_chosen: ({ field }: { channel: string; field: string }) =>
    `${field}: this file was not chosen for this in the file dialog.`,
  not_connected: () => "There is no connection yet: save one with connection.save first.",
  not_found: byReason({
    entry: ({ field }: Field<"entryId" | "corrects"> & { entryId: string }) =>
      `${field}: there is no such entry`,
    document: ({ serialNo }: { serialNo: string }) =>
      `No document with the serial number ${serialNo} is known.`,
    purchase: (_: Field<"documentNo"> & { documentNo: string }) =>
      "documentNo: there is no such purchase of this supplier",
    product: (_: Field<"productId"> & { productId: Id }) =>
      "productId: the reference data has no such product",
    day_sheet: (_: Field<"number"> & { number: number }) => "number: there is no such day sheet",
    recovery: (_: Field<"recoveryId"> & { recoveryId: number }) => "recoveryId: there was no such recovery",
    backup: (_: Path) => "There is no backup that this version can open; nothing was changed.",
    shop_backup: (_: Field<"deviceId"> & { deviceId: string }) =>
      "deviceId: the shop folder has no whole backup of this counter",
    hand_over: () => "Nothing was handed over yet.",
    print: (_: { jobId: string }) => "There is no such print.",
    person: ({ field }: Field<"personId"> & { personId: string }) => `${field}: there is no such person`,
    approval: ({ field }: Field<"approvalId"> & { approvalId: string }) =>
      `${field}: nobody asks for that, or asked too long ago`,
    draft: ({ field }: Field<"draftId"> & { draftId: string }) => `${field}: there is no such draft`,
  }),
  wrong_state: byReason({
    entry: ({ state, allowed }: { state: EntryState; allowed: readonly EntryState[] }) =>
      `the entry is ${state}; this is possible only while it is ${allowed.join(", ")}`,
    draft_posted: (_: Earlier & { draftId: string }) => `This draft was posted already; ${NO_ENTRY_BY_THIS}`,
    posting_id_used: (_: Earlier & Field<"postingId">) =>
      `postingId: another content was posted with it; ${NO_ENTRY_BY_THIS}`,
    another_kind: (_: Corrected & { kind: string }) => "corrects: the entry is of another kind",
    another_record: (_: Corrected) => "corrects: the entry is about another record",
    not_replaceable: ({ state }: Corrected & { state: string }) =>
      `corrects: the entry is ${state}; only one that the service certainly has not applied can be replaced`,
    barcode_taken: (_: Field<"code"> & { productId: Id }) => "code: a product has this barcode already",
    list_not_waiting: (_: Field<"list">) => "list: nothing of this list waits for a decision",
    old_counter_undecided: () =>
      "A backup was loaded and nobody has said yet what became of the old counter: until then nothing is sent. Decide it with recovery.decide.",
    taken_over: ({ byDeviceId, at }: { byDeviceId: string; at: string }) =>
      `Another computer (${byDeviceId}) took this counter's place at ${at}: nothing is sent or entered here any more. Enter it there, and hand over what is left here with takeover.handOver.`,
    lease: ({ seconds }: { seconds: number }) =>
      `The old computer may still be sending this entry. It can be resent in ${seconds} seconds.`,
    claimed: ({ byDeviceId, at }: { byDeviceId: string; at: string }) =>
      `Another computer (${byDeviceId}) took this counter's place at ${at}. Only where that one is gone too, say oldIsGone and name it in claimedBy.`,
    seen_lately: ({ at }: { at: string }) =>
      `This counter was seen at ${at}: its computer may still be working. Say oldIsGone only where it certainly is not.`,
    cannot_fence: () =>
      "The shop folder can't keep two computers apart. Say oldIsGone only where the old one certainly is gone.",
    not_taken_over: () => "Nobody took this counter's place: there is nothing to hand over.",
    no_recipient: () => "No key for backups is set: make one with shopFolder.makeKey.",
    nothing_to_decide: (_: Field<"recoveryId">) => "recoveryId: this recovery asks for no decision",
    books_here: ({ serviceUrl, tenantId }: { serviceUrl: string; tenantId: Id }) =>
      `This profile already has entries for tenant ${tenantId} at ${serviceUrl}; a backup can't be mixed with them. Restore it into a new profile.`,
    file_there: ({ path }: Path) => `There is a file already: ${path}`,
    file_open: () => "A file is open already.",
    ended: () => "The engine has ended; nothing was changed.",
    not_refused: (_: { state: string }) => "There is nothing to step back from.",
    nothing_to_download: (_: { state: string }) =>
      "There is nothing to download; look for a newer version first.",
    no_update_ready: (_: { state: string }) => "No newer version is ready.",
    pin_set: () => "A PIN is set already.",
    pin_not_set: () => "No PIN is set.",
    names_in_use: () => "People have names here, and each their own PIN.",
    last_owner: () => "An owner who can sign in must stay.",
    no_pin: ({ field }: Field<"personId">) => `${field}: this person has no PIN yet`,
    not_paired: () => "No phone is paired with this counter: an owner approves with their PIN.",
    another_persons_draft: ({ person }: { draftId: string; person: string }) =>
      `This draft is ${person}'s: take it over first.`,
    practice_off: () => "Practice mode is off.",
    no_slip: (_: { kind: string }) => "Only returns and vouchers have a slip.",
  }),
  file_unreadable: byReason({
    system: ({ path, os, said }: OnDisk) => unread(SYSTEM[os] ?? said, path),
    folder: ({ path }: Path) => unread("it is a folder", path),
    not_a_file: ({ path }: Path) => unread("it is a device or a pipe, not a file", path),
    too_large: ({ path }: Path) => unread("it is larger than 2 GB", path),
    changed_while_read: (details: Path | Imported) =>
      `The file was changed while it was read, so it may not be whole: ${details.path}; ${"dryRun" in details ? `${stays(details)} Import it again when it is complete.` : "let its program finish, and choose it again."}`,
    link: ({ path }: Path & { os: string }) =>
      `This is a link to a place that can't be reached: ${path}. Is a drive missing? Nothing was changed: take it away from there.`,
    not_written: ({ path, said }: OnDisk) => `The file can't be written: ${path} (${said})`,
  }),
  file_invalid: Object.assign(ofFile, {
    meanings: [...importProblemInEnglish.meanings, ...ofHeader.meanings, ...ofFileElse.meanings],
  }),
  profile_in_use: ({ path }: Path) =>
    `Another Counterside is already running on this profile: ${path}. Close it first, or start with another --profile.`,
  newer_database: ({ path, found, known }: Path & Refused & { found: number; known: number }) =>
    `The data was written by a newer version of Counterside (schema ${found}, this one knows ${known}). Install the newer version; nothing was changed: ${path}`,
  migration_failed: ({ backup, said }: Path & Said & Refused & { backup: string }) =>
    `The file of the older version could not be brought up to date and was left as it was; a backup of it is at ${backup}. Go on with the older version and tell your support: ${said}`,
  storage_read_only: byReason({
    folder: ({ path, os }: OnDisk) => `This place can't be written to: ${path} (${UNWRITTEN[os] ?? os})`,
    file: ({ path, said }: OnDisk) => `The file can't be opened for writing: ${path} (${said})`,
    settings: ({ file }: { file: string }) => `The profile folder can't be written: ${file} was not saved.`,
  }),
  storage_full: byReason({
    disk: ({ path }: OnDisk) => `The disk is full, nothing was written: ${path}`,
    settings: ({ file }: { file: string }) => `The disk is full: ${file} was not saved.`,
    /** The room that is left is for entries. */
    kept_for_entries: (details: Imported & { reserveBytes: number }) =>
      `The ${nameOf(details.dryRun)} was stopped: the room that is left on the disk is kept for entries; ${stays(details)} Make room and import the file again.`,
  }),
  storage_damaged: byReason({
    file: ({ path, said }: OnDisk) => `The file is damaged: ${path} (${said})`,
    disk: ({ path, said }: OnDisk) => `The disk gave an error: ${path} (${said})`,
    pragma: ({ path, pragma, held, expected }: Path & Record<"pragma" | "held" | "expected", string>) =>
      `${pragma} is ${held} where ${expected} was asked for: ${path}`,
    /** A copy that was thrown away: what is wrong with it, or what it lacks. */
    copy: ({ said }: OnDisk) => `The backup came out damaged and was thrown away: ${said}`,
    copy_lacks: ({ of, found, expected }: Lacking) =>
      `The backup came out damaged and was thrown away: of ${of} it has ${found} where ${expected} was expected`,
  }),
  storage_busy: byReason({
    /** The connection's file is not open at the moment; `why` it could not be opened, where that is so. */
    away: ({ state, why }: FileBusy & { why: ReplyError | null }) =>
      why === null ? AWAY[state] : `${AWAY[state]} ${why.message}`,
    no_answer: ({ seconds }: { seconds: number }) => `The folder gives no answer for ${seconds} seconds.`,
    other_program: ({ path }: OnDisk) => `Another program holds the file: ${path}`,
    other_counterside: ({ path }: Path) =>
      `Another Counterside has this file open, perhaps on another profile that leads to it: ${path}`,
  }),
  runtime_unfit: ({ needed, found }: { needed: number; found: string | null }) =>
    `The database binding needs Node-API ${needed} (Node 22.14 or newer) and this runtime has ${found ?? "none"}. Run it with a newer Node, or hand it a binding built for this one.`,
  engine_unavailable: byReason({
    /** `after`: what became of the call. */
    restarting: ({ after }: { channel: string; sent: boolean; after: keyof typeof AFTER }) =>
      `The engine is not running; it is being started again. ${AFTER[after]}`,
    ended: ({ exit }: { exit: number }) => `The engine's process ended with code ${exit}.`,
    not_open: () => "The engine is not open.",
  }),
  vault_unavailable: () => "There is no key: the system has no safe keyring.",
  not_allowed: byReason({
    nobody_signed_in: (_: { right: Right | null }) => "Nobody is signed in: call people.switch first.",
    role: ({ right }: { right: Right | null }) => `This person may not do this (${right}).`,
    own_approval: (_: { right: Right }) => "Nobody approves what they ask for themselves.",
  }),
  approval_needed: ({ right }: { approvalId: string; right: Right }) =>
    `Somebody who may do this (${right}) must approve it.`,
  pin_needed: (_: { channel: string; action: PinAction }) => "This asks for the owner's PIN.",
  pin_wrong: (_: Wait & { which: "pin" | "code" }) => "That is not it.",
  pin_wait: (_: Wait) => "Too many wrong tries: wait.",
  policy_fixed: ({ path, field }: Path & { field: string }) =>
    `The owner's policy ${path} decides this: ${field}.`,
  policy_unusable: ({ path }: Path) =>
    `The owner's policy ${path} can't be used, so nothing that it may decide can be changed.`,
  support_secret_found: ({ file }: { file: string }) =>
    `The bundle was not saved: "${file}" would hold the token. Please report this defect.`,
  no_shop_folder: () => "No shop folder is named.",
  place_failed: byReason({
    unreachable: ({ said }: Said) => `The shop folder can't be reached: ${said}`,
    no_answer: ({ said }: Said) => `The shop folder gives no answer: ${said}`,
    not_secure: ({ said }: Said) => `The shop folder has no certificate that is trusted: ${said}`,
    refused: ({ said }: Said) => `The shop folder refused the name, the key or the right: ${said}`,
    not_found: ({ said }: Said) => `There is no such folder or bucket: ${said}`,
    read_only: ({ said }: Said) => `The shop folder can't be written to: ${said}`,
    full: ({ said }: Said) => `The shop folder is full: ${said}`,
    broken: ({ said }: Said) => `The shop folder gave back something else than was put there: ${said}`,
    other: ({ said }: Said) => `The shop folder could not be used: ${said}`,
  } satisfies Record<PlaceTrouble, unknown>),
  cancelled: byReason({
    backup: () => "The backup was stopped: the connection was closed.",
    export: () => "The export was stopped: the connection was closed.",
    look: (_: Path) => "The look into the file was stopped.",
    import: (details: Imported) => `The ${nameOf(details.dryRun)} was stopped; ${stays(details)}`,
  }),
  internal: byReason({
    unexpected: () => "Something unexpected went wrong inside the program; the log holds the details.",
    file: ({ path, said }: Path & Said) => `The file could not be opened: ${path} (${said})`,
    folder: ({ said }: Said) => `The work in the folder failed: ${said}`,
    practice: ({ said }: Said) => `The practice service can't run: ${said}`,
    practice_ended: ({ exit }: { exit: number }) =>
      `The practice service can't run: it ended with code ${exit}`,
    practice_silent: () => "The practice service can't run: it did not answer in time",
  }),
};

type DetailsOf<Words> = Words extends (details: infer Details extends Record<string, unknown>) => string
  ? Details
  : never;
/** What an error of each code names; one with several meanings says by `reason` which of them is meant. */
export type ErrorDetails = { [Code in ErrorCode]: DetailsOf<(typeof ERRORS)[Code]> };
const SENTENCES: { [Code in ErrorCode]: ((of: ErrorDetails[Code]) => string) & { meanings?: string[] } } =
  ERRORS;

/** An error in a sentence, for a program without a window, for logs and for support. */
export const errorInEnglish = <Code extends ErrorCode>(code: Code, details: ErrorDetails[Code]): string =>
  SENTENCES[code](details);

/** The reasons that an error of this code may have; none where it has one meaning. */
export const reasonsOf = (code: ErrorCode): readonly string[] => SENTENCES[code].meanings ?? [];
