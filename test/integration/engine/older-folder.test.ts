/** The whole folder of connections becomes an earlier one: the high-water mark beside the file is as old as the file. */
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { connect, enter, newFolder, openTestEngine } from "../../helpers/engine.ts";

const NOWHERE = "http://127.0.0.1:9";

it.each([
  ["no backup", false],
  ["a backup from before they were entered", true],
])(
  "entries that an older folder lacks are told as perhaps lost where there is %s",
  async (_name, hasBackup) => {
    const engine = openTestEngine({ randomness: systemRandomness });
    await connect(engine, NOWHERE);
    await engine.call("sync.pause", {});
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
