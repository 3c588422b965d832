/** Reads the audit: pages newest first, and runs of rows in the order they were chained. */

import type { Db } from "../../file/database/open-database.ts";
import { AUDIT_START, type AuditLink, type AuditRow } from "./audit.ts";

/** "12 9f…" as a link; nothing, or what was changed by hand into nonsense, is the beginning. */
const linkOf = (text: string | null): AuditLink => {
  const [sequence = "", hash = ""] = (text ?? "").split(" ");
  return /^\d+$/.test(sequence) ? { sequence: Number(sequence), hash } : { sequence: 0, hash: AUDIT_START };
};

export function createAuditReads(db: Db) {
  // `LIMIT ?` would be compiled again at each run; by `+?` it isn't.
  const page = db.prepare<[number, number], AuditRow>(
    "SELECT * FROM audit WHERE sequence < ? ORDER BY sequence DESC LIMIT +?",
  );
  const after = db.prepare<[number, number], AuditRow>(
    "SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT +?",
  );
  const last = db.prepare<[], number | null>("SELECT max(sequence) FROM audit").pluck();
  const hashAt = db.prepare<[number], string>("SELECT hash FROM audit WHERE sequence = ?").pluck();
  const anchor = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'auditAnchor'").pluck();
  return {
    /** Up to `limit` rows before `before` (null: from the newest), newest first. */
    page: (before: number | null, limit: number): AuditRow[] =>
      page.all(before ?? Number.MAX_SAFE_INTEGER, limit),
    /** Up to `limit` rows after `sequence`, oldest first. */
    after: (sequence: number, limit: number): AuditRow[] => after.all(sequence, limit),
    lastSequence: (): number => last.get() ?? 0,
    /** The hash of one row; null where there is no such row. */
    hashAt: (sequence: number): string | null =>
      sequence === 0 ? AUDIT_START : (hashAt.get(sequence) ?? null),
    /** The last row as it was when it was written, kept apart from the rows. */
    anchor: (): AuditLink => linkOf(anchor.get() ?? null),
  };
}
