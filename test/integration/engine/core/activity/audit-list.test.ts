import { expect, it } from "vitest";
import { NOBODY } from "../../../../../contract/call.ts";
import { CHANNELS, type ChannelInput } from "../../../../../contract/channels.ts";
import { createAuditListService } from "../../../../../main/engine/core/activity.ts";
import { type AuditLink, createAuditStore } from "../../../../../main/engine/core/audit.ts";
import type { AuditMemory } from "../../../../../main/engine/core/context.ts";
import { openShop } from "../../import/shop-files.ts";

type Shop = ReturnType<typeof openShop>;

/** What the profile remembers; it outlives the service, as its file does. */
function memoryOf(): AuditMemory {
  let end: AuditLink | null = null;
  return {
    read: () => end,
    write: (link) => {
      end = link;
    },
  };
}

function openAudit(shop: Shop, memory: AuditMemory = memoryOf()) {
  const service = createAuditListService({ db: shop.db, auditMemory: memory });
  return async (input: ChannelInput<"audit.list"> = {}) =>
    CHANNELS["audit.list"].output.parse(await service.list(CHANNELS["audit.list"].input.parse(input)));
}

function act(shop: Shop, count: number): void {
  const audit = createAuditStore(shop.db);
  shop.db.transaction(() => {
    for (let n = 0; n < count; n += 1)
      audit.append(
        { userId: "9007199254740993", deviceId: "device", ...NOBODY },
        1_000 + n,
        "entry.resent",
        `subject ${n}`,
        { n, words: "سبب" },
      );
  })();
}

const tamper = (shop: Shop, sql: string): void =>
  void shop.db.exec(`DROP TRIGGER IF EXISTS audit_no_update; DROP TRIGGER IF EXISTS audit_no_delete; ${sql}`);

it("holds a file's name with half a character, and its chain stays whole", async () => {
  const shop = openShop();
  createAuditStore(shop.db).append(
    { userId: 501, deviceId: "device", ...NOBODY },
    1,
    "backup.created",
    "a\ud800.sqlite",
    {
      path: "/a\ud800.sqlite",
    },
  );
  expect(await openAudit(shop)()).toMatchObject({
    chainIntact: true,
    entries: [{ subject: "a\ufffd.sqlite" }],
  });
});

it("lists newest first by pages, with details", async () => {
  const shop = openShop();
  const list = openAudit(shop);
  expect(await list()).toEqual({ entries: [], chainIntact: true, chainProblem: null });
  act(shop, 250);
  const first = await list();
  expect(first.chainIntact).toBe(true);
  expect(first.entries).toHaveLength(100);
  expect(first.entries[0]).toMatchObject({
    sequence: 250,
    userId: "9007199254740993",
    deviceId: "device",
    action: "entry.resent",
    subject: "subject 249",
    details: { n: 249, words: "سبب" },
    at: "1970-01-01T00:00:01.249Z",
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

it("looks at all of it again where it is asked to", async () => {
  const shop = openShop();
  const list = openAudit(shop);
  act(shop, 10);
  expect((await list()).chainIntact).toBe(true);
  tamper(shop, "UPDATE audit SET subject = 'other' WHERE sequence = 4");
  expect((await list({ limit: 1 })).chainIntact).toBe(true);
  expect((await list({ limit: 1, fromStart: true })).chainProblem).toBe("changed");
});

it("sees that the newest rows were cut off", async () => {
  const shop = openShop();
  const list = openAudit(shop);
  act(shop, 10);
  expect((await list()).chainIntact).toBe(true);
  tamper(shop, "DELETE FROM audit WHERE sequence > 8");
  expect((await list()).chainIntact).toBe(false);
});

it("sees at the next start that the newest rows were cut off, or all of them", async () => {
  for (const above of [8, 0]) {
    const shop = openShop();
    act(shop, 10);
    tamper(shop, `DELETE FROM audit WHERE sequence > ${above}`);
    expect(await openAudit(shop)()).toMatchObject({ chainIntact: false, chainProblem: "cut_short" });
  }
});

it("sees by what the profile remembers that the end was cut off together with its anchor", async () => {
  const shop = openShop();
  const memory = memoryOf();
  act(shop, 10);
  expect((await openAudit(shop, memory)()).chainProblem).toBeNull();
  tamper(
    shop,
    `DELETE FROM audit WHERE sequence > 8; UPDATE meta SET value =
      (SELECT sequence || ' ' || hash FROM audit ORDER BY sequence DESC LIMIT 1) WHERE key = 'auditAnchor'`,
  );
  expect((await openAudit(shop, memory)()).chainProblem).toBe("other_than_remembered");
  // What an attacker with all files can still do: take the memory away too.
  expect((await openAudit(shop)()).chainProblem).toBeNull();
});

it("sees by what the profile remembers that the whole chain was written anew", async () => {
  const shop = openShop();
  const memory = memoryOf();
  act(shop, 3);
  createAuditListService({ db: shop.db, auditMemory: memory }).remember("end");
  tamper(shop, "DELETE FROM audit; DELETE FROM meta WHERE key = 'auditAnchor'");
  shop.db.transaction(() => {
    const audit = createAuditStore(shop.db);
    for (let n = 0; n < 3; n += 1)
      audit.append({ userId: 7, deviceId: "device", ...NOBODY }, n, "entry.resent", "forged", {});
  })();
  expect((await openAudit(shop, memory)()).chainProblem).toBe("other_than_remembered");
});

it("remembers nothing that doesn't follow from what is remembered", () => {
  const shop = openShop();
  const memory = memoryOf();
  act(shop, 3);
  tamper(shop, "UPDATE audit SET subject = 'other' WHERE sequence = 3");
  createAuditListService({ db: shop.db, auditMemory: memory }).remember("end");
  expect(memory.read()?.sequence).toBe(2);
});

it("answers two calls at once", async () => {
  const shop = openShop();
  const list = openAudit(shop);
  act(shop, 6_000);
  const answers = await Promise.all([list({ limit: 3 }), list({ limit: 3 })]);
  expect(answers.map(({ chainIntact }) => chainIntact)).toEqual([true, true]);
});
