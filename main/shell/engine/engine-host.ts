/**
 * Runs the engine in its own process: hands it its surroundings, passes calls and replies, starts it again when
 * it ends by itself.
 *
 *   stopped ──start──▶ starting ──ready──▶ ready ──stop──▶ stopped
 *                         ▲  │ exit          │ exit
 *                         └── waiting ◀──────┘
 *
 * A call made while it starts waits for it; a call made while it is down is answered `engine_unavailable`, or
 * with the engine's own reason where it gave one (a newer database, a profile in use, …).
 */

import type { Session } from "electron";
import { type Caller, THE_PROGRAM } from "../../../contract/call.ts";
import type { Connection } from "../../../contract/channels/connection.ts";
import { CHANNELS, channelOf, parseCall, withApproval } from "../../../contract/channels.ts";
import { CountersideError, replyOf } from "../../../contract/error.ts";
import type { CountersideEvent } from "../../../contract/events.ts";
import { readEngineMessage, type ToEngine, tokenKey } from "../../../contract/process-messages.ts";
import type { Reply, ReplyError } from "../../../contract/reply.ts";
import type { Log } from "../../lib/log.ts";
import type { Vault } from "../vault.ts";
import { within } from "../within.ts";

/** The engine finishes what is in flight; a request that hangs longer than this is cut off and sorted at the next start. */
export const STOP_GRACE_MS = 10_000;
/** A process that was killed is gone by then. */
const KILLED_WITHIN_MS = 2_000;
/** An engine that isn't ready by then is answered for. */
const READY_WITHIN_MS = 20_000;

export type InitEngine = Extract<ToEngine, { type: "init" }>;

interface EngineHostDeps {
  startChild: StartChild;
  /** Asked at every start, for the vault may hold other tokens than last time. */
  surroundings: () => Promise<InitEngine>;
  emit: (event: CountersideEvent) => void;
  log: Log;
}

export interface EngineHost {
  start(): void;
  invoke: Invoke;
  networkHint(): void;
  /** Resolves when the engine is ready the next time, or at once where it is. */
  whenReady(): Promise<void>;
  /** Stops and starts it again on purpose, for example with other tokens. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

type State = "stopped" | "starting" | "ready" | "waiting";

interface PendingCall {
  channel: string;
  settle: (reply: Reply<unknown>) => void;
}

/** The answer to a call whose engine isn't there, or went away. */
export function unavailable(channel: string, sent: boolean): ReplyError {
  const perhaps = channelOf(channel)?.does === "enters" ? "perhaps_entered" : "perhaps_done";
  const after = sent ? perhaps : "nothing";
  return replyOf(new CountersideError("engine_unavailable", { reason: "restarting", channel, sent, after }));
}

/** Makes the host; nothing runs before `start`. */
export function createEngineHost({ startChild, surroundings, emit, log }: EngineHostDeps): EngineHost {
  let state: State = "stopped";
  let child: ChildProcess | null = null;
  let failures = 0;
  let lastFailure: ReplyError | null = null;
  let restartTimer: NodeJS.Timeout | undefined;
  let nextId = 1;
  const pending = new Map<number, PendingCall>();
  let readyWaiters: (() => void)[] = [];

  const isStopped = () => state === "stopped";
  const post = (message: ToEngine) => child?.send(message);
  const wakeWaiters = () => {
    const waiters = readyWaiters;
    readyWaiters = [];
    for (const wake of waiters) wake();
  };

  const onMessage = (from: () => ChildProcess | null) => (data: unknown) => {
    if (from() !== child) return;
    const message = readEngineMessage(data);
    if (message === null) {
      log.error("The engine said something that was not agreed on");
      return;
    }
    switch (message.type) {
      case "ready":
        // It was asked to stop while it started: that still holds.
        if (state !== "starting") return;
        state = "ready";
        lastFailure = null;
        log.info("The engine is ready", { pid: message.pid });
        emit({ event: "engine.ready", payload: { pid: message.pid } });
        wakeWaiters();
        return;
      case "failed":
        lastFailure = message.error;
        log.error("The engine can't work", { code: message.error.code });
        return;
      case "reply":
        pending.get(message.id)?.settle(message.reply);
        pending.delete(message.id);
        return;
      case "event":
        emit(message.event);
        return;
    }
  };

  const failPending = () => {
    for (const { channel, settle } of pending.values())
      settle({ ok: false, error: lastFailure ?? unavailable(channel, true) });
    pending.clear();
  };

  const endedByItself = (code: number, ranMs: number) => {
    child = null;
    state = "waiting";
    failures = failuresInARow(failures, ranMs);
    failPending();
    wakeWaiters();
    const error =
      lastFailure ?? replyOf(new CountersideError("engine_unavailable", { reason: "ended", exit: code }));
    log.error("The engine stopped by itself", { code, ranMs, failures });
    emit({ event: "engine.stopped", payload: { error, restarting: true } });
    restartTimer = setTimeout(start, restartDelay(failures));
  };

  const launch = async () => {
    const init = await surroundings();
    if (state !== "starting" || child !== null) return;
    lastFailure = null;
    const startedAt = Date.now();
    let mine: ChildProcess | null = null;
    mine = startChild(onMessage(() => mine));
    child = mine;
    post(init);
    const code = await mine.ended;
    if (child === mine && !isStopped()) endedByItself(code, Date.now() - startedAt);
  };

  function start(): void {
    if (state === "starting" || state === "ready") return;
    clearTimeout(restartTimer);
    state = "starting";
    launch().catch((error: unknown) => {
      log.error("The engine could not be started", { error });
      endedByItself(-1, 0);
    });
  }

  const stop = async () => {
    clearTimeout(restartTimer);
    const stopping = child;
    state = "stopped";
    if (stopping === null) {
      wakeWaiters();
      return;
    }
    const inTime = await stopWithin(stopping, { type: "stop" } satisfies ToEngine, STOP_GRACE_MS);
    if (!inTime) log.warn("The engine did not stop in time and was ended");
    if (child === stopping) child = null;
    failPending();
    wakeWaiters();
  };

  /** Until the engine is ready, has ended, or took too long. */
  const settled = async () => {
    if (state !== "starting") return;
    const woken = new Promise<void>((settle) => readyWaiters.push(settle));
    await within(READY_WITHIN_MS, woken, () => undefined);
  };

  return {
    start,
    invoke: async (channel, input, from = THE_PROGRAM) => {
      await settled();
      if (state !== "ready" || child === null)
        return { ok: false, error: lastFailure ?? unavailable(channel, false) };
      const id = nextId++;
      return new Promise((settle) => {
        pending.set(id, { channel, settle });
        post({ type: "invoke", id, channel, input, from });
      });
    },
    networkHint: () => {
      if (state === "ready") post({ type: "networkHint" });
    },
    whenReady: async () => {
      while (state !== "ready") await new Promise<void>((settle) => readyWaiters.push(settle));
    },
    restart: async () => {
      await stop();
      start();
    },
    stop,
  };
}

// How long to wait before an ended process is started again. Pure.

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A process that ran this long was well: the next failure starts counting anew. */
const WELL_AFTER_MS = 60_000;

/** The failures in a row, this one included, after a process ended that had run for `ranMs`. */
export const failuresInARow = (before: number, ranMs: number): number =>
  ranMs >= WELL_AFTER_MS ? 1 : before + 1;

/** Doubles with each failure in a row, up to half a minute. */
export const restartDelay = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, Math.min(failures, 20) - 1));

