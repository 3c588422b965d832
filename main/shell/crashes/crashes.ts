/** Faults of every process: written down here, shown at the next start, sent nowhere unless the owner named a server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CrashReport, CrashStanding } from "../../../contract/channels/crashes.ts";
import type { Policy } from "../../../contract/policy.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import type { Log } from "../log.ts";
import { isOfTheProgram, listDumps, removeDumps, sweepDumps } from "./dumps.ts";
import { keepReports } from "./kept-reports.ts";
import { createLimits } from "./limits.ts";
import { markRun, unmarkRun } from "./run-mark.ts";
import { scrubLog, scrubReason, scrubStack, withoutSecrets } from "./scrub.ts";
import { type Post, sendReport } from "./send.ts";

export interface CrashParts {
  profile: string;
  dumpFolder: string;
  dumpsPossible: boolean;
  logFolder: string;
  home: string;
  facts: Pick<CrashReport, "version" | "platform" | "electron">;
  secrets: () => readonly string[];
  /** What the owner's policy says of sending. */
  policy: Policy["crashReports"];
  post: Post;
  now: () => number;
  /** Some random characters of a–z and 0–9. */
  randomName: () => string;
  later: (ms: number, act: () => void) => void;
  log: Log;
}

export interface Fault {
  process: CrashReport["process"];
  kind: CrashReport["kind"];
  message: string;
  stack?: string | null;
}

export type CrashHandlers = Pick<ShellHandlers, Extract<keyof ShellHandlers, `crashes.${string}`>>;

export interface Crashes {
  handlers: CrashHandlers;
  /** Writes a fault down; never throws. */
  note(fault: Fault): void;
  /** Looks through what the run before left, once the tokens are known; sends where the owner wants it by itself. */
  settle(): Promise<void>;
  /** For the support bundle. */
  forBundle(): { name: string; text: string }[];
  /** The program ends in order. */
  end(): void;
}

/** The system writes its picture while the process dies; the log takes the last words of its process a moment later. */
const AFTER_DEATH_MS = 400;
const DUMP_WRITTEN_MS = 2_000;
const LOG_TAIL = 64_000;

/** Makes them, and notices how the run before ended. */
export function createCrashes(parts: CrashParts): Crashes {
  const { profile, dumpFolder, home, facts, secrets, policy, now, later, log } = parts;
  const folder = join(profile, "crashes");
  const kept = keepReports(join(folder, "reports"), now);
  const limits = new Map<string, ReturnType<typeof createLimits>>();
  const byFault = new Map<string, CrashReport>();
  const startedAt = now();
  const server = policy?.server ?? null;

  const tried = <T>(act: () => T, otherwise: T): T => {
    try {
      return act();
    } catch (error) {
      log.warn("A report of a fault could not be kept or read", { error: String(error) });
      return otherwise;
    }
  };
  const logTail = (): string =>
    tried(() => readFileSync(join(parts.logFolder, "main.log"), "utf8").slice(-LOG_TAIL), "");
  const surroundings = () => ({ secrets: secrets(), home });

  const write = (at: number, { process, kind, message, stack }: Fault): CrashReport => {
    const around = surroundings();
    const report = withoutSecrets(
      {
        id: `${at.toString(36)}-${parts.randomName()}`,
        ...{ at: new Date(at).toISOString(), process, kind, count: 1, ...facts },
        reason: scrubReason(message, around),
        stack: scrubStack(stack, around),
        log: scrubLog(logTail(), around),
      },
      around.secrets,
    );
    kept.write({ report, seen: false, sentAt: null });
    return report;
  };

  const note = (fault: Fault): void => {
    const name = [fault.kind, scrubReason(fault.message, surroundings()), fault.stack?.split("\n")[1]].join(
      " ",
    );
    const admit = limits.get(fault.process) ?? createLimits();
    limits.set(fault.process, admit);
    const verdict = admit(name, now());
    switch (verdict.admit) {
      case "no":
        return;
      case "again": {
        const known = byFault.get(`${fault.process} ${name}`);
        if (verdict.write && known !== undefined)
          tried(
            () => kept.write({ report: { ...known, count: verdict.count }, seen: false, sentAt: null }),
            undefined,
          );
        return;
      }
      case "new": {
        const at = now();
        const wait = fault.kind === "process_gone" ? AFTER_DEATH_MS : 0;
        later(wait, () =>
          tried(() => void byFault.set(`${fault.process} ${name}`, write(at, fault)), undefined),
        );
        if (fault.kind === "process_gone") later(DUMP_WRITTEN_MS, sweep);
        return;
      }
    }
  };

  const sweep = (): void => {
    const removed = tried(() => sweepDumps(dumpFolder, secrets(), now()), 0);
    if (removed > 0)
      log.warn("Pictures of memory that held a secret, or could not be searched, were deleted", { removed });
  };

  /** The program itself died where its mark stands, and a younger picture of its memory shows it. */
  const lookBack = (): void => {
    const before = markRun(folder, startedAt);
    if (before === null) return;
    log.warn("The run before was not closed in order");
    const dump = listDumps(dumpFolder).find((each) => each.at > before && isOfTheProgram(each));
    if (dump !== undefined)
      write(Math.round(dump.at), {
        process: "main",
        kind: "native",
        message: "The program's own process died.",
      });
  };
  tried(lookBack, undefined);

  const standing = (): CrashStanding => {
    const dumps = listDumps(dumpFolder);
    return {
      reports: kept
        .all()
        .map((each) => ({ ...each, fromEarlierRun: Date.parse(each.report.at) < startedAt })),
      dumps: {
        count: dumps.length,
        bytes: dumps.reduce((sum, { bytes }) => sum + bytes, 0),
        possible: parts.dumpsPossible,
      },
      server,
      sending: policy?.send ?? "ask",
    };
  };

  const send: CrashHandlers["crashes.send"] = async () => {
    let sent = 0;
    if (server === null) return { sent, problem: null, status: null };
    for (const each of kept.all().filter(({ sentAt }) => sentAt === null)) {
      // Once more, with the tokens that are known by now.
      const report = withoutSecrets(each.report, secrets());
      const result = await sendReport(parts.post, server, report);
      if (!result.sent) {
        log.warn("A report could not be sent", { problem: result.problem, status: result.status });
        return { sent, problem: result.problem, status: result.status };
      }
      kept.write({ report, seen: true, sentAt: new Date(now()).toISOString() });
      sent += 1;
    }
    log.info("Reports of faults were sent to the owner's server", { sent });
    return { sent, problem: null, status: null };
  };

  return {
    note,
    handlers: {
      "crashes.list": standing,
      "crashes.report": ({ kind, message, stack }) => {
        note({ process: "page", kind, message, stack });
        return {};
      },
      "crashes.seen": () => {
        for (const each of kept.all().filter(({ seen }) => !seen)) kept.write({ ...each, seen: true });
        return standing();
      },
      "crashes.deleteAll": () => {
        kept.removeAll();
        removeDumps(dumpFolder);
        log.info("The reports of faults were deleted");
        return standing();
      },
      "crashes.send": send,
    },
    settle: async () => {
      sweep();
      if (policy?.send === "always") await send({});
    },
    forBundle: () =>
      tried(
        () =>
          kept
            .all()
            .map(({ report }) => ({ name: `${report.id}.json`, text: JSON.stringify(report, null, 2) })),
        [],
      ),
    end: () => {
      // Its time after a death may not have come yet.
      sweep();
      tried(() => unmarkRun(folder), undefined);
    },
  };
}
