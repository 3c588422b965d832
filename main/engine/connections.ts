/** Which books are open: those of the current connection, opened, changed and brought back one change at a time. */
import { join } from "node:path";
import type { RecoveryReport } from "../../contract/channels/recovery.ts";
import type { ChannelOutput, ParsedInput } from "../../contract/channels.ts";
import { type ShellAct, tokenKey } from "../../contract/process-messages.ts";
import { CountersideError } from "../../contract/reply.ts";
import { connectionKey } from "./connection-key.ts";
import type { EngineParts } from "./engine-parts.ts";
import { createHealing } from "./healing.ts";
import { recover, stepBack } from "./open-file.ts";
import { describeRefusal, type Refused, refusedBy } from "./refused.ts";
import { type Connect, DEFAULT_DEADLINE_MS } from "./remote/network.ts";
import { fetchBackup, restoreConnection } from "./restore-connection.ts";
import { readSecondFolder } from "./services/backup-rotation.ts";
import { createPlace, placeThreadBeside } from "./services/place.ts";
import { filePartsOf, openSession, type Session, type SessionParts } from "./session.ts";
import { isDamage, openDatabase, peekUnsettled, storageError } from "./store/open-database.ts";
import type { ConnectionRow, OpenedProfile } from "./store/profile.ts";
import { createWaitingActs } from "./waiting-acts.ts";

export type Connections = ReturnType<typeof createConnections>;

