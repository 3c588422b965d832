/** Damage that only the session's own start meets: a large file is not looked through before it is used. */
import { readFileSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { connectionFile } from "../../helpers/damage.ts";
import { connect, enter, newFolder, openTestEngine } from "../../helpers/engine.ts";

const NOWHERE = "http://127.0.0.1:9";

/** Makes the file larger than what is checked whole at a start, and overwrites the first page of a table. */
function spoilLarge(file: string, table: string): void {
  const db = new Database(file);
  db.prepare(
    "INSERT INTO draft (draft_id, kind, content, updated_at) VALUES ('x', 'purchaseReturn', ?, 0)",
  ).run(JSON.stringify("x".repeat(5_000_000)));
  db.pragma("wal_checkpoint(TRUNCATE)");
  const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(table);
  db.close();
  writeFileSync(file, readFileSync(file).fill(0xa5, (Number(root) - 1) * 4_096, Number(root) * 4_096));
}

describe("a large file that is damaged where only the start of its session looks", () => {
  for (const table of ["meta", "recovery"])
    it(`is brought back before anything is asked of it: ${table}`, async () => {
      const profile = newFolder();
      const first = openTestEngine({ profile });
      await connect(first, NOWHERE);
      await enter(first, "purchaseReturn", 1);
      await first.close();
      spoilLarge(connectionFile(profile), table);
      const engine = openTestEngine({ profile });
      const { counts } = await engine.call("sync.status", {});
      expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(1);
    });
});
