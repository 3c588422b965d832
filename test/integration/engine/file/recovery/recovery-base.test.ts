/** What a recovery is built on: which backup, and what is done where that or the result is not whole. */
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { ownBackups } from "../../../../../main/engine/file/backups/backup-files.ts";
import { checkAtOnce } from "../../../../../main/engine/file/check.ts";
import { createMetaStore } from "../../../../../main/engine/file/database/meta.ts";
import type { FileFault } from "../../../../../main/engine/file/database/open-database.ts";
import { planDowngrade } from "../../../../../main/engine/file/recovery/downgrade.ts";
import { recoverFile } from "../../../../../main/engine/file/recovery/recovery.ts";
import { findBackups } from "../../../../../main/engine/file/recovery/recovery-files.ts";
import { createRecoveryStore } from "../../../../../main/engine/file/recovery/recovery-report.ts";
import { MIGRATIONS } from "../../../../../main/engine/file/schema/migrations.ts";
import { openCounter } from "../../../../helpers/counter-backups.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import { enter, newFolder, openPaused, type TestEngine } from "../../../../helpers/engine.ts";
import { closedFile } from "../../../../helpers/file-context.ts";

const HOUR = 3_600_000;
const MISSING: FileFault = { kind: "missing", reason: "the file is not there", isStale: true };

/** A counter with backups of one, two and three entries; the clock was set back before the third. */
async function threeBackups() {
  const counter = openCounter();
  const paths: string[] = [];
  for (const step of [0, HOUR, -100 * HOUR]) {
    counter.clock.turnTo(counter.clock.now() + step);
    counter.enter();
    paths.push((await counter.backup.create({})).path);
  }
  const { profile, clock, log } = counter;
  const file = (path: string) => closedFile(path, { profile, clock, log });
  const look = () => findBackups(file(counter.path));
  const recoverInto = (
    path: string,
    fault = MISSING,
    check?: NonNullable<Parameters<typeof recoverFile>[2]["check"]>,
  ): number => {
    const { backups, bring } = look();
    recoverFile(file(path), fault, { backups, bring, ...(check === undefined ? {} : { check }) });
    const db = new Database(path, { readonly: true });
    const entries = db.prepare<[], number>("SELECT count(*) FROM entry").pluck().get();
    db.close();
    return entries ?? 0;
  };
  return { counter, paths, look, recoverInto };
}

/** Changes a backup from outside. */
function change(path: string, sql: string): void {
  const db = new Database(path);
  db.exec(sql);
  db.close();
}

it("a recovery begins with the backup that came furthest, whatever its clock said", async () => {
  const { recoverInto } = await threeBackups();
  expect(recoverInto(join(newFolder(), "shop.sqlite"))).toBe(3);
});

it.each([
  [
    "with parts that no version made",
    "CREATE TRIGGER evil AFTER INSERT ON audit BEGIN DELETE FROM draft; END",
  ],
  ["that is damaged", "UPDATE entry SET request_body = 'another' WHERE sequence = 1"],
  ["of a version that was never made", "PRAGMA user_version = 5"],
])("a recovery passes over a backup %s", async (_, sql) => {
  const { paths, recoverInto } = await threeBackups();
  change(paths[2] ?? "", sql);
  expect(recoverInto(join(newFolder(), "shop.sqlite"))).toBe(2);
});

it("a recovery whose result is not whole takes nothing of the damaged file", async () => {
  const { counter, recoverInto } = await threeBackups();
  const path = join(newFolder(), "shop.sqlite");
  counter.enter();
  counter.db.pragma("wal_checkpoint(TRUNCATE)");
  copyFileSync(counter.path, path);
  let looked = 0;
  const entries = recoverInto(path, { kind: "damaged", reason: "as a test says", isStale: false }, (db) => {
    looked += 1;
    return looked === 1 ? { wrong: "as a test says" } : checkAtOnce(db);
  });
  expect({ looked, entries }).toEqual({ looked: 2, entries: 3 });
});

