/** Tells what was recovered, and takes the one decision that a restored backup asks for. */

import type { Call } from "../../../../contract/call.ts";
import {
  type RecoveryDetails,
  type RecoveryReport,
  recoveryDetails,
} from "../../../../contract/channels/recovery.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import type { EntryState } from "../../../../contract/entry-states.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { HeldReason } from "../../../../contract/reasons/entry-problem.ts";
import type { OpenFile } from "../../core/context.ts";
import { writtenProblem } from "../../core/outbox/entry-rows.ts";
import type { Db } from "../database/open-database.ts";
import type { entryTable, recoveryEntryTable, recoveryTable } from "../schema/entries.ts";
import type { Row } from "../schema/table.ts";

// The record of recoveries: what was done with the file, and what became of each entry by it.

type RecoveryRow = Row<typeof recoveryTable>;
type RecoveryKind = RecoveryRow["kind"];
type RecoveryDecision = NonNullable<RecoveryRow["decision"]>;

type OfRecovery = Pick<
  Row<typeof recoveryEntryTable>,
  "sequence" | "origin" | "state_before" | "state_after" | "reason"
>;
interface RecoveryEntryRow
  extends OfRecovery,
    Pick<Row<typeof entryTable>, "entry_id" | "serial_no" | "kind" | "subject" | "state"> {}

type RecoveryStore = ReturnType<typeof createRecoveryStore>;

/** What a report says where no rows were looked for in a damaged file. */
export const NOTHING_SALVAGED = {
  aside: null,
  backup: null,
  fileReadable: false,
  entries: { all: 0, added: 0, confirmedByFile: 0, held: 0 },
  lost: [],
  mayLackMore: false,
  audit: { added: 0, apart: 0 },
  tables: [],
  rowsApart: 0,
  wrongRows: 0,
} satisfies Omit<RecoveryDetails, "base">;

