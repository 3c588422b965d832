/** Memory that is given back while nobody works: nothing is lost by it, wherever it comes. */
import { expect, it } from "vitest";
import { openDatabase } from "../../../../main/engine/file/database/open-database.ts";
import { aReturn, connect, openTestEngine } from "../../../helpers/engine.ts";

it("asks SQLite for the pages of the open file, and goes on with postings and searches", async () => {
  const asked: string[] = [];
  const engine = openTestEngine({
    openDatabase: (...parts) => {
      const db = openDatabase(...parts);
      const pragma = db.pragma.bind(db);
      Object.assign(db, {
        pragma: (source: string, options?: { simple?: boolean }) => {
          asked.push(source);
          return pragma(source, options);
        },
      });
      return db;
    },
  });
  engine.release();
  expect(asked).toEqual([]);
  await connect(engine, "http://127.0.0.1:9");
  const first = await engine.call("purchaseReturn.post", aReturn());
  asked.length = 0;
  engine.release();
  expect(asked).toEqual(["shrink_memory"]);
  const second = await engine.call("purchaseReturn.post", aReturn());
  const { entries } = await engine.call("outbox.list", {});
  expect(entries.map(({ entryId }) => entryId).sort()).toEqual([first.entryId, second.entryId].sort());
});
