import { expect, it } from "vitest";
import { CHANNELS, type ChannelInput } from "../../../contract/channels.ts";
import { createAuditListService } from "../../../main/engine/services/audit-list.ts";
import { createAuditStore } from "../../../main/engine/store/audit.ts";
import { openShop } from "./reference-data/shop-files.ts";

type Shop = ReturnType<typeof openShop>;

function openAudit(shop: Shop) {
  const service = createAuditListService({ db: shop.db });
  return async (input: ChannelInput<"audit.list"> = {}) =>
    CHANNELS["audit.list"].output.parse(await service.list(CHANNELS["audit.list"].input.parse(input)));
}

function act(shop: Shop, count: number): void {
  const audit = createAuditStore(shop.db);
  shop.db.transaction(() => {
    for (let n = 0; n < count; n += 1)
      audit.append(
        { userId: "9007199254740993", deviceId: "device" },
        1_000 + n,
        "entry.resent",
        `subject ${n}`,
        { n, words: "سبب" },
      );
  })();
}

const tamper = (shop: Shop, sql: string): void =>
  void shop.db.exec(`DROP TRIGGER IF EXISTS audit_no_update; DROP TRIGGER IF EXISTS audit_no_delete; ${sql}`);

it("lists newest first by pages, with details", async () => {
  const shop = openShop();
  const list = openAudit(shop);
  expect(await list()).toEqual({ entries: [], chainIntact: true });
  act(shop, 250);
  const first = await list();
  expect(first.chainIntact).toBe(true);
  expect(first.entries).toHaveLength(100);
  expect(first.entries[0]).toMatchObject({
    ...{ sequence: 250, userId: "9007199254740993", deviceId: "device", action: "entry.resent" },
    ...{ subject: "subject 249", details: { n: 249, words: "سبب" }, at: "1970-01-01T00:00:01.249Z" },
  });
  const next = await list({ limit: 2, beforeSequence: 151 });
  expect(next.entries.map(({ sequence }) => sequence)).toEqual([150, 149]);
});

it.each([
  ["a changed word", "UPDATE audit SET subject = 'other' WHERE sequence = 3"],
  ["a changed time", "UPDATE audit SET at = at + 1 WHERE sequence = 1"],
  ["a changed person", "UPDATE audit SET user_id = 7 WHERE sequence = 5"],
  ["changed details", "UPDATE audit SET details = 'not JSON' WHERE sequence = 5"],
  ["a removed row", "DELETE FROM audit WHERE sequence = 2"],
  ["a removed beginning", "DELETE FROM audit WHERE sequence = 1"],
])("tells %s from an intact chain", async (_, sql) => {
  const shop = openShop();
  act(shop, 5);
  tamper(shop, sql);
  expect((await openAudit(shop)()).chainIntact).toBe(false);
});

it("verifies only what is new, and what it shows", async () => {
  const shop = openShop();
  const list = openAudit(shop);
  act(shop, 5_000);
  expect((await list({ limit: 1 })).chainIntact).toBe(true);
  act(shop, 10);
  expect((await list({ limit: 1 })).chainIntact).toBe(true);
  tamper(shop, "UPDATE audit SET subject = 'other' WHERE sequence = 4000");
  expect((await list({ limit: 10, beforeSequence: 4_005 })).chainIntact).toBe(false);
  expect((await list({ limit: 1 })).chainIntact).toBe(false);
});

it("sees that the newest rows were cut off", async () => {
  const shop = openShop();
  const list = openAudit(shop);
  act(shop, 10);
  expect((await list()).chainIntact).toBe(true);
  tamper(shop, "DELETE FROM audit WHERE sequence > 8");
  expect((await list()).chainIntact).toBe(false);
});

it("answers two calls at once", async () => {
  const shop = openShop();
  const list = openAudit(shop);
  act(shop, 6_000);
  const answers = await Promise.all([list({ limit: 3 }), list({ limit: 3 })]);
  expect(answers.map(({ chainIntact }) => chainIntact)).toEqual([true, true]);
});
