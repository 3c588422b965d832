/** An entry whose problem the program can't have written: what reads it says so as damage, and never as its own fault. */
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { problemIn } from "../../../../../main/engine/core/outbox/entry-rows.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import { aReturn, openPaused } from "../../../../helpers/engine.ts";

it.each(["no JSON", '{"code":"never listed"}'])("reports a problem of %j as damage", (written) => {
  expect(() => problemIn(written)).toThrow(expect.objectContaining({ code: "storage_damaged" }));
});

it("refuses a list of the outbox with a damaged problem by a storage code, and recovers the file", async () => {
  const engine = await openPaused();
  await engine.call("purchaseReturn.post", aReturn());
  const db = new Database(connectionFile(engine.profile));
  db.prepare("UPDATE entry SET last_error = 'no JSON'").run();
  db.close();
  expect(await engine.refusal("outbox.list", {})).toMatchObject({ code: "storage_damaged" });
  expect(engine.events.map(({ event }) => event)).toContain("connection.changed");
});
