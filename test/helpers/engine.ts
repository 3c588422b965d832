/** A whole engine in the test's own process: real files, real HTTP on loopback, time and chance written down. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type EntryDetail, restoreInputOf } from "../../contract/channels/posting.ts";
import {
  type ChannelInput,
  type ChannelOutput,
  type EngineChannel,
  parseChannelOutput,
} from "../../contract/channels.ts";
import type { CountersideEvent } from "../../contract/events.ts";
import { OPERATIONS, type OperationKind, restoreOf } from "../../contract/operations.ts";
import type { ReplyError } from "../../contract/reply.ts";
import { HASH_COSTS } from "../../main/engine/core/context.ts";
import { type Engine, type EngineOptions, openEngine } from "../../main/engine/engine.ts";
import { type OpenDatabase, openDatabase } from "../../main/engine/file/database/open-database.ts";
import { MIGRATIONS } from "../../main/engine/file/schema/migrations.ts";
import type { Clock } from "../../main/engine/ports.ts";
import type { Log } from "../../main/lib/log.ts";
import { ManualClock, writtenRandomness } from "./clock.ts";
import { putMigrated, ROOM } from "./migrated.ts";

export const DEVICE = "11111111-1111-4111-8111-111111111111";
export const TENANT = 7001;
export const USER = 501;
export const TOKEN = "a-token";
/** Where no service answers. */
export const NOWHERE = "http://127.0.0.1:9";

const FOLDERS = join(ROOM, "counterside-test-engine-");

/** A folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(FOLDERS);
  // On Windows what is removed may keep its name for a moment.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Opens a new file below a test's own folder as a copy of one that was made before. */
export const openCopied: OpenDatabase = (path, binding, migrations = MIGRATIONS) => {
  const isNew = ["", "-wal", "-journal"].every((rest) => !existsSync(path + rest));
  if (isNew && migrations === MIGRATIONS && path.startsWith(FOLDERS)) putMigrated(path);
  return openDatabase(path, binding, migrations);
};

/** Looks again until `condition` holds; only the test's own limit ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2));
}

export interface TestEngine {
  readonly profile: string;
  readonly clock: ManualClock;
  readonly events: CountersideEvent[];
  readonly logged: string[];
  /** The value of an ok reply, checked against the contract; throws where the reply is an error. */
  call<Name extends EngineChannel>(channel: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>>;
  /** The error of a refused call; throws where it went well. `input` may be wrong on purpose. */
  refusal(channel: EngineChannel, input: unknown): Promise<ReplyError>;
  entry(entryId: string): Promise<EntryDetail>;
  /** The engine's answer as it is, also to another caller than a page. */
  invoke: Engine["invoke"];
  hint(): void;
  release: Engine["release"];
  close(): Promise<void>;
}

interface Options extends Partial<Omit<EngineOptions, "clock" | "log" | "emit">> {
  clock?: ManualClock;
  /** Runs on the system's own time in place of the written one. */
  liveClock?: Clock;
}

const errorsAsText = (_: string, value: unknown): unknown => (value instanceof Error ? String(value) : value);
const quietLog = (logged: string[]): Log => ({
  info: () => undefined,
  warn: (message) => void logged.push(message),
  error: (message, details) => void logged.push(`${message} ${JSON.stringify(details ?? {}, errorsAsText)}`),
});

/** Opens an engine and closes it after the test. */
export function openTestEngine({
  profile = newFolder(),
  clock = new ManualClock(),
  liveClock,
  ...options
}: Options = {}): TestEngine {
  const events: CountersideEvent[] = [];
  const logged: string[] = [];
  const engine: Engine = openEngine({
    appVersion: "0.0.0-test",
    sqliteBinding: null,
    randomness: writtenRandomness(0.5),
    tokens: {},
    proxy: null,
    // A test proves PINs by the dozen.
    hashCost: HASH_COSTS.cheap,
    openDatabase: openCopied,
    ...options,
    profile,
    clock: liveClock ?? clock,
    log: quietLog(logged),
    emit: (event) => void events.push(event),
  });
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= engine.close();
    return closed;
  };
  onTestFinished(close);
  const call = async <Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<ChannelOutput<Name>> => {
    const reply = await engine.invoke(channel, input);
    if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}: ${reply.error.message}`);
    return parseChannelOutput(channel, reply.value);
  };
  return {
    profile,
    clock,
    events,
    logged,
    call,
    async refusal(channel, input) {
      const reply = await engine.invoke(channel, input);
      if (reply.ok) throw new Error(`${channel} went well: ${JSON.stringify(reply.value)}`);
      return reply.error;
    },
    entry: (entryId) => call("outbox.get", { entryId }),
    invoke: engine.invoke,
    hint: engine.hint,
    release: engine.release,
    close,
  };
}

/** Each entry's state, by its id. */
export const statesOf = async (engine: TestEngine) =>
  new Map(
    (await engine.call("outbox.list", { limit: 1_000 })).entries.map(({ entryId, state }) => [
      entryId,
      state,
    ]),
  );

/** Lets queued work of the engine happen at the clock's own time. */
export const runUntilTrue = (engine: TestEngine, condition: () => boolean | Promise<boolean>) =>
  until(async () => {
    engine.clock.runUntil(engine.clock.now() + 1_000);
    return condition();
  });

/** Connects to a service; the device is always the tests' own. */
export const connect = (
  engine: TestEngine,
  serviceUrl: string,
  token: string = TOKEN,
  who: { tenantId?: number; userId?: number } = {},
) =>
  engine.call("connection.save", {
    serviceUrl,
    tenantId: TENANT,
    userId: USER,
    token,
    deviceId: DEVICE,
    ...who,
  });

/** An engine with a connection over which nothing is sent. */
export async function openPaused(options: Options = {}, serviceUrl: string = NOWHERE): Promise<TestEngine> {
  const engine = openTestEngine(options);
  await connect(engine, serviceUrl);
  await engine.call("sync.pause", {});
  return engine;
}

export const aReturn = (
  fields: Partial<ChannelInput<"purchaseReturn.post">> = {},
): ChannelInput<"purchaseReturn.post"> => ({
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note: "damaged on arrival",
  lines: [{ productId: 1001, measureUnitId: 1, price: "5900", quantity: "2" }],
  ...fields,
});

export const voucherSerial = (n: number): string => `7a0c4e50-0000-4000-8000-${String(n).padStart(12, "0")}`;

export const aVoucher = (
  fields: Partial<ChannelInput<"taxVoucher.update">> = {},
): ChannelInput<"taxVoucher.update"> => ({
  serialNo: voucherSerial(1),
  currencyId: "YER",
  amount: "20000.25",
  note: "corrected",
  status: 2,
  ...fields,
});

/** Enters something that makes an entry of this kind; `n` sets it apart from others of its kind. */
export async function enter(engine: Pick<TestEngine, "call">, kind: OperationKind, n = 1): Promise<string> {
  const call = () => {
    if (kind === "purchaseReturn")
      return engine.call("purchaseReturn.post", aReturn({ note: `return ${n}` }));
    if (kind === "taxVoucher")
      return engine.call("taxVoucher.update", aVoucher({ serialNo: voucherSerial(n) }));
    const { list } = OPERATIONS[kind].restores;
    const ids = restoreOf(list).keys.map((key, at) =>
      key.list !== "currency" ? String(n) : at === 0 ? `C${n}` : "YER",
    );
    return engine.call("restore.request", restoreInputOf(list, ids));
  };
  const posted = await call();
  return posted.entryId;
}
