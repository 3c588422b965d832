/** The hot queries use their indexes: a shop's outbox only grows. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { createEntryStore } from "../../../../main/engine/core/outbox/entries.ts";
import { createSummaryStore } from "../../../../main/engine/core/outbox/summary.ts";
import { openDatabase } from "../../../../main/engine/file/database/open-database.ts";
import { migrate } from "../../../../main/engine/file/schema/migrations.ts";
import { createDayReads } from "../../../../main/engine/subjects/reports/day-reads.ts";
import { newFolder } from "../../../helpers/engine.ts";

/** Every statement that the stores prepare, by what they really prepare and not by a copy of it. */
function preparedStatements(): { sql: string[]; planOf: (sql: string) => string[] } {
  const db = openDatabase(join(newFolder(), "plans.sqlite"), null);
  migrate(db);
  const sql: string[] = [];
  const recording = new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === "prepare") sql.push(String(args[0]));
        return Reflect.apply(value, target, args);
      };
    },
  });
  createEntryStore(recording);
  createSummaryStore(recording);
  createDayReads(recording);
  const planOf = (statement: string): string[] => {
    const parameters = statement.match(/\?/g)?.map(() => 1) ?? [];
    const named = Object.fromEntries([...statement.matchAll(/@(\w+)/g)].map((match) => [match[1], 1]));
    const explained = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`);
    return explained
      .all(...parameters, ...(Object.keys(named).length > 0 ? [named] : []))
      .map((row) => row.detail);
  };
  return { sql, planOf };
}

const { sql, planOf } = (() => {
  let made: ReturnType<typeof preparedStatements> | null = null;
  const get = () => {
    made ??= preparedStatements();
    return made;
  };
  return { sql: () => get().sql, planOf: (statement: string) => get().planOf(statement) };
})();

const find = (what: RegExp): string => {
  const found = sql().filter((statement) => what.test(statement));
  if (found.length !== 1) throw new Error(`${found.length} statements are like ${what}`);
  return found[0] ?? "";
};

describe("the plan of", () => {
  it.each([
    [
      "claim",
      /FROM entry AS e INDEXED BY entry_due(?![\s\S]*e\.kind IN)/,
      [
        /SEARCH e USING INDEX entry_due \(next_attempt_at</,
        /SEARCH b USING (COVERING )?INDEX entry_unsettled_by_key \(ordering_key=\? AND sequence<\?\)/,
      ],
    ],
    [
      "claim of what converges",
      /FROM entry AS e INDEXED BY entry_due[\s\S]*e\.kind IN/,
      [
        /SEARCH e USING INDEX entry_due \(next_attempt_at</,
        /SEARCH b USING (COVERING )?INDEX entry_unsettled_by_key \(ordering_key=\? AND sequence<\?\)/,
      ],
    ],
    ["status: what was asked to wait for long", /entry_asked_long/, [/entry_asked_long/]],
    ["what waits by consent", /by_consent = 1 RETURNING/, [/entry_by_consent/]],
    [
      "next due",
      /^SELECT next_attempt_at FROM entry/,
      [/SEARCH entry USING INDEX entry_due \(next_attempt_at>\?\)/],
    ],
    [
      "list",
      /^SELECT \* FROM entry WHERE sequence < \?/,
      [/SEARCH entry USING INTEGER PRIMARY KEY \(rowid<\?\)/],
    ],
    ["status: a count", /FROM entry_count/, [/SEARCH entry_count USING PRIMARY KEY \(state=\?\)/]],
    [
      "status: the oldest",
      /^SELECT sequence, created_at FROM entry INDEXED BY entry_by_state WHERE state/,
      [/SEARCH entry USING INDEX entry_by_state \(state=\?\)/],
    ],
    [
      "status: the last confirmed",
      /^SELECT max\(ended_at\)/,
      [/SEARCH attempt USING INDEX attempt_accepted/],
    ],
    ["status: what was tried often", /attempts >= 10$/, [/entry_tried_often/]],
    [
      "an entry by its id",
      /FROM entry WHERE entry_id = \?/,
      [/SEARCH entry USING INDEX sqlite_autoindex_entry_1 \(entry_id=\?\)/],
    ],
    [
      "the attempts of an entry",
      /^SELECT \* FROM attempt WHERE sequence/,
      [/SEARCH attempt USING INDEX attempt_by_entry \(sequence=\?\)/],
    ],
    [
      "what was in flight",
      /^SELECT \* FROM entry WHERE state = 'in_flight'/,
      [/SEARCH entry USING INDEX entry_by_state \(state=\?\)/],
    ],
    [
      "unsent value",
      /^SELECT sequence, ordering_key, kind, currency_id, local_amount/,
      [/SEARCH entry USING INDEX entry_by_state \(state=\?\)/],
    ],
    [
      "a day's answer times",
      /^SELECT ended_at - started_at/,
      [/SEARCH attempt USING INDEX attempt_accepted \(ended_at>\? AND ended_at<\?\)/],
    ],
    [
      "a day's entries",
      /FROM entry INDEXED BY entry_by_time\s+WHERE created_at >= \? AND created_at < \?/,
      [/SEARCH entry USING INDEX entry_by_time \(created_at>\? AND created_at<\?\)/],
    ],
    [
      "who entered a day's entries",
      /AS entry_id, user_id FROM audit/,
      [/SEARCH audit USING INDEX audit_by_time \(at>\? AND at<\?\)/],
    ],
    [
      "a day's decisions",
      /FROM audit AS a INDEXED BY audit_by_time/,
      [
        /SEARCH a USING INDEX audit_by_time \(at>\? AND at<\?\)/,
        /SEARCH e USING INDEX sqlite_autoindex_entry_1 \(entry_id=\?\)/,
      ],
    ],
    [
      "unknown outcomes",
      /^SELECT entry_id, kind, subject, serial_no/,
      [/SEARCH entry USING INDEX entry_by_state \(state=\?\)/],
    ],
  ] as const)("%s uses its index and sorts nothing", (_name, what, lines) => {
    const plan = planOf(find(what));
    for (const line of lines)
      expect(
        plan.some((detail) => line.test(detail)),
        plan.join("\n"),
      ).toBe(true);
    // A partial index that holds nothing else may be read whole; a table may not.
    for (const detail of plan) expect(detail).not.toMatch(/^SCAN (?!.*USING (COVERING )?INDEX)/);
    expect(plan.join("\n")).not.toMatch(/TEMP B-TREE/);
  });

  it("list by state searches by state and never reads the whole table", () => {
    const plan = planOf(find(/INDEXED BY entry_by_state WHERE state = \? AND sequence < \?/));
    expect(plan.join("\n")).toMatch(
      /SEARCH entry USING COVERING INDEX entry_by_state \(state=\? AND sequence<\?\)/,
    );
    expect(plan.filter((detail) => /^SCAN entry/.test(detail))).toEqual([]);
  });

  it("every statement is one that SQLite can plan", () => {
    expect(sql().length).toBeGreaterThan(20);
    for (const statement of sql()) expect(() => planOf(statement), statement).not.toThrow();
  });
});

it("counts of states stay true through every change", () => {
  const db = new Database(":memory:");
  migrate(db);
  const insert = db.prepare(
    `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, request_body, request_hash, state, subject, created_at, changed_at)
     VALUES (?, 'k', 'k', 1, '', '', ?, '', 1, 1)`,
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
