/**
 * From one version of the program to another on the same profile: a newer version with one more migration, a migration
 * that fails halfway, and the way back to the older version. Nothing is lost and nothing is sent twice.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CountersideError } from "../../../../contract/error.ts";
import { tokenKey } from "../../../../contract/process-messages.ts";
import { checkAtOnce } from "../../../../main/engine/file/check.ts";
import { openToRead } from "../../../../main/engine/file/database/open-database.ts";
import { MIGRATIONS, type Migration } from "../../../../main/engine/file/schema/migrations.ts";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import { ManualClock, START } from "../../../helpers/clock.ts";
import { aReturn, connect, enter, openTestEngine, TENANT, TOKEN, until } from "../../../helpers/engine.ts";
import { answer, type HttpService, startHttpService } from "../../../helpers/http-service.ts";

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;

/** What a later version may do: another table, another column, every row written anew. */
const LATER: readonly Migration[] = [
  ...MIGRATIONS,
  {
    version: NEWEST + 10,
    sql: `CREATE TABLE shelf (shelf_id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
      ALTER TABLE entry ADD COLUMN shelf_id INTEGER REFERENCES shelf(shelf_id);
      INSERT INTO shelf (shelf_id, name) VALUES (1, 'front');`,
  },
];
/** The same, and then it meets what it didn't expect. */
const FAILING: readonly Migration[] = [
  ...LATER,
  {
    version: NEWEST + 20,
    sql: "DELETE FROM kept_file; DROP TABLE shelf; INSERT INTO no_such_table VALUES (1);",
  },
];

const down = (service: HttpService) => service.setUp(false);
const sentSerials = (service: HttpService): string[] =>
  service.came.flatMap(({ body }) => {
    const sent: unknown = JSON.parse(body);
    return typeof sent === "object" && sent !== null && "serialNo" in sent ? [String(sent.serialNo)] : [];
  });
const fileOf = (profile: string): string => {
  const name = readdirSync(join(profile, "connections")).find((each) => each.endsWith(".sqlite"));
  return join(profile, "connections", String(name));
};

/** A counter of today's version with two returns that it could not send, closed; and its service, still down. */
async function counterWithUnsent() {
  const service = await startHttpService();
  const engine = openTestEngine();
  await connect(engine, service.url);
  await down(service);
  const entries = [await enter(engine, "purchaseReturn", 1), await enter(engine, "purchaseReturn", 2)];
  await engine.close();
  const { profile } = engine;
  const tokens = { [tokenKey(service.url, TENANT)]: TOKEN };
  const open = (options: Parameters<typeof openTestEngine>[0] = {}) =>
    openTestEngine({
      profile,
      tokens,
      clock: new ManualClock(START + 60_000),
      // Written chances would begin anew and make the first engine's ids again.
      randomness: systemRandomness,
      ...options,
    });
  return { service, profile, entries, open };
}

type Opened = ReturnType<typeof openTestEngine>;
const statesOf = async (engine: Opened, entries: readonly string[]) =>
  Promise.all(entries.map(async (entryId) => (await engine.entry(entryId)).state));
const allConfirmed = (engine: Opened, entries: readonly string[]) =>
  until(async () => {
    await engine.call("sync.now", {});
    return (await statesOf(engine, entries)).every((state) => state === "confirmed");
  });

describe("the next version", () => {
  it("finds every entry that was unsent, sends each once, and goes on", async () => {
    const { service, entries, open } = await counterWithUnsent();
    const next = open({ migrations: LATER });
    expect(await statesOf(next, entries)).not.toContain("confirmed");
    const { files } = await next.call("backup.status", {});
    expect(files).toMatchObject([{ made: "before_migration" }]);
    const backup = openToRead(files[0]?.path ?? "", null);
    expect(backup.pragma("user_version", { simple: true })).toBe(NEWEST);
    expect(checkAtOnce(backup)).toMatchObject({ version: NEWEST, entries: 2 });
    backup.close();
    await service.setUp(true);
    await allConfirmed(next, entries);
    expect(sentSerials(service)).toHaveLength(2);
    expect(new Set(sentSerials(service)).size).toBe(2);
    const another = await enter(next, "purchaseReturn", 3);
    await allConfirmed(next, [another]);
    expect(sentSerials(service)).toHaveLength(3);
    expect((await next.call("audit.list", {})).chainIntact).toBe(true);
  });
});

