/** The durability drill with real engine processes that are really killed. */
import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import type { StartChild } from "../../../main/shell/child-process.ts";
import { createDrill } from "../../../main/shell/drill/drill.ts";
import { connectionFile, seeded } from "../../helpers/damage.ts";
import { newFolder } from "../../helpers/engine.ts";

const ENTRY = join(import.meta.dirname, "..", "..", "helpers", "engine-process.ts");

const startChild: StartChild = (hear) => {
  const child = fork(ENTRY, [], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  child.on("message", hear);
  return {
    send: (message) => void child.send(Object(message)),
    ended: new Promise((done) => child.once("exit", (code) => done(code ?? -1))),
    kill: () => void child.kill(),
  };
};

const drill = (
  profile: string,
  seed: number,
  killHard = (pid: number): void => void process.kill(pid, "SIGKILL"),
) =>
  createDrill({
    ...{ startChild, profile, appVersion: "0.0.0-test", sqliteBinding: null, random: seeded(seed) },
    ...{ now: () => performance.now(), killHard },
  });

it("kills engines while they write, and finds every acknowledged entry", async () => {
  const profile = newFolder();
  const result = await drill(profile, 5)({ entries: 90 });
  expect(result).toMatchObject({ kills: 3, lost: 0, chainIntact: true });
  expect(result.acknowledged).toBeGreaterThanOrEqual(3);
  expect(result.found).toBe(result.acknowledged);
  // Killed in the middle: not everything that was asked for came so far.
  expect(result.acknowledged).toBeLessThan(result.asked);
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
  })({ entries: 60 });
  expect(result.lost).toBe(1);
}, 60_000);
