/**
 * Files of earlier versions with data in them. The dumps under test/fixtures/schema were written by the code of their
 * own version and are never made again; each later version adds one.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { connectionKey } from "../../../../main/engine/connection/connection-key.ts";
import { openFile } from "../../../../main/engine/connection/open-file.ts";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import { ownBackups } from "../../../../main/engine/store/backup/backup-files.ts";
import { checkAtOnce } from "../../../../main/engine/store/checks/check.ts";
import { openDatabase } from "../../../../main/engine/store/file/open-database.ts";
import { MIGRATIONS, migrate } from "../../../../main/engine/store/migrations/index.ts";
import { openProfile } from "../../../../main/engine/store/profile/profile.ts";
import { NOTHING_SEEN } from "../../../../main/engine/store/recovery/high-water-mark.ts";
import { START } from "../../../helpers/clock.ts";
import {
  aReturn,
  connect,
  DEVICE,
  newFolder,
  openTestEngine,
  TENANT,
  USER,
} from "../../../helpers/engine.ts";
import { dumpOf, fileFromDump } from "../../../helpers/sql-dump.ts";

const NOWHERE = "http://127.0.0.1:9";
const FIXTURES = join(import.meta.dirname, "..", "..", "..", "fixtures", "schema");
const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;
const fixtures = readdirSync(FIXTURES)
  .filter((name) => name.endsWith(".sql"))
  .sort();
const versionOfFixture = (name: string): number => Number(/^(\d+)/.exec(name)?.[1]);

/** A profile with a connection whose file is of an earlier version. */
function oldProfile(name: string): { profile: string; file: string } {
  const profile = newFolder();
  const key = connectionKey(NOWHERE, TENANT);
  const { store } = openProfile(profile, null, START);
  store.saveCurrent({
    connection_key: key,
    service_url: NOWHERE,
    tenant_id: TENANT,
    user_id: USER,
    device_id: DEVICE,
    practice: 0,
    file: `${key}.sqlite`,
  });
  store.close();
  mkdirSync(join(profile, "connections"));
  const file = join(profile, "connections", `${key}.sqlite`);
  fileFromDump(readFileSync(join(FIXTURES, name), "utf8"), file);
  return { profile, file };
}

interface Entry {
  entry_id: string;
  state: string;
  request_body: string;
}
const entriesIn = (file: string): Entry[] => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], Entry>("SELECT entry_id, state, request_body FROM entry ORDER BY sequence").all();
  } finally {
    db.close();
  }
};

