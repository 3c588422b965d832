/** Composition root of the engine: the profile, the current session, and a handler for every channel. */
import { join } from "node:path";
import type { Dispatcher } from "undici";
import type { RecoveryReport } from "../../contract/channels/recovery.ts";
import type { ParsedInput } from "../../contract/channels.ts";
import { type ShellAct, tokenKey } from "../../contract/process-messages.ts";
import { CountersideError } from "../../contract/reply.ts";
import { connectionKey } from "./connection-key.ts";
import { createHealing } from "./healing.ts";
import { recover, stepBack } from "./open-file.ts";
import type { Clock, Emit, Log, Randomness } from "./ports.ts";
import { describeRefusal, type Refused, refusedBy } from "./refused.ts";
import { lazyDispatcher, readyDispatcher } from "./remote/lazy-dispatcher.ts";
import { type CheckAddress, checkAddress } from "./remote/network.ts";
import { restoreConnection } from "./restore-connection.ts";
import { createRouter, errorReply, type Handlers, type Invoke } from "./router.ts";
import { backupFolder } from "./services/backup.ts";
import { readSecondFolder } from "./services/backup-rotation.ts";
import { diskStatusOf } from "./services/disk.ts";
import { postPurchaseReturn } from "./services/purchase-return.ts";
import { requestRestore, requestRestores } from "./services/restore.ts";
import { supportFactsOf } from "./services/support-facts.ts";
import { updateTaxVoucher } from "./services/tax-voucher.ts";
import { filePartsOf, openSession, PARALLEL_SENDS, type Session, type SessionParts } from "./session.ts";
import type { Migration } from "./store/migrations/index.ts";
import {
  isDamage,
  type OpenDatabase,
  openDatabase,
  peekUnsettled,
  storageError,
} from "./store/open-database.ts";
import { type ConnectionRow, openProfile } from "./store/profile.ts";
import { NOT_CONNECTED } from "./sync/status.ts";
import { createWaitingActs } from "./waiting-acts.ts";

export interface EngineParts {
  /** The profile folder; made where it is missing. */
  profile: string;
  appVersion: string;
  /** A database binding for a runtime that can't load the packaged one, or null. */
  sqliteBinding: string | null;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  emit: Emit;
  /** Tokens held from before, by `tokenKey`; they stay in memory. */
  tokens: Readonly<Record<string, string>>;
  /** A proxy's address, or null. */
  proxy: string | null;
  /** Treats unknown outcomes as resendable for this run. */
  resendUnknown: boolean;
  /** Makes backups without being asked; left out: only when asked, and before a migration. */
  automaticBackups?: boolean;
  /** The program of the thread that checks files (`verify-thread`); without it they are checked piece by piece. */
  verifyThread?: URL;
  /** The way to the network; the real one where left out. */
  dispatcher?: Dispatcher;
  /** How an address is looked at; over the real network where left out. */
  checkAddress?: CheckAddress;
  /** How a connection's file is opened; a test may hand in one that watches the file, or troubles it. */
  openDatabase?: OpenDatabase;
  /** The schema's versions; this program's own where left out. */
  migrations?: readonly Migration[];
  /**
   * Stays open without its books where this version can't open them, so that a person can choose what to do. Left out:
   * opening throws.
   */
  staysRefused?: boolean;
}

export interface Engine {
  invoke: Invoke;
  /** The system says that the network may be back. */
  hint(): void;
  /** Writes into the audit what the main process did; no channel leads here. */
  record(act: ShellAct): void;
  /** Gives back the memory that holds what was read lately; it is read from the system's cache again when asked for. */
  release(): void;
  /** Finishes what is in flight and closes every file. */
  close(): Promise<void>;
}

