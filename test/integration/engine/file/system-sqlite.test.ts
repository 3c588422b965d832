/**
 * The connection's file in the system's own `sqlite3`: whoever helps in need has that program and not this one. Debian
 * 12's is 3.40, whose parser is shallower than the one that is built in here.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, type TestContext } from "vitest";
import { openDatabase } from "../../../../main/engine/store/file/open-database.ts";
import { migrate } from "../../../../main/engine/store/migrations/index.ts";
import { connectionFile } from "../../../helpers/damage.ts";
import { aReturn, aVoucher, connect, newFolder, openTestEngine } from "../../../helpers/engine.ts";
import { fileFromDump } from "../../../helpers/sql-dump.ts";
import { needsPrograms } from "../../../helpers/system-programs.ts";

const FIXTURES = join(import.meta.dirname, "..", "..", "..", "fixtures", "schema");
const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith(".sql"));

/** What the system's program answers, or the test is skipped in words. */
function systemSqlite(context: TestContext, file: string, sql: string): string {
  needsPrograms(context, "sqlite3");
  return execFileSync("sqlite3", ["-bail", file, sql], { encoding: "utf8" }).trim();
}

const LOOK = "PRAGMA integrity_check; PRAGMA foreign_key_check; SELECT count(*) > 40 FROM sqlite_schema;";

it("a new connection's file opens in the system's sqlite3 and passes its integrity check", async (context) => {
  const engine = openTestEngine();
  await connect(engine, "http://127.0.0.1:9");
  await engine.call("purchaseReturn.post", aReturn({ note: "شاي أَخضَر ١٢٣" }));
  await engine.call("taxVoucher.update", aVoucher());
  await engine.close();
  const file = connectionFile(engine.profile);
  expect(systemSqlite(context, file, LOOK)).toBe("ok\n1");
  // It reads with it, and its triggers fold a text as ours do.
  const folded = "UPDATE document SET note = note || ' TEA'; SELECT search_text FROM document;";
  expect(systemSqlite(context, file, folded)).toContain("شاي اخضر 123 tea");
});

for (const name of fixtures)
  it(`a file of version ${name}, brought up to date, opens in the system's sqlite3`, (context) => {
    const path = join(newFolder(), "old.sqlite");
    fileFromDump(readFileSync(join(FIXTURES, name), "utf8"), path);
    const db = openDatabase(path, null);
    migrate(db);
    db.close();
    expect(systemSqlite(context, path, LOOK)).toBe("ok\n1");
  });
