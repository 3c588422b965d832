/**
 * One line of the program's log: a sentence of the program's own, and fields out of a closed list, each with
 * the kind of value that it may hold. Whatever else a line was given is left out, and only counted. So the
 * log holds no name, no amount, no path and no token, whichever code writes a line. Without zod, for the
 * start of the program uses it. Pure.
 */
import { ERROR_CODES } from "./codes.ts";
import { isRecord } from "./is-record.ts";

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
  "pageLoaded",
  "pageSeen",
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

// What may be written down of an error: its kind, its code, which of the runtime's known sentences it says, and the places
// in the program's own files. Its words are never taken: they quote what was read, and that is the books, a path or a
// token. Without zod, for the start of the program uses it. Pure.

const OTHER = "other";

/** Kinds of errors that the program, its libraries and the runtime throw. */
export const ERROR_NAMES = [
  ...["Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError"],
  ...["AggregateError", "AbortError", "TimeoutError", "AssertionError", "DOMException", "DataCloneError"],
  ...[
    "NotAllowedError",
    "NotFoundError",
    "QuotaExceededError",
    "SqliteError",
    "ZodError",
    "ConnectTimeoutError",
  ],
  ...["CountersideError", "ApiError", "ProxyFailure", "ImportRefusal", "DeadlineError", OTHER],
];

/** What the runtime and SQLite say in words of their own; looked for in an error's words, which are then let go. */
export const KNOWN_SENTENCES = [
  ...["Cannot read properties of undefined", "Cannot read properties of null", "is not a function"],
  ...["is not iterable", "is not defined", "Cannot access", "Assignment to constant variable"],
  ...["Maximum call stack size exceeded", "Invalid array length", "Array buffer allocation failed"],
  ...["Cannot create a string longer than", "out of memory", "could not be cloned", "Illegal invocation"],
  ...["Unexpected token", "Unexpected end of JSON input", "is not valid JSON", "Invalid time value"],
  ...["database disk image is malformed", "database is locked", "disk I/O error", "database or disk is full"],
  ...["attempt to write a readonly database", "file is not a database", "database connection is not open"],
  ...["UNIQUE constraint failed", "CHECK constraint failed", "NOT NULL constraint failed", "no such table"],
  ...["FOREIGN KEY constraint failed", "no such column", "cannot start a transaction within a transaction"],
  ...[
    "Minified React error",
    "Rendered more hooks",
    "Rendered fewer hooks",
    "Failed to fetch",
    "socket hang up",
  ],
  ...["Failed to fetch dynamically imported module", "Object has been destroyed", "Unable to load preload"],
];

/** Codes of the system, of Node.js, of TLS and of SQLite: nobody outside chooses them. */
const SYSTEM_CODE =
  /^(?:E[A-Z0-9]{2,20}|(?:ERR|UND_ERR|SQLITE|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME)_[A-Z_]{1,50})$/;
const own = new Set<string>(ERROR_CODES);

/** Is it a code of an error, of the system or of the program's own? */
export const isErrorCode = (value: unknown): value is string =>
  typeof value === "string" && (SYSTEM_CODE.test(value) || own.has(value));

export interface ThrownFacts {
  name: string;
  code?: string;
  says?: string[];
  /** "main/index.js:10:5", the innermost first. */
  places: string[];
  cause?: ThrownFacts;
}

const MOST_PLACES = 20;
/** Of a text that was thrown, no more is looked at. */
const MOST_LETTERS = 8_000;

const PLACE =
  /^(?:(?:main|preload|renderer|better-sqlite3)\/(?:[\w-]{1,40}\/){0,3}[\w.-]{1,80}\.[cm]?js|node:[a-z_/]{1,60}|elsewhere)(?::\d{1,7}){0,2}$/;
const AT = /:(\d{1,7}):(\d{1,7})\)?$/;

