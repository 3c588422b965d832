/** Everything that runs while a connection (service and tenant) is open: its stores, its loop, its services. */

import type { Connection, Policy } from "../../../contract/channels/connection.ts";
import type { ParsedInput } from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/reply.ts";
import { deviceId, tenantId, userId } from "../../../contract/values.ts";
import type { RecordAct } from "../core/activity/audit.ts";
import { type AuditAction, createAuditStore } from "../core/activity/audit.ts";
import { createAuditExportService } from "../core/activity/audit-export.ts";
import { createAuditListService } from "../core/activity/audit-list.ts";
import { openAnswerNotes } from "../core/outbox/answer-notes.ts";
import { createAnswerStore } from "../core/outbox/answers.ts";
import { createConsents } from "../core/outbox/consents.ts";
import { createDocumentStore } from "../core/outbox/documents.ts";
import { createEntryStore } from "../core/outbox/entries.ts";
import { createKeptFileStore } from "../core/outbox/kept-files.ts";
import { createOutboxService } from "../core/outbox/outbox.ts";
import { createPostedDraftStore } from "../core/outbox/posted-drafts.ts";
import { createPostingStore } from "../core/outbox/posting.ts";
import { createSummaryStore } from "../core/outbox/summary.ts";
import type { UnsentClaims } from "../core/outbox/unsent-claims.ts";
import { createRemoteClient } from "../core/remote/client.ts";
import { createLanes } from "../core/remote/lanes.ts";
import { createSyncLoop } from "../core/sync/loop.ts";
import { createSessionEvents } from "../core/sync/session-events.ts";
import { createSettle, recoverInterrupted } from "../core/sync/settle.ts";
import { statusOf } from "../core/sync/status.ts";
import { createMetaStore } from "../file/database/meta.ts";
import type { GuardedClock } from "../file/guarded-clock.ts";
import { createKnownStatus } from "../file/known-status.ts";
import { logThreadBeside } from "../file/log-keeping.ts";
import { openMaintenance } from "../file/maintenance.ts";
import type { OpenedFile } from "../file/open-file.ts";
import { tookOverAudit } from "../file/recovery/high-water-mark.ts";
import { putBack } from "../file/recovery/put-back.ts";
import { createReferenceDataService } from "../import/run/reference-data.ts";
import { createNameStore } from "../mirror/lists/names.ts";
import type { Emit } from "../ports.ts";
import { createDraftService } from "../subjects/drafts/drafts.ts";
import type { PostingContext } from "../subjects/posting-context.ts";
import { knownRestores } from "../subjects/restores/restore-record.ts";
import { createUnknownService } from "../subjects/unknown/unknown-match.ts";
import { createVoucherStore } from "../subjects/vouchers/vouchers.ts";
import { onStorageFailure, type SessionDeps, seenOf } from "./session-deps.ts";
import { openServices } from "./session-services.ts";

/** How many requests may be under way at a time, each on its own kept-alive connection. */
export const PARALLEL_SENDS = 8;

/** What the search lacks is made soon after the start, but not while everything else opens. */
const CATCH_UP_AFTER_MS = 8_000;

export type Session = ReturnType<typeof startSession>;

