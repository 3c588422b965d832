/** The sheets of the end of a day: what they sum, how they are numbered and bound, and that nothing changes them. */
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { PersonName } from "../../../../../contract/rights.ts";
import { ManualClock, START } from "../../../../helpers/clock.ts";
import {
  aReturn,
  aVoucher,
  connect,
  NOWHERE,
  openPaused,
  openTestEngine,
  type TestEngine,
} from "../../../../helpers/engine.ts";
import { hire } from "../../../../helpers/hire.ts";

const TODAY = "2026-03-01";
const DAY = 86_400_000;

async function startWorld(clock = new ManualClock()) {
  const engine = await openPaused({ clock });
  return engine;
}

const post = (engine: TestEngine, price: string, fields: Parameters<typeof aReturn>[0] = {}) =>
  engine.call(
    "purchaseReturn.post",
    aReturn({ lines: [{ productId: 1001, measureUnitId: 1, price, quantity: "1" }], ...fields }),
  );

const fileOf = (engine: TestEngine): string => {
  const [path] = globSync(join(engine.profile, "connections", "*.sqlite"));
  if (path === undefined) throw new Error("there is no file");
  return path;
};

describe("a day sheet", () => {
  it("sums what was entered by kind, person and currency, exactly, and what became of it", async () => {
    const engine = await startWorld();
    await post(engine, "0.1");
    await post(engine, "0.2");
    await post(engine, "12345678901234567890.123", { currencyId: "SAR" });
    await engine.call("taxVoucher.update", aVoucher());
    await engine.call("restore.request", { kind: "permission", permissionId: 4 });
    await connect(engine, NOWHERE, "b-token", { userId: 502 });
    await engine.call("sync.pause", {});
    const { entryId } = await post(engine, "7");
    await engine.call("outbox.discard", { entryId, reason: "typed twice" });
    const sheet = await engine.call("daySheets.create", { day: TODAY });
    expect(sheet.entered).toEqual([
      {
        kind: "purchaseReturn",
        userId: 501,
        person: null,
        currencyId: "SAR",
        entries: 1,
        amount: "12345678901234567890.123",
      },
      { kind: "purchaseReturn", userId: 501, person: null, currencyId: "YER", entries: 2, amount: "0.3" },
      { kind: "purchaseReturn", userId: 502, person: null, currencyId: "YER", entries: 1, amount: "7" },
      { kind: "restorePermission", userId: 501, person: null, currencyId: null, entries: 1, amount: null },
      { kind: "taxVoucher", userId: 501, person: null, currencyId: "YER", entries: 1, amount: "20000.25" },
    ]);
    expect(sheet.states).toContainEqual({
      kind: "purchaseReturn",
      state: "unsent",
      currencyId: "YER",
      entries: 2,
      amount: "0.3",
    });
    expect(sheet.discards).toMatchObject([
      { entryId, userId: 502, amount: "7", currencyId: "YER", words: "typed twice" },
    ]);
    expect(sheet).toMatchObject({
      day: TODAY,
      number: 1,
      replaces: null,
      replacedBy: null,
      userId: 502,
      open: { unsent: 5, unknown: 0, refused: 0, oldestAt: new Date(START).toISOString() },
      counts: { corrections: 0, discards: 1, confirmedByStaff: 0 },
    });
  });

  it("lists a correction with the entry that took its place, and every entry counts in one state", async () => {
    const engine = await startWorld();
    const wrong = await post(engine, "5");
    const right = await post(engine, "6", { corrects: wrong.entryId });
    const { entered, states, corrections, discards } = await engine.call("daySheets.create", { day: TODAY });
    expect(corrections).toMatchObject([{ entryId: wrong.entryId, words: right.entryId, amount: "5" }]);
    expect(discards).toEqual([]);
    expect(states.map(({ state, amount }) => [state, amount])).toEqual([
      ["corrected", "5"],
      ["unsent", "6"],
    ]);
    expect(entered).toMatchObject([{ entries: 2, amount: "11" }]);
  });

  it.each([
    ["Asia/Aden", "2026-02-28T21:00:00.000Z"],
    ["Asia/Kathmandu", "2026-02-28T18:15:00.000Z"],
    ["America/St_Johns", "2026-03-01T03:30:00.000Z"],
  ])("begins and ends with the day of the wall in %s", async (zone, begins) => {
    const engine = await startWorld(new ManualClock(Date.parse(begins) - 1, zone));
    await post(engine, "1");
    engine.clock.runUntil(Date.parse(begins));
    await post(engine, "2");
    engine.clock.runUntil(Date.parse(begins) + DAY - 1);
    await post(engine, "4");
    engine.clock.runUntil(Date.parse(begins) + DAY);
    await post(engine, "8");
    const of = async (day: string) => (await engine.call("daySheets.create", { day })).entered[0]?.amount;
    expect([await of("2026-02-28"), await of(TODAY), await of("2026-03-02")]).toEqual(["1", "6", "8"]);
  });

  it("of a day to come is refused, and so is what is no day", async () => {
    const engine = await startWorld();
    expect(await engine.refusal("daySheets.create", { day: "2026-03-02" })).toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(/has not begun/),
    });
    expect(await engine.refusal("daySheets.create", { day: "2026-02-30" })).toMatchObject({
      code: "invalid_input",
    });
    expect((await engine.call("daySheets.list", {})).sheets).toEqual([]);
  });

  it("made again has the next number, says which it replaces, and is bound to the one before", async () => {
    const engine = await startWorld();
    await post(engine, "1");
    const first = await engine.call("daySheets.create", { day: TODAY });
    engine.clock.runUntil(START + DAY);
    const other = await engine.call("daySheets.create", { day: "2026-03-02" });
    const again = await engine.call("daySheets.create", { day: TODAY });
    expect([first, other, again].map(({ number, replaces }) => [number, replaces])).toEqual([
      [1, null],
      [2, null],
      [3, 1],
    ]);
    expect([first.previousHash, other.previousHash, again.previousHash]).toEqual([
      "0".repeat(64),
      first.hash,
      other.hash,
    ]);
    const { sheets, chainIntact, today } = await engine.call("daySheets.list", {});
    expect({ chainIntact, today }).toEqual({ chainIntact: true, today: "2026-03-02" });
    expect(sheets.map(({ number, replacedBy }) => [number, replacedBy])).toEqual([
      [3, null],
      [2, null],
      [1, 3],
    ]);
    expect((await engine.call("daySheets.list", { limit: 1 })).sheets).toHaveLength(1);
    expect(await engine.call("daySheets.get", { number: 1 })).toEqual({ ...first, replacedBy: 3 });
    expect(await engine.refusal("daySheets.get", { number: 4 })).toMatchObject({ code: "not_found" });
  });

  it("is in the activity with its number and hash, in the same transaction", async () => {
    const engine = await startWorld();
    const { number, hash } = await engine.call("daySheets.create", { day: TODAY });
    const [record] = (await engine.call("audit.list", { limit: 1 })).entries;
    expect(record).toMatchObject({ action: "daySheet.made", subject: TODAY, details: { number, hash } });
    expect(engine.events).toContainEqual({ event: "daySheet.made", payload: { number } });
  });

  it("is found in the activity also where time goes on while it is made", async () => {
    const clock = new ManualClock();
    let time = START;
    const now = () => {
      time += 1;
      return time;
    };
    const { dayOf, schedule, monotonic } = clock;
    const engine = await openPaused({ clock, liveClock: { dayOf, schedule, monotonic, now } });
    await engine.call("daySheets.create", { day: TODAY });
    await engine.call("daySheets.create", { day: TODAY });
    const { sheets, chainIntact } = await engine.call("daySheets.list", {});
    expect({ numbers: sheets.map(({ number }) => number), chainIntact }).toEqual({
      numbers: [2, 1],
      chainIntact: true,
    });
  });

  it("stays as it was made, whatever becomes of its entries, and its hash can be computed by anyone", async () => {
    const engine = await startWorld();
    const { entryId } = await post(engine, "1");
    const made = await engine.call("daySheets.create", { day: TODAY });
    await engine.call("outbox.discard", { entryId, reason: "wrong" });
    expect(await engine.call("daySheets.get", { number: 1 })).toEqual(made);
    const path = fileOf(engine);
    await engine.close();
    const db = new Database(path);
    const { content } = db.prepare<[], { content: string }>("SELECT content FROM day_sheet").get() ?? {
      content: "",
    };
    expect(
      createHash("sha256")
        .update(`${"0".repeat(64)}\n${content}`)
        .digest("hex"),
    ).toBe(made.hash);
    expect(() => db.exec("UPDATE day_sheet SET day = '2020-01-01'")).toThrow(/never changed/);
    expect(() => db.exec("DELETE FROM day_sheet")).toThrow(/never deleted/);
    db.close();
  });

  it.each([
    [
      "changed",
      "DROP TRIGGER day_sheet_no_update; UPDATE day_sheet SET content = replace(content, '\"unsent\":1', '\"unsent\":0') WHERE number = 1",
    ],
    ["taken out", "DROP TRIGGER day_sheet_no_delete; DELETE FROM day_sheet WHERE number = 1"],
  ])("that was %s by hand breaks the chain", async (_, sql) => {
    const engine = await startWorld();
    await post(engine, "1");
    await engine.call("daySheets.create", { day: TODAY });
    await engine.call("daySheets.create", { day: TODAY });
    // Beside the open engine: it checks the schema when it opens a file, and would put such a file right first.
    const db = new Database(fileOf(engine));
    db.exec(sql);
    db.close();
    expect((await engine.call("daySheets.list", {})).chainIntact).toBe(false);
  });

  it("that was changed with its hash, or taken away, is missed by the activity, and its number is not given again", async () => {
    const before = await startWorld();
    for (let n = 1; n <= 3; n += 1) await before.call("daySheets.create", { day: TODAY });
    expect(await before.call("daySheets.list", {})).toMatchObject({ chainIntact: true });
    await before.close();
    const alter = (change: (db: Database.Database) => void) => {
      const db = new Database(fileOf(before));
      const triggers = db
        .prepare<[], string>(
          "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'day_sheet'",
        )
        .pluck()
        .all();
      db.exec("DROP TRIGGER day_sheet_no_update; DROP TRIGGER day_sheet_no_delete");
      change(db);
      for (const sql of triggers) db.exec(sql);
      db.close();
    };
    const opened = () => openTestEngine({ profile: before.profile, clock: before.clock });
    alter((db) => {
      const sheet = db
        .prepare<[], { content: string; previous_hash: string }>("SELECT * FROM day_sheet WHERE number = 3")
        .get();
      if (sheet === undefined) throw new Error("there is no third sheet");
      const content = sheet.content.replace('"unsent":0', '"unsent":7');
      const hash = createHash("sha256").update(`${sheet.previous_hash}\n${content}`).digest("hex");
      db.prepare("UPDATE day_sheet SET content = ?, hash = ? WHERE number = 3").run(content, hash);
    });
    const changed = opened();
    expect(await changed.call("daySheets.list", {})).toMatchObject({ chainIntact: false });
    await changed.close();
    alter((db) => db.exec("DELETE FROM day_sheet WHERE number = 3"));
    const shortened = opened();
    expect(await shortened.call("daySheets.list", {})).toMatchObject({ chainIntact: false });
    expect(await shortened.call("daySheets.create", { day: TODAY })).toMatchObject({ number: 4 });
    expect(await shortened.call("daySheets.list", {})).toMatchObject({ chainIntact: false });
  });

  it("outlives a damaged file: sheets that the backup lacks are taken over, and the chain stays whole", async () => {
    const engine = await startWorld();
    await post(engine, "1");
    const first = await engine.call("daySheets.create", { day: TODAY });
    await engine.call("backup.create", {});
    await post(engine, "2");
    const second = await engine.call("daySheets.create", { day: TODAY });
    const path = fileOf(engine);
    await engine.close();
    const db = new Database(path);
    db.pragma("ignore_check_constraints = ON");
    db.exec("UPDATE entry SET state = 'sent' WHERE sequence = 1");
    db.close();
    const again = openTestEngine({ profile: engine.profile });
    const { sheets, chainIntact } = await again.call("daySheets.list", {});
    expect((await again.call("recovery.report", {})).reports).toHaveLength(1);
    expect([chainIntact, sheets.map(({ hash }) => hash)]).toEqual([true, [second.hash, first.hash]]);
  });

  it("lists a bounded number of decisions, and counts them all", async () => {
    const engine = await startWorld();
    for (let n = 0; n < 203; n += 1) {
      const { entryId } = await post(engine, "1");
      await engine.call("outbox.discard", { entryId, reason: `reason ${n}` });
    }
    const { discards, counts } = await engine.call("daySheets.create", { day: TODAY });
    expect([discards.length, counts.discards, discards[0]?.words]).toEqual([200, 203, "reason 0"]);
  });
});

