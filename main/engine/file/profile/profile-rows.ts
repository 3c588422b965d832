/** What the rows of the profile's own file may hold, and how it goes on without those that this program never wrote. */
import { basename } from "node:path";
import { z } from "zod";
import { deviceId, tenantId, userId } from "../../../../contract/values.ts";
import type { ConnectionRow } from "../../core/context.ts";
import { asideName } from "../database/file-moves.ts";
import type { Db } from "../database/open-database.ts";

/** A file of a connection, and nothing outside of its folder. */
const file = z.string().regex(/^[0-9a-f]{16}\.sqlite$/);
const time = z.number().int().min(0).max(253_402_300_799_999);
const flag = z.literal([0, 1]);
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const ROWS = {
  connection: z.object({
    connection_key: z.string().regex(/^[0-9a-f]{16}$/),
    service_url: z.url({ protocol: /^https?$/ }).max(4_000),
    tenant_id: tenantId,
    user_id: userId,
    device_id: deviceId,
    practice: flag,
    file,
    current: flag,
  }),
  audit_end: z.object({ file, sequence: z.number().int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  waiting_act: z.object({
    number: z.number().int().min(1).max(1_000_000_000),
    at: time,
    details: z.string().refine(isJson),
  }),
  own_device: z.object({ device_id: deviceId }),
};

/** The rows that can't be, by their table. */
function wrongRows(db: Db): { table: string; rowid: number | bigint }[] {
  return Object.entries(ROWS).flatMap(([table, row]) =>
    db
      .prepare<[], { rowid_of_row: bigint }>(`SELECT CAST(rowid AS TEXT) AS rowid_of_row, * FROM ${table}`)
      .all()
      .filter((found) => !row.safeParse(found).success)
      .map((found) => ({ table, rowid: BigInt(found.rowid_of_row) })),
  );
}

/**
 * Takes out the rows that can't be, of which a copy is kept aside, and adds what the connections' files say of
 * themselves. Null where every row is as it may be.
 */
export function setWrongRowsApart(
  db: Db,
  now: number,
  found: () => readonly ConnectionRow[],
): { reason: string; aside: string; connections: number } | null {
  const wrong = wrongRows(db);
  const [first] = wrong;
  if (first === undefined) return null;
  const aside = asideName(db.name, now, "corrupt");
  db.prepare("VACUUM INTO ?").run(aside);
  return db
    .transaction(() => {
      for (const { table, rowid } of wrong) db.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(rowid);
      const add = db.prepare(
        `INSERT OR IGNORE INTO connection (connection_key, service_url, tenant_id, user_id, device_id, practice, file, current)
         VALUES (@connection_key, @service_url, @tenant_id, @user_id, @device_id, @practice, @file, 0)`,
      );
      for (const row of found()) add.run(row);
      db.exec(`UPDATE connection SET current = 1 WHERE rowid = (SELECT max(rowid) FROM connection)
          AND NOT EXISTS (SELECT 1 FROM connection WHERE current = 1);
        INSERT OR IGNORE INTO own_device SELECT connection_key, device_id FROM connection;`);
      const connections = db.prepare<[], number>("SELECT count(*) FROM connection").pluck().get() ?? 0;
      return { reason: `a row of ${first.table} can't be`, aside: basename(aside), connections };
    })
    .immediate();
}
