/** An older copy of a file, or of the whole folder of connections with its high-water mark, takes the place of the newer. */
import { copyFileSync, cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  connect,
  enter,
  newFolder,
  openPaused,
  openTestEngine,
  runUntilTrue,
  statesOf,
} from "../../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../../helpers/http-service.ts";

const HOUR = 3_600_000;

describe("an older copy that somebody put in the file's place", () => {
  it("is noticed, and nothing of it is sent by itself", async () => {
    const service = await startHttpService(answer(200));
    const engine = await openPaused({}, service.url);
    const entryId = await enter(engine, "purchaseReturn");
    await engine
      .call("backup.create", { path: join(newFolder(), "old.sqlite") })
      .then(({ path }) => copyFileSync(path, join(engine.profile, "old.copy")));
    await engine.call("sync.resume", {});
    await runUntilTrue(engine, async () => (await engine.entry(entryId)).state === "confirmed");
    await engine.close();
    const file = connectionFile(engine.profile);
    rmSync(`${file}-wal`, { force: true });
    copyFileSync(join(engine.profile, "old.copy"), file);
    const again = openTestEngine({ profile: engine.profile });
    expect((await again.entry(entryId)).state).toBe("outcome_unknown");
    expect((await again.call("recovery.report", {})).reports[0]).toMatchObject({ kind: "rolled_back" });
    // Not even where the owner says that repeats merge: the record may have moved on since.
    await again.call("policy.set", { resendUnknown: true });
    await connect(again, service.url);
    again.clock.runUntil(again.clock.now() + HOUR);
    expect((await again.entry(entryId)).state).toBe("outcome_unknown");
    expect(service.came).toHaveLength(1);
  });
});

/** As a system's own backup of files puts it back: with the high-water mark, which is as old as the file. */
it("an older copy of the whole folder of connections is noticed, sends nothing again, and the backups bring back what it lacks", async () => {
  const service = await startHttpService(answer(200));
  const engine = await openPaused({ randomness: systemRandomness }, service.url);
  const early = await enter(engine, "purchaseReturn", 1);
  await engine.close();
  const folder = join(engine.profile, "connections");
  const older = newFolder();
  cpSync(folder, older, { recursive: true });

  const next = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  await connect(next, service.url);
  await next.call("sync.resume", {});
  const late = await enter(next, "purchaseReturn", 2);
  await runUntilTrue(next, async () =>
    (await next.call("outbox.list", {})).entries.every(({ state }) => state === "confirmed"),
  );
  await next.call("backup.create", {});
  await next.close();
  expect(service.came).toHaveLength(2);
  rmSync(folder, { recursive: true });
  cpSync(older, folder, { recursive: true });

  const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  await connect(again, service.url);
  await again.call("sync.resume", {});
  const third = await enter(again, "purchaseReturn", 3);
  await runUntilTrue(again, async () => (await again.entry(third)).state === "confirmed");
  expect(service.came).toHaveLength(3);
  expect((await again.call("recovery.report", {})).reports).toMatchObject([{ kind: "rolled_back" }]);
  const found = await statesOf(again);
  expect([found.get(early), found.get(late)]).toEqual(["confirmed", "confirmed"]);
  expect((await again.call("audit.list", {})).chainProblem).toBeNull();
});

it.each([
  ["no backup", false],
  ["a backup from before they were entered", true],
])(
  "entries that an older folder lacks are reported as perhaps lost where there is %s",
  async (_name, hasBackup) => {
    const engine = await openPaused({ randomness: systemRandomness });
    await enter(engine, "purchaseReturn", 1);
    if (hasBackup) await engine.call("backup.create", {});
    await engine.close();
    const folder = join(engine.profile, "connections");
    const older = newFolder();
    cpSync(folder, older, { recursive: true });

    const next = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
    const late = await enter(next, "purchaseReturn", 2);
    await next.close();
    rmSync(folder, { recursive: true });
    cpSync(older, folder, { recursive: true });
    if (!hasBackup) expect(existsSync(join(engine.profile, "backups"))).toBe(false);

    const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
    expect((await again.call("outbox.list", {})).entries.map(({ entryId }) => entryId)).not.toContain(late);
    expect((await again.call("recovery.report", {})).reports).toMatchObject([
      { kind: "rolled_back", details: { mayLackMore: true } },
    ]);
  },
);
