/** Reads why a whole file was not taken, so that it can be said in words with what to do. */
import type {
  FileInvalid,
  FileUnreadable,
  HeaderProblems,
  ImportProblems,
} from "../../../contract/reasons/error-details.ts";
import type { ReplyError } from "../../../contract/reply.ts";

export const FAILURES = [
  "noFile",
  "notAllowed",
  "folder",
  "tooLarge",
  "notReadable",
  "changedWhileRead",
  "utf16",
  "otherEncoding",
  "numbersUndecided",
  "encrypted",
  "otherSpreadsheet",
  "webPage",
  "document",
  "programData",
  "notSpreadsheet",
  "noSheet",
  "tooLargeInside",
  "brokenSpreadsheet",
  "notText",
  "missingColumns",
  "missingBySemicolons",
  "missingByTabs",
  "columnTwice",
  "emptyFile",
  "wideHeader",
  "brokenHeader",
  "otherFileNow",
  "sameFile",
  "notRejectedRows",
  "liveFolder",
  "noFolder",
  "notWritable",
  "noRows",
  "stopped",
  "noRoom",
] as const;
export type Failure = (typeof FAILURES)[number];

interface ReadFailure {
  failure: Failure;
  /** The columns it is about. */
  columns: string[];
}

/** What the system said of a file that can't be read. */
const NOT_READABLE: Readonly<Record<string, Failure>> = {
  ENOENT: "noFile",
  EACCES: "notAllowed",
  EPERM: "notAllowed",
  EISDIR: "folder",
};
const UNREADABLE: Readonly<Record<string, Failure>> = {
  folder: "folder",
  not_a_file: "folder",
  too_large: "tooLarge",
  changed_while_read: "changedWhileRead",
} satisfies Partial<Record<keyof FileUnreadable, Failure>>;

/** What is wrong with a file, or with the place where rejected rows shall go. */
const INVALID: Readonly<Record<string, Failure>> = {
  missing_columns: "missingColumns",
  missing_by_semicolons: "missingBySemicolons",
  missing_by_tabs: "missingByTabs",
  column_twice: "columnTwice",
  empty_file: "emptyFile",
  wide_header: "wideHeader",
  broken_header: "brokenHeader",
  other_file_now: "otherFileNow",
  utf16: "utf16",
  not_text: "notText",
  other_encoding: "otherEncoding",
  encoding_undecided: "otherEncoding",
  numbers_undecided: "numbersUndecided",
  encrypted: "encrypted",
  other_spreadsheet: "otherSpreadsheet",
  web_page: "webPage",
  document: "document",
  program_data: "programData",
  not_a_spreadsheet: "notSpreadsheet",
  no_such_sheet: "otherFileNow",
  no_sheet: "noSheet",
  too_large_inside: "tooLargeInside",
  broken_archive: "brokenSpreadsheet",
  broken_xml: "brokenSpreadsheet",
  broken_sheet: "brokenSpreadsheet",
  no_rows: "noRows",
  same_file: "sameFile",
  not_rejected_rows: "notRejectedRows",
  live_folder: "liveFolder",
} satisfies Record<keyof ImportProblems | keyof HeaderProblems, Failure> &
  Partial<Record<keyof FileInvalid, Failure>>;
/** What the system said of a place that can't be written to. */
const NOT_WRITABLE: Readonly<Record<string, Failure>> = {
  ENOENT: "noFolder",
  ENOTDIR: "noFolder",
  EACCES: "notWritable",
  EPERM: "notWritable",
  EROFS: "notWritable",
};

/** The rows that a stopped import had taken in by then: new ones, changed ones, and those that were there already. */
interface TakenIn {
  added: number;
  updated: number;
  unchanged: number;
}

const countOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** An import that ended before the disk was full, for entries to have the room that is left. */
const hadNoRoom = ({ code, details }: Pick<ReplyError, "code" | "details">): boolean =>
  code === "storage_full" && details.reason === "kept_for_entries";

/** What of a stopped import stays; null for a dry run, and for any other failure. */
export function takenInOf(error: Pick<ReplyError, "code" | "details">): TakenIn | null {
  const { code, details } = error;
  const isCutOff = code === "cancelled" || hadNoRoom(error) || details.reason === "changed_while_read";
  if (!isCutOff || details.dryRun !== false) return null;
  return {
    added: countOf(details.added),
    updated: countOf(details.updated),
    unchanged: countOf(details.unchanged),
  };
}

/** The failure as data; null for one that is not about the file, such as a full disk. */
export function readFailure(error: Pick<ReplyError, "code" | "details">): ReadFailure | null {
  const { code, details } = error;
  const columns = Array.isArray(details.columns) ? details.columns.map(String) : [];
  if (code === "cancelled") return { failure: "stopped", columns };
  if (hadNoRoom(error)) return { failure: "noRoom", columns };
  const [reason, os] = [String(details.reason), String(details.os)];
  if (code === "file_unreadable")
    return { failure: UNREADABLE[reason] ?? NOT_READABLE[os] ?? "notReadable", columns };
  if (code !== "file_invalid") return null;
  const failure = reason === "not_writable" ? NOT_WRITABLE[os] : INVALID[reason];
  return failure === undefined ? null : { failure, columns };
}
