/** What the profile remembers of the audit's end, and restores that are asked for together. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { NOBODY } from "../../../contract/call.ts";
import { createAuditStore } from "../../../main/engine/core/audit.ts";
import { connect, DEVICE, NOWHERE, newFolder, openTestEngine, USER } from "../../helpers/engine.ts";

const booksOf = (profile: string): string => {
  const [file] = readdirSync(join(profile, "connections")).filter((name) => name.endsWith(".sqlite"));
  return join(profile, "connections", file ?? "");
};

it("remembers the end of the audit over starts, in the profile's file", async () => {
  const profile = newFolder();
  const first = openTestEngine({ profile });
  await connect(first, NOWHERE);
  await first.call("policy.set", { resendUnknown: true });
  await first.close();

  const second = openTestEngine({ profile });
  await second.call("policy.set", { resendUnknown: false });
  await second.close();

  const change = (sql: string, act?: string): void => {
    const books = new Database(booksOf(profile));
    const guard = books
      .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'audit_no_delete'")
      .pluck()
      .get();
    books.exec(`DROP TRIGGER audit_no_delete; ${sql}; ${guard ?? ""};
      UPDATE meta SET value = (SELECT sequence || ' ' || hash FROM audit ORDER BY sequence DESC LIMIT 1)
      WHERE key = 'auditAnchor'`);
    if (act !== undefined)
      createAuditStore(books).append(
        { userId: USER, deviceId: DEVICE, ...NOBODY },
        0,
        "policy.changed",
        act,
        {},
      );
    books.close();
  };
  const last = "DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit)";
  change(last, "another act in its place");
  const third = openTestEngine({ profile });
  expect((await third.call("audit.list", {})).chainProblem).toBe("other_than_remembered");
  await third.close();

  // A file that ends before what was seen of it is an older one, whatever it says of its end.
  change(last);
  const fourth = openTestEngine({ profile });
  expect((await fourth.call("recovery.report", {})).reports).toMatchObject([{ kind: "rolled_back" }]);
});

it("enters each restore of a batch by itself and tells of each", async () => {
  const engine = openTestEngine();
  const batchId = "5c0de000-0000-4000-8000-00000000c0de";
  const records = [
    { kind: "permission" as const, permissionId: 604 },
    { kind: "exchangeRate" as const, fromCurrencyId: "USD", toCurrencyId: "YER" },
    { kind: "account" as const, accountId: "9007199254740993" },
  ];
  expect((await engine.refusal("restore.requestMany", { batchId, records })).code).toBe("not_connected");
  await connect(engine, NOWHERE);
  const { outcomes } = await engine.call("restore.requestMany", { batchId, records });
  const ids = outcomes.map((outcome) => (outcome.ok ? outcome.entryId : outcome.error.code));
  expect(new Set(ids).size).toBe(3);
  expect((await engine.call("outbox.list", {})).entries.map(({ entryId }) => entryId)).toEqual(
    [...ids].reverse(),
  );
  const settled = engine.events.flatMap((event) =>
    event.event === "restore.batchProgressed" ? [event.payload] : [],
  );
  expect(settled).toEqual(outcomes.map((outcome, index) => ({ batchId, index, outcome })));
  expect((await engine.refusal("restore.requestMany", { batchId, records: [] })).code).toBe("invalid_input");
});
