/** The program's log file: rotated, and written only after secrets were taken out. */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import electronLog from "electron-log/node";
import { redact } from "./redact.ts";

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
  logger.hooks.push((message) => ({ ...message, data: message.data.map((part) => redact(part, secrets())) }));
  // electron-log swallows what goes wrong in a line; a log that can't work must say so now.
  logger.transports.file.getFile();
  return {
    folder,
    hideSecrets: (source) => {
      secrets = source;
    },
    info: (message, details) => logger.info(...line(message, details)),
    warn: (message, details) => logger.warn(...line(message, details)),
    error: (message, details) => logger.error(...line(message, details)),
  };
}

const line = (message: string, details?: Record<string, unknown>): unknown[] =>
  details === undefined ? [message] : [message, details];

/** main.log becomes main.1.log, and so on; the oldest goes. */
function rotate(path: string): void {
  const numbered = (at: number) => path.replace(/\.log$/, `.${at}.log`);
  rmSync(numbered(KEPT), { force: true });
  for (let at = KEPT - 1; at >= 0; at -= 1) {
    try {
      renameSync(at === 0 ? path : numbered(at), numbered(at + 1));
    } catch (error) {
      // Fewer old files than are kept: nothing to move.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
}
