/** Everything that runs while a connection's file is open. */
import { type Call, type CallOrigin, THE_PROGRAM } from "../../contract/call.ts";
import { type EngineChannel, parseChannelInput } from "../../contract/channels.ts";
import { NEWEST, UNDECIDED } from "../../contract/first-questions.ts";
import { openActivity } from "./core/activity.ts";
import { type FileContext, type Handlers, type OpenFile, openFileContext } from "./core/context.ts";
import { attachmentHandlers } from "./core/outbox/kept-files.ts";
import { outboxHandlers } from "./core/outbox/outbox.ts";
import type { UnsentClaims } from "./core/outbox/unsent-claims.ts";
import { openSync } from "./core/sync/sync.ts";
import { claimFile } from "./file/database/file-claim.ts";
import { damagedBy, type FileFault, isDamage } from "./file/database/open-database.ts";
import { type GuardedClock, guardedClock } from "./file/guarded-clock.ts";
import { openMaintenance, watchFile } from "./file/maintenance.ts";
import { faultBehind, type OpenedFile, openFile, openRecovered } from "./file/open-file.ts";
import { seenOf, tookOverAudit } from "./file/recovery/high-water-mark.ts";
import { putBack } from "./file/recovery/put-back.ts";
import { openImports } from "./import/run/reference-data.ts";
import { mirrorHandlers } from "./mirror/handlers.ts";
import type { CountersChannel } from "./subjects/counters/counters-world.ts";
import { openPeople } from "./subjects/people/people.ts";
import { openShop } from "./subjects/shop.ts";
import { subjectHandlers } from "./subjects/subjects.ts";

/** Channels that are answered whatever became of the file. */
export type EngineOnlyChannel =
  | "app.info"
  | `connection.${"get" | "save" | "check" | "list"}`
  | `sync.${"status" | "now"}`
  | "backup.restore"
  | `recovery.${"refusal" | "downgrade"}`
  | "disk.status"
  | "support.facts"
  | CountersChannel;
export type FileChannel = Exclude<EngineChannel, EngineOnlyChannel>;

export type Session = ReturnType<typeof startSession>;

/** What storage did where nobody asked and nobody could learn of it: damage begins the live recovery. */
const storageFailedIn =
  ({ damaged, log }: FileContext) =>
  (error: unknown): void => {
    if (isDamage(error)) damaged(damagedBy(error));
    else log.error("the file could not be read or written", { error });
  };

/** Settles what was interrupted and starts the loop. Calls `unclaim` when it is closed, not when it throws. */
function startSession(
  given: FileContext,
  { db, recovered }: OpenedFile,
  clock: GuardedClock,
  unsent: UnsentClaims,
  unclaim: () => void,
) {
  const { row } = given;
  if (recovered !== null || tookOverAudit(db, seenOf(given))) given.recovered();
  const file = openFileContext(given, db, clock, storageFailedIn(given));
  // The file says whose it is, so that it can be known again without the profile's own file.
  file.meta.hold({
    serviceUrl: row.service_url,
    tenantId: String(row.tenant_id),
    userId: String(row.user_id),
    deviceId: row.device_id,
    practice: String(row.practice),
  });
  const watch = watchFile(file);
  try {
    return startParts(given, file, recovered, watch, clock, unsent, unclaim);
  } catch (error) {
    watch.close();
    throw error;
  }
}

