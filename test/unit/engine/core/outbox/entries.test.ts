/** What the owner's consent to send unknown outcomes again reaches, and when the next try is shown. */

import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { NOBODY } from "../../../../../contract/call.ts";
import { createEntryStore } from "../../../../../main/engine/core/outbox/entries.ts";
import type { LoopState } from "../../../../../main/engine/core/sync/loop.ts";
import { NOT_CONNECTED, statusOf } from "../../../../../main/engine/core/sync/status.ts";
import { createRecoveryStore } from "../../../../../main/engine/file/recovery/recovery-report.ts";
import { migrate } from "../../../../../main/engine/file/schema/migrations.ts";
import { START } from "../../../../helpers/clock.ts";

function openStore() {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  migrate(db);
  const entries = createEntryStore(db);
  const enter = (n: number): number =>
    entries.insert(
      {
        entry_id: `00000000-0000-4000-8000-00000000000${n}`,
        kind: "purchaseReturn",
        ordering_key: `purchaseReturn ${n}`,
        tenant_id: 7001,
        serial_no: `7a0c4e50-0000-4000-8000-00000000000${n}`,
        request_body: "{}",
        request_hash: "",
        subject: "",
        currency_id: null,
        local_amount: null,
        created_at: START,
        corrects_entry_id: null,
      },
      { userId: 501, ...NOBODY },
    );
  return { db, entries, enter };
}

it("the owner's consent releases an unknown outcome, and none that a recovery holds for a person's decision", () => {
  const { db, entries, enter } = openStore();
  const [free, held, released] = [enter(1), enter(2), enter(3)];
  const recovery = createRecoveryStore(db);
  const recoveryId = recovery.insert(START, "restored", "a backup", {});
  for (const sequence of [free, held, released])
    db.prepare(
      "UPDATE entry SET state = 'outcome_unknown', last_outcome = 'answer_lost' WHERE sequence = ?",
    ).run(sequence);
  for (const sequence of [held, released])
    recovery.put(recoveryId, sequence, {
      origin: "backup",
      state_before: "retry_wait",
      state_after: "outcome_unknown",
      reason: null,
      held: true,
    });
  recovery.release(recoveryId, released);
  const sequences = entries.releaseUnknown(START).map(({ sequence }) => sequence);
  expect(sequences.sort()).toEqual([free, released]);
  expect(entries.bySequence(held)?.state).toBe("outcome_unknown");
});

it("the next try is that of the entry, or the later wait for the service, and not at all while held", () => {
  const { entries, enter, db } = openStore();
  db.prepare("UPDATE entry SET state = 'retry_wait', next_attempt_at = ? WHERE sequence = ?").run(
    START + 3_000,
    enter(1),
  );
  const up: LoopState = {
    connectivity: { kind: "up", failures: 0, ramp: null },
    sending: { width: 1, serviceTrouble: null },
    hold: "none",
    lastContactAt: null,
    clockDriftMs: null,
    inFlight: 0,
  };
  const next = (loop: LoopState) => statusOf(loop, entries, START).nextAttemptAt;
  expect(next(up)).toBe("2026-03-01T08:00:03.000Z");
  const down = { kind: "down", since: START, failures: 1, until: START + 7_000 } as const;
  expect(next({ ...up, connectivity: down })).toBe("2026-03-01T08:00:07.000Z");
  expect(next({ ...up, hold: "paused" })).toBeNull();
});

it("without a connection nothing is counted as held", () => {
  expect(Object.values(NOT_CONNECTED.counts)).toEqual([0, 0, 0, 0, 0]);
  expect(NOT_CONNECTED.needsAttention).toBe(0);
});

it("an unknown outcome, a dead letter and a tenth try each need attention", () => {
  const { db, entries, enter } = openStore();
  enter(1);
  expect(entries.needingAttention()).toBe(0);
  const set = db.prepare("UPDATE entry SET state = ?, attempts = ? WHERE sequence = ?");
  set.run("outcome_unknown", 1, enter(2));
  expect(entries.needingAttention()).toBe(1);
  set.run("dead_letter", 1, enter(3));
  expect(entries.needingAttention()).toBe(2);
  set.run("retry_wait", 9, enter(4));
  expect(entries.needingAttention()).toBe(2);
  set.run("retry_wait", 10, enter(5));
  expect(entries.needingAttention()).toBe(3);
});

it("entries are listed newest first, each on one page only, with states and without", () => {
  const { entries, enter } = openStore();
  const sequences = [1, 2, 3].map(enter);
  for (const filter of [{}, { states: ["pending", "dead_letter"] as const }]) {
    const page = (before: number) =>
      entries
        .list({ ...filter, states: filter.states && [...filter.states] }, before, 2)
        .map(({ sequence }) => sequence);
    expect([page(Number.MAX_SAFE_INTEGER), page(sequences[1] ?? 0)]).toEqual([
      sequences.slice(1).reverse(),
      sequences.slice(0, 1),
    ]);
  }
});
