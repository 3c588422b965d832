/** Starts a utility process: its messages to its host, its words to the log. */
import { existsSync } from "node:fs";
import { utilityProcess } from "electron";
import type { ChildProcess } from "./child-process.ts";
import type { Log } from "./log.ts";

const LONGEST_LINE = 4_000;

/** Starts `entry` as a utility process called `serviceName`. */
export function startUtilityProcess(
  entry: string,
  serviceName: string,
  log: Log,
  hear: (message: unknown) => void,
): ChildProcess {
  if (!existsSync(entry)) throw new Error(`There is no ${entry}.`);
  const child = utilityProcess.fork(entry, [], { serviceName, stdio: "pipe" });
  child.on("message", (message: unknown) => hear(message));
  child.stdout?.on("data", (bytes: Buffer) => log.info(serviceName, { says: oneLine(bytes) }));
  child.stderr?.on("data", (bytes: Buffer) => log.warn(serviceName, { says: oneLine(bytes) }));
  child.on("error", (type, location) => log.error(`${serviceName} failed`, { type, location }));
  return {
    send: (message) => child.postMessage(message),
    ended: new Promise((settle) => child.once("exit", settle)),
    kill: () => {
      child.kill();
    },
  };
}

const oneLine = (bytes: Buffer): string => bytes.toString("utf8").trim().slice(0, LONGEST_LINE);
