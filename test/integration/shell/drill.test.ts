/** The crash test with real engine processes that are really killed. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createDrill } from "../../../main/shell/drill.ts";
import type { StartChild } from "../../../main/shell/engine/engine-host.ts";
import { connectionFile, seeded } from "../../helpers/damage.ts";
import { newFolder } from "../../helpers/engine.ts";
import { CALL } from "../../helpers/file-context.ts";

const ENTRY = join(import.meta.dirname, "..", "..", "helpers", "engine-process.ts");

const startFork = (receive: (message: unknown) => void): ChildProcess => {
  const child = fork(ENTRY, [], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  return child.on("message", receive);
};

const asChild = (child: ChildProcess, send: (message: unknown) => void): ReturnType<StartChild> => ({
  send,
  ended: new Promise((done) => child.once("exit", (code) => done(code ?? -1))),
  kill: () => void child.kill(),
});

const startChild: StartChild = (receive) => {
  const child = startFork(receive);
  return asChild(child, (message) => void child.send(Object(message)));
};

const drill = (
  profile: string,
  seed: number,
  killHard = (pid: number): void => void process.kill(pid, "SIGKILL"),
  start = startChild,
) =>
  createDrill({
    startChild: start,
    profile,
    appVersion: "0.0.0-test",
    sqliteBinding: null,
    random: seeded(seed),
    killHard,
    later: (ms) => (ms === 0 ? setImmediate() : setTimeout(ms)),
  });

it("kills engines while they write, and finds every acknowledged entry", async () => {
  const profile = newFolder();
  const result = await drill(profile, 5)(CALL, { entries: 90 });
  expect(result).toMatchObject({ kills: 3, lost: 0, chainIntact: true });
  expect(result.acknowledged).toBeGreaterThanOrEqual(3);
  expect(result.found).toBe(result.acknowledged);
  // Killed in the middle: not everything that was asked for came so far.
  expect(result.acknowledged).toBeLessThan(result.asked);
  expect(readdirSync(profile)).toEqual([]);
}, 60_000);

it("says that its engine ended by itself, and leaves nothing of it behind", async () => {
  const profile = newFolder();
  const crashing = (receive: (message: unknown) => void) => {
    const child = startFork(receive);
    let sent = 0;
    const send = (message: unknown): void => {
      sent += 1;
      if (sent === 20) child.kill("SIGKILL");
      else if (sent < 20) child.send(Object(message));
    };
    return asChild(child, send);
  };
  const nothingToKill = () => expect.unreachable("it is gone already");
  const running = drill(profile, 4, nothingToKill, crashing)(CALL, { entries: 900 });
  await expect(running).rejects.toThrow("The drill's engine ended by itself.");
  expect(readdirSync(profile)).toEqual([]);
}, 60_000);

it("counts as lost what is not there byte for byte", async () => {
  const profile = newFolder();
  let kills = 0;
  const result = await drill(profile, 6, (pid) => {
    process.kill(pid, "SIGKILL");
    kills += 1;
    if (kills < 3) return;
    // A disk that changes what was written.
    const [folder = ""] = readdirSync(profile);
    const db = new Database(connectionFile(join(profile, folder)));
    db.prepare(
      "UPDATE entry SET request_body = replace(request_body, 'drill', 'other') WHERE sequence = 1",
    ).run();
    db.close();
  })(CALL, { entries: 60 });
  expect(result.lost).toBe(1);
}, 60_000);

it("says why its engine can't start, by the code that the engine gave", async () => {
  const profile = newFolder();
  // In the place of the drill's own file lies what no file can replace.
  const blocked: StartChild = (receive) => {
    for (const folder of readdirSync(profile)) mkdirSync(join(profile, folder, "profile.sqlite"));
    return startChild(receive);
  };
  const running = drill(profile, 7, undefined, blocked)(CALL, { entries: 30 });
  await expect(running).rejects.toMatchObject({ code: "file_invalid" });
  expect(readdirSync(profile)).toEqual([]);
}, 60_000);
