/** The append-only record of who did what, each row bound to the one before by its hash. */
import { hash } from "node:crypto";
import type { Actor } from "../../../contract/call.ts";
import type { Db } from "../file/database/open-database.ts";
import type { auditTable } from "../file/schema/entries.ts";
import type { Row } from "../file/schema/table.ts";

export const AUDIT_ACTIONS = [
  "purchaseReturn.posted",
  "taxVoucher.updated",
  "restore.requested",
  "entry.resent",
  "entry.discarded",
  "entry.markedRecorded",
  "policy.changed",
  "scanRules.changed",
  "returnWindow.changed",
  "barcode.linked",
  "barcode.unlinked",
  "connection.saved",
  "referenceData.imported",
  "backup.created",
  "backup.restored",
  "restored.decided",
  "storage.recovered",
  "audit.exported",
  "daySheet.made",
  "pin.set",
  "pin.changed",
  "pin.configured",
  "pin.removed",
  "pin.codeRenewed",
  "pin.reset",
  "pin.wrong",
  "pin.opened",
  "pin.locked",
  "person.saved",
  "person.signedIn",
  "person.signedOut",
  "person.wrongPin",
  "person.pinChanged",
  "person.pinReset",
  "people.configured",
  "people.codeRenewed",
  "approval.given",
  "approval.used",
  "draft.takenOver",
  "shopFolder.recipientChanged",
  "shopFolder.wentOn",
  "counter.takenOver",
  "takeover.claimed",
  "takeover.handedOver",
  "takeover.received",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type AuditRow = Row<typeof auditTable>;

/** Everything a row says, as the text that is hashed. */
export const auditText = (row: Omit<AuditRow, "hash" | "previous_hash">): string =>
  JSON.stringify([row.sequence, row.at, row.user_id, row.device_id, row.action, row.subject, row.details]);

/** The hash that a row must carry: sha256 over the previous hash and everything the row says. */
export const auditHash = (row: Omit<AuditRow, "hash">): string =>
  hash("sha256", `${row.previous_hash}\n${auditText(row)}`);

/** A row as far as the chain is concerned. */
export type AuditLink = Pick<AuditRow, "sequence" | "hash">;

/** What the first row is bound to. */
export const AUDIT_START = "0".repeat(64);

export interface AuditStore {
  /** Appends one row. Call it inside the transaction of what it records. */
  append(
    actor: Actor,
    at: number,
    action: AuditAction,
    subject: string,
    details: Record<string, unknown>,
  ): void;
}

/** As a record of the activity keeps them. */
const namesOf = ({ person, approver }: Actor) => ({
  ...(person === null ? {} : { person }),
  ...(approver === null ? {} : { approver }),
});

export function createAuditStore(db: Db): AuditStore {
  const last = db.prepare<[], { sequence: number; hash: string }>(
    "SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1",
  );
  const insert = db.prepare(
    `INSERT INTO audit (sequence, at, user_id, device_id, action, subject, details, previous_hash, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    append(actor, at, action, subject, details) {
      const before = last.get() ?? { sequence: 0, hash: AUDIT_START };
      const row = {
        sequence: before.sequence + 1,
        at,
        user_id: actor.userId,
        device_id: actor.deviceId,
        action,
        // SQLite keeps half a character, as a file's name may hold it, as another one: the row would not have its hash.
        subject: subject.toWellFormed(),
        details: JSON.stringify({ ...details, ...namesOf(actor) }),
        previous_hash: before.hash,
      };
      insert.run(
        row.sequence,
        row.at,
        row.user_id,
        row.device_id,
        row.action,
        row.subject,
        row.details,
        row.previous_hash,
        auditHash(row),
      );
    },
  };
}