it("a downgrade passes over a backup of the newer version", async () => {
  const { counter, paths, look } = await threeBackups();
  change(paths[2] ?? "", `PRAGMA user_version = ${(MIGRATIONS.at(-1)?.version ?? 0) + 10}`);
  expect(planDowngrade(closedFile(counter.path), look()).backup.path).toBe(paths[1]);
});

it("what can't be opened is neither used nor in the way", async () => {
  const { counter, paths, look } = await threeBackups();
  writeFileSync(paths[2] ?? "", "no database");
  rmSync(paths[1] ?? "");
  expect(look().backups.map(({ path }) => path)).toEqual([paths[0]]);
  expect(counter.log.warn).not.toHaveBeenCalled();
});

async function importProducts(engine: TestEngine, id: number): Promise<void> {
  const path = join(newFolder(), "products.csv");
  writeFileSync(path, `id,name\n${id},rice\n`);
  await engine.call("referenceData.import", { kind: "product", path });
}

/** Recovers the file of a counter that posted three returns, the last one after its backup; returns its reports. */
async function recoveredFrom(withBackup: boolean) {
  const engine = await openPaused();
  for (const n of [1, 2, 3]) {
    await enter(engine, "purchaseReturn", n);
    await importProducts(engine, n);
    if (n === 2) await engine.call("backup.create", {});
  }
  await engine.close();
  const path = connectionFile(engine.profile);
  const file = new Database(path);
  const meta = createMetaStore(file);
  const [serviceUrl = "", tenantId = "", deviceId = ""] = (
    ["serviceUrl", "tenantId", "deviceId"] as const
  ).map((key) => meta.get(key) ?? "");
  file.close();
  const owner = { serviceUrl, tenantId, deviceId };
  const backups = ownBackups(join(engine.profile, "backups"), path, owner, null);
  expect(backups).toHaveLength(1);
  recoverFile(
    closedFile(path, { owner, profile: newFolder() }),
    { kind: "damaged", reason: "a page can't be read", isStale: false },
    { backups: withBackup ? backups : [], bring: ({ path: there }) => there },
  );
  const db = new Database(path, { readonly: true });
  onTestFinished(() => void db.close());
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
  const reports = createRecoveryStore(db)
    .list()
    .map(({ details }) => JSON.parse(details));
  return { reports, entries: count("entry"), products: count("product"), imports: count("import_log") };
}

it("a damaged file adds to a backup what came since, and confirms what the backup has", async () => {
  expect((await recoveredFrom(true)).reports).toMatchObject([
    { base: "backup", fileReadable: true, entries: { all: 3, added: 1, confirmedByFile: 2 }, lost: [] },
  ]);
});

it("a damaged file is never built upon itself, also where it can be read whole and there is no backup", async () => {
  expect((await recoveredFrom(false)).reports).toMatchObject([
    { base: "none", fileReadable: true, entries: { all: 3, added: 3, confirmedByFile: 0 }, lost: [] },
  ]);
});

it.each([
  ["a backup", true, 2],
  ["no backup", false, 0],
] as const)(
  "takes entries of a damaged file and no reference data, which %s has",
  async (_, withBackup, products) => {
    expect(await recoveredFrom(withBackup)).toMatchObject({ entries: 3, products, imports: products });
  },
);

it("where neither a file nor a backup nor a high-water mark is left, nothing is named as lost, and more may be lacking", () => {
  const path = join(newFolder(), "shop.sqlite");
  recoverFile(closedFile(path), MISSING, { backups: [], bring: () => "" });
  const db = new Database(path, { readonly: true });
  onTestFinished(() => void db.close());
  expect(
    createRecoveryStore(db)
      .list()
      .map(({ details }) => JSON.parse(details)),
  ).toMatchObject([
    { base: "none", lost: [], mayLackMore: true, entries: { all: 0, added: 0, confirmedByFile: 0, held: 0 } },
  ]);
});
