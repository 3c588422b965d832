/** Everything that belongs to one open connection (service and tenant): its file, its stores, its loop. */

import { join } from "node:path";
import type { Connection, FileBusy, Policy, SyncStatus } from "../../../contract/channels/connection.ts";
import type { ParsedInput } from "../../../contract/channels.ts";
import type { CountersideEvent } from "../../../contract/events.ts";
import { CountersideError } from "../../../contract/reply.ts";
import { deviceId, tenantId, timestampOf, userId } from "../../../contract/values.ts";
import type { Clock, Emit, Log, Randomness } from "../ports.ts";
import { createRemoteClient } from "../remote/client.ts";
import { createLanes } from "../remote/lanes.ts";
import type { Connect } from "../remote/network.ts";
import { createAuditExportService } from "../services/audit/audit-export.ts";
import { type AuditMemory, createAuditListService } from "../services/audit/audit-list.ts";
import { backupFolder } from "../services/backups/backup.ts";
import { logThreadBeside } from "../services/log-keeping.ts";
import { createDocumentSearchService } from "../services/mirror/document-search.ts";
import { createMirrorService } from "../services/mirror/mirror.ts";
import { createProductDetailService } from "../services/mirror/product-detail.ts";
import { lookAtEvidence } from "../services/outbox/evidence-look.ts";
import { createOutboxService } from "../services/outbox/outbox.ts";
import { placeThreadBeside } from "../services/place/place.ts";
import { createDraftService } from "../services/posting/drafts.ts";
import type { PostingContext } from "../services/posting/posting-context.ts";
import { knownRestores } from "../services/posting/restore-record.ts";
import { putBack } from "../services/recovery/put-back.ts";
import { damagedBy, type FileFault } from "../services/recovery/recovery.ts";
import { createReferenceDataService, type RecordAct } from "../services/reference-data.ts";
import { createKeptFileStore } from "../store/attached/kept-files.ts";
import { type AuditAction, createAuditStore } from "../store/audit/audit.ts";
import type { FileOwner } from "../store/backup/backup-files.ts";
import { claimFile, realFile } from "../store/file/file-claim.ts";
import { createMetaStore } from "../store/file/meta.ts";
import { isDamage, type OpenDatabase } from "../store/file/open-database.ts";
import type { Migration } from "../store/migrations/index.ts";
import { createAnswerStore } from "../store/mirror/answers.ts";
import { createNameStore } from "../store/mirror/names.ts";
import { createVoucherStore } from "../store/mirror/vouchers.ts";
import { openAnswerNotes } from "../store/outbox/answer-notes.ts";
import { createDocumentStore } from "../store/outbox/documents.ts";
import { createEntryStore } from "../store/outbox/entries.ts";
import { createPostedDraftStore } from "../store/outbox/posted-drafts.ts";
import { createPostingStore } from "../store/outbox/posting.ts";
import { createSummaryStore } from "../store/outbox/summary.ts";
import type { OpenUnsentClaims, UnsentClaims } from "../store/outbox/unsent-claims.ts";
import type { ConnectionRow } from "../store/profile/profile-rows.ts";
import { readSeen, type Seen, tookOverAudit } from "../store/recovery/high-water-mark.ts";
import { type ChangedEntry, createSyncLoop } from "../sync/loop.ts";
import { createSettle, recoverInterrupted } from "../sync/settle.ts";
import { statusOf } from "../sync/status.ts";
import { type GuardedClock, guardedClock } from "./guarded-clock.ts";
import { openMaintenance } from "./maintenance.ts";
import { type FileDeps, faultBehind, type OpenedFile, openFile, openRecovered } from "./open-file.ts";
import { throttled } from "./throttle.ts";

/** How many requests may be under way at a time, each on its own kept-alive connection. */
export const PARALLEL_SENDS = 8;
/** Status and mirror events come at most this often. */
const EVENT_EVERY_MS = 100;

export interface SessionDeps {
  profile: string;
  row: ConnectionRow;
  appVersion: string;
  sqliteBinding: string | null;
  token: string | null;
  /** For this run, whatever the owner's setting says. */
  resendUnknownThisRun: boolean;
  connect: Connect;
  /** From the first byte of a request to its whole answer, in milliseconds. */
  deadlineMs: number;
  openDatabase: OpenDatabase;
  unsentClaims: OpenUnsentClaims;
  /** This program's own where undefined. */
  migrations: readonly Migration[] | undefined;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  emit: Emit;
  /** What the profile remembers of the audit's end. */
  auditMemory: AuditMemory;
  /** Whether the profile says that there is such a file. */
  isExpected: boolean;
  /** Whose file it is. */
  owner: FileOwner;
  /** The second folder for backups, where one was named. */
  secondFolder: string | null;
  automaticBackups: boolean;
  verifyThread: URL | null;
  /** Called when the file had to be brought back, before anything of it is used. */
  broughtBack: () => void;
  /** The file turned out to be damaged while it was in use; the session must be closed and opened again. */
  damaged: (fault: FileFault) => void;
}