export function createRecoveryStore(db: Db) {
  const insert = db.prepare("INSERT INTO recovery (at, kind, reason, details) VALUES (?, ?, ?, ?)");
  const describe = db.prepare("UPDATE recovery SET details = ? WHERE recovery_id = ?");
  const list = db.prepare<[], RecoveryRow>("SELECT * FROM recovery ORDER BY recovery_id DESC LIMIT 50");
  const byId = db.prepare<[number], RecoveryRow>("SELECT * FROM recovery WHERE recovery_id = ?");
  const undecided = db.prepare<[], RecoveryRow>(
    "SELECT * FROM recovery WHERE kind = 'restored' AND decision IS NULL ORDER BY recovery_id LIMIT 1",
  );
  const entries = db.prepare<[number, number], RecoveryEntryRow>(
    `SELECT r.sequence, e.entry_id, e.serial_no, e.kind, e.subject, r.origin, r.state_before, r.state_after, e.state, r.reason
     FROM recovery_entry AS r JOIN entry AS e ON e.sequence = r.sequence
     WHERE r.recovery_id = ? ORDER BY r.held DESC, r.sequence DESC LIMIT ?`,
  );
  const counts = db.prepare<[number], { origin: string; reason: string | null; n: number }>(
    "SELECT origin, reason, count(*) AS n FROM recovery_entry WHERE recovery_id = ? GROUP BY 1, 2",
  );
  const put = db.prepare(
    `INSERT INTO recovery_entry (recovery_id, sequence, origin, state_before, state_after, reason, held)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const keepRow = db.prepare("INSERT INTO recovery_row (recovery_id, source, row) VALUES (?, ?, ?)");
  const makeUnknown = db.prepare(
    "UPDATE entry SET state = 'outcome_unknown', next_attempt_at = 0, last_error = ?, changed_at = max(changed_at, ?) WHERE sequence = ?",
  );
  const endAttempts = db.prepare(
    `UPDATE attempt SET ended_at = ?, outcome = 'interrupted', detail = ?, counted = 1
     WHERE sequence = ? AND ended_at IS NULL`,
  );
  const decide = db.prepare("UPDATE recovery SET decision = ?, decided_at = ? WHERE recovery_id = ?");
  const seen = db.prepare("UPDATE recovery SET seen_at = ? WHERE recovery_id = ? AND seen_at IS NULL");
  const waiting = db.prepare<[number], { sequence: number; state: EntryState }>(
    `SELECT e.sequence, e.state FROM recovery_entry AS r JOIN entry AS e ON e.sequence = r.sequence
     WHERE r.recovery_id = ? AND r.reason IS NULL AND r.held = 1 AND e.state IN ('pending','retry_wait','dead_letter')`,
  );
  const release = db.prepare(
    "UPDATE recovery_entry SET held = 0 WHERE recovery_id = ? AND sequence = ? AND reason IS NULL",
  );
  const giveReason = db.prepare(
    "UPDATE recovery_entry SET reason = ?, state_after = 'outcome_unknown' WHERE recovery_id = ? AND sequence = ?",
  );

  return {
    insert: (at: number, kind: RecoveryKind, reason: string, details: unknown): number =>
      Number(insert.run(at, kind, reason, JSON.stringify(details)).lastInsertRowid),
    describe: (recoveryId: number, details: unknown): void =>
      void describe.run(JSON.stringify(details), recoveryId),
    list: (): RecoveryRow[] => list.all(),
    byId: (recoveryId: number): RecoveryRow | undefined => byId.get(recoveryId),
    /** A restored backup of which nobody has said yet what became of the old counter. */
    undecided: (): RecoveryRow | undefined => undecided.get(),
    /** Those that ask for a decision first, each newest first. */
    entries: (recoveryId: number, limit: number): RecoveryEntryRow[] => entries.all(recoveryId, limit),
    counts: (recoveryId: number) => counts.all(recoveryId),
    put: (
      recoveryId: number,
      sequence: number,
      entry: Pick<RecoveryEntryRow, "origin" | "state_before" | "state_after" | "reason"> & { held: boolean },
    ): void =>
      void put.run(
        recoveryId,
        sequence,
        entry.origin,
        entry.state_before,
        entry.state_after,
        entry.reason,
        Number(entry.held),
      ),
    keepRow: (recoveryId: number, source: string, row: unknown): void =>
      void keepRow.run(recoveryId, source, JSON.stringify(row)),
    /** From here on only a person sends it. */
    makeUnknown(sequence: number, reason: HeldReason, now: number): void {
      const problem = writtenProblem({ code: reason, params: {} });
      makeUnknown.run(problem, now, sequence);
      endAttempts.run(now, problem, sequence);
    },
    /** What waits for the decision about a restored backup. */
    waiting: (recoveryId: number) => waiting.all(recoveryId),
    release: (recoveryId: number, sequence: number): void => void release.run(recoveryId, sequence),
    giveReason: (recoveryId: number, sequence: number, reason: HeldReason): void =>
      void giveReason.run(reason, recoveryId, sequence),
    decide: (recoveryId: number, decision: RecoveryDecision, now: number): void =>
      void decide.run(decision, now, recoveryId),
    seen: (recoveryId: number, now: number): void => void seen.run(now, recoveryId),
  };
}

type Reports = ChannelOutput<"recovery.report">;

const LISTED = 500;

const needsDecision = ({ kind, decision }: RecoveryRow): boolean => kind === "restored" && decision === null;

const iso = (at: number): string => new Date(at).toISOString();

/** `decided` is called after the decision is on disk. */
export function createRecoveryReportService(
  { db, clock, record, own }: Pick<OpenFile, "db" | "clock" | "record" | "own">,
  store: RecoveryStore,
  decided: () => void,
) {
  const reportOf = (row: RecoveryRow, limit: number): RecoveryReport => ({
    recoveryId: row.recovery_id,
    at: iso(row.at),
    kind: row.kind,
    reason: row.reason,
    details: recoveryDetails.parse(JSON.parse(row.details)),
    decision: row.decision,
    needsDecision: needsDecision(row),
    waiting: needsDecision(row) ? store.waiting(row.recovery_id).length : 0,
    seen: row.seen_at !== null,
    entries: store.entries(row.recovery_id, limit).map((entry) => ({
      entryId: entry.entry_id,
      sequence: entry.sequence,
      serialNo: entry.serial_no,
      kind: entry.kind,
      subject: entry.subject,
      origin: entry.origin,
      stateBefore: entry.state_before,
      stateAfter: entry.state_after,
      state: entry.state,
      reason: entry.reason,
    })),
  });
  const report = (input: ParsedInput<"recovery.report"> = {}): Reports => ({
    reports: store.list().map((row) => reportOf(row, input.limit ?? LISTED)),
  });
  const existing = (recoveryId: number): RecoveryRow => {
    const row = store.byId(recoveryId);
    if (row === undefined)
      throw new CountersideError("not_found", { reason: "recovery", field: "recoveryId", recoveryId });
    return row;
  };

  return {
    report,
    /** The profile's own file was made anew; this connection's was found by what it says of itself. */
    noteProfile({
      reason,
      aside,
      connections,
    }: {
      reason: string;
      aside: string | null;
      connections: number;
    }): void {
      const details: RecoveryDetails = { ...NOTHING_SALVAGED, aside, base: "file" };
      db.transaction(() => {
        const recoveryId = store.insert(clock.now(), "profile", reason, details);
        record({ actor: own }, "storage.recovered", "profile", { recoveryId, reason, aside, connections });
      }).immediate();
    },
    seen({ recoveryId }: ParsedInput<"recovery.seen">): Reports {
      store.seen(existing(recoveryId).recovery_id, clock.now());
      return report();
    },
    /** Until this is said, nothing of a restored backup is sent. */
    decide(call: Call, { recoveryId, oldCounter }: ParsedInput<"recovery.decide">): Reports {
      const now = clock.now();
      db.transaction(() => {
        const row = existing(recoveryId);
        if (!needsDecision(row))
          throw new CountersideError("wrong_state", { reason: "nothing_to_decide", field: "recoveryId" });
        const waiting = store.waiting(recoveryId);
        for (const { sequence } of waiting) {
          if (oldCounter === "not_used_since") store.release(recoveryId, sequence);
          else {
            store.giveReason(recoveryId, sequence, "may_have_been_sent");
            store.makeUnknown(sequence, "may_have_been_sent", now);
          }
        }
        store.decide(recoveryId, oldCounter, now);
        store.seen(recoveryId, now);
        record(call, "restored.decided", String(recoveryId), { oldCounter, entries: waiting.length });
      }).immediate();
      decided();
      return report();
    },
  };
}
