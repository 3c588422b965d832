/**
 * A file that is well-formed SQL and holds what this program never writes: as a backup it is refused, as a connection's
 * file its wrong rows are set apart and reported, and everything else works on.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { connectionKey } from "../../../../../main/engine/file/profile.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import {
  connect,
  enter,
  NOWHERE,
  newFolder,
  openTestEngine,
  TENANT,
  type TestEngine,
  until,
} from "../../../../helpers/engine.ts";

const OTHER = "http://127.0.0.1:10";

const PRODUCT = `INSERT INTO product (product_key, id, name, search_name, source, updated_at)
  VALUES (1, 5, 'x', 'x', 'file', 0); UPDATE product_count SET n = n + 1 WHERE deleted = 0`;

/** Each is done to the file of a counter with three entries, of which the first was tried. */
const WRONG: Record<string, string> = {
  "an entry's time that no calendar has": "UPDATE entry SET created_at = 9000000000000000 WHERE sequence = 2",
  "a time before 1970": "UPDATE entry SET changed_at = -1 WHERE sequence = 2",
  "a try's time that no calendar has": "UPDATE attempt SET started_at = 9000000000000000",
  "an end of a try that no calendar has":
    "UPDATE attempt SET outcome = 'accepted', ended_at = 9223372036854775807",
  "a document's time that no calendar has": "UPDATE document SET created_at = 9000000000000000",
  "a draft's time that no calendar has":
    "INSERT INTO draft (draft_id, kind, content, updated_at) VALUES ('d', 'purchaseReturn', '{}', 9223372036854775807)",
  "a due time that no calendar has":
    "UPDATE entry SET state = 'retry_wait', next_attempt_at = 9000000000000000, last_outcome = 'asked_to_wait' WHERE sequence = 2",
  "rules of people that lack their roles": "INSERT INTO meta (key, value) VALUES ('peopleRules', '{}')",
  "a recovery code that is no hash": "INSERT INTO meta (key, value) VALUES ('recoveryCode', '{}')",
  "a PIN that is no hash":
    "INSERT INTO person (person_id, name, user_id, role, pin, active) VALUES ('p', 'Ali', 1, 'owner', '{}', 1)",
  "a kind that doesn't exist": "UPDATE entry SET kind = 'refund' WHERE sequence = 2",
  "the kind of an inherited property": "UPDATE entry SET kind = 'constructor' WHERE sequence = 2",
  "an entry under way of a kind that doesn't exist":
    "UPDATE entry SET kind = 'refund', state = 'in_flight' WHERE sequence = 2",
  "an outcome that doesn't exist": "UPDATE attempt SET outcome = 'maybe'",
  "an entry's last outcome that doesn't exist": "UPDATE entry SET last_outcome = 'maybe' WHERE sequence = 2",
  "a resolution that doesn't exist":
    "UPDATE entry SET state = 'discarded', resolution_kind = 'eaten' WHERE sequence = 2",
  "a state that doesn't exist":
    "PRAGMA ignore_check_constraints = ON; UPDATE entry SET state = 'sent' WHERE sequence = 2",
  "a body that is not the one that was written":
    "UPDATE entry SET request_body = replace(request_body, '7001', '7002') WHERE sequence = 1",
  "an entry's number at its maximum":
    "PRAGMA foreign_keys = OFF; UPDATE entry SET sequence = 9223372036854775807 WHERE sequence = 3",
  "an entry's number far from the others": "UPDATE entry SET sequence = 800000000000 WHERE sequence = 3",
  "an entry's number below one":
    "PRAGMA foreign_keys = OFF; UPDATE entry SET sequence = -5 WHERE sequence = 3",
  "the count of entries at its maximum":
    "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'entry'",
  "a try's number at its maximum": "UPDATE attempt SET attempt_id = 9223372036854775807",
  "a try of an entry that isn't there": "PRAGMA foreign_keys = OFF; UPDATE attempt SET sequence = 77",
  "a document of an entry that isn't there":
    "PRAGMA foreign_keys = OFF; UPDATE document SET last_sequence = 77",
  "a tenant that is bytes": "UPDATE entry SET tenant_id = x'00ff' WHERE sequence = 2",
  "a tenant that is half a number": "UPDATE entry SET tenant_id = 0.5 WHERE sequence = 2",
  "a return's account that is bytes": "UPDATE document SET account_id = x'00ff'",
  "a voucher's status that is bytes": "UPDATE document SET service_status = x'00ff'",
  "a count of states that is wrong": "UPDATE entry_count SET n = -4 WHERE state = 'pending'",
  "a count of states that lacks a state": "DELETE FROM entry_count WHERE state = 'confirmed'",
  "a subject of a million letters": "UPDATE entry SET subject = hex(zeroblob(500000)) WHERE sequence = 2",
  "a recovery whose details are none":
    "INSERT INTO recovery (at, kind, reason, details) VALUES (1, 'damaged', 'x', '{}')",
  "a recovery whose details are no JSON":
    "INSERT INTO recovery (at, kind, reason, details) VALUES (1, 'restored', 'x', '{')",
  "a recovery's time that no calendar has":
    "INSERT INTO recovery (at, kind, reason, details) VALUES (9000000000000000, 'damaged', 'x', '{}')",
  "an attached file outside of its folder":
    "INSERT INTO kept_file (sequence, position, sha256, name, bytes) VALUES (1, 0, '../../../../etc/passwd', 'x.txt', 5)",
  "an attached file whose name leads elsewhere":
    "INSERT INTO kept_file (sequence, position, sha256, name, bytes) VALUES (1, 0, hex(zeroblob(32)), '../x', 5)",
  "an import's time that no calendar has":
    "INSERT INTO import_log VALUES (1, 'product', 'x.csv', 0, 9000000000000000, 0, 0, 0, 0)",
  "a mirrored voucher's time that no calendar has":
    "INSERT INTO voucher (serial_no, source, mirrored_at) VALUES ('7a0c4e50-0000-4000-8000-000000000009', 'service', 9000000000000000)",
  "a product's number after which none can follow": `${PRODUCT}; UPDATE product SET product_key = 9223372036854775807`,
  "a number of a product's row that no memory holds": `${PRODUCT}; INSERT INTO product_unit
    (unit_key, product_key, name, source, updated_at) VALUES (9007199254740991, 1, 'x', 'file', 0)`,
  "a purchase's time that no calendar has":
    "INSERT INTO purchase VALUES (1, 1101, 'P-1', '2026-01-02', 'YER', 'p-1', 9000000000000000)",
  "a purchase's line without a number in its quantity": `INSERT INTO purchase VALUES (1, 1101, 'P-1', '2026-01-02', 'YER', 'p-1', 0);
    INSERT INTO purchase_line VALUES (1, 1, 1, '2026-01-02', 5, 1, '', '', '', 'many', '0', NULL, 0)`,
  "a return's line of a supplier that is bytes":
    "INSERT INTO return_line VALUES (1, 0, 5, 1, 1, '', '', '1', '0', x'00ff', 'P-1', 1)",
  "a linked barcode's time that no calendar has":
    "INSERT INTO linked_barcode VALUES ('62810017', 1001, NULL, 9000000000000000)",
  "a return window's time that no calendar has":
    "INSERT INTO return_window VALUES (1101, 30, 9000000000000000)",
  "a day sheet whose content is no JSON":
    "INSERT INTO day_sheet VALUES (1, '2026-03-01', NULL, 1, NULL, '{', hex(zeroblob(32)), hex(zeroblob(32)))",
  "a day sheet's hash that is none":
    "INSERT INTO day_sheet VALUES (1, '2026-03-01', NULL, 1, NULL, '{}', hex(zeroblob(32)), 'x')",
  "a mapping of columns that is no JSON": "INSERT INTO meta VALUES ('importMapping.product', '{')",
};

