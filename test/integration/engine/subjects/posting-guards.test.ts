/** What keeps a posting, a decision and a correction whole where a later step of the same transaction fails. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Db, openDatabase } from "../../../../main/engine/file/database/open-database.ts";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import { seeded } from "../../../helpers/damage.ts";
import {
  aReturn,
  aVoucher,
  connect,
  enter,
  NOWHERE,
  newFolder,
  openTestEngine,
  type TestEngine,
  voucherSerial,
} from "../../../helpers/engine.ts";
import { connectHeadless, startHeadless } from "../../../helpers/headless.ts";

/** An engine that sends nothing, and its open file. */
async function openPaused(): Promise<TestEngine & { inFile: (sql: string) => void }> {
  let db: Db | null = null;
  const engine = openTestEngine({
    randomness: systemRandomness,
    openDatabase: (...parts) => {
      db = openDatabase(...parts);
      return db;
    },
  });
  await connect(engine, NOWHERE);
  await engine.call("sync.pause", {});
  return { ...engine, inFile: (sql) => void db?.exec(sql) };
}

const FAILS = "BEGIN SELECT RAISE(ABORT, 'planted'); END";

describe("where the last step of its transaction fails", () => {
  it("a posting leaves no entry and no document, and its draft stays", async () => {
    const engine = await openPaused();
    await engine.call("draft.save", { draftId: "d", kind: "purchaseReturn", content: "{}" });
    engine.inFile(`CREATE TEMP TRIGGER planted BEFORE INSERT ON audit ${FAILS}`);
    await engine.refusal("purchaseReturn.post", aReturn({ draftId: "d" }));
    expect((await engine.call("outbox.list", {})).entries).toEqual([]);
    expect((await engine.call("documents.search", {})).documents).toEqual([]);
    expect((await engine.call("draft.list", {})).drafts).toMatchObject([{ draftId: "d" }]);
    expect((await engine.call("sync.status", {})).counts.pending).toBe(0);
    engine.inFile("DROP TRIGGER planted");
    await engine.call("purchaseReturn.post", aReturn({ draftId: "d" }));
    expect((await engine.call("draft.list", {})).drafts).toEqual([]);
  });

  it("a person's decision is not made, for it would stand without its record", async () => {
    const engine = await openPaused();
    const entryId = await enter(engine, "purchaseReturn");
    engine.inFile(`CREATE TEMP TRIGGER planted BEFORE INSERT ON audit ${FAILS}`);
    await engine.refusal("outbox.resend", { entryId });
    await engine.refusal("outbox.discard", { entryId, reason: "twice" });
    expect((await engine.entry(entryId)).state).toBe("pending");
    engine.inFile("DROP TRIGGER planted");
  });

  it("a setting of the owner's is not changed, for it would stand without its record", async () => {
    const engine = await openPaused();
    engine.inFile(`CREATE TEMP TRIGGER planted BEFORE INSERT ON audit ${FAILS}`);
    await engine.refusal("policy.set", { resendUnknown: true });
    expect(await engine.call("policy.get", {})).toMatchObject({ resendUnknown: false });
    engine.inFile("DROP TRIGGER planted");
  });

  it("one record of many that are asked for takes no other with it", async () => {
    const engine = await openPaused();
    engine.inFile(
      `CREATE TEMP TRIGGER planted BEFORE INSERT ON entry WHEN NEW.ordering_key LIKE '%2' ${FAILS}`,
    );
    const { outcomes } = await engine.call("restore.requestMany", {
      batchId: "00000000-0000-4000-8000-00000000000b",
      records: [1, 2, 3].map((permissionId) => ({ kind: "permission" as const, permissionId })),
    });
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true]);
    engine.inFile("DROP TRIGGER planted");
  });
});

