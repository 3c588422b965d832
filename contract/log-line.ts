/**
 * One line of the program's log: a sentence of the program's own, and fields out of a closed list, each with the kind of
 * value that it may hold. Whatever else a line was given is left out, and only counted. So the log holds no name, no
 * amount, no path and no token, whoever writes a line. Without zod, for the start of the program uses it. Pure.
 */
import { isRecord } from "./is-record.ts";
import { isErrorCode, thrownFacts } from "./thrown.ts";

export const LOG_LEVELS = ["info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLine {
  at: string;
  level: LogLevel;
  message: string;
  [field: string]: unknown;
}

/** Takes a value of one kind; undefined: it is none. */
type Kind = (value: unknown) => unknown;

/** A number; of a list, how many. */
const count: Kind = (value) =>
  typeof value === "number" && Number.isFinite(value)
    ? value
    : Array.isArray(value)
      ? value.length
      : undefined;
const thrown: Kind = (value) => (value === undefined || value === null ? undefined : thrownFacts(value));
const code: Kind = (value) => (typeof value === "number" || isErrorCode(value) ? value : undefined);
const word =
  (words: readonly string[]): Kind =>
  (value) =>
    typeof value === "string" && words.includes(value) ? value : undefined;
const shaped =
  (shape: RegExp): Kind =>
  (value) =>
    typeof value === "string" && shape.test(value) ? value : undefined;

/** "1.2.3", "6.1.0-18-amd64". */
export const VERSION = /^\d{1,10}(?:\.\d{1,10}){0,4}(?:[-+][0-9A-Za-z.+-]{1,40})?$/;

/** Why a process ended, as Electron names it. */
export const ENDINGS = [
  "clean-exit",
  "abnormal-exit",
  "killed",
  "crashed",
  "oom",
  "launch-failed",
  "integrity-failure",
  "memory-eviction",
  "unknown",
] as const;
export const PROCESSES = ["engine", "practice", "drill"] as const;
/** Parts of the program that may fail. */
export const FAULT_PROCESSES = ["main", "engine", "page", "other"] as const;
export const FAULT_KINDS = [
  "exception", // nobody caught it
  "rejection", // a promise that nobody waited for
  "drawing", // a screen could not be drawn
  "process_gone", // the process ended by itself
  "native", // the whole program crashed, as the system's memory dump shows
] as const;
/** As Electron names the kinds of processes. */
const PROCESS_TYPES = ["Utility", "Zygote", "Sandbox helper", "GPU", "Pepper Plugin", "Unknown", "Tab"];
const STATES = ["none", "holds", "unusable"];
const REASONS = ["folder", "empty", "too_large", "unreadable", "not_written", "too_many"];
const PERMISSIONS = [
  "clipboard-read",
  "clipboard-sanitized-write",
  "media",
  "geolocation",
  "notifications",
  "midi",
  "hid",
  "midiSysex",
  "pointerLock",
  "fullscreen",
  "openExternal",
  "window-management",
  "usb",
  "serial",
  "unknown",
];

/** Fields that hold a number, or of a list how many. */
const COUNTED = [
  "exitCode",
  "status",
  "bytes",
  "files",
  "fields",
  "removed",
  "failures",
  "ranMs",
  "pid",
  "wrongTries",
  "asksFor",
  "keepOpenMinutes",
  "ready",
  "programLoaded",
  "pageShown",
  "pageLoaded",
  "engineReady",
  "leftOut",
  "count",
];

/** Every field that a line may hold. One that is not here, or of another kind, is left out and counted. */
const FIELDS: Readonly<Record<string, Kind>> = {
  error: thrown,
  code,
  reason: word([...ENDINGS, ...REASONS]),
  state: word(STATES),
  process: word([...PROCESSES, ...FAULT_PROCESSES]),
  type: word(PROCESS_TYPES),
  permission: word(PERMISSIONS),
  kind: word(["slip", "checklist", "statement", "recoveryCode", ...FAULT_KINDS]),
  to: word(["printer", "pdf", "csv"]),
  which: word(["pin", "code"]),
  channel: shaped(/^[a-z][A-Za-z]{1,30}\.[a-z][A-Za-z]{1,30}$/),
  version: shaped(VERSION),
  ...Object.fromEntries(COUNTED.map((field) => [field, count])),
};

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** The program's own sentences: English letters, no digit, no quote, no path. A test holds every caller to it. */
export const SENTENCE = /^[A-Za-z][A-Za-z ,;:'()-]{2,150}\.?$/;

/** The line that may be written of what a caller gave. `at` in ISO 8601. */
export function logLine(
  at: string,
  level: LogLevel,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): LogLine {
  const taken: Record<string, unknown> = {};
  let leftOut = 0;
  for (const [field, given] of Object.entries(details)) {
    const kind = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    const value = kind?.(given);
    if (value === undefined) leftOut += 1;
    else if (field === "leftOut") leftOut += Number(value);
    else taken[field] = value;
  }
  const sentence = SENTENCE.test(message) ? message : "(a sentence that is not the program's own)";
  const line = { at, level, message: sentence, ...taken };
  return leftOut === 0 ? line : { ...line, leftOut };
}

/** The same of a line that was read from somewhere; null where it is none. */
export function logLineFrom(value: unknown): LogLine | null {
  if (!isRecord(value)) return null;
  const { at, level, message, ...details } = value;
  const known = LOG_LEVELS.find((one) => one === level);
  if (typeof at !== "string" || !TIME.test(at) || known === undefined) return null;
  return typeof message === "string" && SENTENCE.test(message) ? logLine(at, known, message, details) : null;
}

/** A line of text of the log's file; null where it is none, as every line of a version before this form. */
export function readLogLine(text: string): LogLine | null {
  try {
    return logLineFrom(JSON.parse(text));
  } catch {
    // Not JSON: another program's words, or cut off.
    return null;
  }
}
