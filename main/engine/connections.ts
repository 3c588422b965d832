/** Which books are open: those of the current connection, opened, changed and recovered one change at a time. */
import { join } from "node:path";
import type { RecoveryReport } from "../../contract/channels/recovery.ts";
import type { FirstAnswers } from "../../contract/channels/start.ts";
import type { ChannelOutput, ParsedInput } from "../../contract/channels.ts";
import { openCounts } from "../../contract/entry-states.ts";
import { CountersideError, errorReply } from "../../contract/error.ts";
import { tokenKey } from "../../contract/process-messages.ts";
import { timestampOf } from "../../contract/values.ts";
import { realPathAtOnce } from "../lib/real-path.ts";
import type { ConnectionRow, EngineContext, FileContext, FileOwner } from "./core/context.ts";
import { type LastKnown, NOT_CONNECTED, NOTHING_KNOWN } from "./core/sync/status.ts";
import {
  dropFetched,
  dropLeftLoads,
  fetchBackup,
  prepareLoad,
  type TakeOver,
  type Taking,
} from "./file/backups/load-backup.ts";
import { claimFile, realFile } from "./file/database/file-claim.ts";
import { damagedBy, isDamage, storageError } from "./file/database/open-database.ts";
import { busyDetails, createFileOwner, describeRefusal, refusedBy, sessionIn } from "./file/file-owner.ts";
import { countsOf, downgrade, recover } from "./file/open-file.ts";
import { createPlace } from "./file/place/place.ts";
import { connectionKey, type OpenedProfile } from "./file/profile.ts";
import { seenOf } from "./file/recovery/high-water-mark.ts";
import { openSession, type Session } from "./session.ts";

export type Connections = ReturnType<typeof createConnections>;

const sumOf = ({ counts }: LastKnown): number | null =>
  counts === null ? null : Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Opens nothing yet: `openCurrent` does. `tokens` are those held from before, by `tokenKey`; they stay in memory. */
