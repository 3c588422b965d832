/** What the details of each error hold. A code with several meanings says by `reason` which of them is meant. */
import type { FileBusy } from "../channels/connection.ts";
import type { PinAction } from "../channels/declare.ts";
import type { TextEncoding } from "../channels/file-reading.ts";
import type { ErrorCode } from "../codes.ts";
import type { EntryState } from "../entry-states.ts";
import type { FieldIssue, ReplyError } from "../reply.ts";
import type { RowProblem, RowReason } from "./row-reason.ts";

type None = Record<never, never>;
type Id = string | number;
type Path = { path: string };
type Field<Name extends string> = { field: Name };
/** What the system, a library or a check said in its own words, for support. */
type Said = { said: string };
/** `os`: the system's or SQLite's code, such as ENOENT. */
type OfSystem = Said & { os: string };
type OnDisk = Path & OfSystem;
/** Which of the program's files shall be written there. */
type Written = Path & { writes: FileWritten };
export type FileWritten = "backup" | "rejected_rows" | "activity" | "sample";
/** What came of an import until it was stopped. */
type Imported = Path &
  Record<"added" | "updated" | "unchanged" | "rejectedCount", number> & { dryRun: boolean };

/** What each key of `Meanings` goes with: which is meant is said by the field `Key`. */
type MeantBy<Key extends string, Meanings> = {
  [Meaning in keyof Meanings]: Record<Key, Meaning> & Meanings[Meaning];
}[keyof Meanings];

type Encodings = Field<"encoding"> & { choices: TextEncoding[] };
type Part = { part: string };
type Most = { most: number };
export interface TooLargeInside
  extends Record<"time" | "memory" | "text", None>,
    Record<"file" | "unpacked", Most> {
  part: Part & Most & { bytes: number };
  ratio: Part & Most;
}
export interface BrokenArchive extends Record<"packing" | "twice" | "missing" | "checksum", Part> {
  read: Said;
  parts: { count: number };
  directory: None;
}
export interface BrokenXml extends Record<"doctype" | "not_unicode" | "long_piece", None> {
  read: Said;
  encoding: { encoding: string };
  deep: Most;
}
export interface BrokenSheet extends Record<"no_answer" | "repeated" | "no_end" | "open_tag", None> {
  read: Said;
  beyond: Most;
  place: { place: string };
  row_order: { row: string; after: number };
  cell_order: { row: number };
}

/** Why a file is no table that can be imported. */
export interface ImportProblems
  extends Record<"encrypted" | "utf16" | "not_text" | "web_page" | "not_a_spreadsheet" | "no_sheet", None>,
    Record<"other_encoding" | "encoding_undecided", Encodings> {
  numbers_undecided: Field<"numbers"> & {
    choices: ("point" | "comma")[];
    example: { text: string; point: string | null; comma: string | null } | null;
  };
  other_spreadsheet: { format: "numbers" | "dif" | "sylk" | "xml_2003" | "fods" };
  document: { format: "pdf" | "rtf" | "picture" | "other" };
  program_data: { format: "sqlite" | "packed" | "json" | "xml" };
  no_such_sheet: { name: string };
  too_large_inside: MeantBy<"what", TooLargeInside>;
  broken_archive: MeantBy<"what", BrokenArchive>;
  broken_xml: MeantBy<"what", BrokenXml>;
  broken_sheet: MeantBy<"what", BrokenSheet>;
}
export type ImportProblem = MeantBy<"reason", ImportProblems>;

type Columns = { columns: string[] };
/** What is wrong with a file's header row. By semicolons, by tabs: its columns are separated by those, and not by commas. */
export interface HeaderProblems
  extends Record<
      "missing_columns" | "missing_by_semicolons" | "missing_by_tabs" | "column_twice" | "empty_file",
      Columns
    >,
    Record<"wide_header" | "broken_header", Columns & { why: RowReason }> {
  /** What was chosen for the file isn't in it any more: the header row of that line, or columns. */
  other_file_now: Columns & { line: number | null };
}
export type HeaderProblem = MeantBy<"reason", HeaderProblems>;

/** A spreadsheet's sheets, so that another one can be chosen. */
type Sheets = { sheets?: { name: string; hidden: boolean }[]; sheet?: string | null };
export type FileImported = ImportProblem & Path & Sheets;
export type FileHeaded = HeaderProblem & Path & Sheets;

type Target = "occupied" | "not_rejected_rows" | "not_an_export" | "same_file" | "relative";
type Backup = "not_a_backup" | "no_owner" | "other_tenant";
/** What else makes a file, or the place of one, invalid. `occupied`: by something else than a backup of this program. */
export interface FileInvalid
  extends Record<Target | Backup | "another_program" | "not_plain", Path>,
    Record<"zero_byte" | "live_folder", Written>,
    Record<"foreign_parts" | "missing_parts", Path & { parts: string[] }> {
  no_rows: Path & { first: { line: number; problems: readonly RowProblem[] } | null };
  not_writable: Written & OfSystem;
  out_of_reach: Path & { os: string };
  damaged: Path & Said;
  link: Path & { to: string };
}
export type FileElse = MeantBy<"reason", FileInvalid>;