describe.each(fixtures)("a file of version %s", (name) => {
  it("is brought up to date with everything in it, after a backup of it as it was", async () => {
    const { profile, file } = oldProfile(name);
    const before = entriesIn(file);
    expect(before.length).toBeGreaterThanOrEqual(6);
    const engine = openTestEngine({ profile, randomness: systemRandomness });
    const { entries } = await engine.call("outbox.list", { limit: 1_000 });
    expect(entries.map(({ entryId }) => entryId).toReversed()).toEqual(before.map((entry) => entry.entry_id));
    for (const { entry_id, state, request_body } of before) {
      const now = await engine.entry(entry_id);
      expect(now.requestBody).toBe(request_body);
      // What was under way when the old program ended is judged anew; nothing else moves.
      if (state !== "in_flight") expect(now.state).toBe(state);
    }
    expect((await engine.call("audit.list", { limit: 1_000 })).chainIntact).toBe(true);
    expect((await engine.call("documents.search", {})).documents.length).toBeGreaterThan(0);
    expect((await engine.call("recovery.report", {})).reports).toEqual([]);
    await engine.call("purchaseReturn.post", aReturn());
    const { files } = await engine.call("backup.status", {});
    expect(files).toMatchObject([{ made: "before_migration" }]);
    const backup = new Database(files[0]?.path ?? "", { readonly: true });
    expect(backup.pragma("user_version", { simple: true })).toBe(versionOfFixture(name));
    expect(backup.pragma("integrity_check", { simple: true })).toBe("ok");
    backup.close();
    expect(entriesIn(files[0]?.path ?? "")).toEqual(before);
  });

  it("ends in the same schema as a new file", () => {
    const folder = newFolder();
    fileFromDump(readFileSync(join(FIXTURES, name), "utf8"), join(folder, "old.sqlite"));
    const old = openDatabase(join(folder, "old.sqlite"), null);
    migrate(old);
    const fresh = openDatabase(join(folder, "new.sqlite"), null);
    migrate(fresh);
    const schemaOf = (db: Database.Database): unknown =>
      db
        .prepare(
          "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
        )
        .all();
    expect(schemaOf(old)).toEqual(schemaOf(fresh));
    const found = checkAtOnce(old);
    expect(found).toMatchObject({ version: NEWEST });
    old.close();
    fresh.close();
  });

  it("stays exactly as it was where a migration fails, with a backup beside it", () => {
    const { profile, file } = oldProfile(name);
    const db = openDatabase(file, null);
    // The first files didn't say whose they are.
    db.exec("DELETE FROM meta WHERE key IN ('serviceUrl', 'tenantId', 'deviceId')");
    const before = dumpOf(db);
    const broken = [
      ...MIGRATIONS,
      { version: NEWEST + 10, sql: "CREATE TABLE half (a) STRICT; DROP TABLE no_such_table;" },
    ];
    expect(() => migrate(db, broken)).toThrow();
    expect(dumpOf(db)).toBe(before);
    db.close();
    expect(entriesIn(file).length).toBeGreaterThanOrEqual(6);
    // The program says so, and the file and its backup are there.
    const parts = {
      path: file,
      isExpected: true,
      backups: {
        ownFolder: join(profile, "backups"),
        secondFolder: null,
        thread: null,
        owner: { serviceUrl: "http://127.0.0.1:9", tenantId: "7001", deviceId: DEVICE },
      },
      sqliteBinding: null,
      now: START,
      actor: { userId: USER, deviceId: DEVICE },
      seen: NOTHING_SEEN,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      migrations: broken,
    };
    expect(() => openFile(parts)).toThrow(/left as it was; a backup of it stands at/);
    const folder = join(profile, "backups", `counter-${DEVICE}`);
    const [backup = ""] = readdirSync(folder);
    expect(entriesIn(file)).toEqual(entriesIn(join(folder, backup)));
    // Files of early versions said nowhere whose they are; a backup that doesn't is never believed.
    const { ownFolder, owner } = parts.backups;
    expect(ownBackups(ownFolder, file, owner, null)).toMatchObject([{ path: join(folder, backup) }]);
    // Of a file that only begins there is no backup at first, and none is named that isn't there.
    const path = join(profile, "connections", "new.sqlite");
    expect(() => openFile({ ...parts, path, isExpected: false })).toThrow(
      /stands at .*new-.*\.before\.sqlite/,
    );
  });
});

/** Versions that were in no file by themselves: they shipped together with the next one. */
const NEVER_ALONE = [30, 40, 70, 80, 90, 100, 110, 120, 130, 150, 170];

it("has a fixture of every version but the newest and those that were in no file by themselves", () => {
  const needed = MIGRATIONS.map(({ version }) => version)
    .filter((version) => version !== NEWEST && !NEVER_ALONE.includes(version))
    .map(String);
  expect(fixtures.map((name) => String(versionOfFixture(name))).sort()).toEqual(needed.sort());
});

/** How a fixture is written: with the code of its version, once. `COUNTERSIDE_WRITE_FIXTURE=<version>`. */
const writing = process.env.COUNTERSIDE_WRITE_FIXTURE;
async function writeFixture(): Promise<void> {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  const path = join(newFolder(), "products.csv");
  writeFileSync(path, "id,name,barcode,deleted\n1,tea,111,0\n2,coffee,222,0\n3,old sugar,333,1\n");
  await engine.call("referenceData.import", { kind: "product", path });
  for (let n = 0; n < 8; n += 1) await engine.call("purchaseReturn.post", aReturn({ note: `return ${n}` }));
  await engine.close();
  const [name = ""] = readdirSync(join(engine.profile, "connections")).filter((each) =>
    each.endsWith(".sqlite"),
  );
  const db = new Database(join(engine.profile, "connections", name));
  expect(db.pragma("user_version", { simple: true })).toBe(Number(writing));
  writeFileSync(join(FIXTURES, `${writing}.sql`), dumpOf(db));
  db.close();
}
if (writing !== undefined) it("writes a fixture", writeFixture);
