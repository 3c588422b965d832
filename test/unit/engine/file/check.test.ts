import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { NOBODY } from "../../../../contract/call.ts";
import { type AuditRow, auditHash, createAuditStore } from "../../../../main/engine/core/audit.ts";
import { verifyCopy } from "../../../../main/engine/file/backups/backup-copy.ts";
import { checkAtOnce } from "../../../../main/engine/file/check.ts";
import type { Db } from "../../../../main/engine/file/database/open-database.ts";
import { openCounter } from "../../../helpers/counter-backups.ts";

let db: Db;
beforeEach(() => {
  const counter = openCounter();
  counter.enter();
  db = counter.db;
  const audit = createAuditStore(db);
  for (const subject of ["a", "b", "c"])
    audit.append({ userId: 1, deviceId: "d", ...NOBODY }, 0, "backup.created", subject, {});
  db.exec("DROP TRIGGER audit_no_update; DROP TRIGGER audit_no_delete");
});

const wrong = (): string | null => {
  const found = checkAtOnce(db);
  return "wrong" in found ? found.wrong : null;
};

/** Writes the last row of the record otherwise, with a hash that fits what it says. */
function forgeLast(changed: Partial<AuditRow>): void {
  const last = db.prepare<[], AuditRow>("SELECT * FROM audit ORDER BY sequence DESC LIMIT 1").get();
  if (last === undefined) throw new Error("no record");
  const row = { ...last, ...changed };
  db.prepare("DELETE FROM audit WHERE sequence = ?").run(last.sequence);
  db.prepare(
    `INSERT INTO audit VALUES (@sequence, @at, @user_id, @device_id, @action, @subject, @details, @previous_hash, @hash)`,
  ).run({ ...row, hash: auditHash(row) });
}

it("a file that nothing was done to is whole", () => {
  expect(checkAtOnce(db)).toMatchObject({ entries: 1, auditHead: { sequence: 3 } });
});

it.each<[string, () => void]>([
  ["a number is left out", () => forgeLast({ sequence: 4 })],
  ["a row is bound to another", () => forgeLast({ previous_hash: "f".repeat(64) })],
  ["a row says something else", () => void db.exec("UPDATE audit SET subject = 'x' WHERE sequence = 2")],
  ["a row is gone", () => void db.exec("DELETE FROM audit WHERE sequence = 2")],
])("the record of acts breaks where %s", (_, change) => {
  change();
  expect(wrong()).toMatch("the audit's chain breaks at");
});

it("a row of the record whose text is longer than the program writes is wrong, though its hash fits", () => {
  forgeLast({ subject: "x".repeat(200_000) });
  expect(wrong()).toBe("audit: what it holds as subject can't be");
});

it("large bodies are looked at one by one: a check takes the memory of one of them", () => {
  const body = "x".repeat(8_000_000);
  const put = db.prepare(
    `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, request_body, request_hash, state, subject,
       created_at, changed_at, user_id) VALUES (?, 'purchaseReturn', 'k', 1, ?, ?, 'pending', 's', 0, 0, 501)`,
  );
  for (let n = 0; n < 20; n += 1) put.run(`large ${n}`, body, hash("sha256", body));
  db.pragma("wal_checkpoint(TRUNCATE)");
  const source = (name: string): string =>
    JSON.stringify(new URL(`../../../../main/engine/file/${name}`, import.meta.url).href);
  const check = `const { checkAtOnce } = await import(${source("check.ts")});
    const { openToRead } = await import(${source("database/open-database.ts")});
    console.log(JSON.stringify(checkAtOnce(openToRead(${JSON.stringify(db.name)}, null))));`;
  const child = ["--max-old-space-size=100", "--input-type=module", "--eval", check];
  expect(JSON.parse(execFileSync(process.execPath, child, { encoding: "utf8" }))).toMatchObject({
    entries: 21,
  });
});

it("a file without one of its tables is not whole", () => {
  db.exec("DROP TABLE audit");
  expect(wrong()).toBe("the table audit is missing");
});

it("a file with more products than were counted is not whole", () => {
  db.exec("UPDATE product_count SET n = n + 1 WHERE deleted = 0");
  expect(wrong()).toBe("there are not as many products as were counted");
});

it.each([
  [{ version: 5 }, { of: "schema", expected: 5 }],
  [{ entries: 2 }, { of: "entries", found: 1, expected: 2 }],
  [{ audit: 4 }, { of: "audit", found: 3, expected: 4 }],
])("a copy that lacks what the file held is thrown away: %j", (expected, lacks) => {
  const version = Number(db.pragma("user_version", { simple: true }));
  db.pragma("wal_checkpoint(TRUNCATE)");
  const run = verifyCopy(db.name, null, { version, entries: 1, audit: 3, ...expected }, true);
  expect(() => {
    while (run.next().done !== true);
  }).toThrow(expect.objectContaining({ details: expect.objectContaining(lacks) }));
});
