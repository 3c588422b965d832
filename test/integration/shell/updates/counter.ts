/** The updates of one counter, bound to a real server, a real folder and a file that plays the AppImage. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { UpdateState, UpdateStatus } from "../../../../contract/channels/updates.ts";
import { readUpdateKey } from "../../../../main/shell/updates/manifest.ts";
import type { UpdateRules } from "../../../../main/shell/updates/rules.ts";
import { installTarget } from "../../../../main/shell/updates/target.ts";
import { createUpdates, type Updates } from "../../../../main/shell/updates/updates.ts";
import {
  newUpdateKeys,
  startUpdateServer,
  type UpdateKeys,
  type UpdateServer,
} from "../../../helpers/update-server.ts";
import { memoryFile, rememberingLog } from "../../../unit/shell/stand-ins.ts";

export const OLD_PROGRAM = "the program as it was";
export const RUNNING = "1.2.0";

export interface Counter {
  server: UpdateServer;
  keys: UpdateKeys;
  updates: Updates;
  /** The file that plays the AppImage. */
  program: string;
  profile: string;
  told: UpdateStatus[];
  started: () => number;
  left: () => number;
  log: string[];
  content(path?: string): string;
  /** Waits for a state of this name. */
  until(state: UpdateState["state"]): Promise<UpdateState>;
}

interface Choices {
  key?: string | null;
  rules?: Partial<UpdateRules>;
  appImage?: boolean;
  /** Windows, as its installer puts it there. */
  isWindows?: boolean;
  file?: ReturnType<typeof memoryFile>;
}

/** Makes a counter that runs version 1.2.0. */
export async function newCounter(choices: Choices = {}): Promise<Counter> {
  const server = await startUpdateServer();
  onTestFinished(() => server.close());
  const keys = newUpdateKeys();
  const profile = mkdtempSync(join(tmpdir(), "counterside-test-updates-"));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const folder = join(profile, "Apps");
  mkdirSync(folder);
  const program = join(folder, "Counterside.AppImage");
  writeFileSync(program, OLD_PROGRAM, { mode: 0o755 });
  const platform = choices.isWindows === true ? "win32" : "linux";
  const configPath = join(profile, "app-update.yml");
  writeFileSync(configPath, "updaterCacheDirName: downloads\n");
  const told: UpdateStatus[] = [];
  const log = rememberingLog();
  let started = 0;
  let left = 0;
  const pem = choices.key === undefined ? keys.publicKey : choices.key;
  const updates = createUpdates({
    version: RUNNING,
    key: pem === null ? null : readUpdateKey(pem),
    rules: () => ({ server: server.url, channel: "latest", setBy: "settings", ...choices.rules }),
    target: installTarget({
      platform,
      packaged: true,
      configPath,
      canWrite: () => true,
      appImage: (choices.appImage ?? true) ? program : undefined,
      start: () => {
        started += 1;
      },
    }),
    platform,
    arch: "x64",
    profile,
    file: choices.file ?? memoryFile(),
    log,
    fetch: (url, signal) => fetch(url, { redirect: "error", credentials: "omit", signal }),
    changed: (status) => void told.push(status),
    leave: () => {
      left += 1;
    },
    now: () => new Date("2026-05-02T09:00:00.000Z"),
  });
  return {
    server,
    keys,
    updates,
    program,
    profile,
    told,
    log: log.lines,
    started: () => started,
    left: () => left,
    content: (path = program) => readFileSync(path, "utf8"),
    until: async (state) => {
      for (;;) {
        const { now } = updates.status();
        if (now.state === state) return now;
        if (now.state === "failed") throw new Error(`${now.problem}: ${now.detail}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
