/** Starts a utility process: its messages to its host, its words to the log. */

import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { utilityProcess } from "electron";
import { type PROCESSES, readLogLine } from "../../../contract/log-line.ts";
import type { Log } from "../../lib/log.ts";
import type { ChildProcess, StartChild } from "./engine-host.ts";

/** The name that the system shows, and the one that the log knows it by. */
const NAMES: Readonly<Record<string, (typeof PROCESSES)[number]>> = {
  "Counterside engine": "engine",
  "Counterside practice": "practice",
  "Counterside drill": "drill",
};
/** Undefined for a process that is not the program's own. */
export const processNamed = (serviceName: string | undefined) =>
  serviceName === undefined ? undefined : NAMES[serviceName];

/** A line of the engine is some hundred bytes long. */
const LONGEST_LINE = 16_000;

/**
 * Room for what a start makes and keeps, its schemas above all: with V8's usual first megabyte each of six collections
 * copies it (docs/decisions/0021).
 */
const V8_SWITCHES = ["--min-semi-space-size=8"];

/** Starts `entry` as a utility process called `serviceName`. */
export function startUtilityProcess(
  entry: string,
  serviceName: string,
  log: Log,
  onMessage: (message: unknown) => void,
): ChildProcess {
  if (!existsSync(entry)) throw new Error(`There is no ${entry}.`);
  const child = utilityProcess.fork(entry, [], { serviceName, stdio: "pipe", execArgv: V8_SWITCHES });
  child.on("message", (message: unknown) => onMessage(message));
  const process = processNamed(serviceName);
  const take = (text: string): void => {
    const line = text.length > LONGEST_LINE ? null : readLogLine(text);
    if (line === null) {
      // Not a line of the log: what the runtime says when it ends, which may quote anything.
      log.warn("A process said something", { process, bytes: text.length });
      return;
    }
    const { at: _at, level, message, ...details } = line;
    log[level](message, { ...details, process });
  };
  for (const output of [child.stdout, child.stderr])
    if (output !== null) createInterface({ input: output }).on("line", take);
  child.on("error", () => log.error("A process failed", { process }));
  return {
    send: (message) => child.postMessage(message),
    ended: new Promise((settle) => child.once("exit", settle)),
    kill: () => {
      child.kill();
    },
  };
}

// A process that is started before the one that will talk to it is loaded.

/**
 * Starts one now and hands it to the first caller; later ones are started when they are asked for. Nothing of
 * it is missed: it says nothing before it is spoken to.
 */
export function startEarly(start: StartChild): StartChild {
  let onMessage: (message: unknown) => void = () => undefined;
  let early: ChildProcess | null = start((message) => onMessage(message));
  return (listener) => {
    if (early === null) return start(listener);
    const mine = early;
    early = null;
    onMessage = listener;
    return mine;
  };
}
