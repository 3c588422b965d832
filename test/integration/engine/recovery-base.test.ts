/** What a recovery is built on: which backup, and what is done where that or the result is not whole. */
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { type FileTrouble, recoverFile } from "../../../main/engine/services/recovery.ts";
import { findBackups } from "../../../main/engine/services/recovery-backups.ts";
import { planStepBack } from "../../../main/engine/services/step-back.ts";
import { checkAtOnce } from "../../../main/engine/store/check.ts";
import { MIGRATIONS } from "../../../main/engine/store/migrations/index.ts";
import { createRecoveryStore } from "../../../main/engine/store/recovery.ts";
import { openCounter } from "../../helpers/counter-backups.ts";
import { newFolder } from "../../helpers/engine.ts";

const HOUR = 3_600_000;
const MISSING: FileTrouble = { kind: "missing", reason: "the file is not there", isStale: true };

/** A counter with backups of one, two and three entries; the clock was set back before the third. */
async function threeBackups() {
  const counter = openCounter();
  const paths: string[] = [];
  for (const step of [0, HOUR, -100 * HOUR]) {
    counter.clock.turnTo(counter.clock.now() + step);
    counter.enter();
    paths.push((await counter.backup.create({})).path);
  }
  const places = {
    ...{
      ownFolder: join(counter.profile, "backups"),
      secondFolder: null,
      owner: counter.owner,
      thread: null,
    },
  };
  const look = () =>
    findBackups({ path: counter.path, backups: places, sqliteBinding: null, log: counter.log });
  const recoverInto = (path: string, fields: Partial<Parameters<typeof recoverFile>[0]> = {}): number => {
    const { backups, bring } = look();
    recoverFile({
      owner: counter.owner,
      path,
      trouble: MISSING,
      backups,
      bring,
      sqliteBinding: null,
      now: counter.clock.now(),
      actor: { userId: 501, deviceId: counter.owner.deviceId },
      log: counter.log,
      ...fields,
    });
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

it("a recovery passes over a backup with parts that no version made", async () => {
  const { paths, recoverInto } = await threeBackups();
  change(paths[2] ?? "", "CREATE TRIGGER evil AFTER INSERT ON audit BEGIN DELETE FROM draft; END");
  expect(recoverInto(join(newFolder(), "shop.sqlite"))).toBe(2);
});

it("a recovery passes over a backup that is damaged", async () => {
  const { paths, recoverInto } = await threeBackups();
  change(paths[2] ?? "", "UPDATE entry SET request_body = 'another' WHERE sequence = 1");
  expect(recoverInto(join(newFolder(), "shop.sqlite"))).toBe(2);
});

it("a recovery whose result is not whole takes nothing of the damaged file", async () => {
  const { counter, recoverInto } = await threeBackups();
  const path = join(newFolder(), "shop.sqlite");
  counter.enter();
  counter.db.pragma("wal_checkpoint(TRUNCATE)");
  copyFileSync(counter.path, path);
  let looked = 0;
  const entries = recoverInto(path, {
    trouble: { kind: "damaged", reason: "as a test says", isStale: false },
    check: (db) => {
      looked += 1;
      return looked === 1 ? { wrong: "as a test says" } : checkAtOnce(db);
    },
  });
  expect({ looked, entries }).toEqual({ looked: 2, entries: 3 });
});

it("a step back passes over a backup of the newer version", async () => {
  const { counter, paths, look } = await threeBackups();
  change(paths[2] ?? "", `PRAGMA user_version = ${(MIGRATIONS.at(-1)?.version ?? 0) + 10}`);
  const { ownFirst, bring } = look();
  const parts = { path: counter.path, backups: ownFirst, bring, sqliteBinding: null };
  expect(planStepBack(parts).backup.path).toBe(paths[1]);
});

it("what can't be opened is neither used nor in the way", async () => {
  const { counter, paths, look } = await threeBackups();
  writeFileSync(paths[2] ?? "", "no database");
  rmSync(paths[1] ?? "");
  expect(look().backups.map(({ path }) => path)).toEqual([paths[0]]);
  expect(counter.log.warn).not.toHaveBeenCalled();
});

it("where neither a file nor a backup nor a witness is left, nothing is named as lost, and more may be lacking", () => {
  const counter = openCounter();
  const path = join(newFolder(), "shop.sqlite");
  recoverFile({
    owner: counter.owner,
    path,
    trouble: MISSING,
    backups: [],
    bring: () => "",
    sqliteBinding: null,
    now: counter.clock.now(),
    actor: { userId: 501, deviceId: counter.owner.deviceId },
    log: counter.log,
  });
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