describe("an entry of a loaded backup", () => {
  it("can't be replaced while nobody has said what became of the old counter", async () => {
    const shop = await openPaused();
    const entryId = await enter(shop, "purchaseReturn");
    const path = join(newFolder(), "shop.backup");
    await shop.call("backup.create", { path });
    const engine = openTestEngine({ randomness: systemRandomness });
    const { recoveryId } = await engine.call("backup.restore", { path });
    const replaced = aReturn({ corrects: entryId });
    expect((await engine.refusal("purchaseReturn.post", replaced)).code).toBe("wrong_state");
    await engine.call("recovery.decide", { recoveryId, oldCounter: "not_used_since" });
    await engine.call("purchaseReturn.post", replaced);
    expect((await engine.entry(entryId)).state).toBe("discarded");
  });
});

it("an entry is found by its id in capital letters too", async () => {
  const engine = await openPaused();
  const entryId = await enter(engine, "purchaseReturn");
  expect((await engine.entry(entryId.toUpperCase())).entryId).toBe(entryId);
});

it("the oldest of what is unsent in a currency is the one that was entered first", async () => {
  const engine = await openPaused();
  const first = new Date(engine.clock.now()).toISOString();
  for (const kind of ["taxVoucher", "purchaseReturn", "taxVoucher"] as const) {
    await enter(engine, kind);
    engine.clock.runUntil(engine.clock.now() + 60_000);
  }
  expect((await engine.call("outbox.summary", {})).unsentByCurrency).toMatchObject([
    { kind: "purchaseReturn", currencyId: "YER", entries: 1 },
    { kind: "taxVoucher", currencyId: "YER", entries: 2, oldestAt: first },
  ]);
});

describe("an edit of a tax voucher", () => {
  it("keeps the creator that the mirror knows, and shows a long note by its beginning", async () => {
    const engine = await openPaused();
    engine.inFile(
      `INSERT INTO voucher (serial_no, creator_user_id, creator_device_id, source, mirrored_at)
       VALUES ('${voucherSerial(1)}', 77, 'aaaaaaaa-1111-4111-8111-111111111111', 'service', 0)`,
    );
    const { entryId } = await engine.call("taxVoucher.update", aVoucher({ note: "n".repeat(200) }));
    const entry = await engine.entry(entryId);
    expect(JSON.parse(entry.requestBody)).toMatchObject({
      creatorUserId: 77,
      creatorDeviceId: "aaaaaaaa-1111-4111-8111-111111111111",
    });
    expect(entry.subject).toBe("n".repeat(120));
  });
});

describe("a return that is posted again by the same draft", () => {
  it("is one entry where the engine is killed before, while and after it writes it, and is asked again", async () => {
    const seed = 20_261_123;
    const random = seeded(seed);
    const wereThere = { yes: 0, no: 0 };
    const profile = newFolder();
    let engine = await startHeadless(profile);
    await connectHeadless(engine, NOWHERE);
    await engine.call("sync.pause", {});
    const entries = async () => (await engine.call("outbox.list", { limit: 200 })).entries.length;
    /** How long a posting takes here and now. */
    let usualMs = 0;
    for (let round = 1; round <= 8; round += 1) {
      const input = aReturn({ draftId: voucherSerial(round) });
      const begun = performance.now();
      const reply = engine.call("purchaseReturn.post", input).catch(() => null);
      // The first is let through: the others are killed around the time that it took.
      if (round > 1) await new Promise((done) => setTimeout(done, random() * 2 * usualMs));
      else await reply.then(() => (usualMs = performance.now() - begun));
      await engine.kill();
      await reply;
      engine = await startHeadless(profile);
      wereThere[(await entries()) === round ? "yes" : "no"] += 1;
      const posted = await engine.call("purchaseReturn.post", input);
      const what = `seed ${seed}, round ${round}`;
      expect(await engine.call("purchaseReturn.post", input), what).toEqual(posted);
      expect(await entries(), what).toBe(round);
    }
    await engine.finish();
    console.info(`killed after the posting was written: ${wereThere.yes} times, before: ${wereThere.no}`);
  }, 120_000);
});