const FILE = join("connections", `${connectionKey(NOWHERE, TENANT)}.sqlite`);

const plant = (file: string, sql: string): void => {
  const db = new Database(file);
  db.pragma("foreign_keys = OFF");
  db.exec(sql);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
};

/** Three entries of which the first was tried, and a second connection with one. */
async function makeShop(): Promise<Map<string, Buffer>> {
  const profile = newFolder();
  const engine = open(profile);
  for (const [service, kinds] of [
    [OTHER, ["restorePermission"]],
    [NOWHERE, ["purchaseReturn", "taxVoucher", "restoreAccount"]],
  ] as const) {
    await connect(engine, service);
    await engine.call("sync.pause", {});
    for (const kind of kinds) await enter(engine, kind);
  }
  plant(
    join(profile, FILE),
    "INSERT INTO attempt (sequence, started_at, ended_at, outcome) VALUES (1, 1, 2, 'no_connection')",
  );
  await engine.call("backup.create", { path: join(profile, "shop.backup") });
  await engine.close();
  const names = readdirSync(profile, { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((name) => name.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(profile, path), readFileSync(path)]),
  );
}

let made: Promise<Map<string, Buffer>> | null = null;

/** A separate profile with that shop in it. */
async function aShop(): Promise<string> {
  made ??= makeShop();
  const profile = newFolder();
  for (const [name, bytes] of await made) {
    mkdirSync(dirname(join(profile, name)), { recursive: true });
    writeFileSync(join(profile, name), bytes);
  }
  return profile;
}

