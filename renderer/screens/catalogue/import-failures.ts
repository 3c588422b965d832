/** Reads why a whole file was not taken, so that it can be said in words with what to do. */
import type { ReplyError } from "../../../contract/reply.ts";

export const FAILURES = [
  "noFile",
  "notAllowed",
  "folder",
  "tooLarge",
  "notReadable",
  "utf16",
  "spreadsheet",
  "notText",
  "missingColumns",
  "missingBySemicolons",
  "missingByTabs",
  "columnTwice",
  "emptyFile",
  "brokenHeader",
  "stopped",
] as const;
export type Failure = (typeof FAILURES)[number];

export interface ReadFailure {
  failure: Failure;
  /** The columns it is about. */
  columns: string[];
}

const UNREADABLE: Record<string, Failure> = {
  ENOENT: "noFile",
  EACCES: "notAllowed",
  EPERM: "notAllowed",
  EISDIR: "folder",
  not_a_file: "folder",
  too_large: "tooLarge",
};

const INVALID: readonly (readonly [Failure, RegExp])[] = [
  ["utf16", /UTF-16/],
  ["spreadsheet", /spreadsheet or an archive/],
  ["notText", /it is not text/],
  ["missingBySemicolons", /is missing.*separated by semicolons/],
  ["missingByTabs", /is missing.*separated by tabs/],
  ["missingColumns", /is missing/],
  ["columnTwice", /stands in it twice/],
  ["emptyFile", /it is empty; a header row is needed/],
  ["brokenHeader", /its header row is broken/],
];

/** The failure as data; null for one that is not about the file, such as a full disk. */
export function readFailure({
  code,
  message,
  details,
}: Pick<ReplyError, "code" | "message" | "details">): ReadFailure | null {
  const columns = Array.isArray(details.columns) ? details.columns.map(String) : [];
  if (code === "cancelled") return { failure: "stopped", columns };
  if (code === "file_unreadable")
    return { failure: UNREADABLE[String(details.reason)] ?? "notReadable", columns };
  if (code !== "file_invalid") return null;
  const found = INVALID.find(([, pattern]) => pattern.test(message));
  return found === undefined ? null : { failure: found[0], columns };
}
