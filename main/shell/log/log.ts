/**
 * The program's log file: rotated, and each line one of the closed form of `contract/log-line.ts`. A terminal, which only
 * a source checkout has, is told everything but secrets.
 */
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
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

/** Opens the log in `folder`. A line that can't be written is said on standard error instead: nothing fails for it. */
export function openLog(folder: string, toConsole: boolean): LogFile {
  const path = join(folder, "main.log");
  let secrets: () => readonly string[] = () => [];
  let bytes = 0;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      process.stderr.write(`The log can't be written (${errorCode(error)}): ${path}\n`);
    }
  };
  const append = (text: string): void => {
    if (bytes >= MAX_BYTES) {
      rotate(path);
      bytes = 0;
    }
    appendFileSync(path, text, { mode: 0o600 });
    bytes += Buffer.byteLength(text);
  };
  const write =
    (level: LogLevel) =>
    (message: string, details: Record<string, unknown> = {}): void => {
      const line = JSON.stringify(logLine(new Date().toISOString(), level, message, details));
      attempt(() => append(`${redactText(line, secrets())}\n`));
      if (toConsole) console[level](redact(message, secrets()), redact(details, secrets()));
    };
  // Once at the start, so that a log that can't work says so now.
  attempt(() => {
    mkdirSync(folder, { recursive: true });
    putAside(path);
    append("");
    bytes = statSync(path).size;
  });
  return {
    folder,
    hideSecrets: (source) => {
      secrets = source;
    },
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
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
