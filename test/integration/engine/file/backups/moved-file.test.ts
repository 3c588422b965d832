/** The file is removed or replaced under its name while an engine has it open, as a sync tool or a hand may do. */
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import { aReturn, openPaused, openTestEngine, type TestEngine, until } from "../../../../helpers/engine.ts";

async function withEntries(): Promise<{ engine: TestEngine; ids: string[]; file: string }> {
  const engine = await openPaused({ randomness: systemRandomness });
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await engine.call("purchaseReturn.post", aReturn())).entryId);
  return { engine, ids, file: connectionFile(engine.profile) };
}

it.each([
  ["removed", (file: string) => rmSync(file)],
  [
    "replaced by an older copy",
    (file: string) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
  [
    "replaced by an older copy with its log",
    (file: string) => {
      for (const tail of ["-wal", ""]) {
        copyFileSync(`${file}${tail}`, `${file}.copy`);
        renameSync(`${file}.copy`, `${file}${tail}`);
      }
    },
  ],
])(
  "a file that was %s while it was in use is put back whole at the next acknowledgement",
  async (_name, move) => {
    const { engine, ids, file } = await withEntries();
    move(file);
    ids.push((await engine.call("purchaseReturn.post", aReturn())).entryId);
    // Already now nothing more is acknowledged into a file without a name.
    expect(await engine.refusal("purchaseReturn.post", aReturn())).toMatchObject({ code: "storage_busy" });
    await until(() => engine.events.some(({ event }) => event === "recovery.changed"));
    const held = await engine.call("outbox.list", { limit: 100 });
    expect(held.entries.map(({ entryId, state }) => `${entryId} ${state}`).sort()).toEqual(
      ids.map((id) => `${id} pending`).sort(),
    );
    expect((await engine.call("recovery.report", {})).reports).toMatchObject([
      { kind: "missing", details: { base: "file", lost: [], mayLackMore: false } },
    ]);
    // What a start after a kill would find is all there, under the file's own name.
    const db = new Database(file, { readonly: true });
    expect(db.prepare("SELECT count(*) FROM entry").pluck().get()).toBe(ids.length);
    db.close();
  },
);

it.each([
  ["backup.create", {}],
  ["sync.now", {}],
] as const)("a file that was removed is put back at the next %s", async (channel, input) => {
  const { engine, ids, file } = await withEntries();
  rmSync(file);
  // Answered or refused as busy: either way the file is looked at.
  await engine.call(channel, input).catch(() => undefined);
  engine.clock.runUntil(engine.clock.now() + 5_000);
  await until(() => engine.events.some(({ event }) => event === "recovery.changed"));
  const { entries } = await engine.call("outbox.list", { limit: 100 });
  expect(entries.map(({ entryId }) => entryId).sort()).toEqual([...ids].sort());
  expect(existsSync(file)).toBe(true);
});

it("a file that was removed is put back, also where the program ends before anything is entered", async () => {
  const { engine, ids, file } = await withEntries();
  rmSync(file);
  await engine.close();
  const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  const { entries } = await again.call("outbox.list", { limit: 100 });
  expect(entries.map(({ entryId, state }) => `${entryId} ${state}`).sort()).toEqual(
    ids.map((id) => `${id} pending`).sort(),
  );
});