export type Session = ReturnType<typeof openSession>;

/** What was known of sending when the file was last open. */
export type LastKnown = Pick<FileBusy, "counts" | "oldestUnsentAt" | "knownAt">;

const seenOf = ({ profile, row, auditMemory }: SessionDeps): Seen => ({
  reached: readSeen(profile, row.file),
  audit: auditMemory.read(),
});

/** The file of a connection, as whoever opens or recovers it needs it. */
export const fileDepsOf = (deps: SessionDeps): FileDeps => ({
  path: realFile(join(deps.profile, "connections", deps.row.file)),
  isExpected: deps.isExpected,
  backups: {
    ownFolder: backupFolder(deps.profile),
    secondFolder: deps.secondFolder,
    owner: deps.owner,
    thread: deps.verifyThread === null ? null : placeThreadBeside(deps.verifyThread),
  },
  actor: { userId: deps.row.user_id, deviceId: deps.row.device_id },
  seen: seenOf(deps),
  sqliteBinding: deps.sqliteBinding,
  now: deps.clock.now(),
  log: deps.log,
  openDatabase: deps.openDatabase,
  migrations: deps.migrations,
});

/** Claims and opens the connection's file, recovers what was interrupted, and starts the loop. Throws a storage code. */
export function openSession(deps: SessionDeps) {
  const file = fileDepsOf(deps);
  const unlock = claimFile(file.path, deps.sqliteBinding);
  const unsent = deps.unsentClaims(file.path);
  const unclaim = (): void => {
    unsent.close();
    unlock();
  };
  const start = (opened: OpenedFile) => {
    const clock = guardedClock(deps.clock, (error) => storageTrouble(deps, error));
    try {
      return startSession(deps, opened, clock, unsent, unclaim);
    } catch (error) {
      clock.end();
      opened.db.close();
      throw error;
    }
  };
  try {
    const opened = openFile(file);
    try {
      return start(opened);
    } catch (error) {
      // A large file is not looked through before it is used: its damage is met here first.
      const fault = opened.recovered === null ? faultBehind(error, file) : null;
      if (fault === null) throw error;
      // What the session that could not start has noted counts too.
      return start(openRecovered(fileDepsOf(deps), fault));
    }
  } catch (error) {
    unclaim();
    throw error;
  }
}

/** What storage did where nobody asked and nobody could be told: damage begins the live recovery. */
function storageTrouble({ damaged, log }: SessionDeps, error: unknown): void {
  if (isDamage(error)) damaged(damagedBy(error));
  else log.error("the file could not be read or written", { error });
}