/** Opens the profile and its current connection. Throws `profile_in_use` or a storage code. */
export function openEngine(parts: EngineParts): Engine {
  const { clock, emit, log } = parts;
  const check = parts.checkAddress ?? checkAddress;
  const { store: profile, rebuilt } = openProfile(parts.profile, parts.sqliteBinding, clock.now());
  const network =
    parts.dispatcher === undefined
      ? lazyDispatcher(PARALLEL_SENDS, parts.proxy)
      : readyDispatcher(parts.dispatcher);
  const tokens = new Map(Object.entries(parts.tokens));
  let session: Session | null = null;
  /** Why the current connection's file was not opened; counts only while there is no session. */
  let refused: Refused | null = null;

  const acts = createWaitingActs(profile, log);
  const sessionParts = (row: ConnectionRow): SessionParts => {
    const second = readSecondFolder(parts.profile);
    return {
      ...{ profile: parts.profile, row, appVersion: parts.appVersion, sqliteBinding: parts.sqliteBinding },
      ...{ network, clock, randomness: parts.randomness, log, emit },
      token: tokens.get(tokenKey(row.service_url, row.tenant_id)) ?? null,
      resendUnknownThisRun: parts.resendUnknown,
      ...{ checkAddress: check, openDatabase: parts.openDatabase ?? openDatabase },
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
      backupFolders: [backupFolder(parts.profile), ...(second === null ? [] : [second])],
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

  const connected = (): Session => {
    if (session === null && healing.isUnderWay())
      throw new CountersideError(
        "storage_busy",
        "The file was damaged and is being brought back at this moment; nothing was recorded. Try again in a moment.",
      );
    if (session === null && refused !== null) throw refused.error;
    if (session === null)
      throw new CountersideError(
        "not_connected",
        "There is no connection yet: save one with connection.save first.",
      );
    return session;
  };
  const status = () => {
    if (session === null && refused !== null) throw refused.error;
    return session?.status() ?? NOT_CONNECTED;
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
    const before = session;
    const folder = parts.profile;
    const { row, restored } = restoreConnection({
      ...{ path: input.path, folder, profile, clock, sqliteBinding: parts.sqliteBinding },
      randomness: parts.randomness,
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

  const inStorageWords = (error: unknown) => {
    if (session !== null && isDamage(error))
      healing.begin(session.row, { kind: "damaged", reason: String(error), isStale: false });
    return storageError(error, session?.path ?? parts.profile);
  };
  const wordsOf = (error: unknown) => errorReply(error, inStorageWords, log).error;

  const handlers: Handlers = {
    "app.info": () => ({
      version: parts.appVersion,
      engine: { node: process.versions.node, sqlite: profile.sqliteVersion() },
      profile: parts.profile,
    }),
    "connection.get": () => {
      if (session === null && refused !== null) throw refused.error;
      return session?.connection() ?? null;
    },
    "connection.save": (input) => inTurn(() => save(input)),
    "connection.check": ({ serviceUrl }) => check(serviceUrl, () => clock.now()),
    "connection.list": () => ({
      connections: profile.all().map((row) => {
        const open = session?.row.connection_key === row.connection_key ? session : null;
        return {
          serviceUrl: row.service_url,
          tenantId: row.tenant_id,
          userId: row.user_id,
          deviceId: row.device_id,
          practice: row.practice === 1,
          unsent:
            open?.unsent() ??
            peekUnsettled(join(parts.profile, "connections", row.file), parts.sqliteBinding),
          current: open !== null,
        };
      }),
    }),
    "sync.status": status,
    "sync.now": () => {
      session?.now();
      return status();
    },
    "sync.pause": () => {
      connected().setPaused(true);
      return status();
    },
    "sync.resume": () => {
      connected().setPaused(false);
      return status();
    },
    "policy.get": () => connected().policy(),
    "policy.set": ({ resendUnknown }) => connected().setPolicy(resendUnknown),
    "purchaseReturn.post": (input) => postPurchaseReturn(connected().posting, input),
    "taxVoucher.update": (input) => updateTaxVoucher(connected().posting, connected().vouchers, input),
    "restore.request": (input) => requestRestore(connected().posting, input),
    "restore.requestMany": (input) => requestRestores(connected().posting, input, emit, wordsOf),
    "outbox.list": (input) => connected().outbox.list(input),
    "outbox.get": (input) => connected().outbox.get(input),
    "outbox.resend": (input) => connected().outbox.resend(input),
    "outbox.discard": (input) => connected().outbox.discard(input),
    "outbox.markRecorded": (input) => connected().outbox.markRecorded(input),
    "outbox.summary": () => connected().outbox.summary(),
    "documents.search": (input) => connected().documents.search(input),
    "documents.get": (input) => connected().documents.get(input),
    "audit.list": (input) => connected().auditList.list(input),
    "audit.export": (input) => connected().auditExport.export(input),
    "backup.create": (input) => connected().backup.create(input),
    "backup.status": () => connected().backup.status(),
    "backup.setSecondFolder": ({ path }) => connected().backup.setSecondFolder(path ?? null),
    "backup.restore": (input) => inTurn(() => restore(input)),
    "recovery.refusal": () =>
      session !== null || refused === null
        ? null
        : describeRefusal(refused, filePartsOf(sessionParts(refused.row))),
    "recovery.stepBack": () => inTurn(stepBackNow),
    "recovery.report": (input) => connected().recoveries.report(input),
    "recovery.seen": (input) => connected().recoveries.seen(input),
    "recovery.decide": (input) => connected().recoveries.decide(input),
    "mirror.search": (input) => connected().mirror.search(input),
    "mirror.browse": (input) => connected().mirror.browse(input),
    "mirror.lookupBarcode": (input) => connected().mirror.lookupBarcode(input),
    "mirror.balances": (input) => connected().mirror.balances(input),
    "mirror.stock": (input) => connected().mirror.stock(input),
    "mirror.unitConversion": (input) => connected().productDetail.conversion(input),
    "mirror.productDetail": (input) => connected().productDetail.detail(input),
    "mirror.balanceHistory": (input) => connected().productDetail.balanceHistory(input),
    "mirror.counts": () => connected().mirror.counts(),
    "taxVoucher.find": (input) => connected().mirror.findVouchers(input),
    "referenceData.preview": (input) => connected().referenceData.preview(input),
    "referenceData.cancelImport": (input) => connected().referenceData.cancelImport(input),
    "referenceData.import": (input) => connected().referenceData.import(input),
    "disk.status": () => diskStatusOf(parts.profile),
    "support.facts": () =>
      supportFactsOf({
        ...{ db: session?.supportDb ?? null, profile: parts.profile, version: parts.appVersion },
        ...{ sqliteVersion: profile.sqliteVersion(), now: clock.now(), status: status() },
        connection: session?.connection() ?? null,
        resendUnknown: session?.policy().resendUnknown ?? false,
      }),
    "attachment.ofEntry": ({ entryId }) => ({ files: connected().keptFiles.ofEntry(entryId) }),
    "draft.list": () => connected().drafts.list(),
    "draft.save": (input) => connected().drafts.save(input),
    "draft.remove": (input) => connected().drafts.remove(input),
  };

  const current = profile.current();
  try {
    if (current !== undefined) {
      try {
        session = open(current);
      } catch (error) {
        refused = parts.staysRefused === true ? refusedBy(error, current) : null;
        if (refused === null) throw error;
        log.error("the books can't be opened by this version", { reason: refused.error.message });
      }
    }
    if (rebuilt !== null && session !== null) {
      session.recoveries.noteProfile(rebuilt);
      told("profile");
    }
  } catch (error) {
    profile.close();
    throw storageError(error, parts.profile) ?? error;
  }

  return {
    invoke: createRouter(handlers, inStorageWords, log),
    hint: () => session?.hint(),
    record: (act) => acts.record(act, session),
    release: () => session?.release(),
    async close() {
      await changing;
      await session?.close();
      session = null;
      profile.close();
      await network.close();
    },
  };
}
