/** Faults of every process: written down here, shown at the next start, sent nowhere. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CRASH_LIMITS, type CrashList, type CrashReport } from "../../../contract/channels/crashes.ts";
import { type LogLine, readLogLine } from "../../../contract/log-line.ts";
import { type ThrownFacts, thrownFacts } from "../../../contract/thrown.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import type { Log } from "../log/log.ts";
import { findSecret } from "../support/find-secret.ts";
import { hasDumpOfTheProgram, removeDumps } from "./dumps.ts";
import { keepReports } from "./kept-reports.ts";
import { createLimits } from "./limits.ts";
import { markRun, unmarkRun } from "./run-mark.ts";

export interface CrashDeps {
  profile: string;
  dumpFolder: string;
  dumpsPossible: boolean;
  logFolder: string;
  facts: Pick<CrashReport, "version" | "platform" | "system" | "electron">;
  secrets: () => readonly string[];
  now: () => number;
  /** Some random characters of a–z and 0–9. */
  randomName: () => string;
  later: (ms: number, act: () => void) => void;
  log: Log;
}

export interface Fault {
  process: CrashReport["process"];
  kind: CrashReport["kind"];
  error: ThrownFacts | null;
  ending: CrashReport["ending"];
}

export type CrashHandlers = Pick<ShellHandlers, Extract<keyof ShellHandlers, `crashes.${string}`>>;

export interface Crashes {
  handlers: CrashHandlers;
  /** Writes a fault down; never throws. */
  note(fault: Fault): void;
  /** Deletes what the system's handler was still writing of the run before when this one began. */
  settle(): void;
  /** For the support bundle. */
  forBundle(): CrashReport[];
  /** The program ends in order. */
  end(): void;
}

/** The log takes the last lines of a process that crashed a moment later; the system writes its dump meanwhile. */
const AFTER_CRASH_MS = 400;
const DUMP_WRITTEN_MS = 2_000;
const LOG_TAIL = 64_000;

/** The newest lines of the log; what is no line of its form is left out. */
const newestLines = (text: string): LogLine[] =>
  text
    .split("\n")
    .map(readLogLine)
    .filter((line) => line !== null)
    .slice(-CRASH_LIMITS.logLines);

/** Where a token is in it all the same, only the bare fact is kept. */
const withoutSecrets = (report: CrashReport, secrets: readonly string[]): CrashReport =>
  findSecret(Buffer.from(JSON.stringify(report), "utf8"), secrets) === null
    ? report
    : { ...report, error: null, log: [] };

/** Makes them, notices how the run before ended, and deletes every memory dump that it left. */
export function createCrashes(deps: CrashDeps): Crashes {
  const { profile, dumpFolder, facts, secrets, now, later, log } = deps;
  const folder = join(profile, "crashes");
  const kept = keepReports(join(folder, "reports"), now);
  const limits = new Map<string, ReturnType<typeof createLimits>>();
  const byFault = new Map<string, CrashReport>();
  const startedAt = now();

  const tried = <T>(act: () => T, otherwise: T): T => {
    try {
      return act();
    } catch (error) {
      log.warn("A report of a fault could not be kept or read", { error });
      return otherwise;
    }
  };
  const logTail = (): string =>
    tried(() => readFileSync(join(deps.logFolder, "main.log"), "utf8").slice(-LOG_TAIL), "");

  const write = (at: number, fault: Fault): CrashReport => {
    const report = withoutSecrets(
      {
        id: `${at.toString(36)}-${deps.randomName()}`,
        at: new Date(at).toISOString(),
        process: fault.process,
        kind: fault.kind,
        count: 1,
        ...facts,
        error: fault.error,
        ending: fault.ending,
        log: newestLines(logTail()),
      },
      secrets(),
    );
    kept.write({ report, seen: false });
    return report;
  };

  const note = (fault: Fault): void => {
    const { kind, error, ending } = fault;
    const name = JSON.stringify([kind, error?.name, error?.code, error?.says, error?.places[0], ending]);
    const admit = limits.get(fault.process) ?? createLimits();
    limits.set(fault.process, admit);
    const verdict = admit(name, now());
    switch (verdict.admit) {
      case "no":
        return;
      case "again": {
        const known = byFault.get(`${fault.process} ${name}`);
        if (verdict.write && known !== undefined)
          tried(() => kept.write({ report: { ...known, count: verdict.count }, seen: false }), undefined);
        return;
      }
      case "new": {
        const at = now();
        const wait = fault.kind === "process_gone" ? AFTER_CRASH_MS : 0;
        later(wait, () =>
          tried(() => void byFault.set(`${fault.process} ${name}`, write(at, fault)), undefined),
        );
        if (fault.kind === "process_gone") later(DUMP_WRITTEN_MS, forgetMemory);
        return;
      }
    }
  };

  /** A dump holds memory, and so may hold a token that nobody can search for any more: none is kept. */
  const forgetMemory = (): void => {
    const removed = tried(() => removeDumps(dumpFolder), 0);
    if (removed > 0) log.warn("Memory dumps were deleted", { removed });
  };

  /** The program itself crashed where its mark is left and a younger dump of its memory shows it. */
  const lookBack = (): void => {
    const before = markRun(folder, startedAt);
    if (before === null) return;
    log.warn("The run before was not closed in order");
    const crashedAt = hasDumpOfTheProgram(dumpFolder, before);
    if (crashedAt !== null)
      write(Math.round(crashedAt), { process: "main", kind: "native", error: null, ending: null });
  };
  tried(lookBack, undefined);
  // Before anything else of this run may read or pack it, and whether or not the look above succeeded.
  forgetMemory();
  tried(kept.removeUnreadable, undefined);

  const crashList = (): CrashList => ({
    reports: kept.all().map((each) => ({ ...each, fromEarlierRun: Date.parse(each.report.at) < startedAt })),
    dumps: { possible: deps.dumpsPossible },
  });

  return {
    note,
    handlers: {
      "crashes.list": crashList,
      "crashes.report": ({ kind, message, stack }) => {
        note({ process: "page", kind, error: thrownFacts(stack ?? message), ending: null });
        return {};
      },
      "crashes.seen": () => {
        for (const each of kept.all().filter(({ seen }) => !seen)) kept.write({ ...each, seen: true });
        return crashList();
      },
      "crashes.deleteAll": () => {
        kept.removeAll();
        log.info("The reports of faults were deleted");
        return crashList();
      },
    },
    settle: forgetMemory,
    forBundle: () => tried(() => kept.all().map(({ report }) => report), []),
    end: () => {
      // Its time after a crash may not have come yet.
      forgetMemory();
      tried(() => unmarkRun(folder), undefined);
    },
  };
}