// Runs before the engine's `connection.save`: the token goes to the vault once the engine took it.

/** `from`: left out where the program itself asks. */
export type Invoke = (channel: string, input: unknown, from?: Caller) => Promise<Reply<unknown>>;

/** Saves a connection through the engine and keeps its token; `saved` is notified of it. */
export function createConnectionGate(
  invoke: Invoke,
  vault: Vault,
  saved: (connection: Connection) => void,
): (input: unknown, from?: Caller) => Promise<Reply<unknown>> {
  return async (input, from) => {
    const { input: wanted, approvalId } = parseCall("connection.save", input);
    const reply = await invoke("connection.save", withApproval(wanted, approvalId), from);
    if (!reply.ok) return reply;
    const connection = CHANNELS["connection.save"].output.parse(reply.value);
    const key = tokenKey(connection.serviceUrl, connection.tenantId);
    if (wanted.token === undefined) vault.use(key);
    else await vault.keep(key, wanted.token, wanted.remember ?? true);
    saved(connection);
    return { ok: true, value: connection };
  };
}

// A process beside this one, as its host sees it: messages in, an end, a stop with a grace period.

export interface ChildProcess {
  send(message: unknown): void;
  /** Resolves with the exit code when it has ended, however that came. */
  readonly ended: Promise<number>;
  kill(): void;
}

/** What a host needs to start one; replaced by a stand-in in tests. */
export type StartChild = (onMessage: (message: unknown) => void) => ChildProcess;

/** Asks it to stop and waits; ends it by force when the grace period is over. True: it ended by itself. */
export async function stopWithin(child: ChildProcess, stop: unknown, graceMs: number): Promise<boolean> {
  child.send(stop);
  const endedByItself = child.ended.then(() => true);
  const inTime = await within(graceMs, endedByItself, () => false);
  if (!inTime) {
    child.kill();
    // The system can't end a process in a call into a dead mount: it isn't waited for.
    await within(KILLED_WITHIN_MS, child.ended, () => -1);
  }
  return inTime;
}

// The system's proxy, as one address for the engine's HTTP client.

/** Reads an answer such as "PROXY a:8080; DIRECT": the first HTTP proxy's address, or null for none. Pure. */
export function proxyAddress(answer: string): string | null {
  for (const choice of answer.split(";").map((part) => part.trim())) {
    if (/^DIRECT$/i.test(choice)) return null;
    const [, kind, host] = choice.match(/^(PROXY|HTTP|HTTPS)\s+(\S+)$/i) ?? [];
    if (kind !== undefined && host !== undefined)
      return `${kind.toUpperCase() === "HTTPS" ? "https" : "http"}://${host}`;
  }
  return null;
}

/** The service address within a vault key; the inverse of `tokenKey`. Pure. */
export function serviceOfKey(key: string): string | null {
  const address = key.slice(key.indexOf(" ") + 1);
  const tenant = key.slice(0, key.indexOf(" "));
  return URL.canParse(address) && tokenKey(address, tenant) === key ? address : null;
}

/** Asks the system which proxy leads to the service; any https address is used before one is known. */
export async function systemProxy(session: Session, keys: readonly string[]): Promise<string | null> {
  const service = keys.map(serviceOfKey).find((address) => address !== null) ?? "https://service.invalid/";
  return proxyAddress(await session.resolveProxy(service));
}