describe("a migration that fails halfway", () => {
  it("leaves the file byte for byte, says so in words, and the version before sends what waits, once", async () => {
    const { service, profile, entries, open } = await counterWithUnsent();
    const before = readFileSync(fileOf(profile));
    const next = open({ migrations: FAILING, staysRefused: true });
    expect(await next.call("recovery.refusal", {})).toMatchObject({
      code: "migration_failed",
      backup: expect.stringContaining(".before.sqlite"),
      downgrade: null,
    });
    for (const channel of ["connection.get", "outbox.list", "sync.status"] as const)
      expect((await next.refusal(channel, {})).code).toBe("migration_failed");
    expect((await next.refusal("purchaseReturn.post", aReturn())).message).toContain("was left as it was");
    expect((await next.refusal("recovery.downgrade", {})).code).toBe("wrong_state");
    await service.setUp(true);
    await next.call("app.info", {});
    await next.close();
    expect(service.came).toEqual([]);
    expect(readFileSync(fileOf(profile)).equals(before)).toBe(true);

    const old = open();
    await allConfirmed(old, entries);
    expect(sentSerials(service)).toHaveLength(2);
    expect((await old.call("recovery.report", {})).reports).toEqual([]);
  });

  it("ends an engine that nobody could ask, with the same words", async () => {
    const { open } = await counterWithUnsent();
    expect(() => open({ migrations: FAILING })).toThrow(/was left as it was; a backup of it is at/);
  });

  it("of one connection leaves the others and the profile to this version", async () => {
    const { service, profile, open } = await counterWithUnsent();
    const other = open();
    await connect(other, service.url, TOKEN, { tenantId: TENANT + 1 });
    await enter(other, "purchaseReturn", 4);
    await other.close();
    const before = readdirSync(join(profile, "connections"))
      .filter((name) => name.endsWith(".sqlite"))
      .map((name) => readFileSync(join(profile, "connections", name)));
    expect(before).toHaveLength(2);
    const next = open({ migrations: FAILING, staysRefused: true });
    await next.close();
    const after = readdirSync(join(profile, "connections"))
      .filter((name) => name.endsWith(".sqlite"))
      .map((name) => readFileSync(join(profile, "connections", name)));
    expect(after.map((content, n) => before[n]?.equals(content))).toEqual([true, true]);
    const old = open();
    expect((await old.call("connection.list", {})).connections).toHaveLength(2);
    expect((await old.call("connection.get", {}))?.tenantId).toBe(TENANT + 1);
  });
});

/** The counter above after a newer version sent its first entry, and took one more. */
async function changedByNewer() {
  const counter = await counterWithUnsent();
  const { service, entries, open } = counter;
  let answered = 0;
  service.behave = (outgoing, came) => {
    answered += 1;
    if (answered === 1) answer(200)(outgoing, came);
    else outgoing.destroy();
  };
  const next = open({ migrations: LATER });
  await service.setUp(true);
  await until(async () => {
    await next.call("sync.now", {});
    return (await statesOf(next, entries)).includes("confirmed");
  });
  await next.call("sync.pause", {});
  const since = await enter(next, "purchaseReturn", 3);
  await next.close();
  const newer = readFileSync(fileOf(counter.profile));
  service.behave = answer(200);
  service.came.length = 0;
  return { ...counter, since, newer };
}

