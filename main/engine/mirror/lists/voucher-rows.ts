/** Writes tax vouchers of a file into the mirror, without ever undoing what the service answered later. */
import type { Db } from "../../file/database/open-database.ts";
import {
  lookOf,
  outcomeOf,
  type ReferenceRow,
  type RowLook,
  type RowOutcome,
  type RowWriter,
  type SeenRows,
} from "./values.ts";

interface VoucherFound {
  rowid: number;
  same: number;
  source: "file" | "service";
  updated_at: string | null;
  mirrored_at: number;
}

/**
 * True where what is known is newer than the file's row. Of two that are equally old the service's stays;
 * a service's row without a time of its own counts from when it was answered.
 */
export function isOutdated(row: { updatedAt: string }, known: Omit<VoucherFound, "rowid" | "same">): boolean {
  const knownAt = known.updated_at ?? new Date(known.mirrored_at).toISOString();
  return known.source === "service" ? row.updatedAt <= knownAt : row.updatedAt < knownAt;
}

/** Writes the rows of voucher files. */
export function createVoucherWriter(db: Db): RowWriter {
  const find = db.prepare<[ReferenceRow], VoucherFound>(
    `SELECT rowid, source, updated_at, mirrored_at,
       (currency_id IS @currencyId AND amount IS @amount AND note IS @note AND status IS @status
        AND creator_user_id IS @creatorUserId AND creator_device_id IS @creatorDeviceId
        AND updated_at IS @updatedAt) AS same
     FROM voucher WHERE serial_no = @serialNo`,
  );
  const write = db.prepare<[ReferenceRow]>(
    `INSERT INTO voucher (serial_no, currency_id, amount, note, status, creator_user_id, creator_device_id,
       updated_at, source, mirrored_at)
     VALUES (@serialNo, @currencyId, @amount, @note, @status, @creatorUserId, @creatorDeviceId, @updatedAt, 'file', @at)
     ON CONFLICT (serial_no) DO UPDATE SET currency_id = excluded.currency_id, amount = excluded.amount,
       note = excluded.note, status = excluded.status, creator_user_id = excluded.creator_user_id,
       creator_device_id = excluded.creator_device_id, updated_at = excluded.updated_at, source = 'file',
       mirrored_at = excluded.mirrored_at`,
  );
  const look = (row: ReferenceRow): RowLook => {
    const found = find.get(row);
    const stays = found?.same === 0 && isOutdated({ updatedAt: String(row.updatedAt) }, found);
    return stays ? "outdated" : lookOf(found);
  };
  const put = (row: ReferenceRow, seen: SeenRows, at: number): RowOutcome => {
    const bound = { ...row, at: BigInt(at) };
    const found = find.get(row);
    if (found === undefined) {
      seen.add(Number(write.run(bound).lastInsertRowid));
      return "added";
    }
    const outcome = outcomeOf(found, seen.add(found.rowid));
    if (outcome !== "updated") return outcome;
    if (isOutdated({ updatedAt: String(row.updatedAt) }, found)) return "unchanged";
    write.run(bound);
    return "updated";
  };
  return { put, look };
}
