/** The first page of the connection's file, damaged in ways that SQLite doesn't call damage. */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  aReturn,
  connect,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  TENANT,
  until,
} from "../../../../helpers/engine.ts";

/** Offsets in the header: https://www.sqlite.org/fileformat.html#the_database_header */
const SCHEMA_FORMAT = 44;
const TEXT_ENCODING = 56;
const USER_VERSION = 60;
const APPLICATION_ID = 68;

function overwrite(file: string, offset: number, bytes: readonly number[]): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.from(bytes), 0, bytes.length, offset);
  closeSync(handle);
}

async function closedProfile(): Promise<{ profile: string; entryId: string }> {
  const profile = newFolder();
  const engine = await openPaused({ profile });
  const entryId = await enter(engine, "purchaseReturn", 1);
  await engine.close();
  return { profile, entryId };
}

describe("a damaged header at the start", () => {
  it.each([
    ["the application id", APPLICATION_ID, [0xa5, 1, 2, 3]],
    [
      "the application id and the text encoding",
      TEXT_ENCODING,
      Array.from({ length: 16 }, (_, n) => 0x61 + n),
    ],
    ["a version that no program ever had", USER_VERSION, [0x21, 0xa5, 1, 2]],
    ["the format of the schema", SCHEMA_FORMAT, [0, 0, 0, 9]],
    ["its first half", 0, Array.from({ length: 50 }, (_, n) => 0x61 + n)],
  ])("is recovered from, and the entry is there: %s", async (_, offset, bytes) => {
    const { profile, entryId } = await closedProfile();
    overwrite(connectionFile(profile), offset, bytes);
    const engine = openTestEngine({ profile });
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report).toMatchObject({ kind: "damaged", details: { lost: [] } });
    expect((await engine.entry(entryId)).state).toBe("pending");
  });

  it("of another program's sound file is left as it is", async () => {
    const { profile } = await closedProfile();
    const file = connectionFile(profile);
    for (const rest of ["-wal", "-shm"]) writeFileSync(`${file}${rest}`, "");
    writeFileSync(file, "");
    const db = new Database(file);
    db.exec("PRAGMA application_id = 7; CREATE TABLE meta (key TEXT, value TEXT)");
    db.close();
    const before = readFileSync(file);
    const engine = openTestEngine({ profile, staysRefused: true });
    expect((await engine.refusal("outbox.list", {})).message).toContain("another program's");
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

it("a text encoding that changes in the open file begins its recovery, and every entry is there", async () => {
  const profile = newFolder();
  const engine = await openPaused({ profile });
  const entryId = await enter(engine, "purchaseReturn", 1);
  const file = connectionFile(profile);
  const other = new Database(file);
  // Every reader looks at the schema again, and the log holds no other first page.
  other.exec("CREATE TABLE passing (x); DROP TABLE passing");
  other.pragma("wal_checkpoint(TRUNCATE)");
  other.close();
  overwrite(file, TEXT_ENCODING, [0, 0, 0, 2]);
  engine.release();
  expect((await engine.refusal("purchaseReturn.post", aReturn())).code).toMatch(/^storage_(damaged|busy)$/);
  await until(() => engine.events.some(({ event }) => event === "recovery.changed"));
  expect((await engine.entry(entryId)).state).toBe("pending");
});

describe("the counts of a file that isn't open", () => {
  it("are not those of another counter's file in its place", async () => {
    const { profile } = await closedProfile();
    const file = connectionFile(profile);
    const engine = openTestEngine({ profile });
    await connect(engine, NOWHERE, "t", { tenantId: TENANT + 1 });
    const db = new Database(file);
    db.exec("UPDATE meta SET value = '99999999-9999-4999-8999-999999999999' WHERE key = 'deviceId'");
    db.close();
    const { connections } = await engine.call("connection.list", {});
    expect(connections.find(({ tenantId }) => tenantId === TENANT)?.unsent).toBeNull();
  });

  it("are not those of an older copy in its place", async () => {
    const profile = newFolder();
    const first = await openPaused({ profile });
    await first.close();
    const file = connectionFile(profile);
    const older = readFileSync(file);
    const second = openTestEngine({ profile });
    await enter(second, "purchaseReturn", 1);
    await connect(second, NOWHERE, "t", { tenantId: TENANT + 1 });
    writeFileSync(file, older);
    const { connections } = await second.call("connection.list", {});
    expect(connections.find(({ tenantId }) => tenantId === TENANT)?.unsent).toBeNull();
  });
});
