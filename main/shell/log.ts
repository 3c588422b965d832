/**
 * The program's log file: rotated, and each line one of the closed form of `contract/log-line.ts`. A terminal, which only
 * a source checkout has, shows everything but secrets.
 */

import { appendFileSync, closeSync, constants, fstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { type LogLevel, logLine } from "../../contract/log-line.ts";
import { errorCode } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import { moveAtOnce, removeAtOnce, whileHeldAtOnce } from "../lib/whole-file.ts";

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
      bytes = 0;
      // Another program may hold one of them for long: then the file grows by as much again, and no line is lost or waits.
      attempt(() => rotate(path));
    }
    whileHeldAtOnce(() => appendFileSync(path, text, { mode: 0o600 }));
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
  moveAtOnce(path, `${path}.broken-${Date.now()}`);
}

/** main.log becomes main.1.log, and so on; the oldest goes. */
function rotate(path: string): void {
  const numbered = (at: number) => path.replace(/\.log$/, `.${at}.log`);
  removeAtOnce(numbered(KEPT));
  for (let at = KEPT - 1; at >= 0; at -= 1) {
    try {
      moveAtOnce(at === 0 ? path : numbered(at), numbered(at + 1));
    } catch (error) {
      // Fewer old files than are kept: nothing to move.
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}

// Takes secrets out of whatever is about to be written down. Pure.

const REMOVED = "[removed]";
const SECRET_KEY = /token|authorization|password|secret|cookie|api[-_]?key|^(?:new)?pin$|recovery/i;
const BEARER = /\b(bearer|basic)\s+[^\s"',;]+/gi;
const NAMED =
  /\b(access_token|token|authorization|password|secret|api[-_]?key)(["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi;
const JSON_WEB_TOKEN = /\beyJ[\w-]+(?:\.[\w-]*){1,4}/g;
const LONG_RUN = /[A-Za-z0-9+/_=-]{40,}/g;
const MAX_DEPTH = 6;

/** Base64 mixes cases and digits; a folder's path has many slashes, a word list no digits. */
function looksSecret(run: string): boolean {
  const mixed = /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run);
  const hexadecimal = /^[0-9a-f]+$/i.test(run);
  const slashes = run.split("/").length - 1;
  return (mixed || hexadecimal) && slashes * 12 < run.length;
}

/** The text without bearer tokens, the given secrets, and long runs that look like keys. */
export function redactText(text: string, secrets: readonly string[] = []): string {
  // Short secrets are left: taking every "1" out of a log helps nobody.
  const known = secrets
    .filter((secret) => secret.length >= 4)
    .reduce((left, secret) => left.replaceAll(secret, REMOVED), text);
  return known
    .replace(JSON_WEB_TOKEN, REMOVED)
    .replace(BEARER, `$1 ${REMOVED}`)
    .replace(NAMED, `$1$2${REMOVED}`)
    .replace(LONG_RUN, (run) => (looksSecret(run) ? REMOVED : run));
}

/** The same for anything that a log line may hold. */
export function redact(value: unknown, secrets: readonly string[] = [], depth = 0): unknown {
  if (typeof value === "string") return redactText(value, secrets);
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return "[too deep]";
  if (value instanceof Error) return redactText(value.stack ?? value.message, secrets);
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      redactText(key, secrets),
      SECRET_KEY.test(key) && typeof held !== "boolean" ? REMOVED : redact(held, secrets, depth + 1),
    ]),
  );
}
