/** What the counter knows of a record that it asked to be restored, over restarts and later requests. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import { openDatabase } from "../../../../main/engine/store/file/open-database.ts";
import { MIGRATIONS, migrate } from "../../../../main/engine/store/migrations/index.ts";
import { connect, newFolder, openTestEngine, until } from "../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../helpers/http-service.ts";
import { fileFromDump } from "../../../helpers/sql-dump.ts";

const FIXTURES = join(import.meta.dirname, "..", "..", "..", "fixtures", "schema");
const account = { kind: "account", accountId: 1105 } as const;

it("a confirmed restore is known after a restart, and stays known whatever becomes of a later one", async () => {
  const service = await startHttpService();
  const engine = openTestEngine();
  await connect(engine, service.url);
  expect((await engine.call("restore.known", {})).records).toEqual([]);
  const first = await engine.call("restore.request", account);
  await until(async () => (await engine.entry(first.entryId)).state === "confirmed");
  await engine.close();

  const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  const known = async () => (await again.call("restore.known", {})).records;
  const [found] = await known();
  expect(found).toMatchObject({ kind: "account", ids: ["1105"], entryId: first.entryId, state: "confirmed" });
  expect(found?.confirmedAt).not.toBeNull();
  await again.call("sync.pause", {});
  const second = await again.call("restore.request", account);
  await again.call("outbox.discard", { entryId: second.entryId, reason: "asked twice" });
  expect(await known()).toMatchObject([
    {
      kind: "account",
      ids: ["1105"],
      entryId: second.entryId,
      state: "discarded",
      confirmedAt: found?.confirmedAt,
    },
  ]);
});

it("a restore that staff confirmed is known as confirmed", async () => {
  const service = await startHttpService(answer(400, "{}"));
  const engine = openTestEngine();
  await connect(engine, service.url);
  const rate = { kind: "exchangeRate", fromCurrencyId: "USD", toCurrencyId: "YER" } as const;
  const { entryId } = await engine.call("restore.request", rate);
  await until(async () => (await engine.entry(entryId)).state === "dead_letter");
  const known = async () => (await engine.call("restore.known", {})).records;
  expect(await known()).toMatchObject([
    { kind: "exchangeRate", ids: ["USD", "YER"], state: "dead_letter", confirmedAt: null },
  ]);
  await engine.call("outbox.markRecorded", { entryId, evidence: "seen in the central system" });
  const [now] = await known();
  expect(now?.confirmedAt).not.toBeNull();
});

// The versions that learn it from their entries.
it.each(readdirSync(FIXTURES).filter((name) => Number.parseInt(name, 10) < 110))(
  "a file of %s learns from its entries which restores were confirmed",
  (name) => {
    const path = join(newFolder(), "old.sqlite");
    fileFromDump(readFileSync(join(FIXTURES, name), "utf8"), path);
    const db = openDatabase(path, null);
    migrate(
      db,
      MIGRATIONS.filter(({ version }) => version < 110),
    );
    const wanted = db
      .prepare("SELECT ordering_key FROM entry WHERE state = 'confirmed' AND kind LIKE 'restore%' ORDER BY 1")
      .pluck()
      .all();
    migrate(db);
    const learnt = db
      .prepare(
        "SELECT record_key FROM restore_record WHERE confirmed_at IS NOT NULL AND confirmed_sequence IS NOT NULL ORDER BY 1",
      )
      .pluck()
      .all();
    expect(learnt).toEqual(wanted);
    db.close();
  },
);
