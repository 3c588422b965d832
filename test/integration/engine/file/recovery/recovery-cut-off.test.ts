/** A recovery that was cut off is finished at the next start. */
import { copyFileSync, cpSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  connect,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  statesOf,
} from "../../../../helpers/engine.ts";

it("finishes a recovery that was cut off between its two renames", async () => {
  const first = openTestEngine();
  await connect(first, NOWHERE);
  const entryId = await enter(first, "purchaseReturn");
  await first.close();
  const file = connectionFile(first.profile);
  const whole = readFileSync(file);
  rmSync(file);
  writeFileSync(`${file}.recovered`, whole);
  utimesSync(`${file}.recovered`, 1, 1);
  const engine = openTestEngine({ profile: first.profile });
  expect((await statesOf(engine)).get(entryId)).toBe("pending");
  expect((await engine.call("recovery.report", {})).reports).toEqual([]);
});

it("a recovery that is killed between moving the log and the damaged file aside loses no entry", async () => {
  const engine = await openPaused();
  const entryId = await enter(engine, "purchaseReturn");
  // As a kill leaves them: all that was entered is in the log.
  const [healed, killed] = [newFolder(), newFolder()];
  for (const profile of [healed, killed]) {
    cpSync(engine.profile, profile, { recursive: true });
    const file = connectionFile(profile);
    writeFileSync(file, readFileSync(file).fill(7, 0, 100));
  }
  await openTestEngine({ profile: healed }).close();
  const file = connectionFile(killed);
  copyFileSync(connectionFile(healed), `${file}.recovered`);
  renameSync(`${file}-wal`, `${file}.corrupt-20260301T080000.000Z-wal`);
  const again = openTestEngine({ profile: killed });
  expect((await statesOf(again)).get(entryId)).toBe("pending");
  expect((await again.call("recovery.report", {})).reports).toMatchObject([{ details: { lost: [] } }]);
});
