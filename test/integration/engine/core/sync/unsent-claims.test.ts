/** What was claimed and certainly not sent when the program was killed waits as before; what may have left is unknown. */
import { execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  noUnsentClaims,
  type OpenUnsentClaims,
  unsentClaimsIn,
} from "../../../../../main/engine/core/outbox/unsent-claims.ts";
import {
  aReturn,
  connect,
  enter,
  newFolder,
  openTestEngine,
  TOKEN,
  until,
} from "../../../../helpers/engine.ts";
import { SILENT } from "../../../../helpers/file-context.ts";
import { connectHeadless, spawnHeadless } from "../../../../helpers/headless.ts";
import { startHttpService } from "../../../../helpers/http-service.ts";
import { initOf } from "../../../../helpers/init-message.ts";

const DIES = resolve("test/helpers/killed-at-claim.ts");
const ENTRY = resolve("test/helpers/engine-process.ts");
function folderOnDisk(): string {
  const cache = resolve("node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The engine's entry as the app starts it, on a profile that has a connection; ended with the test. */
async function startedAsInTheApp(profile: string, runtimeFolder: string): Promise<void> {
  const child = fork(ENTRY, [], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { ...process.env, XDG_RUNTIME_DIR: runtimeFolder },
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  child.send(initOf(profile));
  const [first] = await once(child, "message");
  expect(first).toMatchObject({ type: "ready" });
}

const notesIn = (runtimeFolder: string): string[] => readdirSync(join(runtimeFolder, "counterside"));

/** Only on Linux has a user a folder in memory. */
describe.skipIf(process.platform !== "linux" || !existsSync("/dev/shm"))("a return", () => {
  /** One return in a profile whose engine was killed when the claim was on the disk; and what that left. */
  async function killed(when: "before" | "after", runtimeFolder: string) {
    const service = await startHttpService();
    const first = openTestEngine();
    await connect(first, service.url);
    const entryId = await enter(first, "purchaseReturn");
    await first.close();
    const child = spawn(process.execPath, [DIES, first.profile, runtimeFolder, service.url, TOKEN, when], {
      stdio: "ignore",
    });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    expect(service.came).toEqual([]);
    const reopen = (unsentClaims?: OpenUnsentClaims) =>
      openTestEngine({ profile: first.profile, ...(unsentClaims === undefined ? {} : { unsentClaims }) });
    return { service, entryId, reopen };
  }

  it("that was claimed and not sent when the program was killed waits as before and is sent once", async () => {
    const runtimeFolder = newFolder();
    const { service, entryId, reopen } = await killed("before", runtimeFolder);
    const engine = reopen(unsentClaimsIn(runtimeFolder, SILENT));
    expect(await engine.entry(entryId)).toMatchObject({
      state: "retry_wait",
      attemptCount: 0,
      needsAttention: false,
      attempts: [{ outcome: "no_connection", counted: false, httpStatus: null }],
      lastProblem: { code: "stopped_before_sending", params: {} },
    });
    await connect(engine, service.url);
    await until(async () => (await engine.entry(entryId)).state === "confirmed");
    expect(service.came).toHaveLength(1);
    const [file = ""] = notesIn(runtimeFolder);
    expect(readFileSync(join(runtimeFolder, "counterside", file), "utf8")).toBe("");
    await engine.close();
    expect(notesIn(runtimeFolder)).toEqual([]);
  });

  it("is noted by the headless engine and by the app's, in the person's runtime folder", async () => {
    const runtimeFolder = newFolder();
    const service = await startHttpService();
    const engine = spawnHeadless(["--profile", newFolder()], { XDG_RUNTIME_DIR: runtimeFolder });
    await connectHeadless(engine, service.url);
    expect(notesIn(runtimeFolder)).toHaveLength(1);
    await engine.finish();
    const app = openTestEngine();
    await connect(app, service.url);
    await app.close();
    await startedAsInTheApp(app.profile, runtimeFolder);
    expect(notesIn(runtimeFolder)).toHaveLength(1);
  });

  it("that may have been sent when the program was killed is of unknown outcome", async () => {
    const runtimeFolder = newFolder();
    const { entryId, reopen } = await killed("after", runtimeFolder);
    const engine = reopen(unsentClaimsIn(runtimeFolder, SILENT));
    expect(await engine.entry(entryId)).toMatchObject({
      state: "outcome_unknown",
      attempts: [{ outcome: "interrupted", counted: true }],
    });
  });

  it("is of unknown outcome where the computer was started anew since, which empties the folder", async () => {
    const { entryId, reopen } = await killed("before", newFolder());
    expect((await reopen(unsentClaimsIn(newFolder(), SILENT)).entry(entryId)).state).toBe("outcome_unknown");
  });

  it("is of unknown outcome where what was noted names another try", async () => {
    const runtimeFolder = newFolder();
    const { entryId, reopen } = await killed("before", runtimeFolder);
    const engine = reopen((path) => {
      const unsent = unsentClaimsIn(runtimeFolder, SILENT)(path);
      return { ...unsent, wasLeft: (claim) => unsent.wasLeft({ ...claim, at: claim.at + 1 }) };
    });
    expect((await engine.entry(entryId)).state).toBe("outcome_unknown");
  });
});

it("whose note could not be taken back is not sent then, and is sent soon after", async () => {
  const service = await startHttpService();
  let refusals = 2;
  const engine = openTestEngine({
    unsentClaims: (path) => ({
      ...noUnsentClaims(path),
      clear() {
        refusals -= 1;
        if (refusals >= 0) throw new Error("no such disk");
      },
    }),
  });
  await connect(engine, service.url);
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  await until(async () => {
    engine.clock.runUntil(engine.clock.now() + 500);
    return (await engine.entry(entryId)).state === "confirmed";
  });
  expect((await engine.entry(entryId)).attempts).toMatchObject([
    {
      outcome: "no_connection",
      counted: false,
      problem: { code: "other", params: { said: "Error: no such disk" } },
    },
    { outcome: "no_connection", counted: false },
    { outcome: "accepted", counted: true },
  ]);
  expect(service.came).toHaveLength(1);
});

describe("the note of unsent claims", () => {
  const claim = { entryId: "00000000-0000-4000-8000-000000000001", attemptId: 7, at: 12 };
  const inMemory = it.skipIf(process.platform !== "linux" || !existsSync("/dev/shm"));

  inMemory("names what it was given last, also for the next to open it, until it is taken back", () => {
    const open = unsentClaimsIn(newFolder(), SILENT);
    open("/shop.db").note([{ ...claim, attemptId: 1 }, claim]);
    open("/shop.db").note([claim, { ...claim, attemptId: 8 }]);
    const next = open("/shop.db");
    expect(next.wasLeft(claim)).toBe(true);
    expect(next.wasLeft({ ...claim, attemptId: 8 })).toBe(true);
    expect(next.wasLeft({ ...claim, attemptId: 1 })).toBe(false);
    expect(open("/other.db").wasLeft(claim)).toBe(false);
    next.note([claim]);
    next.clear();
    expect(open("/shop.db").wasLeft(claim)).toBe(false);
  });

  inMemory("names nothing by a line that was cut off, and nothing by the end of another", () => {
    const folder = newFolder();
    const open = unsentClaimsIn(folder, SILENT);
    open("/shop.db").note([]);
    const [file = ""] = notesIn(folder);
    appendFileSync(join(folder, "counterside", file), `x${claim.entryId} 7 12\n${claim.entryId} 7 12`);
    expect(open("/shop.db").wasLeft(claim)).toBe(false);
  });

  inMemory("names nothing while the program that wrote it still lives", () => {
    const folder = newFolder();
    const open = unsentClaimsIn(folder, SILENT);
    open("/shop.db").note([claim]);
    const [name = ""] = readdirSync(join(folder, "counterside"));
    const file = join(folder, "counterside", name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+\n/, `${process.ppid}\n`));
    expect(open("/shop.db").wasLeft(claim)).toBe(false);
  });

  it.each([
    ["on a disk", folderOnDisk],
    ["missing", () => "/no-such-folder"],
    ["not named", () => undefined],
  ])("is not kept where the runtime folder is %s", (_, folder) => {
    const open = unsentClaimsIn(folder(), SILENT);
    const unsent = open("/shop.db");
    unsent.note([claim]);
    unsent.clear();
    unsent.note([claim]);
    expect(open("/shop.db").wasLeft(claim)).toBe(false);
  });

  const left = (open: OpenUnsentClaims): boolean => {
    const unsent = open("/shop.db");
    unsent.note([claim]);
    unsent.close();
    return open("/shop.db").wasLeft(claim);
  };

  inMemory.each([
    ["the runtime folder is open to others", (folder: string) => chmodSync(folder, 0o777)],
    [
      "its own folder is open to others",
      (folder: string) => {
        mkdirSync(join(folder, "counterside"));
        chmodSync(join(folder, "counterside"), 0o770);
      },
    ],
  ])("is not kept where %s", (_, change) => {
    const folder = newFolder();
    change(folder);
    expect(left(unsentClaimsIn(folder, SILENT))).toBe(false);
  });

  inMemory("is not kept where a pipe lies under its name, which nobody would ever read to its end", () => {
    const folder = newFolder();
    const open = unsentClaimsIn(folder, SILENT);
    expect(left(open)).toBe(true);
    const [file = ""] = readdirSync(join(folder, "counterside"));
    rmSync(join(folder, "counterside", file));
    execFileSync("mkfifo", [join(folder, "counterside", file)]);
    expect(left(open)).toBe(false);
  });
});