export interface FileUnreadable
  extends Record<"folder" | "not_a_file" | "too_large", Path>,
    Record<"system" | "not_written", OnDisk> {
  changed_while_read: Path | Imported;
  /** A link to a place that can't be reached. */
  link: Path & { os: string };
}

export interface NotFound {
  entry: Field<"entryId" | "corrects"> & { entryId: string };
  document: { serialNo: string };
  purchase: Field<"documentNo"> & { documentNo: string; supplierAccountId: Id };
  product: Field<"productId"> & { productId: Id };
  day_sheet: Field<"number"> & { number: number };
  recovery: Field<"recoveryId"> & { recoveryId: number };
  /** None that this version can open. */
  backup: Path;
  print: { jobId: string };
}

type Corrected = Field<"corrects">;
type Earlier = { entryId: string; state: string };
export interface WrongState
  extends Record<"not_refused" | "nothing_to_download" | "no_update_ready", { state: string }> {
  entry: { state: EntryState; allowed: readonly EntryState[] };
  draft_posted: Earlier & { draftId: string };
  posting_id_used: Earlier & Field<"postingId"> & { postingId: string };
  another_kind: Corrected & { kind: string };
  another_record: Corrected & { orderingKey: string };
  not_replaceable: Corrected & { state: string };
  barcode_taken: Field<"code"> & { productId: Id };
  old_counter_undecided: { state: "restored" };
  nothing_to_decide: Field<"recoveryId"> & { decision: string | null };
  books_here: { serviceUrl: string; tenantId: Id };
  file_there: Path;
  file_open: { state: "open" };
  ended: { state: "ended" };
  pin_set: { state: "set" };
  pin_not_set: { state: "not_set" };
  practice_off: { state: "off" };
  no_slip: { kind: string };
}

/** The codes whose details say by `reason` what is meant. */
export interface Reasons {
  not_json: { broken: Said; not_an_object: None; not_utf8: None };
  too_large: { line: Most; answer: None; input: { channel: string }; drafts: Field<"content"> & Most };
  not_found: NotFound;
  wrong_state: WrongState;
  file_unreadable: FileUnreadable;
  storage_read_only: { folder: OnDisk; file: OnDisk; settings: { file: string } };
  storage_full: {
    disk: OnDisk;
    settings: { file: string };
    /** The room that is left is for entries. */
    kept_for_entries: Imported & { reserveBytes: number };
  };
  storage_damaged: {
    file: OnDisk;
    disk: OnDisk;
    pragma: Path & { pragma: string; held: string; expected: string };
    /** A copy that was thrown away: what is wrong with it, or what it lacks. */
    copy: OnDisk;
    copy_lacks: Path & { os: string; of: "schema" | "entries" | "audit"; found: number; expected: number };
  };
  storage_busy: {
    /** The connection's file is not open at the moment; `why` it could not be opened, where that is so. */
    away: FileBusy & { why: ReplyError | null };
    no_answer: { seconds: number };
    other_program: OnDisk;
    other_counterside: Path;
  };
  engine_unavailable: {
    /** `after`: what became of the call. */
    restarting: { channel: string; sent: boolean; after: "nothing" | "perhaps_entered" | "perhaps_done" };
    ended: { exit: number };
    not_open: None;
  };
  cancelled: { backup: None; export: None; look: Path; import: Imported };
  internal: {
    unexpected: None;
    file: Path & Said;
    folder: Said;
    practice: Said;
    practice_ended: { exit: number };
    practice_silent: None;
  };
}

interface Plain {
  invalid_input: { issues: FieldIssue[] };
  unknown_channel: { channel: string };
  forbidden_sender: None;
  server_not_confirmed: { channel: string; server: string };
  file_not_chosen: { channel: string; field: string };
  not_connected: None;
  profile_in_use: Path;
  newer_database: Path & { found: number; known: number };
  migration_failed: Path & Said & { backup: string };
  runtime_unfit: { needed: number; found: string | null };
  vault_unavailable: None;
  pin_needed: { channel: string; action: PinAction };
  pin_wrong: { which: "pin" | "code"; waitMs: number };
  pin_wait: { waitMs: number };
  policy_fixed: Path & { field: string };
  policy_unusable: Path;
  support_secret_found: { file: string };
  file_invalid: FileImported | FileHeaded | FileElse;
}

type Reasoned = { [Code in keyof Reasons]: MeantBy<"reason", Reasons[Code]> };

/** What an error of each code names. */
export type ErrorDetails = { [Code in ErrorCode]: (Plain & Reasoned)[Code] };
