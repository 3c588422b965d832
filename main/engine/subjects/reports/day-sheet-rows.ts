/** The table of day sheets: appended to, never changed. */
import { hash } from "node:crypto";
import type { Db } from "../../file/database/open-database.ts";
import type { daySheet } from "../../file/schema/entries.ts";
import type { Row } from "../../file/schema/table.ts";

export interface DaySheetRow extends Row<typeof daySheet> {
  /** The next sheet of the same day. */
  replaced_by: number | null;
}

/** What the first sheet is bound to. */
export const SHEETS_START = "0".repeat(64);

/** The hash that a sheet must carry: sha256 over the hash before and its content. */
export const sheetHash = (previousHash: string, content: string): string =>
  hash("sha256", `${previousHash}\n${content}`);

const COLUMNS = `s.*, (SELECT n.number FROM day_sheet AS n INDEXED BY day_sheet_by_day
  WHERE n.day = s.day AND n.number > s.number ORDER BY n.number LIMIT 1) AS replaced_by`;

export function createDaySheetStore(db: Db) {
  const last = db.prepare<[], Pick<DaySheetRow, "number" | "made_at" | "hash">>(
    "SELECT number, made_at, hash FROM day_sheet ORDER BY number DESC LIMIT 1",
  );
  const lastOfDay = db
    .prepare<[string], number>(
      "SELECT number FROM day_sheet INDEXED BY day_sheet_by_day WHERE day = ? ORDER BY number DESC LIMIT 1",
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO day_sheet (number, day, made_at, replaces, content, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const page = db.prepare<[number], DaySheetRow>(
    `SELECT ${COLUMNS} FROM day_sheet AS s ORDER BY s.number DESC LIMIT ?`,
  );
  const one = db.prepare<[number], DaySheetRow>(`SELECT ${COLUMNS} FROM day_sheet AS s WHERE s.number = ?`);
  const links = db.prepare<[], Omit<DaySheetRow, "day" | "replaces" | "replaced_by">>(
    "SELECT number, made_at, content, previous_hash, hash FROM day_sheet ORDER BY number",
  );
  const recordOf = db.prepare<[number, number], { sequence: number; hash: string | null }>(
    `SELECT sequence, json_extract(details, '$.hash') AS hash FROM audit INDEXED BY audit_by_time
     WHERE at = ? AND action = 'daySheet.made' AND json_extract(details, '$.number') = ?`,
  );
  const recordedAfter = db
    .prepare<[number, number], number | null>(
      `SELECT max(json_extract(details, '$.number')) FROM audit WHERE sequence > ? AND action = 'daySheet.made'
         AND json_extract(details, '$.number') > ?`,
    )
    .pluck();

  /** The last number that was given, also where its sheet is gone: the activity has it. */
  const lastGiven = (): number => {
    const found = last.get();
    if (found === undefined) return recordedAfter.get(0, 0) ?? 0;
    const record = recordOf.get(found.made_at, found.number);
    return recordedAfter.get(record?.sequence ?? 0, found.number) ?? found.number;
  };
  return {
    /** The number and the binding of the next sheet, and the sheet of the same day that it replaces. */
    next(day: string): { number: number; previousHash: string; replaces: number | null } {
      const previousHash = last.get()?.hash ?? SHEETS_START;
      return { number: lastGiven() + 1, previousHash, replaces: lastOfDay.get(day) ?? null };
    },
    /** Call it inside the transaction in which `next` was asked. */
    append(row: Omit<DaySheetRow, "hash" | "replaced_by">): string {
      const own = sheetHash(row.previous_hash, row.content);
      const { number, day, made_at, replaces, content, previous_hash } = row;
      insert.run(number, day, made_at, replaces, content, previous_hash, own);
      return own;
    },
    newest: (limit: number): DaySheetRow[] => page.all(limit),
    byNumber: (number: number): DaySheetRow | null => one.get(number) ?? null,
    /**
     * Whether every sheet from the first on says what its hash and the activity say, and none is missing. The hashes alone
     * would let someone change the last sheet and its hash, or take it away.
     */
    isWhole(): boolean {
      let before = { number: 0, hash: SHEETS_START };
      for (const row of links.iterate()) {
        if (row.number !== before.number + 1 || row.previous_hash !== before.hash) return false;
        if (row.hash !== sheetHash(row.previous_hash, row.content)) return false;
        if (recordOf.get(row.made_at, row.number)?.hash !== row.hash) return false;
        before = row;
      }
      return before.number === lastGiven();
    },
  };
}