async function everythingAnswers(engine: TestEngine): Promise<void> {
  await engine.call("sync.status", {});
  const { entries } = await engine.call("outbox.list", {});
  for (const { entryId } of entries) await engine.entry(entryId);
  await engine.call("outbox.summary", {});
  await engine.call("recovery.report", {});
  await engine.call("documents.search", {});
  await engine.call("draft.list", {});
  await engine.call("backup.status", {});
  await engine.call("connection.list", {});
  await enter(engine, "purchaseReturn", 50);
}

/** As the app opens it; uuids are not counted up anew in each engine of one profile. */
const open = (profile: string): TestEngine =>
  openTestEngine({ profile, staysRefused: true, randomness: systemRandomness });

/** The connection that nothing was done to. */
async function otherWorks(engine: TestEngine): Promise<void> {
  await connect(engine, OTHER);
  expect((await engine.call("outbox.list", {})).entries).toMatchObject([{ kind: "restorePermission" }]);
  await enter(engine, "purchaseReturn", 60);
  expect((await engine.call("connection.list", {})).connections).toHaveLength(2);
}

/** Files that this process has open in a folder, where the system says so: on Windows their names couldn't be given anew. */
const openBelow = (folder: string): string[] =>
  process.platform !== "linux"
    ? []
    : readdirSync("/proc/self/fd").flatMap((handle) => {
        const link = `/proc/self/fd/${handle}`;
        const path = existsSync(link) ? readlinkSync(link) : "";
        return path.startsWith(folder) ? [path] : [];
      });

/** Larger than what is looked through before it is used. */
const LARGE =
  "INSERT INTO draft (draft_id, kind, content, updated_at) VALUES ('large', 'purchaseReturn', json_quote(hex(zeroblob(2500000))), 0);";

describe("a file that holds what the program never wrote", () => {
  it.each(Object.entries(WRONG))("is refused as a backup: %s", async (_, sql) => {
    const bad = join(await aShop(), "shop.backup");
    plant(bad, sql);
    const engine = openTestEngine();
    expect((await engine.refusal("backup.restore", { path: bad })).code).toBe("file_invalid");
    expect(await engine.call("connection.get", {})).toBeNull();
  });

  it.each(Object.entries(WRONG))(
    "as a connection's works on without what is wrong, which is reported, and so does another: %s",
    async (_, sql) => {
      const profile = await aShop();
      plant(join(profile, FILE), sql);
      const engine = open(profile);
      await everythingAnswers(engine);
      const [report] = (await engine.call("recovery.report", {})).reports;
      expect(report).toMatchObject({ kind: "damaged", details: { base: "none", fileReadable: true } });
      await otherWorks(engine);
    },
  );

  it("is reported with the rows that are kept, the entry that is not there any more, and what goes on", async () => {
    const profile = await aShop();
    plant(join(profile, FILE), "UPDATE entry SET kind = 'refund' WHERE sequence = 2");
    writeFileSync(join(profile, `${FILE}-mark`), "900000000000000 000000000000001 900000000000001\n");
    const engine = open(profile);
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report?.details).toMatchObject({ wrongRows: 1, entries: { all: 2, held: 0 } });
    expect(report?.details.lost).toMatchObject([{ sequence: 2, serialNo: expect.any(String) }]);
    const { entries } = await engine.call("outbox.list", {});
    expect(entries.map(({ kind, state }) => [kind, state])).toEqual([
      ["restoreAccount", "pending"],
      ["purchaseReturn", "pending"],
    ]);
    await engine.close();
    const db = new Database(join(profile, FILE), { readonly: true });
    const kept = db.prepare<[], string>("SELECT row FROM recovery_row WHERE source = 'entry'").pluck().all();
    expect(kept.map((row) => JSON.parse(row))).toMatchObject([
      { sequence: "2", kind: "refund", state: "pending" },
    ]);
    db.close();
  });

  it.each([
    "an entry's time that no calendar has",
    "an end of a try that no calendar has",
    "a kind that doesn't exist",
    "an entry under way of a kind that doesn't exist",
    "the count of entries at its maximum",
    "an outcome that doesn't exist",
    "a recovery whose details are no JSON",
  ])("is set right once it is open, where it is large: %s", async (wrong) => {
    const profile = await aShop();
    plant(join(profile, FILE), `${LARGE}${WRONG[wrong]}`);
    const engine = open(profile);
    engine.clock.runUntil(engine.clock.now() + 5_000);
    await until(() => engine.events.some(({ event }) => event === "recovery.changed"));
    await everythingAnswers(engine);
    await otherWorks(engine);
    await engine.close();
    expect(openBelow(profile)).toEqual([]);
  });
});

