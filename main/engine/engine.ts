/** Composition root of the engine: the profile, the current session, and a handler for every channel. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Dispatcher } from "undici";
import type { ParsedInput } from "../../contract/channels.ts";
import { tokenKey } from "../../contract/process-messages.ts";
import { CountersideError } from "../../contract/reply.ts";
import type { Clock, Emit, Log, Randomness } from "./ports.ts";
import { checkAddress, createDispatcher } from "./remote/network.ts";
import { createRouter, type Handlers, type Invoke } from "./router.ts";
import { postPurchaseReturn } from "./services/purchase-return.ts";
import { requestRestore } from "./services/restore.ts";
import { updateTaxVoucher } from "./services/tax-voucher.ts";
import { openSession, PARALLEL_SENDS, type Session } from "./session.ts";
import { peekUnsettled, storageError } from "./store/open-database.ts";
import { type ConnectionRow, openProfile } from "./store/profile.ts";
import { NOT_CONNECTED } from "./sync/status.ts";

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
  /** The way to the network; the real one where left out. */
  dispatcher?: Dispatcher;
}

export interface Engine {
  invoke: Invoke;
  /** The system says that the network may be back. */
  hint(): void;
  /** Finishes what is in flight and closes every file. */
  close(): Promise<void>;
}

const connectionKey = (serviceUrl: string, tenantId: number | string): string =>
  createHash("sha256").update(tokenKey(serviceUrl, tenantId)).digest("hex").slice(0, 16);

/** Opens the profile and its current connection. Throws `profile_in_use` or a storage code. */
export function openEngine(parts: EngineParts): Engine {
  const { clock, emit, log } = parts;
  const profile = openProfile(parts.profile, parts.sqliteBinding);
  const dispatcher = parts.dispatcher ?? createDispatcher(PARALLEL_SENDS, parts.proxy);
  const tokens = new Map(Object.entries(parts.tokens));
  let session: Session | null = null;

  const open = (row: ConnectionRow): Session =>
    openSession({
      ...{ profile: parts.profile, row, appVersion: parts.appVersion, sqliteBinding: parts.sqliteBinding },
      ...{ dispatcher, clock, randomness: parts.randomness, log, emit },
      token: tokens.get(tokenKey(row.service_url, row.tenant_id)) ?? null,
      resendUnknownThisRun: parts.resendUnknown,
    });

  const connected = (): Session => {
    if (session === null)
      throw new CountersideError(
        "not_connected",
        "There is no connection yet: save one with connection.save first.",
      );
    return session;
  };
  const status = () => session?.status() ?? NOT_CONNECTED;

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

  /** Two saves side by side would open one file twice. */
  let saving: Promise<unknown> = Promise.resolve();
  const saveInTurn = (input: ParsedInput<"connection.save">) => {
    const turn = saving.then(() => save(input));
    saving = turn.catch(() => undefined);
    return turn;
  };

  const handlers: Handlers = {
    "app.info": () => ({
      version: parts.appVersion,
      engine: { node: process.versions.node, sqlite: profile.sqliteVersion() },
      profile: parts.profile,
    }),
    "connection.get": () => session?.connection() ?? null,
    "connection.save": saveInTurn,
    "connection.check": ({ serviceUrl }) => checkAddress(serviceUrl, () => clock.now()),
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
    "outbox.list": (input) => connected().outbox.list(input),
    "outbox.get": (input) => connected().outbox.get(input),
    "outbox.resend": (input) => connected().outbox.resend(input),
    "outbox.discard": (input) => connected().outbox.discard(input),
    "outbox.markRecorded": (input) => connected().outbox.markRecorded(input),
    "outbox.summary": () => connected().outbox.summary(),
    "documents.search": (input) => connected().documents.search(input),
    "documents.get": (input) => connected().documents.get(input),
    "audit.list": (input) => connected().auditList.list(input),
    "backup.create": (input) => connected().backup.create(input),
    "mirror.search": (input) => connected().mirror.search(input),
    "mirror.lookupBarcode": (input) => connected().mirror.lookupBarcode(input),
    "mirror.balances": (input) => connected().mirror.balances(input),
    "mirror.stock": (input) => connected().mirror.stock(input),
    "mirror.unitConversion": (input) => connected().productDetail.conversion(input),
    "mirror.productDetail": (input) => connected().productDetail.detail(input),
    "mirror.balanceHistory": (input) => connected().productDetail.balanceHistory(input),
    "mirror.counts": () => connected().mirror.counts(),
    "taxVoucher.find": (input) => connected().mirror.findVouchers(input),
    "referenceData.preview": (input) => connected().referenceData.preview(input),
    "referenceData.import": (input) => connected().referenceData.import(input),
    "draft.list": () => connected().drafts.list(),
    "draft.save": (input) => connected().drafts.save(input),
    "draft.remove": (input) => connected().drafts.remove(input),
  };

  const current = profile.current();
  try {
    if (current !== undefined) session = open(current);
  } catch (error) {
    profile.close();
    throw storageError(error, parts.profile) ?? error;
  }

  return {
    invoke: createRouter(handlers, (error) => storageError(error, session?.path ?? parts.profile), log),
    hint: () => session?.hint(),
    async close() {
      await saving;
      await session?.close();
      session = null;
      profile.close();
      await dispatcher.close();
    },
  };
}
