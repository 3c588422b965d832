/** A file that turns out to be damaged while it is used, and the look through the whole of a large one. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openEngine } from "../../../../../main/engine/engine.ts";
import { CHECKED_AT_START_BYTES } from "../../../../../main/engine/file/open-file.ts";
import { ManualClock, writtenRandomness } from "../../../../helpers/clock.ts";
import { connectionFile, spoilFirstPage } from "../../../../helpers/damage.ts";
import {
  aReturn,
  connect,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  runUntilTrue,
  statesOf,
  until,
} from "../../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../../helpers/http-service.ts";

describe("a file that turns out to be damaged while it is used", () => {
  it("is recovered without a restart, and what was waiting still waits", async () => {
    const engine = await openPaused();
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await enter(engine, "purchaseReturn", n));
    const file = connectionFile(engine.profile);
    // The index by which an entry is found: its table stays whole.
    spoilFirstPage(file, "sqlite_autoindex_entry_1");
    const reader = new Database(file, { readonly: true });
    reader.close();
    // What SQLite holds in memory may answer for a while; a posting must touch the index.
    await until(async () => {
      await engine.call("outbox.get", { entryId: ids[0] ?? "" }).catch(() => undefined);
      await engine.call("purchaseReturn.post", aReturn()).catch(() => undefined);
      engine.clock.runUntil(engine.clock.now() + 100);
      return engine.events.some(({ event }) => event === "recovery.changed");
    });
    const now = await statesOf(engine);
    for (const id of ids) expect(now.get(id)).toBe("pending");
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report).toMatchObject({
      kind: "damaged",
      details: { fileReadable: true, lost: [], mayLackMore: false },
    });
    expect((await engine.call("audit.list", { limit: 1_000 })).entries.map(({ action }) => action)).toContain(
      "storage.recovered",
    );
  });

  it("is looked through soon after it is opened where it is too large for the start", async () => {
    const before = await openPaused();
    const ids: string[] = [];
    for (let n = 0; n < 2_400; n += 1) ids.push(await enter(before, "purchaseReturn", n));
    const { requestBody } = await before.entry(ids[1_200] ?? "");
    await before.close();
    const file = connectionFile(before.profile);
    const bytes = readFileSync(file);
    expect(bytes.length).toBeGreaterThan(CHECKED_AT_START_BYTES);
    // A page of entries in the middle, which nothing reads at a start.
    const page = Math.floor(bytes.indexOf(requestBody) / 4_096) * 4_096;
    expect(page).toBeGreaterThan(0);
    writeFileSync(file, bytes.fill(0xa5, page, page + 4_096));

    const engine = openTestEngine({ profile: before.profile });
    const isNoticed = () => engine.events.some(({ event }) => event === "recovery.changed");
    expect(isNoticed()).toBe(false);
    await runUntilTrue(engine, isNoticed);
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report).toMatchObject({ kind: "damaged" });
  });

  it("never sends a body that is not the one that was frozen", async () => {
    const service = await startHttpService(answer(200));
    const engine = await openPaused({}, service.url);
    const entryId = await enter(engine, "purchaseReturn");
    const other = new Database(connectionFile(engine.profile));
    other.prepare("UPDATE entry SET request_body = replace(request_body, '5900', '9900')").run();
    other.close();
    await engine.call("sync.resume", {});
    await runUntilTrue(engine, () => engine.events.some(({ event }) => event === "recovery.changed"));
    expect(service.came).toEqual([]);
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report?.details.lost).toMatchObject([{ sequence: 1, entryId }]);
  });
});

it("closes without waiting for the look through a large file", async () => {
  const first = openTestEngine();
  await connect(first, NOWHERE);
  await first.call("draft.save", { draftId: "large", kind: "purchaseReturn", content: '""' });
  await first.close();
  const db = new Database(connectionFile(first.profile));
  db.prepare("UPDATE draft SET content = ?").run(JSON.stringify("x".repeat(CHECKED_AT_START_BYTES)));
  db.close();
  const folder = newFolder();
  const began = join(folder, "began");
  // As on a disk that takes minutes for the whole of it.
  writeFileSync(
    join(folder, "verify-thread.mjs"),
    `import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(began)}, "");
    setInterval(() => undefined, 60_000);`,
  );
  const engine = openTestEngine({
    profile: first.profile,
    verifyThread: pathToFileURL(join(folder, "verify-thread.mjs")),
  });
  engine.clock.runUntil(engine.clock.now() + 4_999);
  expect(existsSync(began)).toBe(false);
  engine.clock.runUntil(engine.clock.now() + 1);
  await until(() => existsSync(began));
  await engine.close();
  expect(engine.logged).toEqual([]);
});

it("checks on a separate thread, and by itself where there is none", async () => {
  const logged: string[] = [];
  const open = (verifyThread: URL) =>
    openEngine({
      profile: newFolder(),
      appVersion: "0.0.0-test",
      sqliteBinding: null,
      clock: new ManualClock(),
      randomness: writtenRandomness(0.5),
      emit: () => undefined,
      tokens: {},
      proxy: null,
      resendUnknown: false,
      log: { info: () => undefined, warn: (message) => void logged.push(message), error: () => undefined },
      verifyThread,
    });
  for (const [name, words] of [
    ["verify-thread.ts", []],
    ["no-such-thread.ts", ["a copy is checked on the engine's own thread"]],
  ] as const) {
    logged.length = 0;
    const engine = open(new URL(`../../../../../main/engine/${name}`, import.meta.url));
    await engine.invoke("connection.save", { serviceUrl: NOWHERE, tenantId: 1, userId: 1, token: "t" });
    expect(await engine.invoke("backup.create", {})).toMatchObject({ ok: true, value: { verified: true } });
    expect(logged).toEqual(words);
    await engine.close();
  }
});
