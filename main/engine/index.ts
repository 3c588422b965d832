/** The engine's entry in Electron's utility process. It imports nothing of Electron: its port is handed to it. */

import { CountersideError, errorReply, replyOf } from "../../contract/error.ts";
import { type LogLevel, logLine } from "../../contract/log-line.ts";
import { type FromEngine, type ToEngine, toEngine } from "../../contract/process-messages.ts";
import type { Log } from "../lib/log.ts";
import { unsentClaimsIn } from "./core/outbox/unsent-claims.ts";
import { lazyConnect } from "./core/remote/lanes.ts";
import { type Engine, openEngine } from "./engine.ts";
import { verifyThreadBeside } from "./file/backups/verify.ts";
import { closeProfile, makeForOwnerOnly } from "./file/database/own-modes.ts";
import { endProcess } from "./file/place/place.ts";
import { whenIdle } from "./idle.ts";
import { systemClock, systemRandomness } from "./ports.ts";

/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): void;
}

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === "object" && value !== null && "postMessage" in value && "on" in value;

makeForOwnerOnly();

const found: unknown = Reflect.get(process, "parentPort");
if (!isParentPort(found))
  throw new Error("This entry runs in Electron's utility process; use the headless entry in plain Node.");
const port: ParentPort = found;

const tell = (message: FromEngine): void => port.postMessage(message);
// The main process takes the lines from here into the program's log.
const line = (level: LogLevel) => (message: string, details?: Record<string, unknown>) =>
  void process.stderr.write(
    `${JSON.stringify(logLine(new Date().toISOString(), level, message, details))}\n`,
  );
const log: Log = { info: line("info"), warn: line("warn"), error: line("error") };

/**
 * The network's library is as large as the engine: reading it at once would hold up the window's first answers, which
 * come in the first tenths of this second. A try that is due waits for it, and a check of the connection.
 */
const NETWORK_AFTER_MS = 1_000;
const networkMayLoad = new Promise<void>((settle) => {
  systemClock.schedule(NETWORK_AFTER_MS, settle);
});

/** Nobody works at a counter that has been asked nothing for so long. */
const IDLE_MS = 10_000;

/** The main process ends the engine after ten seconds. Four of them may go to requests under way, some to the closing of the file. */
const LAST_BACKUP_WITHIN_MS = 3_000;

let engine: Engine | null = null;
const idle = whenIdle(systemClock, IDLE_MS, () => engine?.release());

const leave = (code: number): void => void setTimeout(() => endProcess(code), 20);

function start(init: Extract<ToEngine, { type: "init" }>): void {
  try {
    engine = openEngine({
      profile: init.profile,
      appVersion: init.appVersion,
      sqliteBinding: init.sqliteBinding,
      tokens: init.tokens,
      proxy: init.proxy,
      resendUnknown: false,
      fixed: init.fixed,
      fixedCounters: init.fixedCounters,
      placeSecrets: init.placeSecrets,
      connect: lazyConnect(init.proxy, () => networkMayLoad.then(() => import("./core/remote/connect.ts"))),
      log,
      staysRefused: true,
      leavesAnswers: true,
      automaticBackups: true,
      lastBackupWithinMs: LAST_BACKUP_WITHIN_MS,
      verifyThread: verifyThreadBeside(import.meta.url),
      clock: systemClock,
      randomness: systemRandomness,
      unsentClaims: unsentClaimsIn(process.env.XDG_RUNTIME_DIR, log),
      ...(init.deadlineMs === undefined ? {} : { deadlineMs: init.deadlineMs }),
      emit: (event) => {
        idle.used();
        tell({ type: "event", event });
      },
    });
    closeProfile(init.profile, log);
    idle.used();
    tell({ type: "ready", pid: process.pid });
  } catch (error) {
    const noted = () => log.error("the engine could not start", { error });
    tell({ type: "failed", error: errorReply(error, noted) });
    leave(1);
  }
}

async function stop(): Promise<void> {
  idle.stop();
  await engine?.close();
  engine = null;
  leave(0);
}

port.on("message", ({ data }) => {
  const message = toEngine.parse(data);
  switch (message.type) {
    case "init":
      return start(message);
    case "invoke": {
      const { id, channel, input, from } = message;
      if (engine === null) {
        const error = replyOf(new CountersideError("engine_unavailable", { reason: "not_open" }));
        return tell({ type: "reply", id, reply: { ok: false, error } });
      }
      idle.used();
      void engine
        .invoke(channel, input, { id: String(id), from })
        .then((reply) => tell({ type: "reply", id, reply }));
      return;
    }
    case "networkHint":
      return engine?.hint();
    case "stop":
      return void stop();
  }
});