/** The program's own name of a file, whatever folder and system it was installed in; "elsewhere" for any other. */
function ownFile(location: string): string {
  const path = location.replaceAll("\\", "/");
  if (path.startsWith("node:")) return path;
  if (path.startsWith("app://counterside/")) return `renderer/${path.slice("app://counterside/".length)}`;
  const built = path.lastIndexOf("/out/");
  if (built >= 0) return path.slice(built + "/out/".length);
  const library = path.lastIndexOf("/node_modules/better-sqlite3/");
  return library >= 0 ? path.slice(library + "/node_modules/".length) : "elsewhere";
}

/** A stack's lines, each as the program's own file, line and column; names of functions are left out. */
function placesOf(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => /^\s{1,20}at /.test(line))
    .slice(0, MOST_PLACES)
    .map((line) => {
      const at = AT.exec(line);
      if (at === null) return "elsewhere";
      const from = Math.max(line.lastIndexOf("(") + 1, line.indexOf("at ") + "at ".length);
      const place = `${ownFile(line.slice(from, at.index).replace(/^async /, ""))}:${at[1]}:${at[2]}`;
      return PLACE.test(place) ? place : "elsewhere";
    });
}

const nameOf = (name: string): string => (ERROR_NAMES.includes(name) ? name : OTHER);
const saysIn = (words: string): string[] => KNOWN_SENTENCES.filter((sentence) => words.includes(sentence));

function factsOf(name: string, code: unknown, words: string, stack: string): ThrownFacts {
  const says = saysIn(words);
  return {
    name: nameOf(name),
    ...(isErrorCode(code) ? { code } : {}),
    ...(says.length > 0 ? { says } : {}),
    places: placesOf(stack),
  };
}

const fieldOf = (value: object, field: string): unknown => Reflect.get(value, field);
const listOf = (value: unknown, fits: (item: string) => boolean): string[] =>
  Array.isArray(value)
    ? value.filter((item): item is string => typeof item === "string" && fits(item)).slice(0, MOST_PLACES)
    : [];

/** Facts that were written down before, taken again field by field. */
function factsAgain(value: object): ThrownFacts {
  const name = fieldOf(value, "name");
  const code = fieldOf(value, "code");
  const says = listOf(fieldOf(value, "says"), (item) => KNOWN_SENTENCES.includes(item));
  return {
    name: nameOf(typeof name === "string" ? name : OTHER),
    ...(isErrorCode(code) ? { code } : {}),
    ...(says.length > 0 ? { says } : {}),
    places: listOf(fieldOf(value, "places"), (item) => PLACE.test(item)),
  };
}

/** "TypeError: words": how an error looks that was made text; its code comes first where Node.js made it. */
const AS_TEXT = /^(?:Uncaught )?(\w{1,40})(?::|\n|$)(?: ([A-Z][A-Z0-9_]{2,50}):)?/;

/** The facts of whatever was thrown: an error, its text, or facts that were written down before. Never throws. */
export function thrownFacts(thrown: unknown, depth = 0): ThrownFacts {
  if (thrown instanceof Error) {
    const { name, message, stack = "", cause } = thrown;
    const facts = factsOf(name, fieldOf(thrown, "code"), message, stack.slice(0, MOST_LETTERS));
    return cause === undefined || depth > 0 ? facts : { ...facts, cause: thrownFacts(cause, depth + 1) };
  }
  if (typeof thrown === "string") {
    const text = thrown.slice(0, MOST_LETTERS);
    const [, name = OTHER, code] = AS_TEXT.exec(text) ?? [];
    return factsOf(name, code, text, text);
  }
  if (typeof thrown !== "object" || thrown === null) return { name: OTHER, places: [] };
  const cause = depth === 0 ? fieldOf(thrown, "cause") : undefined;
  const facts = factsAgain(thrown);
  return typeof cause === "object" && cause !== null
    ? { ...facts, cause: thrownFacts(cause, depth + 1) }
    : facts;
}
