/** Binds the reports of faults to Electron and to this computer. */
import { randomBytes } from "node:crypto";
import type { App } from "electron";
import { PLATFORMS } from "../../../contract/channels/crashes.ts";
import { ENDINGS, VERSION } from "../../../contract/log-line.ts";
import { thrownFacts } from "../../../contract/thrown.ts";
import type { Log } from "../log/log.ts";
import { type Crashes, createCrashes, type Fault } from "./crashes.ts";
import { canDump, dumpFolder } from "./native.ts";

export interface OpenCrashesDeps {
  app: App;
  profile: string;
  logFolder: string;
  secrets: () => readonly string[];
  log: Log;
}

/** Ended by a person, by the system, or in order: no fault of the program. */
const NO_FAULT = new Set(["clean-exit", "killed"]);

function processOf(type: string, name: string): Fault["process"] {
  if (name === "Counterside engine") return "engine";
  return type === "Tab" ? "page" : "other";
}

const endedBy = (reason: string, exitCode: number): Pick<Fault, "error" | "ending"> => ({
  error: null,
  ending: { reason: ENDINGS.find((known) => known === reason) ?? "unknown", exitCode },
});

/** The system's version; null where it gives itself another name. */
export function systemVersion(): string | null {
  const version = process.getSystemVersion();
  return VERSION.test(version) ? version : null;
}

/** Makes the reports of this run and listens for what fails from now on. */
export function openCrashes({ app, profile, logFolder, secrets, log }: OpenCrashesDeps): Crashes {
  const crashes = createCrashes({
    profile,
    logFolder,
    secrets,
    log,
    dumpFolder: dumpFolder(profile),
    dumpsPossible: canDump(),
    facts: {
      version: app.getVersion(),
      platform: PLATFORMS.find((known) => known === process.platform) ?? "other",
      system: systemVersion(),
      electron: process.versions.electron,
    },
    now: Date.now,
    randomName: () => randomBytes(4).toString("hex"),
    later: (ms, act) => {
      if (ms === 0) act();
      else setTimeout(act, ms);
    },
  });
  process.on("uncaughtException", (error) => {
    crashes.note({ process: "main", kind: "exception", error: thrownFacts(error), ending: null });
  });
  process.on("unhandledRejection", (reason) => {
    crashes.note({ process: "main", kind: "rejection", error: thrownFacts(reason), ending: null });
  });
  app.on("child-process-gone", (_, { type, name = "", reason, exitCode }) => {
    // What the drill kills, it kills on purpose.
    if (NO_FAULT.has(reason) || name === "Counterside drill") return;
    crashes.note({ process: processOf(type, name), kind: "process_gone", ...endedBy(reason, exitCode) });
  });
  app.on("render-process-gone", (_, __, { reason, exitCode }) => {
    if (NO_FAULT.has(reason)) return;
    crashes.note({ process: "page", kind: "process_gone", ...endedBy(reason, exitCode) });
  });
  app.on("quit", crashes.end);
  return crashes;
}