/** Recovers what was interrupted and starts the loop. Calls `unclaim` when it is closed, not when it throws. */
export function startSession(
  deps: SessionDeps,
  { db, recovered: brought }: OpenedFile,
  clock: GuardedClock,
  unsent: UnsentClaims,
  unclaim: () => void,
) {
  const { row, randomness, log, emit } = deps;
  const path = db.name;
  const actor = { userId: row.user_id, deviceId: row.device_id };
  if (brought !== null || tookOverAudit(db, seenOf(deps))) deps.broughtBack();
  const meta = createMetaStore(db);
  const entries = createEntryStore(db);
  const documents = createDocumentStore(db);
  const audit = createAuditStore(db);
  const answers = createAnswerStore(db);
  const identity = {
    tenantId: tenantId.parse(row.tenant_id),
    userId: userId.parse(row.user_id),
    deviceId: deviceId.parse(row.device_id),
  };
  // The file says whose it is, so that it can be known again without the profile's own file.
  meta.hold({
    serviceUrl: row.service_url,
    tenantId: String(row.tenant_id),
    userId: String(row.user_id),
    deviceId: row.device_id,
    practice: String(row.practice),
  });

  let hasToken = deps.token !== null;
  const consents = createConsents({ db, meta, audit, actor, clock, thisRun: deps.resendUnknownThisRun });
  const reading = openAnswerNotes(path, log);
  const recovered = recoverInterrupted(
    db,
    entries,
    unsent,
    reading,
    consents.resendUnknown(),
    deps.clock.now(),
  );
  reading.settled();
  if (recovered.length > 0)
    log.warn("entries were in flight when the program ended", { count: recovered.length });

  const storageFailed = (error: unknown): void => onStorageFailure(deps, error);
  const events = createSessionEvents({ emit, clock, status: () => known.status() });

  const lanes = createLanes({
    connect: deps.connect,
    serviceUrl: row.service_url,
    now: clock.now,
    dropped: (afterMs) => loop.dropped(afterMs),
  });
  const loop = createSyncLoop({
    db,
    entries,
    unsent,
    reading,
    settle: createSettle(entries, answers),
    confirmAny: () => {
      try {
        return meta.flag("confirmAnySuccess");
      } catch (error) {
        // The answer must be written all the same; where the file doesn't say so, nobody allowed it.
        storageFailed(error);
        return false;
      }
    },
    lanes,
    remote: createRemoteClient({
      lanes,
      serviceUrl: row.service_url,
      userAgent: `Counterside/${deps.appVersion}`,
      clock,
      deadlineMs: deps.deadlineMs,
    }),
    clock,
    randomness,
    log,
    parallel: PARALLEL_SENDS,
    onEntryChanged: events.entryChanged,
    onStatusChanged: events.statusChanged,
    onClaimed: () => maintenance.highWaterMark.note(),
    onStorageFailure: storageFailed,
    onMirrorChanged: events.mirrorChanged,
  });
  const known = createKnownStatus({
    read: () => {
      maintenance.lookAtPlace();
      return statusOf(loop.state(), entries, clock.now());
    },
    clock,
    log,
  });
  const record: RecordAct = (action, subject, details) =>
    audit.append(actor, clock.now(), action, subject, details);
  const { profile, sqliteBinding } = deps;
  const maintenance = openMaintenance({
    db,
    profile,
    sqliteBinding,
    clock,
    log,
    emit,
    record,
    damaged: deps.damaged,
    storageFailed,
    hold: loop.setHeld,
    automatic: deps.automaticBackups,
    verifyThread: deps.verifyThread,
    isBroughtBack: brought !== null,
  });

  const names = createNameStore(db);
  const posting: PostingContext = {
    identity,
    record: createPostingStore(db, entries, documents, audit),
    names,
    clock,
    randomness,
    posted: (entryId, serialNo, sequence) => {
      known.posted();
      maintenance.highWaterMark.noteEntry(sequence);
      emit({ event: "outbox.changed", payload: { entryId, state: "pending", serialNo } });
      loop.wake();
    },
  };
  const emitImport: Emit = (event) => {
    if (event.event === "mirror.changed") names.forget();
    events.ofImport(event);
  };
  const thread = deps.verifyThread === null ? null : logThreadBeside(deps.verifyThread);
  const logKeeping = { thread, sqliteBinding, log };
  const referenceData = createReferenceDataService({ db, clock, emit: emitImport, record, logKeeping });
  const cancelCatchUp = clock.schedule(
    CATCH_UP_AFTER_MS,
    () => void referenceData.catchUp().catch(storageFailed),
  );
  const unknown = createUnknownService({ db, entries, clock });
  const auditList = createAuditListService({ db, memory: deps.auditMemory });
  auditList.remember("start");
  const auditExport = createAuditExportService({ db, emit, record, problem: auditList.problem });

  // From here on the loop may claim: whatever it calls is there, and nothing that may fail comes after its first look.
  const isPaused = meta.flag("paused");
  const isUndecided = maintenance.isUndecided();
  loop.setResendUnknown(consents.resendUnknown());
  loop.setPaused(isPaused);
  loop.setHeld(isUndecided);
  loop.setToken(deps.token);

  return {
    row,
    path,
    status: known.status,
    posting,
    vouchers: createVoucherStore(db),
    keptFiles: createKeptFileStore(db),
    drafts: createDraftService(documents, createPostedDraftStore(db), clock),
    knownRestores: () => knownRestores(documents),
    ...openServices({
      db,
      meta,
      entries,
      audit,
      actor,
      tenantId: identity.tenantId,
      clock,
      record,
      emit,
      emitImport,
    }),
    auditList,
    auditExport,
    /** Writes down what happened outside of this session, at its own time. */
    recordActs(acts: readonly { at: number; action: AuditAction; details: Record<string, unknown> }[]): void {
      db.transaction(() => {
        for (const { at, action, details } of acts) audit.append(actor, at, action, "", details);
      }).immediate();
    },
    referenceData,
    unknown,
    backup: maintenance.backup,
    recoveries: maintenance.reports,
    suspect: maintenance.suspect,
    /** What was wrong with the file at start; null where nothing was. */
    brought,
    outbox: createOutboxService({
      db,
      entries,
      audit,
      actor,
      clock,
      summary: createSummaryStore(db),
      decided: (entry) => {
        events.entryChanged(entry);
        // Who wants it sent again means now, whatever pause there is.
        if (entry.state === "retry_wait" || entry.state === "pending") loop.hint();
        else loop.wake();
      },
    }),
    connection: (): Connection => ({
      serviceUrl: row.service_url,
      tenantId: row.tenant_id,
      userId: row.user_id,
      deviceId: row.device_id,
      hasToken,
      practice: row.practice === 1,
    }),
    setToken(token: string): void {
      hasToken = true;
      loop.setToken(token);
    },
    now: loop.now,
    hint: loop.hint,
    setPaused(paused: boolean): void {
      if (!paused && maintenance.isUndecided())
        throw new CountersideError(
          "wrong_state",
          "A backup was loaded and nobody has said yet what became of the old counter: until then nothing is sent. Decide it with recovery.decide.",
          { state: "restored" },
        );
      meta.setFlag("paused", paused);
      loop.setPaused(paused);
    },
    policy: consents.policy,
    release(): void {
      try {
        db.pragma("shrink_memory");
      } catch (error) {
        storageFailed(error);
      }
    },
    lastKnown: known.last,
    /** For reading only: the facts that support asks for. */
    supportDb: db,
    setPolicy(asked: ParsedInput<"policy.set">): Policy {
      consents.change(asked);
      if (asked.resendUnknown !== undefined) loop.setResendUnknown(consents.resendUnknown());
      return consents.policy();
    },
    /** How many entries the service hasn't taken. */
    unsent: (): number => Object.values(known.status().counts).reduce((sum, n) => sum + n, 0),
    /**
     * Settles what is in flight, then closes the file and gives up its claim. Never rejects: what one part meets keeps
     * no other from closing. True where the file had lost its name and was put back.
     */
    async close(isSound = true): Promise<boolean> {
      cancelCatchUp();
      let isBack = false;
      const part = async (task: () => unknown): Promise<void> => {
        try {
          await task();
        } catch (error) {
          log.error("a part of the connection did not close well", { error });
        }
      };
      await Promise.all([
        part(loop.close),
        part(referenceData.close),
        part(unknown.close),
        part(auditExport.close),
      ]);
      lanes.close();
      await part(() => maintenance.close(isSound));
      await part(() => auditList.remember("end"));
      clock.end();
      await part(reading.close);
      await part(async () => {
        if (maintenance.isInPlace()) return;
        await putBack(db, actor, clock.now());
        isBack = true;
      });
      await part(() => db.close());
      await part(unclaim);
      return isBack;
    },
  };
}
