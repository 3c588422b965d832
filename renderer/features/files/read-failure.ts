/** Reads why a whole file was not taken, so that it can be said in words with what to do. */
import type { HeaderProblem, ImportProblem } from "../../../contract/english.ts";
import type { ReplyError } from "../../../contract/reply.ts";

/** What words there are: by the reason, where the error has one. */
export const FAILURES = [
  "no_file",
  "not_allowed",
  "folder",
  "too_large",
  "not_readable",
  "changed_while_read",
  "utf16",
  "other_encoding",
  "numbers_undecided",
  "encrypted",
  "other_spreadsheet",
  "web_page",
  "document",
  "program_data",
  "not_a_spreadsheet",
  "no_sheet",
  "too_large_inside",
  "broken_spreadsheet",
  "not_text",
  "missing_columns",
  "missing_by_semicolons",
  "missing_by_tabs",
  "column_twice",
  "empty_file",
  "wide_header",
  "broken_header",
  "other_file_now",
  "same_file",
  "not_rejected_rows",
  "live_folder",
  "no_folder",
  "not_writable",
  "no_rows",
  "stopped",
  "no_room",
] as const;
type Failure = (typeof FAILURES)[number];

interface ReadFailure {
  failure: Failure;
  /** The columns it is about. */
  columns: string[];
}

/** Reasons of which a person can do no more than of another one. */
const LIKE: Readonly<Record<string, Failure>> = {
  not_a_file: "folder",
  encoding_undecided: "other_encoding",
  no_such_sheet: "other_file_now",
  broken_archive: "broken_spreadsheet",
  broken_xml: "broken_spreadsheet",
  broken_sheet: "broken_spreadsheet",
} satisfies Record<Exclude<(ImportProblem | HeaderProblem)["reason"], Failure> | "not_a_file", Failure>;
/** What the system said of a file that can't be read. */
const NOT_READABLE: Readonly<Record<string, Failure>> = {
  ENOENT: "no_file",
  EACCES: "not_allowed",
  EPERM: "not_allowed",
  EISDIR: "folder",
};
/** What the system said of a place that can't be written to. */
const NOT_WRITABLE: Readonly<Record<string, Failure>> = {
  ENOENT: "no_folder",
  ENOTDIR: "no_folder",
  EACCES: "not_writable",
  EPERM: "not_writable",
  EROFS: "not_writable",
};
const named = (reason: string): Failure | undefined =>
  LIKE[reason] ?? FAILURES.find((failure) => failure === reason);

type Refused = Pick<ReplyError, "code" | "details">;

/** An import that ended before the disk was full, for entries to have the room that is left. */
const hadNoRoom = ({ code, details }: Refused): boolean =>
  code === "storage_full" && details.reason === "kept_for_entries";

const countOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** How many rows of a stopped import stay, new and changed ones; none of a dry run, nor of any other failure. */
export function takenInBy(error: Refused): number {
  const { code, details } = error;
  const isCutOff = code === "cancelled" || hadNoRoom(error) || details.reason === "changed_while_read";
  return isCutOff && details.dryRun === false ? countOf(details.added) + countOf(details.updated) : 0;
}

/** The failure as data; null for one that is not about the file, such as a full disk. */
export function readFailure(error: Refused): ReadFailure | null {
  const { code, details } = error;
  const columns = Array.isArray(details.columns) ? details.columns.map(String) : [];
  if (code === "cancelled") return { failure: "stopped", columns };
  if (hadNoRoom(error)) return { failure: "no_room", columns };
  const [reason, os] = [String(details.reason), String(details.os)];
  if (code === "file_unreadable")
    return { failure: named(reason) ?? NOT_READABLE[os] ?? "not_readable", columns };
  if (code !== "file_invalid") return null;
  const failure = reason === "not_writable" ? NOT_WRITABLE[os] : named(reason);
  return failure === undefined ? null : { failure, columns };
}
