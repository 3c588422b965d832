/** The audit as text that others can verify: every line carries the very text that was hashed. Pure. */
import { BYTE_ORDER_MARK, csvLine } from "../../../../contract/csv.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { type AuditRow, auditText } from "./audit.ts";

const COLUMNS = [
  ...["sequence", "time", "userId", "deviceId", "action", "subject", "details"],
  ...["hashed", "previousHash", "hash"],
];

const csvRow = (row: AuditRow): string =>
  csvLine([
    String(row.sequence),
    timestampOf(row.at),
    String(row.user_id),
    row.device_id,
    row.action,
    row.subject,
    row.details,
    // Guarded like any other cell: whoever verifies it takes the apostrophes off first.
    auditText(row),
    row.previous_hash,
    row.hash,
  ]);

/** Says in the file itself how it is verified. */
const HEAD = {
  format: "counterside-audit",
  version: 1,
  verify:
    "hash is the SHA-256, in hex, of previousHash, a line feed (LF) and hashed, in UTF-8. previousHash is the hash of the line before; of the first line, 64 zeros. hashed is [sequence, time in ms since 1970, userId, deviceId, action, subject, details] as JSON.",
};

const jsonRow = (row: AuditRow): string =>
  `${JSON.stringify({
    sequence: row.sequence,
    time: timestampOf(row.at),
    userId: row.user_id,
    deviceId: row.device_id,
    action: row.action,
    subject: row.subject,
    details: row.details,
    hashed: auditText(row),
    previousHash: row.previous_hash,
    hash: row.hash,
  })}\n`;

export interface AuditFormat {
  /** How every file of this format begins; an earlier export is known by it. */
  mark: string;
  head: string;
  row: (row: AuditRow) => string;
}

/** Not before it is asked for: the first line of a CSV looks at every letter there is, and the engine's start would wait. */
const csvHead = () => BYTE_ORDER_MARK + csvLine(COLUMNS);

export const AUDIT_FORMATS = {
  csv: {
    get mark() {
      return csvHead();
    },
    get head() {
      return csvHead();
    },
    row: csvRow,
  },
  jsonl: { mark: '{"format":"counterside-audit"', head: `${JSON.stringify(HEAD)}\n`, row: jsonRow },
} as const satisfies Record<string, AuditFormat>;
