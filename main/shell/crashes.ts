/**
 * Faults of every process: each is one line of the log, and the next start says that there was one. The program's own
 * crash is noticed at the next start, by a mark that is left and a memory dump beside it.
 */

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { App, CrashReporter } from "electron";
import { z } from "zod";
import { type LastFault, lastFault } from "../../contract/channels/support.ts";
import { thrownFacts } from "../../contract/log-line.ts";
import type { ShellHandlers } from "../ipc/dispatch.ts";
import { errorCode } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import { moveAtOnce, removeAtOnce } from "../lib/whole-file.ts";
import { brokenName, readSmallFile } from "./files/small-file.ts";
import type { StoreFile } from "./files/store-file.ts";

export interface CrashDeps {
  profile: string;
  /** Holds the last fault until a person has seen it. */
  file: Pick<StoreFile, "readAll" | "write">;
  now: () => number;
  later: (ms: number, act: () => void) => void;
  log: Log;
}

export interface Fault {
  process: LastFault["process"];
  kind: LastFault["kind"];
  error?: unknown;
  /** How a process ended by itself, as Electron names it. */
  reason?: string;
  exitCode?: number;
}

/** When the system has written its dump after a crash. */
const DUMP_WRITTEN_MS = 2_000;
/** A fault in a loop must not fill the log: of one process so many different faults are written in a run. */
const MOST_A_RUN = 20;

/** Where memory dumps go. */
export const dumpFolder = (profile: string): string => join(profile, "crashes", "dumps");

const mark = z.object({ startedAt: z.number() });

/** When the run before began, where it did not end in order; puts this run's own mark in its place. */
export function markRun(folder: string, now: number): number | null {
  const path = join(folder, "running.json");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let before: number | null = null;
  const read = readSmallFile(path);
  // A pipe would hold up its writer, too.
  if (read.kind === "unusable") moveAtOnce(path, brokenName(path, new Date(now)));
  try {
    before = read.kind === "text" ? mark.parse(JSON.parse(read.text)).startedAt : null;
  } catch {
    // Closed in order, the first run, or cut off by a power cut: nothing is known of it.
    before = null;
  }
  writeFileSync(path, JSON.stringify({ startedAt: now }), { mode: 0o600 });
  return before;
}

/** Notices how the run before ended, and deletes every memory dump that it left. */
export function createCrashes({ profile, file, now, later, log }: CrashDeps) {
  const folder = join(profile, "crashes");
  const dumps = dumpFolder(profile);
  const written = new Map<Fault["process"], Set<string>>();
  const startedAt = now();

  const tried = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      log.warn("What a fault left could not be kept or removed", { error });
    }
  };
  const remember = (at: number, { process, kind }: Fault): void =>
    file.write("fault", { at: new Date(at).toISOString(), process, kind });

  /** A dump holds memory, and so may hold a token that nobody can search for any more: none is kept. */
  const forgetMemory = (): void =>
    tried(() => {
      const removed = removeDumps(dumps);
      if (removed > 0) log.warn("Memory dumps were deleted", { removed });
    });

  /** Writes a fault down; never throws. */
  const note = (fault: Fault): void => {
    const facts = fault.error === undefined ? undefined : thrownFacts(fault.error);
    const name = JSON.stringify([fault.kind, facts?.name, facts?.code, facts?.says, facts?.places[0]]);
    const known = written.get(fault.process) ?? new Set<string>();
    written.set(fault.process, known);
    if (fault.kind === "process_gone") later(DUMP_WRITTEN_MS, forgetMemory);
    if (known.size >= MOST_A_RUN || (facts !== undefined && known.has(name))) return;
    known.add(facts === undefined ? `${name} ${known.size}` : name);
    const { error: _, ...words } = fault;
    log.error("A part of the program failed", { ...words, ...(facts === undefined ? {} : { error: facts }) });
    tried(() => remember(now(), fault));
  };

  /** The program itself crashed where its mark is left and a younger dump of its memory shows it. */
  const lookBack = (): void => {
    const before = markRun(folder, startedAt);
    if (before === null) return;
    log.warn("The run before was not closed in order");
    const crashedAt = hasDumpOfTheProgram(dumps, before);
    if (crashedAt === null) return;
    const fault: Fault = { process: "main", kind: "native" };
    log.error("The run before ended in a crash of the whole program", { ...fault });
    remember(Math.min(Math.round(crashedAt), startedAt - 1), fault);
  };
  tried(lookBack);
  // Before anything else of this run may read or pack it, and whether or not the look above succeeded.
  forgetMemory();

  const inFile = (): LastFault | null => lastFault.safeParse(file.readAll().fault).data ?? null;
  // One of this run takes its place in the file, not on the screen.
  let ofRunsBefore = inFile();

  return {
    note,
    handlers: {
      "crashes.last": () => ({ fault: ofRunsBefore }),
      "crashes.report": (_, { kind, message, stack }) => {
        note({ process: "page", kind, error: stack ?? message });
        return {};
      },
      "crashes.seen": () => {
        if (inFile()?.at === ofRunsBefore?.at) file.write("fault", undefined);
        ofRunsBefore = null;
        return { fault: null };
      },
    } satisfies Partial<ShellHandlers>,
    /** Deletes what the system's handler was still writing of the run before when this one began. */
    settle: forgetMemory,
    /** The program ends in order. */
    end: () => {
      // Its time after a crash may not have come yet.
      forgetMemory();
      tried(() => removeAtOnce(join(folder, "running.json")));
    },
  };
}