describe("a day sheet where people work", () => {
  it("names who entered, who decided, who approved and who made it", async () => {
    const engine = await startWorld();
    const { owner, cashier, signIn, approved } = await hire(engine);
    await post(engine, "1");
    await signIn(cashier);
    const { entryId } = await post(engine, "2");
    await approved("outbox.discard", { entryId, reason: "typed twice" });
    const sheet = await engine.call("daySheets.create", { day: TODAY });
    expect(sheet.entered.map(({ person, userId, amount }) => [person, userId, amount])).toEqual([
      [owner, owner.userId, "1"],
      [cashier, cashier.userId, "2"],
    ]);
    expect(sheet.discards).toMatchObject([{ person: cashier, userId: cashier.userId, approver: owner }]);
    expect(sheet).toMatchObject({ madeBy: cashier, userId: cashier.userId, of: null });
  });

  it("of one person holds what they entered and decided alone, and says whose it is, also once they are removed", async () => {
    const engine = await startWorld();
    const { owner, cashier, signIn } = await hire(engine);
    const { entryId } = await post(engine, "1");
    await signIn(cashier);
    await post(engine, "2");
    await post(engine, "3", { currencyId: "SAR" });
    await signIn(owner);
    await engine.call("outbox.discard", { entryId, reason: "typed twice" });
    await engine.call("people.save", { ...cashier, role: "cashier", active: false });
    const of = (personId: string) => engine.call("daySheets.create", { day: TODAY, personId });
    const [theirs, own] = [await of(cashier.personId), await of(owner.personId)];
    expect(theirs).toMatchObject({ of: cashier, madeBy: owner, discards: [], open: { unsent: 2 } });
    expect(theirs.entered.map(({ amount, person }) => [amount, person])).toEqual([
      ["3", cashier],
      ["2", cashier],
    ]);
    expect(own).toMatchObject({
      of: owner,
      entered: [{ amount: "1", person: owner }],
      states: [{ state: "discarded", amount: "1" }],
      discards: [{ entryId, person: owner, approver: null }],
      open: { unsent: 0, oldestAt: null },
    });
    const [record] = (await engine.call("audit.list", { limit: 1 })).entries;
    expect(record).toMatchObject({ action: "daySheet.made", details: { number: own.number, of: owner } });
  });

  it("of one person has the next number of the same chain, and replaces only their sheet of that day", async () => {
    const engine = await startWorld();
    const { owner, cashier } = await hire(engine);
    const make = (person: PersonName | null) =>
      engine.call("daySheets.create", {
        day: TODAY,
        ...(person === null ? {} : { personId: person.personId }),
      });
    const made = [
      await make(null),
      await make(cashier),
      await make(owner),
      await make(cashier),
      await make(null),
    ];
    expect(made.map(({ number, replaces }) => [number, replaces])).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [4, 2],
      [5, 1],
    ]);
    expect(made.slice(1).map(({ previousHash }) => previousHash)).toEqual(
      made.slice(0, -1).map(({ hash }) => hash),
    );
    const { sheets, chainIntact } = await engine.call("daySheets.list", {});
    expect(chainIntact).toBe(true);
    expect(sheets.map(({ number, replacedBy }) => [number, replacedBy])).toEqual([
      [5, null],
      [4, null],
      [3, null],
      [2, 4],
      [1, 5],
    ]);
  });

  it("of nobody is refused", async () => {
    const engine = await startWorld();
    const personId = "99999999-9999-4999-8999-999999999999";
    expect(await engine.refusal("daySheets.create", { day: TODAY, personId })).toMatchObject({
      code: "not_found",
    });
  });
});
