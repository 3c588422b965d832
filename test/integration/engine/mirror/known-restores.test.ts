/** What the counter knows of a record that it asked to be restored, over restarts and later requests. */
import { expect, it } from "vitest";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import { connect, openTestEngine, until } from "../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../helpers/http-service.ts";

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