/** Opens nothing yet: `openCurrent` does. */
export function createConnections(
  parts: EngineParts,
  { store: profile, rebuilt }: OpenedProfile,
  connect: Connect,
) {
  const { clock, emit, log } = parts;
  const tokens = new Map(Object.entries(parts.tokens));
  let session: Session | null = null;
  /** Why the current connection's file was not opened; counts only while there is no session. */
  let refused: Refused | null = null;

  const acts = createWaitingActs(profile, log);
  /** Where a backup that is loaded may lie: on a drive that never answers. */
  const restorePlace = createPlace(
    { thread: parts.verifyThread === undefined ? null : placeThreadBeside(parts.verifyThread), clock, log },
    false,
  );
  const sessionParts = (row: ConnectionRow): SessionParts => {
    return {
      ...{ profile: parts.profile, row, appVersion: parts.appVersion, sqliteBinding: parts.sqliteBinding },
      ...{ connect, deadlineMs: parts.deadlineMs ?? DEFAULT_DEADLINE_MS },
      ...{ clock, randomness: parts.randomness, log, emit },
      token: tokens.get(tokenKey(row.service_url, row.tenant_id)) ?? null,
      resendUnknownThisRun: parts.resendUnknown,
      ...{ openDatabase: parts.openDatabase ?? openDatabase },
      migrations: parts.migrations,
      auditMemory: {
        read: () => profile.auditEnd(row.file),
        write: (link) => {
          try {
            profile.setAuditEnd(row.file, link);
          } catch (error) {
            // On a full disk the profile remembers less; the file's own anchor still stands.
            log.warn("the end of the audit could not be remembered", { error: String(error) });
          }
        },
      },
      isExpected: profile.all().some((known) => known.connection_key === row.connection_key),
      secondFolder: readSecondFolder(parts.profile),
      automaticBackups: parts.automaticBackups ?? false,
      verifyThread: parts.verifyThread ?? null,
      broughtBack: () => profile.forgetAuditEnd(row.file),
      damaged: (trouble) => healing.begin(row, trouble),
    };
  };
  const open = (row: ConnectionRow): Session => {
    const opened = openSession(sessionParts(row));
    if (opened.brought !== null) told(opened.brought.kind);
    acts.flush(opened);
    return opened;
  };
  const told = (kind: RecoveryReport["kind"]): void =>
    emit({ event: "recovery.changed", payload: { kind, recovered: true } });

  /** The open session, or null where there is no connection. Throws why it couldn't be opened. */
  const current = (): Session | null => {
    if (session === null && refused !== null) throw refused.error;
    return session;
  };
  /** Throws `storage_busy`, `not_connected`, or why the books couldn't be opened. */
  const connected = (): Session => {
    if (session === null && healing.isUnderWay())
      throw new CountersideError(
        "storage_busy",
        "The file was damaged and is being brought back at this moment; nothing was recorded. Try again in a moment.",
      );
    const open = current();
    if (open === null)
      throw new CountersideError(
        "not_connected",
        "There is no connection yet: save one with connection.save first.",
      );
    return open;
  };

  const save = async (input: ParsedInput<"connection.save">) => {
    const key = connectionKey(input.serviceUrl, input.tenantId);
    const known = profile.all().find((row) => row.connection_key === key);
    const row: ConnectionRow = {
      connection_key: key,
      service_url: input.serviceUrl,
      tenant_id: input.tenantId,
      user_id: input.userId,
      // One device is one counter: it keeps its uuid over every connection unless another is named.
      device_id: input.deviceId ?? known?.device_id ?? profile.all()[0]?.device_id ?? parts.randomness.uuid(),
      practice: (input.practice ?? known?.practice === 1) ? 1 : 0,
      file: known?.file ?? `${key}.sqlite`,
      current: 1,
    };
    if (input.token !== undefined) tokens.set(tokenKey(row.service_url, row.tenant_id), input.token);
    const before = session;
    const sameIdentity =
      before !== null &&
      before.row.connection_key === key &&
      before.row.user_id === row.user_id &&
      before.row.device_id === row.device_id &&
      before.row.practice === row.practice;
    if (sameIdentity) {
      if (input.token !== undefined) before.setToken(input.token);
    } else {
      session = null;
      await before?.close();
      try {
        const opened = open(row);
        profile.saveCurrent(row);
        session = opened;
      } catch (error) {
        // The old connection stands where the new one can't be opened.
        if (before !== null) session = open(before.row);
        throw error;
      }
    }
    emit({ event: "connection.changed", payload: { connected: true } });
    return connected().connection();
  };

  /** Two changes of the connection side by side would open one file twice. */
  let changing: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = changing.then(task);
    changing = turn.catch(() => undefined);
    return turn;
  };

  /** One file is closed and opened at a time, whoever asks for it. */
  const healing = createHealing({
    current: () => session,
    leave: () => {
      session = null;
    },
    recover: (row, trouble) => {
      profile.forgetAuditEnd(row.file);
      recover(filePartsOf(sessionParts(row)), trouble);
    },
    reopen: (row, trouble) => {
      session = open(row);
      told(trouble.kind);
      emit({ event: "connection.changed", payload: { connected: true } });
    },
    inTurn,
    log,
  });

  const restore = async (input: ParsedInput<"backup.restore">) => {
    const { sqliteBinding, randomness, profile: folder } = parts;
    const { path } = input;
    const fetched = await fetchBackup({ path, folder, sqliteBinding, randomness, outside: restorePlace });
    const before = session;
    const { row, restored } = restoreConnection(fetched, {
      ...{ folder, profile, clock, sqliteBinding, randomness },
    });
    session = null;
    await before?.close();
    profile.forgetAuditEnd(row.file);
    profile.saveCurrent(row);
    session = open(row);
    emit({ event: "connection.changed", payload: { connected: true } });
    told("restored");
    const { service_url, tenant_id, user_id, device_id } = row;
    return {
      ...restored,
      serviceUrl: service_url,
      tenantId: tenant_id,
      userId: user_id,
      deviceId: device_id,
      files: fetched.files.brought,
      missingFiles: fetched.files.missing,
    };
  };

  const stepBackNow = async () => {
    if (session !== null || refused === null || refused.code !== "newer_database")
      throw new CountersideError("wrong_state", "These books are open; there is nothing to step back from.", {
        state: "open",
      });
    const { row } = refused;
    stepBack(filePartsOf(sessionParts(row)));
    profile.forgetAuditEnd(row.file);
    session = open(row);
    emit({ event: "connection.changed", payload: { connected: true } });
    told("rolled_back");
    return session.recoveries.report({});
  };

  const list = () =>
    profile.all().map((row) => {
      const open = session?.row.connection_key === row.connection_key ? session : null;
      return {
        serviceUrl: row.service_url,
        tenantId: row.tenant_id,
        userId: row.user_id,
        deviceId: row.device_id,
        practice: row.practice === 1,
        unsent:
          open?.unsent() ?? peekUnsettled(join(parts.profile, "connections", row.file), parts.sqliteBinding),
        current: open !== null,
      };
    });

  const openCurrent = (): void => {
    const row = profile.current();
    if (row !== undefined) {
      try {
        session = open(row);
      } catch (error) {
        refused = parts.staysRefused === true ? refusedBy(error, row) : null;
        if (refused === null) throw error;
        log.error("the books can't be opened by this version", { reason: refused.error.message });
      }
    }
    if (rebuilt !== null && session !== null) {
      session.recoveries.noteProfile(rebuilt);
      told("profile");
    }
  };

  return {
    current,
    connected,
    /** What is open, whatever was refused. */
    session: (): Session | null => session,
    list,
    save: (input: ParsedInput<"connection.save">) => inTurn(() => save(input)),
    restore: (input: ParsedInput<"backup.restore">) => inTurn(() => restore(input)),
    stepBack: () => inTurn(stepBackNow),
    refusal: (): ChannelOutput<"recovery.refusal"> =>
      session !== null || refused === null
        ? null
        : describeRefusal(refused, filePartsOf(sessionParts(refused.row))),
    openCurrent,
    record: (act: ShellAct) => acts.record(act, session),
    /** What failed in a file, in words; a damaged one begins to be brought back. */
    inStorageWords(error: unknown) {
      if (session !== null && isDamage(error))
        healing.begin(session.row, { kind: "damaged", reason: String(error), isStale: false });
      return storageError(error, session?.path ?? parts.profile);
    },
    /** Ends when the change that is under way has ended. */
    async close() {
      await changing;
      await session?.close();
      session = null;
    },
  };
}