/** Ended by a person, by the system, or in order: no fault of the program. */
const NO_FAULT = new Set(["clean-exit", "killed"]);

/** Listens for what fails in this run. */
export function watchProcessFaults(app: App, { note, end }: ReturnType<typeof createCrashes>): void {
  process.on("uncaughtException", (error) => note({ process: "main", kind: "exception", error }));
  process.on("unhandledRejection", (error) => note({ process: "main", kind: "rejection", error }));
  app.on("child-process-gone", (_, { name = "", reason, exitCode }) => {
    // What the drill kills, it kills on purpose.
    if (NO_FAULT.has(reason) || name === "Counterside drill") return;
    const process = name === "Counterside engine" ? "engine" : "other";
    note({ process, kind: "process_gone", reason, exitCode });
  });
  app.on("render-process-gone", (_, __, { reason, exitCode }) => {
    if (!NO_FAULT.has(reason)) note({ process: "page", kind: "process_gone", reason, exitCode });
  });
  app.on("quit", end);
}

// The system's memory dumps (minidumps). They may hold a token, also one that was kept for one run only and
// that nobody can search for afterwards: so every one of them is deleted, and none is read but for whose it
// is.

/** Whether a folder, or the one above it, is a link: what that leads to is not the program's to delete. */
const isBehindLink = (folder: string): boolean =>
  [dirname(folder), folder].some(
    (each) => lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  );

/** Every file in a folder and below; none where there is no such folder, or where it is behind a link. */
function filesIn(folder: string): string[] {
  try {
    if (isBehindLink(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** How Electron writes into each dump whose it is: two texts in a row, each after its length. */
const OF_THE_PROGRAM = /process_type\0+.\0\0\0browser\0/s;

/** When the program's own process crashed after `since` (milliseconds since 1970), as a dump of it shows; or null. */
export function hasDumpOfTheProgram(folder: string, since: number): number | null {
  for (const path of filesIn(folder)) {
    if (!path.endsWith(".dmp")) continue;
    const facts = statSync(path);
    // A pipe of that name would be waited for.
    if (!facts.isFile() || facts.mtimeMs <= since) continue;
    if (OF_THE_PROGRAM.test(readFileSync(path).toString("latin1"))) return facts.mtimeMs;
  }
  return null;
}

/** What the handler needs to go on; it holds an id and no memory. */
const HANDLERS_OWN = /[\\/]settings\.dat$/;

/**
 * Deletes everything in the folder: dumps, half-written ones, and what lies beside them. The folders stay, for the
 * system's handler writes into them. Answers how many dumps there were; throws where one can't be deleted.
 */
export function removeDumps(folder: string): number {
  const files = filesIn(folder).filter((path) => !HANDLERS_OWN.test(path));
  let failure: unknown = null;
  for (const path of files)
    try {
      removeAtOnce(path);
    } catch (error) {
      // One that the system holds open doesn't keep the others.
      failure = error;
    }
  if (failure !== null) throw failure;
  return files.filter((path) => path.endsWith(".dmp")).length;
}

// Has the system's crash handler write its pictures into the profile, and send them nowhere.

const HANDLER = "chrome_crashpad_handler";

/** On Linux the handler is a program beside this one; elsewhere it is part of it. */
const canDump = (): boolean =>
  process.platform !== "linux" || existsSync(join(dirname(process.execPath), HANDLER));

/** Once the counter is open: beginning costs tens of milliseconds, which the first second can't spare. */
const BEGIN_AFTER_MS = 3_000;

/**
 * Begins a little later. The crash of a process that was started before, or of the program until then, leaves no picture
 * on Linux; that a process crashed is written down all the same.
 */
export function startNativeReports(app: App, reporter: CrashReporter, profile: string): void {
  if (!canDump()) return;
  const folder = dumpFolder(profile);
  setTimeout(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath("crashDumps", folder);
    reporter.start({ uploadToServer: false, submitURL: "", compress: false });
  }, BEGIN_AFTER_MS).unref();
}

// How often may a page crash before the person is asked? Pure.

const WINDOW_MS = 60_000;
const TOO_MANY = 3;

/** What to do after the page crashed at these times, the last of them now. */
export function afterPageCrash(times: readonly number[], now: number): "reopen" | "ask" {
  return times.filter((time) => now - time < WINDOW_MS).length >= TOO_MANY ? "ask" : "reopen";
}