describe("the version before, on books that a newer one has changed", () => {
  it("refuses them in words, touches nothing, and names the backup and what it leaves", async () => {
    const { profile, open, newer, service } = await changedByNewer();
    const old = open({ staysRefused: true });
    expect(await old.call("recovery.refusal", {})).toMatchObject({
      code: "newer_database",
      downgrade: { made: "before_migration", entries: 2, waiting: 2, left: 1 },
    });
    expect((await old.refusal("connection.get", {})).code).toBe("newer_database");
    expect(await old.refusal("sync.status", {})).toMatchObject({
      code: "newer_database",
      details: { counts: { pending: 1 } },
    });
    await old.close();
    expect(readFileSync(fileOf(profile)).equals(newer)).toBe(true);
    expect(service.came).toEqual([]);
    expect(() => open()).toThrow(CountersideError);
  });

  it("goes back to the backup where a person says so: the newer file is kept, nothing is sent by itself", async () => {
    const { profile, open, newer, service, entries, since } = await changedByNewer();
    const old = open({ staysRefused: true });
    const { reports } = await old.call("recovery.downgrade", {});
    expect(reports).toMatchObject([
      {
        kind: "rolled_back",
        details: {
          base: "backup",
          entries: { all: 2, held: 2, added: 0 },
          lost: [{ sequence: 3, entryId: since }],
          mayLackMore: false,
        },
      },
    ]);
    const aside = join(profile, "connections", String(reports[0]?.details.aside));
    expect(aside).toContain(".sqlite.newer-");
    expect(readFileSync(aside).equals(newer)).toBe(true);
    expect(await statesOf(old, entries)).toEqual(["outcome_unknown", "outcome_unknown"]);
    // Not even where the owner lets unknown outcomes be resent.
    await old.call("policy.set", { resendUnknown: true });
    const fresh = await enter(old, "purchaseReturn", 9);
    await allConfirmed(old, [fresh]);
    expect(sentSerials(service)).toEqual([(await old.entry(fresh)).serialNo]);
    expect(await statesOf(old, entries)).toEqual(["outcome_unknown", "outcome_unknown"]);
    expect((await old.call("audit.list", {})).chainIntact).toBe(true);
    expect(await old.call("recovery.refusal", {})).toBeNull();

    // A person looked it up: one is in the service's books, the other is not.
    await old.call("outbox.markRecorded", {
      entryId: String(entries[0]),
      evidence: "seen in the service's list",
    });
    await old.call("outbox.resend", { entryId: String(entries[1]) });
    await allConfirmed(old, entries);
    expect(sentSerials(service)).toHaveLength(2);
    await old.close();
    const again = open();
    expect(await statesOf(again, entries)).toEqual(["confirmed", "confirmed"]);
  });

  it("goes forward again afterwards with everything that was entered in between", async () => {
    const { open, entries } = await changedByNewer();
    const old = open({ staysRefused: true });
    await old.call("recovery.downgrade", {});
    const between = await enter(old, "purchaseReturn", 9);
    await old.close();
    const next = open({ migrations: LATER });
    expect((await next.entry(between)).entryId).toBe(between);
    expect(await statesOf(next, entries)).toEqual(["outcome_unknown", "outcome_unknown"]);
  });

  it("has nothing to go back to where no backup fits it, and changes nothing", async () => {
    const { profile, open, newer } = await changedByNewer();
    rmSync(join(profile, "backups"), { recursive: true });
    const old = open({ staysRefused: true });
    expect(await old.call("recovery.refusal", {})).toMatchObject({ downgrade: null });
    expect((await old.refusal("recovery.downgrade", {})).code).toBe("not_found");
    await old.close();
    expect(readFileSync(fileOf(profile)).equals(newer)).toBe(true);
  });

  it("says that it can't tell what is left where the newer file is nothing it knows", async () => {
    const renamed: Migration = {
      version: NEWEST + 20,
      sql: "ALTER TABLE entry RENAME COLUMN serial_no TO serial;",
    };
    const { profile, open } = await counterWithUnsent();
    expect(() => open({ migrations: [...LATER, renamed] })).toThrow();
    const old = open({ staysRefused: true });
    expect(await old.call("recovery.refusal", {})).toMatchObject({
      code: "newer_database",
      downgrade: { left: null },
    });
    const { reports } = await old.call("recovery.downgrade", {});
    expect(reports).toMatchObject([{ details: { lost: [], mayLackMore: true } }]);
    expect(readdirSync(join(profile, "connections")).some((name) => name.includes(".newer-"))).toBe(true);
  });
});