export function createConnections(
  given: EngineContext,
  { store: profile, rebuilt }: OpenedProfile,
  held: Readonly<Record<string, string>>,
  staysRefused: boolean,
) {
  // One spelling from here on: a path that was reached through a link is compared with others.
  const engine: EngineContext = { ...given, profile: realPathAtOnce(given.profile) };
  const { clock, emit, log, sqliteBinding } = engine;
  const tokens = new Map(Object.entries(held));
  /** Where a backup that is loaded may lie: on a drive that never answers. */
  const backupPlace = createPlace(engine, false);

  const ownerOf = (row: ConnectionRow): FileOwner => ({
    serviceUrl: row.service_url,
    tenantId: String(row.tenant_id),
    deviceId: row.device_id,
    earlier: profile.devices(row.connection_key).filter((id) => id !== row.device_id),
  });
  const auditMemoryOf = ({ file }: ConnectionRow): FileContext["auditMemory"] => ({
    read: () => profile.auditEnd(file),
    write: (link) => {
      try {
        profile.setAuditEnd(file, link);
      } catch (error) {
        // On a full disk the profile remembers less; the file's own anchor is still right.
        log.warn("the end of the audit could not be remembered", { error });
      }
    },
  });
  /** What the file that was closed last leaves to the next start. */
  let left: FirstAnswers | null = null;
  const forgetAuditEnd = ({ file }: ConnectionRow): void => {
    try {
      profile.forgetAuditEnd(file);
    } catch (error) {
      // The file is in its place already, and says itself whose place it took.
      log.warn("the end of the audit could not be forgotten", { error });
    }
  };
  const fileOf = (row: ConnectionRow, damaged: FileContext["damaged"] = () => undefined): FileContext => ({
    ...engine,
    row,
    path: realFile(join(engine.profile, "connections", row.file)),
    owner: ownerOf(row),
    isExpected: profile.all().some((known) => known.connection_key === row.connection_key),
    token: tokens.get(tokenKey(row.service_url, row.tenant_id)) ?? null,
    auditMemory: auditMemoryOf(row),
    wordsOf,
    recovered: () => forgetAuditEnd(row),
    damaged,
    left: engine.leavesAnswers
      ? (answers) => {
          left = answers;
        }
      : null,
  });
  /** What is known of a file without opening it for use. */
  const peek = (row: ConnectionRow): LastKnown => {
    const seen = seenOf({ ...engine, row, auditMemory: auditMemoryOf(row) });
    const path = join(engine.profile, "connections", row.file);
    const found = countsOf(path, ownerOf(row), seen, sqliteBinding);
    if (found === null) return NOTHING_KNOWN;
    return {
      counts: openCounts((state) => found.get(state) ?? 0),
      oldestUnsentAt: null,
      knownAt: timestampOf(clock.now()),
    };
  };
  const reported = (kind: RecoveryReport["kind"]): void =>
    emit({ event: "recovery.changed", payload: { kind, recovered: true } });
  const tellConnected = (): void => emit({ event: "connection.changed", payload: { connected: true } });

  const owner = createFileOwner<Session>(engine, {
    open: (row, damaged) => {
      left = null;
      const opened = openSession(fileOf(row, damaged));
      if (opened.recovered !== null) reported(opened.recovered.kind);
      return opened;
    },
    recover: (row, fault) => {
      const file = fileOf(row);
      const unclaim = claimFile(file.path, sqliteBinding);
      try {
        recover(file, fault);
        // Not before: what tells an older copy from the file would be forgotten where it can't be recovered.
        forgetAuditEnd(row);
      } finally {
        unclaim();
      }
    },
    peek,
    refuse: refusedBy,
    reported: (_row, fault, isOpen) => {
      if (fault !== null && isOpen) reported(fault.kind);
      // Also while it is not open: a screen that shows an earlier answer asks again.
      tellConnected();
    },
  });

  /** The open session, or null where there is no connection. Throws `storage_busy`, or why it couldn't be opened. */
  const current = (): Session | null => sessionIn(owner.state());
  /** Throws `storage_busy`, `not_connected`, or why the file couldn't be opened. */
  const connected = (): Session => {
    const open = current();
    if (open === null) throw new CountersideError("not_connected", {});
    return open;
  };
  const session = (): Session | null => {
    const state = owner.state();
    return state.kind === "open" ? state.session : null;
  };

  /** What failed in a file, in words; a damaged one begins to be recovered. */
  const inStorageWords = (error: unknown): CountersideError | null => {
    if (isDamage(error)) owner.damaged(damagedBy(error));
    const words = storageError(error, session()?.path ?? engine.profile);
    // What nobody expected may be a row that the program never wrote.
    if (words === null && !(error instanceof CountersideError)) session()?.suspect();
    return words;
  };
  function wordsOf(error: unknown) {
    return errorReply(inStorageWords(error) ?? error, () => log.error("a handler failed", { error }));
  }

  const save = (input: ParsedInput<"connection.save">) =>
    owner.runExclusive(async (fileSwitch) => {
      const key = connectionKey(input.serviceUrl, input.tenantId);
      const known = profile.all().find((row) => row.connection_key === key);
      const row: ConnectionRow = {
        connection_key: key,
        service_url: input.serviceUrl,
        tenant_id: input.tenantId,
        user_id: input.userId,
        // One device is one counter: it keeps its uuid over every connection unless another is named.
        device_id:
          input.deviceId ?? known?.device_id ?? profile.all()[0]?.device_id ?? engine.randomness.uuid(),
        practice: (input.practice ?? known?.practice === 1) ? 1 : 0,
        file: known?.file ?? `${key}.sqlite`,
        current: 1,
      };
      if (input.token !== undefined) tokens.set(tokenKey(row.service_url, row.tenant_id), input.token);
      const open = session();
      const sameIdentity =
        open !== null &&
        open.row.connection_key === key &&
        open.row.user_id === row.user_id &&
        open.row.device_id === row.device_id &&
        open.row.practice === row.practice;
      if (sameIdentity) {
        if (input.token !== undefined) open.sync.setToken(input.token);
      } else {
        const before = await fileSwitch.leave(row);
        try {
          profile.rememberDevice(row);
          fileSwitch.enter(row);
          profile.saveCurrent(row);
        } catch (error) {
          // The old connection stays where the new one can't be opened, or can't be remembered.
          await fileSwitch.leave(row);
          fileSwitch.comeBack(before);
          throw error;
        }
      }
      tellConnected();
      return connected().sync.connection();
    });

  /** `taking`: behind a fence, where another counter is taken over. */
  const load = async (path: string, taking: Taking | null) => {
    const fetched = await fetchBackup(engine, path, backupPlace);
    const putInPlace = owner.runExclusive(async (fileSwitch) => {
      const { row, assertRoom, finish } = prepareLoad(fetched, engine, profile, taking?.deviceId ?? null);
      // Closed before it is looked at: what was entered while the backup was read counts too.
      const before = await fileSwitch.leave(row);
      try {
        assertRoom();
        profile.rememberDevice(row);
        const epoch = await taking?.putFence(row.device_id);
        const loaded = finish(epoch);
        forgetAuditEnd(row);
        fileSwitch.enter(row);
        profile.saveCurrent(row);
        tellConnected();
        reported("restored");
        const { service_url, tenant_id, user_id, device_id } = row;
        return {
          ...loaded,
          serviceUrl: service_url,
          tenantId: tenant_id,
          userId: user_id,
          deviceId: device_id,
          files: fetched.files.brought,
          missingFiles: fetched.files.missing,
        };
      } catch (error) {
        await fileSwitch.leave(row);
        fileSwitch.comeBack(before);
        throw error;
      }
    });
    // Also where its turn never came.
    return putInPlace.finally(() => dropFetched(fetched));
  };

  const loadBackup = async (input: ParsedInput<"backup.restore">) => {
    const { held: _, ...loaded } = await load(input.path, null);
    return loaded;
  };
  const takeOver: TakeOver = load;

  const downgradeNow = () =>
    owner.runExclusive(async (fileSwitch) => {
      const state = owner.state();
      if (state.kind !== "refused" || state.refused.code !== "newer_database")
        throw new CountersideError("wrong_state", { reason: "not_refused", state: state.kind });
      const { row } = state;
      downgrade(fileOf(row));
      forgetAuditEnd(row);
      const open = fileSwitch.enter(row);
      tellConnected();
      reported("rolled_back");
      return open.recoveries.report({});
    });

  const list = () => {
    const state = owner.state();
    return profile.all().flatMap((row) => {
      const isCurrent = state.kind !== "closed" && state.row.connection_key === row.connection_key;
      // A practice shop that was left is opened by starting practice mode, one that was begun anew by nothing.
      if (row.practice === 1 && !isCurrent) return [];
      const open = isCurrent && state.kind === "open" ? state.session : null;
      const known = isCurrent && state.kind !== "open" ? state.known : null;
      return {
        serviceUrl: row.service_url,
        tenantId: row.tenant_id,
        userId: row.user_id,
        deviceId: row.device_id,
        practice: row.practice === 1,
        unsent: open?.unsent() ?? sumOf(known ?? peek(row)),
        current: isCurrent,
        file: isCurrent ? state.kind : ("closed" as const),
      };
    });
  };

  const openCurrent = (): void => {
    dropLeftLoads(engine.profile, log);
    const row = profile.current();
    if (row !== undefined) {
      try {
        owner.enterFirst(row);
      } catch (error) {
        if (!staysRefused) throw error;
        owner.stayWithout(row, error);
      }
    }
    const open = session();
    if (rebuilt !== null && open !== null) {
      open.recoveries.noteProfile(rebuilt);
      reported("profile");
    }
  };

  /** The identity of the connection, whatever became of its file. */
  const identity = () => {
    const state = owner.state();
    if (state.kind === "closed") return null;
    const { service_url, tenant_id, user_id, device_id, practice } = state.row;
    const hasToken = tokens.has(tokenKey(service_url, tenant_id));
    return {
      serviceUrl: service_url,
      tenantId: tenant_id,
      userId: user_id,
      deviceId: device_id,
      hasToken,
      practice: practice === 1,
    };
  };

  return {
    current,
    connected,
    identity,
    /** What is open, whatever was refused. */
    session,
    /** For support: the state, and what is known where the file is not open. */
    facts: () => {
      const state = owner.state();
      const isBusy = state.kind === "opening" || state.kind === "recovering" || state.kind === "waiting";
      return { file: state.kind, busy: isBusy ? busyDetails(state) : null };
    },
    list,
    save,
    loadBackup,
    takeOver,
    downgrade: downgradeNow,
    refusal: (): ChannelOutput<"recovery.refusal"> => {
      const state = owner.state();
      return state.kind === "refused" ? describeRefusal(state.refused, fileOf(state.row)) : null;
    },
    openCurrent,
    wordsOf,
    /** What the next start may show; null where there is nothing of that kind. */
    close: async (): Promise<FirstAnswers | null> => {
      await owner.close();
      const isFirstDay = profile.current() === undefined && rebuilt === null;
      return isFirstDay ? { connection: null, status: NOT_CONNECTED, books: null } : left;
    },
  };
}
