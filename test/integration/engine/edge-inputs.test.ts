/** What people and clocks do at the edge: a draft posted twice, very many drafts, odd characters, a clock far off. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { List } from "../../../contract/lists.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { ManualClock, START } from "../../helpers/clock.ts";
import {
  aReturn,
  aVoucher,
  connect,
  NOWHERE,
  newFolder,
  openTestEngine,
  type TestEngine,
  until,
  voucherSerial,
} from "../../helpers/engine.ts";
import { answer, startHttpService } from "../../helpers/http-service.ts";

const YEAR = 365 * 86_400_000;

async function openAt(now = START, profile = newFolder(), url = NOWHERE): Promise<TestEngine> {
  const engine = openTestEngine({ profile, clock: new ManualClock(now), randomness: systemRandomness });
  await connect(engine, url);
  return engine;
}
async function importFile(engine: TestEngine, kind: List, content: string): Promise<void> {
  const path = join(newFolder(), "rows.csv");
  writeFileSync(path, content);
  expect(await engine.call("referenceData.import", { kind, path })).toMatchObject({ rejected: [] });
}
const entriesOf = async (engine: TestEngine) => (await engine.call("outbox.list", { limit: 1_000 })).entries;

describe("a draft", () => {
  it("of a return that is posted twice becomes one entry, and both replies name it", async () => {
    const engine = await openAt();
    await engine.call("draft.save", { draftId: "d1", kind: "purchaseReturn", content: "{}" });
    const first = await engine.call("purchaseReturn.post", aReturn({ draftId: "d1" }));
    expect(await engine.call("purchaseReturn.post", aReturn({ draftId: "d1" }))).toEqual(first);
    expect(await entriesOf(engine)).toHaveLength(1);
    // Another content under the same number is not the same return, and no second one either.
    const other = await engine.refusal("purchaseReturn.post", aReturn({ draftId: "d1", note: "changed" }));
    expect(other).toMatchObject({ code: "wrong_state", details: { entryId: first.entryId } });
    // A save that came late brings it back no more.
    const late = { draftId: "d1", kind: "purchaseReturn", content: "{}" };
    expect((await engine.refusal("draft.save", late)).code).toBe("wrong_state");
    expect((await engine.call("draft.list", {})).drafts).toEqual([]);
    // Discarded it may be entered anew.
    await engine.call("outbox.discard", { entryId: first.entryId, reason: "wrong supplier" });
    expect(await engine.call("purchaseReturn.post", aReturn({ draftId: "d1" }))).not.toEqual(first);
    expect(await entriesOf(engine)).toHaveLength(2);
  });

  it("of a voucher, posted twice in a row, is one edit; a later edit of the same voucher is another", async () => {
    const engine = await openAt();
    const draftId = "taxVoucher x";
    const first = await engine.call("taxVoucher.update", aVoucher({ draftId }));
    expect(await engine.call("taxVoucher.update", aVoucher({ draftId }))).toEqual(first);
    await engine.call("draft.save", { draftId, kind: "taxVoucher", content: "{}" });
    const second = await engine.call("taxVoucher.update", aVoucher({ draftId, amount: "7" }));
    expect(second.entryId).not.toBe(first.entryId);
    expect(await entriesOf(engine)).toHaveLength(2);
  });

  it("is found again however many there are: the 201st pushes none out", async () => {
    const engine = await openAt();
    for (let n = 1; n <= 201; n += 1)
      await engine.call("draft.save", { draftId: `d${n}`, kind: "purchaseReturn", content: `return ${n}` });
    const { drafts } = await engine.call("draft.list", {});
    expect(new Set(drafts.map(({ content }) => content)).size).toBe(201);
  });

  it("is refused where all together are more than one reply can hold, and saved again once there is room", async () => {
    const engine = await openAt();
    const save = (n: number, content = "x".repeat(4_000_000)) =>
      ({ draftId: `d${n}`, kind: "purchaseReturn", content }) as const;
    for (let n = 1; n <= 16; n += 1) await engine.call("draft.save", save(n));
    expect(await engine.refusal("draft.save", save(17, "x"))).toMatchObject({ code: "too_large" });
    await engine.call("draft.save", save(16, "less"));
    await engine.call("draft.save", save(17, "x"));
    expect((await engine.call("draft.list", {})).drafts).toHaveLength(17);
  });

  it("is never kept with other characters than were typed", async () => {
    const engine = await openAt();
    const half = { draftId: "d", kind: "purchaseReturn", content: "half of \ud83d" } as const;
    expect(await engine.refusal("draft.save", half)).toMatchObject({ code: "invalid_input" });
  });
});

it("two waiting edits of one voucher count once as unsent value: the newer replaces the older", async () => {
  const engine = await openAt();
  await engine.call("purchaseReturn.post", aReturn());
  await engine.call("taxVoucher.update", aVoucher({ amount: "100" }));
  await engine.call(
    "taxVoucher.update",
    aVoucher({ amount: "150", serialNo: voucherSerial(1).toUpperCase() }),
  );
  await engine.call("taxVoucher.update", aVoucher({ amount: "1", serialNo: voucherSerial(2) }));
  const { unsentByCurrency } = await engine.call("outbox.summary", {});
  expect(unsentByCurrency).toMatchObject([
    { kind: "purchaseReturn", currencyId: "YER", amount: "11800", entries: 1 },
    { kind: "taxVoucher", currencyId: "YER", amount: "151", entries: 3 },
  ]);
});

it("a zero byte in a search counts as a blank, and a scanner's zero byte spoils no barcode", async () => {
  const engine = await openAt();
  await importFile(engine, "product", "id,name,barcode\n1,green tea,111\n2,coffee,222\n");
  await importFile(
    engine,
    "taxVoucher",
    `serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt\n${voucherSerial(9)},YER,1,stamps of tea,1,1,,1970-01-01T00:00:00Z\n`,
  );
  await engine.call("purchaseReturn.post", aReturn({ note: "wet tea" }));
  const found = async (text: string) => [
    (await engine.call("mirror.search", { kind: "product", text })).rows.length,
    (await engine.call("documents.search", { text })).documents.length,
    (await engine.call("taxVoucher.find", { text })).vouchers.length,
  ];
  expect(await found("tea")).toEqual([1, 2, 1]);
  expect(await found("tea\0")).toEqual([1, 2, 1]);
  expect(await found("\0tea")).toEqual([1, 2, 1]);
  expect((await engine.call("mirror.search", { kind: "product", text: "\0" })).rows).toHaveLength(2);
  expect(await engine.call("mirror.lookupBarcode", { barcode: "111\0" })).toMatchObject({
    name: "green tea",
  });
  expect(await engine.call("mirror.lookupBarcode", { barcode: "\0" })).toBeNull();
});

describe("a clock that is far off", () => {
  it("a year behind for a while hides none of today's entries on the home screen", async () => {
    const engine = await openAt();
    for (let n = 0; n < 3; n += 1) await engine.call("purchaseReturn.post", aReturn({ note: `${n}` }));
    engine.clock.turnTo(START - YEAR);
    await engine.call("purchaseReturn.post", aReturn({ note: "a year ago" }));
    engine.clock.turnTo(START);
    await engine.call("purchaseReturn.post", aReturn({ note: "right again" }));
    expect((await engine.call("outbox.summary", {})).days.at(-1)).toMatchObject({ purchaseReturns: 4 });
  });

  it.each([
    ["at 1970", 1_000],
    ["a year behind", START - YEAR],
    ["a year ahead", START + YEAR],
  ])(
    "(%s) while entries are made, and right again at the next start, keeps none of them from being sent",
    async (_name, wrong) => {
      const service = await startHttpService(answer(200));
      const engine = await openAt(wrong, newFolder(), service.url);
      await engine.call("sync.pause", {});
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1)
        ids.push((await engine.call("purchaseReturn.post", aReturn({ note: `${n}` }))).entryId);
      await engine.call("backup.create", {});
      expect((await engine.call("sync.status", {})).oldestUnsentAt).toBe(new Date(wrong).toISOString());
      await engine.close();
      const again = await openAt(START, engine.profile, service.url);
      expect((await again.call("recovery.report", {})).reports).toEqual([]);
      expect((await again.call("audit.list", {})).chainIntact).toBe(true);
      expect((await again.call("backup.status", {})).files).toHaveLength(1);
      expect((await entriesOf(again)).map(({ entryId }) => entryId).sort()).toEqual(ids.sort());
      await again.call("sync.resume", {});
      await until(() => {
        again.clock.runUntil(again.clock.now() + 1_000);
        return service.came.length === 3;
      });
    },
  );
});
