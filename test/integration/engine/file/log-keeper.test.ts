/** Who writes a long log back, with a thread and without one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { lengthOfLog } from "../../../../main/engine/file/database/log-length.ts";
import { openDatabase } from "../../../../main/engine/file/database/open-database.ts";
import { createLogKeeper } from "../../../../main/engine/file/log-keeping.ts";
import { migrate } from "../../../../main/engine/file/schema/migrations.ts";
import { newFolder } from "../../../helpers/engine.ts";

const THREAD = new URL("../../../../main/engine/log-thread.ts", import.meta.url);
/** A page each. */
const BLOB = 4_000;

function openLog(thread: URL | null) {
  const db = openDatabase(join(newFolder(), "shop.sqlite"), null);
  onTestFinished(() => void db.close());
  migrate(db);
  db.pragma("wal_autocheckpoint = 0");
  db.pragma("synchronous = OFF");
  db.exec("CREATE TABLE page (content BLOB)");
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  return {
    db,
    log,
    keeper: createLogKeeper({ db, verifyThread: thread, sqliteBinding: null, log }),
    fill: (pages: number) =>
      db.exec(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${pages}) INSERT INTO page SELECT zeroblob(${BLOB}) FROM n`,
      ),
    left: () => {
      const { log: frames, checkpointed } = lengthOfLog(db);
      return frames - checkpointed;
    },
  };
}

/** A thread of this program. */
function threadThat(program: string): URL {
  const path = join(newFolder(), "log-thread.mjs");
  writeFileSync(path, `import { parentPort } from "node:worker_threads";\n${program}`);
  return pathToFileURL(path);
}

const ODD = "parentPort.on('message', () => parentPort.postMessage({ odd: true }));";

it.each([
  ["is there, by the thread", () => THREAD, true],
  ["is not there, here", () => new URL("file:///nowhere/log-thread.mjs"), false],
  ["doesn't start, here", () => threadThat("throw new Error('no');"), false],
  [
    "ends at its first wish, here",
    () => threadThat("parentPort.once('message', () => process.exit(3));"),
    false,
  ],
  ["says what nobody understands, here", () => threadThat(ODD), false],
])("a log of 8,000 pages is written back where the thread %s", async (_, thread, isByThread) => {
  const { keeper, fill, left, log } = openLog(thread());
  fill(7_000);
  await keeper.rest();
  expect(left()).toBeGreaterThan(6_000);
  fill(2_000);
  await keeper.rest();
  expect(left()).toBe(0);
  await keeper.end();
  const warned = ["the log is written back on the engine's own thread", { error: expect.any(Error) }];
  expect(log.warn.mock.calls).toEqual(isByThread ? [] : [warned]);
});

/** Answers its first wish without having written anything back, as where all of it was posted meanwhile. */
function slowThread(): URL {
  const path = join(newFolder(), "slow-thread.mts");
  const beside = (name: string) => JSON.stringify(new URL(`file/database/${name}`, THREAD).href);
  writeFileSync(
    path,
    `import { parentPort, workerData } from "node:worker_threads";
import { lengthOfLog, writeLogBack } from ${beside("log-length.ts")};
import { openDatabase } from ${beside("open-database.ts")};
const db = openDatabase(workerData.path, null);
let wishes = 0;
parentPort.on("message", (wish) => {
  if (wish === "end") return parentPort.close();
  wishes += 1;
  parentPort.postMessage(wishes === 1 ? lengthOfLog(db) : writeLogBack(db));
});
`,
  );
  return pathToFileURL(path);
}

it("what was posted while the thread wrote a log back is written back by it as well", async () => {
  const { keeper, fill, left, log } = openLog(slowThread());
  fill(9_000);
  await keeper.rest();
  expect(left()).toBe(0);
  await keeper.end();
  expect(log.warn).not.toHaveBeenCalled();
});

it("without a thread a log of 1,000 pages is written back, and at the end a shorter one is left", async () => {
  const { keeper, fill, left } = openLog(null);
  fill(800);
  await keeper.rest();
  await keeper.end();
  expect(left()).toBeGreaterThan(700);
  fill(300);
  await keeper.rest();
  expect(left()).toBe(0);
});

it("at the end a log of more than 1,000 pages is written back though the thread was not needed before", async () => {
  const { keeper, fill, left, log } = openLog(THREAD);
  fill(1_500);
  await keeper.rest();
  expect(left()).toBeGreaterThan(1_400);
  await keeper.end();
  expect(left()).toBe(0);
  expect(log.warn).not.toHaveBeenCalled();
});

it("a log that a reader holds back is tried again once it has grown by as much", async () => {
  const { db, keeper, fill, left } = openLog(null);
  const reader = openDatabase(db.name, null);
  onTestFinished(() => void reader.close());
  fill(500);
  reader.exec("BEGIN; SELECT count(*) FROM page");
  fill(1_000);
  await keeper.rest();
  expect(left()).toBeGreaterThan(900);
  reader.exec("COMMIT");
  await keeper.rest();
  expect(left()).toBeGreaterThan(900);
  fill(1_000);
  await keeper.rest();
  expect(left()).toBe(0);
});
