/**
 * The program's log file: rotated, and each line one of the closed form of `contract/log-line.ts`. A terminal, which only
 * a source checkout has, is told everything but secrets.
 */
import { closeSync, constants, fstatSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import electronLog from "electron-log/node";
import { type LogLevel, logLine } from "../../../contract/log-line.ts";
import { errorCode } from "../../lib/error-code.ts";
import { redact, redactText } from "./redact.ts";

export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

export interface LogFile extends Log {
  readonly folder: string;
  /** Called for every line: what it answers is taken out of the line. */
  hideSecrets(secrets: () => readonly string[]): void;
}

const MAX_BYTES = 2_000_000;
const KEPT = 4;

/**
 * Opens the log in `folder`.
 *
 * electron-log's plain Node entry is used, because its Electron entry opens an ipc channel of its own.
 */
export function openLog(folder: string, toConsole: boolean): LogFile {
  let secrets: () => readonly string[] = () => [];
  const logger = electronLog.create({ logId: "counterside" });
  // Without a name of its own it looks for a package.json, which a packaged program has elsewhere.
  logger.transports.file.setAppName("Counterside");
  logger.transports.file.resolvePathFn = () => join(folder, "main.log");
  logger.transports.file.level = "info";
  logger.transports.file.maxSize = MAX_BYTES;
  logger.transports.file.archiveLogFn = (file) => rotate(String(file));
  logger.transports.console.level = toConsole ? "info" : false;
  logger.transports.file.writeOptions = { flag: "a", mode: 0o600, encoding: "utf8" };
  logger.transports.file.transforms = [({ data }) => data];
  logger.hooks.push((message, _, transport) => {
    const [sentence, details] = message.data;
    const data =
      transport === "console"
        ? message.data.map((part) => redact(part, secrets()))
        : [redactText(lineOf(message.date, message.level, String(sentence), details), secrets())];
    return { ...message, data };
  });
  putAside(join(folder, "main.log"));
  // electron-log swallows what goes wrong in a line; a log that can't work must say so now.
  logger.transports.file.getFile();
  return {
    folder,
    hideSecrets: (source) => {
      secrets = source;
    },
    info: (message, details) => logger.info(message, details ?? {}),
    warn: (message, details) => logger.warn(message, details ?? {}),
    error: (message, details) => logger.error(message, details ?? {}),
  };
}

/** What can't be written under the log's name goes aside: another account's file, or a pipe that nobody reads. */
function putAside(path: string): void {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_WRONLY | constants.O_APPEND | (constants.O_NONBLOCK ?? 0));
    if (fstatSync(file).isFile()) return;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
  } finally {
    if (file !== null) closeSync(file);
  }
  renameSync(path, `${path}.broken-${Date.now()}`);
}

function lineOf(at: Date, level: string, sentence: string, details: Record<string, unknown>): string {
  const known: LogLevel = level === "warn" || level === "error" ? level : "info";
  return JSON.stringify(logLine(at.toISOString(), known, sentence, details));
}

/** main.log becomes main.1.log, and so on; the oldest goes. */
function rotate(path: string): void {
  const numbered = (at: number) => path.replace(/\.log$/, `.${at}.log`);
  rmSync(numbered(KEPT), { force: true });
  for (let at = KEPT - 1; at >= 0; at -= 1) {
    try {
      renameSync(at === 0 ? path : numbered(at), numbered(at + 1));
    } catch (error) {
      // Fewer old files than are kept: nothing to move.
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}
