/** The text of the file's schema, damaged so that SQLite calls it an error in a statement, or nothing at all. */
import { readFileSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { connectionFile } from "../../../../helpers/damage.ts";
import { enter, newFolder, openPaused, openTestEngine, until } from "../../../../helpers/engine.ts";

async function closedProfile(withBackup: boolean): Promise<{ profile: string; entryId: string }> {
  const profile = newFolder();
  const engine = await openPaused({ profile });
  if (withBackup) await engine.call("backup.create", {});
  const entryId = await enter(engine, "purchaseReturn", 1);
  await engine.close();
  return { profile, entryId };
}

function misspell(file: string, from: string, to: string): void {
  const content = readFileSync(file, "latin1");
  expect(content).toContain(from);
  // Also where an earlier text of it still lies in a page's free room.
  writeFileSync(file, content.replaceAll(from, to), "latin1");
}

describe.each([true, false])("a letter of the schema that is another (a backup: %s)", (withBackup) => {
  it.each([
    ["a function in a trigger", "SELECT replace(", "SELECT replacd("],
    ["a row in a trigger", "NEW.hash)", "NEU.hash)"],
    ["a column", "request_body TEXT", "requeqt_body TEXT"],
    ["the column of a check", "CHECK (held IN", "CHECK (hdld IN"],
    ["the column of a reference", "entry(sequence)", "entry(sequense)"],
    ["a collation", "COLLATE NOCASE", "COLLATE NOCASM"],
    ["an option of the search", "content_rowid", "conuent_rowid"],
  ])("is recovered from at the start, and the entry is there: %s", async (_, from, to) => {
    const { profile, entryId } = await closedProfile(withBackup);
    misspell(connectionFile(profile), from, to);
    const engine = openTestEngine({ profile });
    expect((await engine.call("recovery.report", {})).reports).toMatchObject([
      { kind: "damaged", details: { lost: [], mayLackMore: false } },
    ]);
    expect((await engine.entry(entryId)).state).toBe("pending");
    const made = await engine.call("backup.create", {});
    expect(made.verified).toBe(true);
  });
});

it("a trigger that no version made and that fails at the start is recovered from", async () => {
  const { profile, entryId } = await closedProfile(true);
  const other = new Database(connectionFile(profile));
  other.exec(`CREATE TRIGGER strange BEFORE UPDATE ON meta BEGIN SELECT RAISE(ABORT, 'no'); END;
    DELETE FROM meta WHERE key = 'userId'; INSERT INTO meta VALUES ('userId', '502')`);
  other.close();
  const engine = openTestEngine({ profile });
  expect((await engine.entry(entryId)).state).toBe("pending");
});

it("a part that no version made, found when a backup is made, begins the recovery of the file in use", async () => {
  const { profile, entryId } = await closedProfile(true);
  const engine = openTestEngine({ profile });
  const other = new Database(connectionFile(profile));
  other.exec("CREATE TRIGGER strange AFTER INSERT ON draft BEGIN DELETE FROM draft; END");
  other.close();
  expect((await engine.refusal("backup.create", {})).message).toContain(
    "trigger strange is not as this program made it",
  );
  await until(() => engine.events.some(({ event }) => event === "recovery.changed"));
  expect((await engine.entry(entryId)).state).toBe("pending");
  expect((await engine.call("backup.create", {})).verified).toBe(true);
});
