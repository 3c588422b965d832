/** Tells what was recovered, and takes the one decision that a restored backup asks for. */
import type { Call } from "../../../../contract/call.ts";
import {
  type RecoveryDetails,
  type RecoveryReport,
  recoveryDetails,
} from "../../../../contract/channels/recovery.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import type { OpenFile } from "../../core/context.ts";
import type { RecoveryRow, RecoveryStore } from "./recovery-rows.ts";

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
      throw new CountersideError("not_found", "recoveryId: there was no such recovery", {
        field: "recoveryId",
        recoveryId,
      });
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
      const details: RecoveryDetails = {
        aside,
        base: "file",
        backup: null,
        fileReadable: false,
        lost: [],
        mayLackMore: false,
        entries: { all: 0, added: 0, confirmedByFile: 0, held: 0 },
        audit: { added: 0, apart: 0 },
        tables: [],
        rowsApart: 0,
      };
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
          throw new CountersideError("wrong_state", "recoveryId: this recovery asks for no decision", {
            field: "recoveryId",
            decision: row.decision,
          });
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
