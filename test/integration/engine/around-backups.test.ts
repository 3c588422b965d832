/** What a backup asks before it is made, and what is told of its places. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createPlace } from "../../../main/engine/services/place.ts";
import type { Verify } from "../../../main/engine/services/verify.ts";
import { ManualClock } from "../../helpers/clock.ts";
import { openCounter } from "../../helpers/counter-backups.ts";
import { newFolder } from "../../helpers/engine.ts";

it("the choice of the second folder is told as a change of the backups", async () => {
  const counter = openCounter();
  await counter.rotation.setSecondFolder(newFolder());
  expect(counter.changed).toHaveBeenCalledTimes(1);
});

it("a backup to a place where it can't be written is refused before anything is copied", async () => {
  const clock = new ManualClock();
  const verify = vi.fn<Verify>();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const counter = openCounter({ clock, verify, outside: createPlace({ thread: null, clock, log }, false) });
  const inTheWay = join(newFolder(), "notes.txt");
  writeFileSync(inTheWay, "Dear diary");
  await expect(counter.backup.create({ path: inTheWay })).rejects.toMatchObject({ code: "file_invalid" });
  expect(verify).not.toHaveBeenCalled();
});
