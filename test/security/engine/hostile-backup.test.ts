/** A backup that somebody made to hurt: nothing in it acts, and nothing that is no backup holds the engine up. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { connect, enter, newFolder, openTestEngine } from "../../helpers/engine.ts";

/** A real backup of a shop with one entry, changed by this SQL. */
async function backupWith(sql: string): Promise<string> {
  const shop = openTestEngine();
  await connect(shop, "http://127.0.0.1:9");
  await enter(shop, "purchaseReturn");
  const { path } = await shop.call("backup.create", { path: join(newFolder(), "shop.backup") });
  await shop.close();
  const db = new Database(path);
  db.unsafeMode();
  db.exec(sql);
  db.close();
  return path;
}

/** Names that SQLite keeps for itself can't be made, but they can be written into the file's schema. */
const written = (type: string, name: string, table: string, sql: string): string =>
  `PRAGMA writable_schema = ON;
   INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('${type}', '${name}', '${table}', 0, '${sql}')`;

const HOSTILE: [string, string][] = [
  ...["sqlite_evil", "SQLITE_autoindex_1", "sqlite_stat1"].map((name): [string, string] => [
    `a trigger under SQLite's own name ${name}`,
    written(
      "trigger",
      name,
      "entry",
      `CREATE TRIGGER ${name} AFTER INSERT ON entry BEGIN UPDATE entry SET state = ''confirmed''; END`,
    ),
  ]),
  [
    "a view under a name of SQLite's",
    written("view", "sqlite_evil", "sqlite_evil", "CREATE VIEW sqlite_evil AS SELECT 1"),
  ],
  [
    "an extra trigger",
    "CREATE TRIGGER evil AFTER INSERT ON entry BEGIN UPDATE entry SET request_body = '{}'; END",
  ],
  [
    "a trigger in the place of ours",
    "DROP TRIGGER entry_no_delete; CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT 1; END",
  ],
  [
    "a view",
    "CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c",
  ],
  [
    "a view in the place of a table",
    "DROP TABLE draft; CREATE VIEW draft AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c",
  ],
  ["an extra table", "CREATE TABLE evil (a, b AS (a || a) STORED)"],
];

describe("a backup", () => {
  it("that is a shop's own is taken: the refusals below have no other cause", async () => {
    const engine = openTestEngine();
    const restored = await engine.call("backup.restore", { path: await backupWith("SELECT 1") });
    expect(restored).toMatchObject({ entries: 1 });
  });

  it.each(HOSTILE)("with %s is refused before it can act", async (_, sql) => {
    const path = await backupWith(sql);
    const engine = openTestEngine();
    expect(await engine.refusal("backup.restore", { path })).toMatchObject({
      code: "file_invalid",
      details: { reason: "foreign_parts" },
    });
    expect(await engine.call("connection.get", {})).toBeNull();
  });

  it.each([-1, 0, 15])("of a version that no program made, %i, is refused in words", async (version) => {
    const path = await backupWith(`PRAGMA user_version = ${version}`);
    const refusal = await openTestEngine().refusal("backup.restore", { path });
    // The file that the person named, not the copy that was looked at.
    expect(refusal).toMatchObject({ code: "file_invalid", details: { path } });
    expect(refusal.message).toContain(`: ${path}`);
  });

  it("of a newer program names the backup that was chosen", async () => {
    const path = await backupWith("PRAGMA user_version = 990");
    expect(await openTestEngine().refusal("backup.restore", { path })).toMatchObject({
      code: "newer_database",
      details: { path },
    });
  });

  it.each(["serviceUrl", "tenantId", "userId"])(
    "without its %s says nobody's books, and is refused",
    async (key) => {
      const path = await backupWith(`DELETE FROM meta WHERE key = '${key}'`);
      expect(await openTestEngine().refusal("backup.restore", { path })).toMatchObject({
        code: "file_invalid",
        details: { reason: "no_owner" },
      });
    },
  );

  it("without the triggers that guard it is refused", async () => {
    const path = await backupWith("DROP TRIGGER entry_no_delete; DROP TRIGGER audit_no_delete");
    expect(await openTestEngine().refusal("backup.restore", { path })).toMatchObject({
      code: "file_invalid",
      details: { reason: "missing_parts" },
    });
  });

  it("that is a folder, a device or a pipe is refused at once", async () => {
    const folder = newFolder();
    const engine = openTestEngine();
    mkdirSync(join(folder, "a-folder"));
    const places = [join(folder, "a-folder"), join(folder, "none")];
    if (process.platform === "linux") {
      execFileSync("env", ["mkfifo", join(folder, "pipe")]);
      places.push(join(folder, "pipe"), "/dev/zero", "/proc/self/mem");
    }
    for (const path of places)
      expect((await engine.refusal("backup.restore", { path })).code, path).toMatch(
        /^file_(unreadable|invalid)$/,
      );
  });
});
