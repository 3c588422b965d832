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
import type { Page } from "../../../contract/call.ts";
import { channelOf } from "../../../contract/channels.ts";
import type { CountersideEvent } from "../../../contract/events.ts";
import { readEngineMessage, type ShellAct, type ToEngine } from "../../../contract/process-messages.ts";
import type { Reply, ReplyError } from "../../../contract/reply.ts";
import type { Log } from "../log/log.ts";
import { within } from "../within.ts";
import { type ChildProcess, type StartChild, stopWithin } from "./child-process.ts";
import { failuresInARow, restartDelay } from "./restart-delay.ts";

/** The engine finishes what is in flight; a request that hangs longer than this is cut off and sorted at the next start. */
export const STOP_GRACE_MS = 10_000;
/** An engine that isn't ready by then is answered for. */
const READY_WITHIN_MS = 20_000;
/** Wrong PINs wait for one another, so this many take days. */
const MOST_ACTS = 1_000;

export type InitEngine = Extract<ToEngine, { type: "init" }>;

export interface EngineHostDeps {
  startChild: StartChild;
  /** Asked at every start, for the vault may hold other tokens than last time. */
  surroundings: () => Promise<InitEngine>;
  emit: (event: CountersideEvent) => void;
  log: Log;
}

export interface EngineHost {
  start(): void;
  /** `page` is the one that asks; left out where the main process does. */
  invoke(channel: string, input: unknown, page?: Page): Promise<Reply<unknown>>;
  networkHint(): void;
  /** Has the engine write down what this process did; waits in memory for an engine that is down. */
  record(act: ShellAct): void;
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
  const after = !sent
    ? "Nothing was recorded by this call."
    : channelOf(channel)?.does === "enters"
      ? "The entry may or may not be recorded: if it is, it stands in the outbox. Look there before entering it again."
      : "What was asked for may or may not have been done.";
  return {
    code: "engine_unavailable",
    message: `The engine is not running; it is being started again. ${after}`,
    details: { channel, sent },
  };
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
  let acts: ShellAct[] = [];

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
        // It was asked to stop while it started: that stands.
        if (state !== "starting") return;
        state = "ready";
        lastFailure = null;
        log.info("The engine is ready", { pid: message.pid });
        for (const act of acts) post({ type: "record", act });
        acts = [];
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
    const ended = `The engine's process ended with code ${code}.`;
    const error = lastFailure ?? { code: "engine_unavailable", message: ended, details: {} };
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
    invoke: async (channel, input, page) => {
      await settled();
      if (state !== "ready" || child === null)
        return { ok: false, error: lastFailure ?? unavailable(channel, false) };
      const id = nextId++;
      return new Promise((settle) => {
        pending.set(id, { channel, settle });
        post({ type: "invoke", id, channel, input, ...(page === undefined ? {} : { page }) });
      });
    },
    networkHint: () => {
      if (state === "ready") post({ type: "networkHint" });
    },
    record: (act) => {
      if (state === "ready") post({ type: "record", act });
      else if (acts.length < MOST_ACTS) acts.push(act);
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