function startSession(
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
  const resendUnknown = (): boolean => deps.resendUnknownThisRun || meta.flag("resendUnknown");

  const policy = (): Policy => ({
    resendUnknown: resendUnknown(),
    confirmAnySuccess: meta.flag("confirmAnySuccess"),
  });

  const changed = (entry: ChangedEntry): void =>
    emit({
      event: "outbox.changed",
      payload: { entryId: entry.entry_id, state: entry.state, serialNo: entry.serial_no },
    });

  const reading = openAnswerNotes(path, log);
  const recovered = recoverInterrupted(db, entries, unsent, reading, resendUnknown(), deps.clock.now());
  reading.settled();
  if (recovered.length > 0)
    log.warn("entries were in flight when the program ended", { count: recovered.length });

  const trouble = (error: unknown): void => storageTrouble(deps, error);
  const tellStatus = throttled(clock, EVENT_EVERY_MS, () =>
    emit({ event: "sync.statusChanged", payload: status() }),
  );
  const mirrorTold = new Set<string | null>();
  const tellMirror = throttled(clock, EVENT_EVERY_MS, () => {
    const only = mirrorTold.size === 1 ? [...mirrorTold][0] : null;
    mirrorTold.clear();
    emit({ event: "mirror.changed", payload: { serialNo: only ?? null } });
  });

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
    settle: createSettle(db, entries, answers),
    confirmAny: () => {
      try {
        return meta.flag("confirmAnySuccess");
      } catch (error) {
        // The answer must be written all the same; where the file doesn't say so, nobody allowed it.
        trouble(error);
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
    onEntryChanged: changed,
    onStatusChanged: tellStatus,
    onClaimed: () => maintenance.highWaterMark.note(),
    onTrouble: trouble,
    onMirrorChanged: (serialNo) => {
      mirrorTold.add(serialNo);
      tellMirror();
    },
  });
  let known: LastKnown = { counts: null, oldestUnsentAt: null, knownAt: null };
  const status = (): SyncStatus => {
    maintenance.lookAtPlace();
    const now = statusOf(loop.state(), entries, clock.now());
    known = { counts: now.counts, oldestUnsentAt: now.oldestUnsentAt, knownAt: timestampOf(clock.now()) };
    return now;
  };
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
    trouble,
    hold: loop.setHeld,
    automatic: deps.automaticBackups,
    verifyThread: deps.verifyThread,
    isBroughtBack: brought !== null,
  });
  const stopLook = lookAtEvidence({ db, entries, meta, clock, log, marked: changed });

  const names = createNameStore(db);
  const posting: PostingContext = {
    identity,
    record: createPostingStore(db, entries, documents, audit),
    names,
    clock,
    randomness,
    posted: (entryId, serialNo, sequence) => {
      // The file may give no answer any more before the next look.
      if (known.counts !== null)
        known = { ...known, counts: { ...known.counts, pending: known.counts.pending + 1 } };
      maintenance.highWaterMark.noteEntry(sequence);
      emit({ event: "outbox.changed", payload: { entryId, state: "pending", serialNo } });
      loop.wake();
    },
  };
  // A window has more to do than to draw each batch; where an import ended is told at once.
  let progress: CountersideEvent | null = null;
  const tellProgress = throttled(clock, EVENT_EVERY_MS, () => {
    if (progress !== null) emit(progress);
    progress = null;
  });
  const emitImport: Emit = (event) => {
    if (event.event === "mirror.changed") names.forget();
    if (event.event === "referenceData.importProgressed") {
      progress = event.payload.done ? null : event;
      if (progress !== null) return tellProgress();
    }
    emit(event);
  };
  const thread = deps.verifyThread === null ? null : logThreadBeside(deps.verifyThread);
  const logKeeping = { thread, sqliteBinding, log };
  const referenceData = createReferenceDataService({ db, clock, emit: emitImport, record, logKeeping });
  const auditList = createAuditListService({ db, memory: deps.auditMemory });
  auditList.remember("start");
  const auditExport = createAuditExportService({ db, emit, record, problem: auditList.problem });

  // From here on the loop may claim: whatever it calls is there, and nothing that may fail comes after its first look.
  const isPaused = meta.flag("paused");
  const isUndecided = maintenance.isUndecided();
  loop.setResendUnknown(resendUnknown());
  loop.setPaused(isPaused);
  loop.setHeld(isUndecided);
  loop.setToken(deps.token);

  return {
    row,
    path,
    status,
    posting,
    vouchers: createVoucherStore(db),
    keptFiles: createKeptFileStore(db),
    drafts: createDraftService(documents, createPostedDraftStore(db), clock),
    knownRestores: (input: ParsedInput<"restore.known">) => knownRestores(documents, input),
    mirror: createMirrorService({ db }),
    productDetail: createProductDetailService({ db }),
    documents: createDocumentSearchService({ db }),
    auditList,
    auditExport,
    /** Writes down what happened outside of this session, at its own time. */
    recordActs(acts: readonly { at: number; action: AuditAction; details: Record<string, unknown> }[]): void {
      db.transaction(() => {
        for (const { at, action, details } of acts) audit.append(actor, at, action, "", details);
      }).immediate();
    },
    referenceData,
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
        changed(entry);
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
    policy,
    release(): void {
      try {
        db.pragma("shrink_memory");
      } catch (error) {
        trouble(error);
      }
    },
    /** What is known of sending, also where the file gives no answer any more. */
    lastKnown(): LastKnown {
      try {
        status();
      } catch (error) {
        log.warn("the counts are those that were known last", { error });
      }
      return known;
    },
    /** For reading only: the facts that support asks for. */
    supportDb: db,
    setPolicy(asked: ParsedInput<"policy.set">): Policy {
      db.transaction(() => {
        for (const name of ["resendUnknown", "confirmAnySuccess"] as const) {
          const value = asked[name];
          if (value === undefined) continue;
          meta.setFlag(name, value);
          audit.append(actor, clock.now(), "policy.changed", name, { [name]: value });
        }
      }).immediate();
      if (asked.resendUnknown !== undefined) loop.setResendUnknown(resendUnknown());
      return policy();
    },
    /** How many entries the service hasn't taken. */
    unsent: (): number => Object.values(status().counts).reduce((sum, n) => sum + n, 0),
    /**
     * Settles what is in flight, then closes the file and gives up its claim. Never rejects: what one part meets keeps
     * no other from closing. True where the file had lost its name and was put back.
     */
    async close(isSound = true): Promise<boolean> {
      stopLook();
      let isBack = false;
      const part = async (task: () => unknown): Promise<void> => {
        try {
          await task();
        } catch (error) {
          log.error("a part of the connection did not close well", { error });
        }
      };
      await Promise.all([part(loop.close), part(referenceData.close), part(auditExport.close)]);
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
