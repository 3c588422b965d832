/** Damage that only the session's own start meets: a large file is not looked through before it is used. */
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { connectionFile, spoilFirstPage } from "../../../../helpers/damage.ts";
import { connect, enter, NOWHERE, newFolder, openTestEngine } from "../../../../helpers/engine.ts";

/** Makes the file larger than what is checked whole at a start. */
function makeLarge(file: string): void {
  const db = new Database(file);
  db.prepare(
    "INSERT INTO draft (draft_id, kind, content, updated_at) VALUES ('x', 'purchaseReturn', ?, 0)",
  ).run(JSON.stringify("x".repeat(5_000_000)));
  db.close();
}

describe("a large file that is damaged where only the start of its session looks", () => {
  for (const table of ["meta", "recovery"])
    it(`is recovered before anything is asked of it: ${table}`, async () => {
      const profile = newFolder();
      const first = openTestEngine({ profile });
      await connect(first, NOWHERE);
      await enter(first, "purchaseReturn", 1);
      await first.close();
      makeLarge(connectionFile(profile));
      spoilFirstPage(connectionFile(profile), table);
      const engine = openTestEngine({ profile });
      const { counts } = await engine.call("sync.status", {});
      expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(1);
    });
});