/** The parts over the open file, each with what it rests on. */
function startParts(
  { row, log }: FileContext,
  file: OpenFile,
  recovered: FileFault | null,
  watch: ReturnType<typeof watchFile>,
  clock: GuardedClock,
  unsent: UnsentClaims,
  unclaim: () => void,
) {
  const { db } = file;
  const sync = openSync(file, unsent, watch);
  const maintenance = openMaintenance(file, watch, sync.setHeld, recovered !== null);
  const shop = openShop(file, sync.posted);
  const people = openPeople(shop);
  const activity = openActivity(file);
  const imports = openImports(file, shop.names.forget);
  const handlers: Handlers<FileChannel> = {
    ...sync.handlers,
    ...outboxHandlers(file, sync.decided),
    ...attachmentHandlers(file),
    ...activity.handlers,
    ...maintenance.handlers,
    ...mirrorHandlers(file, shop.mirror),
    ...imports.handlers,
    ...subjectHandlers(shop),
    ...people.handlers,
  };
  sync.start(maintenance.isUndecided());

  /** What the next start shows until it answers itself; nothing where somebody has to sign in first. */
  const leaveAnswers = async (): Promise<void> => {
    if (file.left === null || people.haveNames()) return;
    const connection = sync.connection();
    const status = sync.status();
    // Settled anew as it opens.
    if (status.counts.in_flight > 0) return;
    const call: Call = {
      id: "",
      channel: "start.answers",
      from: THE_PROGRAM,
      at: clock.now(),
      actor: file.own,
    };
    file.left({
      // A token of practice holds for one run.
      connection: { ...connection, hasToken: connection.hasToken && !connection.practice },
      // What is known of the link is another start's.
      status: { ...status, state: "offline", clockDriftMs: null, nextAttemptAt: null, lastContactAt: null },
      books: {
        summary: await handlers["outbox.summary"](call, {}),
        undecided: await handlers["outbox.list"](call, parseChannelInput("outbox.list", UNDECIDED)),
        newest: await handlers["outbox.list"](call, parseChannelInput("outbox.list", NEWEST)),
        drafts: await handlers["draft.list"](call, {}),
        counts: await handlers["mirror.counts"](call, {}),
      },
    });
  };

  return {
    row,
    path: db.name,
    handlers,
    books: {
      file,
      listVersions: imports.listVersions,
      sync: sync.status,
      backup: maintenance.status,
      backUp: maintenance.backUp,
      isUndecided: maintenance.isUndecided,
    },
    /** Throws where who works now may not do this. */
    callOf: (origin: CallOrigin, input: unknown, approvalId: string | null): Call => ({
      ...origin,
      actor: people.actorOf(origin, input, approvalId),
    }),
    seesCosts: people.seesCosts,
    sync,
    recoveries: maintenance.reports,
    suspect: maintenance.suspect,
    /** What was wrong with the file at start; null where nothing was. */
    recovered,
    /** For reading only: the facts that support asks for. */
    supportDb: db,
    lastKnown: sync.lastKnown,
    /** Gives back the memory that holds what was read lately. */
    release(): void {
      try {
        db.pragma("shrink_memory");
      } catch (error) {
        file.storageFailed(error);
      }
    },
    /** The engine ends; it may be while the file is closed for another. */
    hurry: maintenance.hurry,
    /** How many entries the service hasn't taken. */
    unsent: (): number => Object.values(sync.status().counts).reduce((sum, n) => sum + n, 0),
    /**
     * Settles what is in flight, then closes the file and gives up its claim. Never rejects: what one part meets keeps
     * no other from closing. True where the file had lost its name and was put back.
     */
    async close(isSound = true): Promise<boolean> {
      let isBack = false;
      const part = async (task: () => unknown): Promise<void> => {
        try {
          await task();
        } catch (error) {
          log.error("a part of the connection did not close well", { error });
        }
      };
      await Promise.all(file.closing.map(part));
      sync.closeLanes();
      await part(file.fence.close);
      await part(() => maintenance.close(isSound));
      await part(() => activity.remember("end"));
      clock.end();
      await part(sync.closeNotes);
      await part(async () => {
        if (watch.isInPlace()) return;
        await putBack(db, file.own, clock.now());
        isBack = true;
      });
      if (isSound && !isBack) await part(leaveAnswers);
      await part(() => db.close());
      await part(unclaim);
      return isBack;
    },
  };
}

/**
 * Claims and opens the connection's file, recovers it where it turns out to be damaged as it starts, and starts the
 * loop. Throws a storage code.
 */
export function openSession(file: FileContext): Session {
  const unlock = claimFile(file.path, file.sqliteBinding);
  const unsent = file.unsentClaims(file.path);
  const unclaim = (): void => {
    unsent.close();
    unlock();
  };
  const start = (opened: OpenedFile) => {
    const clock = guardedClock(file.clock, storageFailedIn(file));
    try {
      return startSession(file, opened, clock, unsent, unclaim);
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
      return start(openRecovered(file, fault));
    }
  } catch (error) {
    unclaim();
    throw error;
  }
}