/** What can lie in the place of a connection's file and can't be opened or recovered. */
const UNUSABLE: Record<string, (file: string) => void> = {
  "another program's database": (file) => {
    rmSync(file);
    const db = new Database(file);
    db.exec("PRAGMA application_id = 7; CREATE TABLE t (a)");
    db.close();
  },
  "a newer version's": (file) => plant(file, "PRAGMA user_version = 990"),
  "a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  "a link that leads nowhere": (file) => {
    rmSync(file);
    symlinkSync("/nowhere/at/all.sqlite", file);
  },
  "one whose log is a folder": (file) => mkdirSync(`${file}-wal`),
};

describe("a connection whose file can't be used at all", () => {
  it.each(Object.entries(UNUSABLE))(
    "keeps neither the engine nor another connection from starting: %s",
    async (_, spoil) => {
      const profile = await aShop();
      spoil(join(profile, FILE));
      const engine = open(profile);
      expect((await engine.refusal("outbox.list", {})).code).toMatch(/^(storage_busy|newer_database)$/);
      await otherWorks(engine);
      await engine.close();
      const next = open(profile);
      expect((await next.call("outbox.list", {})).entries).toHaveLength(2);
    },
  );
});

/** Each is done to the profile's own file, in which the second connection is the current one. */
const PROFILE: Record<string, string> = {
  "a tenant that is bytes": "UPDATE connection SET tenant_id = x'00ff' WHERE current = 1",
  "a user that is none": "UPDATE connection SET user_id = 'x' WHERE current = 1",
  "a device that is none": "UPDATE connection SET device_id = 'x' WHERE current = 1",
  "an address that is none": "UPDATE connection SET service_url = 'x' WHERE current = 1",
  "a file outside of its folder": "UPDATE connection SET file = '../../x.sqlite' WHERE current = 1",
  "no current connection by a number that is none": "UPDATE connection SET current = 5 WHERE current = 1",
  "practice that is neither": "UPDATE connection SET practice = -1 WHERE current = 1",
  "an audit's end that is none": `INSERT OR REPLACE INTO audit_end SELECT file, -1, 'x' FROM connection`,
  "an own device that is none": "INSERT INTO own_device SELECT connection_key, 'x' FROM connection",
};

describe("a profile's file that holds what the program never wrote", () => {
  it.each(Object.entries(PROFILE))(
    "goes on with what its connections' files say, and tells it: %s",
    async (_, sql) => {
      const profile = await aShop();
      plant(join(profile, "profile.sqlite"), sql);
      const engine = open(profile);
      expect((await engine.call("outbox.list", {})).entries).toHaveLength(3);
      expect((await engine.call("recovery.report", {})).reports).toMatchObject([{ kind: "profile" }]);
      expect(readdirSync(profile).some((name) => name.startsWith("profile.sqlite.corrupt-"))).toBe(true);
      await otherWorks(engine);
      await engine.close();
      expect((await open(profile).call("outbox.list", {})).entries).toHaveLength(2);
    },
  );
});
