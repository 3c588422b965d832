/** The kept counts of the outbox's states, and what the file itself refuses. */
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../../../../main/engine/file/schema/migrations.ts";

it("counts of states stay true through every change", () => {
  const db = new Database(":memory:");
  migrate(db);
  const insert = db.prepare(
    `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, request_body, request_hash, state, subject, created_at, changed_at, user_id)
     VALUES (?, 'k', 'k', 1, '', '', ?, '', 1, 1, 501)`,
  );
  const states = [
    "pending",
    "in_flight",
    "retry_wait",
    "outcome_unknown",
    "dead_letter",
    "confirmed",
    "discarded",
  ];
  for (let n = 0; n < 70; n += 1) insert.run(String(n), states[n % 7]);
  for (let n = 1; n <= 70; n += 3)
    db.prepare("UPDATE entry SET state = ? WHERE sequence = ?").run(states[(n * 5) % 7], n);
  const counted = db.prepare("SELECT state, n FROM entry_count WHERE n > 0 ORDER BY state").all();
  expect(counted).toEqual(
    db.prepare("SELECT state, count(*) AS n FROM entry GROUP BY state ORDER BY state").all(),
  );
  for (const change of ["DELETE FROM entry", "DELETE FROM audit", "UPDATE audit SET subject = 'x'"]) {
    db.prepare("INSERT OR IGNORE INTO audit VALUES (1, 1, 1, '', '', '', '', '', '')").run();
    expect(() => db.exec(change)).toThrow(/never deleted|append-only/);
  }
  db.close();
});
