/** An error of every code, of every reason that it may have, and of what these tell apart. */
import { ERROR_CODES, type ErrorCode } from "../../contract/codes.ts";
import { reasonsOf } from "../../contract/english.ts";

type Details = Record<string, unknown>;

const wrong = { code: "notWhole", params: { cell: "1.5" } };
const IMPORTED = { dryRun: false, added: 2, updated: 3 };
/** What an error names that is no text or number. */
const NAMED: Details = {
  allowed: ["pending"],
  cause: null,
  choices: ["utf8"],
  columns: ["name"],
  example: { text: "1,5", point: "15", comma: "1.5" },
  first: null,
  issues: [{ field: "price", reason: "negative", params: {} }],
  parts: ["trigger"],
  state: "opening",
  writes: "backup",
};

const each = (field: string, ...values: unknown[]): Details[] => values.map((value) => ({ [field]: value }));
const imports = [IMPORTED, { ...IMPORTED, dryRun: true }];

/** What a field tells apart besides the reason. */
const ASIDE: Readonly<Record<string, readonly Details[]>> = {
  "storage_busy.away": [
    ...each("state", "opening", "recovering").map((away) => ({ ...away, why: null })),
    { state: "waiting", why: { code: "storage_full", message: "The disk is full.", details: {} } },
  ],
  "file_invalid.broken_header": [{ why: wrong }],
  "file_invalid.broken_archive": each(
    "what",
    "read",
    "packing",
    "parts",
    "directory",
    "twice",
    "missing",
    "checksum",
  ),
  "file_invalid.broken_sheet": [
    ...each("what", "read", "no_answer", "repeated", "no_end", "open_tag", "beyond", "place"),
    ...each("what", "row_order", "cell_order"),
  ],
  "file_invalid.broken_xml": each("what", "read", "encoding", "doctype", "deep", "not_unicode", "long_piece"),
  "file_unreadable.changed_while_read": [{}, IMPORTED],
  "file_invalid.document": each("format", "pdf", "rtf", "picture", "other"),
  "cancelled.import": imports,
  "storage_full.kept_for_entries": imports,
  "file_invalid.no_rows": [{}, { first: { line: 2, problems: [{ column: "amount", ...wrong }] } }],
  "file_invalid.not_writable": each("writes", "backup", "rejected_rows", "activity", "sample"),
  "file_invalid.other_file_now": [{}, { line: null }],
  "file_invalid.other_spreadsheet": each("format", "numbers", "dif", "sylk", "xml_2003", "fods"),
  "file_invalid.program_data": each("format", "sqlite", "packed", "json", "xml"),
  "engine_unavailable.restarting": each("after", "nothing", "perhaps_entered", "perhaps_done"),
  "file_unreadable.system": [{}, { os: "ENOENT" }],
  "file_invalid.too_large_inside": each(
    "what",
    "time",
    "memory",
    "text",
    "file",
    "unpacked",
    "part",
    "ratio",
  ),
  "file_invalid.wide_header": [{ why: { code: "rowTooWide", params: { most: 9 } } }],
};

/** Each of its other fields holds its own name. */
const sample = (aside: Details): Details =>
  new Proxy(
    { ...NAMED, ...aside },
    { get: (of, name) => (Object.hasOwn(of, name) ? Reflect.get(of, name) : String(name)) },
  );

export const errorSamples: readonly { code: ErrorCode; details: Details }[] = ERROR_CODES.flatMap((code) => {
  const reasons = reasonsOf(code);
  if (reasons.length === 0) return [{ code, details: sample({}) }];
  return reasons.flatMap((reason) =>
    (ASIDE[`${code}.${reason}`] ?? [{}]).map((aside) => ({ code, details: sample({ reason, ...aside }) })),
  );
});
