/** Copies of a file that another process writes without a pause, its log beginning anew all the time. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { copyStill } from "../../../../main/engine/file/database/still-copy.ts";
import { newFolder, until } from "../../../helpers/engine.ts";

const WRITES = `
import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
const db = new Database(process.argv[1]);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = OFF");
db.pragma("wal_autocheckpoint = 400");
db.exec("CREATE TABLE one (n INTEGER); CREATE TABLE filler (b BLOB); CREATE TABLE two (n INTEGER); INSERT INTO one VALUES (0); INSERT INTO two VALUES (0); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 2000) INSERT INTO filler SELECT randomblob(9000) FROM c");
const write = db.transaction((n) => {
  db.prepare("UPDATE one SET n = ?").run(n);
  db.prepare("INSERT INTO filler VALUES (randomblob(?))").run(200 + (n % 9000));
  if (n % 3 === 0) db.prepare("DELETE FROM filler WHERE rowid = ?").run((n * 7) % 2000);
  db.prepare("UPDATE two SET n = ?").run(n);
});
const end = Date.now() + 60_000;
for (let n = 1; Date.now() < end; n += 1) {
  write(n);
  if (n === 100) writeFileSync(process.argv[1] + ".going", "");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
`;

it("is what the file was at one moment, and no older than when it was asked for", async () => {
  const folder = newFolder();
  const path = join(folder, "live.sqlite");
  const writer = spawn(process.execPath, ["--input-type=module", "--eval", WRITES, path], {
    cwd: import.meta.dirname,
    stdio: "inherit",
  });
  onTestFinished(() => void writer.kill("SIGKILL"));
  await until(() => existsSync(`${path}.going`));
  mkdirSync(join(folder, "copies"));
  let last = -1;
  const end = Date.now() + 20_000;
  for (let good = 0; good < 25 && Date.now() < end; ) {
    const copy = join(folder, "copies", `${good}.sqlite`);
    try {
      copyStill(path, copy);
    } catch (error) {
      // It never came to rest: then there is no copy at all, and no torn one.
      expect(error).toMatchObject({ code: "storage_busy" });
      continue;
    }
    good += 1;
    const db = new Database(copy);
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    const [one, two] = ["one", "two"].map((table) =>
      Number(db.prepare(`SELECT n FROM ${table}`).pluck().get()),
    );
    expect(one).toBe(two);
    expect(one).toBeGreaterThanOrEqual(last);
    last = one ?? last;
    db.close();
  }
  expect(last).toBeGreaterThanOrEqual(100);
});
