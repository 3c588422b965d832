/** One utility process: messages in and out, its words to the log, an end with a grace period. */
import { existsSync } from "node:fs";
import { utilityProcess } from "electron";
import type { Log } from "./log.ts";

const LONGEST_LINE = 4_000;

export interface ChildProcess {
  send(message: unknown): void;
  /** Resolves with the exit code when it has ended, however that came. */
  readonly ended: Promise<number>;
  kill(): void;
}

/** What a host needs to start one; replaced by a stand-in in tests. */
export type StartChild = (hear: (message: unknown) => void) => ChildProcess;

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

/** Asks it to stop and waits; ends it by force when the grace period is over. True: it ended by itself. */
export async function stopWithin(child: ChildProcess, stop: unknown, graceMs: number): Promise<boolean> {
  child.send(stop);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((settle) => {
    timer = setTimeout(() => settle(false), graceMs);
  });
  const inTime = await Promise.race([child.ended.then(() => true), tooLate]);
  clearTimeout(timer);
  if (!inTime) {
    child.kill();
    await child.ended;
  }
  return inTime;
}
