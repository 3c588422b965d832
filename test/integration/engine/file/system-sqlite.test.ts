/**
 * The connection's file in the system's own `sqlite3`: a helper in need has that program and not this one. Debian
 * 12's is 3.40, whose parser is shallower than the one that is built in here.
 */
import { execFileSync } from "node:child_process";
import { expect, it, type TestContext } from "vitest";
import { connectionFile } from "../../../helpers/damage.ts";
import { aReturn, aVoucher, connect, openTestEngine } from "../../../helpers/engine.ts";
import { needsPrograms } from "../../../helpers/system-programs.ts";

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
