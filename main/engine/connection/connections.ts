/** Which books are open: those of the current connection, opened, changed and brought back one change at a time. */
import { realpathSync } from "node:fs";
import type { RecoveryReport } from "../../../contract/channels/recovery.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { type ShellAct, tokenKey } from "../../../contract/process-messages.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { Connect } from "../core/remote/network.ts";
import type { EngineDeps } from "../engine-deps.ts";
import { dropFetched, dropLeftLoads, fetchBackup, prepareLoad } from "../file/backups/load-backup.ts";
import { claimFile } from "../file/database/file-claim.ts";
import { isDamage, storageError } from "../file/database/open-database.ts";
import type { LastKnown } from "../file/known-status.ts";
import { downgrade, recover } from "../file/open-file.ts";
import { createPlace, placeThreadBeside } from "../file/place/place.ts";
import { connectionKey } from "../file/profile/connection-key.ts";
import type { OpenedProfile } from "../file/profile/profile.ts";
import type { ConnectionRow } from "../file/profile/profile-rows.ts";
import { damagedBy } from "../file/recovery/file-fault.ts";
import { describeRefusal, refusedBy } from "../file/refused.ts";
import { createConnectionContext } from "./connection-context.ts";
import { createFileOwner } from "./file-owner.ts";
import { busyDetails, sessionIn } from "./not-open.ts";
import { openSession } from "./open-session.ts";
import { createPendingAudit } from "./pending-audit.ts";
import type { Session } from "./session.ts";
import { fileDepsOf } from "./session-deps.ts";

export type Connections = ReturnType<typeof createConnections>;

const sumOf = ({ counts }: LastKnown): number | null =>
  counts === null ? null : Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Opens nothing yet: `openCurrent` does. */
export function createConnections(
  given: EngineDeps,
  { store: profile, rebuilt }: OpenedProfile,
  connect: Connect,
) {
  // One spelling from here on: a path that was reached through a link is compared with others.
  const deps: EngineDeps = { ...given, profile: realpathSync(given.profile) };
  const { clock, emit, log } = deps;
  const tokens = new Map(Object.entries(deps.tokens));

  const acts = createPendingAudit(profile, log);
  /** Where a backup that is loaded may lie: on a drive that never answers. */
  const backupPlace = createPlace(
    { thread: deps.verifyThread === undefined ? null : placeThreadBeside(deps.verifyThread), clock, log },
    false,
  );
  const { sessionDeps, forgetAuditEnd, peek } = createConnectionContext(deps, profile, connect, tokens);
  const told = (kind: RecoveryReport["kind"]): void =>
    emit({ event: "recovery.changed", payload: { kind, recovered: true } });
  const tellConnected = (): void => emit({ event: "connection.changed", payload: { connected: true } });

  const owner = createFileOwner({
    open: (row, damaged) => {
      const opened = openSession({ ...sessionDeps(row), damaged });
      if (opened.brought !== null) told(opened.brought.kind);
      acts.flush(opened);
      return opened;
    },
    recover: (row, fault) => {
      const file = fileDepsOf(sessionDeps(row));
      const unclaim = claimFile(file.path, deps.sqliteBinding);
      try {
        recover(file, fault);
        // Not before: what tells an older copy from the file would be forgotten where it can't be brought back.
        forgetAuditEnd(row);
      } finally {
        unclaim();
      }
    },
    peek,
    refuse: refusedBy,
    told: (_row, fault, isOpen) => {
      if (fault !== null && isOpen) told(fault.kind);
      // Also while it is not open: whoever shows what was answered before asks again.
      tellConnected();
    },
    clock,
    log,
  });

  /** The open session, or null where there is no connection. Throws `storage_busy`, or why it couldn't be opened. */
  const current = (): Session | null => sessionIn(owner.state());
  /** Throws `storage_busy`, `not_connected`, or why the file couldn't be opened. */
  const connected = (): Session => {
    const open = current();
    if (open === null)
      throw new CountersideError(
        "not_connected",
        "There is no connection yet: save one with connection.save first.",
      );
    return open;
  };
  const session = (): Session | null => {
    const state = owner.state();
    return state.kind === "open" ? state.session : null;
  };

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
          input.deviceId ?? known?.device_id ?? profile.all()[0]?.device_id ?? deps.randomness.uuid(),
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
        if (input.token !== undefined) open.setToken(input.token);
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
      return connected().connection();
    });

  const loadBackup = async (input: ParsedInput<"backup.restore">) => {
    const { sqliteBinding, randomness, profile: folder } = deps;
    const fetched = await fetchBackup({
      path: input.path,
      folder,
      sqliteBinding,
      randomness,
      outside: backupPlace,
    });
    const putInPlace = owner.runExclusive(async (fileSwitch) => {
      const { row, finish } = prepareLoad(fetched, {
        folder,
        profile,
        clock,
        sqliteBinding,
        randomness,
      });
      // Closed before it is looked at: what was entered while the backup was read counts too.
      const before = await fileSwitch.leave(row);
      try {
        profile.rememberDevice(row);
        const loaded = finish();
        forgetAuditEnd(row);
        fileSwitch.enter(row);
        profile.saveCurrent(row);
        tellConnected();
        told("restored");
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

  const downgradeNow = () =>
    owner.runExclusive(async (fileSwitch) => {
      const state = owner.state();
      if (state.kind !== "refused" || state.refused.code !== "newer_database")
        throw new CountersideError("wrong_state", "There is nothing to step back from.", {
          state: state.kind,
        });
      const { row } = state;
      downgrade(fileDepsOf(sessionDeps(row)));
      forgetAuditEnd(row);
      const open = fileSwitch.enter(row);
      tellConnected();
      told("rolled_back");
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
    dropLeftLoads(deps.profile, log);
    const row = profile.current();
    if (row !== undefined) {
      try {
        owner.enterFirst(row);
      } catch (error) {
        if (deps.staysRefused !== true) throw error;
        owner.stayWithout(row, error);
      }
    }
    const open = session();
    if (rebuilt !== null && open !== null) {
      open.recoveries.noteProfile(rebuilt);
      told("profile");
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
    downgrade: downgradeNow,
    refusal: (): ChannelOutput<"recovery.refusal"> => {
      const state = owner.state();
      return state.kind === "refused"
        ? describeRefusal(state.refused, fileDepsOf(sessionDeps(state.row)))
        : null;
    },
    openCurrent,
    record: (act: ShellAct) => acts.record(act, session()),
    /** What failed in a file, in words; a damaged one begins to be brought back. */
    inStorageWords(error: unknown) {
      if (isDamage(error)) owner.damaged(damagedBy(error));
      const words = storageError(error, session()?.path ?? deps.profile);
      // What nobody expected may be a row that the program never wrote.
      if (words === null && !(error instanceof CountersideError)) session()?.suspect();
      return words;
    },
    close: owner.close,
  };
}
