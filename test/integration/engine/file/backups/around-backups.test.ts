/** What a backup asks before it is made, and what is said of its places. */
import { copyFileSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, vi } from "vitest";
import type { Verify } from "../../../../../main/engine/file/backups/verify.ts";
import { createPlace } from "../../../../../main/engine/file/place/place.ts";
import { copyFiles } from "../../../../../main/engine/file/place/whole-copies.ts";
import {
  createRecoveryReportService,
  createRecoveryStore,
  NOTHING_SALVAGED,
} from "../../../../../main/engine/file/recovery/recovery-report.ts";
import { ManualClock } from "../../../../helpers/clock.ts";
import { openCounter } from "../../../../helpers/counter-backups.ts";
import { newFolder } from "../../../../helpers/engine.ts";
import { CALL } from "../../../../helpers/file-context.ts";

it("a backup to a place where it can't be written is refused before anything is copied", async () => {
  const verify = vi.fn<Verify>();
  const counter = openCounter({ verify });
  const inTheWay = join(newFolder(), "notes.txt");
  writeFileSync(inTheWay, "Dear diary");
  await expect(counter.backup.create({ path: inTheWay })).rejects.toMatchObject({ code: "file_invalid" });
  expect(verify).not.toHaveBeenCalled();
});

it("a name whose time is none, or that leads nowhere, counts as no backup", async () => {
  const counter = openCounter();
  const { path } = await counter.backup.create({});
  const named = (time: string): string =>
    join(dirname(path), basename(path).replace(/\d{8}T\d{6}\.\d{3}Z/, time));
  copyFileSync(path, named("20261399T250000.000Z"));
  symlinkSync(join(newFolder(), "gone.sqlite"), named("20261101T000000.000Z"));
  expect(counter.rotation.status().files.map((file) => file.path)).toEqual([path]);
});

it("what went wrong with a backup is no longer reported once one was made", async () => {
  let isBroken = true;
  const counter = openCounter({
    automatic: true,
    verify: async () => {
      if (isBroken) throw new Error("no answer");
    },
  });
  const nextHour = (): void => counter.clock.runUntil(counter.clock.now() + 3_600_000);
  counter.enter();
  nextHour();
  await expect.poll(() => counter.rotation.status().problem).toMatchObject({ message: "no answer" });
  isBroken = false;
  await expect.poll(() => counter.clock.due().length).toBeGreaterThan(0);
  nextHour();
  await expect.poll(() => counter.rotation.status().files).toHaveLength(1);
  await expect.poll(() => counter.rotation.status().problem).toBeNull();
});

// The one kind of file that opens and can't be read, as any user.
it.runIf(existsSync("/proc/self/mem"))("an attached file that can't be read is reported as missing", () => {
  const [from, to] = [newFolder(), newFolder()];
  const file = { sha256: "0".repeat(64), name: "invoice.pdf", bytes: 0 };
  symlinkSync("/proc/self/mem", join(from, file.sha256));
  const copying = copyFiles({ files: [file], from: [from], to, named: "hash" });
  let step = copying.next();
  while (step.done !== true) step = copying.next();
  expect(step.value).toEqual([file]);
});

it("a decision about the old counter is asked of a restored backup alone, and once", () => {
  const { db, clock } = openCounter();
  const store = createRecoveryStore(db);
  const record = vi.fn();
  const decided = vi.fn();
  const recovery = createRecoveryReportService({ db, clock, record, own: CALL.actor }, store, decided);
  const [damaged, restored] = (["damaged", "restored"] as const).map((kind) =>
    store.insert(clock.now(), kind, "found so", { ...NOTHING_SALVAGED, base: "file" }),
  );
  const decide = (recoveryId = 0) => recovery.decide(CALL, { recoveryId, oldCounter: "not_used_since" });
  expect(() => decide(damaged)).toThrow(expect.objectContaining({ code: "wrong_state" }));
  expect([record, decided].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  expect(
    decide(restored)
      .reports.map(({ decision }) => decision)
      .sort(),
  ).toEqual(["not_used_since", null]);
  expect(() => decide(restored)).toThrow(expect.objectContaining({ code: "wrong_state" }));
  expect([record, decided].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

/** A thread that says this of every wish. */
const threadThatSays = (said: unknown): URL => {
  const path = join(newFolder(), "thread.mjs");
  const words = JSON.stringify(said);
  writeFileSync(path, `import { parentPort } from "node:worker_threads"; parentPort.postMessage(${words});`);
  return pathToFileURL(path);
};

it.each([
  ["a fault of the program's", "internal", true],
  ["a full disk", "storage_full", false],
])("a thread that tells of %s has its work done here on the own disk: %j", async (_, code, isDoneHere) => {
  const said = { is: "failed", error: { code, message: "odd", details: {} } };
  const clock = new ManualClock();
  const folder = newFolder();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const asked = createPlace({ verifyThread: threadThatSays(said), clock, log }, true).ask({
    do: "settle",
    path: join(folder, "shop.backup"),
    fileName: "shop.backup",
    liveFolder: newFolder(),
  });
  if (isDoneHere) await expect(asked).resolves.toBeDefined();
  else await expect(asked).rejects.toMatchObject({ code: "storage_full" });
  expect(log.warn).toHaveBeenCalledTimes(isDoneHere ? 1 : 0);
});
